"""Where a graph is: embedded, at the operator's Neo4j, or wrongly set; and how files get there, once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from errors import ConfigError, StoreError, StoreMissing
from knowledge.base_spec import BaseSpec
from knowledge.bases.base import ToolCall
from knowledge.bases.graph import GraphBase
from knowledge.graphdb.client import Account, GraphClient
from knowledge.graphdb.loading import Loaded, current, load
from knowledge.graphdb.places import Embedded, Neo4j, database_name, place_of
from knowledge.graphdb.server import EmbeddedServer
from tests.knowledge.graphdb.small import CATALOG, FILES, write_catalog

SPEC = BaseSpec(name="films", type="graph")
NEO4J = {"NEO4J_URI": "neo4j+s://graph.example:7687", "NEO4J_USERNAME": "reader", "NEO4J_PASSWORD": "secret"}
COUNT = "MATCH (n) RETURN count(n) AS n"


def test_without_settings_a_graph_is_embedded(tmp_path: Path) -> None:
    """Nothing is started by looking where it is."""
    place = place_of("movies", SPEC, tmp_path, {})
    assert isinstance(place, Embedded)
    assert list(tmp_path.iterdir()) == []


def test_no_database_is_called_neo4j() -> None:
    """The embedded server takes that name for its default; two bases never share a database."""
    names = [
        database_name(catalog, BaseSpec(name=name, type="graph", database=database))
        for catalog, name, database in (("neo4j", "neo4j", ""), ("a", "b c", ""), ("a b", "c", ""), ("x", "y", "neo4j"))
    ]
    assert len(set(names)) == 4
    assert all(name.startswith("g_") and name.isidentifier() for name in names)


def test_neo4j_is_found_by_its_settings(tmp_path: Path) -> None:
    """The catalog's database comes before the setting's, the setting's before Neo4j's own default."""
    assert place_of("movies", SPEC, tmp_path, NEO4J) == Neo4j(
        Account("neo4j+s://graph.example:7687", "reader", "secret", "neo4j")
    )
    of = {"NEO4J_DATABASE": "other"}
    assert place_of("movies", SPEC, tmp_path, NEO4J | of).reader().database == "other"
    own = SPEC.model_copy(update={"database": "films", "url": "env:FILMS_URI"})
    account = place_of("movies", own, tmp_path, NEO4J | of | {"FILMS_URI": "bolt://films.example"}).reader()
    assert (account.uri, account.database) == ("bolt://films.example", "films")


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    """Neither a place nor an account prints it."""
    place = place_of("movies", SPEC, tmp_path, NEO4J)
    assert "secret" not in f"{place!r} {place.reader()!r}"


@pytest.mark.parametrize(
    ("environ", "url", "message"),
    [
        ({"NEO4J_URI": "http://graph.example"}, "", r"NEO4J_URI: 'http://graph.example' is no address; valid: bolt://"),
        ({"NEO4J_URI": "bolt://"}, "", r"NEO4J_URI: 'bolt://' is no address"),
        ({"NEO4J_URI": "bolt://graph.example"}, "", r"NEO4J_USERNAME: not set; NEO4J_URI needs a name and a password"),
        ({"NEO4J_URI": "bolt://x", "NEO4J_USERNAME": "a"}, "", r"NEO4J_PASSWORD: not set"),
        ({}, "env:FILMS_URI", r"base 'films': url 'env:FILMS_URI': FILMS_URI is not set"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, environ: dict[str, str], url: str, message: str) -> None:
    """The variable, its bad value, and what would be right."""
    with pytest.raises(ConfigError, match=message):
        place_of("movies", SPEC.model_copy(update={"url": url}), tmp_path, environ)


def test_a_neo4j_that_is_not_there_is_a_typed_failure() -> None:
    """A refused connection ends at once, in words."""
    client = GraphClient(Neo4j(Account("bolt://127.0.0.1:9", "reader", "secret", "neo4j")))
    with pytest.raises(StoreError, match=r"the graph database does not answer .*; the next question tries again"):
        client.read(COUNT, {}, limit_s=10, rows=1)
    client.close()


@pytest.mark.server
def test_a_graph_that_was_never_loaded_says_how_to(home: Path, server: EmbeddedServer, tmp_path: Path) -> None:
    """The database is made by an ingest, not by a question."""
    catalog = write_catalog(tmp_path / "never loaded")
    base = GraphBase.of(catalog, catalog.base[0], home)
    with pytest.raises(StoreMissing, match=r"never loaded; run: signalbox ingest"):
        base.run(ToolCall("by_title", {"title": "x"}))
    assert not current(base.client, base.documents)
    base.close()


@pytest.mark.server
def test_a_load_brings_the_database_to_its_files_once(base: GraphBase) -> None:
    """The second load writes nothing; changed files replace all; values that were kept are read anew."""
    assert load(base.client, "films", base.documents) == Loaded(6, 4, changed=False)
    assert current(base.client, base.documents)
    assert base.values("by_title", "title")[0] == "A Short Way"
    (base.documents / "Movie.csv").write_text(FILES["Movie.csv"].replace("A Short Way", "Another Way"))
    assert not current(base.client, base.documents)
    assert base.fill() is True
    assert base.values("by_title", "title")[0] == "Another Way"
    assert base.client.read(COUNT, {}, limit_s=5, rows=1) == [{"n": 7}]
    assert base.fill() is False
    assert load(base.client, "films", base.documents, rebuild=True) == Loaded(6, 4, changed=True)
    assert base.client.read(COUNT, {}, limit_s=5, rows=1) == [{"n": 7}]


@pytest.mark.server
def test_files_that_are_wrong_leave_the_graph_as_it_was(base: GraphBase) -> None:
    """They are read before anything is written."""
    (base.documents / "Movie.csv").write_text("title\nOne\nOne\n")
    with pytest.raises(ValueError, match=r"Movie.csv:3"):
        base.fill()
    assert base.client.read(COUNT, {}, limit_s=5, rows=1) == [{"n": 7}]


@pytest.fixture
def bolt(home: Path, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[GraphBase]:
    """A base at an address, as a Neo4j would be; a database of the embedded server stands behind it."""
    running = server.running()
    running.command("create database operators")
    monkeypatch.setenv("NEO4J_URI", running.uri)
    monkeypatch.setenv("NEO4J_USERNAME", "root")
    monkeypatch.setenv("NEO4J_PASSWORD", running.root_password)
    text = CATALOG.replace('type = "graph"', 'type = "graph"\ndatabase = "operators"', 1)
    catalog = write_catalog(tmp_path / "bolt", text=text)
    base = GraphBase.of(catalog, catalog.base[0], tmp_path)
    yield base
    base.close()
    running.command("drop database operators")


@pytest.mark.server
def test_a_graph_at_an_address_is_filled_and_asked_like_any(bolt: GraphBase) -> None:
    """An empty database is loaded; a second load changes nothing."""
    assert (bolt.fill(), bolt.fill()) == (True, False)
    [found] = bolt.run(ToolCall("by_title", {"title": "long"}))
    assert found.text == "title: The Long Way; released: 1991; cast: Ana Ruiz, Bo Lund."


@pytest.mark.server
def test_a_graph_of_somebody_elses_is_never_overwritten(bolt: GraphBase) -> None:
    """A database that holds something and no mark of ours, or another base's, is refused and left whole."""
    bolt.client.write([("CREATE (:Theirs {name: 'x'})", {})])
    with pytest.raises(StoreError, match="the database of base 'films' holds another graph; give the base a database"):
        bolt.fill()
    assert bolt.client.read(COUNT, {}, limit_s=5, rows=1) == [{"n": 1}]
    bolt.client.write([("MATCH (n) DELETE n", {})])
    load(bolt.client, "another", bolt.documents)
    with pytest.raises(StoreError, match="holds another graph"):
        bolt.fill()


@pytest.mark.server
def test_without_documents_an_operators_graph_is_asked_as_it_is(bolt: GraphBase) -> None:
    """A catalog may lead to a graph that somebody else keeps."""
    bolt.client.write([("CREATE (:Movie {title: 'Theirs'})", {})])
    for file in bolt.documents.iterdir():
        file.unlink()
    bolt.documents.rmdir()
    assert bolt.fill() is False
    assert bolt.values("by_title", "title") == ("Theirs",)
