"""Threads: a later turn knows the conversation and nothing else of an earlier one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedResources, passage, scripted
from langgraph.checkpoint.memory import InMemorySaver
from streams import ask, message, thread_of

from errors import InputError
from graph.build import build

PRICE = passage("alpha", "The Pro plan costs $14 for each seat a month.")
EMPTY = {"turns": 1, "retrievals": 2, "model_calls": 0, "tokens": 0, "cost": 0.0}


@pytest.fixture
def world(tmp_path: Path) -> ScriptedResources:
    """One base that knows a price, one that fails when asked about comets."""

    def beta(search: Any) -> list[Any]:
        if "comets" in search.text:
            raise OSError("disk on fire")
        return []

    answers = {"alpha": lambda search: [PRICE] if "Pro plan" in search.text else [], "beta": beta}
    return scripted(tmp_path, answers, lambda text: {"alpha": 0.9 if "plan" in text else 0.1, "beta": 0.1})[0]


def test_a_followup_is_completed_from_the_thread(world: ScriptedResources) -> None:
    """The second turn is searched as a question of its own; the user's words travel along."""
    graph = build(world, InMemorySaver())
    ask(graph, "What does the Pro plan cost?", thread="t")
    second = ask(graph, "and for ten seats?", thread="t")
    assert [(one["text"], one["literal"]) for one in second["questions"]] == [
        ("What does the Pro plan cost for ten seats?", "and for ten seats?")
    ]
    assert second["answer"] == "The Pro plan costs $14 for each seat a month. [1]"


@pytest.mark.parametrize(
    "third", ["Who painted the ceiling of that chapel?", "Where do comets come from?", "???", "🙂"]
)
def test_a_third_turn_never_returns_an_earlier_answer(world: ScriptedResources, third: str) -> None:
    """A turn that finds nothing, reaches nothing or says nothing starts clean and says so."""
    graph = build(world, InMemorySaver())
    ask(graph, "What does the Pro plan cost?", thread="t")
    ask(graph, "Where do comets begin, and why do comets burn?", thread="t")
    state = ask(graph, third, thread="t")
    assert "$14" not in state["answer"]
    assert state["answer"].startswith("I could not find anything about this in ")
    assert (state["citations"], state["slots"], state["critique"]["answered"]) == ([], [], [])
    assert {finding["question"] for finding in state["findings"]} <= {one["id"] for one in state["questions"]}
    assert [finding["passages"] for finding in state["findings"]] == [[]] * len(state["findings"])
    assert state["ledger"]["turns"] == state["ledger"]["retrievals"] / 2 == 1
    assert state["warnings"] == []
    assert state["messages"][-1].text == state["answer"]


def test_turns_of_a_thread_do_not_add_up(world: ScriptedResources) -> None:
    """Ten turns leave one answer each in the conversation and the last turn's findings in the state."""
    graph = build(world, InMemorySaver())
    for _ in range(10):
        state = ask(graph, "Where is the tower of wind?", thread="t")
    assert [one.type for one in state["messages"]] == ["human", "ai"] * 10
    assert (len(state["findings"]), len(state["decisions"]), state["ledger"]) == (2, 1, EMPTY)


def test_threads_do_not_know_each_other(world: ScriptedResources) -> None:
    """A follow-up on a fresh thread is not completed from another one."""
    graph = build(world, InMemorySaver())
    ask(graph, "What does the Pro plan cost?", thread="one")
    state = ask(graph, "and for ten seats?", thread="two")
    assert [one["text"] for one in state["questions"]] == ["and for ten seats?"]
    assert len(state["messages"]) == 2


def test_a_refused_message_leaves_the_thread_usable(world: ScriptedResources) -> None:
    """After an error the next question is answered, and the earlier answer is still there."""
    graph = build(world, InMemorySaver())
    ask(graph, "What does the Pro plan cost?", thread="t")
    with pytest.raises(InputError):
        ask(graph, "   ", thread="t")
    state = ask(graph, "What does the Pro plan cost for schools?", thread="t")
    assert state["answer"] == "The Pro plan costs $14 for each seat a month. [1]"
    assert state["messages"][1].text == "The Pro plan costs $14 for each seat a month. [1]"


def test_runs_at_once_on_one_graph_share_nothing(world: ScriptedResources) -> None:
    """Fifty runs side by side in one loop each get their own answer."""
    graph = build(world, InMemorySaver())
    texts = ["What does the Pro plan cost?", "Where is the tower of wind?"] * 25

    async def everything() -> list[dict[str, Any]]:
        runs = [graph.ainvoke(message(text), thread_of(f"t{n}")) for n, text in enumerate(texts)]
        return await asyncio.gather(*runs)

    answers = [state["answer"] for state in asyncio.run(everything())]
    assert (
        answers
        == [
            "The Pro plan costs $14 for each seat a month. [1]",
            "I could not find anything about this in alpha and beta.",
        ]
        * 25
    )
