"""The suites `answers`: what counts as a right answer, and that a real run of a small catalog is judged so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from errors import EvalError
from evals.answers import Judge, measure, shows
from evals.report import at_most
from graph.resources import Resources
from graph.settings import Settings
from knowledge.labelled import LabelledQuestion
from tests.fakes import write_catalog

SEATS = "# Seats\n\nA seat of the Pro plan costs 8 dollars a month. Seats can be added on any day.\n"
KEYS = "# Keys\n\nAn API key expires after 90 days. Write to keys@firm.example for a longer one.\n"
ROWS = [
    {"id": "1", "question": "What does a seat of the Pro plan cost?", "bases": ["prices"],
     "documents": ["prices/seats.md"], "points": [["8 dollars", "$8"]], "split": "report"},
    {"id": "2", "question": "When does an API key expire?", "bases": ["keys"], "documents": ["keys/keys.md"],
     "points": [["90 days"], ["a year"]], "split": "report"},
    {"id": "3", "question": "How do I bake a cake?", "kind": "out_of_scope", "split": "report"},
    {"id": "4", "question": "What does a seat of the Pro plan cost?", "bases": ["prices"], "split": "tune"},
]  # fmt: skip


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Resources]:
    """A catalog of two bases with labelled questions."""
    root = tmp_path_factory.mktemp("answers")
    bases = {
        "prices": {"description": "What plans and seats cost.", "files": {"seats.md": SEATS}},
        "keys": {"description": "API keys: making, renewing, expiry.", "files": {"keys.md": KEYS}},
    }
    folder = write_catalog(root, "firm", bases)
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, ROWS)) + "\n", encoding="utf-8")
    settings = Settings.from_env({}, catalog="firm", catalogs=root, home=root / "home", log="none")
    with closing(Resources.load(settings)) as opened:
        yield opened


def test_a_catalog_is_answered_and_judged(world: Resources) -> None:
    """Whole runs over the rows of one split: shares over the rows that have the label, counts over all answers."""
    found = measure(world)
    metrics = {name: value for name, value in found["metrics"].items() if name != "quoted_characters"}
    assert metrics == {
        "points_shown": 0.5,
        "right_source": 1.0,
        "right_first": 1.0,
        "right": 0.5,
        "answered": 1.0,
        "declined": 1.0,
        "phantom_citations": 0.0,
        "false_quotes": 0.0,
    }
    assert [(row["id"], row["chosen"][:1], row["right"]) for row in found["rows"]] == [
        ("1", ["prices"], {"answered": 1, "points_shown": 1, "right_source": 1, "right_first": 1, "right": 1}),
        ("2", ["keys"], {"answered": 1, "points_shown": 0, "right_source": 1, "right_first": 1, "right": 0}),
        ("3", [], {"declined": 1}),
    ]
    assert (found["n"], found["split"], found["tuned_on"]) == (3, "report", "tune")


def test_what_must_never_happen_is_counted(world: Resources) -> None:
    """A marker without a citation is a phantom, a quote that differs from its source by a letter is false."""
    judge = Judge(world)
    quote = {"n": 1, "base": "prices", "source": "prices/seats.md", "quote": "A seat of the Pro plan costs 9 dollars"}
    answer = {"answer": "Nine dollars [1], or ten [4].", "citations": [quote], "handover": None}
    row = judge.row(LabelledQuestion(**ROWS[0]), answer)
    assert (judge.phantoms, judge.false, row["right"]["points_shown"]) == (1, 1, 0)
    assert at_most("phantom_citations")
    assert at_most("false_quotes")


def test_a_quote_of_a_table_is_held_against_what_was_read_of_it(tmp_path: Path) -> None:
    """A source that is no Markdown is compared as ingest reads it; one that cannot be read takes no part."""
    write_catalog(tmp_path, "shop", {"prices": {"files": {"list.csv": "item,price\nrye loaf,5.20\n", "bad.json": "{"}}})
    settings = Settings.from_env({}, catalog="shop", catalogs=tmp_path, home=tmp_path / "home", log="none")
    with closing(Resources.load(settings)) as opened:
        assert list(Judge(opened).documents) == ["prices/list.csv"]
        assert "rye loaf" in Judge(opened).documents["prices/list.csv"]


@pytest.mark.parametrize(
    ("answer", "points", "shown"),
    [
        ("It costs\n8  Dollars.", [["8 dollars"]], True),
        ("It costs $8.", [["8 dollars", "$8"]], True),
        ("It costs 8 dollars.", [["8 dollars"], ["monthly"]], False),
        ("\uff18 dollars", [["8 dollars"]], True),
        ("", [["8"]], False),
    ],
)
def test_a_point_is_shown_in_whatever_spacing_case_and_width(answer: str, points: Any, shown: bool) -> None:
    """One string of each point has to stand in the answer."""
    assert shows(answer, points) is shown


def test_a_catalog_without_rows_is_told_where_they_belong(tmp_path: Path) -> None:
    """The error names the file that holds labelled questions."""
    write_catalog(tmp_path, "bare", {"a": {"description": "Anything.", "files": {"a.md": SEATS}}})
    settings = Settings.from_env({}, catalog="bare", catalogs=tmp_path, home=tmp_path / "home", log="none")
    with (
        closing(Resources.load(settings)) as opened,
        pytest.raises(EvalError, match=r"bare has no labelled question of split report; .*questions\.jsonl"),
    ):
        measure(opened)
