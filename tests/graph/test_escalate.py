"""A mood that leads to a person: nothing is searched, the conversation is handed over once, and a person may answer."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedBase, ScriptedResources, passage, scripted
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from streams import ask, events, message, plain, thread_of, updates

from graph.build import build
from graph.result import result
from knowledge.catalog import Catalog, find
from nodes.handover import TOLD
from routing.cascade import Cascade
from routing.log_rows import DecisionRow

MOODS = {"neutral": "answer", "negative": "person", "distress": "on-call"}
PRICE = passage("billing", "The Pro plan costs $14 for each seat a month.")
PRO = "What does the Pro plan cost?"
ANGRY = "This is outrageous, what does the Pro plan cost?"
ODD = "How odd, what does the Pro plan cost?"
HELP = "Help me, what does the Pro plan cost?"


def mood_of(text: str) -> str:
    """The mood by a word of the message; of one word it is not sure."""
    if "odd" in text:
        return "negative?"
    return "negative" if "outrageous" in text else "distress" if "Help" in text else "neutral"


World = tuple[ScriptedResources, dict[str, ScriptedBase]]


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A base that knows the price, and moods that lead to people."""
    return scripted(
        tmp_path,
        {"billing": lambda search: [PRICE], "other": lambda search: []},
        lambda text: {"billing": 0.9, "other": 0.1},
        catalog={"moods": MOODS},
        tables={"mood_table": mood_of},
    )


def handed_over(world: ScriptedResources) -> list[dict[str, Any]]:
    """The recorded hand-overs."""
    file = world.folder / "handovers.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def logged(world: ScriptedResources) -> list[DecisionRow]:
    """The rows of the route log."""
    assert world.route_log is not None
    return world.route_log.rows()


@pytest.mark.parametrize(("text", "mood", "target"), [(ANGRY, "negative", "person"), (HELP, "distress", "on-call")])
def test_nothing_is_searched(text: str, mood: str, target: str, world: World) -> None:
    """The mood wins over a question that a base could answer; the log has one row, which searched nothing."""
    resources, bases = world
    state = ask(build(resources), text)
    assert state["answer"] == TOLD[target]
    assert (state["decisions"], state["findings"], state["citations"]) == ([], [], [])
    assert [base.asked for base in bases.values()] == [[], []]
    assert resources.cascade.counted == []
    (row,) = logged(resources)
    assert (row.question, row.mood, row.tier, row.bases, row.searched, row.apology) == (
        *("q1", mood, "semantic", (), 0, False),
    )
    assert state["ledger"] == {"turns": 1, "retrievals": 0, "model_calls": 0, "tokens": 0, "cost": 0.0}


def test_a_mood_that_is_not_sure_costs_nobody_the_answer(world: World) -> None:
    """Somebody is told, once, and the question is searched and answered beside it, whatever is asked next."""
    resources, bases = world
    state = ask(build(resources), ODD)
    assert state["answer"] == f"{TOLD['person']}\n\nThe Pro plan costs $14 for each seat a month. [1]"
    assert [message.text for message in state["messages"]] == [ODD, state["answer"]]
    assert [len(base.asked) for base in bases.values()] == [1, 0]
    assert (state["critique"]["answered"], result(state, 0)["complete"]) == (["q1"], True)
    (given,) = handed_over(resources)
    assert (given["target"], given["conversation"]) == ("person", [{"role": "user", "content": ODD}])
    assert [(row.mood, row.bases, row.apology) for row in logged(resources)] == [("negative", ("billing",), False)]


def test_beside_an_answer_nobody_is_waited_for(world: World) -> None:
    """Where interrupts are on, a mood that is not sure holds up no answer."""
    graph = build(world[0], InMemorySaver(), interrupts=True)
    state = ask(graph, ODD, thread="t")
    assert (state["handover"]["target"], "__interrupt__" in state, len(state["citations"])) == ("person", False, 1)


def test_a_mood_that_is_not_sure_finds_nothing_either(tmp_path: Path) -> None:
    """What nobody answers is declined beside the hand-over, after every turn of the search, and recorded once."""
    resources, _ = scripted(
        tmp_path,
        {"billing": lambda search: []},
        lambda text: {"billing": 0.9},
        catalog={"moods": MOODS},
        tables={"mood_table": mood_of},
    )
    state = ask(build(resources), ODD)
    assert state["answer"].startswith(f"{TOLD['person']}\n\n")
    assert (len(handed_over(resources)), state["citations"]) == (1, [])


