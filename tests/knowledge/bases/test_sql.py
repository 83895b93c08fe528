"""The SQL base: named queries, and what a model might write, hostile statements first. Checked in the database."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from errors import ConfigError, QueryError, StoreError
from evals.hostile_sql import HOSTILE
from knowledge.bases.base import Search, ToolCall
from knowledge.bases.sql import SqlBase
from knowledge.catalog import Catalog
from knowledge.passage import Passage
from knowledge.sqldb.fill import filled

TABLES = """
CREATE TABLE ticket (
  id INTEGER PRIMARY KEY,
  who TEXT,    -- the customer
  status TEXT  -- open or closed
);
INSERT INTO ticket VALUES (1, 'O''Neil "the" `one` $x', 'open'), (2, 'Müller', 'closed'), (3, 'Ada', 'open');
CREATE TABLE secret (word TEXT);
INSERT INTO secret VALUES ('swordfish');
"""
TOOLS = [
    {
        "name": "by_who",
        "description": "Tickets of one person.",
        "query": "SELECT id, who, status FROM ticket WHERE who = :who "
        "AND (CAST(:status AS TEXT) IS NULL OR status = :status) ORDER BY id",
        "parameters": [
            {"name": "who", "values": "SELECT who FROM ticket ORDER BY id"},
            {"name": "status", "required": False},
        ],
    },
    {"name": "ask", "description": "Anything else.", "fallback": True, "rows": 2},
]


def make(make_catalog: Callable[..., Catalog], folder: Path, **spec: Any) -> SqlBase:
    """A base over the two tables, of which `ticket` may be read."""
    block = {"type": "sql", "tables": ["ticket"], "tool": TOOLS, "files": {"a.sql": TABLES}, **spec}
    catalog = make_catalog({"desk": block})
    return SqlBase.of(catalog, catalog.base[0], folder)


@pytest.fixture
def base(make_catalog: Callable[..., Catalog], tmp_path: Path) -> SqlBase:
    """The embedded base."""
    return make(make_catalog, tmp_path / "home")


def rows(file: Path) -> list[Any]:
    """Everything the database holds."""
    with sqlite3.connect(file) as connection:
        told = [connection.execute(f"SELECT * FROM {name}").fetchall() for name in ("ticket", "secret")]
        return [*told, connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()]


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_statement_is_refused_and_changes_nothing(kind: str, base: SqlBase, tmp_path: Path) -> None:
    """Whatever the statement is, it is refused before it runs, and the database is as it was."""
    base.fill()
    before = rows(base.client.file)
    with pytest.raises(QueryError):
        base.run(ToolCall("ask", statement=HOSTILE[kind]))
    assert rows(base.client.file) == before
    assert not Path("/tmp/x.db").exists()  # noqa: S108 - what the statement names


@pytest.mark.parametrize("kind", HOSTILE)
def test_the_connection_itself_writes_nothing(kind: str, base: SqlBase) -> None:
    """Past the check, the second lock holds: nothing is written by a connection that only reads."""
    base.fill()
    before = rows(base.client.file)
    connection = base.client._open()
    try:
        connection.executescript(HOSTILE[kind].replace("\0", "")[:500] if "END" not in kind else "")
    except (sqlite3.Error, sqlite3.Warning, ValueError):
        pass
    finally:
        connection.close()
    assert rows(base.client.file) == before


@pytest.mark.parametrize("value", ['O\'Neil "the" `one` $x', "' OR 1=1 --", "a\0b", "%", ":who", "Müller"])
def test_a_value_is_a_value_whatever_stands_in_it(value: str, base: SqlBase) -> None:
    """Quotes, backticks, dollars, NUL and colons find the row that holds them, or none."""
    found = base.run(ToolCall("by_who", {"who": value}))
    assert [one.text for one in found] == {
        'O\'Neil "the" `one` $x': ['id: 1; who: O\'Neil "the" `one` $x; status: open.'],
        "Müller": ["id: 2; who: Müller; status: closed."],
    }.get(value, [])


def test_a_row_is_a_passage_with_the_call_as_its_title(base: SqlBase) -> None:
    """An optional argument that was not given narrows nothing."""
    call = ToolCall("by_who", {"who": "Ada", "status": "open"})
    found = [one.to_dict() | {"id": ""} for one in base.run(call)]
    text, title = "id: 3; who: Ada; status: open.", "by who (who: Ada, status: open)"
    assert found == [Passage("", "desk", text, "desk, by who", title, score=1.0).to_dict()]
    assert base.run(ToolCall("by_who", {"who": "Ada", "status": "closed"})) == []
    assert base.search(Search("anything")) == []


def test_a_model_s_query_runs_with_its_words_and_at_most_its_rows(base: SqlBase) -> None:
    """One SELECT over allowed tables and functions is run, capped, without its comments."""
    said = "the number of tickets by status"
    counted = "SELECT status, COUNT(*) AS n FROM ticket /* mine */ GROUP BY status ORDER BY status"
    found = base.run(ToolCall("ask", statement=counted, says=said))
    assert [one.text for one in found] == [f"{said}: status: closed; n: 1.", f"{said}: status: open; n: 2."]
    assert len(base.run(ToolCall("ask", statement="SELECT id FROM ticket LIMIT 100"))) == 2


def test_legal_values_follow_the_documents(base: SqlBase) -> None:
    """They are read once, and anew when a document changes."""
    assert base.values("by_who", "who") == ('O\'Neil "the" `one` $x', "Müller", "Ada")
    assert base.values("by_who", "status") == ()
    (base.documents / "b.sql").write_text("INSERT INTO ticket VALUES (4, 'Grace', 'open');", encoding="utf-8")
    assert base.values("by_who", "who")[-1] == "Grace"


def test_literals_are_those_that_nothing_explains(base: SqlBase) -> None:
    """A column's few texts and legal values are the schema's; what is left is for the guard."""
    statement = "SELECT id FROM ticket WHERE status = 'OPEN' AND who LIKE '%Bob%' AND id > 7 LIMIT 5"
    assert sorted(map(str, base.literals(statement))) == ["7", "Bob"]


def test_the_schema_tells_comments_and_few_values(base: SqlBase) -> None:
    """A model sees the comments of the table it may read, what stands in it, and no other table."""
    assert "-- open or closed" in base.schema()
    assert "status: one of 'closed', 'open'" in base.schema() or "status: one of 'open', 'closed'" in base.schema()
    assert "secret" not in base.schema()


def test_a_query_that_runs_too_long_is_stopped(make_catalog: Callable[..., Catalog], tmp_path: Path) -> None:
    """A cartesian product ends at the base's time limit."""
    many = "CREATE TABLE ticket (id); INSERT INTO ticket WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
    many += "FROM n WHERE i < 3000) SELECT i FROM n;"
    slow = make(make_catalog, tmp_path / "home", timeout_s=0.3, tool=TOOLS[1:], files={"a.sql": many})
    began = time.perf_counter()
    with pytest.raises(TimeoutError, match=r"longer than 0\.3 s"):
        slow.run(
            ToolCall("ask", statement="SELECT COUNT(*) FROM ticket a, ticket b, ticket c WHERE a.id + b.id > c.id")
        )
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"a.sql": "CREATE TABL x;"}, 'a.sql: cannot be loaded: near "TABL": syntax error'),
        ({"a.csv": "a,b\n1\n"}, "a.csv: cannot be loaded: line 2 has another number of values than the 2 columns"),
        ({"a.txt": "x"}, "holds no .sql or .csv file; put one there, or give the base a url"),
    ],
)
def test_documents_that_cannot_be_loaded_are_named(
    files: dict[str, str], says: str, make_catalog: Callable[..., Catalog], tmp_path: Path
) -> None:
    """The file, what is wrong with it, and what to do."""
    with pytest.raises(ConfigError) as raised:
        make(make_catalog, tmp_path / "home", files=files, tables=[]).fill()
    assert says in str(raised.value)


