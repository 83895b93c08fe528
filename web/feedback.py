"""Feedback on an answer: kept in the route log beside the decisions it judges, and on the run's trace where runs are traced."""

from __future__ import annotations

import functools
import logging
import threading
from typing import Literal
from uuid import UUID, uuid5

from langsmith import Client
from langsmith.utils import LangSmithError, tracing_is_enabled
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from graph.resources import Resources
from graph.settings import Settings
from knowledge.blocking import in_thread
from routing.log import RouteLog

logger = logging.getLogger("signalbox.feedback")

KEY = "helpful"
"""The feedback's name in LangSmith; its scores are 1 and 0."""
MOST_BYTES = 2_000
ATTEMPTS = 2
"""How often the feedback is sent to LangSmith."""


class Feedback(BaseModel):
    """What is sent: the run that was judged, and whether its answer helped (1) or not (0)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    run_id: UUID
    score: Literal[0, 1]


async def feedback(request: Request) -> Response:
    """Keep one judgement; a second one of the same run takes the first one's place.

    204 when it is kept; 404 for a run that decided nothing here; 413 and 422 for what is no feedback; 503 where there is
    no log to keep it in.
    """
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MOST_BYTES:
            return _refused(413, f"feedback: at most {MOST_BYTES:,} bytes are read; send run_id and score")
    try:
        given = Feedback.model_validate_json(body)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "feedback"
        return _refused(422, f"{where}: {first['msg']}; send run_id (a UUID) and score (0 or 1)")
    log = await in_thread(_log)
    if log is None:
        return _refused(503, "feedback: the route log is switched off (SIGNALBOX_LOG=none), so nothing can be kept")
    if not await in_thread(lambda: log.record_feedback(str(given.run_id), given.score)):
        return _refused(404, f"run_id: the route log has no run {given.run_id}")
    if tracing_is_enabled():
        # Nobody waits for the collector: it may be slow or gone, and what the log has is kept.
        threading.Thread(target=_traced, args=(given,), daemon=True).start()
    return Response(status_code=204)


FEEDBACK = Route("/signalbox/feedback", feedback, methods=["POST"])


def _refused(status: int, told: str) -> Response:
    return JSONResponse({"detail": told}, status_code=status)


@functools.cache
def _log() -> RouteLog | None:
    """The log of this process's settings, opened with the first feedback."""
    return Resources.load(Settings.from_env()).route_log


@functools.cache
def _client() -> Client:
    return Client()


def _traced(given: Feedback) -> None:
    """Put the feedback on the run's trace, whose root has the run's id."""
    try:
        _client().create_feedback(
            given.run_id,
            KEY,
            score=given.score,
            trace_id=given.run_id,
            feedback_id=uuid5(given.run_id, KEY),  # a second judgement of a run takes the place of the first
            stop_after_attempt=ATTEMPTS,
        )
    except (LangSmithError, OSError, ValueError) as fault:
        logger.warning("feedback on run %s is in the route log only: %s", given.run_id, fault)
