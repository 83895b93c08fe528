"""Signalbox's own routes, declared once: the application serves these, the door keeps the operators' ones, and
`/signalbox/openapi.json` describes them (OpenAPI 3.1). The Agent Server's own API is described at `/openapi.json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from knowledge.base_spec import KINDS
from routing.review import Label
from web.feedback import Given

Schema = Mapping[str, Any]
TEXT: Final[Schema] = {"type": "string"}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
MOST_DAYS: Final = 36_500


def some(**properties: Schema) -> Schema:
    """An object that has at least these."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def many(items: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": items}


@dataclass(frozen=True)
class Own:
    """One route: where it is, what `web.app` keeps its handler under, and what it takes and answers."""

    path: str
    handler: str
    summary: str
    answers: Mapping[int, tuple[str, Schema | str | None]]
    """By status: what it means, and a JSON schema, a media type, or None where the answer is empty."""
    method: str = "GET"
    query: Mapping[str, tuple[str, Schema]] = field(default_factory=dict)
    body: Schema | None = None
    operators: bool = False
    open: bool = False

    def described(self) -> dict[str, Any]:
        """The operation object. What the door refuses is refused on every route that is not open."""
        answers = dict(self.answers) if self.open else {**_AT_THE_DOOR, **self.answers}
        if self.operators:
            answers[403] = ("the key is no operator's, or a page of another host asks", _FAULT)
        told: dict[str, Any] = {
            "operationId": self.handler,
            "summary": self.summary,
            "responses": {str(status): _answer(*answers[status]) for status in sorted(answers)},
            "security": [{}] if self.open else [{}, {"key": []}, {"bearer": []}],
        }
        if self.query:
            told["parameters"] = [
                {"name": name, "in": "query", "description": about, "schema": dict(schema)}
                for name, (about, schema) in self.query.items()
            ]
        if self.body is not None:
            told["requestBody"] = {"required": True, "content": {"application/json": {"schema": dict(self.body)}}}
        return told


_FAULT: Final[Schema] = some(detail=TEXT)
_AT_THE_DOOR: Final[Mapping[int, tuple[str, Schema | str | None]]] = {
    400: ("the body is nested too deep", _FAULT),
    401: ("a key is needed, or this one is not known", _FAULT),
    403: ("without keys only this machine is answered", _FAULT),
    413: ("the body is larger than SIGNALBOX_BODY_MB allows", _FAULT),
    429: ("too many requests (SIGNALBOX_RATE)", _FAULT),
    503: ("the keys, or the log, cannot be read", _FAULT),
}
_GRAPH: Final = {"graph": ("A served graph; by default the main one.", TEXT)}
_CHECK: Final = some(what=TEXT, state={"enum": ["ok", "warning", "fault"]})
_RUN: Final = some(run_id=TEXT, at=TEXT, score={"enum": [0, 1]}, questions=many(TEXT), bases=many(TEXT))
_ROW: Final = some(review_id=TEXT, text=TEXT, why=TEXT, bases=many(TEXT), history=many({"type": "object"}))
_UNKNOWN_GRAPH: Final = ("the graph is not served, or no log is kept", _FAULT)
_LABEL: Final[Schema] = {
    **(schema := Label.model_json_schema()),
    "properties": {"graph": TEXT, "review_id": TEXT, **schema["properties"]},
    "required": ["review_id"],
}

