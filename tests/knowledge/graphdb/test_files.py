"""A graph's files: what they say, and what is wrong with them, by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from errors import ConfigError, DocumentError
from graph.settings import ROOT
from knowledge.catalog import find
from knowledge.graphdb.files import GraphFiles, Nodes, Relations, read_graph

GOOD = {
    "Movie.csv": "\ufefftitle,released:int,score:float,seen:bool,genres:list\n"
    "Heat,1995,8.3,true,crime | drama\n8½,,,,\n",
    "Person.csv": 'name\n"Lee, Ang"\n',
    "Person-DIRECTED-Movie.csv": 'name,title,year:int\n"Lee, Ang",Heat,1994\n"Lee, Ang",8½,\n',
}


def written(folder: Path, files: dict[str, str]) -> Path:
    """The files in a folder."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_files_become_nodes_and_relationships(tmp_path: Path) -> None:
    """Types come from the header, an empty cell is no property, a byte order mark no part of a name."""
    graph = read_graph(written(tmp_path, GOOD))
    movies = Nodes(
        "Movie",
        "title",
        (
            {"title": "Heat", "released": 1995, "score": 8.3, "seen": True, "genres": ["crime", "drama"]},
            {"title": "8½"},
        ),
    )
    people = Nodes("Person", "name", ({"name": "Lee, Ang"},))
    directed = Relations("Person", "DIRECTED", "Movie", (("Lee, Ang", "Heat", {"year": 1994}), ("Lee, Ang", "8½", {})))
    assert graph == GraphFiles((movies, people), (directed,), graph.digest)
    assert graph.counts == (3, 2)


def test_the_digest_follows_every_file(tmp_path: Path) -> None:
    """Another cell or another name gives another digest; the same files give the same."""
    before = read_graph(written(tmp_path, GOOD)).digest
    assert read_graph(tmp_path).digest == before
    written(tmp_path, {"Person.csv": 'name\n"Lee, Ang"\nAna\n'})
    assert read_graph(tmp_path).digest != before


WRONG = {
    "a cell of another type": (
        {"Movie.csv": "title,released:int\nHeat,soon\n"},
        r"csv:2: released: 'soon' is no int",
    ),
    "a key twice": ({"Movie.csv": "title\nHeat\nHeat\n"}, r"Movie.csv:3: title 'Heat' is empty or was there before"),
    "a key that is empty": ({"Movie.csv": "title,x\n,1\n"}, r"Movie.csv:2: title None is empty"),
    "an end that no node has": (
        {"Person-DIRECTED-Movie.csv": "name,title\nBob,Heat\n"},
        r"Person-DIRECTED-Movie.csv:2: 'Bob' is no Person; add it",
    ),
    "a label without a file": ({"Dog-SEEN_IN-Movie.csv": "name,title\n"}, r"there is no Dog.csv"),
    "a cell too many": ({"Movie.csv": "title\nHeat,1995\n"}, r"Movie.csv:2: 2 cells, the header has 1"),
    "an unknown type": ({"Movie.csv": "title,released:year\n"}, r"Movie.csv:1: column 'released:year' is not NAME"),
    "a column twice": ({"Movie.csv": "title,title\n"}, r"Movie.csv:1: the header \['title', 'title'\]"),
    "a name with a space": ({"My Movie.csv": "title\n"}, r"My Movie.csv: a graph's file is called Label.csv"),
    "a name that is Cypher": ({"M) DETACH DELETE (m.csv": "title\n"}, r"a graph's file is called Label.csv"),
    "a column that is Cypher": ({"Movie.csv": "title}) DELETE n //\n"}, r"column 'title}\) DELETE n //' is not NAME"),
    "an open quote": ({"Movie.csv": 'title\n"Heat\n'}, r"Movie.csv:2: not CSV"),
    "nothing at all": ({"Movie.csv": ""}, r"Movie.csv:1: the header \[\]"),
    "one column for two ends": ({"Person-DIRECTED-Movie.csv": "name\n"}, r"names too few columns"),
}


@pytest.mark.parametrize(("files", "message"), WRONG.values(), ids=WRONG.keys())
def test_a_fault_names_the_file_and_the_line(tmp_path: Path, files: dict[str, str], message: str) -> None:
    """Whoever wrote the file is told where to look and what would be right."""
    with pytest.raises(DocumentError, match=message):
        read_graph(written(tmp_path, GOOD | files))


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are not guessed at: a wrong name would be asked for in vain."""
    (tmp_path / "Movie.csv").write_bytes("title\nAmélie\n".encode("latin-1"))
    with pytest.raises(DocumentError, match=r"Movie.csv: not UTF-8"):
        read_graph(tmp_path)


def test_a_folder_without_a_graph_says_what_belongs_there(tmp_path: Path) -> None:
    """No file is a mistake of the catalog's."""
    with pytest.raises(ConfigError, match="no graph here; write one CSV a label"):
        read_graph(tmp_path / "absent")


def test_the_shipped_films_are_whole() -> None:
    """Every film has a cast and a director, and nobody stands in the files without a film."""
    catalog = find("movies", ROOT / "catalogs")
    graph = read_graph(catalog.folder / catalog.base[0].documents)
    nodes = {one.label: {row[one.key] for row in one.rows} for one in graph.nodes}
    ends = {one.type: {end for _, end, _ in one.rows} for one in graph.relations}
    starts = {start for one in graph.relations for start, _, _ in one.rows}
    assert len(nodes["Movie"]) == 42
    assert ends == {"ACTED_IN": nodes["Movie"], "DIRECTED": nodes["Movie"]}
    assert starts == nodes["Person"]


def test_the_shipped_countries_are_whole() -> None:
    """All 193 member states, each with a capital, and no city that is none."""
    catalog = find("geography", ROOT / "catalogs")
    graph = read_graph(catalog.folder / catalog.base[0].documents)
    nodes = {one.label: {row[one.key] for row in one.rows} for one in graph.nodes}
    [capitals] = graph.relations
    assert len(nodes["Country"]) == 193
    assert {country for _, country, _ in capitals.rows} == nodes["Country"]
    assert {city for city, _, _ in capitals.rows} == nodes["City"]
