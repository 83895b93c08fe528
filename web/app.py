"""The application that langgraph.json's `http.app` names: the page and Signalbox's own routes beside the server's."""

from __future__ import annotations

from starlette.applications import Starlette

from web import page

app = Starlette(routes=[*page.ROUTES])
