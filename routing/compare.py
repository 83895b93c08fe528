"""The two sides of a comparison: "Pro or Team plan?", "2024 against 2025 policy", "Which is longer, A or B?".

Evidence for two sides stands in two places, and one search for both finds mostly one of them. So a comparison becomes
one question a side. By word order alone, in four languages; a message whose sides are not plain stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.text import stems, terms, words
from routing.lexicon import AUXILIARIES, DETERMINERS, QUESTION_WORDS, SUBJECTS

MOST_WORDS = 6
"""Words of one side at most."""
MOST_CHARACTERS = 400
"""Messages read; a longer one is a story with a comparison in it."""

_OR = r"\s+(?:or|oder|ou|o|u)\s+"
_AGAINST = (
    r"\s+(?:versus|vs\.?|against|compared\s+(?:to|with)|in\s+comparison\s+(?:to|with)|as\s+opposed\s+to|rather\s+than|"
    r"gegen(?:über)?|verglichen\s+mit|im\s+vergleich\s+zu|contre|par\s+rapport\s+à|contra|frente\s+al?|"
    r"comparad[oa]s?\s+con|en\s+comparación\s+con|en\s+vez\s+de)\s+"
)
_SIDE = r"[^,;:?!\n]{1,80}?"
_END = r"\s*[?.!]*\s*$"
_BARE = re.compile(rf"^\W*(?P<a>{_SIDE})(?:{_OR}|{_AGAINST})(?P<b>{_SIDE}){_END}", re.IGNORECASE)
_WHICH_LAST = re.compile(rf"^(?P<stem>.{{3,300}}?)\s*[,:–-]\s+(?P<a>{_SIDE}){_OR}(?P<b>{_SIDE}){_END}", re.IGNORECASE)
_WHICH_FIRST = re.compile(rf"^\W*(?P<a>{_SIDE}){_OR}(?P<b>{_SIDE})(?P<tail>\s*[,:–-]\s+.{{3,300}})$", re.IGNORECASE)
_AGAINST_FIRST = re.compile(
    rf"^\W*(?P<a>{_SIDE}){_AGAINST}(?P<b>{_SIDE})(?P<after>\s*[,:–-]\s+.{{3,300}})$", re.IGNORECASE
)
_BETWEEN = re.compile(
    rf"^\W*(?:(?:(?:what|how\s+big)(?:['’]s|\s+is|\s+are)|tell\s+me|explain|was\s+ist|worin\s+(?:liegt|besteht)|"
    rf"quelles?\s+(?:est|sont)|cuál(?:es)?\s+(?:es|son)|qué)\s+)?(?:(?:the|der|la|las|les)\s+)?(?:main\s+)?"
    rf"(?:differences?|unterschiede?|différences?|diferencias?)\s+(?:hay\s+)?(?:between|zwischen|entre)\s+"
    rf"(?P<a>{_SIDE})\s+(?:and|und|et|y|e)\s+(?P<b>{_SIDE}){_END}",
    re.IGNORECASE,
)
_DIFFERS = re.compile(
    rf"^\W*how\s+(?:do|does|did)\s+(?P<about>.{{3,120}}?)\s+differ\s+between\s+(?P<a>{_SIDE})\s+and\s+(?P<b>{_SIDE}){_END}",
    re.IGNORECASE,
)
_COMPARE = re.compile(
    rf"^\W*(?:please\s+|can\s+you\s+)?compar(?:e[rz]?|a)\s+(?P<a>{_SIDE})\s+(?:and|with|to|mit|et|avec|y|con)\s+(?P<b>{_SIDE}){_END}",
    re.IGNORECASE,
)
_INLINE = re.compile(rf"^(?P<before>.{{3,200}}?)(?P<join>{_AGAINST})(?P<b>{_SIDE}){_END}", re.IGNORECASE)
_CHOOSES = re.compile(
    rf"^\W*(?P<verb>is|are|does|do|will|es|son|cuesta)\s+(?P<a>{_SIDE}){_OR}(?P<b>{_SIDE})"
    rf"(?P<after>\s+(?:\w+\s+)?(?:\w{{3,}}er|more|less|worse|más|menos|mejor|peor)\b.{{0,200}})$",
    re.IGNORECASE,
)
_PHRASE = re.compile(
    r"\b(?:a|an|the|my|our|your|der|die|das|ein|eine|le|la|les|un|une|el|los|las|una|mi|su)\s+[\w'’-]+(?:\s+[\w'’-]+){0,3}$",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\s+(?:for|to|in|of|on|from|with|at|für|von|bei|pour|de|para|en)\s+.*$", re.IGNORECASE)
_FORMS = (
    (_DIFFERS, "{about} for ", "?"),
    (_BETWEEN, "", "?"),
    (_COMPARE, "", "?"),
    (_WHICH_LAST, "{stem}, ", "?"),
    (_WHICH_FIRST, "", "{tail}"),
    (_AGAINST_FIRST, "", "{after}"),
    (_CHOOSES, "{verb} ", "{after}"),
    (_BARE, "", "?"),
)
"""Each with what stands before and behind a side's name in the question that is asked for it."""
_DASH = re.compile(r"\s[-–]\s")
_PRONOUNS = SUBJECTS - DETERMINERS - frozenset("this that these those".split())
_DETERMINERS = frozenset("a an the my our your der die das ein eine le la les un une el los las una mi su".split())
_CHOOSING = QUESTION_WORDS | AUXILIARIES | frozenset("que cual cuales como cuando donde cuanto cuanta es son".split())
"""What opens a question that chooses; the Spanish ones as they are folded."""
_SPANISH_VERBS = frozenset("puedo puede pueden podemos debo debe tengo tiene hay quiero se me si no".split())


