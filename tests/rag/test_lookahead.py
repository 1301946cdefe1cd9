"""Looking ahead in a text that is still coming."""

import pytest

from rag.lookahead import Lookahead, Undecided


def test_past_the_end_of_a_whole_text_stands_nothing() -> None:
    ahead = Lookahead("ab", whole=True)
    assert ahead.sign(2) == ""
    assert not ahead.starts("bc", 1)
    assert ahead.past_blanks(2) == 2
    assert ahead.find("c", 0, 9) is None


def test_past_the_end_of_a_text_to_come_nothing_is_decided() -> None:
    ahead = Lookahead("ab", whole=False)
    for ask in (
        lambda: ahead.sign(2),
        lambda: ahead.starts("bc", 1),
        lambda: ahead.past_blanks(2),
        lambda: ahead.find("c", 0, 9),
    ):
        with pytest.raises(Undecided):
            ask()


def test_what_has_come_decides() -> None:
    ahead = Lookahead("a  b\nc", whole=False)
    assert ahead.sign(0) == "a"
    assert not ahead.starts("ax", 0)
    assert ahead.past_blanks(1) == 3
    assert ahead.find("b", 0, 9) == 3
    assert ahead.find("c", 0, 9) is None
    assert ahead.find("c", 0, 9, stop=None) == 5
    assert ahead.find("z", 0, 3) is None


def test_a_sign_repeated_for_ever_is_not_waited_for() -> None:
    assert Lookahead(" " * 100, whole=False).past_blanks(0) == 40
