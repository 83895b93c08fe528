"""Many users at once against the real server, with a scripted model that takes its time.

    python benchmarks/server_load.py [--users 50] [--turns 2] [--pause 0.3] [--workers 10] [--questions 0] [--json]

Each user has a thread and asks for what belongs to nobody else; an answer with another user's passage, or a thread with
another user's message, is counted. `--questions N` then asks N more, as many users at a time, and tells how the
server's memory grew (5000 takes four minutes with --pause 0.05). Conversations are kept on disk, as `signalbox serve`
keeps them: the development server's own memory forgets a deleted thread, and not its values.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # routing.py beside this file would hide the package of that name
sys.path.insert(1, str(ROOT / "tests"))

from dev_server import Server, clean, copied, running  # noqa: E402
from fakes import write_catalog  # noqa: E402
from langgraph_sdk import get_client  # noqa: E402
from langgraph_sdk.client import LangGraphClient  # noqa: E402
from scripted_openai import Reply, Request, ScriptedOpenAI, serve, value  # noqa: E402

GRAPH = "signalbox"
SYLLABLES = ("bo", "da", "fe", "gu", "ka", "lo", "mi", "nu", "pe", "ra", "so", "ti", "vu", "we", "zo")
NAMES = tuple(f"{a}{b}{c}".capitalize() for a, b, c in product(SYLLABLES, repeat=3))
ASKS = ("What is the code of the locker of {name}?", "On which floor is the locker of {name}?")
_ASKED = re.compile(r"locker of (\w+)")
_PASSAGE = re.compile(r"^\[(\d+)\] .*?\n(.*?)(?=\n\n\[\d+\]|\Z)", re.DOTALL | re.MULTILINE)


@dataclass
class Outcome:
    """What was seen: seconds of each question, and everything that must not be."""

    seconds: list[float] = field(default_factory=list)
    wall_s: float = 0.0
    calls: int = 0
    errors: list[str] = field(default_factory=list)
    mixed: list[str] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)

    def to_dict(self, pause_s: float, workers: int) -> dict[str, Any]:
        """The figures; `least_s` is what the model's pauses take where all workers are always busy."""
        ordered = sorted(self.seconds) or [0.0]
        return {
            "questions": len(self.seconds),
            "errors": len(self.errors),
            "mixed": len(self.mixed),
            "wall_s": round(self.wall_s, 1),
            "least_s": round(self.calls * pause_s / workers, 1),
            "model_calls": self.calls,
            "p50_s": round(ordered[len(ordered) // 2], 2),
            "p95_s": round(ordered[int(len(ordered) * 0.95)], 2),
            "memory_mb": self.memory_mb,
            "first_faults": [*self.errors, *self.mixed][:3],
        }


def code_of(name: str) -> str:
    """A user's own code, which says whose it is."""
    return f"{name.upper()}{len(name)}"


def write_lockers(folder: Path, users: int) -> None:
    """A catalog of two bases with one short document a user."""
    names = NAMES[:users]
    codes = {
        f"{name}.md": f"# Code of {name}\n\nThe code of the locker of {name} is {code_of(name)}.\n" for name in names
    }
    floors = {
        f"{name}.md": f"# Floor of {name}\n\nThe locker of {name} is on floor {code_of(name)}.\n" for name in names
    }
    write_catalog(
        folder,
        "lockers",
        {
            "codes": {
                "description": "The code that opens each member's locker.",
                "examples": ["What is the code of my locker?", "Which code opens the locker of Ann?"],
                "keywords": ["code"],
                "files": codes,
            },
            "floors": {
                "description": "The floor that each member's locker is on.",
                "examples": ["On which floor is my locker?", "Where is the locker of Ann?"],
                "keywords": ["floor"],
                "files": floors,
            },
        },
    )


def script(request: Request) -> Reply:
    """A model that quotes the passage about the member who is asked for, and is content with every answer."""
    if request.shape == "Routes":
        labels = [{"label": label, "score": 0.9} for label in ("codes", "floors")]
        return value({"routes": [{"question": 1, "bases": labels, "reason": "scripted"}]})
    if request.shape == "Review":
        return value({"verdicts": [{"question": 1, "settled": True, "missing": []}]})
    if request.shape == "Rewritten":
        text = next(line for line in reversed(request.user.splitlines()) if _ASKED.search(line))
        return value({"questions": [{"text": text, "waits_for": None}]})
    if request.shape:
        return Reply(status=418)
    asked = request.user.partition("\nMessage:\n")[2]
    name, code = _ASKED.findall(asked)[0], "floor" not in asked.partition("\n")[0]
    for number, text in _PASSAGE.findall(asked.partition("\nPassages:\n")[2]):
        if name in text and ("code" in text) is code:
            return Reply(f"{text.strip()[:-1]} [{number}].")
    return Reply("It was not found.")


async def load(
    url: str, model: ScriptedOpenAI, *, users: int, turns: int = 2, questions: int = 0, memory: Any = None
) -> Outcome:
    """Every user's turns, all users at once; then so many further questions, as many at a time."""
    outcome, before, began = Outcome(), model.calls, time.perf_counter()
    client = get_client(url=url, timeout=600)
    try:
        await asyncio.gather(*(_user(client, NAMES[at], turns, outcome) for at in range(users)))
        outcome.wall_s, outcome.calls = time.perf_counter() - began, model.calls - before
        if memory is not None:
            outcome.memory_mb.append(memory())
        for start in range(0, questions, users * 10):
            some = min(users * 10, questions - start)
            further = Outcome()
            lots = [some // users + (at < some % users) for at in range(users)]
            await asyncio.gather(*(_user(client, NAMES[at], lot, further) for at, lot in enumerate(lots) if lot))
            outcome.errors += further.errors
            outcome.mixed += further.mixed
            model.requests.clear()  # it remembers every request
            if memory is not None:
                outcome.memory_mb.append(memory())
    finally:
        await client.aclose()
    return outcome


async def _user(client: LangGraphClient, name: str, turns: int, outcome: Outcome) -> None:
    thread = (await client.threads.create())["thread_id"]
    asked = [ASKS[turn % len(ASKS)].format(name=name) for turn in range(turns)]
    for text in asked:
        began = time.perf_counter()
        given = {"messages": [{"role": "user", "content": text}]}
        try:
            state: Any = await client.runs.wait(thread, GRAPH, input=given)
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is counted
            outcome.errors.append(f"{name}: {type(fault).__name__}: {fault}")
            continue
        outcome.seconds.append(time.perf_counter() - began)
        others = {other for other in NAMES if other in state["answer"]} - {name}
        if code_of(name) not in state["answer"] or others or state["warnings"]:
            outcome.mixed.append(f"{name} was told: {state['answer']} {state['warnings']}")
    kept = (await client.threads.get_state(thread))["values"].get("messages", [])
    said = [message["content"] for message in kept if message["type"] == "human"]
    if said != asked:
        outcome.mixed.append(f"the thread of {name} holds: {said}")
    # A server keeps every thread until it is deleted: memory is looked at without them.
    await client.threads.delete(thread)


def memory_of(server: Server) -> float:
    """Resident megabytes of the server's processes."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
            group = (status.parent / "stat").read_text().rpartition(")")[2].split()[2]
        except OSError:  # it ended meanwhile
            continue
        if int(group) == server.process.pid:
            total += int(fields.get("VmRSS", "0 kB").split()[0])
    return round(total / 1024, 1)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--pause", type=float, default=0.3, help="seconds a model call takes")
    parser.add_argument("--workers", type=int, default=10)
    parser.add_argument("--questions", type=int, default=0, help="further questions, for the memory")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as held, serve(script, pause_s=given.pause) as model:
        folder = Path(held)
        write_lockers(folder / "catalogs", given.users)
        places = {"SIGNALBOX_HOME": str(folder / "home"), "SIGNALBOX_CATALOGS": str(folder / "catalogs")}
        chosen = {"SIGNALBOX_CATALOG": "lockers", "SIGNALBOX_MODEL": "openai:scripted"}
        environ = clean(**places, **chosen, OPENAI_BASE_URL=model.url, OPENAI_API_KEY="sk-scripted")
        with running(copied(folder, on_disk=True), environ, workers=given.workers) as server:
            asyncio.run(load(server.url, model, users=1, turns=1))  # builds the store
            outcome = asyncio.run(
                load(
                    server.url,
                    model,
                    users=given.users,
                    turns=given.turns,
                    questions=given.questions,
                    memory=lambda: memory_of(server),
                )
            )
    told = outcome.to_dict(given.pause, given.workers)
    print(json.dumps(told) if given.json else "\n".join(f"{name:14}{figure}" for name, figure in told.items()))
    sys.exit(1 if outcome.errors or outcome.mixed else 0)


if __name__ == "__main__":
    main()
