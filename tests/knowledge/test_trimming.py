"""What is quoted of a table: the row that is named."""

from __future__ import annotations

import pytest

from knowledge.text import units
from knowledge.trimming import readable

PRICES = units(
    "Prices are a month.\n\n| Plan | Price |\n| --- | --- |\n| Free plan | nothing |\n| Pro plan | 12 euros |\n"
    "| Team plan | 20 euros |\n"
)


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
