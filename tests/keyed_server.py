"""A server with keys over two small catalogs, one for the whole session: the tests of the server and of the page share
it. Each test keeps to keys of its own, where what it does can be seen by that key's other tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from dev_server import Server, clean, copied, running
from fakes import write_catalog

from web.keys import make

NOTES = {
    "rooms.md": "# Rooms\n\nThe meeting room closes at six in the evening.\n",
    "door.md": "---\naccess: staff\n---\n# Door code\n\nThe door code of the meeting room is 4711.\n",
    "board/sale.md": "# Sale\n\nThe meeting room will be sold in May to the Harbour company.\n",
}
PRICES = {"fees.md": "# Fees\n\nRenting the meeting room costs 90 dollars an hour.\n"}
CLUB = {"club.md": "# Club\n\nThe chess club meets on Tuesday evening.\n"}
HOLDERS: dict[str, dict[str, Any]] = {
    "alice": {"access": ["staff"]},
    "bob": {"access": []},
    "carol": {"bases": ["prices"]},
    "dan": {"bases": ["house/notes"], "access": ["board"]},
    "flood": {},
    "root": {"operator": True},
}
PLAIN: dict[str, Any] = {"bases": None, "access": None, "operator": False}


@dataclass(frozen=True)
class Keyed:
    """The server, and the key of each name."""

    server: Server
    keys: dict[str, str]


@pytest.fixture(scope="session")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keyed]:
    """Two small catalogs, an answer cache, a rate, and six keys."""
    folder = tmp_path_factory.mktemp("keyed")
    write_catalog(
        folder / "catalogs",
        "house",
        {
            "notes": {"description": "Rooms, doors and plans.", "files": NOTES, "access": {"board/*": "board"}},
            "prices": {"description": "Fees and rents.", "files": PRICES},
        },
        title="The house",
    )
    write_catalog(folder / "catalogs", "club", {"notes": {"description": "The chess club.", "files": CLUB}})
    file = folder / "keys.toml"
    keys = {name: make(file, name, **(PLAIN | given)) for name, given in HOLDERS.items()}
    settings = clean(
        SIGNALBOX_HOME=str(folder / "home"),
        SIGNALBOX_CATALOGS=str(folder / "catalogs"),
        SIGNALBOX_CATALOG="house",
        SIGNALBOX_SERVED="club",
        SIGNALBOX_KEYS=str(file),
        SIGNALBOX_CACHE="true",
        SIGNALBOX_RATE="300",
    )
    with running(copied(folder, club="graph.app:catalog_club"), settings) as server:
        yield Keyed(server, keys)
