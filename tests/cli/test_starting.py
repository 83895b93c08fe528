"""The start of a command that asks leaves the process as it found it, but for what it loaded."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor

import pytest

from console.starting import starting
from knowledge.embedding import embedded


def test_the_collector_works_again_whatever_happens() -> None:
    """It rests while things are imported, and what was there is not looked at any more."""
    before = gc.get_freeze_count()
    try:
        with starting():
            assert not gc.isenabled()
        assert gc.isenabled()
        assert gc.get_freeze_count() > before
        with pytest.raises(ImportError), starting():
            raise ImportError("a broken installation")
        assert gc.isenabled()
    finally:
        gc.unfreeze()


def test_threads_that_want_the_model_at_once_get_one() -> None:
    """The one that a start loads is the one that the question is embedded with."""
    with ThreadPoolExecutor(4) as pool:
        loaded = list(pool.map(lambda _: embedded(), range(4)))
    assert all(one is loaded[0] for one in loaded)
