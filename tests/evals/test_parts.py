"""What the suites stand on: the reader of public data, the cache of vectors, BM25, and a scorer of needs."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from errors import BenchmarkMissing, SignalboxError
from evals.bm25 import BM25, words
from evals.need import NeedScorer
from evals.public import SETTING, Benchmarks, half
from evals.vectors import SAVE_EVERY, VectorCache
from graph.settings import Settings


class Counting:
    """An encoder that gives (length, 1) and remembers what it was asked, one text a call."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: list[str]) -> np.ndarray:
        """Vectors of shape (len(texts), 2)."""
        self.asked += texts
        return np.array([[len(text), 1.0] for text in texts], dtype=np.float32).reshape(-1, 2)


def test_rows_are_read_packed_or_not(tmp_path: Path) -> None:
    """A file in .gz reads as one that is not, blank lines are no rows, and a line separator in a text ends none."""
    text = '{"a": 1}\n\n{"a": "x\u2028y"}\n'
    (tmp_path / "plain.jsonl").write_text(text, encoding="utf-8")
    (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    data = Benchmarks(tmp_path)
    assert data.rows("plain.jsonl") == data.rows("packed.jsonl.gz") == [{"a": 1}, {"a": "x\u2028y"}]


def test_a_table_is_one_value(tmp_path: Path) -> None:
    """A JSON file reads as its value."""
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "names.json").write_text('{"a": ["b"]}')
    assert Benchmarks(tmp_path).table("set/names.json") == {"a": ["b"]}


@pytest.mark.parametrize("name", ["rows.jsonl", "file/rows.jsonl"])
def test_missing_data_names_the_path_and_the_setting(tmp_path: Path, name: str) -> None:
    """An absent file, also below what is no folder, is an error of the house that says where to look."""
    (tmp_path / "file").write_text("")
    with pytest.raises(BenchmarkMissing, match=rf"rows\.jsonl is missing: set {SETTING} to") as raised:
        Benchmarks(tmp_path).rows(name)
    assert isinstance(raised.value, SignalboxError)


def test_the_setting_leads_to_the_data(tmp_path: Path) -> None:
    """The variable that the error names is one that the settings know."""
    assert Settings.from_env({SETTING: str(tmp_path)}).benchmarks == tmp_path


def test_the_halves_never_move() -> None:
    """A key stays in its half for ever: the parity of its md5."""
    assert [half(key) for key in ("a", "e", "f", "b", "4")] == ["odd", "even", "odd", "odd", "even"]


def test_a_text_is_embedded_once_and_alone(tmp_path: Path) -> None:
    """A text known from this run or an earlier one is not embedded again, and a new one never in a batch."""
    encode = Counting()
    first = VectorCache(encode, "model", tmp_path / "new")
    assert first(["aa", "b", "aa"]).tolist() == [[2, 1], [1, 1], [2, 1]]
    first.save()
    assert VectorCache(encode, "model", tmp_path / "new")(["b"]).tolist() == [[1, 1]]
    assert sorted(encode.asked) == ["aa", "b"]


def test_models_are_kept_apart(tmp_path: Path) -> None:
    """Another model's vectors are not taken for this one's."""
    encode = Counting()
    for model in ("one", "two"):
        cache = VectorCache(encode, model, tmp_path)
        cache(["b"])
        cache.save()
    assert encode.asked == ["b", "b"]
    assert len(list(tmp_path.iterdir())) == 2


def test_two_runs_at_once_lose_nothing(tmp_path: Path) -> None:
    """What another process saved after this one read the file is still there after this one saves."""
    one, other = VectorCache(Counting(), "m", tmp_path), VectorCache(Counting(), "m", tmp_path)
    one(["a"])
    other(["b"])
    one.save()
    other.save()
    encode = Counting()
    VectorCache(encode, "m", tmp_path)(["a", "b"])
    assert encode.asked == []