@dataclass(frozen=True, slots=True)
class Side:
    """One side: its name, and the question that is searched for it."""

    name: str
    question: str


def sides(message: str) -> tuple[Side, Side] | None:
    """The two sides that `message` compares, in its order; None where it does not plainly compare two."""
    if len(message) > MOST_CHARACTERS or "\n" in message.strip():
        return None
    return next((found for found in _readings(message.strip()) if found is not None), None)


def is_bare(message: str) -> bool:
    """Whether the message is nothing but its two sides ("Pro or Team plan?"), which no classifier reads well."""
    found = _BARE.match(message.strip())
    return found is not None and len(message) <= MOST_CHARACTERS and _sided(found["a"], found["b"]) is not None


def telling(side: str, other: str) -> frozenset[str]:
    """The stems that tell a side from the other one."""
    own, theirs = (stems(name) for name in (side, other))
    return own - theirs


def _readings(message: str) -> Iterator[tuple[Side, Side] | None]:
    """What each pattern makes of the message, the plainest first."""
    for pattern, before, after in _FORMS:
        found = pattern.match(message)
        if found is None:
            continue
        told = found.groupdict()
        if all(_asks(told[name].strip(" ,:–-")) for name in ("stem", "tail") if told.get(name)):
            start = before.format(**told)
            yield _asked(told["a"], told["b"], start, after.format(**told))
    if found := _INLINE.match(message):
        phrase = _PHRASE.search(found["before"])
        if phrase:
            yield _asked(phrase[0], found["b"], found["before"][: phrase.start()], "?")


def _asks(text: str) -> bool:
    """Whether a text opens as a question that chooses."""
    told = words(text)
    return bool(told) and told[0] in _CHOOSING


def _asked(first: str, second: str, before: str, after: str) -> tuple[Side, Side] | None:
    named = _sided(first, second)
    if named is None:
        return None
    one, other = (Side(_shown(name), f"{before}{name}{after}") for name in named)
    return one, other


def _sided(first: str, second: str) -> tuple[str, str] | None:
    """Both names, each with the noun or phrase that only the other one carries; None for what is no name."""
    a, b = first.strip(" \"'“”‘’¿"), second.strip(" \"'“”‘’¿")
    if not all(_is_name(name) for name in (a, b)):
        return None
    tail = _TAIL.search(b)
    if tail and not _TAIL.search(a):
        a = f"{_with_head(a, b[: tail.start()])}{tail[0]}"
    elif _leads(a) and len(b.split()) == 1 and b[:1].isupper():
        b = f"{a.split()[-2]} {b}"  # "plan Pro o Team"
    else:
        a, b = _with_head(a, b), _with_head(b, a) if b.casefold().endswith(("'s", "’s")) else b
    return (a, b) if telling(a, b) and telling(b, a) else None


def _leads(name: str) -> bool:
    """Whether a name stands behind its noun: "el plan Pro"."""
    told = [word for word in name.split() if word.casefold() not in _DETERMINERS]
    return len(told) == 2 and told[0].islower() and told[1][:1].isupper()


def _shown(name: str) -> str:
    told = name.split()
    return " ".join(told[1:]) if len(told) > 1 and told[0].casefold() in _DETERMINERS else name


def _with_head(short: str, whole: str) -> str:
    """`short` with the last word of `whole` behind it, where it is a modifier alone: "Pro" of "Pro or Team plan"."""
    one = [word for word in short.split() if word.casefold() not in _DETERMINERS]
    other = [word for word in whole.split() if word.casefold() not in _DETERMINERS]
    possessive = short.casefold().endswith(("'s", "’s"))
    alike = (
        len(one) == 1
        and len(other) == 2
        and one[0][:1].isupper() == other[0][:1].isupper()
        and not other[1][:1].isupper()
    )
    alike = alike and one[0][:1].isdigit() == other[0][:1].isdigit()
    return f"{short} {other[-1]}" if other and (possessive or alike) and one[-1:] != other[-1:] else short


def _is_name(text: str) -> bool:
    told = words(text)
    if not 1 <= len(told) <= MOST_WORDS or not terms(text):
        return False
    asks = _CHOOSING | _PRONOUNS | _SPANISH_VERBS
    return not _DASH.search(text) and not any(word in asks for word in told)
