"""A child run of a trace for what happens inside a step: a prompt being filled in, a store being asked.

Nothing is made, and next to nothing spent, where the step itself is not traced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

from langsmith import get_current_run_tree
from langsmith.run_helpers import trace

Kind = Literal["prompt", "retriever", "tool"]
Told = Callable[[Mapping[str, Any]], None]


@contextmanager
def child_run(name: str, kind: Kind, inputs: Mapping[str, Any]) -> Iterator[Told]:
    """A run under the current one, and the function that tells its outputs. What is raised inside is its error."""
    if get_current_run_tree() is None:
        yield _untold
        return
    with trace(name, run_type=kind, inputs=dict(inputs)) as run:
        yield lambda outputs: run.end(outputs=dict(outputs))


def _untold(outputs: Mapping[str, Any]) -> None:
    """Where nothing is traced."""
