"""`signalbox serve`: a langgraph.json for the catalogs that are wanted, and `langgraph dev` over it."""

from __future__ import annotations

import errno
import ipaddress
import json
import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from console.show import print_out, stderr
from errors import ConfigError
from graph.served import MAIN, catalogs_served, variable
from graph.settings import ROOT, Settings
from knowledge.catalog import Catalog, find

STUDIO = "https://smith.langchain.com/studio/?baseUrl="
CHECKPOINTERS: dict[str, dict[str, str] | None] = {"sqlite": {"path": "web.checkpoints.sqlite"}, "server": None}
"""The server's own keeping writes every ten seconds, but only until a state is first read; then when it ends."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to serve: the address, runs at once, where conversations are kept, and whether to start at all."""

    host: str
    port: int
    workers: int
    threads: str
    dry_run: bool


def run(settings: Settings, wanted: Wanted) -> None:
    """Become the server. Raises ConfigError for an unknown catalog, other machines without keys, and a taken port."""
    if wanted.threads not in CHECKPOINTERS:
        raise ConfigError(f"--threads: {wanted.threads!r} is unknown; valid: {', '.join(CHECKPOINTERS)}")
    catalogs = {name: find(catalog, settings.catalogs) for name, catalog in catalogs_served(settings).items()}
    folder = settings.home.absolute() / "serve"
    config = folder / "langgraph.json"
    folder.mkdir(parents=True, exist_ok=True)
    config.write_text(json.dumps(configuration(catalogs, wanted.threads), indent=2) + "\n", encoding="utf-8")
    if wanted.dry_run:
        print_out(str(config))
        return
    _check_address(settings, wanted)
    program = Path(sys.executable).parent / "langgraph"
    if not program.exists():
        raise ConfigError(f"{program} is missing; run: pip install -e '.[serve]'")
    _tell(wanted, catalogs)
    for catalog in catalogs.values():
        if not (settings.home / catalog.name).exists():
            how = f"signalbox ingest --catalog {catalog.name}"
            _line("store", f"{catalog.name}: the first question builds it, and waits for that; beforehand: {how}")
    address = ["--host", wanted.host, "--port", str(wanted.port), "--n-jobs-per-worker", str(wanted.workers)]
    command = [str(program), "dev", "--config", str(config), *address, "--no-browser", "--no-reload"]
    sys.stderr.flush()
    # The server keeps its threads where it stands, so that everything is under home.
    os.chdir(folder)
    os.execve(program, command, _environment(settings))  # noqa: S606 - it takes this process's place


def configuration(catalogs: dict[str, Catalog], threads: str = "sqlite") -> dict[str, Any]:
    """The repository's langgraph.json, with a graph for each of these catalogs."""
    told: dict[str, Any] = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))
    told["dependencies"] = [str(ROOT)]
    told["graphs"] = {
        name: {
            "path": f"graph.app:{'graph' if name == MAIN else variable(name)}",
            "description": catalog.description or catalog.title or f"Questions over the catalog {catalog.name}",
        }
        for name, catalog in catalogs.items()
    }
    # A .env was read when this command began.
    told.pop("env", None)
    checkpointer = CHECKPOINTERS[threads]
    return told | ({"checkpointer": checkpointer} if checkpointer else {})


def _environment(settings: Settings) -> dict[str, str]:
    paths = {
        "SIGNALBOX_HOME": settings.home.absolute(),
        "SIGNALBOX_CATALOGS": settings.catalogs.absolute(),
        **({"SIGNALBOX_KEYS": settings.keys.absolute()} if settings.keys else {}),
    }
    chosen = {"SIGNALBOX_CATALOG": settings.catalog, "SIGNALBOX_SERVED": settings.served}
    return {**os.environ, **{name: str(path) for name, path in paths.items()}, **chosen}


def _check_address(settings: Settings, wanted: Wanted) -> None:
    if not (settings.keys or settings.open or _is_loopback(wanted.host)):
        raise ConfigError(
            f"--host {wanted.host}: other machines could ask, and no keys are set; make one (signalbox key NAME) and "
            "set SIGNALBOX_KEYS, or SIGNALBOX_OPEN=true to answer everyone"
        )
    # The server would take another port without a word.
    fault = _taken(wanted.host, wanted.port)
    if fault is None:
        return
    near = range(wanted.port + 1, min(wanted.port + 100, 65_536)) if fault.errno == errno.EADDRINUSE else ()
    free = next((port for port in near if not _taken(wanted.host, port)), None)
    fix = f"; end what listens there, or choose another: --port {free}" if free else ""
    why = os.strerror(fault.errno) if fault.errno else str(fault)
    raise ConfigError(f"--host {wanted.host} --port {wanted.port}: {why}{fix}")


def _taken(host: str, port: int) -> OSError | None:
    """Why a server cannot listen there, or None where it can."""
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            return None
    except OSError as fault:
        return fault


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _tell(wanted: Wanted, catalogs: dict[str, Catalog]) -> None:
    host = "127.0.0.1" if wanted.host in {"0.0.0.0", "::"} else wanted.host  # noqa: S104 - what was asked for
    url = f"http://{f'[{host}]' if ':' in host else host}:{wanted.port}"
    graphs = ", ".join(name if name == of.name else f"{name} ({of.name})" for name, of in catalogs.items())
    for what, where in (
        ("page", f"{url}/"),
        ("API docs", f"{url}/docs"),
        ("Studio", f"{STUDIO}{url}"),
        ("MCP", f"{url}/mcp"),
        ("health", f"{url}/signalbox/health"),
        ("graphs", graphs),
    ):
        _line(what, where)


def _line(what: str, where: str) -> None:
    stderr.print(f"{what:10}{where}", highlight=False, soft_wrap=True)
