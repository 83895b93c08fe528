"""Routing by TF-IDF cosine alone: the plainest scorer there is, so that its scores can be checked by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from errors import RoutingDataError
from routing.profile import Scores


class TfidfScorer:
    """Scores each base by its best chunk under scikit-learn's TF-IDF cosine, English stop words removed.

    The vocabulary and the document frequencies come from the chunks of all bases together, one chunk one document.
    """

    def __init__(self, chunks: Mapping[str, Sequence[str]]) -> None:
        """Index the chunks of each base; the mapping's order is the catalog's.

        Raises:
            RoutingDataError: no base is given, or no chunk has a word that is not a stop word.
        """
        self._labels = tuple(chunks)
        owned = [(label, text) for label, texts in chunks.items() for text in texts]
        self._vectorizer = TfidfVectorizer(stop_words="english")
        try:
            self._rows = self._vectorizer.fit_transform([text for _, text in owned])
        except ValueError as error:
            raise RoutingDataError(f"no chunk holds a word to route by; bases: {list(self._labels)}") from error
        owners = np.array([label for label, _ in owned], dtype=object)
        self._mine = [np.flatnonzero(owners == label) for label in self._labels]

    def score(self, text: str) -> Scores:
        """Cosines in [0, 1], not calibrated; a base without chunks scores 0, and so does a text without a known word.

        `out_of_scope` is 1 minus the best cosine. `Scores.best` takes the first base in the catalog's order on a tie.
        """
        return self.score_many([text])[0]

    def score_many(self, texts: Sequence[str]) -> list[Scores]:
        """As `score`, for several texts at once."""
        if not texts:
            return []
        cosines = (self._vectorizer.transform(texts) @ self._rows.T).toarray()
        best = np.stack([cosines[:, mine].max(axis=1, initial=0.0) for mine in self._mine], axis=1).clip(0.0, 1.0)
        return [
            Scores(dict(zip(self._labels, row.tolist(), strict=True)), 1.0 - float(row.max(initial=0.0)))
            for row in best
        ]
