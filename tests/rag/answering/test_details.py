import pytest

from rag.answering.details import Details


def _given(question: str, sentence: str) -> bool:
    return all(gives.search(sentence) for gives in Details.load().asked_by(question))


def test_a_detail_of_training_is_given_only_by_words_that_name_it() -> None:
    assert not _given("Which learning rate was used?", "We train OwlNet on ten rivers.")
    assert _given("Which learning rate was used?", "A learning rate of 0.1 suffices.")


def test_hardware_is_given_by_the_name_of_a_chip() -> None:
    assert _given("On what hardware was it trained?", "Training took a day on one A100.")
    assert not _given("On what hardware was it trained?", "Training is cheap.")


def test_people_who_took_part_are_given_by_their_number() -> None:
    assert not _given("How many people took part?", "A trial shows that hints help.")
    assert _given("How many people took part?", "In a trial with 120 participants hints help.")


def test_both_of_two_details_are_asked_for() -> None:
    assert len(Details.load().asked_by("Which optimizer and which batch size?")) == 2


def test_a_question_for_what_abstracts_say_asks_for_no_detail() -> None:
    assert Details.load().asked_by("How does OwlNet find owls?") == []


def test_a_pattern_between_slashes_is_taken_as_it_is() -> None:
    ((asks, gives),) = Details.of(["# comment", r"moon > /\d+ moons/"]).kinds
    assert asks.search("which moons") and gives.search("79 moons") and not gives.search("moons")


@pytest.mark.parametrize("line", ["moon; moons", "moon >", "> moons", "moon > moons > stars"])
def test_a_line_that_does_not_say_what_gives_a_detail_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="terms are needed on both sides"):
        Details.of([line])


def test_who_paid_is_told_by_words_of_funding_alone() -> None:
    assert _given("Who funded it?", "The work is funded by the owl trust.")
    assert not _given("Who funded it?", "Experts count owls.")


def test_a_series_of_time_says_nothing_of_how_long_a_thing_takes() -> None:
    assert not _given("What is the runtime in seconds?", "We watch time series of owls.")
    assert _given("What is the runtime?", "It cuts the time of a night in half.")
    assert _given("What is the runtime in seconds?", "It is through in 30 seconds of time.")
