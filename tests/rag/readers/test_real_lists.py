import csv
from pathlib import Path

from rag.papers import Entry
from rag.readers import Skipped, read


def test_the_five_lists_give_95_entries_at_the_places_that_are_known(shared: Path) -> None:
    with (shared / "titles.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    known = {place: row["title"] for row in rows for place in row["places"].split(";")}
    events = read([shared / "conference" / "ICML 2024 Events.json"])
    titles = {entry.abstract: entry.title for entry in events if isinstance(entry, Entry)}

    outcomes = list(read(sorted((shared / "lists").glob("*.txt"))))
    read_titles = {
        f"{entry.source.list}#{entry.source.position}": titles[entry.abstract]
        for entry in outcomes
        if isinstance(entry, Entry)
    }
    assert len(outcomes) == 95
    assert read_titles == known


def test_the_conference_file_gives_2634_papers_and_48_other_events(shared: Path) -> None:
    path = shared / "conference" / "ICML 2024 Events.json"
    outcomes = list(read([path]))
    papers = [outcome for outcome in outcomes if isinstance(outcome, Entry)]
    assert len(papers) == 2_634
    assert [outcome for outcome in outcomes if not isinstance(outcome, Entry)] == [
        Skipped(str(path), "Workshop", 30),
        Skipped(str(path), "Tutorial", 12),
        Skipped(str(path), "Invited Talk", 6),
    ]
    assert all(paper.title and paper.authors and paper.url for paper in papers)
    assert all(paper.year is None and paper.venue is None for paper in papers)
    assert papers[0].url == "https://ICML.cc//virtual/2024/poster/35005"
    assert papers[0].authors == ("Philipp Holl", "Nils Thuerey")


def test_the_list_of_titles_is_refused_with_its_fields(shared: Path) -> None:
    path = shared / "titles.tsv"
    assert [str(outcome) for outcome in read([path])] == [
        f"{path}: there is no abstract in any of its 87 records; the fields are places, title, "
        "authors, url, code_url. Export it with abstracts, in a field named abstract."
    ]
