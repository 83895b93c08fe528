"""Which label is taken for which, as a table and as a picture."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from errors import EvalError
from evals.confusion import OUT_OF_SCOPE, confusion, picture, table
from evals.report import Row


def rows(*pairs: tuple[str, str]) -> list[Row]:
    """Rows that want the first of each pair and were given the second; "" is none."""
    return [
        Row(id=str(n), wanted=[a] if a else [], chosen=[b, "further"] if b else [], right={})
        for n, (a, b) in enumerate(pairs)
    ]


MIXED = rows(("b", "b"), ("b", "a"), ("b", "a"), ("a", "a"), ("", "a"), ("", ""), ("a", ""))


def test_what_was_wanted_meets_what_was_chosen_first() -> None:
    """Labels stand in order with out of scope last, and only the first label chosen counts."""
    matrix = confusion(MIXED)
    assert matrix is not None
    assert matrix.labels == ("a", "b", OUT_OF_SCOPE)
    assert matrix.counts.tolist() == [[1, 0, 1], [2, 1, 0], [1, 0, 1]]


def test_a_label_that_is_only_chosen_has_a_row() -> None:
    """The matrix is square, whatever was asked."""
    matrix = confusion(rows(("b", "c")))
    assert matrix is not None
    assert (matrix.labels, matrix.counts.tolist()) == (("b", "c"), [[0, 1], [0, 0]])


def test_rows_that_need_two_labels_have_no_matrix() -> None:
    """A suite with several labels a row, or without rows, is not one to count confusions of."""
    assert confusion([*MIXED, Row(id="two", wanted=["a", "b"], chosen=["a"], right={})]) is None
    assert confusion([]) is None


def test_the_worst_mistakes_come_first() -> None:
    """Right answers are no mistakes, and mistakes that never happened are not listed."""
    matrix = confusion(MIXED)
    assert matrix is not None
    assert matrix.worst(2) == [("b", "a", 2), ("a", OUT_OF_SCOPE, 1)]
    assert len(matrix.worst(9)) == 3
    clean = confusion(rows(("a", "a")))
    assert clean is not None
    assert clean.worst() == []


def test_the_table_numbers_its_columns() -> None:
    """Each column carries its row's number, a zero is a dot, and the commonest mistakes are named."""
    matrix = confusion(MIXED)
    assert matrix is not None
    assert table(matrix).splitlines() == [
        "confusion (rows: wanted, columns: chosen)",
        "                 1 2 3",
        "  1 a            1 . 1",
        "  2 b            2 1 .",
        "  3 out of scope 1 . 1",
        "most often: b taken for a 2x; a taken for out of scope 1x; out of scope taken for a 1x",
    ]


def test_large_counts_keep_their_columns() -> None:
    """Three digits take three places in every column."""
    matrix = confusion(rows(*[("a", "a")] * 120, ("b", "b")))
    assert matrix is not None
    assert table(matrix).splitlines()[1:] == [
        "        1   2",
        "  1 a 120   .",
        "  2 b   .   1",
        "most often: no mistake",
    ]


def test_a_picture_is_a_png(tmp_path: Path) -> None:
    """The matrix is drawn without a window system, into a folder that is made for it."""
    pytest.importorskip("matplotlib")
    matrix = confusion(MIXED)
    assert matrix is not None
    picture(matrix, "mixed", tmp_path / "new" / "mixed.png")
    assert (tmp_path / "new" / "mixed.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """A folder that is a file is named."""
    pytest.importorskip("matplotlib")
    matrix = confusion(MIXED)
    assert matrix is not None
    (tmp_path / "file").write_text("")
    with pytest.raises(EvalError, match=r"mixed\.png: cannot be written"):
        picture(matrix, "mixed", tmp_path / "file" / "mixed.png")


def test_without_matplotlib_the_error_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is an extra, and its absence is one clear sentence."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    matrix = confusion(MIXED)
    assert matrix is not None
    with pytest.raises(EvalError, match=r"pip install -e '\.\[evals\]'"):
        picture(matrix, "mixed", tmp_path / "mixed.png")
