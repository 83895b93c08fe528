"""rewrite: the user's message becomes standalone, atomic questions. It never answers.

A single question that stands alone passes through byte for byte, with no model call. Rules do the rest. Where a model
is configured it is asked what the rules leave open (a setting has it asked always), and what it returns is held against
the conversation, because a rewriter that answers, or adds what nobody said, would be searched for and cited.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AnyMessage
from langgraph.runtime import Runtime
from langgraph.types import Overwrite
from pydantic import BaseModel

from errors import ModelError
from graph.context import Knobs, allowed_bases, knobs, limits
from graph.events import Rewriting, tell
from graph.ledger import EMPTY_LEDGER, Ledger, add_ledgers
from graph.resources import Resources
from graph.state import Critique, Question, State
from knowledge.blocking import in_thread
from knowledge.spelling import as_meant
from knowledge.text import stems
from models.ask import Asker, Usage
from nodes.asking import allowance, asker, down
from nodes.conversation import asked_before, earlier_questions, said_before, transcript, user_message
from nodes.given import carried, conditions
from nodes.parting import Part, are_sure, by_rules
from prompts import render
from routing.courtesy import without_courtesy
from routing.followup import refers_back
from routing.split import MAX_PARTS
from routing.waiting import fill

NEW_WORDS = 0.34
"""The share of a rewritten question's terms that may be new: a rewriter may inflect and connect, not add facts, and a
number that nobody said is always one.
"""
READ_BEFORE = 4
"""Earlier questions whose slips are mended too: a follow-up is completed from the last that stood alone."""


class RewrittenQuestion(BaseModel):
    """One question of the message; `waits_for` is the number of the question whose answer it needs."""

    text: str
    waits_for: int | None


class Rewritten(BaseModel):
    """The reply: the message's questions in order."""

    questions: list[RewrittenQuestion]


@dataclass(frozen=True)
class Rewrite:
    """The node. Its first visit in a turn starts the turn clean; a later one completes a question that waited."""

    resources: Resources
    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """Questions, and on a new turn everything of the last one reset."""
        tell(runtime, Rewriting(event="rewriting"))
        if state.get("critique", {}).get("next") == "rewrite" and state["messages"][-1].type == "ai":
            return {"questions": _filled(state)}
        message = user_message(state["messages"])
        await in_thread(self.resources.prepare)
        run, usage = knobs(runtime, self.schema), Usage()
        # Read before anything is searched: a store that changes meanwhile is another one than the answer says.
        under = await in_thread(lambda: conditions(self.resources, run))
        before = add_ledgers(state.get("spent_before", EMPTY_LEDGER), state.get("ledger", EMPTY_LEDGER))
        asked = without_courtesy(message)
        slips = await in_thread(lambda: self._slips(asked, state, run))
        parts, fault = await self._parts(asked, slips, state, run, usage, before)
        return {
            "questions": _questions(parts, asked, slips),
            "mood": None,
            "handover": None,
            "decisions": [],
            "calls": [],
            "replies": [],
            "findings": Overwrite([]),
            "slots": [],
            "answer": "",
            "citations": [],
            "contradictions": [],
            "unsupported": [],
            "critique": Critique(answered=[], missing=[], reason="", next="end"),
            "warnings": Overwrite([f"rewriting fell back to rules: {fault}"] if fault else []),
            "model_fault": down(fault),
            "ledger": Overwrite(EMPTY_LEDGER | usage.spent()),
            "spent_before": before,
            "started": time.time(),
            "conditions": under,
            "sides": {f"q{place}": part.side for place, part in enumerate(parts, 1) if part.side},
            "given": carried(state, self.resources.catalog),
        }

    def _slips(self, asked: str, state: State, run: Knobs) -> dict[str, str]:
        # Whoever may not see every passage is offered no word of one.
        seen = [] if run.caller.access is not None else allowed_bases(self.resources.catalog, run)
        last = earlier_questions(state["messages"])[-READ_BEFORE:]
        return self.resources.slips([*map(without_courtesy, last), asked], seen)

    async def _parts(
        self, message: str, slips: Mapping[str, str], state: State, run: Knobs, usage: Usage, before: Ledger
    ) -> tuple[list[Part], ModelError | None]:
        spelt = as_meant(message, slips)
        earlier = [as_meant(one, slips) for one in asked_before(state["messages"])]
        allowed = allowed_bases(self.resources.catalog, run)
        cascade = self.resources.cascade.within(run.kinds)
        parts = await in_thread(lambda: by_rules(spelt, earlier, cascade, allowed))
        settings = self.resources.settings
        left = allowance(settings, run, EMPTY_LEDGER, before, kept=1)
        asking = asker(self.resources, run, usage, settings.deadline, left, small=True)
        whole = len(parts) == 1 and parts[0].text == spelt
        alone = not (earlier and refers_back(spelt)) or (whole and cascade.act(spelt) is not None)
        settled = parts[0].side or (alone and whole)
        if asking is None or settled:
            return parts, None
        if settings.rewriting == "unsure":
            said, rule = said_before(state["messages"]), limits(self.resources.catalog, run)
            if await in_thread(lambda: are_sure(parts, said, cascade, allowed, rule)):
                return parts, None
        try:
            return await by_model(asking, message, state["messages"], settings.model_window, spelt), None
        except ModelError as fault:
            return parts, fault


