"""What every provider of web search is to the web base, what it returns, and which one the settings name."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, get_args
from urllib.parse import urlsplit

from errors import BaseOff

ProviderName = Literal["", "tavily", "ddgs"]
NAMES: Final = tuple(name for name in get_args(ProviderName) if name)
MOST_URL: Final = 2000


@dataclass(frozen=True, slots=True)
class WebResult:
    """One result as a provider tells it; nothing of it is to be trusted. `dated` is a date in any form, or ""."""

    url: str
    title: str
    text: str
    dated: str = ""

    @property
    def domain(self) -> str:
        """The host of its address, or "" for an address that no reader should follow."""
        return domain_of(self.url)


@dataclass(frozen=True, slots=True)
class WebSearch:
    """One search: at most `most` results within `limit_s` seconds, of the domains in `include` (and below them) where
    there are any, and of none in `exclude`.
    """

    text: str
    most: int
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    limit_s: float = 10.0


class Provider(Protocol):
    """A search engine. `search` blocks and is called from threads, many at once."""

    def search(self, search: WebSearch) -> list[WebResult]:
        """Its results, best first.

        Raises BaseOff where what it needs is not set, StoreError where it cannot be reached or its reply cannot be
        used, QueryError where it refuses the search, TimeoutError after `limit_s`.
        """
        ...


@dataclass(frozen=True, slots=True)
class Off:
    """No provider: every search says which setting names one."""

    why: str = f"the web is off; set SIGNALBOX_WEB to one of: {', '.join(NAMES)}"

    def search(self, search: WebSearch) -> list[WebResult]:  # noqa: ARG002 - see `Provider`
        """Nothing but the reason."""
        raise BaseOff(self.why)


def provider_of(name: ProviderName, url: str = "", environ: Mapping[str, str] | None = None) -> Provider:
    """The provider that SIGNALBOX_WEB names; `url` is its address, or "" for its own. Raises ConfigError for the url.

    What else it needs, such as a key, is asked for when it is searched: a catalog with a web base opens without.
    """
    environ = os.environ if environ is None else environ
    openers: Mapping[str, Callable[[], Provider]] = {
        "tavily": lambda: _tavily(url, environ.get("TAVILY_API_KEY", "")),
        "ddgs": _keyless,
    }
    return openers[name]() if name else Off()


def domain_of(url: str) -> str:
    """The host of a web address in lower case; "" for one of another kind, without a host, or with a password in it."""
    if len(url) > MOST_URL or any(char.isspace() or ord(char) < 32 for char in url):
        return ""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return ""
    return host.rstrip(".").lower() if parts.scheme in {"http", "https"} and "@" not in parts.netloc else ""


def levels(domain: str) -> tuple[str, ...]:
    """A domain and every one above it: docs.python.org, python.org, org."""
    parts = domain.split(".")
    return tuple(".".join(parts[at:]) for at in range(len(parts)))


def _tavily(url: str, key: str) -> Provider:
    from knowledge.web.tavily import URL, Tavily  # httpx is slow to import

    return Tavily.of(url or URL, key)


def _keyless() -> Provider:
    from knowledge.web.keyless import Keyless

    return Keyless()
