"""What a store and the resources over it hold open: nothing once they are closed, or nobody has them any more."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from word_vectors import WordEmbedder

from graph.build import build
from graph.resources import Resources
from knowledge.store import Store

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="descriptors are listed on Linux only")
BASES = {"wiki": {"files": {"a.md": "# Bees\n\nBees dance to tell where flowers are."}}}


def held(folder: Path) -> list[str]:
    """The files below `folder` that this process has open."""
    found = []
    for number in Path("/proc/self/fd").iterdir():
        try:
            place = str(number.readlink())
        except FileNotFoundError:  # the listing's own
            continue
        if place.startswith(str(folder)):
            found.append(Path(place).name)
    return sorted(found)


def left(folder: Path) -> list[str]:
    """What stays open: Chroma's own threads let go of their files a moment after they are told to."""
    gc.collect()
    until = time.monotonic() + 10
    while held(folder) and time.monotonic() < until:
        time.sleep(0.02)
    return held(folder)


def test_a_store_that_nobody_has_any_more_holds_no_file(tmp_path: Path, words: WordEmbedder):
    """Chroma would keep a client that was not closed, and its files, until the process ends."""
    opened = Store(tmp_path / "store")
    opened.create("wiki", words)
    assert held(tmp_path)
    del opened
    assert left(tmp_path) == []


def test_a_store_that_is_closed_opens_again(tmp_path: Path, words: WordEmbedder):
    """Closing lets go of every file, and the next use opens them again."""
    opened = Store(tmp_path / "store")
    opened.create("wiki", words)
    opened.close()
    assert left(tmp_path) == []
    opened.create("wiki", words)
    assert held(tmp_path)
    opened.close()


async def test_resources_that_are_closed_hold_no_file(tmp_path: Path, make_resources: Callable[..., Resources]):
    """Store, word index, sentences and route log: a process may open one catalog after another."""
    with make_resources(BASES, settings={"shadow": 1, "cache": "true"}) as resources:
        await build(resources).ainvoke({"messages": [("user", "Where do bees say that flowers are?")]})
        assert held(tmp_path)
    assert left(tmp_path) == []
