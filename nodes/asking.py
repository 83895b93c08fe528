"""How a node comes by the model of its run, and when the run stops asking it."""

from __future__ import annotations

import time

from errors import ModelError
from graph.resources import Resources
from graph.settings import Settings
from graph.state import State
from models.ask import Asker, Usage

TRANSPORT = frozenset({"auth", "unknown_model", "rate_limit", "timeout", "connection", "server"})
"""Faults that the next call of the same run would meet again, after the same wait."""


def asker(resources: Resources, model: str, usage: Usage, limit_s: float) -> Asker | None:
    """Access to the run's model, or None where the run has none. `usage` is added to by every call."""
    chat = resources.models.get(model)
    return None if chat is None else Asker(chat, usage, resources.settings.structured, max(limit_s, 0.1))


def asker_in(state: State, resources: Resources, model: str, usage: Usage) -> Asker | None:
    """The same inside a run: None also where the model already failed for good, or the deadline is past."""
    left = remaining_s(state, resources.settings)
    return None if state.get("model_fault") or left == 0 else asker(resources, model, usage, left)


def down(fault: ModelError | None) -> str:
    """What to note so that the run does not ask again, or ""."""
    return str(fault) if fault is not None and fault.fault in TRANSPORT else ""


def remaining_s(state: State, settings: Settings) -> float:
    """Seconds until the run's deadline, at least 0."""
    return max(settings.deadline - (time.time() - state["started"]), 0.0)
