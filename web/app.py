"""The application that `langgraph dev` serves beside its own routes: what stands at `/`."""

from __future__ import annotations

from starlette.applications import Starlette

from web.feedback import FEEDBACK
from web.page import ROUTES

app = Starlette(routes=[*ROUTES, FEEDBACK])
