"""The measures, on cases small enough to work out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evals.scores import accuracy, accuracy_threshold, auroc, ece, graded_precision, ndcg
from evals.timing import milliseconds


def test_accuracy_is_the_share_of_equals() -> None:
    """Two of three right is two thirds."""
    assert accuracy([1, 2, 3], [1, 2, 0]) == pytest.approx(2 / 3)


def test_auroc_counts_ordered_pairs_and_half_of_ties() -> None:
    """Of the four pairs, two are in order, one is tied and one is not in order."""
    assert auroc([0.1, 0.5], [0.5, 0.3]) == pytest.approx((2 + 0.5) / 4)
    assert auroc([0, 1], [2, 3]) == 1.0


def test_ndcg_discounts_by_rank_and_is_one_for_the_ideal_order() -> None:
    """The ideal order scores 1; the reverse of grades 3 and 1 scores their discounted ratio."""
    assert ndcg([[0.9, 0.1]], [[3, 1]]) == 1.0
    assert ndcg([[0.1, 0.9]], [[3, 1]]) == pytest.approx((1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3)))


def test_ndcg_keeps_column_order_on_ties_and_skips_ungraded_rows() -> None:
    """Equal scores rank in column order, and a row nobody graded is no row."""
    assert ndcg([[0.5, 0.5], [0.2, 0.1]], [[0, 1], [0, 0]]) == pytest.approx(1 / math.log2(3))


def test_graded_precision_compares_with_the_best_k() -> None:
    """The chosen two hold 4 of the 5 points the best two hold."""
    assert graded_precision([[3, 2, 1]], [[3, 1, 2]], 2) == pytest.approx(4 / 5)


def test_ece_is_the_gap_between_sureness_and_truth() -> None:
    """Always .8 sure and right half the time is .3 off; sure and right is not off."""
    assert ece([0.8] * 4, [1, 0, 1, 0]) == pytest.approx(0.3)
    assert ece([1.0, 0.0], [1, 0]) == 0.0


@pytest.mark.parametrize("measure", [accuracy, auroc, ece])
def test_no_rows_is_an_error(measure: object) -> None:
    """A mean of nothing is refused, not reported as a number."""
    assert callable(measure)
    with pytest.raises(ValueError, match=r"row to score|need a score"):
        measure([], [])


def test_accuracy_threshold_lets_no_more_pass_than_it_must() -> None:
    """Two of four must be right under it: just over the second lowest score of a right row."""
    scores, right = np.array([0.1, 0.2, 0.3, 0.4]), np.array([True, False, True, True])
    threshold = accuracy_threshold(scores, right, 0.5)
    assert (scores < threshold).tolist() == [True, True, True, False]
    with pytest.raises(ValueError, match="3 of 4 rows are right"):
        accuracy_threshold(scores, right, 0.9)


def test_milliseconds_are_those_of_single_decisions() -> None:
    """Both percentiles are positive and in order, every row is decided on, and no row is an error."""
    seen: list[int] = []
    found = milliseconds(seen.append, range(10))
    assert seen == list(range(10))
    assert list(found) == ["ms_p50", "ms_p95"]
    assert 0 < found["ms_p50"] <= found["ms_p95"]
    with pytest.raises(ValueError, match="no row to time"):
        milliseconds(seen.append, [])


def test_many_rows_are_timed_evenly() -> None:
    """Of ten thousand rows every twentieth is timed."""
    seen: list[int] = []
    milliseconds(seen.append, range(10_000))
    assert seen == list(range(0, 10_000, 20))
