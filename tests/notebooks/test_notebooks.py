"""Every notebook runs from its first cell to its last, on embedded parts and without a network."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graph.settings import ROOT

EXECUTE = "from nbclient.cli import main; main()"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def home(larkspur_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home the notebooks have to themselves, with a store that is built."""
    copied = tmp_path_factory.mktemp("notebooks") / "home"
    shutil.copytree(larkspur_home, copied)
    return copied


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=[file.stem for file in NOTEBOOKS])
def test_a_notebook_runs(notebook: Path, home: Path, tmp_path: Path) -> None:
    """No cell of it fails."""
    own = {"SIGNALBOX_HOME": str(home), "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "LANGSMITH_TRACING": "false"}
    ran = tmp_path / notebook.name
    command = [sys.executable, "-c", EXECUTE, "--timeout=240", f"--output={ran}", str(notebook)]
    done = subprocess.run(command, env=os.environ | own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    cells = [cell for cell in json.loads(ran.read_text())["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))


def test_there_are_notebooks() -> None:
    """The list above is not empty because the folder moved."""
    assert [file.stem[:2] for file in NOTEBOOKS] == ["01", "02", "03", "04", "05"]