def test_without_a_folder_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache without a folder remembers in memory only."""
    monkeypatch.chdir(tmp_path)
    cache = VectorCache(Counting(), "m", None)
    assert cache(["a"]).shape == (1, 2)
    assert cache([]).shape == (0, 2)
    cache.save()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04 broken"])
def test_a_broken_cache_is_no_cache(tmp_path: Path, content: bytes) -> None:
    """A cache file that cannot be read costs the embedding, not the run, and is replaced."""
    for _ in range(2):
        cache = VectorCache(Counting(), "m", tmp_path)
        cache(["a"])
        cache.save()
        [file] = tmp_path.iterdir()
        file.write_bytes(content)
    assert VectorCache(Counting(), "m", tmp_path)(["a"]).tolist() == [[1, 1]]


def test_long_work_is_told_and_kept(tmp_path: Path) -> None:
    """Many new texts are told of as they are embedded, and saved before the end; few are not told of."""
    told: list[tuple[int, int]] = []
    cache = VectorCache(Counting(), "m", tmp_path, progress=lambda done, total: told.append((done, total)))
    cache(["a", "b"])
    assert told == []
    cache([str(number) for number in range(SAVE_EVERY)])
    assert told[-1] == (SAVE_EVERY, SAVE_EVERY)
    assert len(list(tmp_path.iterdir())) == 1


def test_the_cache_is_in_the_home(tmp_path: Path) -> None:
    """Vectors are kept below the home and never beside the public data."""
    settings = Settings.from_env({}, home=tmp_path / "home", benchmarks=tmp_path / "data")
    cache = VectorCache.of(settings)
    cache(["a question"])
    cache.save()
    assert [file.parent for file in tmp_path.rglob("*.npz")] == [tmp_path / "home" / "evals"]


def test_bm25_equals_the_formula() -> None:
    """Scores are Okapi BM25 with Lucene's idf, and zero where no word is shared."""
    scores = BM25(["a b", "b b c"]).scores(["b", "c a", "z"])
    idf_rare, idf_common = np.log1p(1.5 / 1.5), np.log1p(0.5 / 2.5)
    short, long = 1.2 * (0.25 + 0.75 * 2 / 2.5), 1.2 * (0.25 + 0.75 * 3 / 2.5)
    expected = [
        [idf_common * 2.2 / (1 + short), idf_common * 2 * 2.2 / (2 + long)],
        [idf_rare * 2.2 / (1 + short), idf_rare * 2.2 / (1 + long)],
        [0.0, 0.0],
    ]
    assert scores == pytest.approx(np.array(expected), rel=1e-6)


def test_words_are_lower_case_runs() -> None:
    """Punctuation parts words and case does not matter."""
    assert words("What's v6.15, Zürich?") == ["what", "s", "v6", "15", "zürich"]


def test_needs_are_learned_from_single_labels() -> None:
    """Each label gets a probability of its own; a label that was not declared is refused, and so are two labels."""
    asked = {"music": "play the song", "food": "book a table", "sky": "will it rain"}
    texts = [f"{text} number {n}" for n in range(12) for text in asked.values()]
    truth = [*asked] * 12
    vectors = np.zeros((len(texts), 2), dtype=np.float32)
    scorer = NeedScorer(["food", "music", "sky"]).fit(texts, vectors, truth)
    needed = scorer(["play the song number 3", "book a table"], vectors[:2])
    assert needed.argmax(axis=1).tolist() == [1, 0]
    assert (needed.shape, scorer.unseen.shape) == ((2, 3), (36, 3))
    with pytest.raises(ValueError, match=r"labels \['sky'\] are not among \['a', 'food', 'music'\]"):
        NeedScorer(["a", "food", "music"]).fit(texts, vectors, truth)
    with pytest.raises(ValueError, match="3 labels at least"):
        NeedScorer(["food", "music"]).fit(texts, vectors, truth)
