"""Where code and formulas end."""

import pytest

from rag.lookahead import Lookahead, Undecided
from rag.verbatim import verbatim_end


@pytest.mark.parametrize(
    ("text", "verbatim"),
    [
        ("`a` b", "`a`"),
        ("``a`b`` c", "``a`b``"),
        ("`a\nb`", None),
        ("```\na\n```\nb", "```\na\n```"),
        ("```\na", "```\na"),
        ("$x$ y", "$x$"),
        ("$a\\$b$ c", "$a\\$b$"),
        ("$5 and $6", None),
        ("$5 to 6$7", None),
        ("$ x$", None),
        ("$x\ny$", None),
        ("$$x\ny$$ z", "$$x\ny$$"),
        ("\\(x\\) y", "\\(x\\)"),
        ("\\[x\ny\\] z", "\\[x\ny\\]"),
        ("\\$5", "\\$"),
        ("\\", "\\"),
    ],
)
def test_code_and_formulas_end_where_markdown_ends_them(text: str, verbatim: str | None) -> None:
    end = verbatim_end(Lookahead(text, whole=True), 0, line_start=True)
    assert (None if end is None else text[:end]) == verbatim


@pytest.mark.parametrize("begun", ["`a", "`", "```\na", "$x", "$", "$x$", "$$x\n", "\\(x", "\\"])
def test_what_is_not_closed_yet_is_undecided(begun: str) -> None:
    with pytest.raises(Undecided):
        verbatim_end(Lookahead(begun, whole=False), 0, line_start=True)


def test_a_lonely_dollar_holds_back_a_line_at_most() -> None:
    assert verbatim_end(Lookahead("$5 is little\n", whole=False), 0, line_start=True) is None
    assert verbatim_end(Lookahead("$5" + "a" * 300, whole=False), 0, line_start=True) is None
