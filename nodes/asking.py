"""How a node comes by the model of its run, and when the run stops asking it."""

from __future__ import annotations

import math
import time

from errors import ModelError
from graph.context import Knobs
from graph.ledger import EMPTY_LEDGER, Ledger, Spending
from graph.resources import Resources
from graph.settings import Settings
from graph.state import State
from models.ask import Allowance, Asker, Usage
from models.chat import NO_MODEL
from models.prices import prices

TRANSPORT = frozenset({"auth", "unknown_model", "rate_limit", "timeout", "connection", "server"})
"""Faults that the next call of the same run would meet again, after the same wait."""


def asker(
    resources: Resources, run: Knobs, usage: Usage, limit_s: float, left: Allowance, *, small: bool = False
) -> Asker | None:
    """Access to the run's model, or None where the run has none. `usage` is added to by every call.

    `small`: the step decides and does not write, so the model of the setting for routing will do.
    """
    settings = resources.settings
    name = routing_model(settings, run) if small else run.model
    chat = resources.models.get(name)
    if chat is None:
        return None
    return Asker(chat, usage, settings.structured, max(limit_s, 0.1), prices(settings.prices).get(name), left)


def asker_in(
    state: State, resources: Resources, run: Knobs, usage: Usage, *, small: bool = False, answers: bool = False
) -> Asker | None:
    """The same inside a run: None also where the model already failed for good, or the deadline is past.

    Of a limited number of calls one is kept for the step that `answers`.
    """
    seconds = remaining_s(state, resources.settings)
    if state.get("model_fault") or seconds == 0:
        return None
    kept = 0 if answers else 1
    left = allowance(resources.settings, run, state["ledger"], state.get("spent_before", EMPTY_LEDGER), kept)
    return asker(resources, run, usage, seconds, left, small=small)


def routing_model(settings: Settings, run: Knobs) -> str:
    """The model that rewrites, routes and fills in tools: a run without a model has none for that either."""
    return run.model if run.model in NO_MODEL else settings.routing_model or run.model


def allowance(settings: Settings, run: Knobs, spent: Ledger, before: Ledger, kept: int = 0) -> Allowance:
    """What this run may still spend, `kept` calls aside: the operator's limits hold whatever a caller asks for."""
    calls, tokens = (spent[key] + before[key] for key in ("model_calls", "tokens"))
    limits = [
        (_limit(settings.run_calls, run.max_calls), spent["model_calls"], "run", "model calls", kept),
        (_limit(settings.run_tokens, run.max_tokens), spent["tokens"], "run", "tokens", 0),
        (_limit(settings.thread_calls), calls, "conversation", "model calls", kept),
        (_limit(settings.thread_tokens), tokens, "conversation", "tokens", 0),
    ]
    room = [(limit - used - aside, what) for limit, used, _, what, aside in limits]
    spent_up = [
        f"the {whose}'s limit of {limit:,.0f} {what} is reached" + (", but for the answer" if aside else "")
        for limit, used, whose, what, aside in limits
        if limit < math.inf and limit - used - aside <= min(left for left, same in room if same == what)
    ]
    return Allowance(
        min(left for left, what in room if what == "model calls"),
        min(left for left, what in room if what == "tokens"),
        next(iter(spent_up), ""),
    )


def shared(settings: Settings, run: Knobs, spending: Spending) -> Allowance:
    """What one of several branches that ask at once may spend: each has its share of the calls."""
    left = allowance(settings, run, spending["run"], spending["before"], 1)
    return Allowance(left.calls // spending["branches"], left.tokens, left.why)


def down(fault: ModelError | None) -> str:
    """What to note so that the run does not ask again, or ""."""
    return str(fault) if fault is not None and fault.fault in TRANSPORT else ""


def remaining_s(state: State, settings: Settings) -> float:
    """Seconds until the run's deadline, at least 0."""
    return max(settings.deadline - (time.time() - state["started"]), 0.0)


def _limit(*limits: int) -> float:
    return min((limit for limit in limits if limit), default=math.inf)
