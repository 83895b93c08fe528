"""A home that is served is not restored into, and one that is being restored is not served; a killed process holds
nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from errors import StoreBusy
from graph.presence import FOLDER, restoring, serving

ROOT = Path(__file__).resolve().parents[2]
PROCESS = """
import sys
from pathlib import Path
from graph.presence import serving

with serving(Path(sys.argv[1])):
    print("serving", flush=True)
    sys.stdin.read()
"""


def test_a_served_home_is_not_restored(tmp_path: Path) -> None:
    """The process that serves is named, with how to go on; once it was killed nothing of it is left."""
    command = [sys.executable, "-c", PROCESS, str(tmp_path)]
    environ = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "serving\n"
        with pytest.raises(StoreBusy) as raised, restoring(tmp_path):
            pass
        told = f"end it (kill {other.pid}), restore, and start it again"
        assert str(raised.value) == f"{tmp_path}: the server of process {other.pid} has it open; {told}"
        other.kill()
    with restoring(tmp_path):
        assert [file.name for file in (tmp_path / FOLDER).glob("server-*")] == []


def test_a_home_that_is_restored_is_not_served(tmp_path: Path) -> None:
    """Neither a server nor a second restore comes in between; afterwards one may, and it leaves nothing behind."""
    with restoring(tmp_path):
        with pytest.raises(StoreBusy, match="it is being restored; start when that is done"), serving(tmp_path):
            pass
        with pytest.raises(StoreBusy, match="another restore is going on"), restoring(tmp_path):
            pass
    with serving(tmp_path):
        (mine,) = (tmp_path / FOLDER).glob("server-*")
        assert mine.name == f"server-{os.getpid()}.lock"
    assert list((tmp_path / FOLDER).glob("server-*")) == []
