"""The exact update stream of each kind of run, with the real nodes over scripted bases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedResources, passage, scripted
from streams import events, plain, updates

from graph.build import build
from graph.ledger import EMPTY_LEDGER
from knowledge.bases.base import Search
from knowledge.passage import Passage

APPLES = passage("alpha", "Apples are red and sweet.")
SIGN_ON = passage("alpha", "Single sign-on is included in the Enterprise plan only.")
SEAT = passage("beta", "A seat of the Enterprise plan costs $35 a month.")
RIDDLE = passage("gamma", "The answer to the riddle is a mirror.")


def alpha(search: Search) -> list[Passage]:
    """Knows of apples and of single sign-on."""
    return [one for word, one in (("apples", APPLES), ("sign-on", SIGN_ON)) if word in search.text]


def beta(search: Search) -> list[Passage]:
    """Knows what a seat of Enterprise costs, asked by name."""
    return [SEAT] if "Enterprise" in search.text else []


def gamma(search: Search) -> list[Passage]:
    """Knows the riddle."""
    return [RIDDLE] if "riddle" in search.text else []


def table(text: str) -> dict[str, float]:
    """Scores by a word of the text; nothing is likely where none of them stands."""
    for word, base in (("sign-on", "alpha"), ("cost", "beta"), ("apples", "alpha"), ("pears", "alpha")):
        if word in text:
            return {"alpha": 0.1, "beta": 0.1, "gamma": 0.05} | {base: 0.9}
    return {"alpha": 0.1, "beta": 0.12, "gamma": 0.05}


@pytest.fixture
def world(tmp_path: Path) -> ScriptedResources:
    """Three scripted bases and a scripted semantic tier."""
    return scripted(tmp_path, {"alpha": alpha, "beta": beta, "gamma": gamma}, table)[0]


def question(id_: str, text: str, **given: Any) -> dict[str, Any]:
    """A question of the user's."""
    plain = {"id": id_, "text": text, "literal": text, "kind": None, "waits_for": None, "origin": id_, "again": ""}
    return plain | given