async def by_model(
    asking: Asker, message: str, messages: Sequence[AnyMessage], window: int, spelt: str = ""
) -> list[Part]:
    """The parts of a message, the last of `messages`, as a model writes them, who may mend it as `spelt` does. Raises
    ModelError, also where what it wrote says what nobody said.
    """
    conversation = transcript(messages, window)
    said = stems(f"{conversation} {message} {spelt}")

    def wrong(reply: Rewritten) -> str:
        if not 1 <= len(reply.questions) <= MAX_PARTS:
            return f"questions: {len(reply.questions)} given, 1 to {MAX_PARTS} expected"
        for number, question in enumerate(reply.questions, 1):
            if not question.text.strip():
                return f"question {number} is empty"
            if question.waits_for is not None and not 1 <= question.waits_for < number:
                return f"question {number} waits for {question.waits_for}, which is not an earlier one"
            used = stems(question.text)
            new = used - said
            if len(new) > NEW_WORDS * len(used) or any(char.isdigit() for char in "".join(new)):
                return f"question {number} says what nobody said: {', '.join(sorted(new))}"
        return ""

    prompt = render("rewrite", conversation=conversation, message=message)
    reply = await asking.structured(Rewritten, prompt, wrong)
    alone = len(reply.questions) == 1
    return [
        Part(
            question.text.strip(),
            message if alone else question.text.strip(),
            None if question.waits_for is None else question.waits_for - 1,
        )
        for question in reply.questions
    ]


def _questions(parts: Sequence[Part], message: str, slips: Mapping[str, str]) -> list[Question]:
    ids = [f"q{number}" for number in range(1, len(parts) + 1)]
    spelt, typed = as_meant(message, slips), {meant: word for word, meant in slips.items()}
    questions = [
        Question(
            id=id_,
            text=part.text,
            literal=message if part.literal == spelt else as_meant(part.literal, typed),
            kind=None,
            waits_for=None if part.waits_for is None else ids[part.waits_for],
            origin=id_,
            again="",
        )
        for id_, part in zip(ids, parts, strict=True)
    ]
    if slips:
        for question in questions:
            question["slips"] = dict(slips)
    return questions


def _filled(state: State) -> list[Question]:
    """The questions with those that waited, and whose answer is there now, completed from it."""
    answered = set(state["critique"]["answered"])
    by_id = {question["id"]: question for question in state["questions"]}
    filled = []
    for question in state["questions"]:
        if question["waits_for"] not in answered:
            filled.append(question)
            continue
        earlier = by_id[str(question["waits_for"])]
        found = [c["quote"] for c in state["citations"] if earlier["id"] in c["questions"]]
        text = fill(question["text"], earlier["text"], " ".join(found) or state["answer"])
        filled.append(question | {"text": text, "waits_for": None})
    return filled
