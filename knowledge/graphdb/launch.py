"""Starting the embedded graph server: what is run, with which files, and when it counts as ready.

ArcadeDB speaks Neo4j's Bolt protocol, so the official driver and langchain-neo4j run on it unchanged. Facts of it that
shape this file: it ignores the read access mode, so questions come as a user whose group may read and nothing else; its
Bolt listener is open to the network unless its host is set; a driver's timeouts are ignored, so the server has one.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import secrets
import socket
import subprocess
import time
import urllib.error
import urllib.request
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from errors import StoreError, StoreMissing

HOST: Final = "127.0.0.1"
COMMAND_S: Final = 15
"""The longest a statement may run on the server, whoever still waits for it."""
READY_S: Final = 60
"""The longest a start may take; it takes two seconds on an idle machine."""
PROBE_S: Final = 5
"""The longest a server that is there may take to say so."""
HEAP: Final = "512m"
PACKAGE: Final = "arcadedb_embedded"
INSTALL: Final = "pip install -e '.[graph]'"
READER: Final = "reader"
ROOT: Final = "root"

_READ_ONLY: Final = {"access": [], "types": {"*": {"access": ["readRecord"]}}}
_NOTHING: Final = {"access": [], "types": {"*": {"access": []}}}
_ALL: Final = {
    "access": ["updateSecurity", "updateSchema", "updateDatabaseSettings"],
    "types": {"*": {"access": ["createRecord", "readRecord", "updateRecord", "deleteRecord"]}},
}
_ENDLESS: Final = {"resultSetLimit": -1, "readTimeout": -1}


@dataclass(frozen=True, slots=True)
class Running:
    """A server that was started: its process, its two ports, and the passwords of its two users."""

    pid: int
    bolt: int
    http: int
    reader_password: str
    root_password: str

    @property
    def uri(self) -> str:
        """Where the driver finds it."""
        return f"bolt://{HOST}:{self.bolt}"

    def save(self, file: Path) -> None:
        """Write the state for other processes of the same user to read."""
        _write_private(file, json.dumps(asdict(self)))

    @classmethod
    def load(cls, file: Path) -> Running | None:
        """The state in a file, or None where there is none that can be read."""
        try:
            return cls(**json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def command(self, text: str, limit_s: float = 10) -> None:
        """Have the server carry out a command of its own. Raises OSError where it refuses or does not answer."""
        key = base64.b64encode(f"{ROOT}:{self.root_password}".encode()).decode()
        request = urllib.request.Request(
            f"http://{HOST}:{self.http}/api/v1/server",
            data=json.dumps({"command": text}).encode(),
            headers={"Authorization": f"Basic {key}", "Content-Type": "application/json"},
        )
        # No proxy stands between a program and its own machine.
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=limit_s) as reply:
            reply.read()

    def answers(self) -> bool:
        """Whether this very server is there: the port may have gone to another program."""
        try:
            self.command("list databases", PROBE_S)
        except (OSError, ValueError):
            return False
        return True


def installed(package: str = PACKAGE) -> Path:
    """The folder of the package that holds the server. Raises StoreMissing naming the command that installs it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise StoreMissing(f"the embedded graph store is not installed; run: {INSTALL}, or set NEO4J_URI")
    return Path(spec.submodule_search_locations[0])


