"""A catalog's suite through LangSmith's `evaluate`: the same figures, and nothing sent unless it is asked for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from collector import Collector, Environ, collect

from evals.catalog_routing import measure
from evals.report import Result, plain
from graph.resources import Resources

ROOT = Path(__file__).resolve().parents[2]


def evaluated(environ: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """A finished `signalbox eval routing` of larkspur."""
    return subprocess.run(
        [sys.executable, "-m", "cli", "eval", "routing", "--suite", "larkspur", *arguments],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def figures(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The object on stdout."""
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def traced(collector: Collector) -> dict[str, str]:
    """The settings of a user who traces, and whose runs would be sent were they not kept back."""
    return {"LANGSMITH_TRACING": "true", "LANGSMITH_ENDPOINT": collector.url, "LANGSMITH_API_KEY": "x"}


@pytest.fixture(scope="module")
def suite(resources: Resources) -> Result:
    """What the catalog suite itself measures."""
    return measure(resources, evidence=False)


def same(found: dict[str, Any], suite: Result) -> None:
    """The experiment's figures are the suite's."""
    expected = plain(suite)["metrics"]
    assert found["metrics"] == {name: expected[name] for name in ("all_needed", "accuracy", "mean_width")}
    assert (found["suite"], found["split"], found["tuned_on"]) == ("larkspur", "report", "tune")
    assert found["targets"] == suite["targets"]


def test_a_local_run_sends_nothing(environ: Environ, suite: Result) -> None:
    """The figures equal the suite's and the collector is not asked once, although tracing is on and a key is set."""
    with collect() as collector:
        done = evaluated(environ(**traced(collector)), "--langsmith", "--json")
    same(figures(done), suite)
    assert collector.asked == []


def test_an_upload_makes_a_dataset_and_an_experiment(environ: Environ, suite: Result) -> None:
    """Rows become examples of a dataset, outcomes the runs of an experiment over it, scores their feedback; a second
    upload finds the dataset there.
    """
    with collect() as collector:
        first = evaluated(environ(**traced(collector)), "--langsmith", "--upload", "--json")
        same(figures(first), suite)
        (dataset,), (session,) = collector.kept["datasets"], collector.kept["sessions"]
        examples, roots = list(collector.kept["examples"]), list(collector.roots)
        same(figures(evaluated(environ(**traced(collector)), "--langsmith", "--upload", "--json")), suite)
    assert dataset["name"].startswith("signalbox-larkspur-report-")
    assert session["name"].startswith("signalbox-larkspur-")
    assert session["reference_dataset_id"] == dataset["id"]
    rows = {row["id"]: row for row in suite.get("rows", [])}
    assert {one["metadata"]["id"]: one["outputs"]["bases"] for one in examples} == {
        id_: row["wanted"] for id_, row in rows.items()
    }
    assert {one["dataset_id"] for one in examples} == {dataset["id"]}
    chosen = {one["reference_example_id"]: one["outputs"]["bases"] for one in roots}
    assert chosen == {one["id"]: rows[one["metadata"]["id"]]["chosen"] for one in examples}
    assert len(collector.kept["datasets"]) == 1
    assert len(collector.kept["sessions"]) == 2
    assert len(collector.kept["examples"]) == len(rows)


def test_an_upload_without_a_key_is_refused(environ: Environ) -> None:
    """One line says which variable is missing and what goes without it."""
    done = evaluated(environ(), "--langsmith", "--upload")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(
        "error: LANGSMITH_API_KEY is not set, and an upload needs it; without --upload the same figures are made here\n"
    )


def test_an_upload_that_reaches_nobody_is_told(environ: Environ) -> None:
    """A service that is not there is one line, no traceback."""
    nobody = {"LANGSMITH_ENDPOINT": "http://127.0.0.1:9", "LANGSMITH_API_KEY": "x"}
    done = evaluated(environ(**nobody), "--langsmith", "--upload")
    assert (done.returncode, done.stdout) == (2, "")
    assert "error: LangSmith took no upload of larkspur: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--upload"], "--upload is of --langsmith: add it; nothing else is ever uploaded"),
        (
            ["--suite", "lab", "--langsmith"],
            (
                "--langsmith runs no routing --suite lab; valid: routing --suite larkspur, clinic, warranty, strategies"
                "; answers --suite larkspur, clinic, warranty, strategies; kinds --suite larkspur; mood --suite clinic"
            ),
        ),
    ],
)
def test_what_cannot_be_run_so_is_named(arguments: list[str], says: str, environ: Environ) -> None:
    """A wrong combination says what is valid."""
    done = evaluated(environ(), *arguments)
    assert (done.returncode, done.stderr) == (2, f"error: {says}\n")
