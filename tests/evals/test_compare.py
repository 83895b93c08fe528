"""Two runs of one suite: paired by row, with an interval, and clear about what cannot be compared."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from errors import EvalError
from evals.compare import Difference, compare, lines, read_run
from evals.report import Row


def run(hits: dict[str, int], metric: str = "exact", suite: str = "pairs") -> dict[str, list[Row]]:
    """One suite's rows with these outcomes."""
    return {suite: [Row(id=id_, wanted=[], chosen=[], right={metric: hit}) for id_, hit in hits.items()]}


def numbered(hits: list[int]) -> dict[str, int]:
    """Outcomes of rows 0, 1, ..."""
    return {str(number): hit for number, hit in enumerate(hits)}


def test_rows_are_paired_by_id() -> None:
    """Order does not matter, and a row that only one run has is left out."""
    first, second = run({"a": 1, "b": 0, "c": 0, "x": 1}), run({"c": 1, "b": 1, "a": 0, "y": 0})
    [found] = compare(first, second)
    assert (found.n, found.first, found.second) == (3, pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert (found.gained, found.lost) == (2, 1)
    assert found.difference == pytest.approx(1 / 3)


def test_a_run_does_not_differ_from_itself() -> None:
    """Equal runs have an interval of zero width, which does not leave out zero."""
    one = run(numbered([1, 0, 1]))
    [found] = compare(one, one)
    assert (found.low, found.high, found.sure) == (0.0, 0.0, False)


def test_the_interval_is_that_of_the_paired_difference() -> None:
    """Over 1,000 rows with 60 gained and 20 lost, it is the normal one of the paired difference, and leaves out 0."""
    before = [0] * 60 + [1] * 20 + [1] * 900 + [0] * 20
    after = [1] * 60 + [0] * 20 + [1] * 900 + [0] * 20
    [found] = compare(run(numbered(before)), run(numbered(after)))
    half = 1.96 * np.std(np.array(after) - np.array(before)) / np.sqrt(1000)
    assert found.difference == pytest.approx(0.04)
    assert (found.low, found.high) == (pytest.approx(0.04 - half, abs=0.002), pytest.approx(0.04 + half, abs=0.002))
    assert found.sure


def test_one_row_more_is_no_proof() -> None:
    """A single row gained of twenty could be chance."""
    [found] = compare(run(numbered([0] * 20)), run(numbered([1] + [0] * 19)))
    assert not found.sure
    assert "could be chance" in lines([found])


def test_the_same_files_give_the_same_interval() -> None:
    """The resampling is seeded."""
    pair = run(numbered([0, 1] * 30)), run(numbered([1, 1, 0] * 20))
    assert compare(*pair) == compare(*pair)


def test_every_shared_suite_and_metric_is_compared() -> None:
    """What only one of the runs has is left out without a word."""
    first = run({"a": 1}) | run({"q": 1}, "top1", "mtrag") | run({"z": 1}, "x", "gone")
    second = run({"a": 1}) | run({"q": 0}, "top1", "mtrag")
    assert [(one.suite, one.metric) for one in compare(first, second)] == [("pairs", "exact"), ("mtrag", "top1")]


@pytest.mark.parametrize(
    ("second", "says"),
    [
        (run({"a": 1}, suite="mtrag"), r"no suite is in both: the first has \['pairs'\], the second \['mtrag'\]"),
        (run({"b": 1}), "pairs: no row is in both runs"),
        (run({"a": 1}, metric="top1"), "pairs: no row is in both runs"),
    ],
)
def test_what_cannot_be_paired_is_named(second: dict[str, list[Row]], says: str) -> None:
    """Other suites, other rows and other metrics are told apart from no difference."""
    with pytest.raises(EvalError, match=says):
        compare(run({"a": 1}), second)


def test_a_line_says_it_all() -> None:
    """Both figures, the difference with its interval, and how many rows changed sides."""
    sure = Difference("pairs", "exact", 100, 0.5, 0.6, 0.04, 0.16, 12, 2)
    same = Difference("mtrag", "top1", 9, 1.0, 1.0, 0.0, 0.0, 0, 0)
    assert lines([sure, same]).splitlines() == [
        "pairs exact  0.5000 -> 0.6000  +0.1000 [+0.0400, +0.1600]  12 gained, 2 lost of 100",
        "mtrag top1   1.0000 -> 1.0000  +0.0000 [+0.0000, +0.0000]  0 gained, 0 lost of 9  (the same)",
    ]


def test_one_object_or_a_list_is_read(tmp_path: Path) -> None:
    """A file of one suite and a file of several read alike; a suite without rows is left out."""
    rows = run({"a": 1})["pairs"]
    one, several = tmp_path / "one.json", tmp_path / "several.json"
    one.write_text(json.dumps({"suite": "pairs", "rows": rows}))
    several.write_text(json.dumps([{"suite": "pairs", "rows": rows}, {"suite": "width"}]))
    assert read_run(one) == read_run(several) == {"pairs": rows}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "not a file of results"),
        ("7", "not a file of results"),
        ('[{"rows": []}]', "not a file of results"),
        ('{"suite": "pairs", "rows": [{"id": "a"}]}', "not a file of results"),
        ('{"suite": "pairs", "rows": [{"id": "a", "right": {"exact": "yes"}}]}', "not a file of results"),
        ('{"suite": "pairs"}', "holds no rows"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_file_that_is_no_run_is_named(tmp_path: Path, content: str | None, says: str) -> None:
    """The error names the file, and the command that writes one."""
    file = tmp_path / "run.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(EvalError, match=rf"run\.json: {says}"):
        read_run(file)
