"""The store of one catalog on disk: Chroma collections, the BM25 index beside them, and a manifest of what they hold.

Facts of Chroma that shape this file: two writing processes lose vectors without an error, so a file lock lets one
write; an open reader does not see another process's writes, so readers reopen when the manifest changes; the metric
is fixed at creation and silently ignored afterwards, so it is verified on opening.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from chromadb import Collection
from chromadb.api.client import Client
from chromadb.errors import ChromaError, NotFoundError
from filelock import FileLock, Timeout
from langchain_chroma import Chroma

from errors import StoreBusy, StoreError, StoreMismatch, StoreMissing
from knowledge.clients import Opener, embedded
from knowledge.embedding import Embedder
from knowledge.fetched import Fetched
from knowledge.lexical import LexicalIndex
from knowledge.manifest import Manifest, ManifestFile
from knowledge.sources import Sources

CHROMA = "chroma"
"""The folder of Chroma's own files."""
EMBEDDING_KEY = "signalbox-embedding"
REOPEN_WAIT_S = 5.0
EF_SEARCH = 200
"""Neighbours the index keeps in sight; `signalbox eval retrieval --suite mtrag` holds it against exact search."""


@dataclass
class _Opened:
    """A store's open client, apart from the store so that it can be closed when the store is gone."""

    client: Client | None = None

    def close(self) -> None:
        """Let go of its files."""
        client, self.client = self.client, None
        if client is not None:
            client.close()

    def close_later(self) -> None:
        """The same in a thread of its own: garbage may be collected while Chroma holds the lock that closing takes."""
        if self.client is not None:
            threading.Thread(target=self.close, daemon=True).start()


