"""answer: written from the slots and from nothing else; every citation is checked by code.

Without a model the sentences that answer are quoted. With one, its text streams through a filter that lets only real
markers pass. What was not found and what could not be reached is said by code, so that it is said in every case.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, RemoveMessage
from langgraph.runtime import Runtime

from errors import ModelError
from graph.context import Knobs, allowed_bases, knobs
from graph.resources import Resources
from graph.state import Citation, Slot, State, answered_by, asked
from knowledge.bases.base import ToolCall
from knowledge.blocking import in_thread
from knowledge.citations import MarkerFilter, cited_sentences, joined, phantoms, supporting_quote
from knowledge.passage import Passage
from knowledge.quoting import Evidence, Quoted, quote
from knowledge.text import units
from models.ask import Asker, Usage
from nodes.asking import asker_in, down
from nodes.clarify import in_words
from nodes.conversation import transcript, user_message
from nodes.tools import missing
from prompts import render
from routing.cascade import OUT_OF_SCOPE


@dataclass(frozen=True)
class Draft:
    """An answer before what is missing is added: text, its citations, the id of a streamed message."""

    text: str
    citations: list[Citation]
    id: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """The node. A later turn's answer replaces the one before, in the conversation too."""

    resources: Resources
    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """The answer, its citations, and the message that carries it."""
        run = knobs(runtime, self.schema)
        runtime.stream_writer({"event": "writing", "slots": len(state["slots"])})
        usage, fault = Usage(), None
        outside = all(question["kind"] == OUT_OF_SCOPE for question in asked(state))
        asking = None if outside else asker_in(state, self.resources, run.model, usage)
        try:
            draft = await self._quoted(state) if asking is None else await self._written(asking, state, run, runtime)
        except ModelError as raised:
            # What was streamed of a broken answer is void; whoever shows tokens takes them back.
            runtime.stream_writer({"event": "discard"})
            fault, draft = raised, await self._quoted(state)
        closing = [] if asking is not None and fault is None else self._not_found(state, draft.citations, run)
        told = (draft.text, *closing, *_of_tools(state), *_failures(state))
        text = "\n\n".join(part for part in told if part)
        replaced = [RemoveMessage(id=str(state["messages"][-1].id))] if state["messages"][-1].type == "ai" else []
        return {
            "answer": text,
            "citations": draft.citations,
            "messages": [*replaced, AIMessage(text, id=draft.id)],
            "warnings": [*draft.warnings, *([f"answering fell back to quoting: {fault}"] if fault else [])],
            "model_fault": state["model_fault"] or down(fault),
            "ledger": usage.spent(),
        }

    async def _quoted(self, state: State) -> Draft:
        sentences, embedder = self.resources.sentences, self.resources.embedder
        questions = [question for question in asked(state) if question["waits_for"] is None]

        def choose() -> list[tuple[str, list[Quoted]]]:
            evidence = []
            for slot in state["slots"]:
                passage = Passage.from_dict(slot["passage"])
                vectors = sentences.of(passage, embedder)
                evidence.append((slot, Evidence(slot["n"], passage, units(passage.text), vectors)))
            return [
                (
                    question["id"],
                    quote(
                        question["text"],
                        vector := embedder.query(question["text"]),
                        [one for slot, one in evidence if question["id"] in slot["questions"]],
                        self.resources.everyday.nearness(vector),
                    ),
                )
                for question in questions
            ]

        paragraphs: dict[tuple[Quoted, ...], list[str]] = {}
        for id_, found in await in_thread(choose):
            if found:
                paragraphs.setdefault(tuple(found), []).append(id_)
        text = "\n\n".join(joined([(one.text, one.n) for one in found]) for found in paragraphs)
        slots = {slot["n"]: slot for slot in state["slots"]}
        citations = [
            _citation(slots[one.n], one.quote, served) for found, served in paragraphs.items() for one in found
        ]
        return Draft(text, citations, str(uuid.uuid4()))

    async def _written(self, asking: Asker, state: State, run: Knobs, runtime: Runtime[Any]) -> Draft:
        prompt = render(
            "answer",
            conversation=transcript(_before_answer(state), self.resources.settings.model_window),
            message=user_message(_before_answer(state)),
            questions="\n".join(f"- {question['text']}" for question in asked(state)),
            passages=_numbered(state["slots"]) or self._nothing(state, run),
        )
        slots = {slot["n"]: slot for slot in state["slots"]}
        markers = MarkerFilter(slots.keys())
        raw, text, id_ = "", "", ""

        def show(piece: str) -> str:
            if piece:
                runtime.stream_writer({"event": "token", "text": piece})
            return piece

        async for chunk in asking.text(prompt):
            id_ = id_ or str(chunk.id or "")
            raw += chunk.text
            text += show(markers.feed(chunk.text))
        text += show(markers.rest())
        citations = [
            _citation(slots[n], supporting_quote(sentence, slots[n]["passage"]["text"]), slots[n]["questions"])
            for sentence, numbers in cited_sentences(text)
            for n in numbers
        ]
        invented = phantoms(raw, slots.keys())
        warning = (f"removed citations of passages that do not exist: {', '.join(map(str, invented))}",)
        return Draft(text.strip(), _once(citations), id_ or str(uuid.uuid4()), warning if invented else ())

    def _nothing(self, state: State, run: Knobs) -> str:
        return f"(none: {_and(self._searched(state, None, run))} were searched and hold nothing about this)"

    def _not_found(self, state: State, citations: list[Citation], run: Knobs) -> list[str]:
        settled = answered_by(citations)
        # A question whose call misses a value is told by what is missing.
        waiting = {call["question"] for call in missing(state)}
        open_questions = [question for question in asked(state) if question["id"] not in settled | waiting]
        if not open_questions:
            return []
        if all(question["kind"] == OUT_OF_SCOPE for question in open_questions) and not citations:
            return [f"This is nothing that {_and(allowed_bases(self.resources.catalog, run))} could answer."]
        if not citations and len(open_questions) == len(asked(state)):
            return [f"I could not find anything about this in {_and(self._searched(state, None, run))}."]
        said = []
        for question in open_questions:
            if question["waits_for"] in settled:
                if state["ledger"]["turns"] >= run.max_turns:
                    said.append(f"“{question['text']}” was not asked any more: the run reached its cap of turns.")
            elif question["waits_for"] is not None:
                said.append(f"“{question['text']}” could not be asked, because what it depends on was not found.")
            elif question["kind"] == OUT_OF_SCOPE:
                said.append(f"“{question['text']}” is nothing that the bases could answer, so it was not searched for.")
            else:
                where = _and(self._searched(state, question["id"], run))
                said.append(f"I found no answer to “{question['text']}” in {where}.")
        return [" ".join(said)] if said else []

    def _searched(self, state: State, origin: str | None, run: Knobs) -> list[str]:
        """The bases that were reached, for one question or for all, in the catalog's order."""
        served = {question["id"]: question["origin"] for question in state["questions"]}
        reached = {
            finding["base"]
            for finding in state["findings"]
            if finding["failure"] is None and origin in {None, served[finding["question"]]}
        }
        return [name for name in allowed_bases(self.resources.catalog, run) if name in reached]


