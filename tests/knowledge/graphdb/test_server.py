"""The embedded server's life: shared by a home's programs, gone with the last, back when it died."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from errors import StoreError, StoreMissing
from graph.settings import ROOT
from knowledge.bases.base import ToolCall
from knowledge.bases.graph import GraphBase
from knowledge.catalog import Catalog
from knowledge.graphdb.launch import installed
from knowledge.graphdb.server import server_of
from tests.knowledge.graphdb.small import write_catalog

pytestmark = pytest.mark.server
SCRIPT = Path(__file__).with_name("asking.py")
STARTED: list[subprocess.Popen[str]] = []
LONG = ToolCall("by_title", {"title": "long"})


@pytest.fixture
def catalog(tmp_path: Path, home: Path) -> Catalog:
    """The small catalog; `home` only says whether the server is installed."""
    return write_catalog(tmp_path / "catalog")


@pytest.fixture
def filled(tmp_path: Path, catalog: Catalog) -> Iterator[GraphBase]:
    """A loaded base over a server of its own."""
    base = GraphBase.of(catalog, catalog.base[0], tmp_path / "own")
    base.fill()
    yield base
    base.close()
    server_of(tmp_path / "own").close()


@pytest.fixture(autouse=True)
def no_program_is_left() -> Iterator[None]:
    """End what a failed test started."""
    yield
    for one in STARTED:
        if one.poll() is None:
            one.kill()
        one.communicate(timeout=10)
    STARTED.clear()


def program(tmp_path: Path, *rest: str) -> subprocess.Popen[str]:
    """Another program of the same home."""
    started = subprocess.Popen(
        [sys.executable, str(SCRIPT), str(tmp_path / "own"), str(tmp_path / "catalog"), *rest],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    STARTED.append(started)
    return started


def first_line(running: subprocess.Popen[str]) -> list[str]:
    """The number of the server and the row that a program printed."""
    assert running.stdout is not None
    return running.stdout.readline().strip().split(" ", 1)


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(pid: int, limit_s: float = 15) -> bool:
    """Whether a process ends within the limit."""
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        if not alive(pid):
            return True
        time.sleep(0.05)
    return False


def test_without_the_package_the_error_names_the_command() -> None:
    """Who has not installed the server is told how to, and that Neo4j would do."""
    with pytest.raises(StoreMissing, match=r"not installed; run: pip install -e '\.\[graph\]', or set NEO4J_URI"):
        installed("no_such_package_of_anybody")


def test_programs_of_a_home_share_one_server_and_the_last_stops_it(tmp_path: Path, catalog: Catalog) -> None:
    """Two that start at once get one server; it outlives the one that started it, and its data outlive it."""
    both = [program(tmp_path, "stay") for _ in range(2)]
    told = [first_line(one) for one in both]
    pid = int(told[0][0])
    assert told[0] == told[1] == [str(pid), "title: The Long Way; released: 1991; cast: Ana Ruiz, Bo Lund."]
    assert both[0].communicate("\n", timeout=30)[1] == ""
    assert alive(pid)
    assert both[1].communicate("\n", timeout=30)[1] == ""
    assert gone(pid)
    base = GraphBase.of(catalog, catalog.base[0], tmp_path / "own")
    assert [passage.text for passage in base.run(LONG)] == [told[0][1]]
    assert base.fill() is False
    base.close()
    server_of(tmp_path / "own").close()


def test_a_program_that_is_killed_leaves_no_server_for_ever(tmp_path: Path, catalog: Catalog) -> None:
    """The next program of the home uses the server it left, and stops it."""
    killed = program(tmp_path, "stay")
    pid = int(first_line(killed)[0])
    killed.kill()
    killed.wait(timeout=10)
    assert alive(pid)
    after = program(tmp_path)
    out, err = after.communicate(timeout=60)
    assert (out.split(" ", 1)[0], err) == (str(pid), "")
    assert gone(pid)


def test_a_server_that_dies_is_a_typed_failure_and_the_next_question_works(filled: GraphBase, tmp_path: Path) -> None:
    """Killed between two questions or amid one, it fails that one in its own words and is started again."""
    expected = filled.run(LONG)
    server = server_of(tmp_path / "own")
    first = server.running().pid
    faults: list[Exception] = []

    def slow() -> None:
        try:
            filled.run(ToolCall("slow"))
        except (StoreError, TimeoutError) as fault:
            faults.append(fault)

    thread = threading.Thread(target=slow)
    thread.start()
    time.sleep(1)
    os.kill(first, signal.SIGKILL)
    thread.join(15)
    assert [type(fault) for fault in faults] == [StoreError]
    assert "the graph database does not answer" in str(faults[0])
    assert filled.run(LONG) == expected
    second = server.running().pid
    assert second != first
    os.kill(second, signal.SIGKILL)
    assert gone(second)
    with pytest.raises(StoreError, match="the graph database does not answer"):
        filled.run(LONG)
    assert filled.run(LONG) == expected


def test_a_server_that_hangs_is_ended_and_started_again(filled: GraphBase, tmp_path: Path) -> None:
    """One that no longer answers costs one question its time, not the program."""
    expected = filled.run(LONG)
    pid = server_of(tmp_path / "own").running().pid
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(TimeoutError, match="longer than 5 s"):
        filled.run(LONG)
    assert filled.run(LONG) == expected
    assert gone(pid)


def test_a_server_that_hangs_is_ended_by_another_program_too(tmp_path: Path, catalog: Catalog) -> None:
    """Its files are locked as long as it lives; it is known by its command line, not by its number alone."""
    starter = program(tmp_path, "stay")
    pid = int(first_line(starter)[0])
    os.kill(pid, signal.SIGSTOP)
    out, err = program(tmp_path).communicate(timeout=90)
    second, _, row = out.strip().partition(" ")
    assert (row, err) == ("title: The Long Way; released: 1991; cast: Ana Ruiz, Bo Lund.", "")
    assert second != str(pid)
    assert gone(pid)
    starter.communicate("\n", timeout=30)
    assert gone(int(second))


def test_one_that_gives_up_disturbs_no_other(filled: GraphBase) -> None:
    """A question that runs out of time leaves those beside it their connections."""
    expected = filled.run(LONG)
    found: list[object] = []

    def ask() -> None:
        until = time.monotonic() + 7
        while time.monotonic() < until:
            found.append(filled.run(LONG))

    thread = threading.Thread(target=ask)
    thread.start()
    with pytest.raises(TimeoutError):
        filled.run(ToolCall("slow"))
    thread.join(15)
    assert len(found) > 10
    assert all(one == expected for one in found)


def test_the_server_is_shut_to_everybody_else(filled: GraphBase, tmp_path: Path) -> None:
    """It listens on loopback only, its keys are its owner's, and none of them stands on a command line."""
    folder = tmp_path / "own" / "graphdb"
    running = server_of(tmp_path / "own").running()
    for name in ("keys.json", "root.key", "server.json"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    command = Path(f"/proc/{running.pid}/cmdline").read_text()
    assert running.root_password not in command
    assert running.reader_password not in command
    listening = [
        line.split()[1].rpartition(":")[0]
        for table in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
        if int(line.split()[1].rpartition(":")[2], 16) in {running.bolt, running.http} and line.split()[3] == "0A"
    ]
    assert listening
    assert set(listening) <= {"0100007F", "0000000000000000FFFF00000100007F"}


def test_a_full_disk_is_a_typed_failure(tmp_path: Path, catalog: Catalog) -> None:
    """Where no file may grow, a program says so and ends; with room again the same home works."""
    command = f"ulimit -f 8; exec {sys.executable} {SCRIPT} {tmp_path / 'own'} {tmp_path / 'catalog'}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        timeout=240,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.strip().splitlines()[-1].startswith(("errors.Store", "errors.Query"))
    out, err = program(tmp_path).communicate(timeout=90)
    assert (out.split(" ", 1)[1].strip(), err) == ("title: The Long Way; released: 1991; cast: Ana Ruiz, Bo Lund.", "")


def test_a_server_whose_reader_cannot_be_made_is_not_left_behind(tmp_path: Path, catalog: Catalog) -> None:
    """It would hold the files, and the next start would fail for that."""
    folder = tmp_path / "own" / "graphdb"
    folder.mkdir(parents=True)
    keys = {"root": "long-enough-for-it", "reader": "short"}
    (folder / "keys.json").write_text(json.dumps(keys), encoding="utf-8")
    base = GraphBase.of(catalog, catalog.base[0], tmp_path / "own")
    with pytest.raises(StoreError, match="the graph server cannot be started"):
        base.fill()
    listed = subprocess.run(["ps", "-eo", "pid,args", "-ww"], capture_output=True, text=True, check=True).stdout
    left = [line for line in listed.splitlines() if f"rootPath={folder} " in line]
    for line in left:
        os.kill(int(line.split()[0]), signal.SIGKILL)
    assert left == []
