"""The benchmarks of growth and overhead at a small size: what they measure is there, and a missed line says so."""

from __future__ import annotations

from pathlib import Path

from benchmarks.growth import of_bases, of_chunks
from benchmarks.growth import table as grown
from benchmarks.overhead import graph
from benchmarks.overhead import table as weighed
from benchmarks.revisions import _compared

SPREAD = {"p50": 1.0, "p95": 2.0, "p99": 2.0, "n": 3}


def test_bases_and_chunks(tmp_path: Path) -> None:
    """Catalogs of made-up words are opened and asked in turn; a store of synthetic vectors is searched."""
    bases = of_bases(tmp_path, [2, 3], 2)
    assert {size: told["n"] for size, told in bases["ms"].items()} == {2: 2, 3: 2}
    assert (bases["of"], bases["ratio"] > 0) == ([2, 3], True)
    chunks = of_chunks(tmp_path, [60], 2)
    assert (chunks[60]["search_ms"]["n"], chunks[60]["route_ms"]["n"]) == (2, 2)


def test_lines_that_must_show() -> None:
    """Each line stands with what was seen beside it."""
    report = {
        "machine": "2 cores",
        "bases": {"ms": {3: SPREAD, 60: SPREAD}, "ratio": 1.4, "of": [3, 60], "resident_mb": 400},
        "chunks": {1000: {"search_ms": SPREAD, "route_ms": SPREAD, "fill_s": 1.0, "more_mb": 2.0}},
        "turns": {"ms": dict.fromkeys(range(1, 101), 1.0), "second_turn_ms": SPREAD, "last_ms": SPREAD, "ratio": 1.6},
        "questions": {1: SPREAD},
        "fan_out": {"ratio": 1.05},
    }
    assert grown(report).splitlines()[-3:] == [
        "reached: 60 bases cost at most twice 3 before retrieval: 1.4",
        "NOT REACHED: turn 100 of a thread costs at most 1.5 times a second turn: 1.6",
        "reached: a fan-out takes at most 1.1 of its slowest branch: 1.05",
    ]


async def test_overhead() -> None:
    """Both graphs run the same number of times, and the ratio is of their medians."""
    found = await graph(3)
    assert (found["n"], found["ours"]["n"], found["bare"]["n"]) == (3, 3, 3)
    parts = ("imports", "catalog", "embedder", "stores", "graph", "first_question")
    cold = {f"{part}_{unit}": 1.0 for part in parts for unit in ("s", "mb")} | {"whole_s": 6.0, "process_s": 6.5}
    shown = weighed({"machine": "2 cores", "graph": {**found, "ratio": 3.4}, "cold": cold})
    assert "NOT REACHED: at most 3 times bare and under 10 ms: 3.4 times" in shown


def test_revisions_are_compared_round_by_round() -> None:
    """The ratio is the median of the rounds' own, so that one slow round counts once."""
    assert _compared([10.0, 100.0, 10.0], [5.0, 50.0, 6.0]) == {"before": 10.0, "after": 6.0, "ratio": 0.5}
