"""Putting the parts together: one raw score a base, and the evidence that tells in scope from out of scope.

What takes part depends on what the catalog gives: prototypes always, the kernel machine from the first example, the
linear machine once there are many. Weights were chosen on CLINC150's validation rows and FeB4RAG's tuning half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from routing.features import TextFeatures
from routing.kernel import MOST_ROWS, KernelMachine, spread_sample
from routing.linear import GroupMachine
from routing.neighbours import Neighbours
from routing.profile import Matrix, Vectors
from routing.prototypes import Prototypes, ReadyPrototypes
from routing.rows import UNKNOWN, Rows

MANY = 50
"""Mean examples a base from which the linear machine helps (validation: even at 50, +.005 at 200, behind at 30)."""
ENOUGH = 500
"""Mean examples a base up to which the kernel machine keeps its whole weight beside the linear one."""
BY_NAME = 3.0
BY_LABEL = 0.3
BY_NEAREST = 1.0
NEAREST_SHARPNESS = 24.0
PARTS: dict[str, Any] = {"kernel": KernelMachine, "linear": GroupMachine, "neighbours": Neighbours}


@dataclass(frozen=True)
class Evidence:
    """Raw scores (n, k) and out-of-scope evidence (n, f), aligned with the texts given."""

    raw: Matrix
    outside: Matrix


@dataclass(frozen=True)
class Ranker:
    """Scores that rank; `routing.calibration` makes probabilities of them."""

    prototypes: ReadyPrototypes
    features: TextFeatures | None = None
    kernel: KernelMachine | None = None
    linear: GroupMachine | None = None
    neighbours: Neighbours | None = None
    graded: bool = False
    share: float = 1.0
    """Of the kernel machine beside the linear one."""

    @classmethod
    def fit(
        cls, rows: Rows, features: TextFeatures, prototypes: Prototypes, seed: int, linear: bool | None = None
    ) -> Ranker:
        """Fit on `rows`; without a single row that needs a base the prototypes stand alone.

        `linear` says whether the linear machine takes part; by default, whether there are enough rows.
        """
        scope = rows.scope
        if not scope.any():
            return cls(prototypes.ready(alone=True))
        owned = rows.wanted > 0
        moved = (
            prototypes if rows.graded or not prototypes.named else prototypes.adapted(rows.vectors[scope], owned[scope])
        )
        mean = float(scope.sum()) / rows.wanted.shape[1]
        many = mean >= MANY and not rows.graded if linear is None else linear
        many = many and len(set(rows.group.tolist()) - {UNKNOWN}) > 1
        machine = GroupMachine.fit(rows, seed) if many else None
        kept = _with_told(rows.take(spread_sample(rows.group, MOST_ROWS, seed)))
        kept = _with_prototypes(kept, features, prototypes)
        gain = _gain(kept.wanted) if rows.graded else kept.wanted
        kernel = KernelMachine.fit(kept, gain, with_form=rows.graded)
        share = min(1.0, max(0.3, ENOUGH / mean))
        near = None if rows.graded else Neighbours.fit(rows, seed)
        return cls(moved.ready(alone=False), features, kernel, machine, near, rows.graded, share)

    def score(self, texts: Sequence[str], vectors: Vectors) -> Evidence:
        """Score n texts with their vectors (n, d)."""
        by_prototype = self.prototypes.score(texts, vectors)
        if self.kernel is None or self.features is None:
            return Evidence(by_prototype, -np.sort(by_prototype, axis=1)[:, -1:])
        words = self.features.transform(texts)
        by_kernel, cosines = self.kernel.score(list(texts), vectors, words)
        if self.graded:  # descriptions only blur what graded rows say (FeB4RAG, tuning half: .904 alone, .899 with)
            return Evidence(by_kernel, -by_kernel.max(axis=1, keepdims=True))
        nearest = _nearest(cosines, self.kernel.owners)
        raw = by_kernel + BY_NEAREST * nearest + BY_LABEL * by_prototype
        if self.prototypes.source.named:
            raw = by_kernel + BY_NAME * by_prototype
        signs = [*_lead(raw), by_kernel.max(axis=1), nearest.max(axis=1)]
        if self.neighbours is not None:
            signs += list(self.neighbours.score(vectors).T)
        if self.linear is not None:
            by_group, groups, away = self.linear.score(vectors, words)
            untaught = ~np.isin(np.arange(by_group.shape[1]), self.linear.owner)
            by_group[:, untaught] = 2.0 * by_kernel[:, untaught] - 1.0  # the kernel's 0 and 1 on this machine's scale
            raw = self.share * raw + by_group
            signs[:2] = _lead(raw)
            signs += [*_lead(by_group), *_lead(groups), away - by_group.max(axis=1)]
        return Evidence(raw, np.stack(signs, axis=1))

    def pack(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """(JSON-able values, arrays)."""
        source = self.prototypes.source
        values: dict[str, Any] = {
            "graded": self.graded,
            "share": self.share,
            "prototypes": {"count": source.count, "names": list(source.names), "named": source.named},
            "parts": [name for name in PARTS if getattr(self, name) is not None],
        }
        arrays = {f"prototypes/{n}": v for n, v in source.__dict__.items() if isinstance(v, np.ndarray)}
        if self.features is not None:
            values["features"], idf = self.features.pack()
            arrays |= {f"features/{name}": value for name, value in idf.items()}
        for room in values["parts"]:
            arrays |= {f"{room}/{name}": value for name, value in getattr(self, room).pack().items()}
        return values, arrays

    @classmethod
    def unpack(cls, values: dict[str, Any], arrays: dict[str, Any]) -> Ranker:
        """The inverse of `pack`."""
        plain = {**values["prototypes"], "names": tuple(values["prototypes"]["names"])}
        prototypes = Prototypes(**plain, **_room("prototypes", arrays))
        features = TextFeatures.unpack(values["features"], _room("features", arrays)) if "features" in values else None
        parts = {room: kind.unpack(_room(room, arrays)) for room, kind in PARTS.items() if room in values["parts"]}
        ready = prototypes.ready(alone="kernel" not in parts)
        return cls(ready, features, **parts, graded=values["graded"], share=values["share"])


def _with_told(rows: Rows) -> Rows:
    # Each example in scope once more, with its base's label in front, moved to where plain examples lie.
    scope = np.flatnonzero(rows.scope)
    if rows.told is None or not len(scope):
        return rows
    again = rows.take(scope)
    told = rows.told[scope]
    vectors = np.concatenate([rows.vectors, told - told.mean(axis=0) + again.vectors.mean(axis=0)])
    words = sparse.vstack([rows.words, again.words], format="csr")
    wanted, known = np.vstack([rows.wanted, again.wanted]), np.vstack([rows.known, again.known])
    group = np.append(rows.group, np.full(len(scope), UNKNOWN))
    return Rows((*rows.texts, *again.texts), vectors, words, wanted, known, group, rows.graded)


def _with_prototypes(rows: Rows, features: TextFeatures, prototypes: Prototypes) -> Rows:
    # Given names are examples too; a base without any example is represented by whatever describes it, so that its
    # scores are on the scale of the others'.
    bare = np.asarray(~(rows.wanted > 0).any(axis=0))
    use_names = np.flatnonzero(bare[prototypes.name_owner] | np.bool_(prototypes.named))
    use_lines = np.flatnonzero(bare[prototypes.sentence_owner])
    owner = np.concatenate([prototypes.name_owner[use_names], prototypes.sentence_owner[use_lines]]).astype(np.int64)
    if not len(owner):
        return rows
    added = [*(prototypes.names[i] for i in use_names), *("" for _ in use_lines)]
    words = sparse.vstack([rows.words, features.transform(added)], format="csr")
    vectors = np.concatenate([rows.vectors, prototypes.name_vectors[use_names], prototypes.sentence_vectors[use_lines]])
    wanted = np.vstack([rows.wanted, np.eye(rows.wanted.shape[1])[owner]])
    known = np.vstack([rows.known, np.ones((len(owner), rows.wanted.shape[1]), dtype=bool)])
    group = np.append(rows.group, np.full(len(owner), UNKNOWN))
    return Rows((*rows.texts, *added), vectors, words, wanted, known, group, rows.graded)


def _gain(wanted: Matrix) -> Matrix:
    # Ranking by the expected grade over the row's ideal DCG is what maximises expected nDCG.
    ideal = np.sort(wanted, axis=1)[:, ::-1][:, :10]
    total = (ideal / np.log2(np.arange(2, ideal.shape[1] + 2))).sum(axis=1, keepdims=True)
    return np.asarray(wanted / np.maximum(total, 1e-9))


def _nearest(cosines: Vectors, owners: np.ndarray) -> Matrix:
    counts = owners.sum(axis=0)
    means = np.exp(NEAREST_SHARPNESS * cosines.astype(np.float64)) @ owners / np.maximum(counts, 1)
    return np.asarray(np.log(np.maximum(means, 1e-12)) / NEAREST_SHARPNESS)


def _lead(scores: Matrix) -> list[np.ndarray]:
    if scores.shape[1] == 1:
        return [scores[:, 0], scores[:, 0]]
    top = np.sort(scores, axis=1)[:, -2:]
    return [top[:, 1], top[:, 1] - top[:, 0]]


def _room(name: str, arrays: dict[str, Any]) -> dict[str, Any]:
    return {key.split("/", 1)[1]: value for key, value in arrays.items() if key.startswith(f"{name}/")}