def _before_answer(state: State) -> list[Any]:
    messages = state["messages"]
    return list(messages[:-1] if messages[-1].type == "ai" else messages)


def _numbered(slots: list[Slot]) -> str:
    return "\n\n".join(
        f"[{n}] ({passage.base}: {passage.name})\n{passage.text}"
        for n, passage in ((slot["n"], Passage.from_dict(slot["passage"])) for slot in slots)
    )


def _citation(slot: Slot, quoted: str, questions: list[str]) -> Citation:
    passage = slot["passage"]
    return Citation(
        n=slot["n"],
        base=passage["base"],
        source=passage["source"],
        title=Passage.from_dict(passage).name,
        id=passage["id"],
        quote=quoted,
        questions=list(questions),
    )


def _once(citations: list[Citation]) -> list[Citation]:
    return list({(one["n"], one["quote"]): one for one in reversed(citations)}.values())[::-1]


def _of_tools(state: State) -> list[str]:
    """What is said of the calls: which values were read or taken from where, and what is missing for those not run."""
    found = {finding["call"] for finding in state["findings"] if finding["passages"]}
    names = {one["id"]: Passage.from_dict(one).name for finding in state["findings"] for one in finding["passages"]}
    notes = [note for call in state["calls"] if call["id"] in found for note in call["notes"]]
    taken = [
        f"{name.replace('_', ' ')} {call['arguments'][name]} from “{names.get(source, source)}”"
        for call in state["calls"]
        if call["id"] in found
        for name, source in call["sources"].items()
    ]
    said = [f"I looked this up with {'; '.join(dict.fromkeys([*notes, *taken]))}."] if notes or taken else []
    empty = {one["call"] for one in state["findings"] if not one["passages"] and one["failure"] is None}
    blank = [ToolCall(call["tool"], call["arguments"]).words for call in state["calls"] if call["id"] in empty]
    said += [f"Nothing was found by {'; '.join(f'“{one}”' for one in blank)}."] if blank else []
    lacking = in_words(missing(state))
    return [*said, *([lacking] if lacking else [])]


def _failures(state: State) -> list[str]:
    failed = {finding["base"]: finding["failure"]["reason"] for finding in state["findings"] if finding["failure"]}
    if not failed:
        return []
    named = "; ".join(f"{base} ({reason})" for base, reason in failed.items())
    return [f"Not every base could be reached, so something may be missing: {named}."]


def _and(names: list[str]) -> str:
    if not names:
        return "any base that could be reached"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
