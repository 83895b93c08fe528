"""What a router learns from a catalog: kept beside the store, learned anew when something changed, and never fooled by
catalogs of odd shapes.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fakes import catalog_of
from word_vectors import WordEmbedder

from errors import ConfigError
from knowledge.catalog import Catalog
from knowledge.labelled import LabelledQuestion, labelled_questions
from routing.cascade import Asked, Cascade
from routing.decision import Limits
from routing.semantic import SemanticTier

RULE = Limits("recall", 3, 0.0, 0.15, 0.25)
TEA: dict[str, dict[str, Any]] = {
    "tea": {"description": "Steeping green tea and oolong", "examples": ["How long does oolong steep?"]},
    "pots": {"description": "Pots and kettles of clay and iron", "examples": ["Which kettle is of iron?"]},
}


def taught(root: Path, bases: dict[str, dict[str, Any]] | None = None, *rows: dict[str, Any]) -> Catalog:
    """A catalog of one kind (so that only its own words are learned), with labelled questions."""
    catalog = catalog_of(root, bases or TEA, kinds=["lookup"])
    lines = [json.dumps({"id": str(n), **row}) for n, row in enumerate(rows)]
    (catalog.folder / "questions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return catalog


def kept(cache: Path) -> list[Path]:
    """The learned routers in the cache."""
    return sorted(cache.glob("router-*"))


def test_it_is_learned_once(tmp_path: Path, words: WordEmbedder) -> None:
    """A second process reads what the first one learned: one probe is embedded, and the scores are the same."""
    catalog, cache = taught(tmp_path), tmp_path / "cache"
    first = Cascade.of(catalog, words, cache)
    (file,) = kept(cache)
    made, embedded = file.stat().st_mtime_ns, words.encoded
    second = Cascade.of(catalog, words, cache)
    assert (kept(cache), file.stat().st_mtime_ns, words.encoded) == ([file], made, embedded + 1)
    for text in ("How long does green tea steep?", "an iron kettle", "", "保留"):
        asked = Asked("q", text)
        assert second.scores(asked, catalog.names) == pytest.approx(first.scores(asked, catalog.names), abs=1e-6)


CHANGES: list[tuple[str, dict[str, dict[str, Any]], list[dict[str, Any]], str]] = [
    ("a description", TEA | {"tea": TEA["tea"] | {"description": "Leaves"}}, [], "fake:words"),
    ("an example", TEA | {"pots": TEA["pots"] | {"examples": ["What is clay?"]}}, [], "fake:words"),
    ("a negative", TEA | {"pots": TEA["pots"] | {"negatives": ["iron tonic"]}}, [], "fake:words"),
    ("a base", TEA | {"cups": {"description": "Cups"}}, [], "fake:words"),
    ("a labelled question", TEA, [{"question": "What is gaiwan?", "bases": ["pots"]}], "fake:words"),
    ("a question out of scope", TEA, [{"question": "What is love?"}], "fake:words"),
    ("the embedding", TEA, [], "fake:others"),
]


@pytest.mark.parametrize(("bases", "rows", "model"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES])
def test_a_change_is_learned_anew(
    bases: dict[str, dict[str, Any]], rows: list[dict[str, Any]], model: str, tmp_path: Path
) -> None:
    """What the router depends on changed: a new one takes the place of the old one in the cache."""
    cache = tmp_path / "cache"
    Cascade.of(taught(tmp_path), WordEmbedder(), cache)
    before = kept(cache)
    changed = Cascade.of(taught(tmp_path, bases, *rows), WordEmbedder(model), cache)
    after = kept(cache)
    assert len(before) == len(after) == 1
    assert before != after
    assert list(changed.scores(Asked("q", "tea"), list(bases))) == list(bases)


def test_what_does_not_teach_changes_nothing(tmp_path: Path, words: WordEmbedder) -> None:
    """Questions of split report, limits and chunk sizes are no reason to learn again."""
    cache = tmp_path / "cache"
    Cascade.of(taught(tmp_path), words, cache)
    before = kept(cache)
    other = {name: {**given, "k": 9, "chunk_size": 500} for name, given in TEA.items()}
    report = {"question": "What is gaiwan?", "bases": ["pots"], "split": "report"}
    Cascade.of(taught(tmp_path, other, report), words, cache)
    assert kept(cache) == before


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 half"])
def test_a_broken_file_is_learned_over(
    content: bytes, tmp_path: Path, words: WordEmbedder, caplog: pytest.LogCaptureFixture
) -> None:
    """A router that cannot be read is learned anew, and the log says why."""
    catalog, cache = taught(tmp_path), tmp_path / "cache"
    whole = Cascade.of(catalog, words, cache)
    (file,) = kept(cache)
    file.write_bytes(content)
    with caplog.at_level(logging.WARNING, logger="signalbox.routing"):
        again = Cascade.of(catalog, words, cache)
    asked = Asked("q", "green tea")
    assert again.scores(asked, catalog.names) == pytest.approx(whole.scores(asked, catalog.names))
    assert ["learning the router anew" in one.message for one in caplog.records] == [True]
    assert file.stat().st_size > 1000


def test_a_folder_that_cannot_be_written_costs_time_alone(tmp_path: Path, words: WordEmbedder) -> None:
    """The router, its moods and its kinds are learned where nothing can be kept of them."""
    (tmp_path / "home").write_text("a file, where a folder should be")
    catalog = taught(tmp_path)
    learned = Cascade.of(catalog, words, tmp_path / "home" / "learned")
    asked = Asked("q", "green tea")
    assert learned.scores(asked, catalog.names) == Cascade.of(catalog, words).scores(asked, catalog.names)


def test_processes_that_learn_at_once_do_not_trip_over_each_other(tmp_path: Path, words: WordEmbedder) -> None:
    """Each has its router, one file is left, and it can be read."""
    catalog, cache = taught(tmp_path), tmp_path / "cache"
    with ThreadPoolExecutor(6) as pool:
        routers = list(pool.map(lambda _: Cascade.of(catalog, words, cache), range(6)))
    asked = Asked("q", "green tea")
    assert len({tuple(one.scores(asked, catalog.names).items()) for one in routers}) == 1
    (file,) = kept(cache)
    assert SemanticTier.load(file, words.encode).labels == ("tea", "pots")


def test_rows_teach(tmp_path: Path, words: WordEmbedder) -> None:
    """Labelled questions move a word that no description has to its base; rows given in their place do so instead."""
    rows = [{"question": f"Where does the gaiwan number{n} go?", "bases": ["pots"]} for n in range(8)]
    rows += [{"question": f"What is brewed as number{n}?", "bases": ["tea"]} for n in range(8)]
    catalog = taught(tmp_path, None, *rows)
    learned, plain = Cascade.of(catalog, words), Cascade.of(catalog, words, rows=[])
    asked = "the gaiwan?"
    lead = [one.scores(Asked("q", asked), catalog.names) for one in (learned, plain)]
    assert lead[0]["pots"] - lead[0]["tea"] > lead[1]["pots"] - lead[1]["tea"]
    assert max(lead[0], key=lead[0].__getitem__) == "pots"


def test_two_bases_with_the_same_description(tmp_path: Path, words: WordEmbedder) -> None:
    """Nothing tells them apart, so they score the same and a question to one goes to both, in the catalog's order."""
    catalog = taught(tmp_path, {name: {"description": "Steeping green tea"} for name in ("first", "second")})
    cascade = Cascade.of(catalog, words)
    scores = cascade.scores(Asked("q", "How does green tea steep?"), catalog.names)
    assert scores["first"] == pytest.approx(scores["second"], abs=1e-9)
    decision, sure = cascade.decide(Asked("q1", "How does green tea steep?"), catalog.names, RULE)
    assert [name for name, _ in decision.bases] == ["first", "second"]
    assert not sure


