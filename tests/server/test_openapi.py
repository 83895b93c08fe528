"""Our own routes against their description.

Schemathesis sends what fits it and what does not; every status, type and body that comes back is one that is described.
A longer run by hand: EXAMPLES=300 pytest tests/server/test_openapi.py
"""

from __future__ import annotations

import os
from typing import Any

import httpx
import pytest
import schemathesis
from dev_server import Server
from hypothesis import HealthCheck, Phase, given, settings

from web.openapi import ROUTES, document

pytestmark = pytest.mark.server

EXAMPLES = int(os.environ.get("EXAMPLES", "5"))
"""Requests of each kind a route: a status that nobody described shows in seconds."""
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(document()).get_all_operations()]
POSITIVE, NEGATIVE = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE
TYPED = {"/signalbox/health", "/signalbox/routes.json", "/signalbox/feedback", "/signalbox/review"}
"""Those that take what can be of a wrong type: any text names a graph."""
CASES = [(one, POSITIVE) for one in OPERATIONS] + [(one, NEGATIVE) for one in OPERATIONS if one.path in TYPED]
QUICK = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.filterwarnings("ignore:Overriding standard format")
@pytest.mark.parametrize(("operation", "mode"), CASES, ids=[f"{one.label} {mode.value}" for one, mode in CASES])
def test_what_is_answered_is_described(operation: Any, mode: Any, server: Server) -> None:
    """No 500, and no status, media type or body that the description does not have."""

    @QUICK
    @given(case=operation.as_strategy(generation_mode=mode))
    def sent(case: Any) -> None:
        case.call_and_validate(base_url=server.url)

    sent()


def test_every_route_is_described_once(server: Server) -> None:
    """The server gives the description; what only operators see says so, and nothing but the page is open."""
    with httpx.Client(trust_env=False, timeout=60) as http:
        told = http.get(f"{server.url}/signalbox/openapi.json").json()["paths"]
    assert {(path, method) for path, one in told.items() for method in one} == {
        (one.path, one.method.lower()) for one in ROUTES
    }
    assert [one.path for one in ROUTES if one.open] == ["/"]
    assert "operator" in told["/signalbox/metrics"]["get"]["responses"]["403"]["description"]
