"""The graph base on both real servers: tools, values, plain passages, limits, and statements that must not run."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from neo4j import GraphDatabase

from errors import QueryError, ToolError
from evals.hostile_cypher import HOSTILE
from knowledge.bases.base import Search, ToolCall
from knowledge.bases.graph import GraphBase
from knowledge.graphdb.client import Account, GraphClient
from knowledge.graphdb.loading import load
from knowledge.graphdb.places import Embedded, Neo4j
from knowledge.passage import Passage
from tests.knowledge.graphdb.neo4j_server import Unavailable, neo4j_server
from tests.knowledge.graphdb.small import write_catalog

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def neo4j(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    """The account of a real Neo4j, started once."""
    try:
        with neo4j_server(tmp_path_factory.mktemp("neo4j")) as account:
            yield account
    except Unavailable as reason:
        pytest.skip(f"no Neo4j: {reason}")


@pytest.fixture(params=["embedded", "neo4j"])
def base(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GraphBase]:
    """A loaded base over the small graph, on each of the two servers."""
    if request.param == "embedded":
        home: Path = request.getfixturevalue("home")
        request.getfixturevalue("server")
        catalog = write_catalog(tmp_path / "small")
        base = GraphBase.of(catalog, catalog.base[0], home)
    else:
        account = request.getfixturevalue("neo4j")
        catalog = write_catalog(tmp_path / "small")
        client = GraphClient(Neo4j(account))
        base = GraphBase(catalog.base[0], client, tmp_path / "small" / "documents" / "films")
    load(base.client, base.name, tmp_path / "small" / "documents" / "films")
    yield base
    base.close()


def titles(found: list[Passage]) -> list[str]:
    """The first line of each passage."""
    return [passage.text.partition("; ")[0].removeprefix("title: ") for passage in found]


def holdings(base: GraphBase) -> list[dict[str, object]]:
    """All that stands in the database, and who may use the server."""
    nodes = base.client.read(
        "MATCH (n) RETURN labels(n) AS l, properties(n) AS p ORDER BY l, p.title, p.name", {}, limit_s=5, rows=99
    )
    steps = base.client.read("MATCH (a)-[r]->(b) RETURN type(r) AS t, count(*) AS n ORDER BY t", {}, limit_s=5, rows=99)
    place = base.client.place
    if isinstance(place, Embedded):
        return [*nodes, *steps, {"users": (place.server.folder / "config" / "server-users.jsonl").read_text()}]
    account = place.reader()
    with (
        GraphDatabase.driver(account.uri, auth=(account.user, account.password)) as driver,
        driver.session(database="system") as session,
    ):
        return [*nodes, *steps, *session.run("SHOW USERS").data(), *session.run("SHOW DATABASES YIELD name").data()]


def test_a_tool_returns_one_passage_a_row(base: GraphBase) -> None:
    """A row becomes lines of column and value; an optional argument that nobody gave narrows nothing."""
    assert base.run(ToolCall("by_title", {"title": "LONG"})) == [
        Passage(
            id=base.run(ToolCall("by_title", {"title": "long"}))[0].id,
            base="films",
            text="title: The Long Way; released: 1991; cast: Ana Ruiz, Bo Lund.",
            source="films/by_title",
            title="by title (title: LONG)",
            score=1.0,
        )
    ]
    assert titles(base.run(ToolCall("by_title", {"title": "way", "year": 1995}))) == ["A Short Way"]
    assert base.run(ToolCall("by_title", {"title": "nowhere"})) == []


def test_a_tool_returns_no_more_rows_than_it_may(base: GraphBase) -> None:
    """The row limit is the tool's, a named tool's and a model's statement's alike."""
    assert titles(base.run(ToolCall("by_title", {"title": ""}))) == ["A Short Way", "The Long Way", "Way Out"]
    assert len(base.run(ToolCall("text2cypher", statement="MATCH (m:Movie) RETURN m.title AS title"))) == 2


def test_legal_values_are_each_listed_once(base: GraphBase) -> None:
    """A parameter with a values query lists what the graph holds; every other lists nothing."""
    assert base.values("by_title", "title") == ("A Short Way", "The Long Way", "Way Out", "Étoile")
    assert base.values("by_title", "year") == base.values("by_title", "absent") == ()


def test_unknown_tools_and_arguments_are_refused(base: GraphBase) -> None:
    """A name that the catalog does not declare runs nothing, and the message lists the valid ones."""
    with pytest.raises(ToolError, match=r"base 'films' has no tool 'drop'; valid: by_title, slow, everything"):
        base.run(ToolCall("drop", {}))
    with pytest.raises(ToolError, match=r"by_title: 'titel' is no argument; valid: title, year"):
        base.run(ToolCall("by_title", {"titel": "x"}))


@pytest.mark.parametrize(
    "value", ['O\'Brien "x"', "`m`", "$title", "a\x00b", "'}) DETACH DELETE m //", "\\u0027", "保留🙂"]
)
def test_values_are_never_read_as_statements(base: GraphBase, value: str) -> None:
    """A hostile value is compared, and nothing else happens."""
    before = holdings(base)
    assert base.run(ToolCall("by_title", {"title": value})) == []
    assert holdings(base) == before


def test_values_of_every_kind_become_plain_text(base: GraphBase) -> None:
    """Nodes, paths, times and points leave nothing in a passage that a checkpoint cannot hold."""
    [row] = base.client.read(base.spec.tool[2].query, {}, limit_s=5, rows=1)
    movie = {"labels": ["Movie"], "title": "The Long Way", "released": 1991, "genres": ["drama", "road"]}
    person = {"labels": ["Person"], "name": "Ana Ruiz"}
    acted = {"type": "ACTED_IN", "role": "Mia"}
    assert row == {
        "p": [person, acted, movie],
        "r": acted,
        "m": movie,
        "at": "2024-05-06T07:08:09+00:00",
        "long": "P1D",
        "place": {"srid": 7203, "x": 1.5, "y": 2.0},
        "nested": [movie, {"deep": movie}],
        "nothing": None,
    }
    assert json.loads(json.dumps(row)) == row
    [passage] = base.run(ToolCall("everything"))
    assert Passage.from_dict(json.loads(json.dumps(passage.to_dict()))) == passage


def test_a_slow_tool_is_a_typed_failure_and_the_next_question_works(base: GraphBase) -> None:
    """A statement that runs for minutes ends at the base's limit."""
    began = time.monotonic()
    with pytest.raises(TimeoutError, match="the graph database took longer than 5 s"):
        base.run(ToolCall("slow"))
    assert time.monotonic() - began < 8
    assert titles(base.run(ToolCall("by_title", {"title": "long"}))) == ["The Long Way"]


