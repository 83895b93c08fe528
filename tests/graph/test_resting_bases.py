"""A base that fails again and again is left to rest: the answer says so, the others answer, and one question probes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fakes import passage, scripted
from streams import ask, message

from graph.build import build
from knowledge.bases.base import Search
from knowledge.passage import Passage

QUESTION = "How high is the tower?"
GOOD = passage("good", "The tower is ninety metres high.")
RESTING = "base 'bad' rests after it failed 3 times in a row (down); it is tried again in 30 s"


@dataclass
class Sick:
    """A base's script that raises until it is well, and counts how often it was asked."""

    fault: Exception = field(default_factory=lambda: OSError("down"))
    asked: int = 0
    well: bool = False

    def __call__(self, search: Search) -> list[Passage]:
        """What the base does."""
        self.asked += 1
        if self.well:
            return []
        raise self.fault


def world(root: Path, bad: Any, clock: Callable[[], float] = time.monotonic, **settings: Any) -> Any:
    """A graph over a good and a bad base, both likely."""
    answers = {"good": lambda search: [GOOD], "bad": bad}
    opened, _ = scripted(root, answers, lambda text: {"good": 0.5, "bad": 0.5}, settings=settings)
    opened.rests.clock = clock
    return build(opened)


def failure(state: dict[str, Any]) -> dict[str, Any] | None:
    """What the bad base's finding holds."""
    found: dict[str, Any] | None = next(one["failure"] for one in state["findings"] if one["base"] == "bad")
    return found


def test_the_fourth_question_does_not_ask_it(tmp_path: Path) -> None:
    """It has a typed failure of its own, which the answer tells; the other base answers."""
    sick = Sick()
    graph = world(tmp_path, sick)
    states = [ask(graph, QUESTION) for _ in range(4)]
    assert sick.asked == 3
    assert [failure(state)["kind"] for state in states] == ["error"] * 3 + ["resting"]
    assert failure(states[3]) == {"kind": "resting", "base": "bad", "question": QUESTION, "reason": RESTING}
    assert states[3]["answer"] == (
        "The tower is ninety metres high. [1]\n\n"
        f"Not every base could be reached, so something may be missing: bad ({RESTING})."
    )


def test_one_probe_decides_after_the_rest(tmp_path: Path) -> None:
    """A base that is well again is asked as before."""
    sick, times = Sick(), [0.0]
    graph = world(tmp_path, sick, lambda: times[-1], rest_after=1, rest=0.5)
    assert [failure(ask(graph, QUESTION))["kind"] for _ in range(2)] == ["error", "resting"]
    sick.well = True
    times.append(0.5)
    assert [failure(ask(graph, QUESTION)) for _ in range(2)] == [None, None]
    assert sick.asked == 3


def test_runs_at_once_in_one_loop_share_its_rest(tmp_path: Path) -> None:
    """Of twenty runs side by side each ends, and the base is not asked any more afterwards."""
    sick = Sick()
    graph = world(tmp_path, sick)

    async def together() -> list[dict[str, Any]]:
        return await asyncio.gather(*(graph.ainvoke(message(QUESTION)) for _ in range(20)))

    states = asyncio.run(together())
    assert {failure(state)["kind"] for state in states} <= {"error", "resting"}
    asked = sick.asked
    assert failure(ask(graph, QUESTION))["kind"] == "resting"
    assert sick.asked == asked


@pytest.mark.parametrize("deadline", [0.3])
def test_a_run_past_its_deadline_sends_no_base_to_rest(tmp_path: Path, deadline: float) -> None:
    """The base had less time than its own limit."""

    def slow(search: Search) -> list[Passage]:
        time.sleep(0.6)
        return []

    graph = world(tmp_path, slow, rest_after=1, deadline=deadline)
    assert [failure(ask(graph, QUESTION))["kind"] for _ in range(2)] == ["timeout", "timeout"]
