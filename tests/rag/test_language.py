"""Telling English questions from others."""

import json
from pathlib import Path

import pytest

from rag.language import is_english, is_other_script
from tests.support.world import DATA

OTHERS = """
Welche Arbeiten untersuchen Verstärkungslernen?
Was ist RiverBench?
Wie viele Pegel hat RiverBench?
und mit Graphen?
Gibt es Arbeiten über Diffusionsmodelle?
Quels articles étudient l'apprentissage par renforcement ?
Qu'est-ce que LeafClock ?
Combien de jauges dans RiverBench ?
Comment PebbleAttention réduit-il la mémoire ?
¿Qué artículos tratan de modelos de difusión?
Cuántas imágenes usa WhaleSpotter
¿Cuál es la diferencia entre DryGuard y SignGNN?
Quali articoli studiano i modelli di diffusione?
Che cosa propone SignGNN?
Quais artigos estudam modelos de difusão?
O que é RiverBench e quantos sensores tem?
Welke artikelen gaan over grafen?
Hoeveel beelden gebruikt WhaleSpotter?
Vilka artiklar handlar om diffusionsmodeller?
Hvilke artikler handler om diffusjonsmodeller?
Mitkä artikkelit käsittelevät diffuusiomalleja?
Które artykuły dotyczą modeli dyfuzyjnych?
Co to jest RiverBench?
Které články se zabývají grafovými sítěmi?
Hangi makaleler difüzyon modellerini inceliyor?
RiverBench nedir?
Bài báo nào nghiên cứu mô hình khuếch tán?
Makalah mana yang membahas model difusi?
Care sunt articolele despre grafuri?
Melyik cikk szól a gráfokról?
哪些论文研究扩散模型？
RiverBench有多少个测站？
LLM和RL有什么区别？
拡散モデルについての論文はどれですか？
확산 모델을 연구한 논문은?
Какие статьи изучают диффузионные модели?
Что такое RiverBench?
ما هي الأوراق التي تدرس نماذج الانتشار؟
אילו מאמרים עוסקים במודלי דיפוזיה?
कौन से शोधपत्र प्रसार मॉडल का अध्ययन करते हैं?
งานวิจัยใดศึกษาแบบจำลองการแพร่
Ποιες εργασίες μελετούν μοντέλα διάχυσης;
""".strip().splitlines()

ENGLISH = """
Which papers study reinforcement learning?
diffusion models
GNN
health care for men
chi-squared tests
kernels and nu-SVM
LeafClock
RL for LLMs?
de novo protein design
in vivo and in vitro data
What is Rényi accounting?
Who is behind La-MCTS and DE-OP?
von Neumann entropy
papers by Erdős
which of them use a benchmark?
and for RL?
the second one
El Niño forecasts
naïve Bayes
Does $\\alpha$-divergence help?
What does 扩散 mean in these papers?
Pareto fronts, per se
Code: https://github.com/example/die-der-das.com
""".strip().splitlines()


@pytest.mark.parametrize("question", OTHERS)
def test_a_question_in_another_language_is_told(question: str) -> None:
    assert not is_english(question)


@pytest.mark.parametrize("question", ENGLISH)
def test_english_is_english_with_foreign_names_formulas_and_links(question: str) -> None:
    assert is_english(question)


def test_no_sentence_of_an_english_list_is_taken_for_another_language() -> None:
    text = (DATA / "small.txt").read_text("utf-8")
    assert all(is_english(line) for line in text.replace(". ", ".\n").splitlines())


def test_no_title_of_a_conference_is_taken_for_another_language(shared: Path) -> None:
    file = shared / "conference" / "ICML 2024 Events.json"
    if not file.exists():
        pytest.skip("the conference is not beside this checkout")
    titles = {one.get("name") or one.get("title") for one in _records(json.loads(file.read_text()))}
    assert len(titles) > 2_000
    assert [title for title in titles if title and not is_english(title)] == []


def _records(data: object) -> list[dict[str, str]]:
    if isinstance(data, dict):
        inner = [one for value in data.values() for one in _records(value)]
        return [data, *inner] if isinstance(data.get("abstract"), str) else inner
    return [one for value in data for one in _records(value)] if isinstance(data, list) else []


@pytest.mark.parametrize(
    ("text", "other"),
    [("RiverBench有多少个测站？", True), ("the ε-δ of Шор", False), ("", False), ("123 ?", False)],
)
def test_a_script_is_told_by_most_letters(text: str, other: bool) -> None:
    assert is_other_script(text) is other
