"""The answer cache: only where a setting wants it, only under the same conditions, and its hits are shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedResources, passage, scripted
from langgraph.checkpoint.memory import InMemorySaver
from streams import ask

from graph.build import build
from graph.resources import Resources
from graph.result import result
from graph.settings import Settings
from knowledge.embedding import embedded
from routing.answer_cache import MOST, AnswerCache

PRO = passage("alpha", "The Pro plan costs $14 for each seat a month.")
ASKED = "What does the Pro plan cost?"


def opened(root: Path, cache: str = "true", **more: Any) -> ScriptedResources:
    """One base that knows a price and one that knows nothing."""
    answers = {"alpha": lambda search: [PRO] if "Pro plan" in search.text else [], "beta": lambda search: []}
    return scripted(root, answers, lambda text: {"alpha": 0.9, "beta": 0.1}, settings={"cache": cache, **more})[0]


def searches(world: Resources, text: str = ASKED, **context: Any) -> int:
    """How many searches a run without a thread makes."""
    return int(ask(build(world), text, context=context)["ledger"]["retrievals"])


@pytest.mark.parametrize(("given", "seconds"), [("off", 0), ("true", float("inf")), ("90", 90), (None, 0), ("Off", 0)])
def test_the_setting(given: str | None, seconds: float) -> None:
    """Off unless wanted; true keeps answers for as long as they hold, a number for so many seconds."""
    assert Settings.from_env({} if given is None else {"SIGNALBOX_CACHE": given}).cache == seconds


def test_off_keeps_nothing(tmp_path: Path) -> None:
    """Without the setting every run searches and no file is written."""
    world = opened(tmp_path, "off")
    assert (searches(world), searches(world)) == (1, 1)
    assert not (world.settings.home / "answers.sqlite").exists()


@pytest.mark.parametrize("again", [ASKED, "what does the pro plan cost", "What is the cost of the Pro plan?"])
def test_the_same_question_is_answered_from_the_cache(again: str, tmp_path: Path) -> None:
    """Exactly or nearly the same question, in another process too, gets the same answer and says where it is from."""
    first = result(ask(build(opened(tmp_path)), ASKED), 1.0)
    state = ask(build(opened(tmp_path)), again)
    second = result(state, 1.0)
    assert (first["cached"], second["cached"], second["ledger"]["retrievals"]) == (False, True, 0)
    assert (second["answer"], second["citations"]) == (first["answer"], first["citations"])
    assert second["questions"][0]["bases"] == [{"name": "answer_given", "score": 1.0}]
    assert second["questions"][0]["reason"] == "its answer is kept in the answer cache"


def test_two_sets_of_allowed_bases_never_share(tmp_path: Path) -> None:
    """A caller who may search fewer bases, or more, gets nothing of another caller's answer."""
    world = opened(tmp_path)
    assert searches(world, bases=["alpha"]) == 1
    assert searches(world, max_turns=1) == 1
    assert searches(world, bases=["beta"], max_turns=1) == 1
    assert searches(world, bases=["alpha", "beta"], max_turns=1) == 0
    assert searches(world, bases=["alpha"]) == 0
    assert ask(build(world), ASKED, context={"bases": ["beta"]})["citations"] == []


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("What does the Team plan cost?", {}),
        ("What did the Pro plan cost?", {}),
        (ASKED, {"slots": 2}),
        (ASKED, {"policy": "all"}),
    ],
)
def test_what_differs_is_searched(text: str, context: dict[str, Any], tmp_path: Path) -> None:
    """Another question, or the same with another knob, is no hit."""
    world = opened(tmp_path)
    searches(world)
    assert searches(world, text, max_turns=3, **context) > 0


