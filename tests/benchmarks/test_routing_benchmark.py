"""The pure parts of the routing benchmark: its one threshold rule, its figures, its table. No environment is made."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from benchmarks.judging import at_recall, auroc, beside_ours, judged, missing, table, with_ratios
from benchmarks.peers.exchange import PARTS, Data, answers, balanced, read, write
from benchmarks.routing import spread

SIDES = {
    "val": [("a1", "a"), ("b1", "b"), ("b2", "b")],
    "oos_val": [("x1", None), ("x2", None)],
    "test": [("a2", "a"), ("b3", "b"), ("b4", "b"), ("a3", "a")],
    "oos_test": [("x3", None), ("x4", None)],
}
CHOICES = {
    "a1": ("a", 0.9),
    "b1": ("b", 0.8),
    "b2": ("a", 0.7),
    "x1": ("a", 0.2),
    "x2": ("b", 0.75),
    "a2": ("a", 0.9),
    "b3": ("b", 0.5),
    "b4": ("a", 0.9),
    "a3": ("a", 0.8),
    "x3": ("a", 0.1),
    "x4": ("b", 0.85),
}
"""What the system under test decides: of the validation rows one is wrong, of the test rows too."""


def given() -> Data:
    """Rows of two bases, each with a vector of its own."""
    vectors = {text: np.full(2, place, dtype=np.float32) for place, text in enumerate(CHOICES)}
    return Data({"a": ["one a"], "b": []}, {"a": "about a", "b": ""}, [("a0", "a")], ["x0"], SIDES, vectors)


def decided() -> dict:
    """The answers of a system that decides as CHOICES says."""
    asked = CHOICES.__getitem__
    return answers(given(), asked, system="signalbox", setting="trained", fit_seconds=1.234, notes="noted")


@pytest.mark.parametrize(
    ("right", "inside", "outside", "threshold"),
    [
        ([True, True], [0.8, 0.9], [0.1, 0.2], 0.8),
        ([True, True], [0.3, 0.9], [0.1, 0.5], 0.3),
        ([True, False], [0.9, 0.4], [0.5, 0.1], 0.9),
        ([False, False], [0.8, 0.9], [0.95, 0.1], math.inf),
    ],
    ids=["between the sides", "the lowest on a tie", "a wrong row is not worth passing", "nothing is right"],
)
def test_threshold(right: list[bool], inside: list[float], outside: list[float], threshold: float):
    """The threshold balances in-scope accuracy with out-of-scope recall, and a row that reaches it passes."""
    assert balanced(right, inside, outside)[0] == threshold


def test_threshold_is_the_best_of_all():
    """No other threshold does better on the rows it was chosen on."""
    random = np.random.default_rng(5)
    inside, outside = random.normal(1, 1, 200).round(1), random.normal(0, 1, 80).round(1)
    right = random.random(200) < 0.9

    def worth(threshold: float) -> float:
        return ((right & (inside >= threshold)).mean() + (outside < threshold).mean()) / 2

    best = max(worth(value) for value in np.arange(-4, 5, 0.05))
    threshold, promised = balanced(right, inside, outside)
    assert worth(threshold) == pytest.approx(best)
    assert promised == pytest.approx(best)


def test_threshold_needs_both_sides():
    """Without rows of one side there is nothing to balance."""
    with pytest.raises(ValueError, match="both sides"):
        balanced([], [], [0.5])


def test_auroc_counts_a_tie_half():
    """Of the four pairs one is the right way round, one tied, two right."""
    assert auroc([0.9, 0.5], [0.5, 0.1]) == 0.875


def test_judged_row():
    """A row holds the figures of the test parts, at the threshold that the validation parts chose."""
    row = judged(decided(), SIDES)
    assert row.pop("ms_p50") <= row.pop("ms_p95")
    assert row.pop("cpu_ms_p50") >= 0
    assert row == {
        "system": "signalbox",
        "setting": "trained",
        "accuracy": 0.75,
        "threshold_accuracy": 0.5,
        "oos_recall": 0.5,
        "auroc": 0.75,
        "fit_seconds": 1.23,
        "notes": "noted",
    }


def test_accuracies_are_compared_at_one_recall():
    """Beside each row stands what ours reaches where it catches as much of oos_test; a setting we have not has none."""
    assert at_recall(decided(), SIDES, 0.5) == 0.75
    assert at_recall(decided(), SIDES, 1.0) == 0.25
    peer = {**judged({**decided(), "system": "peer"}, SIDES), "oos_recall": 1.0}
    rows = beside_ours([peer, missing("absent", "tried")], [decided()], SIDES)
    assert [row["ours_there"] for row in rows] == [0.25, None]


def test_only_test_rows_are_timed():
    """Validation rows warm a system up; the times are of the rows that are reported."""
    assert len(decided()["ms"]) == len(SIDES["test"]) + len(SIDES["oos_test"])


def test_ratio_is_to_ours_in_the_same_setting():
    """A peer's time is divided by Signalbox's in its own setting; a system without a time has no ratio."""
    rows = [
        {"system": "signalbox", "setting": "trained", "ms_p50": 2.0, "cpu_ms_p50": 1.0},
        {"system": "signalbox", "setting": "names", "ms_p50": 0.5, "cpu_ms_p50": 0.5},
        {"system": "peer", "setting": "trained", "ms_p50": 7.0, "cpu_ms_p50": 4.0},
        {"system": "peer", "setting": "names", "ms_p50": 0.4, "cpu_ms_p50": 0.2},
        missing("absent", "tried"),
    ]
    compared = with_ratios(rows)
    assert [row["ratio"] for row in compared] == [1.0, 1.0, 3.5, 0.8, None]
    assert [row["cpu_ratio"] for row in compared] == [1.0, 1.0, 4.0, 0.4, None]


def test_every_row_has_the_same_fields():
    """One object in JSON: a system that could not be tried has the fields of one that was, all of them empty."""
    rows = with_ratios([judged(decided(), SIDES), missing("absent", "tried: pip install absent")])
    assert set(rows[0]) == set(rows[1])
    assert json.loads(json.dumps(rows)) == rows


def test_table():
    """The table says what was run, shows a dash for what is missing, and ends with the notes."""
    row = {**judged(decided(), SIDES), "ms_p50": 1.5, "ms_p95": 2.25, "cpu_ms_p50": 1.25}
    report = {
        "machine": "2 cores",
        "versions": {"numpy": "2.0"},
        "n": {"test": 4},
        "sample": "every row",
        "rows": beside_ours(with_ratios([row, missing("absent", "tried")]), [decided()], SIDES),
        "seconds": 3.2,
    }
    lines = [" ".join(line.split()) for line in table(report).splitlines()]
    assert lines == [
        "2 cores",
        "numpy 2.0",
        "4 test; every row",
        "3.2 s",
        "",
        "setting accuracy at threshold OOS recall ours there AUROC ms p50 ms p95 CPU ms p50 fit s x ours x CPU",
        "signalbox trained 0.75 0.5 0.5 0.75 0.75 1.5 2.25 1.25 1.23 1.0 1.0",
        "absent none - - - - - - - - - - -",
        "",
        "signalbox (trained): noted",
        "absent (none): tried",
    ]


def test_spread():
    """A sample is spread evenly over the rows and in their order; 0, or more than there are, means all of them."""
    rows = [(str(i), "a") for i in range(10)]
    assert [text for text, _ in spread(rows, 4)] == ["0", "2", "5", "7"]
    assert spread(rows, 0) == spread(rows, 10) == spread(rows, 11) == rows


def test_what_is_written_is_read(tmp_path):
    """A system reads the rows and vectors that the benchmark laid down for it."""
    write(tmp_path / "data", given())
    back = read(tmp_path / "data")
    assert list(back.vectors) == list(CHOICES)
    assert all((back.vectors[text] == vector).all() for text, vector in given().vectors.items())
    assert (back.names, back.descriptions, back.strangers) == ({"a": ["one a"], "b": []}, given().descriptions, ["x0"])
    assert {part: [tuple(row) for row in back.parts[part]] for part in PARTS} == SIDES
