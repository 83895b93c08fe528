"""An ingest in a process of its own, and all that a store holds, to tell whether two stores are in the same state."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from word_vectors import WordEmbedder

from knowledge.bases.vector import scope
from knowledge.catalog import Catalog
from knowledge.store import Store

TESTS = Path(__file__).resolve().parent

PROCESS = """
import sys, time
from pathlib import Path
from word_vectors import WordEmbedder
from knowledge.catalog import Catalog
from knowledge.ingest import ingest
from knowledge.store import Store

def progress(done, total):
    print(done, flush=True)
    time.sleep(float(sys.argv[3]) if done >= 128 else 0)

words = WordEmbedder()
print("ready", flush=True)
ingest(Catalog.load(Path(sys.argv[1])), Store(Path(sys.argv[2])), lambda name: words, progress=progress)
print("end", flush=True)
"""


def other_process(catalog: Catalog, store: Store, pause_s: float = 0) -> subprocess.Popen[str]:
    """An ingest in a process of its own, which prints its progress and rests `pause_s` once 128 chunks are written."""
    command = [sys.executable, "-c", PROCESS, str(catalog.folder), str(store.directory), str(pause_s)]
    environ = os.environ | {"PYTHONPATH": str(TESTS)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ)


def holdings(catalog: Catalog, store: Store, embedder: WordEmbedder) -> dict[str, Any]:
    """All a store holds: rows of Chroma, ids of BM25, the record of sources but for their times, and the manifest."""
    held: dict[str, Any] = {"manifest": store.manifest()}
    for spec in catalog.base:
        name = catalog.collection(spec)
        with store.reading(name, embedder) as collection:
            rows = collection.get(include=["documents", "metadatas", "embeddings"])
        vectors = [np.round(vector, 5).tolist() for vector in rows["embeddings"]]
        metadata = [sorted(one.items()) for one in rows["metadatas"]]
        held[name] = sorted(zip(rows["ids"], rows["documents"], metadata, vectors, strict=True))
        place = scope(name, spec.value)
        held[f"words of {place}"] = sorted(store.lexical.ids(place))
        held[f"chunks of {place}"] = store.sources.chunks(place)
        records = store.sources.records(place)
        held[f"records of {place}"] = {source: (one.digest, one.made, one.note) for source, one in records.items()}
    return held
