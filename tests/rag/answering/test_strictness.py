"""Which models are trusted, by what the check found in their sentences."""

import pytest

from rag.answering.strictness import Counts, decide


@pytest.mark.parametrize(
    ("counts", "strict"),
    [
        (Counts(), True),
        (Counts(supported=3), True),
        (Counts(supported=10), False),
        (Counts(supported=19, unsupported=1), False),
        (Counts(supported=15, partial=4, unsupported=1), False),
        (Counts(supported=12, unsupported=8), True),
        (Counts(supported=2, unsupported=26), True),
        (Counts(unsupported=5), True),
    ],
)
def test_a_model_is_trusted_once_its_sentences_are_surely_borne_out(
    counts: Counts, strict: bool
) -> None:
    assert decide(counts, "m").strict is strict


@pytest.mark.parametrize("user", [True, False])
def test_what_the_user_says_is_done_whatever_the_record(user: bool) -> None:
    for counts in (Counts(), Counts(supported=99), Counts(unsupported=99)):
        assert decide(counts, "m", user).strict is user


def test_the_reason_is_told() -> None:
    assert decide(Counts(), "m").told == (
        "Sentences that no paper bears out are left out: no sentence of m has been checked yet"
    )
    assert decide(Counts(supported=3), "m").why == (
        "3 of the last 3 sentences of m were borne out, too few to trust it"
    )
    assert decide(Counts(18, 1, 1), "m").told == (
        "Sentences that no paper bears out are marked, not left out: "
        "19 of the last 20 sentences of m were borne out"
    )
    assert decide(Counts(), "m", user=True).told.endswith(": PAPERCHAT_STRICT says so")
