"""The guard: figures that were told in a row are that row, or what follows from its ends and its step."""

from __future__ import annotations

from typing import Any

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Verdict
from tools.schema import Parameter, Tool

TOOL = Tool("describe", parameters=(Parameter("values", kind="array", items=Parameter("value", kind="number")),))
HEIGHTS = "The saplings are 31, 28, 40, 35 and 44 cm tall. How much do they vary?"
PAIR = "How far apart are [2, 7, 1, 9] and [4, 4, 8, 3]?"
SPOKEN = "Is there a trend from 12, 14, 19 and 22 to 30, 31, 28 and 40?"
TABLE = "Transpose the table\n1 2 3\n4 5 6"
RIGHT = [
    ([31, 28, 40, 35, 44], HEIGHTS),
    ([28, 31, 35, 40, 44], HEIGHTS),
    ([2, 7, 1, 9], PAIR),
    ([4, 4, 8, 3], PAIR),
    ([[2, 7, 1, 9], [4, 4, 8, 3]], PAIR),
    ([12, 14, 19, 22], SPOKEN),
    ([30, 31, 28, 40], SPOKEN),
    ([[1, 2, 3], [4, 5, 6]], TABLE),
    ([4, 5, 6], TABLE),
    ([31, 28, 40], "Of 31, 28, 40, 35 and 44 take only the first three"),
    ([31, 28, 40, 35, 44, 7], "Add 7 to the row of 31, 28, 40, 35 and 44"),
    ([0.1, 0.2, 0.7], "weights of 10%, 20% and 70%"),
    ([45, 60], "the ratios of 45 and 60, 81 and 27, 144 and 96"),
    ([81, 27], "the ratios of 45 and 60, 81 and 27, 144 and 96"),
    ([2, 9], "from 2 to 9"),
    ([3, 5, 8], "3 lamps, then 5 chairs; 8 boxes too"),
    ([5, 10, 15, 20], "the mean of 5 to 20 in steps of 5"),
    ([40, 44, 48, 52], "readings from 40 to 52 degrees, rising by 4 each hour"),
    ([6, 12, 18], "multiples of 6 between 6 and 18"),
    ([2, 4, 6, 8], "all even numbers from 2 to 8"),
    ([100, 75, 50], "count from 100 down to 50 by 25"),
]
WRONG = [
    ([31, 28, 40, 35], HEIGHTS),
    ([31, 40, 35, 44], HEIGHTS),
    ([28, 31, 40, 35, 44], HEIGHTS),
    ([31, 28, 40, 35, 44, 31], HEIGHTS),
    ([2, 7, 8, 3], PAIR),
    ([7, 1, 9], PAIR),
    ([31, 28], HEIGHTS),
    ([9, 6, 2], "add [2, 6, 9] and [1, 0, 4]"),
    ([60, 81], "the ratios of 45 and 60, 81 and 27, 144 and 96"),
    ([4, 5, 6, 1], TABLE),
    ([5, 10, 20], "the mean of 5 to 20 in steps of 5"),
    ([5, 10, 15, 20, 25], "the mean of 5 to 20 in steps of 5"),
    ([5, 8, 11, 14, 17, 20], "the mean of 5 to 20 in steps of 5"),
    ([2, 4, 6, 8], "all numbers from 2 to 8"),
]


def judged(values: list[Any], text: str) -> Verdict:
    """The verdict on a list of figures after one turn of the user's."""
    return check(TOOL, Call({"values": values}), Conversation([Turn("user", text)])).arguments[0].verdict


@pytest.mark.parametrize(("values", "text"), RIGHT)
def test_a_row_is_traced_to_the_row_that_was_told(values: list[Any], text: str) -> None:
    """A whole row passes in any grouping or sorted, so do figures told apart, and what lies between two ends."""
    assert judged(values, text) is not Verdict.ABSENT


@pytest.mark.parametrize(("values", "text"), WRONG)
def test_a_row_that_was_shortened_or_mixed_is_absent(values: list[Any], text: str) -> None:
    """Its figures were all said; this row was not."""
    assert judged(values, text) is Verdict.ABSENT
