import shutil
from pathlib import Path

import pytest

from rag.snapshot import Snapshot
from tests.support.world import DATA, World


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A world whose files a test may damage."""
    return World.of(tmp_path_factory.mktemp("own"), DATA / "small.txt")


def _folder(world: World) -> Path:
    within = world.workspace.library.open("papers").folder.iterdir()
    (snapshot,) = (child for child in within if child.is_dir())
    return snapshot


def _reopened(world: World) -> World:
    return World(type(world.workspace)(world.workspace.settings))


def test_papers_are_read_as_they_were_stored(world: World) -> None:
    stored = {one.paper.id: one for one in world.workspace.library.open("papers").papers()}
    assert len(world.snapshot) == len(stored)
    for number, indexed in enumerate(world.snapshot):
        original = stored[world.snapshot.ids[number]]
        assert (indexed.paper, indexed.sentences) == (original.paper, original.sentences)
        vectors, begins = world.snapshot.sentence_vectors([number])
        assert begins == [0]
        assert (vectors * original.sentence_vectors).sum(axis=1).min() > 0.995


def test_sentence_vectors_of_several_papers_say_where_each_begins(world: World) -> None:
    vectors, begins = world.snapshot.sentence_vectors([3, 0, 3])
    counts = [len(world.snapshot[number].sentences) for number in (3, 0, 3)]
    assert begins == [0, counts[0], counts[0] + counts[1]]
    assert len(vectors) == sum(counts)


def test_a_lost_index_is_made_again_with_the_same_ranking(own: World) -> None:
    before = own.ask("Which papers study reinforcement learning?")
    shutil.rmtree(_folder(own).parent)
    after = _reopened(own).ask("Which papers study reinforcement learning?")
    assert (after.answer, after.papers) == (before.answer, before.papers)


@pytest.mark.parametrize("name", ["derived.json", "vectors.npy", "lexical", "sentences/words.json"])
def test_a_damaged_index_is_made_again(own: World, name: str) -> None:
    before = own.ask("What is LeafClock?")
    damaged = _folder(own) / name
    if damaged.is_dir():
        shutil.rmtree(damaged)
    else:
        cut = damaged.read_bytes()[:20]
        damaged.unlink()  # whoever has it mapped keeps it whole
        damaged.write_bytes(cut)
    assert _reopened(own).ask("What is LeafClock?").answer == before.answer


def test_an_index_follows_its_collection_and_the_old_one_goes(own: World, tmp_path: Path) -> None:
    more = tmp_path / "more.txt"
    more.write_text(
        "List\n\nZebras graze beside gnus. We present ZebraNet, which counts stripes.\n"
    )
    old = _folder(own)
    own.workspace.ingest([more], "papers")
    assert own.ask("What is ZebraNet?").citations[0].sources[0].list == "more.txt"
    assert not old.exists()
    assert _folder(own).exists()


def test_papers_are_called_by_titles_heads_and_coined_names(tmp_path: Path) -> None:
    export = tmp_path / "export.json"
    export.write_text(
        '[{"title": "OwlNet: Hearing at Night", "abstract": "Owls hear mice. We propose Strix-9, '
        'which hears them from far away."}]'
    )
    world = World.of(tmp_path / "home", export)
    for name in ("OwlNet", "Strix-9", "OwlNet: Hearing at Night"):
        assert [mention.papers for mention in world.snapshot.names.find(f"What is {name}?")] == [
            (0,)
        ]


def test_an_empty_collection_has_an_empty_index(tmp_path: Path) -> None:
    world = World.of(tmp_path)
    assert len(world.snapshot) == 0
    assert Snapshot.open(tmp_path / "again", "r", list).ids == ()
    for question in ("Which papers study owls?", "What is X?", "What topics are here?", "A vs B"):
        assert world.ask(question).abstained
