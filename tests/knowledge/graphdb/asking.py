"""A program that asks a graph: run as `python asking.py HOME CATALOG [stay]`, it prints the server's number and a row.

With `stay` it then waits for a line on its standard input, holding the server.
"""

from __future__ import annotations

import sys
from pathlib import Path

from knowledge.bases.base import ToolCall
from knowledge.bases.graph import GraphBase
from knowledge.catalog import Catalog
from knowledge.graphdb.server import server_of


def main(home: Path, folder: Path, *rest: str) -> None:
    """Fill the base, ask one question, print what came of it."""
    catalog = Catalog.load(folder)
    base = GraphBase.of(catalog, catalog.base[0], home)
    base.fill()
    found = base.run(ToolCall("by_title", {"title": "long"}))
    sys.stdout.write(f"{server_of(home).running().pid} {found[0].text}\n")
    sys.stdout.flush()
    if rest:
        sys.stdin.readline()
    base.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
