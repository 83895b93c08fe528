"""Where a base's graph is: in a database of its own in the embedded server, or in a Neo4j that settings name."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from errors import ConfigError, StoreError, StoreMissing
from knowledge.base_spec import BaseSpec
from knowledge.graphdb.client import Account, Place
from knowledge.graphdb.launch import READER, ROOT
from knowledge.graphdb.server import EmbeddedServer, server_of

URI, USER, PASSWORD, DATABASE = "NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE"
SCHEMES: Final = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
FRESH_S: Final = 60
"""How long what was read from a Neo4j counts as fresh: others may write there."""


@dataclass(frozen=True)
class Embedded:
    """A database in the embedded server of a home."""

    server: EmbeddedServer
    database: str

    def reader(self) -> Account:
        if not self._folder.is_dir():
            raise StoreMissing(f"{self._folder}: this base's graph was never loaded; run: signalbox ingest")
        running = self.server.running()
        return Account(running.uri, READER, running.reader_password, self.database)

    def writer(self) -> Account:
        running = self.server.running()
        if not self._folder.is_dir():
            try:
                running.command(f"create database {self.database}")
            except OSError as fault:
                raise StoreError(f"{self._folder}: the database cannot be made: {fault}") from fault
        return Account(running.uri, ROOT, running.root_password, self.database)

    def lost(self) -> None:
        self.server.lost()

    def stamp(self) -> int:
        with suppress(OSError):
            return self.loaded_file.stat().st_mtime_ns
        return 0

    @property
    def loaded_file(self) -> Path:
        """Touched whenever the graph was loaded anew."""
        return self.server.folder / f"{self.database}.loaded"

    @property
    def _folder(self) -> Path:
        return self.server.folder / "databases" / self.database


@dataclass(frozen=True)
class Neo4j:
    """A Neo4j server of the operator's. What the account may do there is for its operator to say."""

    account: Account = field(repr=False)

    def reader(self) -> Account:
        return self.account

    def writer(self) -> Account:
        return self.account

    def lost(self) -> None:
        """Nothing to look for: the address stays."""

    def stamp(self) -> int:
        return int(time.monotonic() / FRESH_S)


def place_of(catalog: str, spec: BaseSpec, home: Path, environ: Mapping[str, str] | None = None) -> Place:
    """Where the graph of a base is: at its own `url`, else at NEO4J_URI, else embedded under `home`.

    Raises ConfigError for an address that is none, or one without a name and password.
    """
    environ = os.environ if environ is None else environ
    variable = spec.url.removeprefix("env:") if spec.url.startswith("env:") else ""
    uri = environ.get(variable, "") if variable else spec.url or environ.get(URI, "")
    if variable and not uri:
        raise ConfigError(f"base {spec.name!r}: url {spec.url!r}: {variable} is not set; set it, or drop url")
    if not uri:
        return Embedded(server_of(home), database_name(catalog, spec))
    if uri.partition("://")[0] not in SCHEMES or not uri.partition("://")[2]:
        raise ConfigError(f"{variable or URI}: {uri!r} is no address; valid: {'://, '.join(SCHEMES)}:// with a host")
    user, password = environ.get(USER, ""), environ.get(PASSWORD, "")
    if not user or not password:
        raise ConfigError(f"{USER if not user else PASSWORD}: not set; {variable or URI} needs a name and a password")
    return Neo4j(Account(uri, user, password, spec.database or environ.get(DATABASE, "") or "neo4j"))


def database_name(catalog: str, spec: BaseSpec) -> str:
    """The embedded database of a base. Never "neo4j": the server takes that name for its default."""
    mark = hashlib.sha256(f"{catalog}/{spec.name}".encode()).hexdigest()[:8]
    return "g_" + re.sub(r"[^a-z0-9]+", "_", (spec.database or f"{catalog} {spec.name}").lower())[:40] + f"_{mark}"