def test_another_catalog_is_another_cache(tmp_path: Path) -> None:
    """An edited catalog of the same name and home shares nothing with what it was."""
    searches(opened(tmp_path))
    answers = {"alpha": lambda search: [PRO], "beta": lambda search: []}
    edited = scripted(
        tmp_path,
        answers,
        lambda text: {"alpha": 0.9, "beta": 0.1},
        settings={"cache": "true"},
        catalog={"title": "New"},
    )[0]
    assert searches(edited) == 1


def test_a_conversation_is_none_of_the_caches(tmp_path: Path) -> None:
    """Only an opening message is kept or found: a later one is searched with the conversation in view."""
    world = opened(tmp_path)
    graph = build(world, InMemorySaver())
    ask(graph, "Where is the tower?", thread="t", context={"max_turns": 1})
    assert ask(graph, ASKED, thread="t")["ledger"]["retrievals"] == 1
    assert searches(world) == 1
    ask(graph, "Where is the tower?", thread="u", context={"max_turns": 1})
    assert ask(graph, ASKED, thread="u")["ledger"]["retrievals"] == 1


def test_an_answer_from_the_cache_stands_in_its_conversation(tmp_path: Path) -> None:
    """Asked again in the thread that it opened, it is given from there."""
    world = opened(tmp_path)
    searches(world)
    graph = build(world, InMemorySaver())
    assert result(ask(graph, ASKED, thread="t"), 1.0)["cached"]
    again = ask(graph, ASKED, thread="t")
    assert (again["ledger"]["retrievals"], result(again, 1.0)["cached"]) == (0, False)


def test_an_ingest_invalidates(make_resources: Callable[..., Resources]) -> None:
    """What the documents do not say any more is not answered from the cache."""
    files = {"green.md": "# Green tea\n\nGreen tea steeps for two minutes.\n"}
    resources = make_resources({"tea": {"files": files}}, settings={"cache": "true"})
    asked = "How long does green tea steep?"
    assert (searches(resources, asked), searches(resources, asked)) == (1, 0)
    file = resources.catalog.folder / resources.catalog.base[0].documents / "green.md"
    file.write_text("# Green tea\n\nGreen tea steeps for three minutes.\n", encoding="utf-8")
    resources.ingest()
    state = ask(build(resources), asked)
    assert (state["answer"], state["ledger"]["retrievals"]) == ("Green tea steeps for three minutes. [1]", 1)


def test_a_file_that_is_none_fails_no_run(tmp_path: Path) -> None:
    """A broken cache is a miss."""
    world = opened(tmp_path)
    world.settings.home.mkdir(parents=True)
    (world.settings.home / "answers.sqlite").write_text("no database, and long enough to be taken for one" * 50)
    assert (searches(world), searches(world)) == (1, 1)


def test_age_and_size_are_bounded(tmp_path: Path) -> None:
    """An answer older than the setting is not found, and the oldest go where there are too many."""
    cache = AnswerCache(tmp_path / "a.sqlite", 60, embedded())
    cache.put("k", ASKED, {"n": 1}, at=1000)
    assert cache.get("k", ASKED, now=1059) == {"n": 1}
    assert cache.get("k", ASKED, now=1061) is None
    assert cache.get("another", ASKED, now=1001) is None
    cache.put("k", ASKED, {"n": 2}, at=1001)
    assert cache.get("k", ASKED, now=1002) == {"n": 2}
    with sqlite3.connect(tmp_path / "a.sqlite") as db:
        rows = [("k", f"x{n}", f"x{n}", 1002 + n / 1000, "{}", b"") for n in range(MOST + 5)]
        db.executemany("INSERT INTO answers_1 VALUES (?, ?, ?, ?, ?, ?)", rows)
    cache.put("k", "Where is the invoice?", {"n": 3}, at=1004)
    with sqlite3.connect(tmp_path / "a.sqlite") as db:
        assert db.execute("SELECT count(*), min(at) FROM answers_1").fetchone() == (MOST, 1002.006)
    cache.put("k", "???", {"n": 4}, at=1005)
    assert cache.get("k", "???", now=1006) is None
