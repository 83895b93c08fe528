"""Where vectors live: a real `chroma run` process serves the same base as the embedded store; settings are checked."""

from __future__ import annotations

import gc
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from contract import QUESTION, TEXTS
from word_vectors import WordEmbedder

from errors import ConfigError, StoreMissing
from knowledge.bases.base import Search
from knowledge.bases.vector import VectorBase
from knowledge.catalog import Catalog
from knowledge.clients import opener
from knowledge.ingest import ingest
from knowledge.sentences import SentenceVectors
from knowledge.store import Store

START_S = 60
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")  # the same, where it is collected within a test


@pytest.fixture(autouse=True)
def _sockets_are_let_go() -> Iterator[None]:
    """Chroma's HTTP client cannot be closed: what it leaves open is collected here and not in somebody else's test."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Chroma server of its own process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("server")
    command = [str(Path(sys.executable).parent / "chroma"), "run", "--path", str(folder), "--port", str(port)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([*command, "--host", "127.0.0.1"], stdout=log, stderr=log, cwd=folder)
    try:
        _wait_for(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        assert process.poll() is None, "the server ended"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server did not start")


def searched(catalog: Catalog, store: Store, folder: Path) -> list[tuple[str, float]]:
    """What a base over the store returns after an ingest."""
    words = WordEmbedder()
    ingest(catalog, store, lambda name: words)
    base = VectorBase.of(catalog, catalog.base[0], store, words, SentenceVectors(folder / "s.sqlite"))
    return [(passage.source, passage.score) for passage in base.search(Search(QUESTION, k=3, threshold=0.0))]


@pytest.mark.server
def test_a_chroma_server_serves_what_the_embedded_store_does(
    server: str, make_catalog: Callable[..., Catalog], tmp_path: Path
) -> None:
    """Ingest, search and a second ingest over HTTP give what the store in this process gives."""
    catalog = make_catalog({"wiki": {"files": TEXTS, "collection": "served"}})
    here = searched(catalog, Store(tmp_path / "here"), tmp_path)
    there = Store(tmp_path / "there", opener(server))
    assert searched(catalog, there, tmp_path) == here
    assert searched(catalog, there, tmp_path) == here
    assert here[0][0] == "wiki/refunds.md"
    assert not (tmp_path / "there" / "chroma").exists()
    there.close()


@pytest.mark.server
@pytest.mark.filterwarnings("ignore:Exception ignored in. <socket:pytest.PytestUnraisableExceptionWarning")
def test_an_ingest_over_a_chroma_server_is_incremental(
    server: str, make_catalog: Callable[..., Catalog], tmp_path: Path, words: WordEmbedder
) -> None:
    """What did not change is left alone, and what is gone leaves the server: its old text must not be quoted."""
    catalog = make_catalog({"wiki": {"files": TEXTS, "collection": "changing"}})
    there = Store(tmp_path / "there", opener(server))
    told = [ingest(catalog, there, lambda name: words)]
    told.append(ingest(catalog, there, lambda name: words))
    page = catalog.folder / catalog.base[0].documents / "refunds.md"
    page.write_text("# Refunds\n\nNothing is ever given back.\n")
    told.append(ingest(catalog, there, lambda name: words))
    count = told[0].added
    assert [(one.added, one.deleted, one.unchanged) for one in told] == [
        (count, 0, 0),
        (0, 0, count),
        (1, 1, count - 1),
    ]
    base = VectorBase.of(catalog, catalog.base[0], there, words, SentenceVectors(tmp_path / "s.sqlite"))
    found = [one.text for one in base.search(Search(QUESTION, k=9, threshold=-1.0)) if one.source == "wiki/refunds.md"]
    assert found == ["Nothing is ever given back."]
    there.close()


def test_an_address_where_nobody_answers_says_how_to_start_a_server(tmp_path: Path, words: WordEmbedder) -> None:
    """A refused connection is a store that is missing, with the command."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    with (
        pytest.raises(StoreMissing, match=rf"{address}: no Chroma server answers .*start it with: chroma run"),
        Store(tmp_path, opener(address)).reading("any", words),
    ):
        pass


@pytest.mark.parametrize(
    "place", ["ftp://host", "cloud:", "cloud:tenant", "localhost:8000", "http://", "http://h:port"]
)
def test_another_place_is_refused(place: str) -> None:
    """What is no address and no cloud database is refused, with what would be valid."""
    with pytest.raises(ConfigError, match=r"^chroma: '.*' is .*; valid: empty, http\(s\)://HOST\[:PORT\] or cloud:"):
        opener(place)


def test_the_cloud_needs_a_key(tmp_path: Path, words: WordEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without CHROMA_API_KEY the cloud is not asked at all."""
    monkeypatch.delenv("CHROMA_API_KEY", raising=False)
    with (
        pytest.raises(ConfigError, match="chroma: Chroma Cloud needs a key; set CHROMA_API_KEY"),
        Store(tmp_path, opener("cloud:tenant/database")).reading("any", words),
    ):
        pass
