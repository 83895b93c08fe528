"""`/signalbox/metrics`: requests as they are counted here, and the route log's figures, as Prometheus reads them.

prometheus_client (which comes with the server) does the text format and the process's own figures; the Agent Server's
`/metrics` has its queue and its workers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from errors import StoreError
from graph.served import Served
from knowledge.blocking import in_thread
from routing.log_health import routing_health

WINDOW_H: Final = 24
KNOWN: Final = ("threads", "runs", "assistants", "store", "signalbox", "mcp", "ok", "info", "metrics", "docs")
"""First parts of paths that are counted by name: a stranger's path must not become a label."""
SECONDS: Final = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120)
FIGURES: Final = ("decisions", "empty", "failed", "apologies", "reopened")


@dataclass
class Metrics:
    """The registry of one application and its route."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)

    def __post_init__(self) -> None:
        """Register what is counted here."""
        ProcessCollector(registry=self.registry)
        labels = ("method", "path", "status")
        self.requests = Counter("signalbox_requests", "Requests answered.", labels, registry=self.registry)
        self.seconds = Histogram(
            "signalbox_request_seconds",
            "Time until a request was answered whole, streams included.",
            ("path",),
            buckets=SECONDS,
            registry=self.registry,
        )

    def watch(self, served: Mapping[str, Served]) -> None:
        """Add the route logs' figures."""
        self.registry.register(_Logs(served))

    async def __call__(self, request: Request) -> Response:  # noqa: ARG002 - what a route is given
        """The text format, version 0.0.4."""
        text = await in_thread(lambda: generate_latest(self.registry))
        return Response(text, media_type=CONTENT_TYPE_LATEST)


class Counted:
    """ASGI middleware that counts and times requests, those that are refused included."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it pass, and look at the clock and the status."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 499  # the client left before an answer began
        first = scope["path"].split("/")[1] if "/" in scope["path"] else ""
        path = first if first in KNOWN else "" if not first else "other"

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            method = scope["method"] if scope["method"] in {"GET", "POST", "PUT", "PATCH", "DELETE"} else "other"
            self.metrics.requests.labels(method, f"/{path}", str(status)).inc()
            self.metrics.seconds.labels(f"/{path}").observe(time.perf_counter() - began)


@dataclass(frozen=True, eq=False)  # a registry keeps it by identity
class _Logs(Collector):
    """What the route logs say of the last day, read at each scrape. A log that cannot be read is left out."""

    served: Mapping[str, Served]

    def collect(self) -> Iterator[Metric]:
        """One gauge a figure, by catalog and base."""
        since = datetime.now(UTC) - timedelta(hours=WINDOW_H)
        told: dict[str, Any] = {}
        lost = GaugeMetricFamily("signalbox_log_lost_rows", "Rows the route log could not keep.", labels=["catalog"])
        for one in self.served.values():
            log, catalog = one.resources.route_log, one.resources.catalog
            if log is None:
                continue
            lost.add_metric([catalog.name], log.lost)
            try:
                told[catalog.name] = routing_health(log, catalog, since)
            except StoreError:
                continue
        yield lost
        yield from _by_base(told)
        totals = GaugeMetricFamily(
            "signalbox_suspected_misroutes", f"Suspected misroutes of {WINDOW_H} hours.", labels=["catalog", "kind"]
        )
        for name, found in told.items():
            totals.add_metric([name, "seen"], sum(pair["count"] for pair in found["misroutes"]))
            totals.add_metric([name, "silent"], found["shadow"]["suspects"])
        yield totals


def _by_base(told: Mapping[str, Any]) -> Iterator[Metric]:
    for figure in FIGURES:
        metric = GaugeMetricFamily(
            f"signalbox_base_{figure}", f"By base: {figure}, of {WINDOW_H} hours.", labels=["catalog", "base"]
        )
        for catalog, found in told.items():
            for base, one in found["bases"].items():
                metric.add_metric([catalog, base], one[figure])
        yield metric
    fell_back = GaugeMetricFamily(
        "signalbox_fallback_ratio", f"Part of the decisions of {WINDOW_H} hours that fell back.", labels=["catalog"]
    )
    for catalog, found in told.items():
        fell_back.add_metric([catalog], found["fallback_rate"])
    yield fell_back
