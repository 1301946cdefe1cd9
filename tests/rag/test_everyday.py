import pytest

from rag.everyday import Everyday

BIRDS = Everyday.of(
    [
        "# birds",
        "night bird; mouse hunter > owl; Strigiformes",
        "bird > avian species",
        "mouse > rodent",
    ]
)


@pytest.mark.parametrize(
    ("wording", "meanings"),
    [
        ("how birds sleep", ("avian species",)),
        ("a night bird and its mice", ("owl", "Strigiformes")),  # the longest term, not its parts
        ("a bird that eats a mouse", ("avian species", "rodent")),
        ("night and bird", ("avian species",)),
        ("bird, bird", ("avian species",)),
        ("", ()),
    ],
)
def test_everyday_terms_are_read_as_the_terms_of_the_field(
    wording: str, meanings: tuple[str, ...]
) -> None:
    assert BIRDS.meanings_in(wording) == meanings


def test_every_line_of_the_table_has_everyday_words_and_meanings() -> None:
    everyday = Everyday.load()
    assert everyday.meanings
    assert all(words and meanings for words, meanings in everyday.meanings.items())
