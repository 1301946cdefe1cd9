import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.answering.quotes import escaped, leaning, quote, set_quote
from rag.answering.references import References
from tests.support.world import World


@pytest.mark.parametrize(
    "sentence",
    [
        "This framework halves it.",
        "It scales.",
        "Our method wins.",
        "The former wins.",
        "Such nets fail.",
    ],
)
def test_a_sentence_that_needs_the_one_before_it_leans(sentence: str) -> None:
    assert leaning(sentence)


@pytest.mark.parametrize(
    "sentence", ["We propose OwlNet.", "Owls hunt.", "Moreover, OwlNet scales."]
)
def test_a_sentence_that_stands_by_itself_does_not_lean(sentence: str) -> None:
    assert not leaning(sentence)


def test_a_leaning_sentence_is_quoted_with_the_one_before_it(world: World) -> None:
    indexed = world.snapshot[world.number("WhaleSpotter")]
    place = next(
        n
        for n, (a, b) in enumerate(indexed.sentences)
        if indexed.paper.abstract[a:b].startswith("It takes")
    )
    one = quote(indexed, place)
    assert (one.first, one.last) == (place - 1, place)
    text, claims = set_quote(one, References())
    assert text.count("[1]") == 2
    assert [claim.text in indexed.paper.abstract for claim in claims] == [True, True]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<img src=x onerror=y>", r"\<img src=x onerror=y>"),
        ("![x](http://t/p.png)", r"\![x\](http://t/p.png)"),
        ("[click](javascript:x)", r"[click\](javascript:x)"),
        ("# not a heading", r"\# not a heading"),
        ("a `b` | c", r"a \`b\` \| c"),
        ("$i<j$ and *so*", "$i<j$ and *so*"),
        ("two\n\nlines", "two lines"),
    ],
)
def test_words_of_an_abstract_stay_words(text: str, shown: str) -> None:
    assert escaped(text) == shown


@given(st.text(alphabet="ab<>![]()/|`# \n", max_size=40))
def test_what_could_be_markup_is_always_escaped(text: str) -> None:
    shown = escaped(text)
    for place, sign in enumerate(shown):
        if shown.startswith(("<a", "<b", "</", "<!", "![", "](", "`", "|"), place):
            assert place > 0 and shown[place - 1] == "\\", (sign, shown)
