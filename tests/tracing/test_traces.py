"""A traced process sends one root run a question, with a child for each step."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from collector import Collector, Environ, collect
from scripted_openai import Reply, serve

from routing.log import RouteLog

ASK = """
import asyncio, sys
from langchain_core.tracers.langchain import wait_for_all_tracers
from graph.build import build
from graph.resources import Resources
from graph.settings import Settings

graph = build(Resources.load(Settings.from_env()))
state = asyncio.run(graph.ainvoke({"messages": [("user", sys.argv[1])]}))
wait_for_all_tracers()
print(state["answer"])
"""
QUESTION = "How long do you keep my data after I cancel?"


def ask(environ: dict[str, str], folder: Path) -> str:
    """The answer of a process that asks one question and waits until its traces are sent."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, QUESTION],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def traced(collector: Collector) -> dict[str, str]:
    """The settings that send traces to a collector."""
    return {"LANGSMITH_TRACING": "true", "LANGSMITH_ENDPOINT": collector.url, "LANGSMITH_API_KEY": "x"}


@pytest.mark.parametrize("multipart", [True, False], ids=["multipart", "batch"])
def test_one_root_a_question(environ: Environ, tmp_path: Path, multipart: bool) -> None:
    """A question is one root run that holds the answer, with one finished child a step, whatever the wire format."""
    with collect(multipart=multipart) as collector:
        answer = ask(environ(**traced(collector)), tmp_path)
    (root,) = collector.roots
    assert root["name"] == "signalbox-larkspur"
    assert root["outputs"]["answer"] == answer
    steps = [run["name"] for run in collector.children(root)]
    searched = [name for name in steps if name.startswith("retrieve_")]
    assert "retrieve_general" in searched
    assert steps == ["rewrite", "route", *searched, "supervise", "answer", "critique"]
    assert all(run.get("end_time") and not run.get("error") for run in collector.runs.values())
    assert {run["trace_id"] for run in collector.runs.values()} == {root["id"]}
    assert f"/runs/{'multipart' if multipart else 'batch'}" in collector.asked


def test_a_decisions_facts_are_the_root_runs_metadata(environ: Environ, tmp_path: Path) -> None:
    """What the route log keeps of a run stands at its root, where traces are filtered; the words are not repeated."""
    with collect() as collector:
        log = f"sqlite:///{tmp_path / 'log.sqlite'}"
        ask(environ(**traced(collector), SIGNALBOX_LOG=log), tmp_path)
    (root,) = collector.roots
    opened = RouteLog(log)
    rows = [json.loads(json.dumps(row.to_dict())) for row in opened.rows()]
    opened.close()
    assert len(rows) == 1
    assert root["extra"]["metadata"]["decisions"] == rows
    assert rows[0]["run_id"] == root["id"]
    assert rows[0]["text"] is None


def test_model_call(environ: Environ, tmp_path: Path) -> None:
    """A sure question is one model call, a child of the step that made it, with its tokens; the key is never sent."""
    with serve(lambda request: Reply("It is kept for 90 days [1].", tokens=(100, 7))) as server, collect() as collector:
        model = {
            "SIGNALBOX_MODEL": "openai:scripted",
            "OPENAI_BASE_URL": server.url,
            "OPENAI_API_KEY": "sk-a-secret-of-the-user",
        }
        assert ask(environ(**traced(collector), **model), tmp_path) == "It is kept for 90 days [1]."
        assert server.shapes == [""]
    (root,) = collector.roots
    (answer,) = [run for run in collector.children(root) if run["name"] == "answer"]
    (call,) = [run for run in collector.children(answer) if run["run_type"] == "llm"]
    assert call["name"] == "ChatOpenAI"
    assert call["outputs"]["generations"][0][0]["message"]["kwargs"]["usage_metadata"]["total_tokens"] == 107
    assert not [body for body in collector.bodies if b"sk-a-secret-of-the-user" in body]
