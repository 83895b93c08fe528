"""Writing a finished run's decisions to the route log: one row a decision, whatever end the run took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langgraph.runtime import Runtime
from langsmith import get_current_run_tree

from graph.context import Knobs, allowed_bases
from graph.resources import Resources
from graph.state import State
from knowledge.blocking import in_thread
from routing.log_rows import DecisionRow


async def record(
    resources: Resources, state: State, update: Mapping[str, Any], runtime: Runtime[Any], run: Knobs
) -> None:
    """Log the run that ends with `update`; the same facts go to its trace. Never fails a run."""
    log = resources.route_log
    if log is None:
        return
    info = runtime.execution_info
    ended = {**state, **update}

    def written() -> list[DecisionRow]:
        rows = log.record_run(
            ended,
            run_id=info.run_id if info else None,
            thread=info.thread_id if info else None,
            catalog=resources.catalog.name,
            versions=resources.versions(run.model),
        )
        if resources.shadow is not None:
            resources.shadow.offer(ended, rows, allowed_bases(resources.catalog, run))
        return rows

    rows = await in_thread(written)
    tree = get_current_run_tree()
    if tree is not None:
        tree.add_metadata({"decisions": [row.to_dict() for row in rows]})
