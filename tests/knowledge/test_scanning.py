"""Scanning: every file of a folder is found or named with the reason, and nothing stops the walk."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from fakes import write_files

from graph.settings import ROOT
from knowledge.base_spec import BaseSpec
from knowledge.formats import SUFFIXES
from knowledge.scanning import scan

WRONG = f"not one of {', '.join(SUFFIXES)}"


def told(folder: Path, **spec: Any) -> tuple[list[str], dict[str, str]]:
    """The sources found, and the notes."""
    found = scan(BaseSpec(name="hr", **spec), folder)
    return list(found.files), found.notes


def test_every_file_is_found_or_named(tmp_path: Path) -> None:
    """Hidden, empty, foreign and too large files are named; a name's case and depth do not matter."""
    write_files(
        tmp_path,
        {
            "b.MD": "x",
            "deep/er/a.txt": "x",
            ".git/a.md": "x",
            "~$a.docx": "x",
            "c.exe": "x",
            "0.md": "",
            "big.csv": "x",
        },
    )
    os.truncate(tmp_path / "big.csv", 500_000_000)  # of holes: it takes no room
    os.mkfifo(tmp_path / "pipe.md")
    assert told(tmp_path) == (
        ["hr/b.MD", "hr/deep/er/a.txt"],
        {
            "hr/.git/": "hidden",
            "hr/0.md": "empty",
            "hr/big.csv": "500.0 MB is more than max_file_mb = 64 of catalog.toml",
            "hr/c.exe": WRONG,
            "hr/pipe.md": "not a regular file",
            "hr/~$a.docx": "hidden",
        },
    )
    assert "hr/big.csv" in told(tmp_path, max_file_mb=501)[0]


def test_links_are_followed_once_and_inside(tmp_path: Path) -> None:
    """A link is read where it leads to something new inside; circles, nothing, twins and the outside are named."""
    folder = tmp_path / "docs"
    write_files(folder, {"real/a.md": "x", ".kept/b.md": "x"})
    write_files(tmp_path, {"secret.md": "x", "far/c.md": "x"})
    for name, target in {
        "1 twin.md": "real/a.md",
        "2 up": "..",
        "3 nothing.md": "gone.md",
        "4 self.md": "4 self.md",
        "5 again": "real",
        "6 out.md": "../secret.md",
        "7 new.md": ".kept/b.md",
        "8 far": "../far",
    }.items():
        (folder / name).symlink_to(target)
    outside = 'a link out of the folder: {}; allow it with links = "follow"'.format
    notes = {
        "hr/.kept/": "hidden",
        "hr/1 twin.md": "a link to what is read already: real/a.md",
        "hr/2 up": outside(".."),
        "hr/3 nothing.md": "a link to nothing: gone.md",
        "hr/4 self.md": "a link that cannot be followed: 4 self.md",
        "hr/5 again": "a link to what is read already: real",
        "hr/6 out.md": outside("../secret.md"),
        "hr/8 far": outside("../far"),
    }
    assert told(folder) == (["hr/7 new.md", "hr/real/a.md"], notes)
    sources, notes = told(folder, links="follow", ignore=["2*"])
    assert sources == ["hr/6 out.md", "hr/7 new.md", "hr/8 far/c.md", "hr/real/a.md"]
    assert "hr/6 out.md" not in notes


def test_what_is_ignored_is_not_named(tmp_path: Path) -> None:
    """A pattern of the catalog leaves files and whole folders out, without a line for each."""
    write_files(tmp_path, {"drafts/a.md": "x", "b.tmp.md": "x", "c.md": "x"})
    assert told(tmp_path, ignore=["drafts", "*.tmp.md"]) == (["hr/c.md"], {})


def test_a_name_in_no_encoding_is_spelt_out(tmp_path: Path) -> None:
    """A name that is not UTF-8 becomes a source that every store and terminal takes."""
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x")
    assert told(tmp_path) == (["hr/caf\\xe9.md"], {})


UNREADABLE = """
import os, sys
from pathlib import Path
from knowledge.base_spec import BaseSpec
from knowledge.scanning import scan
os.setuid(65534)
found = scan(BaseSpec(name="hr"), Path(sys.argv[1]))
print(list(found.files), found.notes, found.unread)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a user who may not read")
def test_a_folder_that_cannot_be_listed_is_named() -> None:
    """A folder without permission is named, what was stored from it stays known, and its neighbours are found."""
    with tempfile.TemporaryDirectory() as name:  # pytest's own folder is closed to other users
        folder = Path(name)
        folder.chmod(0o755)
        write_files(folder, {"a.md": "x", "locked/b.md": "x"})
        (folder / "locked").chmod(0)
        done = subprocess.run(
            [sys.executable, "-c", UNREADABLE, name], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
        )
    assert (
        done.stdout == "['hr/a.md'] {'hr/locked/': 'a folder that cannot be read: Permission denied'} ['hr/locked/']\n"
    )
