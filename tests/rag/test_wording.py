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
        ("Could you point me to work on storms?", "storms"),
        ("Do you have anything on storms?", "storms"),
        ("What has been done on storms?", "storms"),
        ("What's available on storms?", "storms"),
        ("What should I read about storms?", "storms"),
        ("I'd like to learn more about storms", "storms"),
        ("look up storms", "storms"),
        ("Is anybody working on storms here?", "storms"),
        ("Which papers make use of storms?", "storms"),
        ("Which papers are based on storms?", "storms"),
        ("Which papers fall under storms?", "storms"),
        ("Which new techniques exist for storms?", "storms"),
        ("In which papers do storms play a role?", "storms"),
        ("Are storms discussed in any of the papers?", "storms"),
        ("storms - which papers?", "storms"),
        ("list every single paper that has to do with storms in some way", "storms"),
        ("I'm writing a survey on storms; which papers should I cite?", "storms"),
        ("papers blaming storms for something", "blaming storms"),
        ("single-cell data", "single-cell data"),
        ("learning to rank", "learning to rank"),
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
        ("Besides owls, which papers study mice?", "mice", ("owls",)),
        ("papers on owls (not barn owls)", "owls", ("barn owls",)),
        ("owl papers, no cameras please", "owl", ("cameras",)),
        ("papers on owls rather than mice", "owls", ("mice",)),
        ("papers on owls that have nothing to do with mice", "owls", ("mice",)),
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
        ("owl papers that come with a new benchmark", "owl", {Trait.RESOURCE}),
        ("Which papers on owls give theoretical guarantees?", "owls", {Trait.THEORY}),
        ("Do you have anything on owls?", "owls", set()),
        ("Do you have something on owls?", "owls", set()),
        ("owl papers that prove something", "owl", {Trait.THEORY}),
        ("any with theory?", "", {Trait.THEORY}),
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
