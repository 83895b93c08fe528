"""Matrix products of a question run in one thread each: a second is waited for longer than it helps."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes import scripted
from threadpoolctl import threadpool_info, threadpool_limits

from graph.blas import THREADS


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
        seen = {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}
    assert seen == {expected}
