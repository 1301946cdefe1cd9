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
    ],
)
def test_what_an_abstract_gives_is_quoted(world: World, question: str, fact: str) -> None:
    answer = world.ask(question)
    assert not answer.abstained
    assert fact in answer.answer