def test_sixteen_threads_get_what_one_gets(base: GraphBase) -> None:
    """Calls at once do not disturb each other."""
    calls = [ToolCall("by_title", {"title": part}) for part in ("long", "short", "étoile", "x")] * 8
    alone = [base.run(call) for call in calls[:4]] * 8
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(base.run, calls)) == alone


def test_search_finds_nothing(base: GraphBase) -> None:
    """Without a call there is nothing to ask."""
    assert base.search(Search("The Long Way")) == []


def test_hostile_statements_change_and_tell_nothing(base: GraphBase) -> None:
    """Of the hostile table none runs: no row comes back, and the database and its users are what they were."""
    before = holdings(base)
    for statement in HOSTILE.values():
        with pytest.raises(QueryError):
            base.run(ToolCall("text2cypher", statement=statement))
    assert holdings(base) == before


def test_the_reader_alone_writes_nothing(base: GraphBase) -> None:
    """With the statement check left out, the user that asks questions still cannot change the database or its users."""
    before = holdings(base)
    for name, statement in HOSTILE.items():
        if any(word in name for word in ("free patterns", "path", "rows out of nothing", "relationship")):
            continue  # these are slow, not wrong: the time limit is their second lock
        with suppress(QueryError, TimeoutError):
            base.client.read(statement, {}, limit_s=5, rows=5)
    assert holdings(base) == before


def test_the_schema_is_told_without_our_own_mark(base: GraphBase) -> None:
    """Names, types, a sample and directions; the node that tells where the graph came from is left out."""
    assert base.schema() == (
        "Nodes:\n"
        "(:Movie {genres: list, released: integer, such as 1991, "
        "title: string, one of 'The Long Way', 'A Short Way', 'Étoile', 'Way Out'})\n"
        "(:Person {name: string, one of 'Ana Ruiz', 'Bo Lund'})\n"
        "Relationships:\n"
        "(:Person)-[:ACTED_IN {role}]->(:Movie)\n"
        "(:Person)-[:DIRECTED]->(:Movie)"
    )


WRONG = {
    "MATCH (f:Film) RETURN f.title": r"'Film' is no label; valid: Movie, Person",
    "MATCH (m:Movie) RETURN m.year": r"'year' is no property of Movie; valid: genres, released, title",
    "MATCH (m:Movie {name: 'x'}) RETURN m.title": r"'name' is no property of Movie",
    "MATCH (p:Person)-[:PLAYED_IN]->(m) RETURN p.name": r"'PLAYED_IN' is no relationship type; valid: ACTED_IN",
    "MATCH (m:Movie)-[:ACTED_IN]->(p:Person) RETURN p.name": r"no relationship runs as \(Movie\)-\[:ACTED_IN\]",
    "MATCH (p:Person)<-[:DIRECTED]-(m:Movie) RETURN p.name": r"there is \(:Person\)-\[:DIRECTED\]->\(:Movie\)",
    "MATCH (p:Person)-[r:ACTED_IN]->(m) RETURN r.part": r"'part' is no property of the relationship; valid: role",
    "MATCH (m:Movie) RETURN m.title ORDER": r"refused the statement: (Syntax error|Invalid input)",
    "MATCH (m:Movie) RETURN x.title": r"'x' in x.title is no variable of the statement",
}


@pytest.mark.parametrize("statement", WRONG)
def test_a_wrong_statement_is_told_what_is_wrong(base: GraphBase, statement: str) -> None:
    """Unknown names, wrong directions and faults of syntax are found before anything runs, in words to act on."""
    with pytest.raises(QueryError, match=WRONG[statement]):
        base.check(statement)


def test_langchains_own_graph_opens_on_it(base: GraphBase) -> None:
    """langchain-neo4j's graph has the reader's account and the schema, for whoever builds chains on it."""
    graph = base.langchain_graph()
    assert graph.query("MATCH (m:Movie) WHERE m.released > $year RETURN m.title AS title", {"year": 2000}) == [
        {"title": "Étoile"}
    ]
    assert graph.get_schema == base.schema()
    graph.close()


def test_literals_are_those_that_only_the_user_can_explain(base: GraphBase) -> None:
    """Values that the schema shows or a parameter lists are known; others, and numbers, are the user's to give."""
    statement = (
        "MATCH (p:Person {name: 'ana ruiz'})-[:ACTED_IN]->(m:Movie) WHERE m.title IN ['étoile', 'Heat'] "
        "AND m.released > 1990 AND size(m.genres) > 1 RETURN m.title LIMIT 7"
    )
    assert base.literals(statement) == ["Heat", 1990]
