"""The TF-IDF scorer, against cosines worked out by hand."""

from __future__ import annotations

import math

import pytest

from errors import RoutingDataError
from routing.profile import Scores
from routing.tfidf import TfidfScorer


def test_the_score_is_the_best_chunks_cosine() -> None:
    """With one word shared, the cosine is that word's weight in the chunk, as the textbook formula gives it."""
    scorer = TfidfScorer({"a": ["router cable", "router password"], "b": ["invoice"]})
    router, cable = math.log(4 / 3) + 1, math.log(4 / 2) + 1
    expected = router / math.hypot(router, cable)
    assert scorer.score("the router").needed == {"a": pytest.approx(expected), "b": 0.0}
    assert scorer.score("the router").out_of_scope == pytest.approx(1 - expected)


def test_a_chunk_scores_itself_fully() -> None:
    """A question equal to a chunk scores 1, stop words and case aside."""
    assert TfidfScorer({"a": ["reset router"], "b": ["pay invoice"]}).score("Pay the INVOICE").needed[
        "b"
    ] == pytest.approx(1)


def test_a_tie_goes_to_the_first_base() -> None:
    """Two bases with the same chunk tie, and the catalog's order decides."""
    scores = TfidfScorer({"second": ["wifi"], "first": ["wifi"]}).score("wifi")
    assert scores.best == "second"
    assert scores.margin == 0.0


def test_unknown_words_score_nothing() -> None:
    """A question that shares no word with any chunk scores 0 everywhere and is out of scope."""
    assert TfidfScorer({"a": ["wifi"], "b": []}).score("quantum") == Scores({"a": 0.0, "b": 0.0}, 1.0)


def test_many_are_scored_as_one() -> None:
    """Scoring several texts gives each the scores it has alone, and none gives none."""
    scorer = TfidfScorer({"a": ["wifi router"], "b": ["invoice wifi"]})
    texts = ["wifi", "invoice", ""]
    assert scorer.score_many(texts) == [scorer.score(text) for text in texts]
    assert scorer.score_many([]) == []


@pytest.mark.parametrize("chunks", [{}, {"a": []}, {"a": ["the and of"]}])
def test_nothing_to_route_by_is_refused(chunks: dict[str, list[str]]) -> None:
    """Without a single content word there is nothing to score by, and the error names the bases."""
    with pytest.raises(RoutingDataError, match="no chunk holds a word to route by"):
        TfidfScorer(chunks)
