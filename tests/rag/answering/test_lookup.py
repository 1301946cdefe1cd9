import pytest

from tests.support.world import World


@pytest.mark.parametrize(
    "question",
    [
        "Which GPU does LeafClock run on?",
        "What accuracy does SignGNN reach?",
        "Which three trade networks does SignGNN use?",
        "Which of the games does Curious Again play, Pong or Breakout?",
        "How many countries does WhaleSpotter cover?",
        "By how much does CrystalDrift lower the error?",
        "In the paper on night buses, which cities are studied by name?",
        "number of heads in PebbleAttention",
        "How many gigabytes does PebbleAttention need?",
        "By what percentage does LeafClock lower the error?",
        "Was LeafClock tried on mushrooms?",
        "Does WhaleSpotter listen to sonar?",
        "Can SignGNN predict broken legs?",
        "Is PebbleAttention used for protein docking?",
    ],
)
def test_what_an_abstract_does_not_give_is_declined(world: World, question: str) -> None:
    assert world.ask(question).abstained


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("How many sites was LeafClock tested on?", "14 sites"),
        ("How long does WhaleSpotter take per image?", "0.4 seconds"),
        ("What speed-up does PebbleAttention have?", "3.1 times"),
        ("By what factor does memory shrink with PebleAttention?", "6.5"),
        ("Which fares are compared in the night bus paper?", "$5 and $10"),
        ("What did readers overlook in the trial with office workers?", "wrong numbers"),
        ("CrystalDrift: how many hours of training, and on what hardware?", "11 hours on one GPU"),
        ("Which farms logs are too cautious, according to the irrigation paper?", "dry soils"),
        ("DryGuard?", "penalty, called DryGuard"),
        ("What percentage of animals does WhaleSpotter find?", "91%"),
        ("Does LeafClock use soil moisture?", "soil moisture and day length"),
        ("Is WhaleSpotter convolutional?", "a convolutional network"),
        ("Does SignGNN beat unsigned baselines?", "better than unsigned baselines"),
        ("Do trained observers find fewer animals than WhaleSpotter?", "84% for two trained"),
    ],
)
def test_what_an_abstract_gives_is_quoted(world: World, question: str, fact: str) -> None:
    answer = world.ask(question)
    assert not answer.abstained
    assert fact in answer.answer


@pytest.mark.parametrize(
    "question",
    [
        "Which paper does image compression?",
        "Who proposed a method for speech recognition?",
        "How does network pruning work?",
        "What is the paper on online auctions about?",
    ],
)
def test_a_topic_of_a_few_words_that_no_paper_has_is_declined(world: World, question: str) -> None:
    assert world.ask(question).abstained


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Which paper does conformal prediction?", "spiking sensors"),
        ("Who proposed a method for river forecasts?", "RiverBench"),
        ("How does sparse attention work?", "PebbleAttention"),
        ("What is the paper on night buses about?", "night buses"),
    ],
)
def test_a_topic_of_a_few_words_that_a_paper_has_is_answered_from_it(
    world: World, question: str, name: str
) -> None:
    answer = world.ask(question)
    assert not answer.abstained
    assert answer.citations[0].paper_id == world.paper_id(name)


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("Which benchmark has 1120 gauges?", "1,120 gauges"),
        ("Who asked 212 workers?", "212 office workers"),
        ("Which model needs 6.5 times less memory?", "$6.5$"),
    ],
)
def test_the_paper_that_gives_a_figure_is_quoted_where_it_does(
    world: World, question: str, fact: str
) -> None:
    answer = world.ask(question)
    assert not answer.abstained
    assert fact in answer.citations[0].quote


@pytest.mark.parametrize(
    "question", ["Which benchmark has 400 gauges?", "Which model needs 7.5 times less memory?"]
)
def test_a_figure_that_no_paper_gives_is_declined(world: World, question: str) -> None:
    assert world.ask(question).abstained


@pytest.mark.parametrize(
    "question",
    ["What is WhaleSpotter?", "Tell me more about WhaleSpotter", "do you know LeafClock?"],
)
def test_what_something_is_begins_where_it_is_introduced(world: World, question: str) -> None:
    answer = world.ask(question)
    assert not answer.abstained
    assert answer.citations[0].quote.startswith(
        ("We introduce WhaleSpotter", "We present LeafClock")
    )


@pytest.mark.parametrize(
    "question",
    [
        "What are the limitations of LeafClock?",
        "drawbacks of WhaleSpotter",
        "WhaleSpotter's weaknesses",
    ],
)
def test_what_others_lack_is_not_taken_for_a_limit_of_the_paper(
    world: World, question: str
) -> None:
    assert world.ask(question).abstained


@pytest.mark.parametrize(
    "question", ["Summarize WhaleSpotter", "summary of the WhaleSpotter paper"]
)
def test_a_summary_of_one_paper_tells_its_problem_its_proposal_and_its_finding(
    world: World, question: str
) -> None:
    told = " ".join(claim.text for claim in world.ask(question).claims)
    assert "slow work" in told
    assert "marks candidate animals" in told
    assert "91%" in told
