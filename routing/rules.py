"""The rules tier: words and patterns of a catalog that force a base in, keep it out, or decide alone.

Words are literals, compared whole and without case or accents; patterns are RE2, whose matching time is linear in the
message whatever the pattern. An invalid pattern is an error of the catalog.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from knowledge.base_spec import compile_pattern
from knowledge.catalog import Catalog
from knowledge.text import fold, is_cjk


@dataclass(frozen=True, slots=True)
class Identifier:
    """A name such as a ticket number, seen in a message: what it is, how it was written, the base it belongs to."""

    name: str
    value: str
    base: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What the rules saw in a text: bases that are forced in, kept out or decide alone, each with the words that did
    it, and identifiers in order.
    """

    forced: Mapping[str, str]
    excluded: Mapping[str, str]
    alone: Mapping[str, str]
    identifiers: tuple[Identifier, ...]


@dataclass(frozen=True)
class FloorRules:
    """One catalog's rules, compiled once."""

    keywords: Mapping[str, re.Pattern[str]]
    excludes: Mapping[str, re.Pattern[str]]
    alone: Mapping[str, re.Pattern[str]]
    patterns: tuple[tuple[str, Any], ...]
    identifiers: tuple[tuple[str, str, Any], ...]

    @classmethod
    def of(cls, catalog: Catalog) -> FloorRules:
        """The rules of a catalog; a base without any has none."""
        return cls(
            keywords=_words({spec.name: (*spec.keywords, *spec.alone) for spec in catalog.base}),
            excludes=_words({spec.name: spec.excludes for spec in catalog.base}),
            alone=_words({spec.name: spec.alone for spec in catalog.base}),
            patterns=tuple((spec.name, compile_pattern(one)) for spec in catalog.base for one in spec.patterns),
            identifiers=tuple((one.name, one.base, compile_pattern(one.pattern)) for one in catalog.identifier),
        )

    def read(self, text: str) -> Seen:
        """Everything the rules see in `text`. A base that is forced in is never kept out."""
        folded = fold(text)
        forced = _matches(self.keywords, folded)
        for base, pattern in self.patterns:
            found = pattern.search(text)
            if found and base not in forced:
                forced[base] = found.group(0)
        seen = []
        for name, base, pattern in self.identifiers:
            for found in pattern.finditer(text):
                seen.append(Identifier(name, found.group(0), base))
                if base:
                    forced.setdefault(base, found.group(0))
        excluded = {base: word for base, word in _matches(self.excludes, folded).items() if base not in forced}
        return Seen(forced, excluded, _matches(self.alone, folded), tuple(seen))


def any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Finds any of `words` (folded), each whole; of two that begin alike the longer. Blank ones are never found.

    A space in a phrase stands for any white space. Scripts that write no spaces have no word boundary to ask for.
    """
    # Literals joined by alternation: matching stays linear in the message.
    longest_first = sorted({word.strip() for word in words} - {""}, key=lambda word: (-len(word), word))
    return re.compile("|".join(_whole(word) for word in longest_first) or "(?!)")


def _words(lists: Mapping[str, Iterable[str]]) -> dict[str, re.Pattern[str]]:
    folded = {base: [fold(word) for word in words] for base, words in lists.items()}
    return {base: any_of(words) for base, words in folded.items() if words}


def _whole(word: str) -> str:
    before = "" if is_cjk(word[0]) else r"(?<!\w)"
    after = "" if is_cjk(word[-1]) else r"(?!\w)"
    return before + r"\s+".join(map(re.escape, word.split())) + after


def _matches(patterns: Mapping[str, re.Pattern[str]], folded: str) -> dict[str, str]:
    found = {base: pattern.search(folded) for base, pattern in patterns.items()}
    return {base: match[0] for base, match in found.items() if match}
