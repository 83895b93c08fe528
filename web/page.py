"""The routes of the page. They hold no data and need no key: the page asks for one and sends it with each request."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route


async def _index(request: Request) -> Response:  # noqa: ARG001 - what a route is given
    return PlainTextResponse("Signalbox\n")


ROUTES: list[BaseRoute] = [Route("/", _index, methods=["GET"])]
