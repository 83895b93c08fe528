"""The route log of whole runs: exactly one row a decision, whatever end a run takes, and never a run lost to it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedResources, passage, scripted
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.runtime import ExecutionInfo, Runtime
from streams import ask, message, thread_of

from graph.build import build
from graph.context import Knobs, context_schema
from nodes.escalate import Escalate
from nodes.record import record
from routing.log_rows import DecisionRow, digest, question_hash

APPLES = passage("alpha", "Apples are red and sweet.")
SIGN_ON = passage("alpha", "Single sign-on is included in the Enterprise plan only.")
SEAT = passage("beta", "A seat of the Enterprise plan costs $35 a month.")
WAITING = "Which plan includes single sign-on, and what does it cost per seat?"


def alpha(search: Any) -> list[Any]:
    """Knows of apples and single sign-on, and breaks when asked about comets."""
    if "comets" in search.text:
        raise OSError("down")
    return [one for word, one in (("apples", APPLES), ("sign-on", SIGN_ON)) if word in search.text]


def table(text: str) -> dict[str, float]:
    """Scores by a word of the text."""
    for word, base in (("sign-on", "alpha"), ("cost", "beta"), ("apples", "alpha"), ("pears", "alpha")):
        if word in text:
            return {"alpha": 0.1, "beta": 0.1} | {base: 0.9}
    return {"alpha": 0.2, "beta": 0.12}


def opened(root: Path, **settings: Any) -> ScriptedResources:
    """Two scripted bases, and moods that lead to a person."""
    return scripted(
        root,
        {"alpha": alpha, "beta": lambda search: [SEAT] if "Enterprise" in search.text else []},
        table,
        catalog={"moods": {"neutral": "answer", "negative": "person"}},
        settings=settings,
        tables={"mood_table": lambda text: "negative" if "outrageous" in text else "neutral"},
    )[0]


@pytest.fixture
def world(tmp_path: Path) -> ScriptedResources:
    """The world with every setting at its default."""
    return opened(tmp_path)


def rows(world: ScriptedResources) -> list[DecisionRow]:
    """The rows of the log."""
    assert world.route_log is not None
    return world.route_log.rows()


RUNS = {
    "plain": ("What colour are apples?", {}, [("q1", "semantic", False, 1, ("alpha",), 1, False, False)]),
    "under the floor": (
        "Where is the tower of wind?",
        {"max_turns": 1},
        [("q1", "semantic", True, 1, ("alpha", "beta"), 2, True, True)],
    ),
    "waiting": (
        WAITING,
        {},
        [
            ("q1", "semantic", False, 1, ("alpha",), 1, False, False),
            ("q2", "semantic", False, 2, ("beta",), 1, False, False),
        ],
    ),
    "looping": (
        "Are pears green?",
        {},
        [
            ("q1", "semantic", False, 1, ("alpha",), 1, True, True),
            ("q2", "critic", False, 2, ("alpha", "beta"), 2, True, True),
        ],
    ),
    "escalated": ("This is outrageous!", {}, [("q1", "semantic", False, 1, (), 0, False, False)]),
    "failing": (
        "Where do comets cost nothing?",
        {"policy": "all", "max_turns": 1},
        [("q1", "semantic", False, 1, ("beta", "alpha"), 2, True, True)],
    ),
    "two questions": (
        "What colour are apples? What colour are pears in winter?",
        {"max_turns": 1},
        [
            ("q1", "semantic", False, 1, ("alpha",), 1, False, False),
            ("q2", "semantic", False, 1, ("alpha",), 1, True, True),
        ],
    ),
}


@pytest.mark.parametrize("kind", RUNS)
def test_one_row_a_decision(kind: str, world: ScriptedResources) -> None:
    """However a run goes, the log has each of its decisions once: who decided, where it went and what came of it."""
    text, context, expected = RUNS[kind]
    state = ask(build(world), text, context=context)
    found = rows(world)
    assert [
        (one.question, one.tier, one.fell_back, one.turn, one.bases, one.searched, one.empty, one.apology)
        for one in found
    ] == expected
    assert len(found) == max(len(state["decisions"]), 1)
    assert len({one.run_id for one in found}) == 1
    assert {one.catalog for one in found} == {"scripted"}
    assert {one.mood for one in found} == {"negative" if kind == "escalated" else "neutral"}


def test_a_row_is_told_whole(world: ScriptedResources) -> None:
    """Hash, kind, scores, passages, milliseconds and versions are there; the words are not."""
    state = ask(build(world, InMemorySaver()), "What colour are apples?", thread="t")
    (row,) = rows(world)
    assert (row.question_hash, row.text, row.kind) == (question_hash("What colour are apples?"), None, "lookup")
    assert (row.scores, row.passages) == ({"alpha": 0.9, "beta": 0.1}, {"alpha": 1})
    assert row.reason == "alpha scores 0.90"
    assert row.ms == state["decisions"][0]["ms"]
    assert (row.thread_hash, row.model) == (digest("t"), "none")
    assert row.catalog_version
    assert row.prompts_version


def test_a_failed_base_is_no_empty_one(world: ScriptedResources) -> None:
    """A search that failed is null among the passages, one that found nothing is 0."""
    ask(build(world), "Where do comets cost nothing?", context={"policy": "all", "max_turns": 1})
    assert rows(world)[0].passages == {"alpha": None, "beta": 0}


def test_runs_do_not_mix(world: ScriptedResources) -> None:
    """Twenty runs at once, two threads among them, have twenty run ids and one row each."""
    graph = build(world, InMemorySaver())

    async def everything() -> None:
        texts = ["What colour are apples?", "This is outrageous!"] * 10
        await asyncio.gather(*(graph.ainvoke(message(one), thread_of(f"t{n}")) for n, one in enumerate(texts)))

    asyncio.run(everything())
    assert set(Counter(one.run_id for one in rows(world)).values()) == {1}
    assert len(rows(world)) == 20


@pytest.mark.parametrize("step", ["critique", "escalate"])
async def test_a_step_that_runs_twice_logs_once(step: str, world: ScriptedResources) -> None:
    """A node that is run again, as a server does after a crash, adds no second row."""
    text = "What colour are apples?" if step == "critique" else "This is outrageous!"
    state = await build(world).ainvoke(message(text))
    assert len(rows(world)) == 1
    info = ExecutionInfo(checkpoint_id="c", checkpoint_ns="", task_id="t", thread_id=None, run_id=rows(world)[0].run_id)
    runtime: Runtime[Any] = Runtime(stream_writer=lambda event: None, execution_info=info)
    if step == "critique":
        await record(world, state, {}, runtime, Knobs())  # type: ignore[arg-type]
    else:
        await Escalate(world, context_schema(world.catalog, world.settings))(state, runtime)  # type: ignore[arg-type]
    assert len(rows(world)) == 1


def test_the_words_are_kept_only_where_they_are_wanted(tmp_path: Path) -> None:
    """With SIGNALBOX_LOG_TEXT the question stands in the row."""
    world = opened(tmp_path, log_text=True)
    ask(build(world), "What colour are apples?")
    assert [one.text for one in rows(world)] == ["What colour are apples?"]


def test_runs_that_were_not_sure_are_kept_for_review(tmp_path: Path) -> None:
    """Where words may be kept, a run that fell back joins the review set with its message, a sure one does not."""
    world = opened(tmp_path, log_text=True, review=0)
    graph = build(world)
    for text in ("What colour are apples?", "Where is the tower of wind?"):
        ask(graph, text, context={"max_turns": 1})
    assert world.route_log is not None
    (kept,) = world.route_log.reviews("scripted")
    assert (kept.text, kept.why, kept.bases) == ("Where is the tower of wind?", "fell back", ("alpha", "beta"))
    assert kept.run_id == rows(world)[1].run_id


def test_none_logs_nothing(tmp_path: Path) -> None:
    """SIGNALBOX_LOG=none opens no database and writes no file."""
    world = opened(tmp_path, log="none")
    assert ask(build(world), "What colour are apples?")["answer"] == "Apples are red and sweet. [1]"
    assert ask(build(world), "This is outrageous!")["handover"]["target"] == "person"
    assert world.route_log is None
    assert list(tmp_path.rglob("*.sqlite*")) == list(tmp_path.rglob("sentences.sqlite*"))


def test_another_place_by_url(tmp_path: Path) -> None:
    """SIGNALBOX_LOG names a database, and that is where the rows go."""
    place = tmp_path / "elsewhere" / "log.sqlite"
    world = opened(tmp_path, log=f"sqlite:///{place}")
    ask(build(world), "What colour are apples?")
    assert place.exists()
    assert not (world.settings.home / "routes.sqlite").exists()
    assert len(rows(world)) == 1


@pytest.mark.parametrize("text", ["What colour are apples?", "This is outrageous!"])
def test_a_log_that_cannot_be_written_fails_no_run(text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The run ends as ever; that the log is lost is said once."""
    (tmp_path / "file").write_text("not a folder")
    world = opened(tmp_path, log=f"sqlite:///{tmp_path / 'file' / 'log.sqlite'}")
    with caplog.at_level(logging.WARNING, logger="signalbox.log"):
        graph = build(world)
        states = [ask(graph, text), ask(graph, text)]
    assert all(state["answer"] for state in states)
    assert states[0]["warnings"] == []
    assert world.route_log is not None
    assert world.route_log.lost == 2
    assert len([one for one in caplog.records if one.name == "signalbox.log"]) == 1


def test_old_rows_expire_when_a_process_starts(tmp_path: Path) -> None:
    """Rows older than SIGNALBOX_LOG_DAYS are gone once a question is prepared for."""
    ask(build(opened(tmp_path)), "What colour are apples?")
    short = opened(tmp_path, log_days=1e-9)
    assert len(rows(short)) == 1
    short.prepare()
    assert rows(short) == []
