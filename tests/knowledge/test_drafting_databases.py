"""Drafting a base from an SQLite file: its tables, and a lookup for every column of names."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from word_vectors import WordEmbedder

from knowledge.drafting import draft
from knowledge.sqldb.drafting import Database, Lookup, drafted, is_database

BOATS = """
CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE boat (sign TEXT, owner_id INTEGER REFERENCES owner(id), since TEXT, "length m" REAL, note TEXT);
INSERT INTO owner VALUES (1, 'Ada Reed'), (2, 'Bo Lind');
INSERT INTO boat VALUES ('K-12', 1, '2024-05-01', 7.5, NULL), ('K-13', 2, '2025-06-02', 9, NULL);
"""


@pytest.fixture
def boats(tmp_path: Path) -> Path:
    """A database of two tables, the one referring to the other."""
    file = tmp_path / "harbour" / "boats.db"
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as db:
        db.executescript(BOATS)
    return file


def test_a_database_is_told_by_its_tables_and_names(boats: Path) -> None:
    """A reference is told by the name it leads to; days, numbers and empty columns are nothing to look up by."""
    owner = '(SELECT "name" FROM "owner" WHERE "id" = t."owner_id")'
    shown = (
        f't."sign" AS "sign", {owner} AS "owner", t."since" AS "since", t."length m" AS "length m", t."note" AS "note"'
    )
    told = "sign, owner, since, length m, note"
    assert drafted(boats) == Database(
        description=f"The database boats.db: boat ({told}); owner (id, name). Single facts and lists; no rules.",
        examples=(
            "What is known of the boat with sign K-12?",
            "What is known of the boat with owner Ada Reed?",
            "What is known of the owner with name Ada Reed?",
        ),
        tables=("boat", "owner"),
        lookups=(
            Lookup(
                "boat_by_sign",
                f"Rows of boat by their sign: {told}.",
                "sign",
                f'SELECT {shown} FROM "boat" t WHERE t."sign" = :sign',
                'SELECT DISTINCT "sign" FROM "boat"',
            ),
            Lookup(
                "boat_by_owner",
                f"Rows of boat by their owner: {told}.",
                "owner",
                f'SELECT {shown} FROM "boat" t WHERE {owner} = :owner',
                'SELECT DISTINCT "name" FROM "owner"',
            ),
            Lookup(
                "owner_by_name",
                "Rows of owner by their name: id, name.",
                "name",
                'SELECT t."id" AS "id", t."name" AS "name" FROM "owner" t WHERE t."name" = :name',
                'SELECT DISTINCT "name" FROM "owner"',
            ),
        ),
    )


def test_databases_are_told_by_their_first_bytes(tmp_path: Path, boats: Path) -> None:
    """Not by their names alone, and never by a folder's."""
    (tmp_path / "other.db").write_text("no database", encoding="utf-8")
    (tmp_path / "folder.sqlite").mkdir()
    found = [is_database(tmp_path / name) for name in ("other.db", "folder.sqlite", "gone.db")]
    assert (found, is_database(boats)) == ([False] * 3, True)


def test_a_folder_s_databases_are_bases_of_their_own(tmp_path: Path, words: WordEmbedder, boats: Path) -> None:
    """Beside the documents that lie with them; a damaged one is named, and hidden ones are left alone."""
    (boats.parent / "berths.md").write_text("# Berths\n\nA berth costs nine euros a night.\n", encoding="utf-8")
    (tmp_path / "harbour.db").write_bytes(b"SQLite format 3\0 and then nothing")
    hidden = tmp_path / ".old"
    hidden.mkdir()
    (hidden / "boats.db").write_bytes(boats.read_bytes())
    found = [(base.name, base.url, len(base.lookups), dict(base.notes)) for base in draft(tmp_path, words.encode)]
    assert found == [
        ("harbour", "", 0, {}),
        ("boats", f"sqlite:///{boats}", 3, {"harbour.db": "the database cannot be read: file is not a database"}),
    ]
