from rag.errors import InputError
from rag.readers.outcome import Refusal, Skipped


def test_a_refusal_says_where_what_and_what_to_do() -> None:
    assert (
        str(Refusal("lists/a.txt:7", "the line is not JSON", "Repair it"))
        == "lists/a.txt:7: the line is not JSON. Repair it."
    )


def test_a_refusal_says_what_the_error_says() -> None:
    error = InputError("it is a folder", where="lists", remedy="Name its files")
    assert str(Refusal.of(error)) == str(error)


def test_a_refusal_stays_on_its_line_and_steers_no_terminal() -> None:
    refusal = Refusal("a\nb\x1b[31m.txt\udce9", "it is\r\nempty", "Fill it")
    assert str(refusal) == "a b[31m.txt\ufffd: it is empty. Fill it."


def test_what_was_skipped_is_counted_by_kind() -> None:
    assert str(Skipped("events.json", "Workshop", 30)) == "events.json: 30 skipped (Workshop)."
