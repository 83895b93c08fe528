"""Evidence that is easily lost or mixed up, through the whole graph over real stores."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from graph.build import build
from graph.resources import Resources
from graph.result import result
from graph.settings import Settings
from tests.fakes import write_catalog

WIKI = "\n\n".join(
    f"# Project handbook, part {n}\n\n## Status\n\nEvery project has a status. The status of a project is reviewed in "
    f"week {n} by its lead, who writes a report on the project, its status, its risks and its tickets. A project whose "
    f"status is open too long is discussed in meeting {n}."
    for n in range(1, 30)
)
BASES: dict[str, dict[str, Any]] = {
    "wiki": {"description": "Handbook of projects: status reviews, reports, meetings.", "files": {"book.md": WIKI}},
    "tickets": {
        "description": "Tickets by number, with their state and owner.",
        "files": {
            "tickets.jsonl": '{"id": "PROJ-123", "state": "waiting for Mara"}\n{"id": "PROJ-124", "state": "closed"}\n'
        },
    },
    "Rückgaben": {
        "description": "Returns of goods and refunds.",
        "k": 20,
        "files": {"one.md": "# Returns\n\nA returned kettle is refunded within nine days.\n"},
    },
    "hr": {
        "description": "Holidays and sick leave of employees. 休暇",
        "files": {
            "leave.md": "# Leave\n\nEmployees have 26 days of holiday a year.\n",
            "ja.md": "# 休暇\n\n年次有給休暇は二十日です。\n",
            "ar.md": "# إجازة\n\nمدة الإجازة السنوية ثلاثون يوما.\n",
        },
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Resources]:
    """Four bases: one rich in text, one terse, one of a single chunk, one in several scripts."""
    root = tmp_path_factory.mktemp("hard")
    write_catalog(root, "hard", BASES)
    settings = Settings.from_env({}, catalog="hard", catalogs=root, home=root / "home", log="none")
    with closing(Resources.load(settings)) as opened:
        opened.prepare()
        yield opened


def _ask(world: Resources, question: str, **context: Any) -> dict[str, Any]:
    asked: Any = {"messages": [{"role": "user", "content": question}]}
    state: Any = asyncio.run(build(world).ainvoke(asked, context=context))
    return result(state, 0.0) | {"found": {finding["base"] for finding in state["findings"]}}


def test_a_text_rich_base_does_not_drown_a_terse_one(world: Resources) -> None:
    """One line of a ticket stands against thirty pages that say "status" and "project" all the time."""
    told = _ask(world, "What is the status of PROJ-123?")
    assert "waiting for Mara" in told["answer"]
    assert "tickets/tickets.jsonl" in {citation["source"] for citation in told["citations"]}


def test_a_restricted_caller_never_sees_another_base(world: Resources) -> None:
    """Whatever the question is about, only allowed bases are searched and cited."""
    told = _ask(world, "What is the status of PROJ-123?", bases=["hr", "Rückgaben"])
    assert told["found"] <= {"hr", "Rückgaben"}
    assert {citation["base"] for citation in told["citations"]} <= {"hr", "Rückgaben"}
    assert "Mara" not in told["answer"]


def test_a_base_of_one_chunk_is_found_however_many_are_wanted(world: Resources) -> None:
    """K may exceed what a base holds, and its name may have any letters."""
    told = _ask(world, "When is a returned kettle refunded?")
    assert "within nine days" in told["answer"]
    assert told["citations"][0]["base"] == "Rückgaben"


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("How many days of holiday do employees have?", "26 days of holiday"),
        ("年次有給休暇は何日ですか", "二十日"),
        ("كم مدة الإجازة السنوية؟", "ثلاثون"),
    ],
)
def test_any_script_is_found_in_its_own(world: Resources, question: str, quote: str) -> None:
    """Scripts without spaces or from right to left are matched by their words."""
    told = _ask(world, question, bases=["hr"])
    assert quote in told["answer"]
