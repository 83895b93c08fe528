"""The house: imports point down only, the plain rooms know no langgraph, and importing does nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from graph.settings import ROOT

ROOMS = (
    "errors",
    "knowledge",
    "prompts",
    "models",
    "routing",
    "tools",
    "nodes",
    "graph",
    "evals",
    "web",
    "console",
    "cli",
)
PARTS = (
    "state",
    "evidence",
    "ledger",
    "task",
    "context",
    "settings",
    "resources",
    "opening",
    "blas",
    "result",
    "edges",
    "events",
    "tracing",
    "threads",
    "backup",
    "presence",
    "caller",
)
"""Modules of graph/ that nodes build on."""
FILES = sorted(
    file.relative_to(ROOT)
    for room in ROOMS
    for file in [*(ROOT / room).rglob("*.py"), *([ROOT / f"{room}.py"] if (ROOT / f"{room}.py").exists() else [])]
)
PLAIN = ("errors", "knowledge", "prompts", "models", "routing", "tools")


def module(file: Path) -> str:
    """The dotted name of a file."""
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def level(name: str) -> int:
    """How high a module stands; it may import what stands as high or lower."""
    room, _, rest = name.partition(".")
    if room == "graph":
        part = rest.split(".")[0]
        return {"": 3, "edges": 5, "build": 6, "served": 7, "app": 8}.get(part, 4 if part in PARTS else 8)
    return {
        "errors": 0,
        "knowledge": 1,
        "prompts": 1,
        "models": 1,
        "routing": 2,
        "tools": 2,
        "nodes": 5,
        "evals": 8,
        "web": 8,
        "console": 8,
        "cli": 9,
    }[room]


def imports(file: Path) -> set[str]:
    """Every module a file imports, wherever in it."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("file", FILES, ids=str)
def test_imports_point_down_only(file: Path) -> None:
    """A module imports what stands as high as itself or lower, and nobody imports cli or graph.app but cli."""
    ours = {name for name in imports(file) if name.partition(".")[0] in ROOMS}
    own = level(module(file))
    assert {name for name in ours if level(name) > own} == set()
    assert "cli" not in {name.partition(".")[0] for name in ours}


@pytest.mark.parametrize("file", [file for file in FILES if file.parts[0].removesuffix(".py") in PLAIN], ids=str)
def test_the_plain_rooms_know_no_langgraph(file: Path) -> None:
    """Knowledge, prompts, models, routing and tools stay plain Python, tested in milliseconds."""
    assert {name for name in imports(file) if name.partition(".")[0] == "langgraph"} == set()


def test_models_and_knowledge_do_not_know_each_other() -> None:
    """What is known and who is asked are separate rooms."""
    for file in FILES:
        rooms = {name.partition(".")[0] for name in imports(file)}
        if file.parts[0] == "models":
            assert "knowledge" not in rooms
        if file.parts[0] == "knowledge":
            assert not {"models", "prompts"} & rooms


IMPORT_ALL = """
import os, socket, sys

def refuse(event, args):
    writes = event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+")
    if writes and not str(args[0]).endswith(".pyc") and "__pycache__" not in str(args[0]) and args[0] != os.devnull:
        raise RuntimeError(f"import wrote {args[0]}")
    if event in {"socket.connect", "socket.getaddrinfo", "subprocess.Popen"} or (
        event in {"os.mkdir", "os.rename", "os.remove"} and "__pycache__" not in str(args[0])
    ):
        raise RuntimeError(f"import did {event} {args}")

import importlib
sys.path[:0] = [sys.argv[1]]
import chromadb, langchain_chroma, langgraph.graph, numpy, onnxruntime, pydantic, tokenizers  # not ours
sys.addaudithook(refuse)
for name in sys.argv[2:]:
    importlib.import_module(name)
"""


def test_importing_does_nothing(tmp_path: Path) -> None:
    """Every module but graph.app can be imported from an empty folder: no file written, no network, no process."""
    names = [module(file) for file in FILES if module(file) not in {"graph.app", "cli"}]
    command = [sys.executable, "-c", IMPORT_ALL, str(ROOT), *names]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_every_module_says_why_it_exists() -> None:
    """Each file opens with a docstring."""
    nameless = [
        str(file)
        for file in FILES
        if (ROOT / file).stat().st_size and not ast.get_docstring(ast.parse((ROOT / file).read_text(encoding="utf-8")))
    ]
    assert nameless == []