ROUTES: Final = (
    Own("/", "page", "The page.", {200: ("HTML", "text/html")}, open=True),
    Own(
        "/signalbox/openapi.json",
        "openapi",
        "This description.",
        {200: ("OpenAPI 3.1", some(openapi=TEXT, info={"type": "object"}, paths={"type": "object"}))},
    ),
    Own(
        "/signalbox/health",
        "health",
        "What `signalbox doctor` checks, for each served catalog that the key may search.",
        {
            200: ("nothing is at fault", (sound := some(
                state={"enum": ["ok", "warning", "fault"]},
                door=many(_CHECK),
                catalogs=many(some(graph=TEXT, catalog=TEXT, bases=many(TEXT), model=TEXT, checks=many(_CHECK))),
            ))),
            503: ("something is at fault, or the keys cannot be read", {"anyOf": [sound, _FAULT]}),
        },
        query={"model": ("true asks the model too, which costs a call.", {"enum": ["true", "false"]})},
    ),
    Own(
        "/signalbox/catalog.json",
        "about",
        "What may be asked: the bases that the key may search and, where it may search all, sample questions.",
        {
            200: ("the catalog of a graph", some(
                graph=TEXT, catalog=TEXT, title=TEXT, description=TEXT,
                bases=many(some(name=TEXT, description=TEXT)), samples=many(TEXT),
            )),
            404: ("the graph is not served to this key", _FAULT),
        },
        query=_GRAPH,
    ),
    Own(
        "/signalbox/routes.json",
        "routing",
        "How routing fares, from the route log.",
        {
            200: ("the figures of `signalbox routes`, by base and over time", some(
                graph=TEXT, graphs=many(TEXT), catalog=TEXT, decisions=COUNT, runs=COUNT,
                bases={"type": "object"}, confusion={"type": "object"},
                over_time=some(step_s=COUNT, points=many({"type": "object"})),
            )),
            400: ("`days` is no number of that range", _FAULT),
            404: _UNKNOWN_GRAPH,
        },
        query={**_GRAPH, "days": ("How far back to look.", {"type": "number", "minimum": 0, "maximum": MOST_DAYS})},
        operators=True,
    ),
    Own(
        "/signalbox/feedback",
        "feedback",
        "Keep what a user made of a run's answer, in place of what was said of it before.",
        {
            204: ("it is kept", None),
            404: ("the route log has no such run", _FAULT),
            422: ("it is no feedback", _FAULT),
            503: ("no log is kept, or it or the keys cannot be used", _FAULT),
        },
        method="POST",
        body=Given.model_json_schema(),
    ),
    Own(
        "/signalbox/feedback.json",
        "judged",
        "What users made of the answers, the youngest first.",
        {
            200: ("counts and judgements", some(
                graph=TEXT, catalog=TEXT, helpful=COUNT, not_helpful=COUNT, rows=many(_RUN),
            )),
            404: _UNKNOWN_GRAPH,
        },
        query=_GRAPH,
        operators=True,
    ),
    Own(
        "/signalbox/review.json",
        "waiting",
        "The messages that wait for a person's label, oldest first.",
        {
            200: ("rows and the labels there are", some(
                graph=TEXT, catalog=TEXT, bases=many(TEXT), kinds=many({"enum": list(KINDS)}), moods=many(TEXT),
                waiting=COUNT, rows=many(_ROW),
            )),
            404: _UNKNOWN_GRAPH,
        },
        query=_GRAPH,
        operators=True,
    ),
    Own(
        "/signalbox/review",
        "keep",
        "Keep what a person says of such a message.",
        {
            200: ("how many are left", some(waiting=COUNT)),
            404: ("the graph is not served, no log is kept, or it has no such row", _FAULT),
            422: ("it is no label, or names a base that is not there", _FAULT),
        },
        method="POST",
        body=_LABEL,
        operators=True,
    ),
    Own(
        "/signalbox/metrics",
        "metrics",
        "Requests, the process, and the route log's figures, for Prometheus.",
        {200: ("the text format", "text/plain")},
        operators=True,
    ),
)  # fmt: skip


def document() -> dict[str, Any]:
    """The whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for one in ROUTES:
        paths.setdefault(one.path, {})[one.method.lower()] = one.described()
    return {
        "openapi": "3.1.0",
        "info": {"title": "Signalbox", "version": "1", "description": "The routes beside the Agent Server's own API."},
        "paths": paths,
        "components": {
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "X-Api-Key"},
                "bearer": {"type": "http", "scheme": "bearer"},
            }
        },
    }


def for_operators() -> Iterator[str]:
    """The paths that only an operator's key opens."""
    return (one.path for one in ROUTES if one.operators)


async def openapi(_: Request) -> Response:
    """The route of the description itself."""
    return JSONResponse(document())


def _answer(about: str, given: Schema | str | None) -> dict[str, Any]:
    if given is None:
        return {"description": about}
    if isinstance(given, str):
        return {"description": about, "content": {given: {"schema": dict(TEXT)}}}
    return {"description": about, "content": {"application/json": {"schema": dict(given)}}}
