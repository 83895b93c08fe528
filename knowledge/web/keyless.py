"""Web search without a key, through the library `ddgs`, which asks public search engines."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from errors import BaseOff, StoreError
from knowledge.web.provider import WebResult, WebSearch

INSTALL: Final = "pip install -e '.[web]'"
_NONE: Final = "no results found"
"""By which the library says, as an error, that nothing was found."""


class Engine(Protocol):
    """What is used of `ddgs.DDGS`."""

    def text(self, query: str, **options: Any) -> list[dict[str, Any]]:
        """Results with `title`, `href` and `body`."""
        ...


def _open(limit_s: float) -> Engine:
    try:
        from ddgs import DDGS
    except ImportError:
        raise BaseOff(f"the web is off: SIGNALBOX_WEB=ddgs needs a library; run: {INSTALL}") from None
    engine: Engine = DDGS(timeout=max(math.floor(limit_s), 1))
    return engine


@dataclass(frozen=True)
class Keyless:
    """The provider. `engine` opens the library with a limit in seconds."""

    engine: Callable[[float], Engine] = _open

    def search(self, search: WebSearch) -> list[WebResult]:
        """See `Provider.search`. Domains are written into the question, as these engines read them."""
        wanted = " OR ".join(f"site:{domain}" for domain in search.include)
        unwanted = " ".join(f"-site:{domain}" for domain in search.exclude)
        query = " ".join(part for part in (search.text, wanted, unwanted) if part)
        engine = self.engine(search.limit_s)
        try:
            found = engine.text(query, max_results=search.most)
        except Exception as fault:
            # The library's own kinds of error cannot be named where it is not installed.
            if _NONE in str(fault).casefold():
                return []
            if "timeout" in type(fault).__name__.casefold():
                raise TimeoutError(f"the web search took longer than {search.limit_s:g} s") from fault
            raise StoreError(
                f"the web search failed: {type(fault).__name__}: {' '.join(str(fault).split())[:200]}"
            ) from fault
        return [WebResult(_text(row, "href"), _text(row, "title"), _text(row, "body")) for row in found]


def _text(row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""
