"""The training rows: every example, labelled question, out-of-scope question and negative as aligned arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from errors import RoutingDataError
from routing.profile import Labelled, Matrix, Profile, Vectors

CLUSTERS = 20
"""Groups a base without given groups is cut into, once it has PER_CLUSTER examples for each."""
PER_CLUSTER = 8
UNKNOWN = -1


@dataclass(frozen=True)
class Rows:
    """n training rows over k labels.

    `wanted` (n, k) is the target in [0, 1]; `known` (n, k) is False where nothing is said about a label. `group` (n,)
    is the row's group, UNKNOWN for rows of no single group.
    """

    texts: tuple[str, ...]
    vectors: Vectors
    words: sparse.csr_matrix
    wanted: Matrix
    known: np.ndarray
    group: np.ndarray
    graded: bool
    told: Vectors | None = None
    """Vectors (n, d) of the rows with their base's label in front, where labels are to help a few examples."""

    @property
    def scope(self) -> np.ndarray:
        """Boolean (n,): rows some base is needed for."""
        return np.asarray(self.wanted.max(axis=1, initial=0.0) > 0)

    @property
    def outside(self) -> np.ndarray:
        """Boolean (n,): rows declared out of scope; a negative is neither in nor out."""
        return np.asarray(~self.scope & self.known.all(axis=1))

    def take(self, index: np.ndarray) -> Rows:
        """The rows at `index`."""
        return Rows(
            tuple(self.texts[i] for i in index), self.vectors[index], self.words[index], self.wanted[index],
            self.known[index], self.group[index], self.graded, None if self.told is None else self.told[index],
        )  # fmt: skip


@dataclass
class _Draft:
    wanted: np.ndarray
    known: np.ndarray
    group: str | None = None


def gather(
    profiles: Sequence[Profile], labelled: Iterable[Labelled], out_of_scope: Iterable[str]
) -> tuple[dict[str, _Draft], bool]:
    """Each distinct text with its targets; a text given twice needs every base it was given for.

    Raises:
        RoutingDataError: a row names a label no profile has, or has a negative or all-zero grade.
    """
    labels = [profile.label for profile in profiles]
    rows = [Labelled(text, frozenset({p.label})) for p in profiles for text in p.examples]
    rows += [*labelled, *(Labelled(text) for text in out_of_scope)]
    graded = any(row.grades is not None for row in rows)
    drafts: dict[str, _Draft] = {}
    for row in rows:
        target = _target(row, labels)
        draft = drafts.setdefault(row.text, _Draft(target, np.ones(len(labels), dtype=bool), row.group))
        draft.wanted = np.maximum(draft.wanted, target)
    for i, profile in enumerate(profiles):
        for text in profile.negatives:
            draft = drafts.setdefault(text, _Draft(np.zeros(len(labels)), np.zeros(len(labels), dtype=bool)))
            draft.known[i] = True
    return drafts, graded


def _target(row: Labelled, labels: list[str]) -> np.ndarray:
    unknown = sorted((row.labels | set(row.grades or ())) - set(labels))
    if unknown:
        raise RoutingDataError(f"{row.text!r} is labelled {unknown}; the bases are {labels}")
    if row.grades is None:
        return np.array([float(label in row.labels) for label in labels])
    grades = np.array([float(row.grades.get(label, 0.0)) for label in labels])
    if grades.min() < 0 or grades.max() <= 0:
        raise RoutingDataError(f"{row.text!r}: grades must be non-negative and one of them positive")
    return np.asarray(grades / grades.max())


def group_rows(drafts: dict[str, _Draft], wanted: Matrix, vectors: Vectors, seed: int) -> np.ndarray:
    """Shape (n,): group numbers; bases share no group, and out of scope has one of its own."""
    group = np.full(len(drafts), UNKNOWN, dtype=np.int64)
    given = [draft.group for draft in drafts.values()]
    single = wanted.sum(axis=1) == 1
    taken = 0
    for label in range(wanted.shape[1]):
        mine = np.flatnonzero(single & (wanted[:, label] == 1))
        hinted = np.array([i for i in mine if given[i] is not None], dtype=np.int64)
        free = np.array([i for i in mine if given[i] is None], dtype=np.int64)
        if len(hinted):
            _, found = np.unique([given[i] or "" for i in hinted], return_inverse=True)
            group[hinted] = taken + found
            taken = int(group.max()) + 1
        if len(free):
            k = max(1, min(CLUSTERS, len(free) // PER_CLUSTER, len(np.unique(vectors[free], axis=0))))
            group[free] = taken + (_clusters(vectors[free], k, seed) if k > 1 else 0)
            taken = int(group.max()) + 1
    outside = (wanted.max(axis=1, initial=0.0) == 0) & np.array([d.known.all() for d in drafts.values()], dtype=bool)
    group[outside] = taken
    return group


def _clusters(vectors: Vectors, count: int, seed: int) -> np.ndarray:
    from sklearn.cluster import KMeans  # a second of import: only where something is learned

    return np.asarray(KMeans(count, n_init=2, random_state=seed).fit_predict(vectors))
