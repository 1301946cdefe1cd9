import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rag.collection import Collection
from rag.ingest import IngestReport, ingest
from rag.library import Library
from rag.papers import Source
from rag.settings import Settings
from tests.support.embedders import BagOfWords

OWLS = "Owls hunt mice at night. We present OwlNet, a network that hears them."
MICE = "Mice hide from owls in winter. They sleep under the snow until it melts."


def _library(home: Path) -> Library:
    return Library(Settings(home=home))  # type: ignore[call-arg]


def _list(folder: Path, name: str, *abstracts: str) -> Path:
    file = folder / name
    file.write_text("A list\n\n" + "\n\n".join(abstracts) + "\n", "utf-8")
    return file


def _contents(collection: Collection) -> list[tuple[object, ...]]:
    return sorted((one.paper.id, one.paper, one.keys, one.texts) for one in collection.papers())


@pytest.fixture
def embedder() -> BagOfWords:
    return BagOfWords()


@pytest.fixture
def collection(tmp_path: Path, embedder: BagOfWords) -> Collection:
    return _library(tmp_path / "home").open_or_create("papers", embedder)


def test_a_list_becomes_papers_with_their_places(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    report = ingest([_list(tmp_path, "a.txt", OWLS, MICE)], collection, embedder)
    assert (report.entries, report.added) == (2, 2)
    by_place = {one.paper.sources: one.paper.abstract for one in collection.papers()}
    assert by_place == {(Source("a.txt", 1),): OWLS, (Source("a.txt", 2),): MICE}


def test_who_waits_is_told_how_much_has_been_dealt_with(
    tmp_path: Path,
    collection: Collection,
    embedder: BagOfWords,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Told:
        def __init__(self) -> None:
            self.steps: list[tuple[int, float]] = []

        def advanced(self, entries: int, share: float) -> None:
            self.steps.append((entries, share))

        def told(self, line: str) -> None:
            raise AssertionError(line)

    monkeypatch.setattr("rag.ingest.BATCH", 1)
    lists = [_list(tmp_path, "a.txt", OWLS), _list(tmp_path, "b.txt", MICE)]
    told = Told()
    ingest(lists, collection, embedder, told)
    sizes = [one.stat().st_size for one in lists]
    assert told.steps == [(1, sizes[0] / sum(sizes)), (1, 1.0)]


def test_ingesting_again_changes_nothing_and_embeds_nothing(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    lists = [_list(tmp_path, "a.txt", OWLS), _list(tmp_path, "b.txt", MICE, OWLS)]
    ingest(lists, collection, embedder)
    before, revision, embedded = _contents(collection), collection.revision, embedder.embedded
    report = ingest(reversed(lists), collection, embedder)
    assert (report.added, report.updated, report.known) == (0, 0, 3)
    assert _contents(collection) == before
    assert (collection.revision, embedder.embedded) == (revision, embedded)


def test_the_same_abstract_in_two_lists_is_one_paper_that_knows_both(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    other = OWLS.replace("mice at", "mice\nat").replace(" –", "—")
    ingest(
        [_list(tmp_path, "a.txt", OWLS), _list(tmp_path, "b.txt", MICE, other)],
        collection,
        embedder,
    )
    (owls,) = (one for one in collection.papers() if "OwlNet" in one.paper.abstract)
    assert owls.paper.sources == (Source("a.txt", 1), Source("b.txt", 2))


def test_of_two_spellings_the_cleaner_stays_with_its_passages_whichever_comes_first(
    tmp_path: Path, embedder: BagOfWords
) -> None:
    marked = OWLS.replace("Owls hunt", "**Owls**  hunt")
    lists = [_list(tmp_path, "a.txt", marked), _list(tmp_path, "b.txt", OWLS)]
    stored = []
    for number, order in enumerate([lists, lists[::-1]]):
        collection = _library(tmp_path / f"home{number}").open_or_create("papers", embedder)
        for one in order:
            ingest([one], collection, embedder)
        stored.append(_contents(collection))
        (owls,) = collection.papers()
        assert owls.paper.abstract == OWLS
        assert [OWLS[start:end][-1] for start, end in owls.sentences] == [".", "."]
        assert collection.summary().passages == 1
    assert stored[0] == stored[1]


def test_an_export_gives_a_bare_abstract_its_title_without_embedding_it_again(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    ingest([_list(tmp_path, "a.txt", OWLS)], collection, embedder)
    (before,) = collection.papers()
    assert not before.paper.title_given
    embedded = embedder.embedded
    export = tmp_path / "export.json"
    export.write_text(json.dumps([{"title": "Hearing Owls", "abstract": OWLS, "year": 2024}]))
    report = ingest([export], collection, embedder)
    (paper,) = (one.paper for one in collection.papers())
    assert (report.updated, embedder.embedded) == (1, embedded)
    assert (paper.title, paper.title_given, paper.year) == ("Hearing Owls", True, 2024)
    assert paper.id == before.paper.id


def test_an_edited_abstract_is_a_new_version_where_its_list_has_keys(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    export = tmp_path / "export.jsonl"
    export.write_text(json.dumps({"id": "x1", "title": "Owls", "abstract": OWLS}) + "\n")
    ingest([export], collection, embedder)
    edited = OWLS.replace("at night", "at dusk")
    export.write_text(json.dumps({"id": "x1", "title": "Owls", "abstract": edited}) + "\n")
    report = ingest([export], collection, embedder)
    (stored,) = collection.papers()
    assert (report.versions, report.added) == (1, 0)
    assert stored.paper.abstract == edited
    assert len(stored.texts) == 2
    assert collection.summary().passages == 1


@pytest.mark.parametrize("batch", [1, 128])
def test_a_key_that_a_list_gives_to_several_texts_tells_no_paper(
    tmp_path: Path,
    collection: Collection,
    embedder: BagOfWords,
    monkeypatch: pytest.MonkeyPatch,
    batch: int,
) -> None:
    monkeypatch.setattr("rag.ingest.BATCH", batch)
    export = tmp_path / "export.jsonl"

    def write(*abstracts: str) -> IngestReport:
        records = [{"id": "0", "title": text[:4], "abstract": text} for text in abstracts]
        export.write_text("\n".join(map(json.dumps, records)))
        return ingest([export], collection, embedder)

    assert write(OWLS, MICE).added == 2
    before = _contents(collection)
    again = write(OWLS, MICE)
    assert (again.known, again.versions, _contents(collection)) == (2, 0, before)
    edited = write(MICE, OWLS.replace("at night", "at dusk"))
    assert (edited.added, edited.versions) == (1, 0)


def test_a_list_that_repeats_a_paper_is_remembered_by_its_first_places(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    export = tmp_path / "export.jsonl"
    records = [{"id": number, "title": "Owls", "abstract": OWLS} for number in range(40)]
    export.write_text("\n".join(map(json.dumps, records)))
    ingest([export], collection, embedder)
    (stored,) = collection.papers()
    assert [source.position for source in stored.paper.sources] == [*range(1, 11)]
    assert len(stored.keys) == 16


def test_an_edited_abstract_without_a_key_is_a_new_paper(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    ingest([_list(tmp_path, "a.txt", OWLS)], collection, embedder)
    report = ingest([_list(tmp_path, "a.txt", OWLS.replace("night", "dusk"))], collection, embedder)
    assert (report.added, collection.summary().papers) == (1, 2)


def test_good_lists_are_taken_beside_bad_ones_and_nothing_is_lost(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    ingest([_list(tmp_path, "a.txt", OWLS)], collection, embedder)
    bad = tmp_path / "empty.txt"
    bad.touch()
    report = ingest(
        [tmp_path / "absent.txt", bad, _list(tmp_path, "b.txt", MICE)], collection, embedder
    )
    assert report.added == 1
    assert [line.split(":")[0] for line in report.refused] == [
        str(tmp_path / "absent.txt"),
        str(bad),
    ]
    assert collection.summary().papers == 2


def test_a_papers_sentence_vectors_survive_storage(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    ingest([_list(tmp_path, "a.txt", OWLS)], collection, embedder)
    (stored,) = collection.papers()
    sentences = [OWLS[start:end] for start, end in stored.sentences]
    assert sentences == [
        "Owls hunt mice at night.",
        "We present OwlNet, a network that hears them.",
    ]
    cosines = (stored.sentence_vectors * embedder.embed(sentences)).sum(axis=1)
    assert cosines.min() > 0.999


def _start_ingest(home: Path, *lists: Path) -> "subprocess.Popen[bytes]":
    program = (
        "import sys; from pathlib import Path; from rag.workspace import Workspace;"
        "from rag.settings import Settings; w = Workspace(Settings(home=Path(sys.argv[1])));"
        "w.ingest([Path(p) for p in sys.argv[2:]], 'papers')"
    )
    return subprocess.Popen([sys.executable, "-c", program, str(home), *map(str, lists)])


@pytest.mark.slow
def test_an_ingest_that_was_killed_is_completed_by_the_next(tmp_path: Path) -> None:
    many = _list(
        tmp_path, "many.txt", *(f"Owl number {n} hunts {n * 7} mice a night." for n in range(300))
    )
    process = _start_ingest(tmp_path / "home", many)
    time.sleep(random.Random(4).uniform(3.5, 5.0))  # noqa: S311 - no secret
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert _start_ingest(tmp_path / "home", many).wait() == 0
    papers = [one.paper.abstract for one in _library(tmp_path / "home").open("papers").papers()]
    assert len(papers) == len(set(papers)) == 300


@pytest.mark.slow
def test_two_ingests_at_once_end_as_one_after_the_other(tmp_path: Path) -> None:
    lists = [
        _list(
            tmp_path, f"{n}.txt", *(f"List {n}, owl {i}, hunts at night." for i in range(60)), OWLS
        )
        for n in range(2)
    ]
    processes = [_start_ingest(tmp_path / "home", one) for one in lists]
    assert [process.wait() for process in processes] == [0, 0]
    collection = _library(tmp_path / "home").open("papers")
    assert collection.summary().papers == 121
    (owls,) = (one.paper for one in collection.papers() if "OwlNet" in one.paper.abstract)
    assert owls.sources == (Source("0.txt", 61), Source("1.txt", 61))


def test_the_five_lists_hold_87_papers_eight_of_them_in_two(
    tmp_path: Path, shared: Path, collection: Collection, embedder: BagOfWords
) -> None:
    report = ingest(sorted((shared / "lists").glob("*.txt")), collection, embedder)
    assert (report.entries, report.added, report.refused) == (95, 87, ())
    assert sum(len(one.paper.sources) == 2 for one in collection.papers()) == 8


@pytest.mark.slow
def test_the_lists_and_the_conference_together_are_2634_papers(
    shared: Path, collection: Collection, embedder: BagOfWords
) -> None:
    lists = sorted((shared / "lists").glob("*.txt"))
    report = ingest([*lists, *(shared / "conference").glob("*.json")], collection, embedder)
    assert report.skipped == {"Workshop": 30, "Tutorial": 12, "Invited Talk": 6}
    papers = [one.paper for one in collection.papers()]
    assert len(papers) == 2_634
    assert all(paper.title_given for paper in papers)


def _titles(collection: Collection) -> dict[str, str]:
    return {one.paper.abstract: one.paper.title for one in collection.papers()}


ALIKE = [
    f"{start} We present FloodGate, a barrier against tides. We also design {part}."
    for start, part in (
        ("Tides rise.", "a hinge of oak for heavy doors"),
        ("Storms come.", "a siren for sleeping villages"),
    )
]


def test_two_papers_are_told_apart_by_what_else_they_are_about(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    for number, abstract in enumerate(ALIKE):
        ingest([_list(tmp_path, f"{number}.txt", abstract)], collection, embedder)
    first, second = (_titles(collection)[abstract] for abstract in ALIKE)
    assert first == "FloodGate: Barrier against tides"
    assert second == "FloodGate: Siren for sleeping villages"


def test_papers_that_say_the_same_are_told_apart_by_a_number(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    abstracts = [f"We study tides. {'We do. ' * count}" for count in range(1, 8)]
    for name, some in (("a.txt", abstracts[:4]), ("b.txt", abstracts[4:])):
        ingest([_list(tmp_path, name, *some)], collection, embedder)
    titles = sorted(_titles(collection).values())
    assert len(set(titles)) == len(abstracts)
    assert "Tides (3)" in titles


def test_a_label_stays_when_its_list_comes_again_or_the_one_before_it_gets_a_title(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    lists = [_list(tmp_path, "a.txt", *ALIKE)]
    export = tmp_path / "export.json"
    export.write_text(json.dumps([{"title": "A Gate for Floods", "abstract": ALIKE[0]}]))
    ingest([*lists, export], collection, embedder)
    before, embedded = _contents(collection), embedder.embedded
    assert _titles(collection)[ALIKE[0]] == "A Gate for Floods"
    report = ingest([*lists, export], collection, embedder)
    assert (report.updated, _contents(collection)) == (0, before)
    assert embedder.embedded == embedded


def test_no_label_is_the_title_that_a_list_gives_another_paper(
    tmp_path: Path, collection: Collection, embedder: BagOfWords
) -> None:
    title = "FloodGate: Barrier against tides"
    export = tmp_path / "export.json"
    export.write_text(json.dumps([{"title": title, "abstract": OWLS}]))
    ingest([export], collection, embedder)
    ingest([_list(tmp_path, "a.txt", ALIKE[0])], collection, embedder)
    titles = _titles(collection)
    assert titles[OWLS] == title
    assert titles[ALIKE[0]] == "FloodGate: Hinge of oak for heavy doors"


def test_a_report_of_nothing_is_all_zeros(collection: Collection, embedder: BagOfWords) -> None:
    report = ingest([], collection, embedder)
    assert report == IngestReport(seconds=report.seconds)
