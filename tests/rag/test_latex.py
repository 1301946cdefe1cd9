import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.latex import unlatex

LATEX = st.lists(
    st.sampled_from(
        [
            *"${}^_~\\ ab1-'\"`",
            "$$",
            "\\(",
            "\\)",
            "\\frac",
            "\\sqrt",
            "\\text{",
            "\\begin{",
            "\\left",
            "\\alpha",
            "\\log",
            "\\hat",
            "\\cite{",
            "\\unknown",
        ]
    ),
    max_size=40,
).map("".join)


@pytest.mark.parametrize(
    ("latex", "reading"),
    [
        ("$E^3$-FaceNet", "E3-FaceNet"),
        ("D$^2$-Net", "D2-Net"),
        ("H$_2$O and CO_{2}", "H2O and CO2"),
        ("$\\textbf{P}$lain-$\\textbf{N}$et", "Plain-Net"),
        ("$\\Phi_\\textrm{Flow}$", "ΦFlow"),
        ("$\\text{aL\\small{LM}4T}$", "aLLM4T"),
        ("\\textit{X} and {\\bf Y}", "X and  Y"),
        ("the \\textit{best $k$-means}", "the best k-means"),
        ("\\ell_p and \\alpha", "ℓp and α"),
        ("1.67\\%\\sim15.85\\%", "1.67%∼15.85%"),
        ("$\\uparrow$ is \\& \\$5 \\#1", "↑ is & $5 #1"),
        ("$n^2$, $10^3$, $10^{-3}$, $n^{1/2}$", "n^2, 10^3, 10^-3, n^(1/2)"),
        ("$5^{th}$, $90^\\circ$, $p^*$", "5th, 90°, p*"),
        ("$\\mathcal{O}(N^2\\log n)$", "O(N^2 log n)"),
        ("$\\tilde{\\mathcal{O}}(\\sqrt{T|S|})$", "Õ(√(T|S|))"),
        ("$k\\log\\log d$", "k log log d"),
        ("$\\frac{1}{\\sqrt{n}}$", "1/√n"),
        ("$\\frac{a + b}{2}$", "(a + b)/2"),
        ("$f\\left(x\\right)$, $\\big|x\\big|$", "f(x), |x|"),
        ("$\\{0, 1\\}$ and {0, 1}", "{0, 1} and {0, 1}"),
        ("{BERT} is {SOTA}", "BERT is SOTA"),
        ('Schr\\"odinger, R\\\'enyi, H{\\"{o}}lder, na\\"ive', "Schrödinger, Rényi, Hölder, naïve"),
        ("Fig.~2 at ~5", "Fig. 2 at ~5"),
        ("``so'' 3--5, a---b, A -- B", "“so” 3–5, a—b, A – B"),
        ("\\href{https://e.org}{text} \\cite{a, b}!", "text !"),
        ("\\begin{equation}x\\end{equation}", "x"),
        ("\\foo{bar} and \\foo is", "bar and foo is"),
    ],
)
def test_latex_is_written_as_it_reads(latex: str, reading: str) -> None:
    assert unlatex(latex) == reading


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and a_b, 2^10 and ~3.",
        "it's --help",
        'a "quoted" word',
        "100% of it",
        "a lone \\",
        "{open",
        "",
    ],
)
def test_text_without_latex_stays(text: str) -> None:
    assert unlatex(text) == text


def test_escaped_quotes_are_quotes() -> None:
    assert unlatex('an \\"ouch\\" of it\\\'s own') == 'an "ouch" of it\'s own'


@given(st.one_of(st.text(), LATEX))
def test_broken_latex_never_raises(text: str) -> None:
    assert isinstance(unlatex(text), str)


@given(st.text(st.characters(exclude_characters="$\\{}^_~`'-")))
def test_text_without_signs_of_latex_is_the_same(text: str) -> None:
    assert unlatex(text) == text


@pytest.mark.parametrize(
    "pattern",
    ["{", "}", "$", "\\(", "^", "a_{", "~", "``", "$x$", "\\sqrt{", "\\frac", "\\begin{a}"],
)
def test_a_hundred_thousand_hostile_signs_take_no_longer_than_words(pattern: str) -> None:
    started = time.process_time()
    unlatex(pattern * (100_000 // len(pattern)))
    unlatex("\\sqrt{" * 10_000 + "x" * 30_000 + "}" * 10_000)
    assert time.process_time() - started < 30.0
