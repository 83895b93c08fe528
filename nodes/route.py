"""route: the mood of the message is read first, then every question that is ready gets a kind and a decision.

A mood that surely leads to a person ends the run's search before it begins: no base is asked about someone in distress.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from langgraph.runtime import Runtime

from errors import ModelError
from graph.context import Knobs, allowed_bases, knobs, limits
from graph.events import Routed, tell
from graph.resources import Resources
from graph.state import Call, Decision, Mood, Question, State
from knowledge.blocking import in_thread
from knowledge.catalog import ANSWER_GIVEN
from models.ask import Asker, Usage
from nodes.asking import asker_in, down
from nodes.conversation import said_before, transcript, user_message
from nodes.given import answered_before, changed
from nodes.handover import ends_here
from nodes.tools import Tooling
from routing import decision as routing
from routing.cascade import Asked, Cascade
from routing.conversation import History
from routing.courtesy import without_courtesy
from routing.model import mood_by_model
from routing.mood import NEUTRAL
from routing.mood import Mood as Read

log = logging.getLogger("signalbox.route")


@dataclass
class _Turn:
    """What one visit found out."""

    decisions: list[tuple[routing.Decision, float]] = field(default_factory=list)
    mood: Mood | None = None
    fault: ModelError | None = None


@dataclass(frozen=True)
class Route:
    """The node. It classifies a question once a run: later turns see only questions that are new."""

    resources: Resources
    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """Mood, kinds and decisions: those so far and those of this turn."""
        run, usage, turn = knobs(runtime, self.schema), Usage(), _Turn(mood=state["mood"])
        if turn.mood is None:
            turn.mood = await self._mood(state)
        new, given = unrouted(state), state["given"]
        if not ends_here(turn.mood):
            began = time.perf_counter()
            given, known = await in_thread(lambda: answered_before(self.resources, state, new))
            took = (time.perf_counter() - began) * 1000
            await self._decide(turn, state, [one for one in new if one["id"] not in known], run, usage)
            if not ends_here(turn.mood):
                turn.decisions += [(decision, took) for decision in known.values()]
        number = state["ledger"]["turns"] + 1
        decisions = [
            cast("Decision", {**decision.to_dict(), "turn": number, "ms": round(ms, 2)})
            for decision, ms in turn.decisions
        ]
        kinds = {decision.question: decision.kind for decision, _ in turn.decisions}
        questions = [
            question | {"kind": kinds.get(question["id"], question["kind"])} for question in state["questions"]
        ]
        chosen = {
            one["question"]: [base["name"] for base in one["bases"] if base["name"] != ANSWER_GIVEN]
            for one in decisions
        }
        calls, fault = await self._calls(state | {"questions": questions}, chosen, run, usage)
        texts = {question["id"]: question["text"] for question in new}
        for decision in decisions:
            tell(runtime, _routed(decision, texts[decision["question"]]))
        return {
            "questions": questions,
            "mood": turn.mood,
            "decisions": [*state["decisions"], *decisions],
            "calls": calls,
            "warnings": [
                *([f"routing fell back: {turn.fault}"] if turn.fault else []),
                *([f"tools were chosen by rules: {fault}"] if fault else []),
            ],
            "model_fault": state["model_fault"] or down(turn.fault) or down(fault),
            # A visit with nothing new, after the user was asked for a value, is no routing.
            "ledger": {"turns": int(bool(new)), **usage.spent()},
            **changed(state, given),
        }

    async def _calls(
        self, state: State, chosen: dict[str, list[str]], run: Knobs, usage: Usage
    ) -> tuple[list[Call], ModelError | None]:
        asking = asker_in(state, self.resources, run, usage, small=True)
        return await Tooling(self.resources).calls(state, chosen, asking, interrupts=run.interrupts)

    async def _mood(self, state: State) -> Mood:
        message, cascade = user_message(state["messages"]), self.resources.cascade
        read = await in_thread(lambda: mood_of(message, cascade))
        return Mood(
            name=read.name,
            score=round(read.score, 3),
            tier=read.tier,
            target=read.target,
            reason=read.reason,
            sure=read.sure,
        )

    async def _decide(self, turn: _Turn, state: State, new: Sequence[Question], run: Knobs, usage: Usage) -> None:
        allowed, rule = allowed_bases(self.resources.catalog, run), limits(self.resources.catalog, run)
        before, cascade = said_before(state["messages"]), self.resources.cascade.within(run.kinds)
        began = time.perf_counter()
        decided, unsure = await in_thread(lambda: _by_cheap_tiers(cascade, new, state["sides"], before, allowed, rule))
        turn.decisions = list(decided.values())
        asking = asker_in(state, self.resources, run, usage, small=True) if unsure else None
        if asking is None:
            return
        spoken = transcript(state["messages"], self.resources.settings.model_window)
        routed = cascade.ask(asking, unsure, allowed, rule, spoken)
        (answered, mood, turn.fault), apart = await asyncio.gather(routed, self._mood_apart(state, asking))
        # A later turn of the same message reads no second mood into it.
        mood = "" if state["decisions"] else apart or mood
        shared = (time.perf_counter() - began) * 1000 / len(answered)
        turn.decisions = list((decided | {one.question: (one, shared) for one in answered}).values())
        target = self.resources.catalog.moods.get(mood, "answer")
        if target != "answer":
            turn.decisions = []
            why = "the model read it so"
            turn.mood = Mood(name=mood, score=1.0, tier="model", target=target, reason=why, sure=True)

    async def _mood_apart(self, state: State, asking: Asker) -> str:
        """The mood by a call of its own, where the setting wants one; "" where it does not, or where it failed."""
        if self.resources.settings.mood_call == "together" or state["decisions"]:
            return ""
        try:
            return await mood_by_model(asking, self.resources.catalog, user_message(state["messages"]))
        except ModelError as fault:
            log.warning("the mood could not be read by the model: %s", fault)
            return ""


def _routed(decision: Decision, text: str) -> Routed:
    return Routed(
        event="routed",
        question=decision["question"],
        text=text,
        bases=decision["bases"],
        scores=decision["scores"],
        tier=decision["tier"],
        fell_back=decision["fell_back"],
        why=decision["reason"],
        turn=decision["turn"],
        ms=decision["ms"],
    )


def unrouted(state: State) -> list[Question]:
    """The questions that are ready to be asked and have no decision yet."""
    known = {decision["question"] for decision in state["decisions"]}
    return [q for q in state["questions"] if q["id"] not in known and q["waits_for"] is None]


def mood_of(message: str, cascade: Cascade) -> Read:
    """The mood of what a message says without its courtesies: a greeting and a signature must not bury a call for help.
    Where that is neutral, thanks among them may still sound pleased. Blocks for the embedding.
    """
    body = without_courtesy(message)
    read = cascade.mood(body)
    if read.name != NEUTRAL or body == message:
        return read
    whole = cascade.mood(message)
    return whole if whole.target == "answer" else read


def _by_cheap_tiers(
    cascade: Cascade,
    new: Sequence[Question],
    sides: Collection[str],
    before: History,
    allowed: Sequence[str],
    rule: routing.Limits,
) -> tuple[dict[str, tuple[routing.Decision, float]], list[Asked]]:
    """Each question's decision with the milliseconds it took, and those that are not sure. Blocks."""
    decided: dict[str, tuple[routing.Decision, float]] = {}
    unsure: list[Asked] = []
    for question in new:
        began = time.perf_counter()
        if question["again"]:
            asked = Asked(question["id"], question["text"], question["kind"], before)
            decision, sure = cascade.everywhere(asked, allowed, question["again"]), True
        else:
            kind = "compare" if question["id"] in sides else cascade.kind(question["text"])
            asked = Asked(question["id"], question["text"], kind, before)
            decision, sure = cascade.decide(asked, allowed, rule)
        decided[question["id"]] = (decision, (time.perf_counter() - began) * 1000)
        if not sure:
            unsure.append(asked)
    return decided, unsure
