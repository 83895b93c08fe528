"""What a router is told about each base, and what it answers: plain frozen values shared by every scorer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errors import RoutingDataError

Vectors = NDArray[np.float32]
"""Shape (n, d), one row a text, of unit length."""
Matrix = NDArray[np.float64]
Encode = Callable[[list[str]], Vectors]


@dataclass(frozen=True)
class Profile:
    """One base as its catalog declares it. Everything but the label may be missing."""

    label: str
    description: str = ""
    names: tuple[str, ...] = ()
    """Short names of what is asked there: intents, topics, aliases. Underscores read as spaces."""
    examples: tuple[str, ...] = ()
    """Questions this base answers."""
    negatives: tuple[str, ...] = ()
    """Questions that look like this base's and are not; whose they are is left open."""


@dataclass(frozen=True)
class Labelled:
    """A question with the bases it needs; no base means that it is out of scope.

    `grades` (label to relevance, any non-negative scale) replaces the plain labels where relevance is graded.
    `group` names a finer class inside the base, such as the intent; without it, groups are found by clustering.
    """

    text: str
    labels: frozenset[str] = frozenset()
    grades: Mapping[str, float] | None = None
    group: str | None = None


@dataclass(frozen=True)
class Scores:
    """What one scorer thinks of one question.

    `needed` holds, in the catalog's order, the probability in [0, 1] that each base is needed. They are judged
    one by one and do not add up to 1: a question may need two bases, or none. `out_of_scope` is a probability too.
    """

    needed: Mapping[str, float]
    out_of_scope: float

    @property
    def best(self) -> str:
        """The label with the highest probability; the first in the catalog's order on a tie."""
        return max(self.needed, key=self.needed.__getitem__)

    @property
    def margin(self) -> float:
        """How far the best base is ahead of the next, in [0, 1]; with a single base, its own probability."""
        first, *rest = sorted(self.needed.values(), reverse=True)
        return first - rest[0] if rest else first


def checked(profiles: Sequence[Profile]) -> tuple[str, ...]:
    """The labels in order.

    Raises:
        RoutingDataError: there is no profile, a label is blank, or two profiles share one.
    """
    labels = tuple(profile.label for profile in profiles)
    if not labels:
        raise RoutingDataError("no base to route to: give at least one profile")
    twice = sorted({label for label in labels if labels.count(label) > 1})
    if twice or not all(label.strip() for label in labels):
        raise RoutingDataError(f"labels must be distinct and not blank; repeated: {twice}, all: {list(labels)}")
    return labels
