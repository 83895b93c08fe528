"""The suite `rewrite cast` with a model: its rewrites are what is scored, and only what refers back is asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from scripted_openai import Reply, Request, ScriptedOpenAI, value

from evals.public import half
from evals.registry import suites
from evals.report import Result
from graph.settings import Settings
from knowledge.ingest import no_progress

TURNS = [
    ("How tall is the lighthouse of Elm Bay?", "How tall is the lighthouse of Elm Bay?"),
    ("Who built it?", "Who built the lighthouse of Elm Bay?"),
    ("Is it open in winter?", "Is the lighthouse of Elm Bay open in winter?"),
    ("Which birds nest on the cliffs of Elm Bay?", "Which birds nest on the cliffs of Elm Bay?"),
]
TOPIC = next(str(n) for n in range(100) if half(f"2099_{n}") == "odd")
WANTED = dict(TURNS)


@pytest.fixture
def benchmarks(tmp_path: Path) -> Path:
    """A folder with one conversation in the set's form."""
    rows = []
    for turn, (raw, manual) in enumerate(TURNS, 1):
        history = [{"role": "user", "content": said} for said, _ in TURNS[: turn - 1]]
        row = {"id": f"2099_{TOPIC}_{turn}", "year": 2099, "topic": TOPIC, "turn": str(turn), "history": history}
        rows.append(row | {"raw": raw, "manual_rewrite": manual, "needs_rewrite": raw != manual})
    file = tmp_path / "cast_rewrite" / "cast_rewrites_2019_2021.jsonl"
    file.parent.mkdir()
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def measured(benchmarks: Path, **settings: Any) -> Result:
    """The suite's result as the command gets it."""
    (suite,) = suites("rewrite", "cast").values()
    return suite(Settings.from_env({}, benchmarks=benchmarks, **settings), no_progress)


def asked(request: Request) -> str:
    """The message that a request asks to be rewritten."""
    return next(raw for raw in WANTED if raw in request.user.rpartition("Message:")[2])


def test_the_models_rewrites_are_scored(benchmarks: Path, openai_server: ScriptedOpenAI) -> None:
    """A model that writes what people wrote scores 1; turns that stand alone are not asked about and stay."""
    openai_server.use(lambda request: value({"questions": [{"text": WANTED[asked(request)], "waits_for": None}]}))
    found = measured(benchmarks, model="openai:scripted")
    assert sorted(asked(request) for request in openai_server.requests) == ["Is it open in winter?", "Who built it?"]
    assert all("the lighthouse of Elm Bay" in request.user for request in openai_server.requests)
    assert found["metrics"] == {
        "token_f1": 1.0,
        "token_f1_copy": measured(benchmarks)["metrics"]["token_f1_copy"],
        "left_alone": 1.0,
        "restored": 1.0,
        "spurious": 0.0,
        "model_calls": 2,
        "fell_back": 0,
    }


@pytest.mark.parametrize(
    "reply",
    [
        value({"questions": [{"text": "Did Ada Lund build it in 1840?", "waits_for": None}]}),
        Reply(status=400),
    ],
    ids=["says what nobody said", "is refused"],
)
def test_a_rewrite_that_cannot_be_used_falls_back(
    reply: Reply, benchmarks: Path, openai_server: ScriptedOpenAI
) -> None:
    """Then the rules' rewrite is scored, as in a run, and it is counted."""
    openai_server.use(lambda request: reply)
    found, rules = measured(benchmarks, model="openai:scripted")["metrics"], measured(benchmarks)["metrics"]
    assert found["fell_back"] == 2
    assert {name: found[name] for name in rules} == rules
