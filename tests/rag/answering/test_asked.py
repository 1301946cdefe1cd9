import pytest

from rag.answering.asked import undescribed


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("barn owls at night: how many are tagged?", "how many are tagged?"),
        ("In the paper on barn owls, what is tagged?", "what is tagged?"),
        ("What is tagged in the study about barn owls?", "What is tagged ?"),
        ("What is tagged in the barn owl paper?", "What is tagged ?"),
        ("Which towers does the paper on barn owls name?", "Which towers does name?"),
        ("What does the paper on owls say about towers?", "What does say about towers?"),
        ("Which owls are tagged?", "Which owls are tagged?"),
    ],
)
def test_what_describes_the_paper_is_left_out(question: str, asked: str) -> None:
    assert " ".join(undescribed(question).split()) == asked
