"""Chunks that searches fetched from the store, kept in memory until it is written.

A search asks Chroma for the ids and distances of a hundred chunks and then needs their texts. Reading those takes three
times as long as finding them, and most searches of a base bring the same chunks.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from chromadb import Collection

from knowledge.embedding import Vectors
from knowledge.passage import Passage

MOST = 8192
"""Chunks kept: a vector of 384 float32 and some 1,000 characters each, about 30 MB."""


class Row(NamedTuple):
    """A chunk as a passage without its score, and its unit vector, shape (dimensions,)."""

    passage: Passage
    vector: Vectors


class Fetched:
    """The last `most` chunks by base and filter: who may not see a chunk has another filter. Safe between threads.

    A store that is written takes a new one.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._rows: OrderedDict[tuple[str, str], Row | None] = OrderedDict()
        self._lock = threading.Lock()

    def rows(
        self, collection: Collection, base: str, ids: Iterable[str], where: Mapping[str, Any] | None
    ) -> dict[str, Row]:
        """Those of `ids` that are stored and lie under `where`, in the order given."""
        place = json.dumps([str(collection.id), base, where], sort_keys=True, default=str)
        wanted = list(dict.fromkeys(ids))
        with self._lock:
            known = {id_: self._rows[place, id_] for id_ in wanted if (place, id_) in self._rows}
            for id_ in known:
                self._rows.move_to_end((place, id_))
        missing = [id_ for id_ in wanted if id_ not in known]
        if missing:
            read = _read(collection, base, missing, where)
            # That one is not there, or not under the filter, is remembered too.
            fresh = {id_: read.get(id_) for id_ in missing}
            known |= fresh
            with self._lock:
                self._rows.update(((place, id_), row) for id_, row in fresh.items())
                while len(self._rows) > self._most:
                    self._rows.popitem(last=False)
        return {id_: row for id_ in wanted if (row := known[id_]) is not None}


def passage_of(base: str, id_: str, text: str, metadata: Mapping[str, Any]) -> Passage:
    """A stored chunk as a passage without a score."""
    return Passage(
        id=id_,
        base=base,
        text=text[int(metadata["lead"]) :],
        source=str(metadata["source"]),
        title=str(metadata["title"]),
        heading=str(metadata["heading"]),
        position=int(metadata["position"]),
        line=int(metadata.get("line", 0)),
        page=int(metadata.get("page", 0)),
        dated=str(metadata.get("dated", "")),
    )


def _read(collection: Collection, base: str, ids: list[str], where: Any) -> dict[str, Row]:
    found: Any = collection.get(ids=ids, where=where, include=["documents", "metadatas", "embeddings"])
    together = zip(found["ids"], found["documents"], found["metadatas"], found["embeddings"], strict=True)
    return {
        id_: Row(passage_of(base, id_, text, metadata), np.array(vector, dtype=np.float32))
        for id_, text, metadata, vector in together
    }
