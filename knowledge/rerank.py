"""The optional reranker: any LangChain document compressor, named by a setting, that orders the merged pool anew."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import replace

from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor

from errors import ConfigError
from knowledge.passage import Passage

SETTING = "reranker"
SCORES = ("relevance_score", "score")
"""Where compressors leave a document's score, in its metadata."""
_PLACE = "signalbox-place"


def reranker(path: str) -> BaseDocumentCompressor:
    """The compressor that "package.module.Name" names: an instance, or a class or function that gives one when called.

    Raises ConfigError where it cannot be imported or is none.
    """
    module, _, name = path.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), name)
        made = found if isinstance(found, BaseDocumentCompressor) else found()
    except Exception as fault:  # a module of the user's may raise anything on import
        raise ConfigError(f"{SETTING}: {path!r} cannot be made: {type(fault).__name__}: {fault}") from fault
    if not isinstance(made, BaseDocumentCompressor):
        raise ConfigError(f"{SETTING}: {path!r} gives a {type(made).__name__}, not a LangChain BaseDocumentCompressor")
    return made


def reranked(compressor: BaseDocumentCompressor, question: str, passages: Sequence[Passage]) -> list[Passage]:
    """What the compressor keeps of the passages, best first; raises what it raises.

    A compressor that scores in [0, 1] gives the passages its scores; of any other only the order is taken, since its
    scale is not known.
    """
    if not passages:
        return []
    documents = [
        Document(passage.text, metadata={"source": passage.source, "title": passage.title, _PLACE: place})
        for place, passage in enumerate(passages)
    ]
    kept = compressor.compress_documents(documents, question)
    scores = [_score(document) for document in kept]
    told = [score for score in scores if score is not None and 0 <= score <= 1]
    if len(told) < len(scores):
        told = [1 - place / (len(kept) + 1) for place in range(len(kept))]
    found = [
        replace(passages[int(document.metadata[_PLACE])], score=round(score, 4))
        for document, score in zip(kept, told, strict=True)
    ]
    return sorted(found, key=lambda passage: (-passage.score, passage.id))


def _score(document: Document) -> float | None:
    found = next((document.metadata[name] for name in SCORES if name in document.metadata), None)
    return float(found) if isinstance(found, int | float) else None
