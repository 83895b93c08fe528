"""The kind tier: cues, a learned rest, and only kinds that the catalog allows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from word_vectors import WordEmbedder

from errors import ConfigError
from evals.mood import kinds
from knowledge.base_spec import KINDS
from knowledge.catalog import Catalog
from knowledge.embedding import embedded
from routing.kinds import KindTier
from routing.seeds import shipped

MakeCatalog = Callable[..., Catalog]
CATALOGS = Path(__file__).parents[2] / "catalogs"


@pytest.fixture
def tier(make_catalog: MakeCatalog, words: WordEmbedder) -> KindTier:
    """A tier that knows the shipped rows only."""
    return KindTier.fit(make_catalog({"wiki": {}}), words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Summarize the contract", "summarize"),
        ("Could you SUM IT UP for me?", "summarize"),
        ("Walk me quickly through the claim", "summarize"),
        ("Gib mir einen Überblick", "summarize"),
        ("Fasse den Bericht zusammen", "summarize"),
        ("Résume le rapport", "summarize"),
        ("how do I resume my subscription", None),
        ("Compare the two plans", "compare"),
        ("basic vs pro", "compare"),
        ("Which of them is cheaper?", "compare"),
        ("Was ist der Unterschied?", "compare"),
        ("Quelle est la différence ?", "compare"),
        ("How much would that be for ten?", "compute"),
        ("how much is it for 25 seats a year", "compute"),
        ("How much is the oven?", None),
        ("Berechne den Preis", "compute"),
        ("Calcule le prix", "compute"),
        ("Which one would you choose?", "opinion"),
        ("What do people think of the park?", "opinion"),
        ("Was würdest du empfehlen?", "opinion"),
        ("Summarize how the two plans differ", None),  # two cues disagree
        ("Where is the station?", None),
        ("", None),
    ],
)
def test_cues(tier: KindTier, text: str, expected: str | None) -> None:
    """A cue decides alone, in three languages, unless cues of two kinds disagree."""
    assert tier.by_cue(text) == expected


def test_cue_says_so(tier: KindTier) -> None:
    """A kind read from a cue names the cue."""
    assert tier.read("Please SUMMARIZE it") == ("summarize", 1.0, "the cue 'summarize' names it")


@pytest.mark.parametrize("text", ["", "\ud800", "?", "how much " * 10_000, "which " * 10_000, "値段はいくら"])
def test_odd_texts(tier: KindTier, text: str) -> None:
    """Any text gets a kind, and it is never out_of_scope."""
    kind, score, reason = tier.read(text)
    assert kind in set(KINDS) - {"out_of_scope"}
    assert 0 <= score <= 1
    assert reason


def test_unsure(tier: KindTier) -> None:
    """A text that shares nothing with any example is a lookup."""
    assert tier.read("zyx qwv jkp?")[0] == "lookup"


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        (["lookup", "compare", "out_of_scope"], {"lookup", "compare"}),
        (["summarize", "opinion"], {"summarize", "opinion"}),
        (["contextual"], {"contextual"}),
        (["out_of_scope"], {"lookup"}),
    ],
)
def test_allowed(make_catalog: MakeCatalog, words: WordEmbedder, allowed: list[str], expected: set[str]) -> None:
    """Only kinds of the catalog are returned, from cues too; out_of_scope is for the router to say."""
    tier = KindTier.fit(make_catalog({"wiki": {}}, kinds=allowed), words)
    assert {tier.read(text)[0] for text, _ in shipped("kinds", "kind")} == expected


@pytest.mark.parametrize(("split", "expected"), [("tune", "opinion"), ("report", "lookup")])
def test_own_questions(make_catalog: MakeCatalog, words: WordEmbedder, split: str, expected: str) -> None:
    """A catalog's labelled questions of split tune draw its own line; those of split report are not learned."""
    catalog = make_catalog({"wiki": {}})
    rows = [
        {"id": str(n), "question": f"zyx qwv number{n}?", "kind": "opinion", "split": split, "bases": ["wiki"]}
        for n in range(8)
    ]
    lines = "\n".join(json.dumps(row) for row in rows)
    (catalog.folder / "questions.jsonl").write_text(lines, encoding="utf-8")
    tier = KindTier.fit(catalog, words)
    assert tier.read("zyx qwv?")[0] == expected
    assert len(tier.tuned) == (8 if split == "tune" else 0)


def test_bad_question(make_catalog: MakeCatalog, words: WordEmbedder) -> None:
    """A malformed labelled question is an error that names its file."""
    catalog = make_catalog({"wiki": {}})
    (catalog.folder / "questions.jsonl").write_text('{"id": 1}', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"questions\.jsonl"):
        KindTier.fit(catalog, words)


def test_cached_fit(make_catalog: MakeCatalog, words: WordEmbedder, tmp_path: Path) -> None:
    """With a cache folder a second fit embeds nothing and reads the same."""
    catalog = make_catalog({"wiki": {}})
    first = KindTier.fit(catalog, words, tmp_path / "cache").read("is the coast nice in winter")
    embedded_once = words.encoded
    again = KindTier.fit(catalog, words, tmp_path / "cache")
    assert words.encoded == embedded_once
    assert again.read("is the coast nice in winter") == first


def test_larkspur_gate() -> None:
    """On larkspur's questions of split report at least four in five kinds are right, and summaries all are."""
    metrics = kinds(Catalog.load(CATALOGS / "larkspur"), embedded())["metrics"]
    assert metrics["accuracy"] >= 0.8
    assert (metrics["summarize_precision"], metrics["summarize_recall"]) == (1.0, 1.0)
