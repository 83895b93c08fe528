"""Testing a choice: one of a closed set, or yes and no. What speaks for it must not speak for another choice."""

from __future__ import annotations

import re
from typing import Any, Final

from tools.guard.codes import code
from tools.guard.declared import glossed
from tools.guard.heard import Heard, said
from tools.guard.idioms import idiom
from tools.guard.phrases import content, literal, mentions, phrase
from tools.guard.provenance import Utterance
from tools.guard.quantities import number
from tools.guard.readings.text import fold, name_words, stem, words
from tools.guard.regions import regions
from tools.guard.synonyms import alike
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

OPEN: Final = frozenset({"dontcare", "don't care", "no preference", "not specified", "unspecified"})
"""Values that say no value was given, folded."""
_INDIFFERENT: Final = OPEN | {"any", "all", "none", "other"}
_NO_PREFERENCE = re.compile(
    r"\b(?:any|don't (?:care|mind)|no preference|doesn't matter|whatever|either|egal|peu importe|anything|all"
    r"|anywhere)\b"
)
_CONTRACTED = (
    r"(?:is|are|was|were|do|does|did|has|have|had|wo|would|ca|could|should|need|must)n'?t(?! (?:forget|mind|hesitate))"
)
"""Each verb that takes a not, with or without its apostrophe; "don't forget" asks for what follows."""
_NOT = re.compile(
    rf"\b(?:no|not|non|without|{_CONTRACTED}|cannot|disable|exclude|excluding|skip|avoid|never|unnecessary|off|few"
    r"|leav(?:e|ing) out|pass on|ignore|hide|omit|mute|silence|nobody|nothing|none"
    r"|kein|keine|keinen|ohne|nicht|sans|pas)\b"
)
_NOT_AFTER = re.compile(
    rf"\w*-free\b|.{{0,12}}\b(?:off|not|unnecessary|disabled|{_CONTRACTED})\b|['\"]?\s?[:=]\s?(?:false|no|off)\b"
)
_CLAUSE = re.compile(
    r"[.,;!?]|\b(?:so|but|because|although|though|however|whereas|instead|aber|sondern|weil|mais"
    r"|and (?=(?:i|we|you|they)\b))\b"
)
"""Where what was ruled out ends, and something else is spoken of."""
_FREE = re.compile(
    r"\b(?:free|gratis|kostenlos|gratuit\w*|(?:no|without|zero|don't (?:have|want|charge)(?: to pay)?)(?: an?| any)?"
    r"(?: \w+)? (?:fees?|charges?|costs?))\b"
)
_PAID = re.compile(r"\b(?:paid|pay|fees?|charges?|costs?)\b")
_FLAG_WORDS: Final = frozenset(
    """include included including is has have with show enable enabled use get flag whether should option status add do
    consider return want allow allowed required available display details info information in if be can needs need
    true false only as for on to of the a an and or not any this that when set default defaults service""".split()
)


_WORDS_OF_BOTH: Final = frozenset({"True", "False", "true", "false", "yes", "no", "Yes", "No"})
_AGAINST: Final = frozenset("avoid exclude excluding no non without skip disable disabled hide ignore omit".split())
_MANY: Final = 4
"""From how many choices on a required one is not inferred."""
_UNSAID: Final = Evidence(Reason.INFERRED, (), weak=True)


def boolean(value: bool, parameter: Parameter, heard: Heard) -> Evidence | Reason:
    """Evidence for a yes or a no: the option was named, plainly or with a no beside it."""
    if "free" in name_words(parameter.name):
        found = _free(value, heard)
        if found is not None:
            return found
    named = _named(parameter, heard)
    if named is None:
        return _UNSAID
    one, start, end, outright = named
    refused = _refused(one, start, end)
    if not _AGAINST.isdisjoint(name_words(parameter.name)):
        # "avoid_tolls" is what "no tolls" asks for.
        return said(one, start, end) if refused == value else _UNSAID
    if refused == value:
        if not outright:
            # Words of the description alone tell what the talk is about, and not that it was asked for.
            return _UNSAID
        return Reason.NEGATED if value else Reason.OTHER_SAID
    return said(one, start, end)


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
        named = _named(parameter, heard)
        return Reason.OTHER_SAID if named is not None and named[3] else found
    return found


def _unnamed(text: str, others: list[str], parameter: Parameter, heard: Heard) -> Evidence | Reason:
    """What a choice that nobody named is: ruled out by another that was, or inferred."""
    if any(_spoken(other, parameter, heard) for other in others):
        return Reason.OTHER_SAID
    # A name is no category: which country it is cannot be inferred, only said. Nor can one of many be that has to be
    # given: it is asked for.
    many = parameter.required and len(parameter.enum) >= _MANY
    return Reason.NOT_SAID if many or regions(text) else _UNSAID


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


def _free(value: bool, heard: Heard) -> Evidence | None:
    """Free of charge, in any of the ways it is said; "need a fee" is its no."""
    for one in heard.texts():
        folded = fold(one.text)
        free = _FREE.search(folded)
        paid = None if free else _PAID.search(folded)
        found = free if value else paid
        if found:
            return said(one, found.start(), found.end())
    return None


def indifferent(heard: Heard) -> Evidence:
    """Evidence for a value that stands for no preference: said so, or nothing was said."""
    for one in heard.texts():
        found = _NO_PREFERENCE.search(fold(one.text))
        if found:
            return said(one, found.start(), found.end())
    return Evidence(Reason.DECLARED_DEFAULT, (), weak=True)


def _named(parameter: Parameter, heard: Heard) -> tuple[Utterance, int, int, bool] | None:
    """Where the option was named, and whether by its name: any telling word of it, else two of its description."""
    telling = [word for word in name_words(parameter.name) if word not in _FLAG_WORDS] or list(
        name_words(parameter.name)
    )
    described = [word for word in content(parameter.description) if word not in _FLAG_WORDS]
    for wanted, least, outright in ((telling, max(1, len(telling) - 1), True), (described, 2, False)):
        groups = [alike(word) for word in dict.fromkeys(wanted)]
        for one in heard.texts():
            places = [word for word in words(one.text) if any(stem(word.text) in group for group in groups)]
            hit = {at for at, group in enumerate(groups) for word in places if stem(word.text) in group}
            if groups and len(hit) >= min(least, len(groups)):
                return one, places[0].start, places[0].end, outright
    return None


def _refused(one: Utterance, start: int, end: int) -> bool:
    folded = fold(one.text)
    clause = _CLAUSE.split(folded[:start])[-1][-40:]
    after = _CLAUSE.split(folded[end:])[0][:30]
    return bool(_NOT.search(clause)) or bool(_NOT_AFTER.match(after))
