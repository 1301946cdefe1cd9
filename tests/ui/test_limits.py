"""How much one visitor may ask."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from ui.limits import OWNER, Limits, TooMany


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_visitor_waits_for_the_minute_to_pass_and_is_told_how_long() -> None:
    clock = Clock()
    limits = Limits(per_minute=2, at_once=9, clock=clock)
    for clock.now in (0.0, 10.0):
        with limits.question("ada"):
            pass
    clock.now = 20.0
    with pytest.raises(TooMany) as told, limits.question("ada"):
        pass
    assert str(told.value) == (
        "One moment, please: you have asked 2 questions within a minute. Ask again in 40 seconds."
    )
    clock.now = 60.0
    with limits.question("ada"):
        pass


def test_a_visitor_has_so_many_questions_answered_at_once() -> None:
    limits = Limits(per_minute=9, at_once=2)
    with ExitStack() as answering:
        answering.enter_context(limits.question("ada"))
        answering.enter_context(limits.question("ada"))
        with pytest.raises(TooMany, match="2 of your questions are still being answered"):
            answering.enter_context(limits.question("ada"))
        with limits.question("bob"):
            pass
    with limits.question("ada"):
        pass


def test_a_question_that_failed_is_not_being_answered_any_more() -> None:
    limits = Limits(per_minute=9, at_once=1)
    with pytest.raises(KeyError), limits.question("ada"):
        raise KeyError
    with limits.question("ada"):
        pass


def test_whoever_sits_at_the_machine_is_not_limited() -> None:
    limits = Limits(per_minute=1, at_once=1)
    with ExitStack() as answering:
        for _ in range(50):
            answering.enter_context(limits.question(OWNER))


def test_visitors_who_have_gone_are_forgotten() -> None:
    clock = Clock()
    limits = Limits(per_minute=1, at_once=1, clock=clock)
    for number in range(10_001):
        with limits.question(str(number)):
            pass
    clock.now = 61.0
    with limits.question("ada"):
        assert len(limits._visitors) == 1
