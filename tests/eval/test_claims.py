"""The claim check is measured on any file of labelled claims."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.claims import auc, evaluate, labelled_claims
from rag.errors import InputError

PASSAGE = (
    "Kite plans routes with a model of wind. It does not require a map. It may fail in storms."
)
SUITE = Path(__file__).parents[2] / "eval/suites/claims/claims.jsonl"

TRUE = "Kite plans routes with a model of wind."
FALSE = "Kite requires a map."
scores = st.lists(st.integers(0, 5), min_size=1, max_size=20)


def _file(tmp_path: Path, *claims: tuple[str, Any]) -> Path:
    file = tmp_path / "claims.jsonl"
    records = [
        {"id": number, "claim": claim, "passage": PASSAGE, "label": label}
        for number, (claim, label) in enumerate(claims)
    ]
    file.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return file


def test_a_positive_is_an_unsupported_claim_that_is_found(tmp_path: Path) -> None:
    file = _file(
        tmp_path,
        (TRUE, "supported"),
        (TRUE, "supported"),
        (FALSE, "supported"),  # a false alarm, by its label
        (FALSE, "unsupported"),
        (FALSE, "unsupported"),
        (FALSE, "unsupported"),
        (TRUE, "unsupported"),  # missed, by its label
    )
    found = json.loads(evaluate(file).model_dump_json())
    # Of 4 times 3 pairs, 6 are ordered rightly, 1 wrongly, and 5 are ties.
    assert found == {
        "n": 7,
        "precision": 3 / 4,
        "recall": 3 / 4,
        "f1": 3 / 4,
        "auc": pytest.approx((6 + 5 / 2) / 12),
        "false_alarms": pytest.approx(1 / 3),
        "threshold": 0.5,
    }


def test_what_cannot_be_told_is_null(tmp_path: Path) -> None:
    found = evaluate(_file(tmp_path, (TRUE, "supported")))
    assert (found.n, found.false_alarms) == (1, 0.0)
    assert (found.precision, found.recall, found.f1, found.auc) == (None, None, None, None)


@pytest.mark.parametrize(
    "label",
    [
        "supported",
        "SUPPORTS",
        "Support",
        "true",
        "Yes",
        "1",
        1,
        1.0,
        True,
        "entailment",
        "verbatim",
    ],
)
def test_supported_is_read_as_people_write_it(tmp_path: Path, label: object) -> None:
    (claim,) = labelled_claims(_file(tmp_path, (TRUE, label)))
    assert claim.supported


@pytest.mark.parametrize(
    "label",
    [
        *("unsupported", "REFUTES", "NOT ENOUGH INFO", "NOT_ENOUGH_INFO", "contradict", "false"),
        *("no", "0", 0, False, "not-supported", "corrupted", "negation", "Swapped"),
    ],
)
def test_unsupported_is_read_as_people_write_it(tmp_path: Path, label: object) -> None:
    (claim,) = labelled_claims(_file(tmp_path, (FALSE, label)))
    assert not claim.supported


@pytest.mark.parametrize("label", ["perhaps", "", 2, -1, "-1", 0.5, ["supported"]])
def test_an_unknown_label_is_refused_with_its_line(tmp_path: Path, label: object) -> None:
    file = _file(tmp_path, (TRUE, "supported"), (TRUE, label))
    with pytest.raises(InputError, match=r"claims\.jsonl:2: the label .* is not known"):
        evaluate(file)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "a", "claim": ', r"claims\.jsonl:2: the line is not JSON"),
        ("3", r"claims\.jsonl:2: the line is no JSON object"),
        ('{"claim": "x", "passage": "y", "label": 1}', r"claims\.jsonl:2: the record has no id"),
        ('{"id": "a", "passage": "y", "label": 1}', r"claims\.jsonl:2: the record has no claim"),
        ('{"id": "a", "claim": "x", "label": 1}', r"claims\.jsonl:2: the record has no passage"),
        ('{"id": "a", "claim": "x", "passage": "y"}', r"claims\.jsonl:2: the record has no label"),
        ('{"id": "a", "claim": 1, "passage": "y", "label": 1}', r":2: claim is no text"),
        ('{"id": "0", "claim": "x", "passage": "y", "label": 1}', r":2: the id 0 occurs a second"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(tmp_path: Path, line: str, told: str) -> None:
    file = _file(tmp_path, (TRUE, "supported"))
    file.write_text(file.read_text("utf-8") + line + "\n", "utf-8")
    with pytest.raises(InputError, match=told):
        evaluate(file)


def test_a_file_that_is_missing_or_empty_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.jsonl: it cannot be read"):
        evaluate(tmp_path / "gone.jsonl")
    with pytest.raises(InputError, match="it holds no claims"):
        evaluate(_file(tmp_path))


def test_a_compressed_file_and_a_limit(tmp_path: Path) -> None:
    file = _file(tmp_path, (TRUE, "supported"), (FALSE, "unsupported"), (TRUE, "supported"))
    packed = tmp_path / "claims.jsonl.gz"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    told: list[tuple[str, int, int]] = []
    assert evaluate(packed, limit=2, progress=lambda *reached: told.append(reached)).n == 2
    assert told == [("Checking", 1, 2), ("Checking", 2, 2)]


def test_the_title_beside_a_passage_names_its_paper(tmp_path: Path) -> None:
    record = {
        "id": "a",
        "claim": "Gull plans routes with a model of wind.",
        "passage": "We plan routes with a model of wind.",
        "label": "supported",
    }
    file = tmp_path / "claims.jsonl"
    file.write_text(json.dumps(record), "utf-8")
    assert evaluate(file).false_alarms == 1.0
    file.write_text(json.dumps({**record, "title": "Gull: routes through wind"}), "utf-8")
    assert evaluate(file).false_alarms == 0.0


def test_the_suite_is_measured_whole() -> None:
    found = evaluate(SUITE)
    assert found.n == 210
    assert found.recall is not None and found.recall >= 0.95
    assert found.auc is not None and found.auc >= 0.95


@given(scores, scores)
def test_the_area_is_the_share_of_pairs_in_order(above: list[int], below: list[int]) -> None:
    pairs = [(one > other) + (one == other) / 2 for one in above for other in below]
    found = auc(np.array(above, dtype=float), np.array(below, dtype=float))
    assert found == pytest.approx(sum(pairs) / len(pairs))


@pytest.mark.parametrize("seed", range(20))
def test_the_area_agrees_with_an_independent_implementation(seed: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    random = np.random.default_rng(seed)
    above, below = random.integers(0, 9, 30).astype(float), random.integers(0, 7, 50).astype(float)
    area = stats.mannwhitneyu(above, below).statistic / (len(above) * len(below))
    assert auc(above, below) == pytest.approx(area)
