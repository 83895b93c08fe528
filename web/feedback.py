"""Feedback on an answer: kept in the route log beside the decisions it judges, and on the trace of its run; and what
was said so far, for operators, since it may hold users' words.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID, uuid5

from langsmith import Client
from langsmith.utils import LangSmithError, get_tracer_project, tracing_is_enabled
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from errors import InputError, StoreError
from graph.served import MAIN, Served
from graph.settings import Trace
from knowledge.blocking import in_thread
from knowledge.masking import masked
from routing.log import RouteLog
from routing.log_feedback import judged
from web.logged import graph_of, log_of, refused

logger = logging.getLogger("signalbox.feedback")

KEY = "helpful"
"""The feedback's name in LangSmith; its scores are 1 and 0."""
MOST_BYTES = 10_000
MOST_CHARACTERS = 2_000
"""Of a comment."""
ATTEMPTS = 2
"""How often the feedback is sent to LangSmith."""


class Given(BaseModel):
    """What is sent: the run that is judged, whether its answer helped (1) or not (0), and what is said to it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    run_id: UUID
    score: Literal[0, 1]
    comment: str = Field("", max_length=MOST_CHARACTERS)


@dataclass(frozen=True)
class Feedback:
    """POST `/signalbox/feedback`. `open_log` gives the route log, or None where none is kept; it may block.

    `client` is the process's own client of LangSmith, as runs are traced by; `trace` says how much of a comment goes.
    """

    open_log: Callable[[], RouteLog | None]
    client: Callable[[], Client] = Client
    trace: Trace = "full"
    _projects: dict[str, UUID] = field(default_factory=dict)

    async def __call__(self, request: Request) -> Response:
        """Keep one judgement; a second one of the same run takes the first one's place.

        204 when it is kept; 404 for a run that decided nothing here; 413 and 422 for what is no feedback;
        503 where there is no log, or none that can be written.
        """
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > MOST_BYTES:
                return _refused(413, f"feedback: at most {MOST_BYTES:,} bytes are read; send run_id and score")
        try:
            given = Given.model_validate_json(body)
        except ValidationError as wrong:
            first = wrong.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "feedback"
            return _refused(422, f"{where}: {first['msg']}; send run_id (a UUID) and score (0 or 1)")
        log = await in_thread(self.open_log)
        if log is None:
            return _refused(503, "feedback: SIGNALBOX_LOG is none, so nothing can be kept")
        try:
            known = await in_thread(lambda: log.record_feedback(str(given.run_id), given.score, given.comment.strip()))
        except StoreError as fault:
            return _refused(503, str(fault))
        if not known:
            return _refused(404, f"run_id: the route log has no run {given.run_id}")
        if tracing_is_enabled():
            # Nobody waits for the collector: it may be slow or gone, and the log has what was said.
            threading.Thread(target=self._trace, args=(given,), daemon=True).start()
        return Response(status_code=204)

    def _trace(self, given: Given) -> None:
        """Put the feedback on the run's trace, whose root has the run's id."""
        said = {"full": given.comment, "masked": masked(given.comment), "hidden": ""}[self.trace].strip()
        try:
            self.client().create_feedback(
                given.run_id,
                KEY,
                score=given.score,
                comment=said or None,
                trace_id=given.run_id,
                session_id=self._project(str(get_tracer_project())),
                feedback_id=uuid5(given.run_id, KEY),  # a second judgement of a run takes the place of the first
                stop_after_attempt=ATTEMPTS,
            )
        except (LangSmithError, OSError, ValueError) as fault:
            logger.warning("feedback on run %s is in the route log only: %s", given.run_id, fault)

    def _project(self, name: str) -> UUID:
        """The id of a tracing project, which the collector wants to find a run by. Raises LangSmithError."""
        if name not in self._projects:
            self._projects[name] = UUID(str(self.client().read_project(project_name=name).id))
        return self._projects[name]


@dataclass(frozen=True)
class Judged:
    """GET `/signalbox/feedback.json?graph=NAME`."""

    served: Mapping[str, Served]

    async def __call__(self, request: Request) -> Response:
        """`routing.log_feedback.judged` with the graph's name.

        404 for an unknown graph or without a log, 503 for a log that cannot be read.
        """
        name = request.query_params.get("graph") or MAIN
        try:
            one = graph_of(self.served, name)
            log, catalog = await log_of(one), one.resources.catalog
            found = await in_thread(lambda: judged(log, catalog))
        except (InputError, StoreError) as fault:
            return refused(fault)
        return JSONResponse({"graph": name, "catalog": catalog.name, **found})


def _refused(status: int, told: str) -> Response:
    return JSONResponse({"detail": told}, status_code=status)
