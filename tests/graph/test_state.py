"""State: spending adds up, every value survives a checkpoint, and the outcome is one JSON-able object."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fakes import ScriptedResources, passage, scripted
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from streams import ask

from graph.build import build
from graph.ledger import EMPTY_LEDGER, Ledger, add_ledgers
from graph.result import result


@pytest.fixture
def world(tmp_path: Path) -> ScriptedResources:
    """A base that answers and one that fails."""

    def bad(search: object) -> list[object]:
        raise OSError("down")

    answers = {"a": lambda search: [passage("a", "The tower is ninety metres high.")], "b": bad}
    return scripted(tmp_path, answers, lambda text: {"a": 0.9, "b": 0.5})[0]


def test_ledgers_add_up() -> None:
    """What a node leaves out counts nothing."""
    spent = add_ledgers(EMPTY_LEDGER, {"turns": 1, "tokens": 7})  # type: ignore[typeddict-item]
    assert spent == Ledger(turns=1, retrievals=0, model_calls=0, tokens=7, cost=0.0)
    assert add_ledgers(spent, {"retrievals": 2}) == Ledger(turns=1, retrievals=2, model_calls=0, tokens=7, cost=0.0)  # type: ignore[typeddict-item]
    assert set(EMPTY_LEDGER.values()) == {0}


def test_the_state_is_plain(world: ScriptedResources) -> None:
    """Besides messages, every value of the state is JSON and comes back from a checkpoint as it was."""
    state = ask(build(world), "How high is the tower?")
    plain = {key: value for key, value in state.items() if key != "messages"}
    assert json.loads(json.dumps(plain)) == plain
    serializer = JsonPlusSerializer(allowed_msgpack_modules=[])
    assert serializer.loads_typed(serializer.dumps_typed(plain)) == plain


def test_the_outcome_is_one_object(world: ScriptedResources) -> None:
    """Answer, citations, questions with their routes, failures and the ledger, as the command line prints them."""
    outcome = result(ask(build(world), "How high is the tower?"), 12.34)
    id_ = passage("a", "The tower is ninety metres high.").id
    assert outcome == {
        "answer": "The tower is ninety metres high. [1]\n\n"
        "Not every base could be reached, so something may be missing: b (OSError: down).",
        "complete": True,
        "mood": {"name": "neutral", "target": "answer", "tier": "semantic", "reason": "scripted"},
        "handover": None,
        "cached": False,
        "citations": [
            {
                "n": 1,
                "base": "a",
                "source": "a/page.md",
                "title": "a/page.md",
                "line": 0,
                "page": 0,
                "id": id_,
                "quote": "The tower is ninety metres high.",
            }
        ],
        "contradictions": [],
        "questions": [
            {
                "text": "How high is the tower?",
                "slips": {},
                "kind": "lookup",
                "again": "",
                "answered": True,
                "bases": [{"name": "a", "score": 0.9}, {"name": "b", "score": 0.5}],
                "tier": "semantic",
                "fell_back": False,
                "reason": "a scores 0.90",
            }
        ],
        "calls": [],
        "failures": [{"kind": "error", "base": "b", "question": "How high is the tower?", "reason": "OSError: down"}],
        "warnings": [],
        "ledger": {
            "turns": 1,
            "retrievals": 2,
            "model_calls": 0,
            "tokens": 0,
            "searches_per_question": 2.0,
            "ms": 12.3,
            "cost": 0.0,
            "thread": {"model_calls": 0, "tokens": 0, "cost": 0.0},
        },
    }
    json.dumps(outcome)
