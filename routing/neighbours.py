"""How near a question is to what was asked before, in scope and out: evidence that no learned boundary gives.

The kernel machine keeps a sample dealt evenly over groups, which holds a dozen out-of-scope rows. Telling a stranger
needs them all, and the nearest of all rows in scope (CLINC150 with whole topics of strangers held out: AUROC .9907 to
.9920, recall at accuracy .95 from .960 to .972).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from routing.profile import Matrix, Vectors
from routing.rows import Rows

AXES = 128
"""Principal axes the rows are compared on: a third of the time, and the same neighbours."""
MOST = 16384
"""Rows of a side beyond which every so manieth is kept."""
FEW = 3
SIGNS = 4


@dataclass(frozen=True)
class Neighbours:
    """Rows in scope (m, a) and out of scope (o, a), of unit length around `centre` (d,) on `axes` (d, a)."""

    centre: np.ndarray
    axes: np.ndarray
    inside: Vectors
    outside: Vectors

    @classmethod
    def fit(cls, rows: Rows, seed: int) -> Neighbours | None:
        """Keep the rows; without a row on either side there is nothing to compare."""
        inside, outside = (_thinned(rows.vectors[side]) for side in (rows.scope, rows.outside))
        if not len(inside) or not len(outside):
            return None
        centre = inside.mean(axis=0)
        wide = min(AXES, *inside.shape)
        axes = np.eye(inside.shape[1], dtype=np.float32)
        if wide == AXES:
            from sklearn.decomposition import PCA  # a second of import: only where something is learned

            axes = np.ascontiguousarray(PCA(wide, random_state=seed).fit(inside).components_.T, dtype=np.float32)
        return cls(centre, axes, *(_unit((side - centre) @ axes) for side in (inside, outside)))

    def score(self, vectors: Vectors) -> Matrix:
        """Shape (n, SIGNS): nearest and mean of the FEW nearest in scope, and by how much out of scope is nearer."""
        seen = _unit((vectors - self.centre) @ self.axes)
        near, few = _nearest(seen @ self.inside.T)
        far, strangers = _nearest(seen @ self.outside.T)
        return np.stack([near, few, far - near, strangers - few], axis=1).astype(np.float64)

    def pack(self) -> dict[str, Any]:
        """Arrays only."""
        return dict(self.__dict__)

    @classmethod
    def unpack(cls, arrays: dict[str, Any]) -> Neighbours:
        """The inverse of `pack`."""
        return cls(**arrays)


def _thinned(vectors: Vectors) -> Vectors:
    return vectors[:: -(-len(vectors) // MOST) or 1]


def _nearest(cosines: Vectors) -> tuple[np.ndarray, np.ndarray]:
    few = min(FEW, cosines.shape[1])
    top = np.partition(cosines, cosines.shape[1] - few, axis=1)[:, -few:]
    return top.max(axis=1), top.mean(axis=1)


def _unit(vectors: Vectors) -> Vectors:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9), dtype=np.float32)
