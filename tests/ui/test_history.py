"""What is kept of visitors: conversations, verdicts, and the documents made of them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from eval.questions import read_suite
from rag.answers import Answer
from rag.errors import InputError
from tests.support.world import World
from ui.history import Kept, KeptTurn, Verdict, conversations, follow, verdicts
from ui.suite import suite_zip
from ui.transcripts import transcript


@pytest.fixture(scope="module")
def listing(world: World) -> Answer:
    return world.ask("Which papers study conformal prediction?")


def kept(*questions: str, name: str = "", changed: str = "2026-01-01T00:00:00") -> Kept:
    turns = tuple(KeptTurn(question=one) for one in questions)
    return Kept(name=name, collection="papers", turns=turns, changed=changed)


def test_a_conversation_is_found_again_by_its_visitor_alone(
    tmp_path: Path, listing: Answer
) -> None:
    turn = KeptTurn(question=listing.question, shown="…", answer=listing)
    one = Kept(collection="papers", turns=(turn,))
    conversations(tmp_path, "a").put(one)
    assert conversations(tmp_path, "a").all() == [one]
    assert conversations(tmp_path, "a").get(one.id) == one
    assert conversations(tmp_path, "b").all() == []
    assert conversations(tmp_path, "b").get(one.id) is None
    assert not [file for file in tmp_path.rglob("*") if file.name == "a"]


def test_the_last_conversation_comes_first_and_one_that_is_broken_is_passed_over(
    tmp_path: Path,
) -> None:
    records = conversations(tmp_path, "a")
    older, newer = kept("x", changed="2026-01-01"), kept("y", changed="2026-01-02")
    for one in (newer, older):
        records.put(one)
    (file,) = tmp_path.rglob(f"{older.id}.json")
    file.with_name(f"{'0' * 32}.json").write_text('{"id": "00')
    assert records.all() == [newer, older]
    records.delete(newer.id)
    assert records.all() == [older]


def test_what_is_kept_follows_a_collection_to_its_new_name(tmp_path: Path, listing: Answer) -> None:
    talk, other = kept("x", name="Mine"), kept("y").model_copy(update={"collection": "others"})
    verdict = Verdict(collection="papers", liked=True, turns=("q",), answer=listing)
    conversations(tmp_path, "a").put(talk)
    conversations(tmp_path, "b").put(other)
    verdicts(tmp_path, "b").put(verdict)
    follow(tmp_path, "papers", "new")
    assert conversations(tmp_path, "a").all() == [talk.model_copy(update={"collection": "new"})]
    assert conversations(tmp_path, "b").all() == [other]
    assert verdicts(tmp_path, "b").all() == [verdict.model_copy(update={"collection": "new"})]


@pytest.mark.parametrize("name", ["../../x", "", "a/b", "x" * 400])
def test_an_id_is_never_a_path(tmp_path: Path, name: str) -> None:
    (tmp_path / "x.json").write_text(kept("secret").model_dump_json())
    records = conversations(tmp_path, "a")
    assert records.get(name) is None
    records.delete(name)
    assert (tmp_path / "x.json").exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "history").write_text("")
    with pytest.raises(InputError, match="nothing can be kept there"):
        conversations(tmp_path, "a").put(kept("x"))


def test_a_conversation_is_found_by_all_words_of_it(listing: Answer) -> None:
    turns = (KeptTurn(question="What is it?", answer=listing),)
    one = Kept(name="My Owls", collection="papers", turns=turns)
    assert one.holds("owls WHAT conformal papers")
    assert not one.holds("owls penguins")
    assert (one.title, kept("What?").title) == ("My Owls", "What?")


def test_a_transcript_ends_with_each_reference_once(world: World, listing: Answer) -> None:
    cited = [one.paper_id for one in listing.citations]
    asked = KeptTurn(question="Which  papers\nstudy conformal prediction?", answer=listing)
    turns = (asked, asked, KeptTurn(question="And?", shown="failed"))
    one = Kept(collection="papers", turns=turns, changed="2026-01-02T03:04:05")
    text = transcript(one, world.assistant.papers(cited), "en")
    assert text.startswith(
        "# Which papers study conformal prediction?\n\n*Asked of papers, 2026-01-02*\n\n"
        "## Which papers study conformal prediction?\n\n"
    )
    assert "## And?\n\n—\n" in text
    references = text.split("## References\n\n")[1].splitlines()
    assert len(references) == len(cited)
    assert references[0].startswith(f"- [1] {listing.citations[0].title}")
    assert "small.txt #" in references[0]


def test_verdicts_are_a_suite_that_is_asked_again(
    world: World, listing: Answer, tmp_path: Path
) -> None:
    declined = world.ask("Which papers study penguins?")
    assert declined.abstained
    said: list[tuple[Answer, bool]] = [(listing, True), (listing, False), (declined, True)]
    given = [
        Verdict(collection="papers", liked=liked, word="so", turns=("q",), answer=answer)
        for answer, liked in said
    ]
    for one in given:
        verdicts(tmp_path, "a").put(one)
    assert {one.id for one in verdicts(tmp_path, "a").all()} == {one.id for one in given}
    archive = zipfile.ZipFile(io.BytesIO(suite_zip(world.workspace.papers("papers"), given)))
    archive.extractall(tmp_path)
    suite = read_suite(tmp_path / "feedback")
    right, unknown, nothing = suite.questions
    assert len(suite.paper_ids) == 12
    assert (right.kind, right.papers) == ("listing", [one.paper_id for one in listing.papers])
    assert (unknown.papers, unknown.declined) == ([], False)
    assert unknown.note == "not liked: say what a right answer holds · so"
    assert (nothing.kind, nothing.declined, nothing.papers) == ("unanswerable-topic", True, [])


def test_a_verdict_on_a_paper_that_is_gone_names_it_no_more(listing: Answer) -> None:
    one = Verdict(collection="papers", liked=True, turns=("q", "r"), answer=listing)
    archive = zipfile.ZipFile(io.BytesIO(suite_zip([], [one])))
    line = archive.read("feedback/questions.jsonl").decode()
    assert '"papers": []' in line
    assert '"kind": "follow-up"' in line
