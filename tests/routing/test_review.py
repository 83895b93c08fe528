"""The review set: what is sampled, what a reviewer may say, and labelled rows that become the catalog's gate."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from errors import ConfigError, InputError
from knowledge.catalog import Catalog
from knowledge.labelled import labelled_questions
from routing.log import RouteLog
from routing.review import Label, export, label, label_of, pending
from routing.review_rows import review_row

AT = datetime(2026, 3, 1, tzinfo=UTC)


def run(text: str, **given: Any) -> dict[str, Any]:
    """The state of a finished run that was sure of itself."""
    plain = {
        "started": AT.timestamp(),
        "messages": [HumanMessage("Hello?"), AIMessage("Hi."), HumanMessage(text), AIMessage("Red. [1]")],
        "questions": [{"id": "q1", "origin": "q1", "kind": "lookup"}],
        "decisions": [{"bases": [{"name": "fruit", "score": 0.9}], "fell_back": False}],
        "calls": [],
        "replies": [],
        "mood": {"name": "neutral"},
    }
    return plain | given


LOST = [{"bases": [{"name": "fruit", "score": 0.2}, {"name": "tools", "score": 0.1}], "fell_back": True}]
WHY = [
    ({}, ""),
    ({"decisions": LOST}, "fell back"),
    ({"calls": [{"stage": "missing"}]}, "blocked"),
    ({"calls": [{"stage": "ask"}], "decisions": LOST}, "blocked"),
    ({"calls": [{"stage": "ready"}]}, ""),
    ({"replies": [{"text": "ninety"}]}, "blocked"),
]


@pytest.mark.parametrize(("given", "why"), WHY)
def test_what_is_sampled(given: dict[str, Any], why: str) -> None:
    """A run that missed a value and one that fell back are in the set, one that was sure is not."""
    row = review_row(run("Are apples red?", **given), run_id="r", catalog="tiny", share=0)
    assert (row.why if row else "") == why


def test_a_row_holds_the_message_and_its_thread() -> None:
    """The user's words, the turns before them and what the run did; not the answer."""
    row = review_row(run("Are apples red?", decisions=LOST), run_id="run-1", catalog="tiny", share=0)
    assert row is not None
    assert (row.text, row.bases, row.kind, row.mood) == ("Are apples red?", ("fruit", "tools"), "lookup", "neutral")
    assert row.history == ({"role": "user", "content": "Hello?"}, {"role": "assistant", "content": "Hi."})


def test_the_share_of_the_rest() -> None:
    """About one of a hundred sure messages is drawn, and the same ones every time."""
    texts = [f"How much is item {n}?" for n in range(3000)]
    drawn = [text for text in texts if review_row(run(text), run_id="r", catalog="tiny", share=0.01)]
    assert 15 <= len(drawn) <= 50
    assert all(review_row(run(text), run_id="x", catalog="tiny", share=0.01) for text in drawn)


@pytest.fixture
def catalog(make_catalog: Callable[..., Catalog]) -> Catalog:
    """Two bases."""
    return make_catalog({"fruit": {"files": {"a.md": "Apples are red."}}, "tools": {"files": {"b.md": "Saws cut."}}})


@pytest.fixture
def log(tmp_path: Path) -> Iterator[RouteLog]:
    """A log that keeps words, with two runs in its review set."""
    opened = RouteLog(f"sqlite:///{tmp_path / 'log.sqlite'}", keep_text=True)
    for text in ("Are apples red?", "Do saws cut?", "Are apples red?"):
        opened.record_review(run(text, decisions=LOST), run_id="r", catalog="tiny", share=0)
    yield opened
    opened.close()


def ids(log: RouteLog, catalog: Catalog) -> dict[str, str]:
    """The pending rows' ids by their words."""
    return {row.text: row.review_id for row in pending(log, catalog)}


def test_labelled_rows_become_the_gate(log: RouteLog, catalog: Catalog) -> None:
    """Export writes the catalog's own form, which it then reads; a second export and a dropped row write nothing."""
    known = ids(log, catalog)
    assert list(known) == ["Are apples red?", "Do saws cut?"]
    said = Label(bases=("fruit",), points=(("red", "crimson"),), split="report")
    label(log, catalog, known["Are apples red?"], Label(bases=("tools",)))
    made = label(log, catalog, known["Are apples red?"], said)
    assert label(log, catalog, known["Do saws cut?"], Label(drop=True)) is None
    assert pending(log, catalog) == []
    assert export(log, catalog) == [made]
    assert labelled_questions(catalog) == [made]
    assert export(log, catalog) == []
    assert made is not None
    assert (made.question, made.bases, made.points, made.split) == (
        *("Are apples red?", ("fruit",), (("red", "crimson"),), "report"),
    )


def test_export_leaves_what_stands_there(log: RouteLog, catalog: Catalog) -> None:
    """Rows of the operator's own stay byte for byte, also without a line end; the same words are not written twice."""
    file = catalog.folder / "questions.jsonl"
    history = [{"role": "user", "content": "Hello?"}, {"role": "assistant", "content": "Hi."}]
    own = json.dumps({"id": "mine", "question": "Do saws cut?", "history": history, "bases": ["tools"]})
    file.write_text(own)
    for row in pending(log, catalog):
        label(log, catalog, row.review_id, Label(bases=("fruit",)))
    (written,) = export(log, catalog)
    assert written.question == "Are apples red?"
    assert file.read_text().startswith(own + "\n")
    assert [row.id for row in labelled_questions(catalog)] == ["mine", written.id]


def test_mistakes_are_named(log: RouteLog, catalog: Catalog) -> None:
    """An unknown row, base or kind is refused with what is valid, and a broken file is not written to."""
    (first, _) = ids(log, catalog).values()
    with pytest.raises(InputError, match="'r-0' is no row of 'tiny'"):
        label(log, catalog, "r-0", Label())
    with pytest.raises(InputError, match="'nope' is not a base of 'tiny'; valid: fruit, tools"):
        label(log, catalog, first, Label(bases=("nope",)))
    with pytest.raises(InputError, match=r"label: kind: .*'lookup'.* \(got 'guess'\)"):
        label_of({"kind": "guess"})
    (catalog.folder / "questions.jsonl").write_text("{broken")
    label(log, catalog, first, Label(bases=("fruit",)))
    with pytest.raises(ConfigError, match=r"questions.jsonl:1: not a JSON object"):
        export(log, catalog)


def test_words_are_kept_only_where_they_are_wanted(tmp_path: Path, catalog: Catalog) -> None:
    """A log that may not keep words has no review set."""
    log = RouteLog(f"sqlite:///{tmp_path / 'log.sqlite'}")
    log.record_review(run("Are apples red?", decisions=LOST), run_id="r", catalog="tiny", share=1)
    assert pending(log, catalog) == []
    log.close()


def test_rows_expire(log: RouteLog, catalog: Catalog) -> None:
    """An unlabelled row goes with its decision's age, a labelled one counts from its label."""
    (first, _) = ids(log, catalog).values()
    label(log, catalog, first, Label(bases=("fruit",)))
    log.expire((datetime.now(UTC) - AT - timedelta(days=1)) / timedelta(days=1))
    assert [row.review_id for row in log.reviews("tiny")] == [first]
