"""The width simulation: the tables of the field, with the slots filled by the house's own budget."""

from __future__ import annotations

import pytest

from evals.width import DOCUMENTS, SLOTS, Query, draw, mistakes, quality_by_width, recall_by_width


@pytest.fixture(scope="module")
def queries() -> list[Query]:
    """The draws of the published seed."""
    return draw()


def percent(shares: list[float]) -> list[int]:
    """Shares as whole percent, the way the tables print them."""
    return [round(100 * share) for share in shares]


def plain_quality(query: Query, width: int) -> float:
    """Quality without the budget: the pool sorted by score and cut."""
    pool = [(query.documents[base][number], base, number) for base in query.widest(width) for number in DOCUMENTS]
    kept = {(base, number) for _, base, number in sorted(pool, reverse=True)[:SLOTS]}
    return len(kept & {(base, 0) for base in query.needed}) / len(query.needed)


def test_recall_grows_with_width(queries: list[Query]) -> None:
    """A wider decision finds more of the needed specialists, without end."""
    assert percent(recall_by_width(queries)) == [50, 77, 88, 95, 98, 99, 100, 100]


def test_quality_turns_down_past_a_width(queries: list[Query]) -> None:
    """What the answer gets to see is best at width 5 and falls again, because the slots are few."""
    quality = quality_by_width(queries)
    assert percent(quality) == [50, 77, 86, 90, 91, 91, 89, 87]
    assert quality.index(max(quality)) + 1 == 5


def test_the_budget_is_a_sort_and_a_cut_here(queries: list[Query]) -> None:
    """With distinct texts, one question, a cap that cannot bind and no refill, nothing but the score decides."""
    for width in (1, 3, 8):
        plain = [plain_quality(query, width) for query in queries]
        assert [query.quality(query.widest(width)) for query in queries] == plain


def test_a_missing_specialist_costs_far_more_than_a_needless_one(queries: list[Query]) -> None:
    """One dropped leaves 36 percent, one added 97: the first mistake is 29.5 times as dear."""
    cost = mistakes(queries)
    assert percent([cost.under, cost.over]) == [36, 97]
    assert cost.ratio == pytest.approx(29.5, abs=0.05)


@pytest.mark.parametrize(("slots", "width", "quality"), [(4, 4, 85), (6, 5, 91), (9, 6, 96)])
def test_more_slots_bear_more_width(queries: list[Query], slots: int, width: int, quality: int) -> None:
    """The best width moves up with the number of slots."""
    curve = quality_by_width(queries, slots=slots)
    assert (curve.index(max(curve)) + 1, round(100 * max(curve))) == (width, quality)


@pytest.mark.parametrize(
    ("cap", "expected"),
    [(1, [43, 66, 75, 81, 84, 85, 85, 84]), (2, [48, 75, 85, 90, 91, 91, 89, 87])],
)
def test_a_strict_cap_costs_quality(queries: list[Query], cap: int, expected: list[int]) -> None:
    """One passage a base throws essential ones away; two a base cost next to nothing."""
    assert percent(quality_by_width(queries, cap=cap)) == expected
