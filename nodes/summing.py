"""Summing up a document that is longer than its room: a model reads it part by part and chooses the sentences that
count (map), and the answer is written from those of all parts together (reduce).

The model names sentences and writes none, so that what is cited stands in the document letter for letter.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel

from errors import ModelError
from knowledge.bases.base import Search
from knowledge.bases.summary import SummaryBase, digested
from knowledge.blocking import in_thread
from knowledge.passage import Passage
from knowledge.text import Unit, units
from models.ask import Asker
from prompts import render

log = logging.getLogger("signalbox.retrieve")

MOST_CALLS = 6
"""Parts read for one search; of a document that has more, its most central sentences are read in so many."""

Part = dict[int, Unit]
"""Sentences by their number in the document."""


class Chosen(BaseModel):
    """The reply: numbers of sentences."""

    sentences: list[int]


@dataclass(frozen=True)
class Summing:
    """Sums up what one search of a summary base found; `room` is the characters a document may keep."""

    base: SummaryBase
    room: int
    asking: Asker
    limit_s: float

    async def search(self, search: Search) -> tuple[list[Passage], str]:
        """The passages, none longer than the room, and what failed, or "".

        A document for which the calls do not suffice, or whose reader fails, is digested without the model.
        """
        found = await self._found(search, self.room * MOST_CALLS)
        left, fault, passages = MOST_CALLS, "", []
        for passage in found:
            parts = in_parts(units(passage.text), self.room) if len(passage.text) > self.room else []
            if parts and len(parts) <= left and not fault:
                left -= len(parts)
                try:
                    passages.append(await self._read(passage, parts, search.text))
                    continue
                except ModelError as raised:
                    fault = f"“{passage.name}” was digested without the model: {raised}"
            passages.append(passage if not parts else await self._digest(passage, search))
        return passages, fault

    async def _found(self, search: Search, room: int) -> list[Passage]:
        wide = replace(search, room=room)
        return await in_thread(lambda: self.base.search(wide), self.limit_s)

    async def _digest(self, passage: Passage, search: Search) -> Passage:
        short = await self._found(search, self.room)
        return next((one for one in short if one.source == passage.source), passage)

    async def _read(self, passage: Passage, parts: Sequence[Part], question: str) -> Passage:
        share = self.room // len(parts)
        tasks = [
            asyncio.create_task(self._choose(passage, part, f"{n} of {len(parts)}", share, question))
            for n, part in enumerate(parts, 1)
        ]
        try:
            chosen = await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()  # where one fails the document is digested as a whole
        places = [place for some in chosen for place in some]
        if not places:
            raise ModelError("empty", "the model found nothing of weight in it", retry=False)
        return digested(passage, self.base.name, places)

    async def _choose(self, passage: Passage, part: Part, number: str, share: int, question: str) -> list[int]:
        def wrong(reply: Chosen) -> str:
            unknown = [n for n in reply.sentences if n - 1 not in part]
            return f"sentences: {unknown[0]} is not in this part" if unknown else ""

        prompt = render(
            "summary",
            question=question,
            title=passage.name,
            part=number,
            most=str(share),
            sentences="\n".join(f"{place + 1}. {unit.text}" for place, unit in part.items()),
        )
        reply = await self.asking.structured(Chosen, prompt, wrong)
        kept: list[int] = []
        used = 0
        for place in dict.fromkeys(n - 1 for n in reply.sentences):
            if not kept or used + len(part[place].quote) <= share:
                kept.append(place)
                used += len(part[place].quote)
        return sorted(kept)


def in_parts(found: Sequence[Unit], size: int) -> list[Part]:
    """Sentences in parts of at most `size` characters of about one length, in order; a longer sentence has its own."""
    total = sum(len(unit.text) for unit in found)
    even = total / max(-(-total // size), 1)
    parts: list[Part] = []
    used = 0
    for place, unit in enumerate(found):
        if not parts or used >= even or used + len(unit.text) > size:
            parts.append({})
            used = 0
        parts[-1][place] = unit
        used += len(unit.text)
    return parts
