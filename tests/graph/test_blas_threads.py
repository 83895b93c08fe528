"""Matrix products of a question run in one thread each: a second is waited for longer than it helps."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from fakes import scripted
from threadpoolctl import threadpool_info, threadpool_limits

from graph.blas import THREADS

PATIENCE_S = 10


def threads() -> set[int]:
    """What the process's libraries of matrix products are limited to."""
    return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}


@pytest.mark.parametrize(("given", "expected"), [("", 1), ("2", 2)])
def test_one_thread_unless_the_environment_says_more(
    given: str, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening what a question needs limits the process; what an operator set stays."""
    for name in THREADS:
        monkeypatch.setenv(name, given)
    world, _ = scripted(tmp_path, {"alpha": lambda search: []}, lambda text: {"alpha": 0.9})
    with threadpool_limits(2, user_api="blas"):
        world.prepare()
        # A router that an earlier test began to learn holds the process to one thread for the moment of its fit.
        until = time.monotonic() + PATIENCE_S
        while (seen := threads()) != {expected} and time.monotonic() < until:
            time.sleep(0.05)
    assert seen == {expected}
