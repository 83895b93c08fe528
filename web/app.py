"""The application that langgraph.json's `http.app` names: the page and Signalbox's own routes beside the server's, and
the door before all of them.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from errors import StoreError
from graph.presence import serving
from graph.served import MAIN, Served
from graph.settings import Settings
from graph.tracing import client_of
from knowledge.blocking import in_thread
from web import page
from web.about import About
from web.auth import gatekeeper
from web.checkpoints import opened
from web.door import Door, House
from web.feedback import Feedback, Judged
from web.health import Health
from web.limits import Rate
from web.listing import relist
from web.mcp import Tools
from web.metrics import Counted, Metrics
from web.openapi import ROUTES, openapi
from web.review import Review
from web.routing import Routing

logger = logging.getLogger("signalbox.server")

MEGABYTE = 1_000_000


def make(settings: Settings) -> Starlette:
    """The application; what it serves is opened when it starts."""
    metrics = Metrics()
    house = House(gatekeeper(), Rate(settings.rate), int(settings.body_mb * MEGABYTE), page.ROUTES)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        served = await in_thread(_served)
        if house.gatekeeper.keyring is not None:
            await in_thread(house.gatekeeper.keyring.keys)  # a file that cannot be read ends the start
        metrics.watch(served)
        one_log = partial(getattr, served[MAIN].resources, "route_log")  # all catalogs share it
        review = Review(served)
        app.state.handlers = {
            "openapi": openapi,
            "health": Health(served, settings),
            "about": About(served),
            "routing": Routing(served),
            "feedback": Feedback(one_log, lambda: client_of(settings.trace), settings.trace),
            "judged": Judged(served),
            "waiting": review.waiting,
            "keep": review.keep,
            "metrics": metrics,
        }
        manager = Tools(served).manager()
        app.state.mcp = manager.handle_request
        async with manager.run(), _at_home(settings):
            await _whole_list()
            yield

    return Starlette(
        routes=[
            *page.ROUTES,
            *(Route(one.path, _late(one.handler), methods=[one.method]) for one in ROUTES if not one.open),
            Route("/mcp", _Mcp()),
        ],
        middleware=[Middleware(Counted, metrics=metrics), Middleware(Door, house=house)],
        lifespan=lifespan,
    )


@asynccontextmanager
async def _at_home(settings: Settings) -> AsyncIterator[None]:
    """Tell others that the home is in use."""
    here = serving(settings.home)
    await in_thread(here.__enter__)
    try:
        yield
    finally:
        await in_thread(lambda: here.__exit__(None, None, None))


async def _whole_list() -> None:
    file = opened()
    if file is None:
        return
    try:
        found = await relist(file)
    except (StoreError, httpx.HTTPError) as fault:
        logger.warning("the list of threads was not made whole: %s", fault)
        return
    if found:
        logger.info("%d threads that lay on disk are listed again", found)


def _served() -> Mapping[str, Served]:
    from graph.app import served  # importing it opens the catalogs

    return served


def _late(name: str) -> Any:
    async def route(request: Request) -> Response:
        answer: Response = await request.app.state.handlers[name](request)
        return answer

    return route


class _Mcp:
    """The MCP endpoint, which reads the request itself."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand it on."""
        await scope["app"].state.mcp(scope, receive, send)


app = make(Settings.from_env())
