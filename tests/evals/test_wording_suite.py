"""The suites `wording`: how a question is put into other forms, and that a small catalog is measured in each."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from rapidfuzz.distance import DamerauLevenshtein

from errors import EvalError
from evals.wording import FORMS, in_form, run, slip, with_slip
from graph.settings import Settings
from knowledge.labelled import LabelledQuestion
from tests.fakes import write_catalog

BASES = {
    "prices": {
        "description": "What plans and seats cost.",
        "files": {"seats.md": "# Seats\n\nA seat costs 8 dollars.\n"},
    },
    "keys": {
        "description": "API keys and their expiry.",
        "files": {"keys.md": "# Keys\n\nEvery key expires in May.\n"},
    },
}
ROWS = [
    {"id": "1", "question": "What does a chargeable seat cost in dollars?", "bases": ["prices"],
     "points": [["8 dollars"]], "split": "report"},
]  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_a_slip_is_one_slip_behind_the_first_letter(seed: int) -> None:
    """One letter is left out, doubled, changed or swapped; the word begins as it did."""
    typed = slip("chargeable", random.Random(seed))  # noqa: S311 - nothing is secret
    assert (DamerauLevenshtein.distance("chargeable", typed), typed[0]) == (1, "c")


def test_a_row_gets_the_same_form_every_time_and_short_words_no_slip() -> None:
    """The row's id decides; a question of short and common words stays."""
    row = LabelledQuestion(id="a", question="Which invoices are overdue?")
    assert {form: in_form(form, [row]) == in_form(form, [row]) for form in FORMS} == dict.fromkeys(FORMS, True)
    assert in_form("unmarked", [row])[0].question == "Which invoices are overdue"
    assert all(row.question in in_form(form, [row])[0].question for form in ("letter", "sender"))
    short = "What can I do about it, then?"
    assert with_slip(short, random.Random(1)) == short  # noqa: S311 - nothing is secret


def test_a_catalog_is_measured_in_every_form(tmp_path: Path) -> None:
    """The figures of the plain questions, of each form, and of slips that are not read stand side by side."""
    folder = write_catalog(tmp_path, "firm", BASES)
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, ROWS)) + "\n", encoding="utf-8")
    settings = Settings.from_env({}, catalogs=tmp_path, home=tmp_path / "home")
    found = run("firm", settings)
    assert (found["suite"], found["n"], found["metrics"]["read_rightly"]) == ("firm-wording", 1, 1.0)
    shown = {name: value for name, value in found["metrics"].items() if name.startswith("points_shown")}
    assert list(shown) == ["points_shown", *(f"points_shown_{form}" for form in [*FORMS, "unread"])]
    assert {shown["points_shown"], shown["points_shown_letter"], shown["points_shown_sender"]} == {1.0}


def test_a_catalog_without_labelled_questions_is_named(tmp_path: Path) -> None:
    """As everywhere: there is nothing to measure."""
    write_catalog(tmp_path, "firm", BASES)
    with pytest.raises(EvalError, match=r"questions\.jsonl"):
        run("firm", Settings.from_env({}, catalogs=tmp_path, home=tmp_path / "home"))