def test_a_letter_buries_no_call_for_help(tmp_path: Path) -> None:
    """The mood is read in what the letter says; only where that is neutral, and leads nowhere else, in the whole."""
    world, bases = scripted(
        tmp_path,
        {"billing": lambda search: [PRICE]},
        lambda text: {"billing": 0.9},
        catalog={"moods": MOODS},
        tables={"mood_table": lambda text: "distress" if text.startswith("Help") or "regards" in text else "neutral"},
    )
    state = ask(build(world), f"Hello team,\n\n{HELP}\n\nBest regards,\nMaria")
    assert (state["mood"]["name"], bases["billing"].asked) == ("distress", [])
    calm = ask(build(world), f"Hello team,\n\n{PRO}\n\nBest regards,\nMaria")
    assert (calm["mood"]["name"], len(bases["billing"].asked)) == ("neutral", 1)


def test_the_updates_of_an_escalated_run(world: World) -> None:
    """Rewrite, route and escalate, and nothing else; the reset of the next turn takes mood and hand-over away."""
    resources, _ = world
    stream = updates(build(resources), ANGRY)
    assert [node for node, _ in stream] == ["rewrite", "route", "escalate"]
    (given,) = handed_over(resources)
    read = {
        "name": "negative",
        "score": 1.0,
        "tier": "semantic",
        "target": "person",
        "reason": "scripted",
        "sure": True,
    }
    assert stream[1][1]["mood"] == read
    assert stream[2][1] == {
        "handover": given,
        "answer": TOLD["person"],
        "messages": [("ai", TOLD["person"])],
        "critique": {"answered": [], "missing": [], "reason": "handed over: scripted", "next": "end"},
    }
    assert plain(events(build(resources), ANGRY)) == [
        {"event": "rewriting"},
        {"event": "escalated", "target": "person", "mood": "negative"},
    ]


def test_the_hand_over_holds_the_conversation(world: World) -> None:
    """Whoever takes over reads what was said before and the message that led to it."""
    resources, _ = world
    graph = build(resources, InMemorySaver())
    first = ask(graph, PRO, thread="t")
    second = ask(graph, ANGRY, thread="t")
    (given,) = handed_over(resources)
    assert given == second["handover"]
    assert {key: given[key] for key in ("target", "mood", "reason")} == {
        "target": "person",
        "mood": "negative",
        "reason": "scripted",
    }
    assert given["conversation"] == [
        {"role": "user", "content": PRO},
        {"role": "assistant", "content": first["answer"]},
        {"role": "user", "content": ANGRY},
    ]


def test_the_next_turn_is_answered(world: World) -> None:
    """After a hand-over a calm question is answered as ever, and nothing of the hand-over is in its outcome."""
    resources, _ = world
    graph = build(resources, InMemorySaver())
    handed = result(ask(graph, ANGRY, thread="t"), 1.0)
    assert (handed["handover"], handed["complete"]) == ("person", False)
    assert handed["mood"] == {"name": "negative", "target": "person", "tier": "semantic", "reason": "scripted"}
    calm = result(ask(graph, PRO, thread="t"), 1.0)
    assert (calm["answer"], calm["handover"], calm["complete"]) == (f"{PRICE.text} [1]", None, True)
    assert len(handed_over(resources)) == 1


def test_a_catalog_tells_it_in_its_own_words(tmp_path: Path) -> None:
    """Words under [handover] are what the user reads; a target without words keeps the standard ones."""
    resources, _ = scripted(
        tmp_path,
        {"billing": lambda search: []},
        lambda text: {"billing": 0.9},
        catalog={"moods": MOODS, "handover": {"person": "Wir melden uns."}},
        tables={"mood_table": mood_of},
    )
    graph = build(resources)
    assert ask(graph, ANGRY)["answer"] == "Wir melden uns."
    assert ask(graph, HELP)["answer"] == TOLD["on-call"]


