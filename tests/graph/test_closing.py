"""Resources let go of all that they hold, and open it again when they are asked once more."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from streams import ask

from graph.build import build
from graph.resources import Resources

DESCRIPTORS = Path("/proc/self/fd")
TOWER = "# Tower\n\nThe tower is ninety metres high.\n"
WAIT_S = 5
QUESTION = "How high is the tower?"


@pytest.mark.skipif(not DESCRIPTORS.is_dir(), reason="this system does not list a process's open files")
def test_closed_resources_hold_no_file_open(make_resources: Callable[..., Resources]) -> None:
    """Asked and closed again and again, a process holds no more descriptors than after the first time."""
    bases = {
        "wiki": {"files": {"t.md": TOWER}},
        "films": {"type": "sql", "files": {"f.csv": "title,year\nHeat,1995\n"}},
    }
    for at in range(3):
        opened = make_resources(bases)
        assert ask(build(opened), QUESTION)["answer"].startswith("The tower is ninety metres high. [1]")
        opened.close()
        if at == 0:
            most = descriptors()
    until = time.monotonic() + WAIT_S  # a search that was left behind ends a little later
    while descriptors() > most and time.monotonic() < until:
        time.sleep(0.05)
    assert descriptors() <= most


def descriptors() -> int:
    """How many files and sockets this process holds open."""
    return sum(1 for _ in DESCRIPTORS.iterdir())


def test_closed_resources_open_again(make_resources: Callable[..., Resources]) -> None:
    """Closing is no end: the next question opens what it needs."""
    opened = make_resources({"wiki": {"files": {"t.md": TOWER}}})
    graph = build(opened)
    first = ask(graph, QUESTION)["answer"]
    opened.close()
    assert ask(graph, QUESTION)["answer"] == first