def rewrite(*questions: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The update that starts a turn: everything of the last one reset."""
    return "rewrite", {
        "questions": list(questions),
        "mood": None,
        "handover": None,
        "decisions": [],
        "calls": [],
        "replies": [],
        "findings": {"reset": []},
        "slots": [],
        "answer": "",
        "citations": [],
        "contradictions": [],
        "unsupported": [],
        "critique": {"answered": [], "missing": [], "reason": "", "next": "end"},
        "warnings": {"reset": []},
        "model_fault": "",
        "ledger": {"reset": {"turns": 0, "retrievals": 0, "model_calls": 0, "tokens": 0, "cost": 0.0}},
        "spent_before": EMPTY_LEDGER,
        "sides": {},
        "given": [],
    }


def decision(
    id_: str,
    reason: str,
    tier: str = "semantic",
    *,
    fell_back: bool = False,
    turn: int = 1,
    scores: dict[str, float] | None = None,
    **bases: float,
) -> dict[str, Any]:
    """A decision with its bases in order; `scores` are every base's, where they are not those of apples."""
    scored = [{"name": name, "score": score} for name, score in bases.items()]
    return {
        "question": id_,
        "bases": scored,
        "tier": tier,
        "fell_back": fell_back,
        "reason": reason,
        "scores": scores or table("apples"),
        "turn": turn,
    }


def looked_up(asked: dict[str, Any]) -> dict[str, Any]:
    """A question once it was routed."""
    return asked | {"kind": "lookup"}


NEUTRAL = {"name": "neutral", "score": 1.0, "tier": "semantic", "target": "answer", "reason": "scripted", "sure": True}


def route(questions: list[dict[str, Any]], *decisions: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The update of one routing: the questions with the kinds they are known to have, and every decision so far."""
    return "route", {
        "questions": questions,
        "mood": NEUTRAL,
        "decisions": list(decisions),
        "calls": [],
        "warnings": [],
        "model_fault": "",
        "ledger": {"turns": 1, "model_calls": 0, "tokens": 0, "cost": 0.0},
    }


def retrieve(base: str, id_: str, *found: Passage) -> tuple[str, dict[str, Any]]:
    """The update of one search."""
    finding = {"question": id_, "base": base, "passages": [one.to_dict() for one in found], "failure": None, "call": ""}
    return f"retrieve_{base}", {"findings": [finding], "ledger": {"retrievals": 1}}


def supervise(*slots: tuple[Passage, list[str]]) -> tuple[str, dict[str, Any]]:
    """The update that fills the slots."""
    filled = [{"n": n, "passage": one.to_dict(), "questions": served} for n, (one, served) in enumerate(slots, 1)]
    return "supervise", {"slots": filled}


def answer(text: str, *cited: tuple[int, Passage, list[str]], again: bool = False) -> tuple[str, dict[str, Any]]:
    """The update that answers; a later turn's takes the place of the one before."""
    citations = [
        {
            "n": n,
            "base": one.base,
            "source": one.source,
            "title": one.name,
            "line": 0,
            "page": 0,
            "id": one.id,
            "quote": one.text,
            "questions": of,
        }
        for n, one, of in cited
    ]
    return "answer", {
        "answer": text,
        "citations": citations,
        "contradictions": [],
        "unsupported": [],
        "messages": [*([("remove",)] if again else []), ("ai", text)],
        "warnings": [],
        "model_fault": "",
        "ledger": {"model_calls": 0, "tokens": 0, "cost": 0.0},
    }


def critique(
    questions: list[dict[str, Any]], answered: list[str], reason: str, following: str = "end", *missing: str
) -> tuple[str, dict[str, Any]]:
    """The update of the critic."""
    return "critique", {
        "questions": questions,
        "critique": {"answered": answered, "missing": list(missing), "reason": reason, "next": following},
        "warnings": [],
        "model_fault": "",
        "ledger": {"model_calls": 0, "tokens": 0, "cost": 0.0},
    }


def test_a_run_over_one_base(world: ScriptedResources) -> None:
    """A sure question goes to one base, is answered from it, and ends."""
    asked = question("q1", "What colour are apples?")
    assert updates(build(world), "What colour are apples?") == [
        rewrite(asked),
        route([looked_up(asked)], decision("q1", "alpha scores 0.90", alpha=0.9)),
        retrieve("alpha", "q1", APPLES),
        supervise((APPLES, ["q1"])),
        answer("Apples are red and sweet. [1]", (1, APPLES, ["q1"])),
        critique([looked_up(asked)], ["q1"], "every question is answered"),
    ]


def test_a_run_over_every_base_below_the_floor(world: ScriptedResources) -> None:
    """Where no base is likely enough, all three are searched side by side, and the one that knows is cited."""
    asked = question("q1", "What is the answer to the riddle?")
    why = "no base reached the floor 0.30 (best: beta 0.12); searching every base"
    widened = decision("q1", why, fell_back=True, scores=table("riddle"), beta=0.12, alpha=0.1, gamma=0.05)
    assert updates(build(world), "What is the answer to the riddle?") == [
        rewrite(asked),
        route([looked_up(asked)], widened),
        retrieve("alpha", "q1"),
        retrieve("beta", "q1"),
        retrieve("gamma", "q1", RIDDLE),
        supervise((RIDDLE, ["q1"])),
        answer("The answer to the riddle is a mirror. [1]", (1, RIDDLE, ["q1"])),
        critique([looked_up(asked)], ["q1"], "every question is answered"),
    ]


def test_a_run_with_a_question_that_waits(world: ScriptedResources) -> None:
    """The second question waits, is completed with the first's answer, and is routed on the next turn, alone."""
    first = question("q1", "Which plan includes single sign-on")
    second = question("q2", "what does it cost per seat?", waits_for="q1")
    filled = question("q2", "what does the Enterprise plan cost per seat?", literal="what does it cost per seat?")
    routed = decision("q1", "alpha scores 0.90", alpha=0.9)
    priced = decision("q2", "beta scores 0.90", turn=2, scores=table("cost"), beta=0.9)
    early = "Single sign-on is included in the Enterprise plan only. [1]"
    whole = f"{early}\n\nA seat of the Enterprise plan costs $35 a month. [2]"
    assert updates(build(world), "Which plan includes single sign-on, and what does it cost per seat?") == [
        rewrite(first, second),
        route([looked_up(first), second], routed),
        retrieve("alpha", "q1", SIGN_ON),
        supervise((SIGN_ON, ["q1"])),
        answer(early, (1, SIGN_ON, ["q1"])),
        critique([looked_up(first), second], ["q1"], "a question waited for this answer", "rewrite"),
        ("rewrite", {"questions": [looked_up(first), filled]}),
        route([looked_up(first), looked_up(filled)], routed, priced),
        retrieve("beta", "q2", SEAT),
        supervise((SIGN_ON, ["q1"]), (SEAT, ["q2"])),
        answer(whole, (1, SIGN_ON, ["q1"]), (2, SEAT, ["q2"]), again=True),
        critique([looked_up(first), looked_up(filled)], ["q1", "q2"], "every question is answered"),
    ]


def test_a_waiting_question_at_the_cap_is_named(world: ScriptedResources) -> None:
    """Where no turn is left for the question that waited, the answer says so."""
    text = "Which plan includes single sign-on, and what does it cost per seat?"
    stream = updates(build(world), text, context={"max_turns": 1})
    assert stream[-2][1]["answer"] == (
        "Single sign-on is included in the Enterprise plan only. [1]\n\n"
        "“what does it cost per seat?” was not asked any more: the run reached its cap of turns."
    )
    assert stream[-1][1]["critique"]["next"] == "end"


def test_a_waiting_question_whose_first_is_not_found_is_named(world: ScriptedResources) -> None:
    """Where the first question is not answered, the one that waited is not asked, and nothing is made up."""
    stream = updates(build(world), "Which planet includes pears, and what does it cost per seat?")
    assert stream[-2][1]["answer"] == "I could not find anything about this in alpha, beta and gamma."
    assert stream[-1][1]["critique"]["answered"] == []


@pytest.mark.parametrize(
    ("cap", "reason"),
    [
        (2, "not answered: Are pears green?; the cap is reached after 2 turns"),
        (3, "not answered: Are pears green?; nothing else can be asked after 2 turns"),
    ],
)
def test_a_run_to_the_cap(world: ScriptedResources, cap: int, reason: str) -> None:
    """The critic widens the search once, then stops at the cap with what was found and what was not."""
    again = "“Are pears green?” is not answered yet"
    asked = question("q1", "Are pears green?")
    wider = question("q2", "pears green", literal="Are pears green?", origin="q1", again=again)
    routed = decision("q1", "alpha scores 0.90", alpha=0.9)
    everywhere = decision("q2", again, "critic", turn=2, alpha=0.9, beta=0.1, gamma=0.05)
    assert updates(build(world), "Are pears green?", context={"max_turns": cap}) == [
        rewrite(asked),
        route([looked_up(asked)], routed),
        retrieve("alpha", "q1"),
        supervise(),
        answer("I could not find anything about this in alpha."),
        critique([looked_up(asked), wider], [], again, "route", "pears green"),
        route([looked_up(asked), wider], routed, everywhere),
        retrieve("alpha", "q2"),
        retrieve("beta", "q2"),
        retrieve("gamma", "q2"),
        supervise(),
        answer("I could not find anything about this in alpha, beta and gamma.", again=True),
        critique([looked_up(asked), wider], [], reason),
    ]


def test_a_cap_of_one_turn_never_asks_again(world: ScriptedResources) -> None:
    """With one turn there is no loop: the run says what was not found and ends."""
    stream = updates(build(world), "Are pears green?", context={"max_turns": 1})
    assert [node for node, _ in stream] == ["rewrite", "route", "retrieve_alpha", "supervise", "answer", "critique"]
    assert stream[-1][1]["critique"]["reason"] == "not answered: Are pears green?; the cap is reached after 1 turn"


def test_one_half_is_answered_and_the_other_named(world: ScriptedResources) -> None:
    """Two questions, one of them without an answer: the answer holds what was found and says what was not."""
    stream = updates(build(world), "What colour are apples? What colour are pears in winter?")
    assert stream[-2][1]["answer"] == (
        "Apples are red and sweet. [1]\n\n"
        "I found no answer to “What colour are pears in winter?” in alpha, beta and gamma."
    )
    assert stream[-1][1]["critique"]["answered"] == ["q1"]


def test_progress_is_told_as_it_happens(world: ScriptedResources) -> None:
    """The custom stream tells each step, for whoever watches."""
    assert plain(events(build(world), "What colour are apples?")) == [
        {"event": "rewriting"},
        {
            "event": "routed",
            "text": "What colour are apples?",
            "question": "q1",
            "bases": [{"name": "alpha", "score": 0.9}],
            "tier": "semantic",
            "fell_back": False,
            "why": "alpha scores 0.90",
            "scores": table("apples"),
            "turn": 1,
        },
        {"event": "searching", "base": "alpha", "question": "q1"},
        {"event": "found", "base": "alpha", "question": "q1", "n": 1, "failure": ""},
        {"event": "writing", "slots": 1},
        {"event": "checking"},
    ]


def test_a_question_is_classified_once_a_run(world: ScriptedResources) -> None:
    """The semantic tier is asked once for each question, loops and later turns included."""
    graph = build(world)
    updates(graph, "Are pears green?", context={"max_turns": 3})
    assert sorted(world.cascade.counted) == ["Are pears green?", "pears green"]


def test_a_waiting_question_is_classified_once_it_is_whole(world: ScriptedResources) -> None:
    """A question that waited is scored when it is completed; the first is not scored again."""
    updates(build(world), "Which plan includes single sign-on, and what does it cost per seat?")
    assert sorted(world.cascade.counted) == [
        "Which plan includes single sign-on",
        "what does the Enterprise plan cost per seat?",
    ]


def test_a_search_carries_all_it_needs(tmp_path: Path) -> None:
    """Text, literal words, k, threshold and filter travel with each call."""
    specs = {"alpha": {"k": 7, "threshold": 0.35}}
    world, bases = scripted(tmp_path, {"alpha": alpha, "beta": beta, "gamma": gamma}, table, specs=specs)
    updates(build(world), "What colour are apples?")
    assert bases["alpha"].asked == [
        Search("What colour are apples?", "What colour are apples?", k=7, threshold=0.35, filter={})
    ]
    assert (bases["beta"].asked, bases["gamma"].asked) == ([], [])
