"""Vectors of the latest texts: each is computed once, also where several searches want it at the same moment."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


class Remembered:
    """Remembers the vectors of the last `most` texts. Safe to share between threads; vectors are read only."""

    def __init__(self, embed: Callable[[str], Vector], most: int) -> None:
        self._embed = embed
        self._most = most
        self._known: OrderedDict[str, Vector] = OrderedDict()
        self._under_way: dict[str, Future[Vector]] = {}
        self._lock = threading.Lock()

    def __call__(self, text: str) -> Vector:
        """The vector of `text`, waited for where another thread computes it; raises what computing it raises."""
        with self._lock:
            known = self._known.get(text)
            if known is not None:
                self._known.move_to_end(text)
                return known
            waited_for = self._under_way.get(text)
            if waited_for is None:
                own = self._under_way[text] = Future()
        return self._computed(text, own) if waited_for is None else waited_for.result()

    def _computed(self, text: str, own: Future[Vector]) -> Vector:
        try:
            vector = self._embed(text)
            vector.setflags(write=False)
        except BaseException as fault:
            with self._lock:
                del self._under_way[text]
            own.set_exception(fault)
            raise
        with self._lock:
            del self._under_way[text]
            self._known[text] = vector
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        own.set_result(vector)
        return vector
