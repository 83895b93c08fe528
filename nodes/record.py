"""Writing a finished run's decisions to the route log: one row a decision, whatever end the run took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langgraph.runtime import Runtime
from langsmith import RunTree

from graph.context import Knobs, allowed_bases
from graph.resources import Resources
from graph.state import State
from graph.tracing import facts, root_run
from knowledge.blocking import in_thread
from nodes.asking import routing_model
from routing.log_rows import DecisionRow, digest, rows_of


async def record(
    resources: Resources, state: State, update: Mapping[str, Any], runtime: Runtime[Any], run: Knobs
) -> None:
    """Log the run that ends with `update`; the same facts go to the root of its trace. Never fails a run."""
    log, info, traced = resources.route_log, runtime.execution_info, root_run()
    if log is None and traced is None:
        return
    ended = {**state, **update}
    run_id = _run_id(runtime, traced)
    thread = info.thread_id if info else None

    def written() -> list[DecisionRow]:
        told: dict[str, Any] = {"run_id": run_id, "thread": thread}
        told |= {
            "catalog": resources.catalog.name,
            "versions": resources.versions(routing_model(resources.settings, run)),
        }
        if log is None:
            return rows_of(ended, **told)
        rows = log.record_run(ended, **told)
        log.record_review(
            ended,
            run_id=rows[0].run_id if rows else run_id,
            catalog=resources.catalog.name,
            share=resources.settings.review,
        )
        if resources.shadow is not None:
            resources.shadow.offer(ended, rows, allowed_bases(resources.catalog, run))
        return rows

    rows = await in_thread(written)
    if traced is not None:
        hashed = digest(thread) if thread else ""
        metadata, tags = facts(ended, catalog=resources.catalog.name, policy=run.policy, thread=hashed)
        # What is masked or hidden elsewhere in a trace is not told in its metadata.
        full = resources.settings.trace == "full"
        traced.add_metadata({**metadata, "decisions": [(row if full else row.discreet()).to_dict() for row in rows]})
        traced.add_tags(tags)


async def record_blocked(resources: Resources, state: State, runtime: Runtime[Any]) -> None:
    """Put a run that waits for the user into the review set: nobody may ever answer it."""
    log = resources.route_log
    if log is None or not log.keep_text:
        return
    run_id = _run_id(runtime, root_run())
    await in_thread(lambda: log.record_review(state, run_id=run_id, catalog=resources.catalog.name, share=0))


def _run_id(runtime: Runtime[Any], traced: RunTree | None) -> str | None:
    """The run's own id; a caller who gave it none finds its rows by that of its trace."""
    info = runtime.execution_info
    return info.run_id if info and info.run_id else str(traced.id) if traced else None
