"""BM25 on disk: words find, scopes keep apart, hostile queries are words."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from knowledge.lexical import LexicalIndex
from knowledge.text import stem

ROWS = [
    ("1", "a", "The invoice LK-4012 is unpaid"),
    ("2", "a", "An invoice, an invoice, an invoice"),
    ("3", "b", "The invoice of another scope"),
    ("4", "a", "Die Kündigung größerer Verträge"),
    ("5", "a", "取消订阅之后数据保留九十天"),
]


@pytest.fixture
def index(tmp_path: Path) -> LexicalIndex:
    """An index of ROWS."""
    made = LexicalIndex(tmp_path / "lexical.sqlite")
    made.add(ROWS)
    return made


def found(index: LexicalIndex, text: str, scope: str = "a") -> list[str]:
    """The ids found, best first."""
    return [id_ for id_, _ in index.search(text, scope, 9)]


def test_words_find_within_their_scope(index: LexicalIndex) -> None:
    """Every row of the scope that holds a word is found, the denser one first, and none of another scope."""
    assert found(index, "Where is the invoice?") == ["2", "1"]
    assert found(index, "Where is the invoice?", "b") == ["3"]
    assert found(index, "Where is the invoice?", "c") == []


def test_part_numbers_accents_and_cjk_match(index: LexicalIndex) -> None:
    """A part number is one word, accents do not count, each CJK character is a word."""
    assert found(index, "lk-4012") == ["1"]
    assert found(index, "kundigung") == ["4"]
    assert found(index, "数据保留") == ["5"]


def test_scores_are_positive_and_fall(index: LexicalIndex) -> None:
    """Best first, each above zero or at it."""
    scores = [score for _, score in index.search("invoice unpaid", "a", 9)]
    assert scores == sorted(scores, reverse=True)
    assert all(score >= 0 for score in scores)


@pytest.mark.parametrize(
    "text",
    ["", "the of and", '"', '" OR 1=1', "body:invoice", "NEAR(invoice)", "*", "inv*", "(", "\x00", "a" * 100_000],
)
def test_hostile_queries_are_words(text: str, index: LexicalIndex) -> None:
    """No query is read as an expression, and none raises."""
    assert set(found(index, text)) <= {"1", "2"}


def test_an_id_added_again_is_replaced(index: LexicalIndex) -> None:
    """Adding an id twice keeps its newest text once."""
    index.add([("1", "a", "A receipt")])
    assert found(index, "unpaid") == []
    assert found(index, "receipt") == ["1"]
    assert index.ids("a") == {"1", "2", "4", "5"}


def test_deleted_ids_are_gone(index: LexicalIndex) -> None:
    """Deleting forgets; deleting what is not there is nothing."""
    index.delete(["2", "nobody"])
    assert found(index, "invoice") == ["1"]


def test_an_absent_file_holds_nothing(tmp_path: Path) -> None:
    """Searching before anything was built finds nothing and makes no file."""
    index = LexicalIndex(tmp_path / "absent.sqlite")
    assert index.search("invoice", "a", 3) == []
    assert not index.file.exists()


def test_readers_and_a_writer_share_the_file(index: LexicalIndex) -> None:
    """Sixteen threads search while one writes."""
    with ThreadPoolExecutor(17) as pool:
        writing = pool.submit(lambda: [index.add([(f"n{n}", "w", "word")]) for n in range(30)])
        readings = [pool.submit(found, index, "invoice") for _ in range(100)]
        assert all(reading.result() == ["2", "1"] for reading in readings)
        writing.result()
    assert len(index.ids("w")) == 30


def test_the_words_of_the_documents_are_known_by_their_stems(index: LexicalIndex, tmp_path: Path) -> None:
    """Any ending will do, in whatever scope; a beginning that two words share does not make them one."""
    index.add([("6", "b", "Our policies were charged")])
    asked = {
        stem(word) for word in ("policy", "charges", "invoicing", "inv", "polite", "trello", "lk-4012", "kündigung")
    }
    assert index.known(asked) == {stem(word) for word in ("policy", "charge", "invoice", "lk-4012")}
    assert LexicalIndex(tmp_path / "none.sqlite").known(asked) == asked


def test_words_that_are_near_to_a_word_come_with_slips_and_passages(index: LexicalIndex) -> None:
    """They begin alike, and a passage of the scopes says them; a number is none."""
    assert sorted(index.near("invoces", 2, ["a"])) == [("invoice", 2, 3)]
    assert index.near("invoces", 1, ["a"]) == []
    assert index.near("nvoice", 2, ["a"]) == []
    assert index.near("anothr", 2, ["a"]) == []
    assert index.near("anothr", 2, ["a", "b"]) == [("another", 1, 1)]
    assert index.near("invoice", 2, []) == []


def test_two_words_stand_together_in_their_order(index: LexicalIndex) -> None:
    """In a passage of the scopes, the one right before the other."""
    assert index.together([("unpaid", "invoice"), ("is", "unpaid")], ["a"])
    assert not index.together([("unpaid", "is")], ["a"])
    assert not index.together([("another", "scope")], ["a"])
    assert not index.together([], ["a"])


def test_an_index_that_is_not_there_has_no_words(tmp_path: Path) -> None:
    """Nothing is near and nothing together."""
    absent = LexicalIndex(tmp_path / "none.sqlite")
    assert (absent.near("invoice", 2, ["a"]), absent.together([("is", "unpaid")], ["a"])) == ([], False)
