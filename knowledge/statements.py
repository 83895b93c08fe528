"""What a sentence says, taken apart for comparing: its subject words, what it measures, whether it denies, and what
restricts it. Two sentences in other words can then be held against each other without a model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.dates import dates
from knowledge.measures import TIME_WORDS, Measure, digits, measures, parted
from knowledge.text import STOP_WORDS, fold, stem, words

_SAME = (
    "cost price fee pay paid priced pays rate",
    "take takes last need require required necessary mandatory",
    "get receive have has include included includes offer come give given granted entitle",
    "keep kept store stored retain retained held hold",
    "allow allowed permit permitted may",
    "start begin begins open opens",
    "end ends close closed closes expire",
    "answer answered reply respond response",
    "send sent deliver delivered ship shipped",
    "return returned refund refunded refundable reimburse reimbursed",
    "enable enabled active on",
    "delete deleted erase erased remove removed",
    "available offered",
    "cover covered covers",
    "export exported exportable",
)
"""Words that say nearly the same in rules, prices and terms; each line is one."""
_CLASS = {stem(word): line.split()[0] for line in _SAME for word in line.split()}
_EVERYDAY = frozenset({"cost", "take", "get", "keep", "allow", "start", "end"})
"""Classes that say nothing about what a sentence is about."""
_EMPTY = frozenset(
    stem(word)
    for word in """customer user people person company employee staff full fully total least most minimum maximum within
    until per each every exactly currently usually always normally only also euro dollar daily monthly yearly annual
    annually business working calendar euros dollars percent first second third fourth fifth valid since gb mb kb tb
    usd eur gbp am pm mindestens hochstens available apply applies request add make made new provide provided entitled
    eligible accrue set amount number limit limited betragt betragen
    """.split()
)
_OPPOSITES = {
    "unavailable": "available", "excluded": "included", "excludes": "includes", "forbidden": "allowed",
    "prohibited": "allowed", "banned": "allowed", "optional": "required", "impossible": "possible",
    "disabled": "enabled", "unlimited": "limited", "nonrefundable": "refundable", "unsupported": "supported",
    "denied": "allowed", "closed": "open", "ineligible": "eligible", "invalid": "valid", "unable": "able",
}  # fmt: skip
_DENIAL = re.compile(
    r"\b(?:not|no|never|none|neither|nor|cannot|nicht|kein\w*|nie|niemals|ne|pas|jamais|aucune?)\b|n't\b"
)
_WITHOUT = re.compile(r"\b(?:without|ohne|sans)\b")
_NON = re.compile(r"\bnon[- ]?(?=[a-z]{4})")
_LIMITS = frozenset(
    "before after within until unless if when except from outside inside during once beyond over under only".split()
)
_RESTRICTS = frozenset(
    """for if when who whose with without outside inside during on in under over except unless at where only fur wenn
    mit ohne bei pour si avec sans""".split()
)
_LEANS = re.compile(r"^\W*(?:it|they|this|that|these|those|he|she|es|sie|das|il|elle|cela)\b", re.IGNORECASE)
_IRREGULAR = {"kept": "keep", "paid": "pay", "sent": "send", "held": "hold", "given": "give", "taken": "take",
              "took": "take", "sold": "sell", "bought": "buy", "made": "make", "lent": "lend"}  # fmt: skip
HEAD = 4
"""Letters that two forms of one word share at least: what differs in them is no form of it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence taken apart."""

    terms: tuple[str, ...]
    """Its subject words in order, stemmed, numbers and empty words left out."""
    restricting: frozenset[str]
    """Those of them that restrict it: behind "for", "if", "in" and the like."""
    measures: tuple[Measure, ...]
    years: frozenset[str]
    """Bare years: when it holds."""
    negated: bool
    limits: frozenset[str]
    """The words that say when or under what condition it holds."""
    leaning: bool
    """Whether it begins with a pronoun, so that its subject stands elsewhere."""


def statements(texts: Sequence[str]) -> list[Statement]:
    """Read the sentences of a passage; one that leans on the one before it has that one's words too."""
    read: list[Statement] = []
    for text in texts:
        one = statement(text)
        if one.leaning and read:
            words_of_both = tuple(dict.fromkeys([*read[-1].terms, *one.terms]))
            one = replace(one, terms=words_of_both, leaning=read[-1].leaning)
        read.append(one)
    return read


