"""Testing a choice: one of a closed set, or yes and no. What speaks for it must not speak for another choice."""

from __future__ import annotations

import re
from typing import Any, Final

from tools.guard.booleans import UNSAID, boolean, named
from tools.guard.codes import code
from tools.guard.declared import glossed
from tools.guard.heard import Heard, said
from tools.guard.idioms import idiom
from tools.guard.phrases import content, literal, mentions, phrase
from tools.guard.quantities import number
from tools.guard.readings.text import fold, name_words, stem
from tools.guard.regions import regions
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

OPEN: Final = frozenset({"dontcare", "don't care", "no preference", "not specified", "unspecified"})
"""Values that say no value was given, folded."""
_INDIFFERENT: Final = OPEN | {"any", "all", "none", "other"}
_NO_PREFERENCE = re.compile(
    r"\b(?:any|don't (?:care|mind)|no preference|doesn't matter|whatever|either|egal|peu importe|anything|all"
    r"|anywhere)\b"
)
_WORDS_OF_BOTH: Final = frozenset({"True", "False", "true", "false", "yes", "no", "Yes", "No"})
_MANY: Final = 4
"""From how many choices on a required one is not inferred."""


def choice(value: Any, parameter: Parameter, heard: Heard) -> Evidence | Reason:
    """Evidence for one of a closed set: its name, its gloss in the description, or a word for it was said."""
    text = str(value)
    if fold(text) in _INDIFFERENT:
        return _open(text, parameter, heard)
    if text.lower() in {"true", "false", "yes", "no"}:
        return boolean(text.lower() in {"true", "yes"}, parameter, heard)
    others = [str(other) for other in parameter.enum if str(other) != text]
    own = _spoken(text, parameter, heard) or _distinct(text, others, heard)
    if own is not None and not own.weak:
        return own
    if any(_outright(other, own, parameter, heard) for other in others):
        # Another of them was said in so many words.
        return Reason.OTHER_SAID
    return own or _unnamed(text, others, parameter, heard)


def _open(text: str, parameter: Parameter, heard: Heard) -> Evidence | Reason:
    """Evidence for a choice that leaves it open; where another was said, it was not left open."""
    found = indifferent(heard)
    others = [str(one) for one in parameter.enum if fold(str(one)) not in _INDIFFERENT and str(one) != text]
    if found.weak and any(literal(other.replace("_", " "), heard) for other in others if other not in _WORDS_OF_BOTH):
        return Reason.OTHER_SAID
    if found.weak and _WORDS_OF_BOTH.issuperset(others):
        found_at = named(parameter, heard)
        return Reason.OTHER_SAID if found_at is not None and found_at[3] else found
    return found


def _unnamed(text: str, others: list[str], parameter: Parameter, heard: Heard) -> Evidence | Reason:
    """What a choice that nobody named is: ruled out by another that was, or inferred."""
    if any(_spoken(other, parameter, heard) for other in others):
        return Reason.OTHER_SAID
    # A name is no category: which country it is cannot be inferred, only said. Nor can one of many be that has to be
    # given: it is asked for.
    many = parameter.required and len(parameter.enum) >= _MANY
    return Reason.NOT_SAID if many or regions(text) else UNSAID


def _spoken(text: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    if re.fullmatch(r"\d+(?:\.\d+)?", text):
        found = number(float(text), parameter, heard)
        return found if isinstance(found, Evidence) else None
    return (
        phrase(text.replace("_", " "), parameter, heard)
        or code(text, parameter, heard)
        or glossed(text, parameter, heard)
        or idiom(text, heard)
    )


def _outright(other: str, own: Evidence | None, parameter: Parameter, heard: Heard) -> bool:
    """Whether another choice was said in so many words; the 1 of "1:40 pm" is no choice of one, nor is the two of "me
    and two mates" where three were told by it.
    """
    if not other.isdigit() or literal(other, heard) is None:
        return literal(other.replace("_", " "), heard) is not None
    found = number(float(other), parameter, heard)
    if not isinstance(found, Evidence) or found.weak:
        return False
    told = own.spans if own else ()
    return not any(
        one.turn == span.turn and one.start <= span.start and span.end <= one.end
        for one in told
        for span in found.spans
    )


def _distinct(text: str, others: list[str], heard: Heard) -> Evidence | None:
    """Evidence by the words that only this choice has: "debit" for debit card, beside a credit card."""
    shared = {stem(word) for other in others for word in name_words(other)}
    own = [word for word in content(text) if stem(word) not in shared and not word[0].isdigit() and len(word) > 2]
    for word in own if others else []:
        found = mentions((word,), heard, loosely=len(word) > 5)
        if found is not None and not any(_spoken_word(other, text, heard) for other in others):
            return Evidence(Reason.PARAPHRASED, found.spans, weak=True)
    return None


def _spoken_word(other: str, text: str, heard: Heard) -> bool:
    shared = {stem(word) for word in name_words(text)}
    return any(mentions((word,), heard) for word in content(other) if stem(word) not in shared and len(word) > 2)


def indifferent(heard: Heard) -> Evidence:
    """Evidence for a value that stands for no preference: said so, or nothing was said."""
    for one in heard.texts():
        found = _NO_PREFERENCE.search(fold(one.text))
        if found:
            return said(one, found.start(), found.end())
    return Evidence(Reason.DECLARED_DEFAULT, (), weak=True)
