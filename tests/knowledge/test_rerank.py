"""The reranker's door: any LangChain compressor by its dotted path, its scores where they have a scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor

from errors import ConfigError
from knowledge.passage import Passage
from knowledge.rerank import reranked, reranker


class Shortest(BaseDocumentCompressor):
    """Prefers short texts, keeps two, and says so in scores where told to."""

    scores: tuple[float, ...] = ()

    def compress_documents(self, documents: Sequence[Document], query: str, callbacks: Any = None) -> list[Document]:
        """The two shortest."""
        kept = sorted(documents, key=lambda document: len(document.page_content))[:2]
        for document, score in zip(kept, self.scores, strict=False):
            document.metadata["relevance_score"] = score
        return kept


SHARED = Shortest()
NOT_ONE = "just a text"

PASSAGES = [
    Passage("a", "x", "the longest of all", "x/a.md", score=0.9),
    Passage("b", "x", "short", "x/b.md", score=0.2),
    Passage("c", "y", "longer text", "y/c.md", score=0.5),
]


def test_scores_on_the_houses_scale_are_taken() -> None:
    """A compressor that scores in [0, 1] gives passages its scores, and what it drops is dropped."""
    found = reranked(Shortest(scores=(0.61, 0.4)), "q", PASSAGES)
    assert [(passage.id, passage.score) for passage in found] == [("b", 0.61), ("c", 0.4)]


@pytest.mark.parametrize("scores", [(), (7.3, -2.0), (0.5,)])
def test_of_another_scale_the_order_is_taken(scores: tuple[float, ...]) -> None:
    """Scores that are missing or lie outside [0, 1] say only what comes first."""
    found = reranked(Shortest(scores=scores), "q", PASSAGES)
    assert [(passage.id, passage.score) for passage in found] == [("b", 1.0), ("c", 0.6667)]


def test_nothing_found_asks_nobody() -> None:
    """Without passages there is nothing to order."""
    assert reranked(Shortest(), "q", []) == []


@pytest.mark.parametrize("name", ["SHARED", "Shortest"])
def test_an_instance_or_a_class_can_be_named(name: str) -> None:
    """The path leads to a compressor, or to what makes one."""
    assert isinstance(reranker(f"{__name__}.{name}"), Shortest)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("nowhere.Reranker", "cannot be made: ModuleNotFoundError"),
        (f"{__name__}.Absent", "cannot be made: AttributeError"),
        (f"{__name__}.NOT_ONE", "cannot be made: TypeError"),
        ("collections.OrderedDict", "gives a OrderedDict, not a LangChain BaseDocumentCompressor"),
        ("Reranker", "cannot be made: ValueError"),
    ],
)
def test_what_is_no_compressor_is_refused(path: str, why: str) -> None:
    """The error names the setting, the path and what was found there."""
    with pytest.raises(ConfigError) as raised:
        reranker(path)
    assert str(raised.value).startswith(f"reranker: {path!r} {why}")
