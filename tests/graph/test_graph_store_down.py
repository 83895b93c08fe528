"""The whole application over a graph base: it answers, names a database that died, and answers the next question."""

from __future__ import annotations

import importlib.util
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from streams import ask

from graph.build import build
from graph.resources import Resources
from graph.settings import Settings
from knowledge.bases.graph import GraphBase
from knowledge.graphdb.launch import INSTALL, PACKAGE
from knowledge.graphdb.server import server_of
from tests.knowledge.graphdb.small import CATALOG, write_catalog

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(
        importlib.util.find_spec(PACKAGE) is None, reason=f"the embedded graph store is not installed: {INSTALL}"
    ),
]
NOTES = """
[[base]]
name = "notes"
description = "Notes of the cinema: opening hours, tickets and seats."
keywords = ["cinema"]
"""
FILMS = 'description = "Films and who plays in them."\nkeywords = ["film"]\n'
QUESTION = "Who plays in the film The Long Way, and when does the cinema open?"
CAST = "title: The Long Way; released: 1991; cast: Ana Ruiz, Bo Lund."


@pytest.fixture
def world(tmp_path: Path) -> Iterator[Resources]:
    """A catalog of a graph and a folder of notes."""
    text = CATALOG.replace('type = "graph"\n', 'type = "graph"\n' + FILMS, 1)
    text = text.replace('description = "A film by its title."', 'description = "A film by its title."\ncues = ["film"]')
    text = text.replace("timeout_s = 5", "timeout_s = 30")  # a start of the server counts
    folder = tmp_path / "catalogs" / "cinema"
    write_catalog(folder, text=text + NOTES)
    (folder / "documents" / "notes").mkdir()
    (folder / "documents" / "notes" / "hours.md").write_text("# Hours\n\nThe cinema opens at six in the evening.\n")
    settings = Settings(catalog="cinema", catalogs=tmp_path / "catalogs", home=tmp_path / "home", log="none")
    world = Resources.load(settings)
    yield world
    base = world.bases["films"]
    assert isinstance(base, GraphBase)
    base.close()
    server_of(tmp_path / "home").close()


def test_a_database_that_dies_is_named_and_the_next_question_works(world: Resources, tmp_path: Path) -> None:
    """The notes answer all the while; the graph is back with the question after the one it failed."""
    world.prepare()
    graph = build(world)
    before = ask(graph, QUESTION)
    assert CAST in before["answer"]
    assert "opens at six" in before["answer"]
    os.kill(server_of(tmp_path / "home").running().pid, signal.SIGKILL)
    during = ask(graph, QUESTION)
    assert "opens at six" in during["answer"]
    failures = [one["failure"] for one in during["findings"] if one["failure"]]
    # The clause beside it asks the same base at the same time: it fails with it, or finds it started again.
    assert {(one["base"], one["reason"].partition(" (")[0]) for one in failures} == {
        ("films", "the graph database does not answer")
    }
    after = ask(graph, QUESTION)
    assert after["answer"] == before["answer"]
