"""A question whose answer stands in the conversation is answered from there; a changed or doubtful one is searched."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedBase, ScriptedResources, passage, scripted
from langgraph.checkpoint.memory import InMemorySaver
from streams import ask, updates

from errors import ConfigError
from graph.build import build
from graph.resources import Resources
from graph.result import result
from knowledge.catalog import Catalog

PRO = passage("alpha", "The Pro plan costs $14 for each seat a month.")
SLA = passage("beta", "The Enterprise uptime promise is 99.95 percent.")
ASKED = "What does the Pro plan cost?"
UPTIME = "What uptime does Enterprise promise?"
GIVEN = [{"name": "answer_given", "score": 1.0}]
World = tuple[ScriptedResources, dict[str, ScriptedBase]]


def opened(root: Path, **more: Any) -> World:
    """Two bases: one knows a price, one an uptime and breaks when asked about comets."""

    def beta(search: Any) -> list[Any]:
        if "comets" in search.text:
            raise OSError("down")
        return [SLA] if "uptime" in search.text else []

    def table(text: str) -> dict[str, float]:
        return {"alpha": 0.9 if "plan" in text else 0.1, "beta": 0.1 if "plan" in text else 0.9}

    return scripted(
        root, {"alpha": lambda search: [PRO] if "Pro plan" in search.text else [], "beta": beta}, table, **more
    )


@pytest.fixture
def world(tmp_path: Path) -> World:
    """The world with every setting at its default."""
    return opened(tmp_path)


def test_a_question_asked_again_is_searched_nowhere(world: World) -> None:
    """The same answer comes with the same citation, by route, answer and critique alone, and the log says how."""
    resources, bases = world
    graph = build(resources, InMemorySaver())
    first = ask(graph, ASKED, thread="t")
    second = updates(graph, f"Sorry, tell me again: {ASKED}", thread="t")
    assert [node for node, _ in second] == ["rewrite", "route", "answer", "critique"]
    decided, told, ended = second[1][1], second[2][1], second[3][1]
    assert [(one["bases"], one["tier"], one["reason"]) for one in decided["decisions"]] == [
        (GIVEN, "rules", "its answer stands in this conversation")
    ]
    assert decided["questions"][0]["kind"] == "lookup"
    assert (told["answer"], told["citations"]) == (first["answer"], first["citations"])
    assert ended["critique"] == {
        "answered": ["q1"],
        "missing": [],
        "reason": "every question is answered",
        "next": "end",
    }
    assert len(bases["alpha"].asked) == 1
    assert resources.route_log is not None
    assert [(row.bases, row.searched, row.passages, row.empty, row.apology) for row in resources.route_log.rows()] == [
        (("alpha",), 1, {"alpha": 1}, False, False),
        (("answer_given",), 0, {}, False, False),
    ]


def test_the_outcome_says_so_and_stays_plain(world: World) -> None:
    """`--json` shows where the question was sent, no search, and the state stays JSON."""
    graph = build(world[0], InMemorySaver())
    for _ in range(3):
        state = ask(graph, ASKED, thread="t")
    outcome = result(state, 1.0)
    assert (outcome["complete"], outcome["cached"], outcome["ledger"]["retrievals"]) == (True, False, 0)
    assert outcome["questions"][0]["bases"] == GIVEN
    assert len(outcome["citations"]) == 1
    assert len(state["given"]) == 1
    assert json.loads(json.dumps({key: value for key, value in state.items() if key != "messages"}))


CHANGED = [
    ("What does the Pro plan cost for ten seats?", {}),
    ("What did the Pro plan cost?", {}),
    ("What does the Pro plan not cost?", {}),
    (ASKED, {"slots": 5}),
    (ASKED, {"filters": {"alpha": {"source": "x"}}}),
]


@pytest.mark.parametrize(("text", "context"), CHANGED)
def test_a_changed_question_or_knob_searches_again(text: str, context: dict[str, Any], world: World) -> None:
    """A number, a tense or a negation makes it another question; another knob may lead to another answer."""
    graph = build(world[0], InMemorySaver())
    ask(graph, ASKED, thread="t")
    assert ask(graph, text, thread="t", context=context)["ledger"]["retrievals"] > 0


def test_a_base_that_is_not_allowed_any_more_is_not_quoted(world: World) -> None:
    """An answer from a base that the run may not search is never repeated; nor one from fewer bases than may be."""
    graph = build(world[0], InMemorySaver())
    ask(graph, ASKED, thread="t")
    state = ask(graph, ASKED, thread="t", context={"bases": ["beta"], "max_turns": 1})
    assert (state["citations"], state["ledger"]["retrievals"]) == ([], 1)
    narrowed = ask(graph, ASKED, thread="t", context={"bases": ["alpha"]})
    assert (narrowed["decisions"][0]["bases"], len(narrowed["citations"])) == (GIVEN, 1)
    ask(graph, ASKED, thread="other", context={"bases": ["alpha"]})
    assert ask(graph, ASKED, thread="other")["ledger"]["retrievals"] == 1


def test_threads_do_not_share_answers(world: World) -> None:
    """What was answered in one conversation is searched for in another."""
    graph = build(world[0], InMemorySaver())
    ask(graph, ASKED, thread="one")
    assert ask(graph, ASKED, thread="two")["ledger"]["retrievals"] == 1
    assert ask(build(world[0]), ASKED)["ledger"]["retrievals"] == 1


def test_one_question_is_given_and_one_searched(world: World) -> None:
    """Of two questions only the new one is searched; the old citation is numbered behind the new one's."""
    graph = build(world[0], InMemorySaver())
    ask(graph, ASKED, thread="t")
    state = ask(graph, f"{UPTIME} {ASKED}", thread="t")
    assert state["answer"] == f"{SLA.text} [1]\n\n{PRO.text} [2]"
    assert [(one["n"], one["id"], one["questions"]) for one in state["citations"]] == [
        (1, SLA.id, ["q1"]),
        (2, PRO.id, ["q2"]),
    ]
    assert state["ledger"]["retrievals"] == 1
    both = ask(graph, f"{ASKED} {UPTIME}", thread="t")
    assert (both["answer"], both["ledger"]["retrievals"]) == (f"{PRO.text} [1]\n\n{SLA.text} [2]", 0)
    assert [one["questions"] for one in both["citations"]] == [["q1"], ["q2"]]


