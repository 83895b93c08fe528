"""A store whose folder cannot be used is an error that names the folder and the way out."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from chromadb.api.client import Client
from chromadb.errors import InternalError
from word_vectors import WordEmbedder

from errors import StoreError, StoreMissing
from knowledge.store import Store


def test_a_folder_that_cannot_be_made(tmp_path: Path, words: WordEmbedder) -> None:
    """Reading and writing alike name the folder, why, and the setting."""
    (tmp_path / "file").write_text("here a folder should be", encoding="utf-8")
    with closing(Store(tmp_path / "file" / "larkspur")) as store:
        said = f"{store.directory}: cannot be made: Not a directory; set another SIGNALBOX_HOME"
        with pytest.raises(StoreError) as raised, store.reading("wiki", words):
            pass
        assert str(raised.value) == said
        with pytest.raises(StoreError) as raised, store.writing():
            pass
        assert str(raised.value) == said


def test_a_database_that_does_not_open(tmp_path: Path, words: WordEmbedder) -> None:
    """What Chroma says of a folder that may not be written is told, and the store can be tried again."""

    def refuse(folder: Path) -> Client:
        raise InternalError("attempt to write a readonly database")

    with closing(Store(tmp_path / "store", refuse)) as store:
        for _ in range(2):
            with pytest.raises(StoreError) as raised, store.reading("wiki", words):
                pass
            assert str(raised.value) == (
                f"{store.directory}: cannot be opened: attempt to write a readonly database; it must be writable for "
                "reading too, or set another SIGNALBOX_HOME; a damaged one is built anew by: signalbox ingest --rebuild"
            )


def test_a_damaged_database_says_so(tmp_path: Path, words: WordEmbedder) -> None:
    """The real Chroma over a file that is no database tells its reason each time, and goes on once that is mended."""
    file = tmp_path / "store" / "chroma" / "chroma.sqlite3"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"no database" * 500)
    with closing(Store(tmp_path / "store")) as store:
        for _ in range(3):
            told = pytest.raises(StoreError, match=r"cannot be opened: .*not a database")
            with told, store.reading("wiki", words):
                pass
        file.unlink()
        with pytest.raises(StoreMissing, match="'wiki' is not there"), store.reading("wiki", words):
            pass