def test_several_that_fill_at_once_leave_one_whole_database(tmp_path: Path) -> None:
    """Processes that start together over new documents build one after the other, and only the first has to."""
    documents, file = tmp_path / "documents", tmp_path / "home" / "desk.sqlite"
    documents.mkdir()
    rows = "".join(f"INSERT INTO ticket VALUES ({n}, 'x');\n" for n in range(2_000))
    (documents / "a.sql").write_text(f"CREATE TABLE ticket (id INTEGER, who TEXT);\n{rows}", encoding="utf-8")
    with ThreadPoolExecutor(6) as pool:
        built = list(pool.map(lambda _: filled(documents, file), range(6)))
    assert sorted(built) == [False] * 5 + [True]
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT count(*) FROM ticket").fetchone() == (2_000,)


def test_a_document_that_fails_leaves_no_file_open(tmp_path: Path) -> None:
    """A half-built database is closed and taken away."""
    (tmp_path / "bad.sql").write_text("CREATE TABLE t (a);\nNOT SQL;", encoding="utf-8")
    opened = Path("/proc/self/fd")
    before = {file.name for file in opened.iterdir()}
    with pytest.raises(ConfigError, match=r"bad.sql: cannot be loaded") as raised:
        filled(tmp_path, tmp_path / "home" / "desk.sqlite")
    assert raised.traceback  # it holds the frames, and so would hold the connection
    assert {file.name for file in opened.iterdir()} == before
    assert [file.name for file in (tmp_path / "home").iterdir()] == ["desk.lock"]


