"""The speed gate: ratios within one run, never times, and wide enough for a machine with other work.

Each is the median of pairs taken in turn; the line that is wanted stands beside the one that fails.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import SimpleNamespace

import pytest
from fakes import passage
from word_vectors import WordEmbedder

from benchmarks.growth import of_fan_out
from benchmarks.limits import run as under_load
from benchmarks.made_up import catalog
from benchmarks.shapes import alternately, bare, ours
from graph.settings import Settings
from knowledge.budget import Room, pack
from knowledge.catalog import find
from routing.cascade import Asked, Cascade
from routing.decision import Limits

pytestmark = pytest.mark.gate


def ratio(slow: Callable[[], object], quick: Callable[[], object], pairs: int = 15) -> float:
    """How many times `quick`'s time `slow` takes: the median of `pairs`, after a warm-up."""

    def took(work: Callable[[], object]) -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    found = [took(slow) / took(quick) for _ in range(pairs + 2)]
    return median(found[2:])


async def test_the_wiring_beside_bare_langgraph() -> None:
    """The product's graph with empty steps: at most 3 times bare LangGraph of the same shape is wanted."""
    own, plain = await alternately([ours(), bare()], 30)
    assert median(now / then for now, then in zip(own, plain, strict=True)) < 5


def test_a_decision_over_sixty_bases(tmp_path: Path, words: WordEmbedder) -> None:
    """Sixty bases cost at most twice three is wanted."""
    held = {}
    for size in (3, 60):
        known = find(f"of{size}", catalog(tmp_path, size))
        cascade, names, limits = Cascade.of(known, words), known.names, Limits.of(known.routing)
        asked = Asked("q1", "What does badenfi cost?", "lookup")
        held[size] = lambda cascade=cascade, names=names, limits=limits, asked=asked: [
            cascade.decide(asked, names, limits) for _ in range(5)
        ]
    assert ratio(held[60], held[3]) < 4


def test_packing_beside_sorting() -> None:
    """Six places filled from a thousand candidates: near-duplicates are looked for among those that may get one, so
    that it stays within a hundred sorts of them.
    """
    found = [("q1", passage("wiki", f"Line {n} says {n * 7919 % 1000}.", n % 97 / 97)) for n in range(1000)]

    def sorts() -> None:
        for _ in range(100):
            sorted(found, key=lambda one: (-one[1].score, one[1].id))

    assert ratio(lambda: pack(found, ["q1"], Room(6, 3)), sorts, 5) < 1


async def test_the_fan_out_is_as_slow_as_its_slowest_branch() -> None:
    """At most 1.1 of the slowest branch is wanted; one after another they would take twice as long."""
    assert (await of_fan_out(15))["ratio"] < 1.5


def test_many_questions_at_once_leave_nothing_behind(larkspur_home: Path) -> None:
    """Eighty questions, ten at once: no error, and no more files and threads at the end than early on."""
    options = SimpleNamespace(n=80, at_once=10, minutes=0, most_minutes=2, model=False)
    report = under_load(options, Settings.from_env({}, home=larkspur_home, log="none", shadow=0))
    assert (report["n"], report["errors"]) == (80, {})
    assert report["end"]["open_files"] <= report["start"]["open_files"] + 5
    assert report["end"]["threads"] <= report["start"]["threads"] + 5
