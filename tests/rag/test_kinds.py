import pytest

from rag.kinds import is_bare_topic, kind_of, want_of
from rag.wording import Want

KINDS = {
    "listing": [
        "Which papers study conformal prediction?",
        "papers on owls",
        "list everything about owls",
        "any work on owls?",
        "who uses owls?",
        "RL papers that are not offline",
        "benchmarks with code",
        "How many papers are about owls?",
        "Are there papers on rain?",
        "I'm looking for papers that plan a garden",
        "papers where owls are central",
        "rain and snow - is there such a paper?",
        "owl research?",
        "I'm interested in owls, what do you have?",
        "we are looking for everything that explains rain",
        "planning at several levels, who does that?",
        "Do you have anything on owls?",
        "Who is working on owls?",
        "What's available on owls?",
        "What should I read about owls?",
        "In which papers do owls play a role?",
        "Where are owls discussed?",
        "Are owls discussed in any of the papers?",
        "Besides owls, which papers study mice?",
        "papers whose focus is on owls",
        "I'm writing a survey on owls; which papers should I cite?",
    ],
    "lookup": [
        "What is LeafClock?",
        "How many datasets does CurBench have?",
        "On how many datasets is it tested?",
        "Which paper predicts the fall of leaves?",
        "Where is the code of RiverBench?",
        "What happens when different owls are raised on the same models?",
        "What is the same for different owl models?",
    ],
    "comparison": [
        "How do A and B differ?",
        "compare the papers on owls",
        "LeafClock vs RiverBench",
        "What is the difference between A and B?",
        "How different are A and B?",
        "Is A different from B?",
        "What do A and B do differently?",
    ],
    "overview": [
        "What topics are here?",
        "How many papers are there?",
        "summarise the graph papers",
        "what is the state of owl research?",
        "give me a summary of the owl papers",
        "LeafClock in a nutshell",
        "What kinds of papers are in here?",
        "what does this collection cover?",
        "How big is the collection?",
        "cluster the papers by topic",
    ],
    "other": ["hello", "thanks!", "who are you?", "???"],
}


@pytest.mark.parametrize(
    ("question", "kind"), [(one, kind) for kind, questions in KINDS.items() for one in questions]
)
def test_the_kind_of_a_question_is_told(question: str, kind: str) -> None:
    assert kind_of(question) == kind


@pytest.mark.parametrize(
    ("question", "want"),
    [
        ("How many gauges are there?", Want.NUMBER),
        ("Where can I find the code?", Want.LINK),
        ("Who wrote it?", Want.PEOPLE),
        ("In what year did it appear? what year", Want.DATE),
        ("What is LeafClock?", Want.ANY),
    ],
)
def test_the_form_of_an_answer_is_told(question: str, want: Want) -> None:
    assert want_of(question) == want


@pytest.mark.parametrize(
    "topic",
    [
        "owls at night",
        "sound: owls, frogs",
        "owls / frogs / newts",
        "rain (drizzle, hail ...)",
        "owls + frogs",
    ],
)
def test_a_topic_is_told_however_it_is_punctuated(topic: str) -> None:
    assert is_bare_topic(topic)


@pytest.mark.parametrize("question", ["How do owls hunt?", "what owls eat", "tell me of owls"])
def test_a_question_is_no_bare_topic(question: str) -> None:
    assert not is_bare_topic(question)


@pytest.mark.parametrize("question", ["a" * 4_000 + "!", "owl/" * 1_000 + "!", "owl, " * 800 + "!"])
def test_a_long_run_of_signs_is_no_topic_and_is_told_without_trying_every_cut(
    question: str,
) -> None:
    assert not is_bare_topic(question)
    assert kind_of(question) == "lookup"