@pytest.mark.parametrize("text", ["Where do comets promise uptime?", "Where is the tower of wind?"])
def test_a_doubtful_answer_is_not_repeated(text: str, world: World) -> None:
    """What was not found, or was answered while a base was down, is searched for again."""
    graph = build(world[0], InMemorySaver())
    first = ask(graph, text, thread="t", context={"policy": "all", "max_turns": 1})
    second = ask(graph, text, thread="t", context={"policy": "all", "max_turns": 1})
    assert first["ledger"]["retrievals"] == second["ledger"]["retrievals"] == 2


def test_a_message_that_needs_a_person_goes_to_one(tmp_path: Path) -> None:
    """The mood is read first, also where the answer stands in the conversation."""
    resources, _ = opened(
        tmp_path,
        catalog={"moods": {"neutral": "answer", "negative": "person"}},
        tables={"mood_table": lambda text: "negative" if "!" in text else "neutral"},
    )
    graph = build(resources, InMemorySaver())
    ask(graph, ASKED, thread="t")
    state = ask(graph, f"{ASKED}!", thread="t")
    assert (state["decisions"], state["handover"]["target"]) == ([], "person")


def test_advice_for_ones_own_case_is_given_anew(tmp_path: Path) -> None:
    """A contextual answer depends on what was said around it."""
    resources, _ = opened(tmp_path, tables={"kind_table": lambda text: "contextual"})
    graph = build(resources, InMemorySaver())
    ask(graph, ASKED, thread="t")
    assert ask(graph, ASKED, thread="t")["ledger"]["retrievals"] == 1


def test_a_changed_store_is_searched_again(make_resources: Callable[..., Resources]) -> None:
    """What an ingest changed is never answered from before it; one that changed nothing leaves the answer standing."""
    resources = make_resources({"tea": {"files": {"green.md": "# Green tea\n\nGreen tea steeps for two minutes.\n"}}})
    graph = build(resources, InMemorySaver())
    asked = "How long does green tea steep?"
    assert ask(graph, asked, thread="t")["answer"] == "Green tea steeps for two minutes. [1]"
    resources.ingest()
    assert ask(graph, asked, thread="t")["ledger"]["retrievals"] == 0
    file = resources.catalog.folder / resources.catalog.base[0].documents / "green.md"
    file.write_text("# Green tea\n\nGreen tea steeps for three minutes.\n", encoding="utf-8")
    resources.ingest()
    state = ask(graph, asked, thread="t")
    assert (state["answer"], state["ledger"]["retrievals"]) == ("Green tea steeps for three minutes. [1]", 1)


def test_the_memory_is_bounded(world: World) -> None:
    """A long conversation keeps its latest twenty answers, each once."""
    graph = build(world[0], InMemorySaver())
    for seats in range(25):
        state = ask(graph, f"What does the Pro plan cost with {seats} seats?", thread="t")
    assert [one["question"] for one in state["given"]] == [
        f"What does the Pro plan cost with {seats} seats?" for seats in range(4, 24)
    ]


def test_no_base_may_have_the_name(make_catalog: Callable[..., Catalog]) -> None:
    """A base called answer_given could not be told from it."""
    with pytest.raises(ConfigError, match="a base has the name 'answer_given'"):
        make_catalog({"answer_given": {}})
