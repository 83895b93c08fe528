"""supervise: the findings compete for the answer's room. No model, no store, unless a setting names a reranker."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from langgraph.runtime import Runtime

from graph.context import Knobs, knobs
from graph.evidence import Slot
from graph.resources import Resources
from graph.state import State
from knowledge.blocking import in_thread
from knowledge.budget import Room, pack
from knowledge.passage import Passage
from knowledge.rerank import reranked
from routing.strategy import strategy

log = logging.getLogger("signalbox.supervise")

MOST_SLOTS = 100
"""Where a budget says how much is enough."""
CHARACTERS_A_TOKEN = 4
"""For a model that cannot count its own tokens, and where none is configured."""
RERANK_LIMIT_S = 10.0

_Found = list[tuple[str, Passage]]


@dataclass(frozen=True)
class Supervise:
    """The node: everything found in this run, by every turn, is weighed anew."""

    resources: Resources
    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """The slots, numbered as the answer will cite them."""
        run, evidence = knobs(runtime, self.schema), self.resources.catalog.evidence
        origins = {question["id"]: question["origin"] for question in state["questions"]}
        found = [
            (origins[finding["question"]], Passage.from_dict(passage))
            for finding in state["findings"]
            for passage in finding["passages"]
        ]
        found, fault = await self._reranked(state, found)
        order = list(dict.fromkeys(origins.values()))
        times = max(len(order), 1) if evidence.slots_for == "question" else 1
        room = Room(
            slots=MOST_SLOTS if run.budget else run.slots * times,
            cap=run.per_base_cap * times,
            strict=evidence.strict_cap,
            least=evidence.per_base_least,
            budget=run.budget,
            size=len if evidence.unit == "characters" else self._tokens(run.model),
        )
        diverse = [question["id"] for question in state["questions"] if strategy(question["kind"]).diverse]
        # Counting with a model's own tokenizer may read a file.
        chosen = (
            await in_thread(lambda: pack(found, order, room, diverse))
            if run.budget
            else pack(found, order, room, diverse)
        )
        slots = [
            Slot(n=number, passage=one.passage.to_dict(), questions=list(one.questions))
            for number, one in enumerate(chosen, 1)
        ]
        return {"slots": slots} | ({"warnings": [fault]} if fault else {})

    async def _reranked(self, state: State, found: _Found) -> tuple[_Found, str]:
        compressor = self.resources.reranker
        if compressor is None or not found:
            return found, ""
        texts = {question["id"]: question["text"] for question in state["questions"]}

        def anew() -> _Found:
            return [
                (id_, passage)
                for id_ in dict.fromkeys(question for question, _ in found)
                for passage in reranked(compressor, texts[id_], _of(found, id_))
            ]

        try:
            return await in_thread(anew, RERANK_LIMIT_S), ""
        except TimeoutError:
            return found, f"the reranker failed: no answer in time, which is {RERANK_LIMIT_S:g} s at most"
        except Exception as fault:
            # A reranker is a refinement: without it the passages keep the order of the bases.
            log.exception("the reranker failed")
            return found, f"the reranker failed: {type(fault).__name__}: {fault}"

    def _tokens(self, model: str) -> Callable[[str], int]:
        chat = self.resources.models.get(model)
        if chat is None:
            return _about

        def count(text: str) -> int:
            try:
                return chat.get_num_tokens(text)
            except (ImportError, ValueError, LookupError, OSError, NotImplementedError):
                # a tokenizer that would have to be fetched, or that does not know the model
                return _about(text)

        return count


def _about(text: str) -> int:
    return math.ceil(len(text) / CHARACTERS_A_TOKEN)


def _of(found: Sequence[tuple[str, Passage]], id_: str) -> list[Passage]:
    return list({passage.id: passage for question, passage in found if question == id_}.values())
