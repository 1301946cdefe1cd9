"""Intervals and tests against what is known of them."""

from __future__ import annotations

import numpy as np
import pytest

from eval.statistics import Figure, figure, holm, kappa, paired_p


def test_a_figure_without_questions_is_none() -> None:
    assert figure([]) is None


def test_scores_that_are_alike_have_an_interval_of_one_point() -> None:
    assert figure([0.5] * 7) == Figure(0.5, 0.5, 0.5, 7)


def test_an_interval_is_as_wide_as_theory_says() -> None:
    scores = [1.0] * 60 + [0.0] * 40
    found = figure(scores)
    assert found is not None
    error = 1.96 * np.sqrt(0.6 * 0.4 / 100)
    assert found.value == 0.6
    assert found.low == pytest.approx(0.6 - error, abs=0.015)
    assert found.high == pytest.approx(0.6 + error, abs=0.015)
    assert figure(scores) == found


def test_runs_that_are_alike_do_not_differ() -> None:
    assert paired_p([1.0, 0.0, None], [1.0, 0.0, None]) == 1.0
    assert paired_p([], []) == 1.0


def test_a_paired_difference_has_the_p_value_of_the_sign_test() -> None:
    # Ten questions, all better: of 2**10 ways to exchange, two are as extreme.
    assert paired_p([0.0] * 10, [1.0] * 10) == pytest.approx(2 / 1024, abs=0.002)
    assert paired_p([0.0, 1.0] * 10, [1.0, 0.0] * 10) == 1.0


def test_questions_that_only_one_run_is_scored_on_count() -> None:
    # Of what either declined, the second was always right, the first never.
    first, second = [0.0] * 12 + [None] * 12, [None] * 12 + [1.0] * 12
    assert paired_p(first, second) < 0.01
    assert paired_p([None, None], [0.5, 1.0]) == 1.0


def test_holm_adjusts_as_published() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02]
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_kappa_agrees_with_the_textbook() -> None:
    pairs = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    assert kappa(pairs) == pytest.approx(0.4)
    assert kappa([(True, True)] * 3) is None
    assert kappa([]) is None