@pytest.mark.parametrize("given", [{}, {"description": "Steeping green tea"}, {"examples": ["green tea?"]}])
def test_a_base_of_few_words(given: dict[str, Any], tmp_path: Path, words: WordEmbedder) -> None:
    """A base without examples, or without anything but its name, is scored beside others and can be reached."""
    catalog = taught(tmp_path, {"tea": given, "pots": TEA["pots"]})
    cascade = Cascade.of(catalog, words)
    scores = cascade.scores(Asked("q", "green tea"), catalog.names)
    assert all(0 <= score <= 1 for score in scores.values())
    decision, _ = cascade.decide(Asked("q1", "green tea"), catalog.names, RULE)
    assert decision.bases[0][0] == "tea"


def test_one_base_alone(tmp_path: Path, words: WordEmbedder) -> None:
    """A catalog of a single base needs no choice."""
    catalog = taught(tmp_path, {"tea": TEA["tea"]})
    decision, _ = Cascade.of(catalog, words).decide(Asked("q1", "green tea"), catalog.names, RULE)
    assert [name for name, _ in decision.bases] == ["tea"]


NAMES = ["a b", 'the "best"', "it's", "a/b", "Kündigung", "技术", "🙂", *(f"topic {n}" for n in range(53))]


def test_sixty_bases_of_every_name(tmp_path: Path, words: WordEmbedder) -> None:
    """Whatever sixty bases are called, the one whose words a question shares is named first, also from the cache."""
    bases = {name: {"description": f"zz{n}xy and yy{n}zx"} for n, name in enumerate(NAMES)}
    catalog, many = taught(tmp_path, bases), WordEmbedder("fake:many", 4096)
    Cascade.of(catalog, many, tmp_path / "cache")
    cascade = Cascade.of(catalog, many, tmp_path / "cache")
    for n, name in enumerate(NAMES):
        decision, _ = cascade.decide(Asked("q1", f"What of zz{n}xy and yy{n}zx?"), NAMES, RULE)
        assert decision.bases[0][0] == name
        assert list(decision.scores) == NAMES


