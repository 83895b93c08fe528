"""critique: is every question answered, and if not, is asking again worth a turn?

Code looks first, and mostly is enough: an answered question has a citation. A model, where there is one, is asked
only where code is in doubt. The ledger bounds the loop: at the cap the run ends with what was found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from langgraph.runtime import Runtime
from pydantic import BaseModel

from errors import ModelError
from graph.context import Knobs, allowed_bases, knobs
from graph.events import Again, Checking, tell
from graph.resources import Resources
from graph.state import Critique, Question, State, answered_by, asked
from knowledge.blocking import in_thread
from knowledge.embedding import Embedder
from knowledge.text import fold, stems, terms
from models.ask import Asker, Usage
from nodes.asking import asker_in, down, remaining_s
from nodes.given import NOT_FOUND, keep
from nodes.record import record
from prompts import render
from routing.cascade import OUT_OF_SCOPE

MOST_NEW = 3
PARAPHRASE = 0.9
"""The cosine from which a new question is one already asked in other words."""


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
        tell(runtime, Checking(event="checking"))
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
            tell(runtime, Again(event="again", why=critique["reason"], questions=critique["missing"]))
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
        # A number that contradicts the evidence leaves its sentence unsupported.
        doubtful = bool(open_questions or state["unsupported"] or NOT_FOUND.search(state["answer"]))
        asking = asker_in(state, self.resources, run, usage) if doubtful else None
        if asking is not None:
            return await self._by_model(asking, state, ready)
        allowed = allowed_bases(self.resources.catalog, run)
        wider = [(question, text) for question in open_questions for text in _wider(state, question, allowed)]
        return _searches(state, wider)

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
        return _numbered(state, await _unlike(state, wanted, self.resources.embedder))


def _wider(state: State, question: Question, allowed: list[str]) -> list[str]:
    """Without a model: the question's bare terms, in every base, where some base was not searched for it yet."""
    served = {one["id"] for one in state["questions"] if one["origin"] == question["id"]}
    searched = {finding["base"] for finding in state["findings"] if finding["question"] in served}
    bare = bare_terms(question["text"])
    return [bare] if bare and set(allowed) - searched else []


def _searches(state: State, wanted: list[tuple[Question, str]]) -> list[Question]:
    """The bare terms of open questions as new searches: no new words, so only what was searched by them counts."""
    literal = {question["text"].strip().casefold() for question in state["questions"]}
    return _numbered(state, [(question, text) for question, text in wanted if text.casefold() not in literal])


async def _unlike(state: State, wanted: list[tuple[Question, str]], embedder: Embedder) -> list[tuple[Question, str]]:
    """The new questions that repeat none already asked, nor each other, in the same words or in others."""
    asked_texts = [question["text"] for question in state["questions"]]

    def chosen() -> list[tuple[Question, str]]:
        known, kept = [*asked_texts], []
        for question, text in wanted:
            complete = _as_question(text)
            if not any(_repeats(complete, one, embedder) for one in known):
                kept.append((question, complete))
                known.append(complete)
        return kept

    return await in_thread(chosen)


def _repeats(text: str, other: str, embedder: Embedder) -> bool:
    if stems(text) == stems(other):
        return True
    # Another number or name is another question, however near the two lie.
    if _marked(text) != _marked(other):
        return False
    return float(embedder.query(text) @ embedder.query(other)) >= PARAPHRASE


def _marked(text: str) -> set[str]:
    return set(re.findall(r"[\w-]*\d[\w-]*", text.casefold()))


def _as_question(text: str) -> str:
    """A complete sentence: with an end, however the model wrote it."""
    return text if text[-1] in "?.!？。！" else f"{text}?"


def _numbered(state: State, wanted: list[tuple[Question, str]]) -> list[Question]:
    """New questions with ids, at most `MOST_NEW`."""
    return [
        Question(
            id=f"q{len(state['questions']) + number}",
            text=text,
            literal=question["literal"],
            kind=None,
            waits_for=None,
            origin=question["id"],
            again=f"“{question['text']}” is not answered yet",
        )
        for number, (question, text) in enumerate(wanted[:MOST_NEW], 1)
    ]


def bare_terms(text: str) -> str:
    """The words of a question that carry meaning, once each; compounds stay whole: "single sign-on"."""
    kept = [word for word in re.findall(r"[^\W_]+(?:[-'’.][^\W_]+)+|[^\W_]+", fold(text)) if terms(word) or "-" in word]
    return " ".join(dict.fromkeys(kept))


def _reason(state: State, answered: list[str], new: list[Question], following: str, otherwise: str) -> str:
    open_texts = [question["text"] for question in asked(state) if question["id"] not in answered]
    if following == "rewrite":
        return "a question waited for this answer"
    if following == "route":
        return new[0]["again"]
    if not open_texts:
        against = len(state["contradictions"])
        return "every question is answered" + (
            f", by sources that contradict each other ({against})" if against else ""
        )
    turns = state["ledger"]["turns"]
    return f"not answered: {'; '.join(open_texts)}; {otherwise} after {turns} turn{'s' if turns > 1 else ''}"
