"""A need-probability scorer trained on single-label rows: what the application's semantic router gives `split`.

One linear SVM per label over word and character TF-IDF beside sentence vectors; its margins are turned into
probabilities by a logistic curve fitted on margins of rows each fold had not seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import LinearSVC

Floats = NDArray[np.float64]

FEWEST = 3
FOLDS = 3
SEED = 20240607


class NeedScorer:
    """Texts and their vectors -> probabilities of shape (n_texts, n_labels), each label judged on its own."""

    def __init__(self, labels: Sequence[str], vector_weight: float = 0.5, cost: float = 0.3) -> None:
        self.labels = tuple(labels)
        self._vector_weight = vector_weight
        self._cost = cost
        whole_words = r"\S+"
        self._word = TfidfVectorizer(ngram_range=(1, 3), sublinear_tf=True, min_df=2, token_pattern=whole_words)
        self._char = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4), sublinear_tf=True, min_df=3)

    def fit(self, texts: Sequence[str], vectors: NDArray[np.float32], truth: Sequence[str]) -> NeedScorer:
        """Learn from rows of one label each.

        Raises:
            ValueError: a label was not declared, or there are fewer than three: two would share one margin.
        """
        if len(self.labels) < FEWEST:
            raise ValueError(f"{FEWEST} labels at least, got {list(self.labels)}")
        if unknown := sorted(set(truth) - set(self.labels)):
            raise ValueError(f"labels {unknown} are not among {list(self.labels)}")
        target = np.array([self.labels.index(label) for label in truth])
        self._word.fit(texts)
        self._char.fit(texts)
        inputs = self._inputs(texts, vectors)
        unseen = np.zeros((len(texts), len(self.labels)))
        for train, rest in StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(inputs, target):
            unseen[rest] = self._svm().fit(inputs[train], target[train]).decision_function(inputs[rest])
        self._curves = [
            LogisticRegression(C=10.0).fit(unseen[:, [column]], target == column) for column in range(len(self.labels))
        ]
        self.unseen = self._calibrated(unseen)
        """Probabilities of the training rows by folds that had not seen them: what thresholds may be chosen on."""
        self._final = self._svm().fit(inputs, target)
        return self

    def __call__(self, texts: Sequence[str], vectors: NDArray[np.float32]) -> Floats:
        """Probabilities of shape (len(texts), number of labels)."""
        return self._calibrated(self._final.decision_function(self._inputs(texts, vectors)))

    def _svm(self) -> LinearSVC:
        return LinearSVC(C=self._cost, random_state=SEED)

    def _inputs(self, texts: Sequence[str], vectors: NDArray[np.float32]) -> csr_matrix[np.float64]:
        dense = csr_matrix(self._vector_weight * np.asarray(vectors, dtype=np.float64))
        return hstack([self._word.transform(texts), self._char.transform(texts), dense], format="csr")

    def _calibrated(self, margins: Floats) -> Floats:
        columns = [curve.predict_proba(margins[:, [i]])[:, 1] for i, curve in enumerate(self._curves)]
        return np.asarray(np.stack(columns, axis=1), dtype=np.float64)