def stopped(graph: Any, thread: str = "t") -> Any:
    """A run that stops for a person: what the person is shown."""
    state = ask(graph, ANGRY, thread=thread)
    (waiting,) = state["__interrupt__"]
    return waiting.value


def resume(graph: Any, reply: Any, thread: str = "t") -> dict[str, Any]:
    """The end of the run, once a person sent something."""
    return asyncio.run(graph.ainvoke(Command(resume=reply), thread_of(thread)))


def test_a_person_answers_in_its_place(world: World) -> None:
    """With interrupts on the run stops with the hand-over; what a person sends becomes the answer. Recorded once."""
    resources, bases = world
    graph = build(resources, InMemorySaver(), interrupts=True)
    shown = stopped(graph)
    assert (shown["told"], shown["handover"]["target"]) == (TOLD["person"], "person")
    assert shown["handover"]["conversation"] == [{"role": "user", "content": ANGRY}]
    assert (handed_over(resources), logged(resources)) == ([], [])
    state = resume(graph, "  It is $14, and I am sorry.  ")
    assert state["answer"] == "It is $14, and I am sorry."
    assert [(one.type, one.text) for one in state["messages"]] == [("human", ANGRY), ("ai", state["answer"])]
    assert [one["mood"] for one in handed_over(resources)] == ["negative"]
    assert [row.searched for row in logged(resources)] == [0]
    assert not any(base.asked for base in bases.values())


@pytest.mark.parametrize("reply", ["", "   ", [], {"answer": ""}, {"answer": None}, {"text": "x"}, 7, False])
def test_a_person_who_sends_nothing(reply: Any, world: World) -> None:
    """Resumed with no text, or with what is no text, the user is told the standard one."""
    resources, _ = world
    graph = build(resources, InMemorySaver(), interrupts=True)
    stopped(graph)
    assert resume(graph, reply)["answer"] == TOLD["person"]
    assert len(handed_over(resources)) == len(logged(resources)) == 1


def test_a_person_may_answer_in_a_form(world: World) -> None:
    """A form of one field, as a page sends it, is read like plain text."""
    resources, _ = world
    graph = build(resources, InMemorySaver(), interrupts=True)
    stopped(graph)
    assert resume(graph, {"answer": "It is $14."})["answer"] == "It is $14."


def test_interrupts_are_a_knob(world: World) -> None:
    """The default is the builder's, off for a command line; a run may choose for itself."""
    resources, _ = world
    assert "__interrupt__" not in ask(build(resources, InMemorySaver()), ANGRY, thread="a")
    on = build(resources, InMemorySaver(), interrupts=True)
    assert "__interrupt__" not in ask(on, ANGRY, thread="b", context={"interrupts": False})
    off = build(resources, InMemorySaver())
    assert "__interrupt__" in ask(off, ANGRY, thread="c", context={"interrupts": True})


async def test_a_message_instead_of_a_resume_starts_a_new_turn(world: World) -> None:
    """A user who writes on while the run waits gets an answer to that; the open hand-over is not lost for it."""
    resources, _ = world
    graph = build(resources, InMemorySaver(), interrupts=True)
    await graph.ainvoke(message(ANGRY), thread_of("t"))
    state = await graph.ainvoke(message(PRO), thread_of("t"))
    assert state["answer"] == f"{PRICE.text} [1]"
    assert [one.text for one in state["messages"]] == [ANGRY, PRO, f"{PRICE.text} [1]"]


def test_the_unmistakable_needs_no_model_and_no_learning(tmp_path: Path) -> None:
    """The clinic's own words for distress are read by rules, whatever else the message asks."""
    catalogs = Path(__file__).resolve().parents[2] / "catalogs"
    clinic: Catalog = find("clinic", catalogs)
    words = [clinic.mood_words["distress"][0], "chest pain"]
    resources, bases = scripted(
        tmp_path,
        {"billing": lambda search: [PRICE]},
        lambda text: {"billing": 0.9},
        catalog={"moods": MOODS, "mood_words": {"distress": words}},
    )
    real = Cascade.of(resources.catalog, resources.embedder, rows=[])
    read = real.mood("I can’t breathe. Also: what does a visit cost?")
    assert (read.name, read.target, read.tier) == ("distress", "on-call", "rules")
    assert not bases["billing"].asked
