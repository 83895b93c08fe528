"""Vectors of sentences: a first touch embeds, and only as many passages as it is allowed to."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from word_vectors import WordEmbedder

from knowledge.embedding import Vectors
from knowledge.passage import Passage
from knowledge.sentences import SentenceVectors

PASSAGES = [Passage(str(n), "x", f"First of {n} is red. Second of {n} is blue.", f"x/{n}.md") for n in range(5)]


class Held(WordEmbedder):
    """An embedder that says when it begins, and waits until it may go on."""

    def __init__(self) -> None:
        super().__init__()
        self.began, self.go_on = Event(), Event()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """As ever, but later."""
        self.began.set()
        assert self.go_on.wait(5)
        return super().encode(texts)


def test_only_the_first_are_touched(tmp_path: Path, words: WordEmbedder) -> None:
    """Of many passages those in front are embedded; the others have no rows until somebody needs them."""
    kept = SentenceVectors(tmp_path / "s.sqlite")
    assert [len(rows) for rows in kept.of_all(PASSAGES, words, 2)] == [2, 2, 0, 0, 0]
    assert [len(rows) for rows in kept.of_all(PASSAGES, words, 2)] == [2, 2, 0, 0, 0]
    assert words.encoded == 4
    assert [len(rows) for rows in kept.of_all(PASSAGES[::-1], words, 1)] == [2, 0, 0, 2, 2]


def test_what_was_touched_before_is_known(tmp_path: Path, words: WordEmbedder) -> None:
    """Another process finds what is in the file, in one reading."""
    first = SentenceVectors(tmp_path / "s.sqlite").of_all(PASSAGES, words, 5)
    again = SentenceVectors(tmp_path / "s.sqlite").of_all(PASSAGES, words, 0)
    assert words.encoded == 10
    assert all(abs(one - other).max() < 0.001 for one, other in zip(first, again, strict=True))


def test_the_same_passage_twice_is_embedded_once(tmp_path: Path, words: WordEmbedder) -> None:
    """Repeats share their rows."""
    one, other = SentenceVectors(tmp_path / "s.sqlite").of_all([PASSAGES[0], PASSAGES[0]], words, 2)
    assert (one == other).all()
    assert words.encoded == 2


def test_a_passage_without_sentences_has_no_rows(tmp_path: Path, words: WordEmbedder) -> None:
    """A heading alone is nothing to quote."""
    empty = Passage("e", "x", "# Heading", "x/e.md")
    assert [rows.shape[0] for rows in SentenceVectors(tmp_path / "s.sqlite").of_all([empty], words, 1)] == [0]


def test_the_oldest_are_forgotten_and_found_in_the_file(tmp_path: Path, words: WordEmbedder) -> None:
    """Memory is bounded; the file remembers."""
    kept = SentenceVectors(tmp_path / "s.sqlite", remembered=1)
    kept.of_all(PASSAGES, words, 5)
    assert [len(rows) for rows in kept.of_all(PASSAGES, words, 0)] == [2] * 5
    assert words.encoded == 10


def test_threads_may_touch_at_once(tmp_path: Path, words: WordEmbedder) -> None:
    """Eight threads that need the same passages all get them, and every sentence is embedded once."""
    kept = SentenceVectors(tmp_path / "s.sqlite")
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: [len(rows) for rows in kept.of_all(PASSAGES, words, 5)], range(16)))
    assert found == [[2] * 5] * 16
    assert words.encoded == 10


def test_a_search_does_not_wait_for_ever(tmp_path: Path) -> None:
    """While another search embeds for long, one that needs other passages goes without their sentences."""
    kept, slow = SentenceVectors(tmp_path / "s.sqlite"), Held()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(kept.of_all, PASSAGES[:2], slow, 2)
        assert slow.began.wait(5)
        assert [len(rows) for rows in kept.of_all(PASSAGES[2:], slow, 3, 0.05)] == [0, 0, 0]
        slow.go_on.set()
        assert [len(rows) for rows in first.result(5)] == [2, 2]
    assert [len(rows) for rows in kept.of_all(PASSAGES[2:], slow, 3)] == [2, 2, 2]
