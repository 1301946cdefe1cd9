import pytest

from rag.readers.authors import author_names


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ada Byte, Bo Sun", ("Ada Byte", "Bo Sun")),
        ("Ada Byte and Bo Sun", ("Ada Byte", "Bo Sun")),
        ("Ada Byte, Bo Sun and Cy Lo", ("Ada Byte", "Bo Sun", "Cy Lo")),
        ("Ada Byte, Bo Sun, and Cy Lo", ("Ada Byte", "Bo Sun", "Cy Lo")),
        ("Ada Byte & Bo Sun", ("Ada Byte", "Bo Sun")),
        ("Ada Byte; Bo Sun", ("Ada Byte", "Bo Sun")),
        ("Byte, Ada; Sun, Bo", ("Ada Byte", "Bo Sun")),
        ("Byte, Ada and Sun, Bo", ("Ada Byte", "Bo Sun")),
        ("Byte, A., Sun, B. C.", ("A. Byte", "B. C. Sun")),
        ("Byte, Ada", ("Ada Byte",)),
        ("Ada Byte", ("Ada Byte",)),
        ("Ada Byte, Jr., Bo Sun", ("Ada Byte Jr.", "Bo Sun")),
        ("王伟, 李娜", ("王伟", "李娜")),
        ("王伟、李娜", ("王伟", "李娜")),
        ("Ada Byte\nBo Sun", ("Ada Byte", "Bo Sun")),
        ("['Ada Byte', 'Bo Sun']", ("Ada Byte", "Bo Sun")),
        ('["Ada Byte", "Bo Sun"]', ("Ada Byte", "Bo Sun")),
        ('["Al Ren\\u00e9"]', ("Al René",)),
        ("['Bo O\\'Sun', \"Cy O'Lo\"]", ("Bo O'Sun", "Cy O'Lo")),
        ("['Ada Byte'\n 'Bo Sun']", ("Ada Byte", "Bo Sun")),
        ("[Ada Byte]", ("[Ada Byte]",)),
        ("Ada Byte et al.", ("Ada Byte et al.",)),
        ("  Ada   Byte ,\u202aBo Sun\u202c ", ("Ada Byte", "Bo Sun")),
        ("", ()),
        ("n/a", ()),
        (["Ada Byte", "Byte, Bo", "others"], ("Ada Byte", "Bo Byte")),
        (["Byte, Jr., Ada"], ("Ada Byte Jr.",)),
        ([{"name": "Ada Byte"}, {"name": "Bo Sun"}], ("Ada Byte", "Bo Sun")),
        ([{"given": "Ada", "family": "Byte"}], ("Ada Byte",)),
        ([{"firstName": "Ada", "lastName": "Byte", "creatorType": "author"}], ("Ada Byte",)),
        ([{"fullname": "Ada Byte", "institution": "MIT"}], ("Ada Byte",)),
        ([{"author": {"display_name": "Ada Byte"}}], ("Ada Byte",)),
        ({"author": [{"@pid": "1", "text": "Ada Byte"}]}, ("Ada Byte",)),
        ([["Byte", "Ada", ""], ["Sun", "Bo", "Jr."]], ("Ada Byte", "Bo Sun Jr.")),
        ([{"literal": "The Boat Team"}], ("The Boat Team",)),
        ([None, 7, {}, {"name": None}, []], ()),
        (None, ()),
        (7, ()),
    ],
)
def test_names_are_read_in_the_forms_in_which_files_give_them(
    value: object, names: tuple[str, ...]
) -> None:
    assert author_names(value) == names


def test_a_deeply_nested_list_is_a_strange_name_not_an_error() -> None:
    assert len(author_names("[" * 100_000 + "]" * 100_000)) == 1
