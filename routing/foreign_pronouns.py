"""Pronouns of German, French and Spanish whose noun has to be sought in what was said before.

They are only heard, not filled: which of several nouns is meant depends on genders that no form tells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from knowledge.language import Language, language

_GERMAN = re.compile(
    r"\b(?:er|ihn|ihm|ihnen|sie|ihre[nmrs]?|seine[nmrs]?|deren|dessen|dort|dorthin)\b|"
    r"(?<!, )\b(?:darin|darauf|daran|dabei|davon|dafür|damit|dazu|darüber|dagegen)\b|"
    r"(?<!gibt )(?<!geht )\bes(?=\s*(?:$|[?.!]))|"
    r"(?<=\w )das(?=\s*(?:$|[?.!])|\s+(?:auch|noch|denn|eigentlich|immer|nur|schon|extra|überhaupt|genau|bei|mit|ohne|"
    r"im|am|in|für)\b)"
)
_GERMAN_NOUN = re.compile(r"\w\s+[A-ZÄÖÜ]\w")
"""A noun, by its capital, behind the first word."""
_FRENCH = re.compile(
    r"\b(?:il|elle|ils|elles|lui|ça|cela|celui-ci|celle-ci|ceux-ci|son|sa|ses|leurs?)\b", re.IGNORECASE
)
_FRENCH_IMPERSONAL = re.compile(
    r"\b(?:y a-t-il|il (?:y a|faut|existe|s['’]agit|pleut|neige|fait|arrive|vaut|reste)|"
    r"(?:faut|pleut|neige|fait|vaut|s['’]agit)-il|(?:existe|arrive|reste|neige)-t-il|quelle heure est-il|ça va|"
    r"(?:est-il|il est) (?:possible|vrai|nécessaire|obligatoire|normal|permis|interdit|utile|important|temps|prévu|"
    r"facile|difficile|trop))\b",
    re.IGNORECASE,
)
_FRENCH_NOUN = re.compile(
    r"\b(?i:l['’]\s*|(?:les?|la|une?|des|du|mon|ma|mes|vos|votre|notre|nos|ce(?!\s+qu)|cet|cette|ces)\s+)\w|\w\s+[A-ZÉÈ]\w",
)
_SPANISH = re.compile(r"\b(?:él|ella|ellos|ellas|eso|esto|aquello)\b", re.IGNORECASE)
_SPANISH_NOUN = re.compile(r"\b(?i:el|la|los|las|un|una|mi|mis|este|esta)\s+\w|\w\s+[A-ZÁÉ]\w")
_WHY = re.compile(r"^\W*(?:wieso|weshalb|pourquoi|por qué)\W*$", re.IGNORECASE)
NEAR = 200
"""Characters of a message that are read: its pronouns stand in its question."""


def points_back(text: str) -> bool:
    """Whether a message in German, French or Spanish has a pronoun before which it says no noun; a bare "why?" too."""
    if _WHY.match(text):
        return True
    read = _READ.get(language(text[:NEAR]))
    return read is not None and read(text[:NEAR])


def _german(text: str) -> bool:
    # Who writes no capitals writes "sie" for "Sie".
    capitals = text != text.lower()
    found = next((one for one in _GERMAN.finditer(text) if capitals or one[0] != "sie"), None)
    return found is not None and _GERMAN_NOUN.search(text[: found.start()]) is None


def _french(text: str) -> bool:
    found = _FRENCH.search(_FRENCH_IMPERSONAL.sub(" ", text))
    return found is not None and _FRENCH_NOUN.search(found.string[: found.start()]) is None


def _spanish(text: str) -> bool:
    found = _SPANISH.search(text)
    return found is not None and _SPANISH_NOUN.search(text[: found.start()]) is None


_READ: Final[Mapping[Language, Callable[[str], bool]]] = {"de": _german, "fr": _french, "es": _spanish}
