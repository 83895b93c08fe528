"""The events of a run: a closed set, each of exactly the shape that `graph.events` declares."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from fakes import ScriptedResources, passage, scripted
from streams import events

from graph.build import build
from graph.events import Event
from graph.settings import ROOT
from knowledge.bases.base import Search
from knowledge.passage import Passage

SHAPES = {get_args(get_type_hints(one)["event"])[0]: get_type_hints(one) for one in get_args(Event)}


def fruit(search: Search) -> list[Passage]:
    """A base that knows apples only."""
    return [passage("alpha", "Apples are red and sweet.")] if "apples" in search.text else []


def down(search: Search) -> list[Passage]:
    """A base that cannot be reached."""
    raise ConnectionError("refused")


@pytest.fixture
def world(tmp_path: Path) -> ScriptedResources:
    """One base that knows apples, one that is down."""
    answers = {"alpha": fruit, "beta": down}
    tables = {"mood_table": lambda text: "negative" if "person" in text else "neutral"}
    scores = lambda text: {"alpha": 0.9, "beta": 0.8 if "pears" in text else 0.1}  # noqa: E731
    catalog = {"moods": {"negative": "person"}}
    made, _ = scripted(tmp_path, answers, scores, catalog=catalog, tables=tables)
    return made


@pytest.mark.parametrize("text", ["What colour are apples?", "Are pears green?", "Give me a person, now!"])
def test_every_event_has_its_declared_shape(world: ScriptedResources, text: str) -> None:
    """No event of a run has a name, a field or a type that is not declared."""
    for event in events(build(world), text):
        shape = SHAPES[event["event"]]
        assert set(event) == set(shape)
        plain = {name: kind for name, kind in shape.items() if kind in {str, int, float, bool}}
        assert {name: type(event[name]) for name in plain} == plain


def test_a_base_that_is_down_is_told(world: ScriptedResources) -> None:
    """`found` carries the reason of a failure, and `again` why the run goes on."""
    told = events(build(world), "Are plums green?")
    found = [(one["base"], one["n"], one["failure"]) for one in told if one["event"] == "found"]
    beside = [("alpha", 0, ""), ("beta", 0, "ConnectionError: refused")]  # either may be the first to end
    assert (found[0], sorted(found[1:])) == (("alpha", 0, ""), beside)
    (again,) = [one for one in told if one["event"] == "again"]
    assert (again["why"], again["questions"]) == ("“Are plums green?” is not answered yet", ["plums green"])


def test_the_documents_name_every_event() -> None:
    """The table of docs/server.md has a row for each event, with exactly its fields."""
    table = re.findall(
        r"^\| `(\w+)` \| (.*?) \|", (ROOT / "docs" / "server.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    rows = {name: re.findall(r"`(\w+)`", fields) for name, fields in table if name in SHAPES}
    assert rows == {name: [field for field in shape if field != "event"] for name, shape in SHAPES.items()}
