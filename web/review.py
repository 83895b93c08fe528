"""The review set over HTTP: what waits for a person's label, and what a person says of it. For operators only, since
the rows hold users' words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from errors import InputError, StoreError
from graph.served import MAIN, Served
from knowledge.blocking import in_thread
from routing.log import RouteLog
from routing.review import label, label_of, pending
from web.logged import graph_of, log_of, refused

SHOWN = 50
"""Rows of one answer; the next ones follow as these are labelled."""


@dataclass(frozen=True)
class Review:
    """Both routes: GET `/signalbox/review.json?graph=NAME` and POST `/signalbox/review`."""

    served: Mapping[str, Served]

    async def waiting(self, request: Request) -> Response:
        """{graph, catalog, bases, kinds, moods, waiting, rows}: what is not labelled yet, oldest first.

        404 for an unknown graph or without a log, 503 for a log that cannot be read.
        """
        try:
            name, one, log = await self._of(request.query_params.get("graph") or MAIN)
            rows = await in_thread(lambda: pending(log, one.resources.catalog))
        except (InputError, StoreError) as fault:
            return refused(fault)
        catalog = one.resources.catalog
        keys = ("review_id", "text", "why", "bases", "kind", "mood", "history")
        return JSONResponse(
            {
                "graph": name,
                "catalog": catalog.name,
                "bases": list(catalog.names),
                "kinds": list(catalog.kinds),
                "moods": list(catalog.moods),
                "waiting": len(rows),
                "rows": [{key: getattr(row, key) for key in keys} for row in rows[:SHOWN]],
            }
        )

    async def keep(self, request: Request) -> Response:
        """{graph, review_id, and the fields of `routing.review.Label`} is kept; {waiting} says how many are left.

        404 as above and for a row that is not there, 422 for what is no label or names a base that is not there.
        """
        try:
            given: Any = json.loads(await request.body())
        except ValueError:
            given = None
        if not isinstance(given, dict):
            return JSONResponse({"detail": "review: send one JSON object"}, 422)
        try:
            _, one, log = await self._of(str(given.pop("graph", MAIN)))
        except (InputError, StoreError) as fault:
            return refused(fault)
        catalog, review_id = one.resources.catalog, str(given.pop("review_id", ""))
        try:
            said = label_of(given)
            if review_id not in {row.review_id for row in await in_thread(lambda: log.reviews(catalog.name))}:
                return refused(InputError(f"review_id: {review_id!r} is no row of {catalog.name!r}"))
            await in_thread(lambda: label(log, catalog, review_id, said))
            left = await in_thread(lambda: pending(log, catalog))
        except InputError as fault:
            return JSONResponse({"detail": str(fault)}, 422)
        except StoreError as fault:
            return refused(fault)
        return JSONResponse({"waiting": len(left)})

    async def _of(self, name: str) -> tuple[str, Served, RouteLog]:
        one = graph_of(self.served, name)
        return name, one, await log_of(one, "no review set is kept")
