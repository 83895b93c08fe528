"""A passage: one piece of evidence, whatever base it came from."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of evidence.

    `score` lies in [0, 1] and is on one scale for every base that shares an embedding model (see
    `knowledge.bases.vector`), so that passages of different bases can be compared.
    """

    id: str
    base: str
    text: str
    source: str
    title: str = ""
    heading: str = ""
    position: int = 0
    score: float = 0.0

    @property
    def name(self) -> str:
        """Title and heading path, as a reader would name the place."""
        return " > ".join(part for part in (self.title, self.heading) if part) or self.source

    def to_dict(self) -> dict[str, Any]:
        """A plain dict: the state's checkpoint reader blocks other classes."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The inverse of `to_dict`; unknown keys raise TypeError."""
        return cls(**values)
