"""A catalog's graph from its files into its database: all or nothing, and nothing where it stands there already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from errors import StoreBusy, StoreError
from knowledge.graphdb.client import GraphClient
from knowledge.graphdb.files import GraphFiles, read_graph
from knowledge.graphdb.places import Embedded

MARK: Final = "SignalboxGraph"
"""The label of the one node that tells which files a database was loaded from."""
LOAD_S: Final = 300
"""How long a load waits for another process's."""
BATCH: Final = 1_000
_READ_S: Final = 10

Step = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load did: nodes and relationships that stand there now, and whether anything had to be written."""

    nodes: int
    relations: int
    changed: bool


def load(client: GraphClient, base: str, folder: Path, *, rebuild: bool = False) -> Loaded:
    """Bring a base's database to what its files say. Raises ConfigError and DocumentError for the files, StoreError for
    the database, among them one that holds a graph of somebody else's: that is never overwritten.
    """
    files = read_graph(folder)
    try:
        with _alone(client):
            return _loaded(client, base, files, rebuild=rebuild)
    except Timeout:
        raise StoreBusy(f"base {base!r}: another process is loading its graph; try again when it is done") from None


def _alone(client: GraphClient) -> AbstractContextManager[object]:
    """Two loads at once would each see an empty database. A Neo4j has many machines before it, and no file."""
    if not isinstance(client.place, Embedded):
        return nullcontext()
    client.place.server.folder.mkdir(parents=True, exist_ok=True)
    return FileLock(client.place.loaded_file.with_suffix(".lock"), timeout=LOAD_S)


def _loaded(client: GraphClient, base: str, files: GraphFiles, *, rebuild: bool) -> Loaded:
    client.place.writer()  # makes the database
    held = _held(client)
    if held is not None and held.get("base") != base:
        raise StoreError(
            f"the database of base {base!r} holds another graph; give the base a database of its own (database = "
            "in the catalog), or drop its documents to ask the graph that is there"
        )
    if not rebuild and held is not None and held.get("digest") == files.digest:
        _note(client, files.digest)  # a load that was killed at its very end did not come to this
        return Loaded(*files.counts, changed=False)
    for nodes in files.nodes:
        client.write_apart(f"CREATE INDEX IF NOT EXISTS FOR (n:{nodes.label}) ON (n.{nodes.key})")
    client.write(list(_steps(files, base)))
    client.close()  # a reader's connection may have been opened before the database was made
    _note(client, files.digest)
    return Loaded(*files.counts, changed=True)


def _note(client: GraphClient, digest: str) -> None:
    """Say beside the database what it holds: readers see by it that what they keep is out of date."""
    if not isinstance(client.place, Embedded):
        return
    file = client.place.loaded_file
    if not file.exists() or file.read_text(encoding="utf-8") != digest:
        file.write_text(digest, encoding="utf-8")


def current(client: GraphClient, folder: Path) -> bool:
    """Whether the database holds what the files say, without starting a server to ask it."""
    if not isinstance(client.place, Embedded):
        return True
    try:
        return client.place.loaded_file.read_text(encoding="utf-8") == read_graph(folder).digest
    except OSError:
        return False


def _held(client: GraphClient) -> dict[str, Any] | None:
    """The mark of the database; {} for one that holds something without a mark, None for an empty one."""
    marks = client.read(f"MATCH (m:{MARK}) RETURN m.base AS base, m.digest AS digest", {}, limit_s=_READ_S, rows=1)
    if marks:
        return marks[0]
    count = client.read("MATCH (n) RETURN count(n) AS many", {}, limit_s=_READ_S, rows=1)
    return {} if count and count[0]["many"] else None


def _steps(files: GraphFiles, base: str) -> Iterator[Step]:
    """Statements of ours. Labels and names went through `files.NAME`, so that they need no quoting."""
    yield "MATCH (n) DETACH DELETE n", {}
    for nodes in files.nodes:
        for rows in _batches(nodes.rows):
            yield f"UNWIND $rows AS row CREATE (n:{nodes.label}) SET n = row", {"rows": rows}
    keys = {nodes.label: nodes.key for nodes in files.nodes}
    for one in files.relations:
        start, end = keys[one.start], keys[one.end]
        for rows in _batches(one.rows):
            ends = f"MATCH (a:{one.start} {{{start}: row.start}}) MATCH (b:{one.end} {{{end}: row.end}})"
            given = [{"start": first, "end": second, "own": own} for first, second, own in rows]
            yield f"UNWIND $rows AS row {ends} CREATE (a)-[r:{one.type}]->(b) SET r = row.own", {"rows": given}
    yield f"CREATE (:{MARK} {{base: $base, digest: $digest}})", {"base": base, "digest": files.digest}


def _batches(rows: tuple[Any, ...]) -> Iterator[list[Any]]:
    for at in range(0, len(rows), BATCH):
        yield list(rows[at : at + BATCH])
