"""`signalbox ingest` as a user types it: what is told, what is only told, and what is watched."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes import write_files

from graph.settings import ROOT
from knowledge.catalog import Catalog
from knowledge.store import Store

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def catalog(make_catalog: Callable[..., Catalog]) -> Catalog:
    """A base with one document, and files that cannot be ingested."""
    return make_catalog({"wiki": {"files": {"a.md": "# A\n\nApples fall.\n", "b [x].bin": "x", "c.json": "{"}}})


@pytest.fixture
def start(catalog: Catalog, tmp_path: Path) -> Start:
    """Starts `signalbox` over the catalog and a home of the test's own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIGNALBOX_")}
    environment = kept | {
        "SIGNALBOX_HOME": str(tmp_path / "home"),
        "SIGNALBOX_CATALOGS": str(catalog.folder.parent),
        "SIGNALBOX_CATALOG": catalog.name,
    }

    def call(*arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "cli", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment,
        )

    return call


def test_a_dry_run_names_what_would_be_done(start: Start, tmp_path: Path) -> None:
    """The new files on stdout, the others with their reasons on stderr; nothing is built."""
    out, err = start("ingest", "--dry-run").communicate(timeout=120)
    assert out == (
        "new     wiki/a.md\n1 documents: 1 chunks would be added, 0 would be deleted, 0 unchanged, 2 files skipped\n"
    )
    assert "skipped wiki/b [x].bin: not one of .md, " in err
    assert "skipped wiki/c.json: not valid JSON: line 1: " in err
    assert not (tmp_path / "home" / "tiny" / "chroma").exists()


def test_another_writer_is_told_or_waited_for(start: Start, tmp_path: Path) -> None:
    """While another process writes, an ingest says so; with --wait it takes its turn."""
    store = Store(tmp_path / "home" / "tiny")
    with store.writing():
        busy = start("ingest")
        assert "another process is writing this store" in busy.communicate(timeout=120)[1]
        assert busy.returncode == 2
        waiting = start("ingest", "--wait", "100", "--json")
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(6)
    assert json.loads(waiting.communicate(timeout=120)[0])["added"] == 1


def test_watching_ingests_each_change_until_it_is_stopped(start: Start, catalog: Catalog) -> None:
    """One line a run; a broken catalog is waited out; Ctrl-C ends it with success."""
    process = start("ingest", "--watch", "--every", "0.2", "--json")
    assert process.stdout is not None
    assert process.stderr is not None
    assert json.loads(process.stdout.readline())["new"] == ["wiki/a.md"]
    folder = catalog.folder / catalog.base[0].documents
    write_files(folder, {"d.md": "Dates.\n"})
    assert json.loads(process.stdout.readline())["new"] == ["wiki/d.md"]
    file = catalog.folder / "catalog.toml"
    good = file.read_text()
    file.write_text("nonsense")
    while "not valid TOML" not in process.stderr.readline():
        pass
    (folder / "a.md").unlink()
    file.write_text(good)
    assert json.loads(process.stdout.readline())["gone"] == ["wiki/a.md"]
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "")
    assert err.endswith("stopped watching\n")


def test_watching_and_rebuilding_exclude_each_other(start: Start) -> None:
    """It would build everything anew at each change."""
    process = start("ingest", "--watch", "--rebuild")
    assert "--watch goes with neither --rebuild nor --dry-run" in process.communicate(timeout=60)[1]
    assert process.returncode == 2