def test_a_csv_file_is_a_table(make_catalog: Callable[..., Catalog], tmp_path: Path) -> None:
    """Its first line names the columns, and a column of numbers is one of numbers."""
    files = {"ticket.csv": "id,who\n2,Ada\n10,Bob\n"}
    base = make(make_catalog, tmp_path / "home", tool=TOOLS[1:], files=files)
    found = base.run(ToolCall("ask", statement="SELECT MAX(id) AS most FROM ticket"))
    assert [one.text for one in found] == ["most: 10."]


POSTGRES = Path("/usr/lib/postgresql")
BINARIES = sorted(POSTGRES.glob("*/bin")) if POSTGRES.is_dir() else []


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The url of a real server on loopback, filled with the two tables."""
    psycopg = pytest.importorskip("psycopg")
    if not BINARIES:
        pytest.skip("no PostgreSQL server is installed")
    folder = tmp_path_factory.mktemp("pg")
    drop: dict[str, Any] = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "nobody")
        for parent in folder.parents[:2]:
            parent.chmod(0o755)
        drop = {"user": "nobody"}
    run: dict[str, Any] = {"capture_output": True, "cwd": folder, **drop}
    data, port = folder / "data", 20_000 + os.getpid() % 20_000
    subprocess.run([BINARIES[-1] / "initdb", "-D", data, "-A", "trust", "-U", "desk", "--no-sync"], check=True, **run)
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
    log = folder / "log"
    subprocess.run([BINARIES[-1] / "pg_ctl", "-D", data, "-w", "-l", log, "-o", options, "start"], check=True, **run)
    try:
        with psycopg.connect(f"postgresql://desk@127.0.0.1:{port}/postgres", autocommit=True) as connection:
            connection.execute(TABLES.encode())
            connection.execute("COMMENT ON COLUMN ticket.who IS 'the customer'")
        yield f"postgresql+psycopg://desk@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([BINARIES[-1] / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop"], check=True, **run)


@pytest.fixture
def served(postgres: str, make_catalog: Callable[..., Catalog], tmp_path: Path) -> Iterator[SqlBase]:
    """The base over the server."""
    base = make(make_catalog, tmp_path / "home", url=postgres, timeout_s=0.5)
    yield base
    base.close()


def test_postgres_answers_as_sqlite_does(served: SqlBase) -> None:
    """Named queries, legal values, a model's query and the schema."""
    assert [one.text for one in served.run(ToolCall("by_who", {"who": "Ada"}))] == ["id: 3; who: Ada; status: open."]
    assert served.values("by_who", "who")[1:] == ("Müller", "Ada")
    counted = served.run(ToolCall("ask", statement="SELECT COUNT(*) AS n FROM ticket WHERE who LIKE 'A%'"))
    assert [one.text for one in counted] == ["n: 1."]
    assert "-- the customer" in served.schema()
    assert "secret" not in served.schema()