def statement(text: str) -> Statement:
    """Read one sentence."""
    plain, flips = _positive(fold(text))
    found: list[str] = []
    restricting: set[str] = set()
    behind = False
    for word in words(_without_measures(parted(plain))):
        if word in _RESTRICTS:
            behind = True
        elif word not in STOP_WORDS and word not in TIME_WORDS and (root := _root(word)) not in _EMPTY:
            found.append(root)
            restricting |= {root} if behind else set()
    measured = tuple(measures(text))
    years = frozenset(re.findall(r"(?<![\w.,$€£-])(?:19|20)\d\d\b(?![-/.,]?\d)", _without_dates(plain)))
    limits = frozenset(word for word in words(plain) if word in _LIMITS)
    denials = len(_DENIAL.findall(plain)) + flips
    # "Not without" affirms; "without" alone tells how, and denies nothing.
    denials += bool(denials) and len(_WITHOUT.findall(plain))
    return Statement(
        tuple(dict.fromkeys(found)),
        frozenset(restricting),
        measured,
        years,
        denials % 2 == 1,
        limits,
        _LEANS.match(text) is not None,
    )


def denies(text: str) -> bool:
    """Whether a sentence denies something, in whatever way: "not", "excluded", "non-refundable"."""
    plain, flips = _positive(fold(text))
    return bool(flips or _DENIAL.search(plain))


def shared(a: Statement, b: Statement) -> int:
    """How many subject words two statements share; 0 where they are everyday verbs all ("it costs", "this takes")."""
    common = [term for term in a.terms if any(like(term, other) for other in b.terms)]
    return len(common) if set(common) - _EVERYDAY else 0


def compatible(a: Statement, b: Statement) -> bool:
    """Whether two statements can be about the same thing: not each with words of its own, and none restricted by words
    that the other lacks. Of two opposite statements the one that affirms may be restricted.
    """
    own_a, own_b = _own(a, b), _own(b, a)
    if own_a and own_b:
        return False
    for one, own in ((a, own_a), (b, own_b)):
        opposite_affirmed = a.negated != b.negated and not one.negated
        if len(own) > 2 or (own and not opposite_affirmed and (own & one.restricting or one.terms[0] in own)):
            return False
    return True


def like(one: str, other: str) -> bool:
    """Whether two stems are forms of one word: "full" and "fulli", "enrol" and "enrolment"."""
    if one == other:
        return True
    if one[:HEAD] != other[:HEAD]:
        return False
    short, long = sorted((one, other), key=len)
    return len(short) >= HEAD and long.startswith(short) and not re.search(r"\d", long)


def _own(a: Statement, b: Statement) -> set[str]:
    return {term for term in a.terms if term not in _EVERYDAY and not any(like(term, other) for other in b.terms)}


def _root(word: str) -> str:
    bare = _IRREGULAR.get(word, word)
    # The house's stem leaves words of four letters alone: "fees".
    bare = bare[:-1] if len(bare) == 4 and bare.endswith("s") and not bare.endswith("ss") else bare
    return _CLASS.get(stem(bare), stem(bare))


def _positive(folded: str) -> tuple[str, int]:
    """The text with opposites put as what they deny, and how many there were."""
    flips = 0

    def affirm(match: re.Match[str]) -> str:
        nonlocal flips
        flips += 1
        return _OPPOSITES.get(match[0], "")

    plain = re.sub(rf"\b(?:{'|'.join(_OPPOSITES)})\b", affirm, folded)
    return _NON.sub(affirm, plain), flips


def _without_dates(folded: str) -> str:
    for one in reversed(dates(folded)):
        folded = folded[: one.start] + " " * (one.end - one.start) + folded[one.end :]
    return folded


def _without_measures(folded: str) -> str:
    """Numbers that measure are taken out; those that name something stay words."""
    folded = _without_dates(folded)
    for start, end, _ in reversed(digits(folded)):
        if not re.search(r"\b(?:version|room|order|section|step|chapter|level|phase|page|no|number)\s*#?$",
                         folded[:start].rstrip()):  # fmt: skip
            folded = folded[:start] + " " * (end - start) + folded[end:]
    return re.sub(r"(?<=\s)[:%$€£°]\S{0,2}|:\d\d\b", " ", folded)
