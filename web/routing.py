"""`/signalbox/routes.json`: the route log's figures, for the page's second view and for whoever draws them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from errors import InputError, StoreError
from graph.served import MAIN, Served
from knowledge.blocking import in_thread
from routing.log_health import routing_health
from web.logged import graph_of, log_of, refused
from web.openapi import MOST_DAYS


@dataclass(frozen=True)
class Routing:
    """The route: `?graph=` names a served graph, `?days=` how far back to look."""

    served: Mapping[str, Served]

    async def __call__(self, request: Request) -> Response:
        """`routing.log_health.routing_health` with the graph's name; 404 for an unknown graph or without a log."""
        name, given = request.query_params.get("graph", MAIN), request.query_params.get("days")
        try:
            one = graph_of(self.served, name)
            days = _number(given) if given is not None else None
            if given is not None and (days is None or not 0 <= days <= MOST_DAYS):
                return JSONResponse({"detail": f"days: a number from 0 to {MOST_DAYS} (got {given!r})"}, 400)
            log = await log_of(one)
            since = None if days is None else datetime.now(UTC) - timedelta(days=days)
            found = await in_thread(lambda: routing_health(log, one.resources.catalog, since))
        except (InputError, StoreError) as fault:
            return refused(fault)
        return JSONResponse({"graph": name, "graphs": list(self.served), **found})


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
