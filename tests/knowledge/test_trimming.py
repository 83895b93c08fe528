"""What is quoted of a passage: the row that is named, and the less the farther it lies behind the strongest."""

from __future__ import annotations

import pytest

from knowledge.text import units
from knowledge.trimming import leaner, readable

PRICES = units(
    "Prices are a month.\n\n| Plan | Price |\n| --- | --- |\n| Free plan | nothing |\n| Pro plan | 12 euros |\n"
    "| Team plan | 20 euros |\n"
)
LONG = units(" ".join(f"Sentence number {n} is here so that there is something to leave out." for n in range(5)))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does the Pro plan cost?", ["Prices are a month.", "Plan: Pro plan; Price: 12 euros."]),
        ("What does the Pro plan cost, and the Team plan?", [unit.text for unit in PRICES]),
        ("Which plans are there?", [unit.text for unit in PRICES]),
        ("What does Pro cost?", [unit.text for unit in PRICES]),
        ("Was kostet jeder Pro plan?", [unit.text for unit in PRICES]),
    ],
)
def test_the_row_that_is_named_is_quoted_alone(question: str, expected: list[str]) -> None:
    """Only where the question says its first cell whole and asks for no other."""
    places = readable(PRICES, [0.1, 0.2, 0.5, 0.4], question)
    assert [PRICES[place].text for place in places] == expected


def test_a_table_of_two_rows_stays_whole() -> None:
    """There is nothing to choose from."""
    two = units("| Plan | Price |\n| --- | --- |\n| Free plan | nothing |\n| Pro plan | 12 euros |\n")
    assert readable(two, [0.1, 0.2], "What does the Pro plan cost?") == [0, 1]


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        (0.0, [0, 1, 2, 3, 4]),
        (0.04, [0, 1, 2, 3, 4]),
        (0.1, [0, 2, 3]),
        (0.2, [0, 2]),
    ],
)
def test_less_is_quoted_of_a_passage_farther_behind(behind: float, expected: list[int]) -> None:
    """First what is far from the best sentence of all goes, then what is far from its own best one."""
    scores = [0.42, 0.1, 0.5, 0.2, 0.1]
    assert leaner(LONG, range(5), scores, behind, 0.6) == expected


def test_a_short_passage_a_little_behind_stays_whole() -> None:
    """Leaving a sentence out of it would save nothing."""
    few = units("The tower is high. It is old.")
    assert leaner(few, [0, 1], [0.5, 0.0], 0.1, 0.9) == [0, 1]


def test_rows_follow_nothing() -> None:
    """The row behind the best one is no condition of it."""
    rows = units(
        "| Case | Refund of what was paid |\n| --- | --- |\n"
        + "".join(
            f"| Case number {n} of a long list of cases | nothing is given back after {n} days |\n" for n in range(5)
        )
    )
    assert leaner(rows, range(5), [0.1, 0.5, 0.1, 0.1, 0.1], 0.1, 0.6) == [1]
