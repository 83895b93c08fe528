"""`/signalbox/routes.json`: the route log's figures, for the page's second view and for whoever draws them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from errors import StoreError
from graph.served import MAIN, Served
from knowledge.blocking import in_thread
from routing.log_health import routing_health
from web.openapi import MOST_DAYS


@dataclass(frozen=True)
class Routing:
    """The route: `?graph=` names a served graph, `?days=` how far back to look."""

    served: Mapping[str, Served]

    async def __call__(self, request: Request) -> Response:
        """`routing.log_health.routing_health` with the graph's name; 404 for an unknown graph or without a log."""
        name, given = request.query_params.get("graph", MAIN), request.query_params.get("days")
        one = self.served.get(name)
        if one is None:
            return _fault(404, f"graph: {name!r} is not served; valid: {', '.join(self.served)}")
        days = _number(given) if given is not None else None
        if given is not None and (days is None or not 0 <= days <= MOST_DAYS):
            return _fault(400, f"days: a number from 0 to {MOST_DAYS} (got {given!r})")
        resources, catalog = one.resources, one.resources.catalog
        log = await in_thread(lambda: resources.route_log)  # the first look makes its folder
        if log is None:
            return _fault(404, "SIGNALBOX_LOG is none: nothing is logged")
        since = None if days is None else datetime.now(UTC) - timedelta(days=days)
        try:
            found = await in_thread(lambda: routing_health(log, catalog, since))
        except StoreError as fault:
            return _fault(503, str(fault))
        return JSONResponse({"graph": name, "graphs": list(self.served), **found})


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _fault(status: int, why: str) -> Response:
    return JSONResponse({"detail": why}, status)
