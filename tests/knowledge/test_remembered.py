"""A text is embedded once, whoever asks for it and when."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from knowledge.remembered import Remembered


def test_searches_at_once_share_one_vector():
    """Five threads that want the same text wait for the one that was first."""
    asked: list[str] = []
    start, go = threading.Barrier(5), threading.Event()

    def embed(text: str) -> np.ndarray:
        asked.append(text)
        go.wait(5)
        return np.ones(2, dtype=np.float32)

    remembered = Remembered(embed, 10)

    def wants() -> np.ndarray:
        start.wait(5)
        return remembered("bees")

    with ThreadPoolExecutor(5) as pool:
        found = [pool.submit(wants) for _ in range(5)]
        threading.Timer(0.05, go.set).start()
        vectors = [one.result(5) for one in found]
    assert asked == ["bees"]
    assert all(one is vectors[0] for one in vectors)
    with pytest.raises(ValueError, match="read-only"):
        vectors[0][0] = 2


def test_the_latest_are_kept():
    """What was asked for longest ago is forgotten first."""
    asked: list[str] = []

    def embed(text: str) -> np.ndarray:
        asked.append(text)
        return np.zeros(1, dtype=np.float32)

    remembered = Remembered(embed, 2)
    for text in ("a", "b", "a", "c", "a", "b"):
        remembered(text)
    assert asked == ["a", "b", "c", "b"]


def test_a_fault_is_told_to_everyone_and_not_remembered():
    """The next one who asks has it tried again."""
    tries: list[str] = []

    def embed(text: str) -> np.ndarray:
        tries.append(text)
        if len(tries) == 1:
            raise OSError("gone")
        return np.zeros(1, dtype=np.float32)

    remembered = Remembered(embed, 2)
    with pytest.raises(OSError, match="gone"):
        remembered("a")
    assert remembered("a").shape == (1,)
