"""Other suites of a catalog through LangSmith's `evaluate`: the suite's own figures, each outcome as feedback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from collector import collect
from fakes import write_catalog
from langsmith.utils import get_env_var

from errors import EvalError
from evals import answers
from evals.judged_experiment import JudgedExperiment
from evals.registry import experiments
from graph.settings import Settings
from knowledge.ingest import no_progress

SEATS = "# Seats\n\nA seat of the Pro plan costs 8 dollars a month. Seats can be added on any day.\n"
ROWS = [
    {"id": "1", "question": "What does a seat of the Pro plan cost?", "bases": ["prices"],
     "documents": ["prices/seats.md"], "points": [["8 dollars"]], "split": "report"},
    {"id": "2", "question": "Can seats be added on any day?", "bases": ["prices"], "points": [["never"]],
     "split": "report"},
]  # fmt: skip


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A catalog with two labelled questions."""
    folder = write_catalog(tmp_path, "firm", {"prices": {"description": "Prices.", "files": {"seats.md": SEATS}}})
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, ROWS)) + "\n", encoding="utf-8")
    return Settings.from_env({}, catalog="firm", catalogs=tmp_path, home=tmp_path / "home", log="none")


@pytest.fixture
def fresh_environment() -> Iterator[None]:
    """The client remembers what it read of the environment; a test's variables begin and end with it."""
    get_env_var.cache_clear()
    yield
    get_env_var.cache_clear()


@pytest.mark.filterwarnings("ignore:.*parameter is in beta")
@pytest.mark.usefixtures("fresh_environment")
def test_a_suite_is_judged_and_uploaded(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures are the suite's; without an upload nothing is sent, with one each metric is a row's feedback."""
    expected = answers.run("firm", settings)
    with collect() as collector:
        monkeypatch.setenv("LANGSMITH_ENDPOINT", collector.url)
        local = JudgedExperiment("evals.answers", "firm", "run", upload=False)(settings, no_progress)
        assert collector.asked == []
        with pytest.raises(EvalError, match="LANGSMITH_API_KEY is not set, and an upload needs it"):
            JudgedExperiment("evals.answers", "firm", "run", upload=True)(settings, no_progress)
        monkeypatch.setenv("LANGSMITH_API_KEY", "x")
        get_env_var.cache_clear()
        sent = JudgedExperiment("evals.answers", "firm", "run", upload=True)(settings, no_progress)
    assert local["metrics"] == sent["metrics"] == expected["metrics"]
    assert local["rows"] == sent["rows"] == expected["rows"]
    (dataset,) = collector.kept["datasets"]
    assert dataset["name"].startswith("signalbox-firm-report-")
    outcomes = {one["reference_example_id"]: one["outputs"] for one in collector.roots}
    told = {one["metadata"]["id"]: outcomes[one["id"]]["right"] for one in collector.kept["examples"]}
    assert told == {row["id"]: row["right"] for row in expected["rows"]}


MOODS = [
    {"text": "My chest hurts and I cannot breathe", "mood": "distress", "split": "report"},
    {"text": "When do you open?", "mood": "neutral", "split": "tune"},
    {"text": "I need help this minute, I am bleeding", "mood": "distress", "split": "train"},
]


@pytest.mark.filterwarnings("ignore:.*parameter is in beta")
@pytest.mark.usefixtures("fresh_environment")
def test_moods_are_judged_and_uploaded(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message with its mood is an example, what was read is the outcome; those that taught the tier are left out."""
    folder = settings.catalogs / "firm"
    moods = '\n[moods]\nneutral = "answer"\ndistress = "on-call"\n'
    (folder / "catalog.toml").write_text((folder / "catalog.toml").read_text() + moods)
    (folder / "moods.jsonl").write_text("\n".join(map(json.dumps, MOODS)) + "\n", encoding="utf-8")
    with collect() as collector:
        monkeypatch.setenv("LANGSMITH_ENDPOINT", collector.url)
        monkeypatch.setenv("LANGSMITH_API_KEY", "x")
        (suite,) = experiments("mood", "firm", settings.catalogs, upload=True).values()
        sent = suite(settings, no_progress)
    examples = {one["id"]: one for one in collector.kept["examples"]}
    texts = {one["inputs"]["messages"][0]["content"]: one["outputs"] for one in examples.values()}
    assert texts == {row["text"]: {"bases": [], "mood": row["mood"]} for row in MOODS[:2]}
    read = {
        examples[one["reference_example_id"]]["inputs"]["messages"][0]["content"]: one["outputs"]
        for one in collector.roots
    }
    assert read == {row["id"]: {"mood": row["chosen"], "right": row["right"]} for row in sent["rows"]}
    (session,) = collector.kept["sessions"]
    assert session["name"].startswith("signalbox-firm-mood-")


def test_which_suites_there_are() -> None:
    """Every suite over a catalog's labelled questions, by the name it has elsewhere."""
    assert list(experiments("answers")) == ["larkspur", "clinic", "warranty", "strategies"]
    assert list(experiments("kinds")) == ["larkspur"]
    assert list(experiments("mood")) == ["clinic"]
    with pytest.raises(EvalError, match="--langsmith runs no answers --suite contradictions; valid: routing --suite"):
        experiments("answers", "contradictions")
