"""What an ingest costs beside the embedding it cannot do without, on passages of the MTRAG pool (Katsis et al., TACL
2025) written out as a folder of files, one passage a file and a chunk.

Run: python -m evals.ingest --passages 5000 [--json]; --passages 37532 is the whole pool, for once, by hand.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from errors import BenchmarkMissing
from evals.command import on_stderr
from evals.mtrag_data import KBS, Task, tasks
from evals.public import Benchmarks, half
from evals.report import Result, plain, table
from graph.settings import Settings
from knowledge.bases.base import Search
from knowledge.bases.vector import VectorBase
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder, Vectors, embedded
from knowledge.ingest import Progress, Report, ingest, no_progress
from knowledge.sentences import SentenceVectors
from knowledge.store import Store

SUITE = "pool"
PASSAGES = 5_000
PROBES = 200
"""Passages that the bare speed is measured on, before the ingest and after it: the machine may not be ours alone."""
QUERIES = 100
TARGETS = {"rerun_ratio": 50.0, "overhead": 0.1}


class Timed(Embedder):
    """The embedded model with a clock: what an ingest takes beyond these seconds is ours. Questions are not
    remembered, so that a repeated one still costs its embedding.
    """

    def __init__(self, model: Embedder) -> None:
        self.name = model.name
        self.seconds = 0.0
        self._model = model

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The model's vectors, timed."""
        began = time.perf_counter()
        vectors = self._model.encode(texts)
        self.seconds += time.perf_counter() - began
        return vectors

    def query(self, text: str) -> Vectors:
        """The vector of one question, embedded each time."""
        vector: Vectors = self.encode([text])[0]
        return vector


def run(settings: Settings, progress: Progress = no_progress, *, passages: int = PASSAGES) -> Result:
    """Build, build again, and ask.

    `passages_per_second`, `bare_per_second` (the model alone, on the same texts) and their `speed_ratio`; `overhead`:
    seconds beyond embedding as a share of those of embedding, both within the run; `rerun_ratio`: seconds of the first
    run by those of the second, `rerun_seconds`; `rss_mb`: the most memory the process ever held, the model's included;
    `disk_bytes`; `query_ms_p50` and `query_ms_p95`: a question of the odd half in its own base, k = 3, the model's
    milliseconds included, passages' sentences known.

    Raises:
        BenchmarkMissing: the pool is not there.
    """
    began = time.perf_counter()
    data = Benchmarks(settings.benchmarks)
    rows = _pool(data, passages)
    asked = [task for task in tasks(data) if half(task.conversation_id) == "odd"][:QUERIES]
    with TemporaryDirectory(prefix="signalbox-ingest-") as folder:
        catalog = _written(rows, Path(folder))
        bench = _Bench(catalog, Store(Path(folder) / "store"), Timed(embedded()))
        metrics = bench.build([text for _, _, text in rows], progress) | bench.ask(asked)
    return Result(
        suite=SUITE,
        split="pool",
        tuned_on="nothing",
        n=len(rows),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - began,
    )


@dataclass(frozen=True)
class _Bench:
    catalog: Catalog
    store: Store
    model: Timed

    def build(self, texts: Sequence[str], progress: Progress) -> dict[str, float]:
        probes = texts[:: max(1, len(texts) // PROBES)][:PROBES]
        bare = self._bare(probes)
        self.model.seconds = 0.0
        first, seconds = self._ingest(progress)
        within = self.model.seconds
        bare = len(probes) * 2 / (bare + self._bare(probes))
        again, rerun = self._ingest(no_progress)
        if (first.added, again.added, again.deleted) != (again.unchanged, 0, 0):
            raise AssertionError(f"a second run did something: {first} then {again}")
        speed = len(texts) / seconds
        self.store.close()
        return {
            "passages_per_second": speed,
            "bare_per_second": bare,
            "speed_ratio": speed / bare,
            "overhead": (seconds - within) / within,
            "rerun_ratio": seconds / rerun,
            "rerun_seconds": rerun,
            "chunks": float(first.added),
            "rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3),
            "disk_bytes": float(sum(file.stat().st_size for file in self.store.directory.rglob("*") if file.is_file())),
        }

    def ask(self, questions: Sequence[Task]) -> dict[str, float]:
        sentences = SentenceVectors(self.store.sentences_file)
        bases = {
            spec.name: VectorBase.of(self.catalog, spec, self.store, self.model, sentences)
            for spec in self.catalog.base
        }
        taken: list[float] = []
        for _ in range(2):  # the first round embeds the sentences of what it finds
            taken.clear()
            for one in questions:
                began = time.perf_counter()
                bases[one.kb].search(Search(one.question, k=3))
                taken.append(1000 * (time.perf_counter() - began))
        return {
            "query_ms_p50": float(np.percentile(taken, 50)),
            "query_ms_p95": float(np.percentile(taken, 95)),
        }

    def _ingest(self, progress: Progress) -> tuple[Report, float]:
        began = time.perf_counter()
        report = ingest(self.catalog, self.store, lambda _: self.model, progress=progress)
        return report, time.perf_counter() - began

    def _bare(self, texts: Sequence[str]) -> float:
        began = time.perf_counter()
        self.model.encode(texts)
        return time.perf_counter() - began


def _pool(data: Benchmarks, most: int) -> list[tuple[str, str, str]]:
    """(kb, id, text) of the passages with the least digests: as good as drawn, and the same each time."""
    rows = (
        (kb, str(row["id"]), str(row["text"]).strip())
        for kb in KBS  # a base at a time, so that the pool is not counted as memory of the ingest
        for row in data.rows(f"mtrag/pool/corpus_pool_{kb}.jsonl.gz")
    )
    return nsmallest(most, (row for row in rows if row[2]), key=lambda row: hashlib.sha256(row[1].encode()).hexdigest())


def _written(rows: Sequence[tuple[str, str, str]], folder: Path) -> Catalog:
    """A catalog of one base a knowledge base, and a text file for each passage."""
    blocks = []
    for kb in KBS:
        (folder / kb).mkdir()
        blocks.append(f'[[base]]\nname = "{kb}"\ncollection = "pool-{kb}"\ndocuments = "{kb}"\nchunk_size = 20000\n')
    for number, (kb, _, text) in enumerate(rows):
        (folder / kb / f"{number:06}.txt").write_text(text, encoding="utf-8")
    (folder / "catalog.toml").write_text("\n".join(blocks), encoding="utf-8")
    return Catalog.load(folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the suite's table, or its object with --json."""
    parser = argparse.ArgumentParser(prog="python -m evals.ingest")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    parser.add_argument("--passages", type=int, default=PASSAGES, help="how many of the pool's 37,532 passages")
    given = parser.parse_args(arguments)
    try:
        result = run(Settings.from_env(), on_stderr, passages=given.passages)
    except BenchmarkMissing as missing:
        print(f"skipped {SUITE}: {missing}", file=sys.stderr)  # noqa: T201 - the command's word
        return 0
    print(json.dumps(plain(result)) if given.json else table(result))  # noqa: T201 - the command's output
    return 0


if __name__ == "__main__":
    sys.exit(main())
