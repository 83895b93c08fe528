"""Of two tools that take the same name, the one that the question means."""

from __future__ import annotations

import pytest

from tools.choosing import chosen
from tools.guard.check import Conversation
from tools.guard.provenance import Turn
from tools.judging import judge
from tools.proposing import Said, propose
from tools.schema import Parameter, Tool


def lookup(name: str, parameter: str, description: str, values: tuple[str, ...], *cues: str) -> Tool:
    """A lookup with one argument of these legal values."""
    return Tool(name, "", (Parameter(parameter, "string", description, True, values=values),), "lookup", cues)


PEOPLE = ("Ada Lund", "Ben Ito")
TOOLS = (
    lookup("capital", "country", "The name of the country", ("Singapore", "Spain", "South Africa"), "capital"),
    lookup("country", "capital", "The name of the capital city", ("Singapore", "Port of Spain"), "capital"),
    lookup("capitals_of", "region", "The region", ("Africa", "Asia"), "capital"),
    lookup("played", "actor", "The name of the actor", PEOPLE, "films", "acted"),
    lookup("directed", "director", "The name of the director", PEOPLE, "films", "direct", "by {director}"),
)


@pytest.mark.parametrize(
    ("question", "called"),
    [
        ("What is the capital of Singapore?", [("capital", "Singapore")]),
        ("Which country has Singapore as its capital?", [("country", "Singapore")]),
        ("Which country is Port of Spain the capital of?", [("country", "Port of Spain")]),
        ("The capitals of Spain and of Singapore", [("capital", "Singapore"), ("capital", "Spain")]),
        ("The capitals of Africa", [("capitals_of", "Africa")]),
        ("The capital of South Africa", [("capital", "South Africa")]),
        ("Which films did Ada Lund direct?", [("directed", "Ada Lund")]),
        ("films by Ada Lund", [("directed", "Ada Lund")]),
        ("Which films has Ada Lund acted in?", [("played", "Ada Lund")]),
        ("Ada Lund films", [("directed", "Ada Lund"), ("played", "Ada Lund")]),
    ],
)
def test_the_tool_that_is_meant(question: str, called: list[tuple[str, str]]) -> None:
    """What is asked for decides first, then the cues that one tool has alone; where neither tells, both stay."""
    tools = TOOLS[3:] if "films" in question else TOOLS[:3]
    known = Conversation([Turn("user", question)])
    judged = [(tool, judge(tool, one, known)) for tool in tools for one in propose(tool, Said(question))]
    made = chosen([each for each in judged if not each[1].asks], question)
    assert sorted((one.tool, *one.arguments.values()) for one in made) == called
