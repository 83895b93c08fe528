"""What is read of the conversations on disk, so that the server's list of threads can be made whole."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from errors import StoreError
from web.listing import conversations

OF_A_RUN = {"run_id": "r", "run_attempt": 1, "langgraph_version": "1", "source": "loop", "step": 3, "parents": {}}


def written(file: Path, *rows: tuple[str, str, dict[str, Any]]) -> Path:
    """A checkpointer's file with these (thread, checkpoint, metadata)."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("CREATE TABLE checkpoints (thread_id TEXT, checkpoint_id TEXT, metadata BLOB)")
        told = [(thread, id_, json.dumps(OF_A_RUN | metadata).encode()) for thread, id_, metadata in rows]
        db.executemany("INSERT INTO checkpoints VALUES (?, ?, ?)", told)
    return file


def test_threads_of_a_file(tmp_path: Path) -> None:
    """Each thread has its title, graph and owner as its last step knew them, and the last written comes last."""
    ana = {"langgraph_auth_user_id": "ana", "owner": "ana", "graph_id": "tiny", "title": "First?"}
    file = written(
        tmp_path / "kept.sqlite",
        ("a", "1f1-1", ana),
        ("b", "1f1-2", {"langgraph_auth_user_id": "local", "title": "Mine?"}),
        ("a", "1f1-3", ana | {"title": "Renamed"}),
    )
    found = conversations(file)
    assert list(found) == ["b", "a"]
    assert found == {"b": {"title": "Mine?"}, "a": {"title": "Renamed", "graph_id": "tiny", "owner": "ana"}}


def test_an_owner_is_who_was_let_in(tmp_path: Path) -> None:
    """Metadata that a client sent name nobody an owner."""
    file = written(tmp_path / "kept.sqlite", ("a", "1", {"langgraph_auth_user_id": "ana", "owner": "dan"}))
    assert conversations(file) == {"a": {"owner": "ana"}}
    other = written(tmp_path / "other.sqlite", ("a", "1", {"owner": "dan"}))
    assert conversations(other) == {"a": {}}


def test_a_file_without_conversations(tmp_path: Path) -> None:
    """None, an empty one and a damaged one are told apart."""
    assert conversations(tmp_path / "none.sqlite") == {}
    (tmp_path / "empty.sqlite").touch()
    assert conversations(tmp_path / "empty.sqlite") == {}
    (tmp_path / "bad.sqlite").write_text("no database at all")
    with pytest.raises(StoreError, match=r"bad\.sqlite: the conversations cannot be listed"):
        conversations(tmp_path / "bad.sqlite")
