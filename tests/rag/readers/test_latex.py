import pytest

from rag.readers.latex import from_latex, link_from_latex


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"R\'enyi", "Rényi"),
        (r"R{\'e}nyi", "Rényi"),
        (r"R\'{e}nyi", "Rényi"),
        (r"R{\'{e}}nyi", "Rényi"),
        (r"Na{\"\i}ve", "Naïve"),
        (r"\v{S}imon \v Simon", "Šimon Šimon"),
        (
            r"G{\"o}del, Erd\H{o}s, Proven\c{c}al, \AA ngstr{\"o}m",
            "Gödel, Erdős, Provençal, Ångström",
        ),
        (r"Stra{\ss}e, \O{}rsted, {\L}ukasiewicz", "Straße, Ørsted, Łukasiewicz"),
        (r"50\% of R\&D at \$5 in a\_b \#1", "50% of R&D at $5 in a_b #1"),
        (r"15{\%} and i{\textless}j", "15% and i<j"),
        (r"pages 1{\textendash}2", "pages 1–2"),
        ("{DPOT}: {A}uto-{{Regressive}}", "DPOT: Auto-Regressive"),
        ("Fig.~2 of Bo~Sun", "Fig. 2 of Bo Sun"),
    ],
)
def test_latex_for_letters_becomes_letters(latex: str, text: str) -> None:
    assert from_latex(latex) == text


@pytest.mark.parametrize(
    "text",
    [
        "We halve it: 50% of the cost, not a comment.",
        "The rate $O(n^{2})$ and \\(x_{i}\\) stay.",
        r"We \emph{stress} and \textbf{shout} it\cite{a}.",
        r"Broken { here and \frac{1}{2} there.",
        "a_{i} and x^{2} outside of formulas",
        "Plain words.",
        r"\unknown{a} \'",
    ],
)
def test_formulas_commands_and_broken_latex_stay_as_they_are(text: str) -> None:
    assert from_latex(text) == text


@pytest.mark.parametrize(
    ("latex", "address"),
    [
        (r"https://example.org/a\_b\%20c\#d", "https://example.org/a_b%20c#d"),
        (r"\url{https://example.org/~bo}", "https://example.org/~bo"),
        ("https://example.org/a", "https://example.org/a"),
    ],
)
def test_an_address_loses_its_escapes(latex: str, address: str) -> None:
    assert link_from_latex(latex) == address


def test_braces_within_braces_are_taken_off_to_a_depth_that_nobody_means() -> None:
    assert from_latex("{" * 32 + "Owls" + "}" * 32) == "Owls"
    assert from_latex("{" * 40 + "Owls" + "}" * 40) == "{" * 8 + "Owls" + "}" * 8
