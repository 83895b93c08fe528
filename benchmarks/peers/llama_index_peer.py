"""LlamaIndex's embedding selector as a system of the routing benchmark.

It routes from descriptions alone, so it has no trained setting: either one description a base, or one choice an
intent, whose base is then the answer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from exchange import Data, Decide, answers, serve
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.selectors import EmbeddingSingleSelector
from llama_index.core.tools import ToolMetadata
from pydantic import PrivateAttr


class Precomputed(BaseEmbedding):
    """Vectors looked up by text."""

    _vectors: dict[str, list[float]] = PrivateAttr()

    def __init__(self, vectors: dict[str, np.ndarray]) -> None:
        super().__init__(model_name="precomputed")
        self._vectors = {text: vector.tolist() for text, vector in vectors.items()}

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._vectors[query]

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._vectors[text]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._vectors[query]


def run(data: Data) -> list[dict[str, Any]]:
    """One description a base, and one choice an intent."""
    bases = [ToolMetadata(name=base, description=text) for base, text in data.descriptions.items()]
    intents = [ToolMetadata(name=base, description=name) for base, names in data.names.items() for name in names]
    selector = EmbeddingSingleSelector.from_defaults(embed_model=Precomputed(data.vectors))
    return [
        answers(data, _decide(data, selector, choices), system=f"llama-index {kind}", setting="names", fit_seconds=0.0,
                notes=f"{len(choices)} choices; it asks for each one's vector again at every decision")
        for kind, choices in (("a description a base", bases), ("a choice an intent", intents))
    ]  # fmt: skip


def _decide(data: Data, selector: EmbeddingSingleSelector, choices: list[ToolMetadata]) -> Decide:
    def decide(text: str) -> tuple[str, float]:
        chosen = choices[selector.select(choices, query=text).ind]
        # Its reason prints this very cosine, rounded to two places.
        return str(chosen.name), float(data.vectors[text] @ data.vectors[chosen.description])

    return decide


if __name__ == "__main__":
    serve(run, ("llama-index-core",))
