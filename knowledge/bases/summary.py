"""The summary base: one passage a document, made of the sentences that stand for it.

It digests the documents of other bases, or of a folder of its own, as the store holds them, so that a document that is
gone is never digested. Which document is meant is told by its name and title, and else by what it says.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

import numpy as np

from knowledge.bases.base import Search
from knowledge.bases.vector import VectorBase
from knowledge.digest import SIZE, central, evenly
from knowledge.embedding import Embedder, Vectors
from knowledge.passage import Passage
from knowledge.sentences import SentenceVectors
from knowledge.text import Unit, stems, units

CHUNKS = 100
"""Looked at to find the documents that are meant."""
READ = 300
"""Chunks of a document, evenly taken, that its digest is chosen from: some 2,500 sentences, which are embedded in the
time a base has, and compared with each other in 150 MB."""
NAMED = 0.7
"""How far a document whose whole name is in the question is lifted from its score toward 1."""
_RULE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")


@dataclass(frozen=True)
class SummaryBase:
    """Digests over one or more vector bases. Frozen and shared: a search leaves no trace in it."""

    name: str
    parts: tuple[VectorBase, ...]
    sentences: SentenceVectors
    embedder: Embedder
    """What sentences are compared with; the parts may have models of their own."""

    def search(self, search: Search) -> list[Passage]:
        """See `Base.search`: one passage a document, whose best chunk is at least at `threshold`. With
        `room`, all of a document that fits it, else its central sentences up to that many characters.
        """
        best: dict[str, tuple[float, Passage, VectorBase]] = {}
        for part in self.parts:
            for chunk in part.near(search, CHUNKS):
                score = _lifted(chunk.score, _named(search.text, chunk))
                if chunk.source not in best or score > best[chunk.source][0]:
                    best[chunk.source] = (score, chunk, part)
        ranked = sorted(best.values(), key=lambda entry: (-entry[0], entry[1].source))
        return [self._digest(score, chunk, part, search) for score, chunk, part in ranked[: search.k]]

    def titles(self, search: Search, most: int) -> list[str]:
        """What it holds under the filter of a search: at most so many titles, sorted."""
        return sorted({one.title for part in self.parts for one in part.contents(search)})[:most]

    def _digest(self, score: float, chunk: Passage, part: VectorBase, search: Search) -> Passage:
        chunks = part.document(chunk.source, search)
        text = "\n\n".join(_under_heading(one) for one in chunks)
        if len(text) > search.room:
            chunks = evenly(chunks, READ)
            rows = self.sentences.of_all(chunks, self.embedder, len(chunks))
            found = [(unit, one.text) for one in chunks for unit in units(one.text)]
            text = _joined(found, self._chosen(found, rows, search))
        return _made(replace(chunk, heading="", position=0, score=round(score, 4)), self.name, text)

    def _chosen(self, found: Sequence[tuple[Unit, str]], rows: Sequence[Vectors], search: Search) -> list[int]:
        known = [some for some in rows if len(some)]
        if not known:
            return []
        return central(
            [unit for unit, _ in found], np.concatenate(known), self.embedder.query(search.text), search.room or SIZE
        )


def digested(passage: Passage, base: str, places: Sequence[int]) -> Passage:
    """A digest of a longer digest of `base`: of its units (see `knowledge.text.units`) those at `places`."""
    found = [(unit, passage.text) for unit in units(passage.text)]
    return _made(passage, base, _joined(found, places))


def _made(passage: Passage, base: str, text: str) -> Passage:
    identity = hashlib.sha256(f"{base}\x1f{passage.source}\x1f{text}".encode()).hexdigest()[:32]
    return replace(passage, id=identity, base=base, text=text)


def _lifted(score: float, named: float) -> float:
    return score + NAMED * (1 - score) if named == 1 else score


def _named(question: str, chunk: Passage) -> float:
    """The share of a document's name, or of its title, that the question says."""
    asked = stems(question)
    names = (chunk.title, PurePosixPath(chunk.source).stem.replace("-", " ").replace("_", " "))
    told = [stems(name) for name in names]
    return max((len(one & asked) / len(one) for one in told if one), default=0.0)


def _joined(found: Sequence[tuple[Unit, str]], places: Sequence[int]) -> str:
    """The chosen units as blocks of their own, so that each can be quoted again; rows of a table under its head."""
    blocks: list[str] = []
    head = ""
    for place in places:
        unit, text = found[place]
        above = _head(unit, text) if unit.kind == "row" else ""
        if above and above == head:
            blocks[-1] += f"\n{unit.quote}"
        else:
            blocks.append(f"{above}\n{unit.quote}" if above else unit.quote)
        head = above
    return "\n\n".join(blocks)


def _head(row: Unit, text: str) -> str:
    """The head of the table in `text` that a row stands in, with the rule under it; "" for a table without one."""
    lines = text.split("\n")
    at = next((place for place, line in enumerate(lines) if line.strip() == row.quote), 0)
    first = at
    while first and lines[first - 1].lstrip().startswith("|"):
        first -= 1
    return "\n".join(lines[first : first + 2]) if first + 1 < at and _RULE.match(lines[first + 1]) else ""


def _under_heading(chunk: Passage) -> str:
    return f"## {chunk.heading}\n\n{chunk.text}" if chunk.heading else chunk.text