def start(folder: Path) -> tuple[Running, subprocess.Popen[bytes]]:
    """Start a server over the data in `folder`. Raises StoreMissing where it is not installed, StoreError where it
    does not come up; its own words stand in server.log.
    """
    package = installed()
    running_keys = _keys(folder)
    _prepare(folder, running_keys[ROOT])
    last = ""
    for _ in range(3):  # a free port can be taken by another program before the server has it
        bolt, http = _free_ports()
        process = _spawn(package, folder, bolt, http)
        state = Running(process.pid, bolt, http, running_keys[READER], running_keys[ROOT])
        try:
            if _ready(state, process):
                _ensure_reader(folder, state)
                return state, process
        except OSError:
            _end(process)  # nobody would know of it, and it would hold the files
            raise
        _end(process)
        last = _tail(folder / "server.log")
    raise StoreError(f"{folder}: the graph server does not start: {last}; its log is {folder / 'server.log'}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def _prepare(folder: Path, password: str) -> None:
    config = folder / "config"
    config.mkdir(parents=True, exist_ok=True)
    groups = {"admin": _ALL | _ENDLESS, READER: _READ_ONLY | _ENDLESS, "*": _NOTHING | _ENDLESS}
    (config / "server-groups.json").write_text(json.dumps({"databases": {"*": {"groups": groups}}, "version": 2}))
    (folder / "logging.properties").write_text(
        "handlers = java.util.logging.ConsoleHandler\n.level = WARNING\n"
        "java.util.logging.ConsoleHandler.level = SEVERE\ncom.arcadedb.level = SEVERE\n"
    )
    _write_private(folder / "root.key", password)


def _spawn(package: Path, folder: Path, bolt: int, http: int) -> subprocess.Popen[bytes]:
    options = {
        "java.util.logging.config.file": folder / "logging.properties",
        "java.awt.headless": "true",
        "file.encoding": "UTF8",
        "arcadedb.server.rootPath": folder,
        "arcadedb.server.rootPasswordPath": folder / "root.key",  # a command line can be read by everybody
        "arcadedb.server.httpIncomingHost": HOST,
        "arcadedb.server.httpIncomingPort": http,
        "arcadedb.server.plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        "arcadedb.bolt.host": HOST,
        "arcadedb.bolt.port": bolt,
        "arcadedb.command.timeout": COMMAND_S * 1000,
        "arcadedb.serverMetrics": "false",
    }
    command = [
        str(package / "jre" / "bin" / "java"),
        *(f"-Xmx{HEAP}", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"),
        f"-XX:ErrorFile={folder / 'crash.log'}",
        *(f"-D{name}={value}" for name, value in options.items()),
        *("-cp", str(package / "jars" / "*"), "com.arcadedb.server.ArcadeDBServer"),
    ]
    with (folder / "server.log").open("wb") as log:
        return subprocess.Popen(  # noqa: S603 - every part is ours
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            env={"LANG": "C.UTF-8"},  # no key of ours is any business of the server
            start_new_session=True,  # an interrupt meant for a program is not for the server that others use
        )


def _ready(state: Running, process: subprocess.Popen[bytes]) -> bool:
    until = time.monotonic() + READY_S
    while time.monotonic() < until and process.poll() is None:
        if _listens(state.http) and _listens(state.bolt) and state.answers():
            return True
        time.sleep(0.05)
    return False


def _ensure_reader(folder: Path, state: Running) -> None:
    users = (folder / "config" / "server-users.jsonl").read_text(encoding="utf-8")
    if f'"name":"{READER}"' in users.replace(" ", ""):
        return
    user = {"name": READER, "password": state.reader_password, "databases": {"*": [READER]}}
    state.command(f"create user {json.dumps(user)}")


def _keys(folder: Path) -> dict[str, str]:
    file = folder / "keys.json"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        keys = {ROOT: secrets.token_urlsafe(24), READER: secrets.token_urlsafe(24)}
        _write_private(file, json.dumps(keys))
        (folder / "config" / "server-users.jsonl").unlink(missing_ok=True)  # users with keys nobody knows any more
        return keys


def _write_private(file: Path, text: str) -> None:
    draft = file.with_name(file.name + ".tmp")
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)


def _free_ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as other:
        one.bind((HOST, 0))
        other.bind((HOST, 0))
        return one.getsockname()[1], other.getsockname()[1]


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((HOST, port)) == 0


def _tail(log: Path) -> str:
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return "it said nothing"
    return " / ".join(line.strip() for line in lines[-3:] if line.strip()) or "it said nothing"
