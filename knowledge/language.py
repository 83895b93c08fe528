"""Which of four languages a message is in, by its function words, so that a fixed word of ours is said in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from knowledge.text import words

Language = Literal["en", "de", "fr", "es"]

_ENGLISH = (
    "the of and or is are what which how does do i my we you in for with from than between not where when who why can "
    "thanks thank hello please good yes"
)
_GERMAN = (
    "der die das den dem und oder ist sind was welche welcher welches wie ich mein meine wir sie ihr im für mit von "
    "als viel viele mir uns alle zwischen nicht ein eine einen kostet gegen beim zum zur gibt wo wann wer warum kann "
    "man auf bei wird danke dank hallo guten morgen abend tag bitte tschüss wiedersehen gut ja nein klar"
)
_FRENCH = (
    "le la les des du et ou est sont que quel quelle quels quelles comment je mon ma mes nous vous dans pour avec "
    "entre pas une un au aux combien quoi coûte ce cette où quand qui pourquoi peut merci bonjour bonsoir salut oui "
    "revoir accord bien"
)
_SPANISH = (
    "el los las del y o es son qué cuál cuáles cómo yo mi mis nosotros en para con entre no una un al cuánto cuesta "
    "este esta por más dónde cuándo quién puede gracias hola buenos buenas días tardes adiós luego sí vale hay"
)
_FUNCTION: Final[dict[Language, frozenset[str]]] = {
    "en": frozenset(words(_ENGLISH)),
    "de": frozenset(words(_GERMAN)),
    "fr": frozenset(words(_FRENCH)),
    "es": frozenset(words(_SPANISH)),
}
"""The commonest words of each that carry no meaning of their own; one that two languages share speaks for both."""
FUNCTION_WORDS: Final = frozenset[str]().union(*_FUNCTION.values())


def own_words(name: Language) -> frozenset[str]:
    """The function words of a language that English does not have: a text that says many of them is written in it."""
    return _FUNCTION[name] - _FUNCTION["en"]


def language(text: str) -> Language:
    """The language with the most of its function words in `text`; English where none has more than English has."""
    return _told(text) or "en"


def spoken_in(texts: Sequence[str]) -> Language:
    """The language of the first of `texts` that shows one; English where none does."""
    return next((known for text in texts if (known := _told(text)) is not None), "en")


def _told(text: str) -> Language | None:
    said = words(text)
    counts: dict[Language, int] = {name: sum(word in known for word in said) for name, known in _FUNCTION.items()}
    if "¿" in text or "¡" in text:
        counts["es"] += 1
    best = max(counts, key=lambda name: counts[name])  # the first of equals, which is English
    return best if counts[best] else None
