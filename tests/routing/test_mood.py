"""The mood tier: words that decide alone, a learned rest, and a closed set that nothing leaves."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from word_vectors import WordEmbedder

from errors import ConfigError
from evals.mood import MOODS, mood
from knowledge.catalog import Catalog
from knowledge.embedding import embedded
from routing.mood import Mood, MoodTier
from routing.seeds import shipped, vectors
from routing.seeds.learner import Classifier, Recipe

MakeCatalog = Callable[..., Catalog]
CATALOGS = Path(__file__).parents[2] / "catalogs"
CLINIC = {**MOODS, "distress": "on-call"}
SMOKE = [f"there is smoke in {place}" for place in "the-hall my-flat our-lift his-car a-shop her-shed it-all".split()]
SMOKE += [f"smoke comes out of the {thing}" for thing in "oven lamp wall socket drawer pump".split()]


def with_rows(catalog: Catalog, rows: Sequence[object]) -> Catalog:
    """`catalog` with these rows in its moods.jsonl; a string is written as it stands."""
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (catalog.folder / "moods.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return catalog


def smoke_rows(split: str = "train") -> list[object]:
    """A dozen rows of a mood called `alarm`."""
    return [{"id": str(n), "text": text, "mood": "alarm", "split": split} for n, text in enumerate(SMOKE)]


@pytest.fixture
def ruled(make_catalog: MakeCatalog, words: WordEmbedder) -> MoodTier:
    """A tier with words of two moods."""
    given = {
        "distress": ["can't breathe", "Atemnot", "douleur à la poitrine", "助けて", "숨을 못", "’"],
        "negative": ["your manager"],
    }
    return MoodTier.fit(make_catalog({"wiki": {}}, moods=CLINIC, mood_words=given), words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I can't breathe", "distress"),
        ("i CANT breathe!!", "distress"),
        ("Help, I can’t   breathe", "distress"),  # the curly apostrophe and doubled spaces of a phone
        ("Plötzliche ATEMNOT seit heute", "distress"),
        ("une douleur a la poitrine", "distress"),
        ("let me talk to your manager", "negative"),
        ("Your manager must know that I can't breathe", "distress"),
        ("誰か助けてください", "distress"),  # no spaces between words, so none are asked for
        ("아이가 숨을  못 쉬어요", "distress"),
        ("your managers", None),
        ("Atemnotstand", None),
        ("can't, breathe", None),
        ("", None),
    ],
)
def test_words(ruled: MoodTier, text: str, expected: str | None) -> None:
    """A word decides alone, whole and in any spelling, and the most serious mood is tried first."""
    found = ruled.by_words(text)
    assert (found.name if found else None) == expected


def test_words_say_so(ruled: MoodTier) -> None:
    """A mood read from words says which, and where the catalog sends it."""
    assert ruled.read("I can't breathe") == Mood(
        "distress", 1.0, "rules", "the words 'cant breathe' name it", "on-call"
    )


def test_no_moods(make_catalog: MakeCatalog, words: WordEmbedder) -> None:
    """A catalog that declares no moods is neutral, and nothing is embedded for it."""
    tier = MoodTier.fit(make_catalog({"wiki": {}}), words)
    assert tier.read("This is outrageous, you liars") == Mood("neutral", 1.0, "semantic", "no words of a mood")
    assert words.encoded == 0


@pytest.mark.parametrize("text", ["", "  \n", "\ud800", "?", "a" * 50_000, "気分が悪い"])
def test_odd_texts(ruled: MoodTier, text: str) -> None:
    """Any text gets a mood of the catalog."""
    assert ruled.read(text).name in CLINIC


@pytest.mark.parametrize(
    ("moods", "expected"),
    [
        ({"neutral": "answer", "positive": "answer"}, {"neutral", "positive"}),
        ({"calm": "answer", "negative": "person"}, {"calm", "negative"}),
        ({"alarm": "on-call"}, {"neutral"}),  # nothing of the catalog stands for "no mood", so neutral does
    ],
)
def test_closed(make_catalog: MakeCatalog, words: WordEmbedder, moods: dict[str, str], expected: set[str]) -> None:
    """Whatever the shipped rows know, only moods of the catalog are returned."""
    tier = MoodTier.fit(make_catalog({"wiki": {}}, moods=moods), words)
    assert {tier.read(text).name for text, _ in shipped("moods", "mood")} == expected


@pytest.mark.parametrize(("split", "expected"), [("train", "alarm"), ("tune", "neutral"), ("report", "neutral")])
def test_own_rows(make_catalog: MakeCatalog, words: WordEmbedder, split: str, expected: str) -> None:
    """A catalog teaches a mood of its own by rows of split train, and by no others."""
    catalog = with_rows(make_catalog({"wiki": {}}, moods={**MOODS, "alarm": "on-call"}), smoke_rows(split))
    assert MoodTier.fit(catalog, words).read("there is smoke in the kitchen").name == expected


def test_examples_are_neutral(make_catalog: MakeCatalog, words: WordEmbedder) -> None:
    """What a base says it answers teaches the tier what is ordinary."""
    told = [f"which smoke detector fits the {place}" for place in "hall flat lift car shop shed stairs cellar".split()]

    def alarms(examples: list[str]) -> int:
        catalog = make_catalog({"wiki": {"examples": examples}}, moods={**MOODS, "alarm": "answer"})
        tier = MoodTier.fit(with_rows(catalog, smoke_rows()), words)
        return sum(tier.read(text).name == "alarm" for text in told)

    assert alarms([]) == len(told)
    assert alarms(told) <= 2


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", "line 1: not valid JSON"),
        ("[]", "line 1: text, mood and split must be strings"),
        ({"text": "x", "mood": "neutral"}, "line 1: text, mood and split must be strings"),
        ({"text": 3, "mood": "neutral", "split": "train"}, "line 1: text, mood and split must be strings"),
        ({"text": "x", "mood": "rage", "split": "train"}, "mood: unknown 'rage'; valid: positive, neutral, negative"),
    ],
)
def test_bad_rows(make_catalog: MakeCatalog, words: WordEmbedder, row: object, message: str) -> None:
    """A row that cannot be used is an error that names the file and what is wrong."""
    catalog = with_rows(make_catalog({"wiki": {}}, moods=MOODS), [row])
    with pytest.raises(ConfigError, match=r"moods\.jsonl") as raised:
        MoodTier.fit(catalog, words)
    assert message in str(raised.value)


def test_cache(tmp_path: Path, words: WordEmbedder) -> None:
    """Vectors are kept by model and content; a broken or unusable cache is no error."""
    first = vectors(words, ["one", "two"], tmp_path / "new")
    assert np.array_equal(vectors(words, ["one", "two"], tmp_path / "new"), first)
    assert words.encoded == 2
    vectors(words, ["one", "three"], tmp_path / "new")
    vectors(WordEmbedder("another"), ["one", "two"], tmp_path / "new")
    kept = list((tmp_path / "new").iterdir())
    assert len(kept) == 3
    for file in kept:
        file.write_bytes(b"\x93NUMPY")
    assert np.array_equal(vectors(words, ["one", "two"], tmp_path / "new"), first)
    assert np.array_equal(vectors(words, ["one", "two"], kept[0] / "under-a-file"), first)


def test_left_out_scores() -> None:
    """The left-out score of a row is what a fit without that row gives it."""
    random = np.random.default_rng(3)
    known = random.normal(size=(12, 5)).astype(np.float32)
    rows = [(f"text {n}", "ab"[n % 2]) for n in range(12)]
    # Equal halves make the class weights of both fits proportional, and without words no vocabulary changes.
    recipe = Recipe({}, words=0, chars=0, surface=0, ridge=1.0)
    _, left_out = Classifier.fit([*rows, ("", "c")], np.vstack([known, known[:1]]), ["a"], recipe)
    assert left_out.shape == (13, 1)
    learned, _ = Classifier.fit(rows, known, ["a"], recipe)
    whole = np.asarray([learned.scores(text, vector)[0] for (text, _), vector in zip(rows, known, strict=True)])
    kernel = known.astype(np.float64) @ known.T.astype(np.float64) + 1
    wanted = np.asarray([1.0, -1.0] * 6)
    assert np.allclose(whole, kernel @ np.linalg.solve(kernel + np.eye(12), wanted), atol=1e-6)
    _, exact = Classifier.fit(rows, known, ["a"], recipe)
    for out in range(12):
        rest = [n for n in range(12) if n != out]
        dual = np.linalg.solve(kernel[np.ix_(rest, rest)] + np.eye(11), wanted[rest])
        assert np.isclose(exact[out, 0], kernel[out, rest] @ dual, atol=1e-6)


@pytest.fixture(scope="module")
def clinic() -> MoodTier:
    """The tier of the shipped clinic, with the real embedder."""
    return MoodTier.fit(Catalog.load(CATALOGS / "clinic"), embedded())


@pytest.mark.parametrize(
    "text",
    [
        "I was charged twice and the dashboard keeps logging me out.",
        "I'm a little worried about my result, when does the doctor call?",
        "Is it normal to feel tired after the vaccine?",
        "Where do I park?",
        "Sixteen people are coming, is the room large enough?",
    ],
)
def test_neutral(clinic: MoodTier, text: str) -> None:
    """A reported problem and a worried but ordinary question are neutral."""
    assert clinic.read(text).name == "neutral"


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("please hurry, my husband is on the floor and his lips are blue", True),
        ("I don't want to live any more, I have the tablets here", True),
        ("I can't use the ramp any more since it's being painted", False),
        ("There's nobody at the desk, can I leave the form there?", False),
    ],
)
def test_a_plain_message_does_not_end_with_a_hand_over(clinic: MoodTier, text: str, sure: bool) -> None:
    """A call for help surely leads to a person and nowhere else; what only sounds like one is answered as well."""
    read = clinic.read(text)
    assert (read.target != "answer" and read.sure) == sure


def test_who_is_told_alone_is_rarely_wrong(clinic: MoodTier) -> None:
    """A mood that leads to a person is sure at a higher score than the one it is read from."""
    sure = {mood for mood, threshold in clinic.thresholds.items() if threshold.sure > threshold.value}
    assert sure == {"distress", "negative"}


def test_clinic_gate() -> None:
    """At the clinic all labelled paraphrases of distress are found, with at most 5 percent false alarms."""
    found = mood(Catalog.load(CATALOGS / "clinic"), embedded())
    metrics = found["metrics"]
    assert found["n"] >= 250
    assert (metrics["distress_recall"], metrics["distress_recall_report"]) == (1.0, 1.0)
    assert max(metrics["distress_false_alarms"], metrics["distress_false_alarms_report"]) <= 0.05
    assert metrics["negative_false_alarms"] <= 0.02
