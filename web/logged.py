"""The route log behind a route of ours that names a graph: found in one place, refused in one way."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse, Response

from errors import InputError, StoreError
from graph.served import Served
from knowledge.blocking import in_thread
from routing.log import RouteLog


def graph_of(served: Mapping[str, Served], name: str) -> Served:
    """A served graph by its name. Raises InputError; names the valid ones."""
    if name not in served:
        raise InputError(f"graph: {name!r} is not served; valid: {', '.join(served)}")
    return served[name]


async def log_of(one: Served, without: str = "nothing is logged") -> RouteLog:
    """A graph's route log, whose folder is made at the first look. Raises InputError where none is kept, saying what
    is missed `without` it.
    """
    log = await in_thread(lambda: one.resources.route_log)
    if log is None:
        raise InputError(f"SIGNALBOX_LOG is none: {without}")
    return log


def refused(fault: InputError | StoreError) -> Response:
    """404 for what is not there, 503 for a log that cannot be read."""
    return JSONResponse({"detail": str(fault)}, 503 if isinstance(fault, StoreError) else 404)