def test_postgres_refuses_what_is_hostile(served: SqlBase) -> None:
    """Every hostile statement, and past the check a write by the read-only connection."""
    for statement in HOSTILE.values():
        with pytest.raises(QueryError):
            served.run(ToolCall("ask", statement=statement))
    with pytest.raises(QueryError, match="read-only"):
        served._rows("DELETE FROM ticket", {}, 1, bound=False)
    assert [one.text for one in served.run(ToolCall("ask", statement="SELECT COUNT(*) AS n FROM ticket"))] == ["n: 3."]


def test_postgres_stops_what_runs_too_long(served: SqlBase) -> None:
    """The server's own limit ends it."""
    with pytest.raises(TimeoutError):
        served._rows("SELECT pg_sleep(20)", {}, 1, bound=False)


def test_a_server_that_is_down_is_named(make_catalog: Callable[..., Catalog], tmp_path: Path) -> None:
    """A port where nobody listens is a StoreError, not a stack trace."""
    pytest.importorskip("psycopg")
    gone = make(make_catalog, tmp_path / "home", url="postgresql+psycopg://desk@127.0.0.1:9/x")
    with pytest.raises(StoreError, match="base 'desk': the database cannot be reached"):
        gone.values("by_who", "who")


def test_a_file_of_one_s_own_is_found_from_the_catalog_s_folder(
    make_catalog: Callable[..., Catalog], tmp_path: Path
) -> None:
    """Wherever the command was started; one that is not there is named with its place."""
    base = make(make_catalog, tmp_path / "home", url="sqlite:///own.sqlite")
    own = base.documents.parents[1] / "own.sqlite"
    with pytest.raises(StoreError) as raised:
        base.probe()
    assert str(raised.value) == (
        f"base 'desk': the database {own} cannot be reached: unable to open database file; check its url"
    )
    with closing(sqlite3.connect(own)) as connection:
        connection.executescript("CREATE TABLE ticket (id, who, status); INSERT INTO ticket VALUES (7, 'Ada', 'open');")
    base.probe()
    assert [one.text for one in base.run(ToolCall("by_who", {"who": "Ada"}))] == ["id: 7; who: Ada; status: open."]


def test_a_tool_whose_query_is_wrong_is_named_before_it_is_called(
    make_catalog: Callable[..., Catalog], tmp_path: Path
) -> None:
    """By `signalbox doctor`, and not by the first one who asks."""
    tool = {"name": "all", "description": "All.", "query": "SELECT nobody FROM ticket"}
    with pytest.raises(QueryError) as raised:
        make(make_catalog, tmp_path / "home", tool=[tool]).probe()
    assert str(raised.value) == (
        "tool 'all': the database refused the query: no such column: nobody; mend its query in catalog.toml"
    )


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("env:NOT_SET", "base 'desk': the environment has no NOT_SET; set it"),
        ("oracle://x", "base 'desk': url of kind 'oracle'; valid: sqlite, postgresql"),
    ],
)
def test_a_url_that_cannot_be_used_is_refused(
    url: str, says: str, make_catalog: Callable[..., Catalog], tmp_path: Path
) -> None:
    """Before anything is opened."""
    with pytest.raises(ConfigError) as raised:
        make(make_catalog, tmp_path / "home", url=url)
    assert str(raised.value) == says