class Store:
    """One catalog's store in a directory. Share one instance in a process: Chroma allows one client a path."""

    def __init__(self, directory: Path, opener: Opener = embedded) -> None:
        self.directory = directory
        self._opener = opener
        self.lexical = LexicalIndex(directory / "lexical.sqlite")
        self.sources = Sources(directory / "sources.sqlite")
        self.sentences_file = directory / "sentences.sqlite"
        self.manifest_file = ManifestFile(directory)
        self._lock_file = directory / "writer.lock"
        self._opened = _Opened()
        # Chroma keeps every client that was not closed, with its files, until the process ends.
        weakref.finalize(self, self._opened.close_later).atexit = False
        self._wrapped: dict[tuple[UUID, str], Chroma] = {}
        self._checked: dict[tuple[str, str], Collection] = {}
        self._fetched = Fetched()
        self._opened_at = -1
        self._readers = 0
        self._condition = threading.Condition()

    def stamp(self) -> int:
        """Changes whenever the store was written; 0 where it was never built."""
        return self.manifest_file.stamp()

    @property
    def built(self) -> bool:
        """Whether there can be anything in it: an embedded Chroma has files here, a server keeps its own."""
        return self._opener is not embedded or (self.directory / CHROMA).is_dir()

    def manifest(self) -> Manifest | None:
        """What the store holds; see `ManifestFile.read`."""
        return self.manifest_file.read()

    @contextmanager
    def writing(self, wait_s: float = 0) -> Iterator[None]:
        """Own the store for writing; raises StoreBusy where another process does after `wait_s` seconds."""
        made(self.directory)
        try:
            with FileLock(self._lock_file, timeout=wait_s):
                yield
        except Timeout:
            raise StoreBusy(
                f"{self.directory}: another process is writing this store; try again when it is done"
            ) from None

    @contextmanager
    def reading(self, collection: str, embedder: Embedder) -> Iterator[Chroma]:
        """An open collection, at the newest state.

        Raises StoreMissing where it does not exist and StoreMismatch where it was created with another metric or
        embedding model.
        """
        with self._session() as client:
            yield self._open(client, collection, embedder)

    @contextmanager
    def searching(self, collection: str, embedder: Embedder) -> Iterator[tuple[Collection, Fetched]]:
        """Chroma's own collection, which can be asked for ids and distances alone, and the chunks fetched so far;
        raises what `reading` raises.
        """
        with self._session() as client:
            yield self._verified(client, collection, embedder), self._fetched

    @contextmanager
    def filling(self, collection: str, embedder: Embedder) -> Iterator[Collection]:
        """Chroma's own collection, for writing vectors that are there already; raises what `reading` raises."""
        try:
            with self._session() as client:
                yield self._verified(client, collection, embedder)
        finally:
            self._fetched = Fetched()  # of what was written; a search under way puts what it read into the old one

    def create(self, collection: str, embedder: Embedder) -> None:
        """Make a collection with the cosine metric where there is none; verify the one there is."""
        with self._session() as client:
            try:
                self._open(client, collection, embedder)
            except StoreMissing:
                Chroma(
                    client=client,
                    collection_name=collection,
                    collection_metadata={EMBEDDING_KEY: embedder.name},
                    collection_configuration={"hnsw": {"space": "cosine", "ef_search": EF_SEARCH}},
                )

    def drop(self, collection: str) -> None:
        """Delete a collection with all it holds; one that is not there is ignored."""
        with self._session() as client:
            try:
                client.delete_collection(collection)
            except NotFoundError:
                return
            finally:
                self._checked = {}

    def close(self) -> None:
        """Let go of the files; the next use opens them again."""
        with self._condition:
            self._opened.close()

    @contextmanager
    def _session(self) -> Iterator[Client]:
        client = self._enter()
        try:
            yield client
        except ChromaError as fault:
            raise StoreMissing(f"{self.directory}: {fault}; rebuild with: signalbox ingest --rebuild") from fault
        finally:
            with self._condition:
                self._readers -= 1
                self._condition.notify_all()

    def _enter(self) -> Client:
        stamp = self.stamp()
        with self._condition:
            if self._opened.client is not None and stamp != self._opened_at:
                # A reader that hangs must not keep the others from new evidence: after a while it is not waited for.
                self._condition.wait_for(lambda: self._readers == 0, timeout=REOPEN_WAIT_S)
                self._opened.close()
            if self._opened.client is None:
                self._wrapped, self._checked, self._fetched = {}, {}, Fetched()
                try:
                    self._opened.client = self._opener(made(self.directory))
                except ChromaError as fault:
                    raise StoreError(
                        f"{self.directory}: cannot be opened: {fault}; it must be writable for reading too, or set "
                        "another SIGNALBOX_HOME; a damaged one is built anew by: signalbox ingest --rebuild"
                    ) from fault
                self._opened_at = stamp
            self._readers += 1
            return self._opened.client

    def _open(self, client: Client, collection: str, embedder: Embedder) -> Chroma:
        # By the id of the collection, which one that was dropped and made again does not keep.
        key = (self._verified(client, collection, embedder).id, embedder.name)
        opened = self._wrapped.get(key)
        if opened is None or opened.embeddings is not embedder:
            # LangChain reads the whole environment for it, which takes 10 ms.
            opened = self._wrapped[key] = Chroma(
                client=client,
                collection_name=collection,
                embedding_function=embedder,
                create_collection_if_not_exists=False,
            )
        return opened

    def _verified(self, client: Client, collection: str, embedder: Embedder) -> Collection:
        # Looking it up takes half a millisecond in which no other thread runs. On a server it is looked up each time:
        # there another process may make it anew at any moment, which an embedded client would not see anyway.
        known = self._checked.get((collection, embedder.name)) if self._opener is embedded else None
        if known is None:
            known = self._checked[collection, embedder.name] = self._looked_up(client, collection, embedder)
        return known

    def _looked_up(self, client: Client, collection: str, embedder: Embedder) -> Collection:
        try:
            found = client.get_collection(collection, embedding_function=None)
        except NotFoundError:
            raise StoreMissing(
                f"{self.directory}: collection {collection!r} is not there; build it with: signalbox ingest"
            ) from None
        settings = found.configuration_json
        space = (settings.get("hnsw") or settings.get("spann") or {}).get("space")  # the cloud has an index of its own
        if space != "cosine":
            raise StoreMismatch(
                f"{self.directory}: collection {collection!r} was created with the metric {space!r}, not 'cosine'; "
                "rebuild with: signalbox ingest --rebuild"
            )
        stored = (found.metadata or {}).get(EMBEDDING_KEY)
        if stored != embedder.name:
            raise StoreMismatch(
                f"{self.directory}: collection {collection!r} holds vectors of {stored!r}, not of {embedder.name!r}; "
                "two embedding models cannot share a collection: rebuild with: signalbox ingest --rebuild"
            )
        return found


def made(folder: Path) -> Path:
    """The folder, which is there afterwards. Raises StoreError where it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise StoreError(f"{folder}: cannot be made: {fault.strerror}; set another SIGNALBOX_HOME") from None
    return folder
