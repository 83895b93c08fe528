"""Writing a finished run's decisions to the route log: one row a decision, whatever end the run took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langgraph.config import get_config
from langgraph.runtime import Runtime
from langsmith import RunTree, get_current_run_tree

from graph.context import Knobs, allowed_bases
from graph.resources import Resources
from graph.state import State
from knowledge.blocking import in_thread
from nodes.asking import routing_model
from routing.log_rows import DecisionRow


async def record(
    resources: Resources, state: State, update: Mapping[str, Any], runtime: Runtime[Any], run: Knobs
) -> None:
    """Log the run that ends with `update`; the same facts go to its trace. Never fails a run."""
    log = resources.route_log
    if log is None:
        return
    info = runtime.execution_info
    ended, traced = {**state, **update}, _traced_run()
    # A caller who gave the run no id finds its rows by that of its trace.
    run_id = info.run_id if info and info.run_id else str(traced.id) if traced else None

    def written() -> list[DecisionRow]:
        rows = log.record_run(
            ended,
            run_id=run_id,
            thread=info.thread_id if info else None,
            catalog=resources.catalog.name,
            versions=resources.versions(routing_model(resources.settings, run)),
        )
        if resources.shadow is not None:
            resources.shadow.offer(ended, rows, allowed_bases(resources.catalog, run))
        return rows

    rows = await in_thread(written)
    if traced is not None:
        traced.add_metadata({"decisions": [row.to_dict() for row in rows]})


def _traced_run() -> RunTree | None:
    """The trace of the whole run, where traces are filtered by their metadata; None where nothing is traced."""
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
