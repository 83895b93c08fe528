"""answer: written from the slots and from nothing else; every citation is checked by code.

Without a model the sentences that answer are quoted; with one, see `nodes.writing`. Where the passages contradict each
other, what was not found and what could not be reached is said by code, so that it is said in every case.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, AIMessageChunk, RemoveMessage
from langgraph.graph.message import push_message
from langgraph.runtime import Runtime

from errors import ModelError
from graph.context import Knobs, allowed_bases, knobs
from graph.events import Discard, Token, Writing, tell
from graph.resources import Resources
from graph.state import State, asked
from knowledge.blocking import in_thread
from knowledge.citations import joined
from knowledge.passage import Passage
from knowledge.quoting import Evidence, Quoted, quote
from knowledge.text import units
from models.ask import Asker, Usage
from nodes.asking import asker_in, down
from nodes.citing import Draft, citation, numbered
from nodes.closing import failures, not_found, of_tools, searched
from nodes.comparison import listed as questions_listed
from nodes.comparison import of_their_sides, table
from nodes.conversation import transcript, until_asked, user_message
from nodes.disputes import disputes, told, with_both_sides
from nodes.given import unsettled, with_given
from nodes.handover import told as handed_over
from nodes.nearby import nearby
from nodes.phrases import ENGLISH, phrases
from nodes.summaries import held_instead, once
from nodes.writing import checked, written
from prompts import render
from routing.cascade import OUT_OF_SCOPE


@dataclass(frozen=True)
class Answer:
    """The node. A later turn's answer replaces the one before, in the conversation too."""

    resources: Resources
    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """The answer, its citations, and the message that carries it."""
        run = knobs(runtime, self.schema)
        tell(runtime, Writing(event="writing", slots=len(state["slots"])))
        usage, fault = Usage(), None
        # A question that was answered before is nothing to write about either.
        outside = all(question["kind"] == OUT_OF_SCOPE for question in unsettled(state, asked(state)))
        asking = None if outside else asker_in(state, self.resources, run, usage, answers=True)
        try:
            draft = await self._quoted(state) if asking is None else await self._written(asking, state, run, runtime)
        except ModelError as raised:
            # What was streamed of a broken answer is void; whoever shows tokens takes them back.
            tell(runtime, Discard(event="discard"))
            fault, draft = raised, await self._quoted(state)
        by_model = asking is not None and fault is None
        allowed = allowed_bases(self.resources.catalog, run)
        written_, citations = with_given(state, draft.text, draft.citations)
        closing: list[str] = []
        if not by_model:
            near = await in_thread(lambda: nearby(state, citations, self.resources))
            closing += not_found(state, citations, allowed, run.max_turns, self.resources.cascade.act, near)
        closing += await held_instead(self.resources, state, citations, run)
        against = await in_thread(lambda: disputes(state["slots"], draft.citations))
        parts = (
            handed_over(state["mood"], self.resources.catalog),
            written_,
            *told(against, phrases(state)),
            *closing,
            *of_tools(state, {tool.name: tool.rows for tool in self.resources.catalog.tools}),
            *failures(state),
        )
        text = "\n\n".join(part for part in parts if part)
        replaced = [RemoveMessage(id=str(state["messages"][-1].id))] if state["messages"][-1].type == "ai" else []
        return {
            "answer": text,
            "citations": with_both_sides(citations, against, state["slots"]),
            "contradictions": against,
            "unsupported": list(draft.unsupported),
            "messages": [*replaced, AIMessage(text, id=draft.id)],
            "warnings": [*draft.warnings, *([f"answering fell back to quoting: {fault}"] if fault else [])],
            "model_fault": state["model_fault"] or down(fault),
            "ledger": usage.spent(),
        }

    async def _quoted(self, state: State) -> Draft:
        sentences, embedder = self.resources.sentences, self.resources.embedder
        questions = [question for question in unsettled(state, asked(state)) if question["waits_for"] is None]

        def choose() -> list[tuple[str, list[Quoted]]]:
            evidence = []
            for slot in state["slots"]:
                passage = Passage.from_dict(slot["passage"])
                vectors = sentences.of(passage, embedder)
                evidence.append((slot, Evidence(slot["n"], passage, units(passage.text), vectors)))
            return [
                (
                    question["id"],
                    once(
                        quote(
                            question["text"],
                            vector := embedder.query(question["text"]),
                            [one for slot, one in evidence if question["id"] in slot["questions"]],
                            self.resources.everyday.doubt(question["text"], vector, self.resources.store),
                        )
                    ),
                )
                for question in questions
            ]

        slots = {slot["n"]: slot for slot in state["slots"]}
        chosen = await in_thread(choose)
        if state["sides"]:
            chosen = of_their_sides(state["sides"], chosen, slots)
        text = "\n\n".join(joined([(one.text, one.n) for one in found], "\n\n") for found in apart(chosen) if found)
        if state["sides"] and text:
            text = table(state["sides"], dict(chosen), user_message(until_asked(state["messages"])))
        served: dict[Quoted, list[str]] = {}
        for id_, found in chosen:
            for one in found:
                served.setdefault(one, []).append(id_)
        citations = [citation(slots[one.n], one.quote, ids) for one, ids in served.items()]
        return Draft(text, citations, str(uuid.uuid4()))

    async def _written(self, asking: Asker, state: State, run: Knobs, runtime: Runtime[Any]) -> Draft:
        allowed = allowed_bases(self.resources.catalog, run)
        nothing = f"(none: {ENGLISH.listed(searched(state, None, allowed))} were searched and hold nothing about this)"
        questions = questions_listed(unsettled(state, asked(state)), state["sides"])
        prompt = render(
            "answer",
            conversation=transcript(until_asked(state["messages"]), self.resources.settings.model_window),
            message=user_message(until_asked(state["messages"])),
            questions=questions,
            passages=numbered(state["slots"]) or nothing,
        )

        def show(piece: str, id_: str) -> None:
            tell(runtime, Token(event="token", text=piece))
            # The model's own tokens are kept out of the message stream: they may cite passages that do not exist.
            push_message(AIMessageChunk(content=piece, id=id_), state_key=None)

        draft = await written(asking, prompt, state["slots"], show)
        said = "\n".join([*(text for one in state["questions"] for text in (one["text"], one["literal"]))])
        settings = self.resources.settings
        return await checked(draft, state["slots"], said, self.resources.embedder, settings.unsupported)


def apart(chosen: Sequence[tuple[str, Sequence[Quoted]]]) -> list[list[Quoted]]:
    """What is quoted for each question, every sentence once: where it stands nearest to the front, of two such places
    in the first.
    """
    homes: dict[Quoted, tuple[int, int]] = {}
    for number, (_, found) in enumerate(chosen):
        for place, one in enumerate(found):
            homes[one] = min(homes.get(one, (place, number)), (place, number))
    return [[one for one in found if homes[one][1] == number] for number, (_, found) in enumerate(chosen)]
