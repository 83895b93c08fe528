"""A passage: one piece of evidence, whatever base it came from."""

from __future__ import annotations

from dataclasses import dataclass
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
    line: int = 0
    """The line of its document (from 1) that it begins on; 0 where that is unknown."""
    page: int = 0
    """Its page or slide (from 1), in formats that have them; else 0."""
    dated: str = ""
    """When its document was changed or came into force, as far as it says so; see `knowledge.dates`."""

    @property
    def name(self) -> str:
        """Title and heading path, as a reader would name the place."""
        return " > ".join(part for part in (self.title, self.heading) if part) or self.source

    @property
    def place(self) -> str:
        """The source with its page or line, as a reader looks it up: "a/b.md:12", "a/b.pdf, page 3"."""
        return place(self.source, self.line, self.page)

    def to_dict(self) -> dict[str, Any]:
        """A plain dict: the state's checkpoint reader blocks other classes."""
        # Every value is plain: `dataclasses.asdict` would copy each of them in ten times the time.
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The inverse of `to_dict`; unknown keys raise TypeError."""
        return cls(**values)


def place(source: str, line: int, page: int) -> str:
    """Where in `source` something stands; a line or page of 0 is unknown and left out."""
    if page:
        return f"{source}, page {page}"
    return f"{source}:{line}" if line else source
