"""Searches in the shadow over a real store: a silent misroute becomes a suspect, a right route does not."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedResources, passage, scripted
from streams import ask

from console.routes import show_routes
from graph.build import build
from graph.resources import Resources
from routing.log import RouteLog
from routing.log_report import report
from routing.log_rows import ShadowRow, question_hash

BASES: dict[str, dict[str, Any]] = {
    "tea": {
        "description": "Everything about tea and about pots: how a pot is cleaned, rinsed, dried, kept and repaired.",
        "examples": ["How do I clean a pot?", "With what is a clay pot rinsed?", "How long does green tea steep?"],
        "files": {"tea.md": "# Tea\n\nGreen tea steeps for two minutes. Black tea steeps for four minutes in a pot.\n"},
    },
    # Holds what is asked for, and is described as something else: the fault that most misroutes come from.
    "pots": {
        "description": "Opening hours of the harbour office.",
        "examples": ["When does the harbour office open?"],
        "excludes": ["rinsed"],
        "files": {"pots.md": "# Pots\n\nA clay pot is rinsed with warm water and baking soda, never with soap.\n"},
    },
    "trains": {
        "description": "Trains: tickets, seats and delays.",
        "examples": ["Is my train late?"],
        "files": {"trains.md": "# Trains\n\nA seat on the night train is booked with the ticket.\n"},
    },
}
MISROUTED = "With what is a clay pot rinsed?"
RIGHT = "How long does green tea steep?"
ONE_BASE = {"policy": "single", "floor": 0.0, "max_turns": 1}


@pytest.fixture
def world(make_resources: Callable[..., Resources]) -> Resources:
    """Three small bases in a real store; every decision is looked behind."""
    return make_resources(BASES, settings={"shadow": 1})


def settled(world: Resources) -> list[ShadowRow]:
    """What was found in the shadow once all of it was looked at."""
    assert world.route_log is not None
    assert world.shadow is None or world.shadow.settle(20)
    return world.route_log.shadows()


def test_a_planted_misroute_is_suspected(world: Resources, capsys: pytest.CaptureFixture[str]) -> None:
    """A badly described base that holds the answer is searched after the answer, and shown beside the chosen one."""
    state = ask(build(world), MISROUTED, context=ONE_BASE)
    assert [one["base"] for one in state["findings"]] == ["tea"]
    shadows = settled(world)
    assert [(one.question_hash, one.chosen_base, one.other_base) for one in shadows] == [
        (question_hash(MISROUTED), "tea", "pots"),
        (question_hash(MISROUTED), "tea", "trains"),
    ]
    assert shadows[0].other_best > shadows[0].chosen_best + 0.1
    assert world.route_log is not None
    found = report(world.route_log.rows(), shadows)["shadow"]
    assert (found["questions"], found["suspects"]) == (1, 1)
    assert [(pair["chosen"], pair["better"], pair["count"]) for pair in found["pairs"]] == [("tea", "pots", 1)]
    show_routes(world.route_log, world.catalog, as_json=False)
    told = capsys.readouterr().out
    assert "Suspected silent misroutes" in told
    assert "In 1 of 1 questions searched in the shadow an unchosen base was better by 0.1 or more." in told


def test_a_right_route_is_not_suspected(world: Resources) -> None:
    """The other bases are searched and hold nothing better."""
    ask(build(world), RIGHT, context=ONE_BASE)
    shadows = settled(world)
    assert [one.other_base for one in shadows] == ["pots", "trains"]
    assert world.route_log is not None
    assert report(world.route_log.rows(), shadows)["shadow"]["suspects"] == 0


def test_a_callers_restriction_holds_in_the_shadow(world: Resources) -> None:
    """A base that the caller did not allow is not searched behind its back either."""
    ask(build(world), MISROUTED, context={**ONE_BASE, "bases": ["tea", "trains"]})
    assert [one.other_base for one in settled(world)] == ["trains"]


def alpha(_: Any) -> list[Any]:
    """Always the same passage."""
    return [passage("alpha", "Apples are red.", 0.6)]


def opened(root: Path, answers: dict[str, Any], **settings: Any) -> tuple[ScriptedResources, dict[str, Any]]:
    """Scripted bases of which alpha is always chosen."""
    return scripted(root, answers, lambda text: dict.fromkeys(answers, 0.05) | {"alpha": 0.9}, settings=settings)


@pytest.mark.parametrize("settings", [{"shadow": 0}, {"shadow": 1, "log": "none"}], ids=["share 0", "no log"])
def test_nothing_is_searched_where_it_is_not_wanted(settings: dict[str, Any], tmp_path: Path) -> None:
    """A share of 0, or no log to keep the outcome in, leaves the unchosen bases alone."""
    world, bases = opened(tmp_path, {"alpha": alpha, "beta": lambda search: []}, **settings)
    ask(build(world), "Are apples red?")
    assert world.shadow is None
    assert bases["beta"].asked == []


def test_the_answer_and_the_end_do_not_wait(tmp_path: Path) -> None:
    """A run ends before anything is searched in its shadow, and settling gives up on a base that hangs."""
    hang = threading.Event()
    world, bases = opened(
        tmp_path, {"alpha": alpha, "beta": lambda search: [] if hang.wait(30) else [search]}, shadow=1
    )
    graph = build(world)

    async def run() -> bool:
        await graph.ainvoke({"messages": [("user", "Are apples red?")]})
        return bool(bases["beta"].asked)

    assert asyncio.run(run()) is False
    assert world.shadow is not None
    assert world.shadow.settle(0.2) is False
    hang.set()


def test_a_command_looks_behind_its_answer_before_it_ends(tmp_path: Path, larkspur_home: Path) -> None:
    """`signalbox ask` ends as ever, with what was seen in the log. The first touch of a passage may take longer than
    the end of a command waits; what was looked at by then is quick the next time.
    """
    root, log = Path(__file__).resolve().parents[2], f"sqlite:///{tmp_path / 'log.sqlite'}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIGNALBOX_")}
    kept |= {"SIGNALBOX_HOME": str(larkspur_home), "SIGNALBOX_LOG": log, "SIGNALBOX_SHADOW": "1"}
    for _ in range(4):
        done = subprocess.run(
            [sys.executable, "-m", "cli", "ask", "Why does the dashboard keep logging me out?"],
            env=kept | {"LANGSMITH_TRACING": "false"},
            cwd=root,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (done.returncode, done.stderr.count("shadow")) == (0, 0), done.stderr
        seen = RouteLog(log).shadows()
        if seen:
            break
    assert {one.chosen_base for one in seen} == {"technical"}
    assert {one.other_base for one in seen} <= {"billing", "general"}
