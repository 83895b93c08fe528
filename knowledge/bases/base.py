"""What every base is to the rest of the house: a name and one blocking `search`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from knowledge.catalog import FilterValue
from knowledge.passage import Passage


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
    filter: Mapping[str, FilterValue] = field(default_factory=dict)


class Base(Protocol):
    """A knowledge base. `search` blocks and is called from threads, many at once."""

    @property
    def name(self) -> str:
        """The base's label."""
        ...

    def search(self, search: Search) -> list[Passage]:
        """At most `k` passages, best first, each at least at `threshold`; an empty list where nothing clears it.

        Raises StoreError with a line that says what to fix.
        """
        ...
