"""What the conversation says about a question's bases, from the passages they hold.

A follow-up that reads like a question of its own ("Is there a discount?") goes where the conversation is. Memory adds
to what the question itself says and takes nothing away, and it fades as a change of subject becomes likely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knowledge.bases.vector import scope
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder
from knowledge.lexical import LexicalIndex
from routing.conversation import NEIGHBOURS, History, Nearest, read
from routing.passages import Passages


@dataclass(frozen=True)
class Memory:
    """Reads conversations over one catalog's store. Safe to share between threads."""

    catalog: Catalog
    passages: Passages
    lexical: LexicalIndex
    embedder: Embedder

    def recall(self, question: str, history: History) -> dict[str, float]:
        """The probability in [0, 1] that the conversation is still about each base; nothing where nothing was said.

        Over the bases whose passages are known. Blocks for two embeddings of texts up to 256 tokens.
        """
        near = self.passages.best(self.embedder.query(question), NEIGHBOURS)
        names = list(near)
        if not history.turns or not names:
            return {}

        def dense(text: str) -> Nearest:
            best = self.passages.best(self.embedder.query(text), NEIGHBOURS)
            return [best.get(name, np.empty(0)) for name in names]

        def sparse(text: str) -> Nearest:
            return [self._words(text, name) for name in names]

        seen = read(question, history, dense, sparse, self._encode)
        if seen.memory is None:
            return {}
        return dict(zip(names, ((1.0 - seen.change) * seen.memory).tolist(), strict=True))

    def _words(self, text: str, base: str) -> NDArray[np.float64]:
        spec = self.catalog.spec(base)
        found = self.lexical.search(text, scope(self.catalog.collection(spec), spec.value), NEIGHBOURS)
        return np.array([score for _, score in found], dtype=np.float64)

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([self.embedder.query(text) for text in texts])


def with_memory(needed: Mapping[str, float], recalled: Mapping[str, float]) -> dict[str, float]:
    """The probability of each base, raised by memory as far as the question itself leaves its base open.

    A question that is sure of a base is hardly moved, one that fits none goes where the conversation is. On the tune
    rows of the shipped catalogs, each asked after a question of another base, the plain maximum put a needed base
    first in .72 of them instead of .83; this keeps .82, and finds as many needed bases as without a conversation.
    """
    left_open = 1.0 - max(needed.values(), default=0.0)
    return {name: max(share, left_open * recalled.get(name, 0.0)) for name, share in needed.items()}
