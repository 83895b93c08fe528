"""The door every request passes, the Agent Server's own routes included: who sends it, how often, and how large it is.

The server's authentication (`web.auth`) then asks the same `Gatekeeper` what a caller may do; this door also covers the
routes that the server leaves open, and shuts those of its development runtime that nobody needs.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from knowledge.blocking import in_thread
from web.limits import Left, Rate, TooLarge, again, too_deep, whole_body
from web.openapi import for_operators
from web.who import SCOPE_KEY, Gatekeeper, Refused, Who

SHUT: Final = re.compile(r"/+(internal|deploy|noauth)(/|$)")
"""Of the development runtime: emptying its database, starting a deployment."""
ALONE: Final = re.compile(r"DELETE /+threads/|POST /+threads/prune")
"""What runs one at a time: the development runtime finds a thread's place in its list, waits, and deletes what stands
in that place by then, which may be another's.
"""
OPERATORS: Final = frozenset({"/metrics", *for_operators()})
OWN: Final = "/signalbox"
"""Under it nothing is ever open."""
IN_THREAD: Final = 200_000
"""Bytes of a body from which its depth is counted beside the event loop."""


@dataclass(frozen=True)
class House:
    """What the door knows of the rest: who is let in, what they may send, and which routes are open."""

    gatekeeper: Gatekeeper
    rate: Rate
    most_bytes: int
    open_routes: Sequence[BaseRoute] = ()

    def is_open(self, path: str) -> bool:
        """Whether a path needs no key: the page's files, which hold no data, and the liveness check."""
        if path == "/ok":
            return True
        if path == OWN or path.startswith(f"{OWN}/"):
            return False
        return any(
            path.startswith(f"{route.path}/") if isinstance(route, Mount) else path == route.path
            for route in self.open_routes
            if isinstance(route, Mount | Route)
        )


class Door:
    """ASGI middleware. What it refuses is one JSON object, {"detail": why}."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app = app
        self.house = house
        self.alone = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or say why not."""
        # Calls of the server to itself come without a client; no request can set a root path.
        if scope["type"] == "lifespan" or str(scope.get("root_path", "")).startswith("/noauth"):
            await self.app(scope, receive, send)
            return
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._socket(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if SHUT.match(path):
            await _refuse(404, "Not Found")(scope, receive, send)
            return
        if scope["method"] == "OPTIONS" or self.house.is_open(path):
            await self.app(scope, receive, send)
            return
        refusal = await self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        try:
            body = await self._body(scope, receive)
        except Left:
            raise ClientDisconnect from None
        except TooLarge:
            limit = self.house.most_bytes
            why = f"the body is larger than {limit:,} bytes (SIGNALBOX_BODY_MB)"
            await _refuse(413, why, {"Connection": "close"})(scope, receive, send)
            return
        deep = await in_thread(lambda: too_deep(body)) if len(body) > IN_THREAD else too_deep(body)
        if deep:
            await _refuse(400, "the body is nested too deep")(scope, receive, send)
            return
        if ALONE.match(f"{scope['method']} {path}"):
            async with self.alone:
                await self.app(scope, again(body, receive), send)
        else:
            await self.app(scope, again(body, receive), send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        # A socket that is closed before it is accepted is answered with 403.
        if await self._refusal(scope) is not None:
            await send({"type": "websocket.close", "code": 1008})
            return
        await self.app(scope, receive, send)

    async def _refusal(self, scope: Scope) -> JSONResponse | None:
        client = (scope.get("client") or ("",))[0]
        try:
            who = await self.house.gatekeeper.who(scope)
        except Refused as refused:
            # Guesses of keys are counted by address, so that they end.
            wait = self.house.rate.wait_s(f"address {client}")
            return _wait(wait) if wait else _refused(refused)
        scope[SCOPE_KEY] = who
        wait = self.house.rate.wait_s(f"key {who.identity}" if who.key else f"address {client}")
        if wait:
            return _wait(wait)
        if scope["path"] in OPERATORS and not who.operator:
            return _refuse(403, f"{scope['path']} is for operators: signalbox key NAME --operator")
        return None

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        told = dict(scope["headers"]).get(b"content-length", b"")
        if told.isdigit() and int(told) > self.house.most_bytes:
            raise TooLarge
        return await whole_body(receive, self.house.most_bytes)


def caller(scope: Scope) -> Who:
    """Who was let in with this request."""
    who: Who = scope[SCOPE_KEY]
    return who


def _wait(wait: float) -> JSONResponse:
    return _refuse(429, "too many requests (SIGNALBOX_RATE)", {"Retry-After": str(math.ceil(wait))})


def _refused(refused: Refused) -> JSONResponse:
    return _refuse(refused.status, str(refused), {"WWW-Authenticate": "Bearer"} if refused.status == 401 else {})


def _refuse(status: int, why: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"detail": why}, status, headers)
