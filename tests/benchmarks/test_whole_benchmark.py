"""The pure parts of the whole-question benchmark: its oracle, its scripted model, its evidence, its table."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.model_server import ask, running
from benchmarks.oracle import NOTHING, Known, Oracle
from benchmarks.peers.whole_exchange import Chunk, Group, Model, Row, Trial, driven, read, write
from benchmarks.whole_report import A_LOT_A_SEARCH, OURS, PLAIN, TWICE, summed, table, told

BASES = {"money": "What things cost.", "garden": "What grows where."}
APPLE = Known("And the apples?", "What do the apples cost?", (("What do the apples cost?", ("money",)),))
BOTH = Known("What do pears cost? Where do figs grow?", "What do pears cost? Where do figs grow?",
             (("What do pears cost?", ("money",)), ("Where do figs grow?", ("garden",))))  # fmt: skip
KNOWN = [APPLE, BOTH]
PASSAGES = "[1] (garden: Trees)\nFigs grow in the south.\n\n[2] (money: Fruit)\nOur pears cost three euros."


def said(system: str, user: str, shape: str = "", **oracle: Any) -> tuple[str, Any]:
    """What the oracle makes of a prompt, read as JSON where it is JSON."""
    body: dict[str, Any] = {"messages": [{"role": "system", "content": system}, {"role": "user", "content": user}]}
    if shape:
        body["response_format"] = {"json_schema": {"name": shape}}
    kind, text = Oracle(KNOWN, BASES, **oracle).reply(body)
    try:
        return kind, json.loads(text)
    except ValueError:
        return kind, text


def test_our_prompts_are_answered():
    """A list of questions, their bases, an answer with the numbers of its passages, and a verdict."""
    assert said("", f"Message:\n{BOTH.message}", "Rewritten") == (
        "rewrite",
        {"questions": [{"text": text, "waits_for": None} for text, _ in BOTH.parts]},
    )
    kind, routes = said("", "Questions:\n1. Where do figs grow?\n2. What do pears cost?", "Routes")
    assert (kind, [[base["label"] for base in one["bases"]] for one in routes["routes"]]) == (
        "route", [["garden"], ["money"]],
    )  # fmt: skip
    user = f"Questions to answer:\n1. What do pears cost?\n2. Where do figs grow?\n\nPassages:\n{PASSAGES}"
    assert said("", user) == ("answer", "Our pears cost three euros [2]. Figs grow in the south [1].")
    assert said("", f"Questions:\n1. x\n\nAlready asked:\n\nAnswer:\n{NOTHING}", "Review") == (
        "grade", {"verdicts": [{"question": 1, "settled": False, "missing": []}]},
    )  # fmt: skip


def test_the_plain_applications_prompts_are_answered():
    """One question, one label, an answer, a grade: by the same labels."""
    assert said("one standalone question", "Message:\nAnd the apples?") == ("rewrite", "What do the apples cost?")
    bases = "\n".join(f"- {name}: {text}" for name, text in BASES.items())
    assert said(bases, BOTH.message, "Route") == ("route", {"base": "money"})
    assert said("", f"Question:\n{BOTH.message}\n\nPassages:\nFigs grow in the south.") == (
        "answer", "Figs grow in the south.",
    )  # fmt: skip
    assert said("", NOTHING, "Grade") == ("grade", {"useful": False})


def test_llama_indexs_prompts_are_answered():
    """A numbered choice, sub-questions each with a tool, and an answer from between the dashes."""
    choices = "Some choices are given below.\n(1) What things cost.\n\n(2) What grows where.\n"
    assert said("", f"{choices}question: 'Where do figs grow?'") == (
        "route", [{"choice": 2, "reason": "the labels say so"}],
    )  # fmt: skip
    asked = f"output a list of relevant sub-questions {json.dumps(BASES)} {BOTH.message}"
    assert said("", asked)[1] == {
        "items": [
            {"sub_question": "What do pears cost?", "tool_name": "money"},
            {"sub_question": "Where do figs grow?", "tool_name": "garden"},
        ]
    }
    context = f"{'-' * 21}\nFigs grow in the south.\n{'-' * 21}\nQuery: Where do figs grow?"
    assert said("", context) == ("answer", "Figs grow in the south.")
    assert said("", context.replace("Figs", "Mosses")) == ("answer", NOTHING)


def test_wrong_labels():
    """Where a fault is wanted every label is one that does not exist."""
    assert said("- money: What things cost.", "x", "Route", wrong_labels=True)[1] == {"base": "warehouse"}


@pytest.fixture
def group() -> Group:
    """Two bases of one passage each, and a row that needs both."""
    chunks = {"money": [Chunk("m", "m", "Fruit\nPears cost three.", "Pears cost three.")],
              "garden": [Chunk("g", "g", "Figs grow here.", "Figs grow here.")]}  # fmt: skip
    rows = [Row("r", BOTH.message, (("user", "Hi"),), ("m", "g"))]
    return Group("larkspur", BASES, chunks, {name: np.ones((1, 3), np.float32) for name in BASES}, 6, rows)


def test_a_system_is_driven(tmp_path: Path, group: Group):
    """What is laid down is read back; evidence is what of it stands in a prompt or a slot; a fault is a row too."""
    row = group.rows[0]
    write(tmp_path, [group], Trial([row], [2], row, row, row, row, row, "money", 1))
    groups, trial = read(tmp_path)
    assert (groups[0].rows, groups[0].chunks, trial.timed, trial.down) == (group.rows, group.chunks, [row], "money")

    def opened(_: Group, down: str) -> Any:
        async def answered(one: Row) -> tuple[str, list[str]]:
            if down:
                raise ConnectionError("down")
            return f"about {one.id}", ["Pears  cost\nthree."]

        return answered

    with running(KNOWN, BASES, tmp_path) as address:
        model = Model(address)
        found = asyncio.run(driven(opened, groups, trial, model))
        assert ask(address, "/taken") == []
    assert found["evidence"]["larkspur"] == [{"id": "r", "share": 0.5, "calls": 0, "tokens": 0, "raised": ""}]
    assert found["behaviour"]["one base is down"] == {"raised": "ConnectionError: down", "said": "", "calls": 0}
    shown = table({"rows": [{"system": "x", **summed(found)}], "machine": "2 cores", "versions": {}, "half": "tune",
                   "n": {"larkspur": 1}, "seconds": 1})  # fmt: skip
    assert "raised after 0 calls: ConnectionError: down" in shown


def test_evidence_is_compared_at_as_many_places():
    """A peer that has all the places anew for each part of a message is compared at twice the places."""

    def row(system: str, share: float) -> dict[str, Any]:
        costs = {"calls": 1.0, "ms": 300 if system == OURS else 1200}
        return {"system": system, "evidence": {"pairs": {"share": share}}, "sure": costs, "follow_up": costs}

    rows = [row(PLAIN, 0.3), row(A_LOT_A_SEARCH, 0.7), row(OURS, 0.6), row(TWICE, 0.7)]
    whom = "the peer with the places anew for each part, in twice the places"
    assert told(rows) == [
        "reached: a sure question costs one call: 1",
        "reached: a two-base follow-up at most 3: 1",
        "reached: and at most half of the plain application's wall: 0.25",
        "reached: more evidence on pairs than every peer with as many places: 0.600, 0.300",
        f"NOT REACHED: more evidence on pairs than {whom}: 0.700, 0.700",
    ]
