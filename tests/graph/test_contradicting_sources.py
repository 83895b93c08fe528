"""Sources that contradict each other: the answer tells it with both citations, and the outcome carries it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fakes import passage, scripted

from graph.build import build
from graph.result import result

OLD = "Last updated: 2024-05-01\n\nThe Pro plan costs $12 per seat and month."
NEW = "Last updated: 2026-02-16\n\nThe Pro plan costs $14 per seat and month."


async def test_both_sides_are_cited_the_newer_first(tmp_path: Path) -> None:
    """Two prices of one plan are told under the quoted answer."""
    answers = {"a": lambda search: [passage("a", OLD)], "b": lambda search: [passage("b", NEW, 0.8)]}
    world, _ = scripted(tmp_path, answers, lambda text: {"a": 0.9, "b": 0.8})
    asked: Any = {"messages": [("user", "What does the Pro plan cost?")]}
    state: Any = await build(world).ainvoke(asked)
    outcome = result(state, 1.0)
    assert (
        "The sources contradict each other, the newest first: “The Pro plan costs $14 per seat and month.” [2] "
        "(2026-02-16); “The Pro plan costs $12 per seat and month.” [1] (2024-05-01)."
    ) in outcome["answer"]
    assert [side["n"] for side in outcome["contradictions"][0]["sides"]] == [2, 1]
    assert {one["n"] for one in outcome["citations"]} == {1, 2}
