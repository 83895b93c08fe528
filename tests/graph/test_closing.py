"""Resources let go of all that they hold, and open it again when they are asked once more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streams import ask

from graph.build import build
from graph.resources import Resources

DESCRIPTORS = Path("/proc/self/fd")
TOWER = "# Tower\n\nThe tower is ninety metres high.\n"
QUESTION = "How high is the tower?"


@pytest.mark.skipif(not DESCRIPTORS.is_dir(), reason="this system does not list a process's open files")
def test_closed_resources_hold_no_file_open(make_resources: Callable[..., Resources]) -> None:
    """Asked and closed again and again, a process holds as many descriptors as after the first time."""
    bases = {
        "wiki": {"files": {"t.md": TOWER}},
        "films": {"type": "sql", "files": {"f.csv": "title,year\nHeat,1995\n"}},
    }
    held = []
    for _ in range(3):
        opened = make_resources(bases)
        assert ask(build(opened), QUESTION)["answer"].startswith("The tower is ninety metres high. [1]")
        opened.close()
        held.append(sum(1 for _ in DESCRIPTORS.iterdir()))
    assert held[1:] == held[:1] * 2


def test_closed_resources_open_again(make_resources: Callable[..., Resources]) -> None:
    """Closing is no end: the next question opens what it needs."""
    opened = make_resources({"wiki": {"files": {"t.md": TOWER}}})
    graph = build(opened)
    first = ask(graph, QUESTION)["answer"]
    opened.close()
    assert ask(graph, QUESTION)["answer"] == first
