"""`signalbox ask`: a question, or the reply that a thread waits for, answered in the terminal; or a conversation."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from console.chat import chat
from console.session import Session, is_waiting
from console.show import (
    Path,
    ask_back,
    at_terminal,
    ingest_progress,
    print_json,
    show_answer,
    show_trace,
    show_waiting,
    stderr,
)
from graph.resources import Resources
from knowledge.ingest import Progress, stale


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked, and how it is shown. Without `question` and `resume` a conversation is held."""

    question: str | None = None
    resume: Any = None
    """What the user says to a `thread` that waits: words, or values by argument."""
    thread: str | None = None
    bases: tuple[str, ...] = ()
    as_json: bool = False
    trace: bool = False


def run(load: Callable[[Progress], Resources], wanted: Wanted) -> dict[str, Any] | None:
    """The outcome, once it is shown; None after a conversation. Raises ConfigError for a base that is not there.

    `load` gives the catalog's resources, which show their progress where they build a store.
    """
    talk = wanted.question is None and wanted.resume is None
    with ingest_progress("building the store") as advance:
        resources = load(advance)
        for name in wanted.bases:
            resources.catalog.spec(name)
        _warn_if_stale(resources)
        if stderr.is_terminal or talk:
            # The bar of a first build would fight with a prompt for the last line.
            resources.prepare()
    context: dict[str, Any] = {"bases": list(wanted.bases)} if wanted.bases else {}
    if talk:
        chat(resources, wanted.thread, context, as_json=wanted.as_json, trace=wanted.trace)
        outcome = None
    else:
        outcome = _answered(resources, wanted, context)
        _show(outcome, wanted)
    sys.stdout.flush()  # into a pipe too: what follows is not the reader's to wait for
    resources.settle()
    return outcome


def _answered(resources: Resources, wanted: Wanted, context: dict[str, Any]) -> dict[str, Any]:
    with Path(quiet=wanted.as_json) as shown, Session(resources, wanted.thread) as session:
        if wanted.question is None:
            return session.resume(wanted.resume, context, shown)
        asking = ask_back if at_terminal() and not wanted.as_json else None
        return session.ask(wanted.question, context, shown, asking)


def _show(outcome: dict[str, Any], wanted: Wanted) -> None:
    if wanted.as_json:
        print_json(outcome, indent=2)
    elif is_waiting(outcome):
        show_waiting(outcome)
    else:
        if wanted.trace:
            show_trace(outcome)
        show_answer(outcome)


def _warn_if_stale(resources: Resources) -> None:
    if resources.store.manifest() is not None and (why := stale(resources.catalog, resources.store)):
        stderr.print(f"[yellow]warning:[/] the store is stale: {why}; run: signalbox ingest")
