"""What every base is to the rest of the house: a name and one blocking `search`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from knowledge.filters import Filter
from knowledge.passage import Passage


@dataclass(frozen=True, slots=True)
class Said:
    """What was said before a question; all empty where nothing was."""

    first_turn: str = ""
    """The user's opening message."""
    previous_turn: str = ""
    """The user's message before this one."""
    previous_answer: str = ""
    """The answer to it."""
    refers_back: bool = False
    """Whether the user's words cannot be understood without it."""
    completed: bool = False
    """Whether the question was made standalone by rules: it then reads well, and finds less than the user's own words
    moved toward the conversation (MTRAG: R@5 .36 to .46)."""


NOTHING = Said()


@dataclass(frozen=True, slots=True)
class Search:
    """One search of one base; it carries all it needs, so that nothing shared is ever changed.

    `text` is the standalone question and `literal` the user's own words for it; `filter` is added to the base's own
    and can only narrow it.
    """

    text: str
    literal: str = ""
    k: int = 3
    threshold: float = 0.2
    filter: Filter = field(default_factory=dict)
    said: Said = NOTHING
    room: int = 0
    """Characters a base that digests may give of a document, for a model to sum up; 0 for its own short digest."""


class Base(Protocol):
    """A knowledge base. `search` blocks and is called from threads, many at once."""

    @property
    def name(self) -> str:
        """The base's label."""
        ...

    def search(self, search: Search) -> list[Passage]:
        """At most `k` passages, best first, each at least at `threshold`; an empty list where nothing clears it.

        Raises StoreError with a line that says what to fix, and FilterError for a filter that cannot be read.
        """
        ...
