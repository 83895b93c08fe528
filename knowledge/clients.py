"""Where a store's vectors live: in Chroma inside this process, on a Chroma server, or in Chroma Cloud.

The words, the manifest and the lock stay in the store's own folder in every case.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import chromadb
from chromadb.api.client import Client
from chromadb.api.shared_system_client import SharedSystemClient
from chromadb.config import Settings as ChromaSettings
from chromadb.errors import ChromaError

from errors import ConfigError, StoreMissing

Opener = Callable[[Path], Client]
"""Makes a client for the store in a folder. Raises StoreMissing where there is nobody to answer."""

SETTING = "chroma"
KEY = "CHROMA_API_KEY"
VALID = "empty, http(s)://HOST[:PORT] or cloud:TENANT/DATABASE"


def embedded(folder: Path) -> Client:
    """Chroma in this process, its files in the store's folder. Raises ChromaError where they cannot be opened."""
    settings = ChromaSettings(anonymized_telemetry=False, is_persistent=True, persist_directory=str(folder / "chroma"))
    try:
        return Client(settings=settings)
    except ChromaError:
        # Chroma keeps what did not start, and the next client would stumble over it without the reason.
        SharedSystemClient._identifier_to_system.pop(settings.persist_directory, None)  # noqa: SLF001 - no public way
        raise


def opener(place: str) -> Opener:
    """How the setting says a store is opened: "" embedded, the address of `chroma run`, or "cloud:TENANT/DATABASE".

    Raises ConfigError for anything else; the key of the cloud comes from CHROMA_API_KEY.
    """
    if not place:
        return embedded
    kind, _, rest = place.partition(":")
    if kind in {"http", "https"}:
        return _server(place)
    tenant, _, database = rest.partition("/")
    if kind != "cloud" or not tenant or not database:
        raise ConfigError(f"{SETTING}: {place!r} is unknown; valid: {VALID}")
    return _cloud(tenant, database)


def _server(address: str) -> Opener:
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or (443 if parts.scheme == "https" else 8000)
    except ValueError:
        host, port = None, 0
    if not host:
        raise ConfigError(f"{SETTING}: {address!r} is no address; valid: {VALID}")

    def made(folder: Path) -> Client:  # noqa: ARG001 - the server has folders of its own
        settings = ChromaSettings(anonymized_telemetry=False)
        try:
            return cast(
                "Client", chromadb.HttpClient(host=host, port=port, ssl=parts.scheme == "https", settings=settings)
            )
        except ValueError as fault:  # what Chroma makes of a refused connection
            raise StoreMissing(f"{address}: no Chroma server answers ({fault}); start it with: chroma run") from fault

    return made


def _cloud(tenant: str, database: str) -> Opener:
    def made(folder: Path) -> Client:  # noqa: ARG001 - the cloud has no folder
        key = os.environ.get(KEY, "")
        if not key:
            raise ConfigError(f"{SETTING}: Chroma Cloud needs a key; set {KEY}")
        try:
            return cast("Client", chromadb.CloudClient(tenant=tenant, database=database, api_key=key))
        except ValueError as fault:
            raise StoreMissing(f"cloud:{tenant}/{database}: {fault}") from fault

    return made
