"""A traced process sends one root run a question, with a child for each step."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from collector import Collector, Environ, collect
from otlp_receiver import receive
from scripted_openai import Reply, serve

from knowledge.masking import masked
from routing.log import RouteLog

ASK = """
import asyncio, sys
from graph.tracing import flush
from graph.build import build
from graph.resources import Resources
from graph.settings import Settings

graph = build(Resources.load(Settings.from_env()))
state = asyncio.run(graph.ainvoke({"messages": [("user", sys.argv[1])]}))
flush()
print(state["answer"])
"""
QUESTION = "How long do you keep my data after I cancel?"


def ask(environ: dict[str, str], folder: Path, question: str = QUESTION) -> str:
    """The answer of a process that asks one question and waits until its traces are sent."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, question],
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
    told = {name: root["extra"]["metadata"][name] for name in ("catalog", "policy", "tier", "bases", "fell_back")}
    assert told == {
        "catalog": "larkspur",
        "policy": "recall",
        "tier": rows[0]["tier"],
        "bases": rows[0]["bases"],
        "fell_back": False,
    }
    assert root["tags"] == ["catalog:larkspur"]


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
    prompt, call = collector.children(answer)
    assert (prompt["name"], prompt["run_type"]) == ("prompts/answer", "prompt")
    assert QUESTION in prompt["inputs"]["questions"]
    assert (call["name"], call["run_type"]) == ("ChatOpenAI", "llm")
    assert call["outputs"]["generations"][0][0]["message"]["kwargs"]["usage_metadata"]["total_tokens"] == 107
    assert not [body for body in collector.bodies if b"sk-a-secret-of-the-user" in body]


PRIVATE = "How long do you keep my data after I cancel? I am jane.doe@mail.example, call +49 30 1234 5678."
SECRETS = (b"jane.doe", b"1234 5678")


def test_a_search_is_a_child_run(environ: Environ, tmp_path: Path) -> None:
    """Each search of a store is a retriever run under its step, with what was asked and what came back; masked, no
    address and no number leaves the machine in any of them.
    """
    with collect() as collector:
        answer = ask(environ(**traced(collector), SIGNALBOX_TRACE="masked"), tmp_path, PRIVATE)
    (root,) = collector.roots
    (step, *_) = [run for run in collector.children(root) if run["name"] == "retrieve_general"]
    (search,) = collector.children(step)
    assert (search["name"], search["run_type"]) == ("search general", "retriever")
    assert search["inputs"]["query"].endswith("I am [e-mail], call [phone].")
    assert search["outputs"]["documents"][0]["metadata"]["base"] == "general"
    assert root["outputs"]["answer"] == masked(answer)
    assert not [body for body in collector.bodies for secret in SECRETS if secret in body]


def test_hidden(environ: Environ, tmp_path: Path) -> None:
    """Hidden, steps and times are traced and no word of question or answer is, though the route log keeps them."""
    log = f"sqlite:///{tmp_path / 'log.sqlite'}"
    with collect() as collector:
        hidden = {"SIGNALBOX_TRACE": "hidden", "SIGNALBOX_LOG": log, "SIGNALBOX_LOG_TEXT": "true"}
        answer = ask(environ(**traced(collector), **hidden), tmp_path, PRIVATE)
    (root,) = collector.roots
    assert "retrieve_general" in [run["name"] for run in collector.children(root)]
    assert "general" in root["extra"]["metadata"]["bases"]
    words = (*SECRETS, b"keep my data", answer.split(".")[0].encode())
    assert not [body for body in collector.bodies for secret in words if secret in body]


def test_opentelemetry(environ: Environ, tmp_path: Path) -> None:
    """With the client's own OpenTelemetry mode the same runs arrive as spans at an OTLP/HTTP collector, masked too."""
    with collect() as collector, receive() as receiver:
        export = {"LANGSMITH_OTEL_ENABLED": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": receiver.url}
        ask(environ(**traced(collector), **export, SIGNALBOX_TRACE="masked"), tmp_path, PRIVATE)
    names = [span.name for span in receiver.spans]
    assert {"signalbox-larkspur", "rewrite", "route", "retrieve_general", "search general", "answer"} <= set(names)
    (root,) = [span for span in receiver.spans if span.name == "signalbox-larkspur"]
    assert not root.parent_span_id
    assert {span.trace_id for span in receiver.spans} == {root.trace_id}
    assert len(names) == len(collector.runs)
    assert not [body for body in receiver.bodies for secret in SECRETS if secret in body]
