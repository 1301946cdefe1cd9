import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.errors import InputError
from rag.readers.decoding import open_text
from rag.readers.json_stream import json_values

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
objects = st.dictionaries(st.text(), values, max_size=3)


def decoded(path: Path, text: str) -> list[tuple[int, object]]:
    path.write_text(text)
    return list(json_values(open_text(path)))


@given(st.lists(objects, min_size=1, max_size=5), st.sampled_from([None, 0, 2]))
def test_the_objects_of_an_array_are_decoded_as_json_decodes_them(
    tmp_path_factory: pytest.TempPathFactory,
    written: list[dict[str, object]],
    indent: int | None,
) -> None:
    text = json.dumps(written, indent=indent)  # ASCII, as control characters are not kept raw
    path = tmp_path_factory.getbasetemp() / "stream.json"
    assert [value for _, value in decoded(path, text)] == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        '[{"a": 1}, {"a": 2}]',
        '[[{"a": 1}], [{"a": 2}]]',
        '[{"a": 1}][{"a": 2}]',
        '{"a": 1}\n{"a": 2}',
        '{\n "a": 1\n}\n{\n "a": 2\n}\n',
        '\n [ {"a":1} , {"a":2} , ] ',
    ],
)
def test_objects_may_stand_in_arrays_or_one_after_the_other(tmp_path: Path, text: str) -> None:
    assert [value for _, value in decoded(tmp_path / "a.json", text)] == [{"a": 1}, {"a": 2}]


def test_each_object_is_given_with_its_line(tmp_path: Path) -> None:
    text = json.dumps([{"a": 1}, {"b": "x\ny"}, {}], indent=1)
    assert [line for line, _ in decoded(tmp_path / "a.json", text)] == [2, 5, 8]


def test_lines_are_counted_over_the_pieces_in_which_a_file_is_read(tmp_path: Path) -> None:
    text = json.dumps([{"a": "x" * 50_000}] * 10, indent=1)
    lines = [line for line, _ in decoded(tmp_path / "a.json", text)]
    assert lines == list(range(2, 32, 3))


def test_nan_is_read(tmp_path: Path) -> None:
    ((_, value),) = decoded(tmp_path / "a.json", '[{"a": NaN}]')
    assert str(value) == "{'a': nan}"


@pytest.mark.parametrize(
    ("text", "taken", "said"),
    [
        ('[{"a": 1},\n{"a": 2', 1, ":2: it is not JSON (Expecting ',' delimiter)"),
        ('[{"a": 1},\n{"a": "tw', 1, ":2: it is not JSON (Unterminated string starting at)"),
        ('[{"a": 1},\n{"a":\n2}', 2, ":3: it ends in the middle of an array"),
        ('[{"a": 1},\n{"a":\noops}, {"a": 3}]', 1, ":3: it is not JSON (Expecting value)"),
        ("hello", 0, ":1: it is not JSON (Expecting value)"),
        ('[{"a": 1},' + '{"a":' * 100_000, 1, ":1: it is nested too deeply"),
        ('[{"a": 1}, {"a": ' + "9" * 5_000 + "}]", 1, ":1: it is not JSON (a number is too long)"),
    ],
)
def test_what_stands_before_a_broken_line_is_decoded(
    tmp_path: Path, text: str, taken: int, said: str
) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    stream = json_values(open_text(path))
    assert len([next(stream) for _ in range(taken)]) == taken
    with pytest.raises(InputError) as broken:
        next(stream)
    assert str(broken.value) == (
        f"{path}{said}; nothing after it was read. Repair that line, or export the file again."
    )
