import pytest

from rag.words import inflections, parts, words


def test_a_hyphenated_word_counts_as_its_parts_and_as_a_whole() -> None:
    assert words("Pre-training") == ["pre", "train", "pretrain"]


@pytest.mark.parametrize(("one", "other"), [("Rényi", "renyi"), ("naïve", "naive")])
def test_accents_do_not_tell_two_words_apart(one: str, other: str) -> None:
    assert words(one) == words(other)


def test_greek_letters_and_other_scripts_are_words() -> None:
    assert words("β") == ["β"]
    assert words("图神经网络") == ["图神", "神经", "经网", "网络"]


def test_an_acronym_has_no_plural() -> None:
    assert words("GPUs, GNNs and LLMs") == words("GPU GNN LLM")
    assert inflections("MLPs on GPUs") == inflections("MLP on GPU")


def test_words_of_questions_say_nothing() -> None:
    assert words("Which of them is about the owls?") == ["owl"]


def test_inflections_fold_what_stemming_would_confuse() -> None:
    assert inflections("pruned pruning") == ["prun", "prun"]
    assert inflections("conformal") != inflections("conformers")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("WingNet", ["wing", "net"]),
        ("E3-FaceNet", ["face", "net"]),
        ("BERTScore and MLPMixer", ["bert", "score", "mlp", "mixer"]),
        ("PyTorch, AlphaGo, LoRA", ["torch", "alpha"]),
        ("GNNs, LLMs, DNNs and PEFTs", []),
        ("Wing net, WINGNET, wingnet", []),
    ],
)
def test_capitals_show_what_a_name_is_joined_of(text: str, found: list[str]) -> None:
    assert parts(text) == found
