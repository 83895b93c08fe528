"""critique: is every question answered, and if not, is asking again worth a turn?

Code looks first, and mostly is enough: an answered question has a citation. A model, where there is one, is asked
only where code is in doubt. The ledger bounds the loop: at the cap the run ends with what was found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from langgraph.runtime import Runtime
from pydantic import BaseModel

from errors import ModelError
from graph.context import Knobs, allowed_bases, knobs
from graph.resources import Resources
from graph.state import Critique, Question, State, answered_by, asked
from knowledge.text import stem, terms
from models.ask import Asker, Usage
from nodes.asking import asker_in, down, remaining_s
from nodes.given import NOT_FOUND, keep
from nodes.record import record
from prompts import render
from routing.cascade import OUT_OF_SCOPE

MOST_NEW = 3


class Verdict(BaseModel):
    """Whether one question, by its number, is settled, and what to ask where it is not."""

    question: int
    settled: bool
    missing: list[str]


class Review(BaseModel):
    """The reply: one verdict a question."""

    verdicts: list[Verdict]


@dataclass(frozen=True)
class Critic:
    """The node."""

    resources: Resources
    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """What is answered, the new questions, and where the run goes next."""
        run = knobs(runtime, self.schema)
        runtime.stream_writer({"event": "checking"})
        usage, fault = Usage(), None
        settled = answered_by(state["citations"])
        answered = [question["id"] for question in asked(state) if question["id"] in settled]
        more = state["ledger"]["turns"] < run.max_turns and remaining_s(state, self.resources.settings) > 0
        new: list[Question] = []
        if more:
            try:
                new = await self._new_questions(state, answered, run, usage)
            except ModelError as raised:
                fault = raised
        waiting = any(question["waits_for"] in answered for question in state["questions"])
        following = "rewrite" if more and waiting else "route" if new else "end"
        critique = Critique(
            answered=answered,
            missing=[question["text"] for question in new],
            reason=_reason(
                state, answered, new, following, "nothing else can be asked" if more else "the cap is reached"
            ),
            next=following,
        )
        if following != "end":
            runtime.stream_writer({"event": "again", "reason": critique["reason"], "questions": critique["missing"]})
        update = {
            "questions": [*state["questions"], *new],
            "critique": critique,
            "warnings": [f"the critic was left out: {fault}"] if fault else [],
            "model_fault": state["model_fault"] or down(fault),
            "ledger": usage.spent(),
        }
        if following == "end":
            await keep(self.resources, state, update)
            await record(self.resources, state, update, runtime, run)
        return update

    async def _new_questions(self, state: State, answered: list[str], run: Knobs, usage: Usage) -> list[Question]:
        ready = [one for one in asked(state) if one["waits_for"] is None and one["kind"] != OUT_OF_SCOPE]
        if not ready:
            return []
        open_questions = [question for question in ready if question["id"] not in answered]
        doubtful = bool(open_questions) or bool(NOT_FOUND.search(state["answer"]))
        asking = asker_in(state, self.resources, run.model, usage) if doubtful else None
        if asking is not None:
            return await self._by_model(asking, state, ready)
        allowed = allowed_bases(self.resources.catalog, run)
        return _numbered(
            state, [(question, text) for question in open_questions for text in _wider(state, question, allowed)]
        )

    async def _by_model(self, asking: Asker, state: State, ready: list[Question]) -> list[Question]:
        def wrong(review: Review) -> str:
            numbers = sorted(verdict.question for verdict in review.verdicts)
            return "" if numbers == list(range(1, len(ready) + 1)) else f"verdicts: {numbers}, not 1 to {len(ready)}"

        prompt = render(
            "critique",
            questions="\n".join(f"{number}. {question['text']}" for number, question in enumerate(ready, 1)),
            asked="\n".join(f"- {question['text']}" for question in state["questions"]),
            answer=state["answer"],
        )
        review = await asking.structured(Review, prompt, wrong)
        wanted = [
            (ready[verdict.question - 1], text.strip())
            for verdict in review.verdicts
            if not verdict.settled
            for text in verdict.missing
            if text.strip()
        ]
        return _numbered(state, wanted)


def _wider(state: State, question: Question, allowed: list[str]) -> list[str]:
    """Without a model: the question's bare terms, in every base, where some base was not searched for it yet."""
    served = {one["id"] for one in state["questions"] if one["origin"] == question["id"]}
    searched = {finding["base"] for finding in state["findings"] if finding["question"] in served}
    bare = " ".join(dict.fromkeys(terms(question["text"])))
    return [bare] if bare and set(allowed) - searched else []


def _numbered(state: State, wanted: list[tuple[Question, str]]) -> list[Question]:
    """New questions with ids, none of which repeats one already asked (compared by its terms)."""
    known = {_key(question["text"]) for question in state["questions"] if not question["again"]}
    # The bare terms of a question are not new words, but a new search: only what the critic asked counts against it.
    again = {_key(question["text"]) for question in state["questions"] if question["again"]}
    literal = {question["text"].strip().casefold() for question in state["questions"]}
    new: list[Question] = []
    for question, text in wanted:
        key = _key(text)
        if key in again or text.casefold() in literal or (key in known and " " in text and text.endswith("?")):
            continue
        again.add(key)
        new.append(
            Question(
                id=f"q{len(state['questions']) + len(new) + 1}",
                text=text,
                literal=question["literal"],
                kind=None,
                waits_for=None,
                origin=question["id"],
                again=f"“{question['text']}” is not answered yet",
            )
        )
    return new[:MOST_NEW]


def _key(text: str) -> frozenset[str]:
    return frozenset(stem(term) for term in terms(text))


def _reason(state: State, answered: list[str], new: list[Question], following: str, otherwise: str) -> str:
    open_texts = [question["text"] for question in asked(state) if question["id"] not in answered]
    if following == "rewrite":
        return "a question waited for this answer"
    if following == "route":
        return new[0]["again"]
    if not open_texts:
        return "every question is answered"
    turns = state["ledger"]["turns"]
    return f"not answered: {'; '.join(open_texts)}; {otherwise} after {turns} turn{'s' if turns > 1 else ''}"
