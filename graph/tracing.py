"""How runs are traced: what the client may send, and the facts a run's root is found by.

LangSmith's own variables switch tracing on and name the collector; SIGNALBOX_TRACE says how much of the words goes.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from langgraph.config import get_config
from langsmith import Client, RunTree, get_current_run_tree
from langsmith.run_trees import get_cached_client
from langsmith.utils import tracing_is_enabled

from graph.settings import Trace
from knowledge.masking import masked_values

FLUSH_MS = 1_500
"""How long the end of a command may wait for OpenTelemetry's own queue."""

_started = threading.Lock()


def client_of(trace: Trace) -> Client:
    """The process's client, which every trace goes through; the first call decides what it may send.

    `full` leaves it to the client's own LANGSMITH_HIDE_INPUTS and LANGSMITH_HIDE_OUTPUTS.
    """
    with _started:
        if trace == "full":
            return get_cached_client()
        hidden = True if trace == "hidden" else None
        return get_cached_client(anonymizer=masked_values, hide_inputs=hidden, hide_outputs=hidden)


def begin(trace: Trace) -> None:
    """Make the client before the first run makes one of its own. Does nothing where nothing is traced."""
    if tracing_is_enabled():
        client_of(trace)


def root_run() -> RunTree | None:
    """The trace of the whole run that the current step belongs to; None where nothing is traced."""
    step = get_current_run_tree()
    if step is None:
        return None
    try:
        callbacks = get_config().get("callbacks")
    except RuntimeError:  # called outside of a graph
        return None
    # The current tree is this step's and knows its parent by id only; the tracer has both.
    known = (getattr(handler, "run_map", {}) for handler in getattr(callbacks, "handlers", ()))
    return next((runs[id_] for runs in known if (id_ := str(step.parent_run_id)) in runs), None)


def facts(state: Mapping[str, Any], *, catalog: str, policy: str, thread: str) -> tuple[dict[str, Any], list[str]]:
    """Of a finished run: the metadata its root is filtered by, and its tags. `thread` is the digest the log has."""
    decisions: Sequence[Any] = state.get("decisions") or []
    mood = state.get("mood") or {}
    fell_back = any(one["fell_back"] for one in decisions)
    answered = (state.get("critique") or {}).get("answered", [])
    asked = [one["id"] for one in state.get("questions") or [] if one["origin"] == one["id"]]
    metadata = {
        "catalog": catalog,
        "policy": policy,
        "thread": thread,
        "tier": ", ".join(dict.fromkeys(one["tier"] for one in decisions)),
        "bases": list(dict.fromkeys(base["name"] for one in decisions for base in one["bases"])),
        "fell_back": fell_back,
        "mood": mood.get("name", ""),
    }
    tags = {
        f"catalog:{catalog}": True,
        "fell back": fell_back,
        "handed over": bool(state.get("handover")),
        "unanswered": bool(set(asked) - set(answered)) and (bool(decisions) or not state.get("handover")),
        "asked again": any(one["again"] for one in state.get("questions") or []),
        "warned": bool(state.get("warnings")),
    }
    return metadata, [tag for tag, holds in tags.items() if holds]


def flush() -> None:
    """Wait until all is sent, to LangSmith and to OpenTelemetry's collector; call it in a thread of its own."""
    from langchain_core.tracers.langchain import wait_for_all_tracers

    wait_for_all_tracers()
    telemetry = sys.modules.get("opentelemetry.trace")
    provider: Any = telemetry.get_tracer_provider() if telemetry else None
    if hasattr(provider, "force_flush"):
        provider.force_flush(FLUSH_MS)
