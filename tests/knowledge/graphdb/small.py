"""A small graph base in a folder of its own, for the tests of what runs on the real server."""

from __future__ import annotations

from pathlib import Path

from knowledge.catalog import Catalog

CATALOG = """
[[base]]
name = "films"
type = "graph"
documents = "documents/films"
timeout_s = 5

[[base.tool]]
name = "by_title"
description = "A film by its title."
rows = 3
query = '''
MATCH (m:Movie) WHERE toLower(m.title) CONTAINS toLower($title) AND ($year IS NULL OR m.released = $year)
RETURN m.title AS title, m.released AS released,
  COLLECT { MATCH (p:Person)-[:ACTED_IN]->(m) RETURN p.name ORDER BY p.name } AS cast ORDER BY title
'''

[[base.tool.parameters]]
name = "title"
values = "MATCH (m:Movie) RETURN m.title AS title ORDER BY title"

[[base.tool.parameters]]
name = "year"
type = "integer"
required = false

[[base.tool]]
name = "slow"
description = "Takes minutes."
query = '''
MATCH (a), (b), (c), (d), (e), (f), (g), (h)
WHERE a.name + b.name + c.name + d.name + e.name + f.name + g.name + h.name = 'x'
RETURN count(*) AS n
'''

[[base.tool]]
name = "everything"
description = "Values of every kind."
query = '''
MATCH p = (:Person {name: 'Ana Ruiz'})-[r:ACTED_IN]->(m:Movie)
RETURN p, r, m, datetime('2024-05-06T07:08:09Z') AS at, duration('P1D') AS long,
  point({x: 1.5, y: 2}) AS place, [m, {deep: m}] AS nested, null AS nothing LIMIT 1
'''

[[base.tool]]
name = "text2cypher"
description = "Anything else."
fallback = true
rows = 2
"""
FILES = {
    "Movie.csv": """title,released:int,genres:list
The Long Way,1991,drama|road
A Short Way,1995,
Étoile,2004,drama
Way Out,1991,
""",
    "Person.csv": "name\nAna Ruiz\nBo Lund\n",
    "Person-ACTED_IN-Movie.csv": """name,title,role
Ana Ruiz,The Long Way,Mia
Bo Lund,The Long Way,Tom
Bo Lund,Étoile,
""",
    "Person-DIRECTED-Movie.csv": "name,title\nBo Lund,Étoile\n",
}


def write_catalog(folder: Path, files: dict[str, str] = FILES, text: str = CATALOG) -> Catalog:
    """A catalog in a folder, with its graph's files."""
    documents = folder / "documents" / "films"
    documents.mkdir(parents=True, exist_ok=True)
    (folder / "catalog.toml").write_text(text, encoding="utf-8")
    for name, content in files.items():
        (documents / name).write_text(content, encoding="utf-8")
    return Catalog.load(folder)
