"""The page: a few files served as they are, with headers that let nothing from elsewhere run. It holds no data itself.

What the page shows comes from the server's own API and from `/signalbox/`, with the caller's key; so these routes may
stay open where everything else asks for one.
"""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

FOLDER = Path(__file__).resolve().parent / "page"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    # No string ever becomes markup or script: a question or a document with HTML in it stays text.
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    # Asked for again each time, answered with 304: an update of the server is an update of the page.
    "Cache-Control": "no-cache",
}


class _Files(StaticFiles):
    """The page's files with the page's headers."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
            await send(message)

        await super().__call__(scope, receive, with_headers)


async def _index(_: Request) -> Response:
    return FileResponse(FOLDER / "index.html", headers=HEADERS)


ROUTES: list[BaseRoute] = [
    Route("/", _index),
    Mount("/page", _Files(directory=FOLDER)),
]
