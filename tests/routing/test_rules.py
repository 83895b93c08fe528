"""The rules tier: words and patterns that force a base in, keep it out or decide alone, compiled once, never slow."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedCascade, write_catalog
from word_vectors import WordEmbedder

from errors import ConfigError
from knowledge.catalog import Catalog
from routing.cascade import Asked
from routing.decision import Decision, Limits
from routing.rules import FloorRules, Identifier, Seen

MakeCatalog = Callable[..., Catalog]
RULE = Limits("recall", 3, 0.3, 0.15, 0.25)
EVEN = {"parts": 0.4, "law": 0.5, "sales": 0.35}
BASES: dict[str, dict[str, Any]] = {
    "parts": {"patterns": [r"\bspare (?:part|wheel)s?\b"], "alone": ["part list"], "excludes": ["part-time"]},
    "law": {"keywords": ["guarantee", "保证"], "alone": ["arbitration"]},
    "sales": {"excludes": ["guarantee", "arbitration"]},
}
IDENTIFIERS = [
    {"name": "part number", "pattern": r"\bBX-\d{3}\b", "base": "parts"},
    {"name": "ticket", "pattern": r"\bT\d{5}\b"},
]


@pytest.fixture
def catalog(make_catalog: MakeCatalog) -> Catalog:
    """Three bases with every sort of rule."""
    return make_catalog(BASES, identifier=IDENTIFIERS)


@pytest.fixture
def decide(catalog: Catalog, words: WordEmbedder) -> Callable[..., tuple[Decision, bool]]:
    """Decides a text by the rules and by even scores."""
    cascade = ScriptedCascade.over(catalog, words, lambda text: EVEN)
    return lambda text, *allowed: cascade.decide(Asked("q1", text), allowed or tuple(EVEN), RULE)


def test_everything_that_is_seen(catalog: Catalog) -> None:
    """One reading tells what forces, what keeps out, what decides alone, and the identifiers in order."""
    text = "T00042: is the Guarantee for SPARE WHEELS of bx-101 and BX-202 part-time? See the part list."
    assert FloorRules.of(catalog).read(text) == Seen(
        forced={"parts": "part list", "law": "guarantee"},
        excluded={"sales": "guarantee"},
        alone={"parts": "part list"},
        identifiers=(
            Identifier("part number", "bx-101", "parts"),
            Identifier("part number", "BX-202", "parts"),
            Identifier("ticket", "T00042", ""),
        ),
    )


def test_an_alone_word_decides_by_itself(decide) -> None:
    """It names its one base whatever the scores, is sure, and says which word it was."""
    assert decide("Where is the Part List?") == (
        Decision("q1", (("parts", 0.4),), "rules", False, "the word 'part list' decides alone", EVEN, None),
        True,
    )


def test_two_alone_words_are_no_decision(decide) -> None:
    """Where two bases would decide alone both are forced in and the question stays open."""
    decision, sure = decide("Does arbitration apply to the part list?")
    assert {"parts", "law"} <= {name for name, _ in decision.bases}
    assert not sure


def test_an_alone_word_of_a_forbidden_base_is_not_heard(decide) -> None:
    """A rule never leads a run to a base that it may not search."""
    decision, _ = decide("Where is the part list?", "law", "sales")
    assert "parts" not in {name for name, _ in decision.bases}


def test_an_exclusion_keeps_a_wrong_neighbour_out(decide) -> None:
    """The excluded base would be over the threshold and is not named; without the word it is."""
    assert [name for name, _ in decide("Is it under guarantee?")[0].bases] == ["law", "parts"]
    assert [name for name, _ in decide("Is it any good?")[0].bases] == ["law", "parts", "sales"]


def test_an_exclusion_never_empties_a_decision(decide) -> None:
    """Where the only allowed base is excluded it is searched all the same."""
    assert [name for name, _ in decide("Is it under guarantee?", "sales")[0].bases] == ["sales"]


def test_forced_beats_excluded(catalog: Catalog) -> None:
    """A base that one rule forces in and another keeps out is in."""
    seen = FloorRules.of(catalog).read("part-time spare parts")
    assert (dict(seen.forced), dict(seen.excluded)) == ({"parts": "spare parts"}, {})


@pytest.mark.parametrize(
    ("text", "forced"),
    [
        ("BX-101", {"parts": "BX-101"}),
        ("is bx-101 there", {"parts": "bx-101"}),
        ("BX-1012", {}),
        ("ABX-101", {}),
        ("T12345", {}),
        ("这个产品有保证吗", {"law": "保证"}),
        ("保证", {"law": "保证"}),
        ("保 证", {}),
    ],
)
def test_identifiers_and_words_without_spaces(text: str, forced: dict[str, str], catalog: Catalog) -> None:
    """An identifier forces the base it belongs to, if any; a CJK word is found inside a sentence without spaces."""
    assert dict(FloorRules.of(catalog).read(text).forced) == forced


BAD = [
    ("base", "patterns", "(", "missing )"),
    ("base", "patterns", r"(a)\1", "invalid escape sequence"),
    ("base", "patterns", "(?=a)", "invalid perl operator"),
    ("base", "patterns", "a{9999}", "invalid repetition size"),
    ("identifier", "pattern", "[z-a]", "invalid character class range"),
]


@pytest.mark.parametrize(("table", "key", "pattern", "says"), BAD)
def test_an_invalid_pattern_is_an_error_of_the_catalog(
    table: str, key: str, pattern: str, says: str, tmp_path: Path
) -> None:
    """One line names the file, the key and the pattern, and says what is wrong with it."""
    base = {"patterns": [pattern]} if table == "base" else {}
    top = {"identifier": [{"name": "n", "pattern": pattern}]} if table == "identifier" else {}
    folder = write_catalog(tmp_path, "bad", {"a": base}, **top)
    with pytest.raises(ConfigError) as raised:
        Catalog.load(folder)
    (line,) = str(raised.value).splitlines()
    assert line.startswith(f"{folder / 'catalog.toml'}: {table}[0].{key}")
    assert says in line
    assert repr(pattern) in line


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(a|aa)+b", r"(\w*\w*)*!", r"^(([a-z])+.)+[A-Z]([a-z])+$"])
def test_a_catastrophic_pattern_costs_what_the_message_is_long(pattern: str, make_catalog: MakeCatalog) -> None:
    """Patterns that take a backtracking engine ages are matched in time linear in the message."""
    rules = FloorRules.of(make_catalog({"a": {"patterns": [pattern]}}))
    began = time.perf_counter()
    rules.read("a" * 20_000 + "\n")
    assert time.perf_counter() - began < 2


def test_a_catalog_without_rules_sees_nothing(make_catalog: MakeCatalog) -> None:
    """No rule is no rule, not one that matches everything."""
    assert FloorRules.of(make_catalog({"a": {}, "b": {}})).read("anything, 任何") == Seen({}, {}, {}, ())


def test_a_phrase_is_found_across_any_white_space(catalog: Catalog) -> None:
    """Doubled spaces and line breaks of a phone do not hide a phrase, and half of one is not found."""
    rules = FloorRules.of(catalog)
    assert rules.read("send me the part \n list").alone == {"parts": "part \n list"}
    assert rules.read("send me the partlist, my part of the list").alone == {}
