"""The web base: what a search engine returns, as passages on the scale of the other bases.

A result is a stranger's text: it is cleaned and cut, addresses that no reader should follow are dropped, the domain
filter is applied here whatever the engine did with it, and what is left is scored by this house and not by the engine.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

import numpy as np

from knowledge.base_spec import BASE_KEY, BaseSpec
from knowledge.bases.base import Search
from knowledge.bases.vector import best_sentences, covered
from knowledge.catalog import Retrieval
from knowledge.dates import dates
from knowledge.embedding import Embedder
from knowledge.filters import LOGICAL, Filter, matches, where
from knowledge.passage import Passage
from knowledge.query import query_of
from knowledge.text import clean, fold, units
from knowledge.web.provider import Provider, WebResult, WebSearch, levels

MOST_TEXT: Final = 2000
"""Characters of a result's text that are kept."""
MOST_TITLE: Final = 200
_FOOTNOTE: Final = re.compile(r" ?\[\d+(?:\s*[,;]\s*\d+)*\]")
"""A page's own footnotes look like the markers of an answer, and would be taken for them."""
LEAST: Final = 10
"""Results that are asked for at least: some are dropped by the filter or the threshold."""
FIELDS: Final = (BASE_KEY, "domain", "source", "title", "dated", "position")
"""What a filter may name."""


@dataclass(frozen=True)
class WebBase:
    """One base over one provider. Frozen and shared between threads."""

    spec: BaseSpec
    provider: Provider
    embedder: Embedder
    how: Retrieval

    @property
    def name(self) -> str:
        return self.spec.name

    def search(self, search: Search) -> list[Passage]:
        """See `Base.search`; a filter on `domain` holds for what lies below a domain too. Raises what
        `Provider.search` does.
        """
        condition = _lowered(where((self.spec.filter, search.filter), FIELDS))
        asked = " ".join(clean(search.text).split())
        if not asked:
            return []
        include, exclude = _domains(condition)
        found = self.provider.search(
            WebSearch(
                text=asked,
                most=max(LEAST, search.k),
                # The narrower of two lists: the engine is only to find more of what will be kept.
                include=include or self.spec.include,
                exclude=(*self.spec.exclude, *exclude),
                limit_s=self.spec.timeout_s,
            )
        )
        kept = [one for one in self._passages(found) if self._wanted(one, condition)]
        return self._scored(list({one.source: one for one in reversed(kept)}.values())[::-1], search)[: search.k]

    def _passages(self, found: Sequence[WebResult]) -> Iterator[Passage]:
        for position, one in enumerate(found):
            text = _FOOTNOTE.sub("", clean(one.text)).strip()[:MOST_TEXT]
            if one.domain and text:
                day = _day(one.dated)
                yield Passage(
                    id=f"{self.name}/{hashlib.sha256(f'{one.url} {text}'.encode()).hexdigest()[:12]}",
                    base=self.name,
                    text=text,
                    source=one.url,
                    title=" ".join(clean(one.title).split())[:MOST_TITLE] or one.domain,
                    heading=day,
                    position=position,
                    dated=day,
                )

    def _wanted(self, passage: Passage, condition: Mapping[str, Any] | None) -> bool:
        above = levels(WebResult(passage.source, "", "").domain)
        if self.spec.include and not set(above) & set(self.spec.include):
            return False
        if set(above) & set(self.spec.exclude):
            return False
        values = {BASE_KEY: self.spec.value, "domain": above, "source": passage.source, "title": passage.title}
        return matches(condition, {**values, "dated": passage.dated, "position": passage.position})

    def _scored(self, passages: Sequence[Passage], search: Search) -> list[Passage]:
        """As `knowledge.bases.vector` scores, where the share of the question's words stands for BM25: a handful of
        results is no collection to count words in.
        """
        if not passages:
            return []
        query, how = query_of(search, self.embedder, self.how), self.how
        parts = [[unit.text for unit in units(one.text)] or [one.text] for one in passages]
        texts = [f"{one.title}\n{one.text}" for one in passages]
        vectors = self.embedder.encode([*texts, *(text for some in parts for text in some)])
        relevance = (vectors[: len(texts)] @ query.vectors.T).max(axis=1)
        ends = np.cumsum([len(texts), *map(len, parts)])
        rows = [vectors[start:end] for start, end in pairwise(ends)]
        best = np.array([best_sentences(some, query.vectors, 0.0) for some in rows])
        said = covered(query.asked, passages)
        scores = how.chunk * relevance + how.sentence * best + (how.lexical + how.document) * said
        scored = [
            replace(one, score=float(round(min(max(score, 0.0), 1.0), 4)))
            for one, score, near in zip(passages, scores.tolist(), relevance.tolist(), strict=True)
            if near >= search.threshold
        ]
        return sorted(scored, key=lambda one: (-one.score, one.id))


def _lowered(condition: Filter | None) -> dict[str, Any] | None:
    """A condition with its domains in lower case, as `levels` has them."""
    if condition is None:
        return None
    told: dict[str, Any] = {}
    for key, value in condition.items():
        if key in LOGICAL:
            told[key] = [_lowered(part) for part in value]
        elif key == "domain":
            told[key] = {
                operator: [str(part).lower() for part in one] if isinstance(one, list) else str(one).lower()
                for operator, one in value.items()
            }
        else:
            told[key] = value
    return told


def _domains(condition: Filter | None) -> tuple[list[str], list[str]]:
    """The domains that a condition names for all results: wanted, and unwanted. For the engine alone."""
    wanted: list[str] = []
    unwanted: list[str] = []
    for term in (condition or {}).get("$and", [condition or {}]):
        for operator, value in dict(term.get("domain", {})).items():
            values = [str(one) for one in (value if isinstance(value, list) else [value])]
            if operator in {"$eq", "$in"}:
                wanted += values
            elif operator in {"$ne", "$nin"}:
                unwanted += values
    return wanted, unwanted


def _day(told: str) -> str:
    """A date as ISO has it, or "" where it cannot be read."""
    return next((one.iso for one in dates(fold(told)[:100]) if not one.iso.startswith("-")), "")
