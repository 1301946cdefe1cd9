import pytest

from rag.wording import Trait, split


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Which papers study conformal prediction?", "conformal prediction"),
        ("papers on graph neural networks", "graph neural networks"),
        ("List everything about owls, please", "owls"),
        ("any work on privacy?", "privacy"),
        ("Who uses Gaussian processes?", "Gaussian processes"),
        ("What work is there on federated learning?", "federated learning"),
        ("Show me all papers that deal with rain", "rain"),
        ("graph papers that use attention", "graph attention"),
        ("Are there papers about code generation?", "code generation"),
        ("any work on owls? barn owls count too", "owls"),
        ("experiments on mice", "mice"),
        ("Papers that say something on frost", "frost"),
        ("Please recommend some papers on storms", "storms"),
        ("give me three papers about storms", "storms"),
        ("the top 5 papers on storms", "storms"),
        ("a few relevant articles on storms", "storms"),
        ("papers on three storms", "three storms"),
        ("I'm interested in storms, what do you have?", "storms"),
        ("describe papers on storms", "storms"),
        ("Which papers adress storms?", "storms"),  # codespell:ignore adress
        ("storms at sea, who studies that?", "storms at sea"),
    ],
)
def test_the_topic_is_what_the_frame_of_a_question_leaves(question: str, topic: str) -> None:
    assert split(question).topic == topic


@pytest.mark.parametrize(
    ("question", "topic", "excluded"),
    [
        ("RL papers that are not offline", "RL", ("offline",)),
        ("papers on vision except segmentation", "vision", ("segmentation",)),
        ("papers about owls, but not about mice", "owls", ("mice",)),
        ("Which owl papers do not use cameras?", "owl", ("cameras",)),
    ],
)
def test_what_a_question_excludes_is_told_from_its_topic(
    question: str, topic: str, excluded: tuple[str, ...]
) -> None:
    parts = split(question)
    assert (parts.topic, parts.excluded) == (topic, excluded)


@pytest.mark.parametrize(
    ("question", "topic", "traits"),
    [
        ("benchmarks with code", "", {Trait.RESOURCE, Trait.CODE}),
        ("theory papers on transformers", "transformers", {Trait.THEORY}),
        ("Which papers are position papers?", "", {Trait.POSITION}),
        ("papers on owls that release their code", "owls", {Trait.CODE}),
        ("Which papers introduce a new dataset?", "", {Trait.RESOURCE}),
    ],
)
def test_traits_are_told_from_the_topic(question: str, topic: str, traits: set[Trait]) -> None:
    parts = split(question)
    assert (parts.topic, parts.traits) == (topic, traits)


def test_released_code_is_a_trait_to_its_last_letter() -> None:
    parts = split("owl papers where code is released")
    assert (parts.topic, parts.traits) == ("owl", frozenset({Trait.CODE}))


def test_a_question_whether_there_is_such_a_paper_is_no_part_of_the_topic() -> None:
    assert split("Both owls and newts - is there such a paper?").topic == "Both owls and newts"
