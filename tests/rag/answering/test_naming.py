import pytest

from rag.answering.naming import Named


def _named(question: str, sentence: str, known: frozenset[str] = frozenset()) -> bool:
    asked = Named.of(question, known)
    assert asked is not None
    return asked.given_by(sentence)


@pytest.mark.parametrize(
    "question", ["What is OwlNet?", "On what kinds of datasets is it tested?", "Which owl hoots?"]
)
def test_a_question_for_no_names_asks_for_none(question: str) -> None:
    assert Named.of(question) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "We test it on the NightCalls dataset.",
        "We test it on two datasets, such as calls at dawn.",
        "We test it on farm and forest datasets.",
        "Experiments on NightCalls show that it hears more.",
    ],
)
def test_datasets_are_named_by_a_name_or_by_what_they_are(sentence: str) -> None:
    assert _named("Which datasets does OwlNet use?", sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "We test it on several real-world datasets.",
        "Experiments on three standard benchmarks show that OwlNet hears more.",
        "It hears owls.",
    ],
)
def test_to_count_datasets_names_none(sentence: str) -> None:
    assert not _named("Which datasets does OwlNet use?", sentence)


def test_what_they_are_is_no_name_where_names_are_asked_for() -> None:
    sentence = "We test it on farm and forest datasets."
    assert not _named("List the two datasets of OwlNet.", sentence)
    assert not _named("Which datasets does OwlNet use, by name?", sentence)


def test_a_word_that_is_known_names_nothing() -> None:
    sentence = "We train it on ten PDE datasets."
    assert _named("Which datasets does it use?", sentence)
    assert not _named("Which datasets does it use?", sentence, frozenset({"pde"}))


@pytest.mark.parametrize(
    "sentence",
    ["There are two stages: hooting and hunting.", "A hooting and a hunting stage follow."],
)
def test_a_number_of_things_is_enumerated(sentence: str) -> None:
    assert _named("Which two stages does it have?", sentence)


def test_to_repeat_how_many_there_are_enumerates_nothing() -> None:
    assert not _named("Which two stages does it have?", "It is trained in two different stages.")


def test_baselines_are_named_by_what_is_surpassed() -> None:
    question = "Which baselines does OwlNet beat?"
    assert _named(question, "It outperforms HootFormer.")
    assert not _named(question, "It outperforms several strong baselines.")


def test_people_are_asked_for_by_their_names() -> None:
    question = "Which experts wrote the questions?"
    assert not _named(question, "The questions were written by bird experts.")
    assert _named(question, "The questions were written by Ada Lark.")


def test_what_abstracts_often_list_speaks_for_a_sentence_and_is_not_needed() -> None:
    asked = Named.of("On which tasks does OwlNet help?")
    assert asked is not None
    assert not asked.needed
    assert asked.given_by("It helps on many tasks, such as counting and tagging.")
    assert not asked.given_by("It helps on many tasks.")


def test_whose_something_is_asks_for_a_name_that_is_not_needed() -> None:
    asked = Named.of("Whose conjecture does it answer?")
    assert asked is not None
    assert not asked.needed
    assert asked.given_by("It answers a question of Lark and Wren.")


def test_a_thing_is_named_where_it_is_introduced() -> None:
    asked = Named.of("What is the name of the dataset with owls?")
    assert asked
    assert asked.given_by("We introduce OwlSet, the first extensive and public dataset of owls.")
    assert not asked.given_by("We introduce OwlSet, a model of owls.")
    again = Named.of("Which datasets does OwlSet build on?")
    assert again
    assert not again.given_by("We introduce OwlSet, the first extensive and public dataset.")
