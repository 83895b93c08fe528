"""The embedded graph server of a home, shared by every program of that home and stopped by the last that leaves.

A program that uses the server holds a lock of its own in `uses/`, which the system lets go when the program ends,
however it ends; so who is still there can be asked, and nobody has to be believed.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from errors import StoreBusy, StoreError
from knowledge.graphdb.launch import READY_S, Running, start

STOP_S: Final = 10
"""The longest the last program waits for the server to close its files."""
FOLDER: Final = "graphdb"


class EmbeddedServer:
    """The server whose data lie in `folder`. Share one instance a process: `server_of`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._state_file = folder / "server.json"
        self._guard = threading.Lock()
        self._running: Running | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._use: FileLock | None = None
        self._owner = os.getpid()

    def running(self) -> Running:
        """The server, started where none answers. Blocks for a start, some two seconds.

        Raises StoreMissing where it is not installed, StoreBusy where another process takes too long to start it, and
        StoreError where it does not come up.
        """
        with self._guard:
            if self._running is None:
                self._running = self._found_or_started()
            return self._running

    def lost(self) -> None:
        """Say that it did not answer: the next use looks for it anew, and starts it where it is gone."""
        with self._guard:
            self._running = None

    def close(self) -> None:
        """Leave; the last program that leaves stops the server. Its data stay."""
        with self._guard:
            if self._use is None or self._owner != os.getpid():
                return  # never used, or the child of a fork, which uses nothing of its own
            use, self._use, self._running = self._use, None, None
            with suppress(Timeout), self._starting(STOP_S):
                use.release()
                Path(use.lock_file).unlink(missing_ok=True)
                if not self._in_use():
                    self._stop()

    def _found_or_started(self) -> Running:
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with self._starting(READY_S * 2):
                found = Running.load(self._state_file)
                if found is None or not found.answers():
                    self._end_own()
                    self._end_hung(found)
                    found, self._process = start(self.folder)
                    found.save(self._state_file)
                self._hold()
                return found
        except Timeout:
            raise StoreBusy(f"{self.folder}: another process is starting the graph server; try again") from None
        except OSError as fault:
            raise StoreError(f"{self.folder}: the graph server cannot be started: {fault}") from fault

    def _starting(self, wait_s: float) -> FileLock:
        return FileLock(self.folder / "server.lock", timeout=wait_s)

    def _hold(self) -> None:
        if self._use is not None and self._owner == os.getpid():
            return
        uses = self.folder / "uses"
        uses.mkdir(exist_ok=True)
        self._owner = os.getpid()
        self._use = FileLock(uses / f"{self._owner}-{time.monotonic_ns()}.lock", timeout=1)
        self._use.acquire()
        atexit.register(self.close)

    def _in_use(self) -> bool:
        for file in (self.folder / "uses").glob("*.lock"):
            lock = FileLock(file, timeout=0)
            try:
                with lock:
                    file.unlink(missing_ok=True)  # of a program that is gone
            except Timeout:
                return True
        return False

    def _stop(self) -> None:
        state = Running.load(self._state_file)
        if state is None:
            return
        with suppress(OSError, ValueError):
            state.command("shutdown")  # asked for with its own password: a process number may be another's by now
        until = time.monotonic() + STOP_S
        while time.monotonic() < until and self._alive(state):
            time.sleep(0.05)
        self._end_own()
        self._state_file.unlink(missing_ok=True)

    def _alive(self, state: Running) -> bool:
        if self._process is not None and self._process.pid == state.pid:
            return self._process.poll() is None
        try:
            os.kill(state.pid, 0)
        except OSError:
            return False
        return True

    def _end_hung(self, found: Running | None) -> None:
        """End a server of this home that another program started and that no longer answers: its files are locked.

        A process number may be another's by now, so the command line must name this folder.
        """
        if found is None or not self._alive(found):
            return
        if f"rootPath={self.folder} " not in _process("args", found.pid):
            return
        with suppress(OSError):
            os.kill(found.pid, signal.SIGKILL)
        # Its locks last until the system has cleared it away: it is gone then, or a zombie its starter still lists.
        until = time.monotonic() + STOP_S
        while time.monotonic() < until and _process("stat", found.pid).strip()[:1] not in {"", "Z"}:
            time.sleep(0.05)

    def _end_own(self) -> None:
        """End a server that this program started and that hangs."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._process = None


def _process(what: str, pid: int) -> str:
    """What the system tells of a process, "" where there is none."""
    command = ["ps", "-o", f"{what}=", "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603 - a number of ours


_servers: dict[Path, EmbeddedServer] = {}
_guard = threading.Lock()


def server_of(home: Path) -> EmbeddedServer:
    """The one server of a home in this process. Nothing is started yet."""
    folder = (home / FOLDER).resolve()
    with _guard:
        return _servers.setdefault(folder, EmbeddedServer(folder))
