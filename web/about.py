"""`/signalbox/catalog.json`: what a catalog may be asked, for the page's first view and for whoever writes another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from graph.served import MAIN, Served
from web.door import caller


@dataclass(frozen=True)
class About:
    """The route: `?graph=` names a served graph."""

    served: Mapping[str, Served]

    async def __call__(self, request: Request) -> Response:
        """{graph, catalog, title, description, bases: [{name, description}], samples}.

        A key sees the bases it may search. A sample may be of any base, so a key that may not search all sees none. 404
        for a graph that is not served, or of which the key may search nothing.
        """
        name = request.query_params.get("graph") or MAIN
        one, who = self.served.get(name), caller(request.scope).caller
        mine = who.within(one.resources.catalog.name, one.resources.catalog.names) if one else []
        if one is None or not mine:
            told = [
                other
                for other, of in self.served.items()
                if who.within(of.resources.catalog.name, of.resources.catalog.names)
            ]
            return JSONResponse({"detail": f"graph: {name!r} is not served to you; valid: {', '.join(told)}"}, 404)
        catalog = one.resources.catalog
        return JSONResponse(
            {
                "graph": name,
                "catalog": catalog.name,
                "title": catalog.title,
                "description": catalog.description,
                "bases": [{"name": base, "description": catalog.spec(base).description} for base in mine],
                "samples": list(catalog.samples) if len(mine) == len(catalog.names) else [],
            }
        )
