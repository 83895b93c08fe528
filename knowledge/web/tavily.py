"""Tavily's search over HTTP(S): its documented request, and every way its reply can fail, each with its own words."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from errors import BaseOff, ConfigError, QueryError, StoreError
from knowledge.web.provider import WebResult, WebSearch

URL: Final = "https://api.tavily.com"
MOST_BYTES: Final = 2_000_000
"""Of a reply. Twenty results of the basic depth take about 30,000."""
MOST_RESULTS: Final = 20
"""What the provider gives at most."""
MOST_QUERY: Final = 400
"""Characters of a search, as its documentation has it."""
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_STATUS: Final[Mapping[int, str]] = {
    401: "refused the key (401); check TAVILY_API_KEY",
    403: "refused the key (403); check TAVILY_API_KEY",
    429: "limits this key (429); wait or raise the limit",
    432: "says that the plan of this key is used up (432)",
    433: "says that the limit of paid searches is reached (433)",
}


@dataclass(frozen=True)
class Tavily:
    """The provider at one address with one key."""

    url: str
    key: str = field(repr=False)

    @classmethod
    def of(cls, url: str, key: str) -> Tavily:
        """Raises ConfigError for an address that is none, or that would carry the key in the open."""
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ConfigError(f"SIGNALBOX_WEB_URL: {url!r} is no address; write https://HOST")
        if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
            raise ConfigError(f"SIGNALBOX_WEB_URL: {url!r} would carry the key in the open; write https://")
        return cls(url.rstrip("/"), key)

    def search(self, search: WebSearch) -> list[WebResult]:
        """See `Provider.search`."""
        if not self.key:
            raise BaseOff("the web is off; set TAVILY_API_KEY, which SIGNALBOX_WEB=tavily needs")
        asked = {
            "query": search.text[:MOST_QUERY],
            "max_results": min(search.most, MOST_RESULTS),
            "search_depth": "basic",
            "include_domains": list(search.include),
            "exclude_domains": list(search.exclude),
        }
        try:
            with httpx.Client(timeout=search.limit_s, follow_redirects=False) as client:
                body = self._reply(client, asked, time.monotonic() + search.limit_s)
        except httpx.TimeoutException as fault:
            raise TimeoutError(f"the web search took longer than {search.limit_s:g} s") from fault
        except httpx.HTTPError as fault:
            raise StoreError(f"the web search cannot be reached: {_line(fault)}; check the network") from fault
        return _results(body)

    def _reply(self, client: httpx.Client, asked: Mapping[str, Any], until: float) -> bytes:
        headers = {"Authorization": f"Bearer {self.key}"}
        with client.stream("POST", f"{self.url}/search", json=asked, headers=headers) as reply:
            held = bytearray()
            for part in reply.iter_bytes():
                held += part
                if len(held) > MOST_BYTES:
                    raise StoreError(f"the web search sent more than {MOST_BYTES:,} bytes, which nobody asked for")
                if time.monotonic() > until:  # a reply that drips keeps within the client's own limits
                    raise httpx.ReadTimeout("the reply dripped")
        if reply.is_redirect:
            # The key goes to the host that was named, and to no other.
            where = urlsplit(reply.headers.get("location", "")).hostname or "another place"
            raise StoreError(f"the web search leads on to {where}, which is not followed; check SIGNALBOX_WEB_URL")
        if reply.status_code in _STATUS:
            raise StoreError(f"the web search {_STATUS[reply.status_code]}")
        if reply.status_code >= 500:
            raise StoreError(f"the web search failed ({reply.status_code})")
        if reply.status_code != 200:
            raise QueryError(f"the web search refused the question ({reply.status_code})")
        return bytes(held)


def _results(body: bytes) -> list[WebResult]:
    try:
        told = json.loads(body)
        rows = told["results"]
        return [WebResult(*(_text(row, key) for key in ("url", "title", "content", "published_date"))) for row in rows]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
        raise StoreError(f"the web search's reply cannot be read: {type(fault).__name__}: {_line(fault)}") from fault


def _text(row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""


def _line(fault: Exception) -> str:
    return " ".join(str(fault).split())[:200]
