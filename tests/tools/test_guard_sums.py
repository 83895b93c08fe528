"""The guard: what a formula, a row or a word of mathematics stands for follows from what was said."""

from __future__ import annotations

from typing import Any

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Verdict
from tools.schema import Parameter, Tool

ROW = Parameter("coefficients", kind="array", items=Parameter("value", kind="number"))
MIDDLE = Parameter("b", description="The linear coefficient", kind="number")
BASE = Parameter("base", kind="number")
STEP = Parameter("difference", kind="number")
RATIO = Parameter("common_ratio", kind="number")
SHARE = Parameter("stocks", description="Percentage put into stocks", kind="number")
DEPOSIT = Parameter("down_payment", kind="number")
WEIGHT = Parameter("weight", kind="number")
START = Parameter("start", description="The first number", kind="integer")
RIGHT = [
    (ROW, [4, 0, -7, 2], "roots of 4x^3 - 7x + 2"),
    (ROW, [2, -7, 0, 4], "roots of 4x^3 - 7x + 2"),
    (ROW, [1, -1, -6], "factor x² - x - 6"),
    (MIDDLE, 0, "where does 5x^2 - 45 cross the axis?"),
    (MIDDLE, -1, "solve 2y**2 - y = 3"),
    (BASE, 2, "what is log2 of 4096"),
    (BASE, 10, "log10 of a million"),
    (STEP, 6, "the 12th term of 7, 13, 19, ..."),
    (RATIO, 3, "the next term of 2, 6, 18, 54"),
    (SHARE, 45, "30% bonds, 25% cash, the rest in stocks"),
    (SHARE, 70, "30 percent into bonds and what's left into stocks"),
    (DEPOSIT, 45000, "a flat for 300k, 15% down"),
    (WEIGHT, 0.6, "count them 60/40"),
    (WEIGHT, 0.25, "three parts, 50-25-25"),
    (Parameter("theta", description="in radians", kind="number"), 1.5708, "turn it by 90 degrees"),
    (Parameter("theta", description="in radians", kind="number"), 2.0944, "an angle of 2pi/3"),
    (Parameter("aspect_ratio", kind="number"), 1.5, "a 3:2 picture"),
    (Parameter("interest_rate", kind="number"), 0, "an interest-free loan"),
    (Parameter("sides", kind="integer"), 8, "a regular octagon"),
    (Parameter("degree", kind="integer"), 3, "a cubic fit"),
    (START, 1, "all square numbers up to 400"),
]
WRONG = [
    (ROW, [4, 1, -7, 2], "roots of 4x^3 - 7x + 2"),
    (ROW, [4, 0, 7, 2], "roots of 4x^3 - 7x + 2"),
    (MIDDLE, 4, "solve 5x^2 - 45 = 0"),
    (BASE, 10, "what is log2 of 4096"),
    (STEP, 4, "the 12th term of 7, 13, 19, ..."),
    (STEP, 1, "sort 7, 13, 14, 20"),
    (SHARE, 50, "30% bonds, 25% cash, the rest in stocks"),
    (SHARE, 45, "30% bonds, 25% cash and some stocks"),
    (DEPOSIT, 60000, "a flat for 300k, 15% down"),
    (WEIGHT, 0.3, "count them 60/40"),
    (WEIGHT, 0.6, "on 6/4 and 60/30"),
    (Parameter("theta", description="in radians", kind="number"), 1.0472, "turn it by 90 degrees"),
    (Parameter("aspect_ratio", kind="number"), 1.33, "a 3:2 picture"),
    (Parameter("sides", kind="integer"), 6, "a regular octagon"),
    (Parameter("side", kind="number"), 4, "area of a square"),
    (START, 2, "all square numbers up to 400"),
    (START, 1, "spend up to 400 euros"),
]


def judged(parameter: Parameter, value: Any, text: str) -> Verdict:
    """The verdict on one value after one turn of the user's."""
    tool = Tool("compute", parameters=(parameter,))
    return check(tool, Call({parameter.name: value}), Conversation([Turn("user", text)])).arguments[0].verdict


@pytest.mark.parametrize(("parameter", "value", "text"), RIGHT)
def test_what_a_formula_stands_for_is_derived(parameter: Parameter, value: Any, text: str) -> None:
    """A step lies between the words and the number, so it is to be named."""
    assert judged(parameter, value, text) is Verdict.DERIVED


@pytest.mark.parametrize(("parameter", "value", "text"), WRONG)
def test_what_no_formula_stands_for_is_absent(parameter: Parameter, value: Any, text: str) -> None:
    """Another number than the one that follows was invented."""
    assert judged(parameter, value, text) is Verdict.ABSENT
