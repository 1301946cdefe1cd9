"""Whatever a file holds, reading it ends, raises nothing and says something usable."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.papers import Entry
from rag.readers import Refusal, Skipped, read
from rag.readers.cleaning import MAX_ABSTRACT, printable
from tests.rag.readers.samples import BOATS, GRAPHS

SAMPLES = (
    f"Papers\n\n{GRAPHS}\n\n{BOATS}\n\n$$x$$\n\n# Heading\n<b>We</b> &lt; they.\n",
    json.dumps([{"title": "T", "abstract": GRAPHS, "authors": ["A B"], "year": 2024}], indent=1),
    "\n".join(json.dumps({"title": "T", "abstract": GRAPHS}) for _ in range(3)),
    f'title,abstract,authors\nT,"{GRAPHS}",A B\nU,"Two\nlines, ""so"".","A, B"\n',
    f"@string{{x = {{y}}}}\n@misc{{a,\n title = {{{{T}}}},\n abstract = {{{GRAPHS} \\'e}}\n}}\n",
)
SUFFIXES = (".txt", ".md", ".json", ".jsonl", ".csv", ".tsv", ".bib", "")


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A file of a known format with some of its bytes replaced, removed or doubled."""
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"]))
    content = draw(st.sampled_from(SAMPLES)).encode(encoding)
    for _ in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, len(content)))
        end = start + draw(st.integers(0, 30))
        content = content[:start] + draw(st.binary(max_size=4)) + content[end:]
    return content


pieces = st.sampled_from(
    list("\n\r\t ,;:|\"'{}[]()@#$%&<>\\-=_*~^`\0\x1b") + ["abstract", "We go."]
)


@given(
    st.binary(max_size=300)
    | damaged()
    | st.lists(pieces).map(lambda parts: "".join(parts).encode()),
    st.sampled_from(SUFFIXES),
)
def test_no_bytes_raise(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, suffix: str
) -> None:
    path = tmp_path_factory.getbasetemp() / f"any{suffix}"
    path.write_bytes(content)
    good = path.with_name("good.jsonl")
    good.write_text(json.dumps({"title": "T", "abstract": GRAPHS}), encoding="utf-8")
    *outcomes, last = read([path, good])
    assert isinstance(last, Entry), "a file beside it must still be taken"
    assert (last.source.list, last.abstract) == ("good.jsonl", GRAPHS)
    positions = [outcome.source.position for outcome in outcomes if isinstance(outcome, Entry)]
    assert outcomes, "a file must not vanish without a word"
    assert positions == sorted(set(positions))
    for outcome in outcomes:
        if isinstance(outcome, Entry):
            assert 0 < len(outcome.abstract) <= MAX_ABSTRACT
            assert outcome.abstract == outcome.abstract.strip()
            assert "\n" not in outcome.abstract
            outcome.abstract.encode()  # no half characters
        else:
            assert isinstance(outcome, Refusal | Skipped)
            assert str(outcome).startswith(str(path))
            assert printable(str(outcome)) == str(outcome)