BAD_ROWS = [
    ('{"id": "1", "question": "x", "bases": ["milk"]}', "bases: 'milk' is unknown; valid: tea, pots"),
    ('{"id": "1", "question": "x", "kind": "poem"}', "kind: "),
    ('{"id": "1", "question": "x", "splitt": "tune"}', "splitt: Extra inputs are not permitted"),
    ('{"id": "1"}', "question: Field required"),
    ("[1]", "not a JSON object"),
    ("{", "not a JSON object"),
]


@pytest.mark.parametrize(("line", "says"), BAD_ROWS)
def test_a_bad_row_is_an_error_of_its_file_and_line(line: str, says: str, tmp_path: Path, words: WordEmbedder) -> None:
    """The error names the file, the line and what is wrong."""
    catalog = taught(tmp_path)
    file = catalog.folder / "questions.jsonl"
    file.write_text(f'{{"id": "0", "question": "ok", "bases": ["tea"]}}\n\n{line}\n', encoding="utf-8")
    with pytest.raises(ConfigError) as raised:
        Cascade.of(catalog, words)
    assert str(raised.value).startswith(f"{file}:3: ")
    assert says in str(raised.value)


def test_rows_are_read_by_split(make_catalog: Callable[..., Catalog]) -> None:
    """A catalog without a file has no rows; tune and report are told apart, and follow-ups keep what was said."""
    catalog = make_catalog(TEA)
    assert labelled_questions(catalog) == []
    history = [{"role": "user", "content": "Tea?"}, {"role": "assistant", "content": "Yes."}]
    rows = [
        {"id": "1", "question": "and oolong?", "bases": ["tea"], "history": history},
        {"id": "2", "question": "A pot?", "bases": ["pots"], "split": "report"},
    ]
    (catalog.folder / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    tune: list[LabelledQuestion] = labelled_questions(catalog, "tune")
    assert [(row.id, row.said_before) for row in tune] == [("1", ["Tea?"])]
    assert [row.id for row in labelled_questions(catalog, "report")] == ["2"]
    assert [row.id for row in labelled_questions(catalog)] == ["1", "2"]
