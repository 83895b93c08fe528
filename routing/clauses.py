"""What kind of clause a piece of text is: a question, a request, a statement, or filler that asks nothing.

Closed word classes and word order only, so that a message can be read in microseconds and in three languages. The
answers are hints for `boundaries`, which decides what may be cut at all.
"""

from __future__ import annotations

import re

from routing.lexicon import (
    AUXILIARIES,
    DEPENDENT,
    GERMAN_PRONOUNS,
    LEAD_INS,
    QUESTION_WORDS,
    REPORTS,
    REQUESTS,
    SUBJECTS,
    SUBORDINATING,
    VERBS,
)

QUESTION_MARKS = "?？؟"
_WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
_FRENCH_INVERSION = re.compile(r"^[^\W\d_]+-(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)$")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WISHES = tuple([verb] for verb in "need want like love looking wondering give giving rate rating order wish".split())
_WISHES_ELSEWHERE = tuple([verb] for verb in "möchte möchten will wollen brauche brauchen veux voudrais".split())
_AUXILIARY_OF_WISH = (["would"], ["am"], ["d"], ["m"])
"""Transcribed speech and hurried users drop the apostrophe of "I'd"."""
_OPENING = 200
"""Characters read to tell how a text opens; a bound on the time a long sentence takes."""
_ADVERBS = frozenset("also just really still only now gerne auch aussi".split())
_FULL = 3
"""Words under which a sentence does not stand alone ("Why?", "If so, how?")."""

_FILLER = re.compile(
    r"""^\W*(?:
        (?:can|could|would)\ (?:you|anyone|someone|somebody)
            \ (?:please\ )?(?:help|assist|advise)(?:\ (?:me|us))?(?:\ please)?
      | (?:please\ )?(?:help|advise|assist)(?:\ me|\ us)?(?:\ please)?
      | any\ (?:ideas?|thoughts?|suggestions?|help|advice|tips)(?:\ (?:please|welcome|appreciated))?
      | (?:what|how)\ (?:should|can|could|do|shall)\ (?:i|we)
            \ (?:do|proceed|fix\ (?:it|this|that|them))(?:\ (?:now|here|about\ (?:it|this|that)))?
      | is\ (?:this|that|it)\ (?:possible|correct|right|normal|ok|okay|true|expected)
      | (?:i\ have|just|here\ is|here's|i've\ got)?\ ?(?:a|one|two|some|another|quick)
            \ (?:more\ |quick\ |other\ |small\ )?questions?
      | (?:thank\ you|thanks|many\ thanks|cheers)(?:\ (?:in\ advance|so\ much|a\ lot|again|for\ .{1,40}))?
      | (?:does|do)\ (?:that|this|you|it)\ (?:make\ sense|understand)
      | (?:right|ok|okay|really|seriously|hello|hi|hey|hi\ there|how\ are\ you(?:\ (?:today|doing))?|you\ know)
      | (?:können|könnten|kannst)\ (?:sie|du|ihr)\ (?:mir|uns)\ (?:bitte\ )?(?:helfen|weiterhelfen)
      | was\ (?:soll|kann|muss)\ ich\ (?:jetzt\ )?(?:tun|machen) | (?:vielen|besten)\ dank.{0,20} | danke.{0,20}
      | (?:pouvez|peux|pourriez)[-\ ](?:vous|tu)\ m['’]aider | que\ (?:dois|puis)[-\ ]je\ faire | merci.{0,20}
    )\W*$""",
    re.IGNORECASE | re.VERBOSE,
)


def words(text: str) -> list[str]:
    """Lower-cased words; apostrophes, hyphens and inner full stops stay inside them ("what's", "est-ce", "6.15")."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def length(text: str) -> int:
    """The number of words; four ideographs count as three, since Chinese and Japanese write no spaces."""
    ideographs = len(_CJK.findall(text))
    return ideographs * 3 // 4 if ideographs else len(words(text))


def is_filler(text: str) -> bool:
    """Whether the text is a courtesy that asks nothing of its own ("Any ideas?", "Can you help me?", "Thanks")."""
    return not words(text) or _FILLER.match(text) is not None


def is_full(text: str) -> bool:
    """Whether the text is long enough, and free enough of what precedes it, to be a question on its own."""
    said = words(text[:_OPENING])
    if not said or said[0] in DEPENDENT or said[:2] in (["if", "so"], ["if", "not"], ["if", "yes"], ["si", "oui"]):
        return False
    # "And in Rome?" leans on the question before it, though it has three words.
    leading = len(words(text[:_OPENING])) - len(_after_lead_in(text))
    return length(text) - leading >= _FULL and not is_filler(text)


def asks(text: str) -> bool:
    """Whether the text is a question (by its mark or its word order) or a request (by its verb)."""
    return text.rstrip(" \t\n\"'”’»)").endswith(tuple(QUESTION_MARKS)) or opens_question(text) or opens_request(text)


def opens_question(text: str) -> bool:
    """Whether the first words are those of a question: a question word, or a verb before its subject."""
    said = _after_lead_in(text)
    if not said:
        return False
    first, second = said[0], said[1] if len(said) > 1 else ""
    if first in SUBORDINATING:
        return second in AUXILIARIES or second not in SUBJECTS
    # A verb before a name: "is VAT included", but not "is included".
    named = first in AUXILIARIES and re.search(rf"\b{first}\s+[A-Z]", text) is not None
    return named or first in QUESTION_WORDS or _inverted(first, second)


def opens_request(text: str) -> bool:
    """Whether the first word is an imperative ("Summarize the contract"), or a wish in the first person."""
    said = _after_lead_in(text)
    return bool(said) and (said[0] in REQUESTS or is_wish(text))


def is_wish(text: str) -> bool:
    """Whether the text says what the user wants ("I'd like a refund"): a request alone, a context before a question."""
    said = [word for word in _after_lead_in(text) if word not in _ADVERBS]
    if said[:1] in (["ich"], ["wir"], ["je"], ["nous"]):
        return said[1:2] in _WISHES_ELSEWHERE
    if said[:1] in (["i"], ["we"]):
        return said[1:2] in _WISHES or (said[1:2] in _AUXILIARY_OF_WISH and said[2:3] in _WISHES)
    return said[:1] in (["i'd"], ["i'm"], ["we'd"], ["we're"], ["j'aimerais"]) and said[1:2] in _WISHES


def opens_first_person(text: str) -> bool:
    """Whether the text opens a clause of the user's own ("I give it five stars"), not the tail of "my wife and I"."""
    said = _after_lead_in(text)
    return said[:1] in (["i"], ["we"]) and len(said) > 2 and (said[1] in VERBS or is_wish(text))


def opens_report(text: str) -> bool:
    """Whether the text opens a request that cannot be the second half of a list of verbs: "tell me", "zeig mir"."""
    said = _after_lead_in(text)
    starts = said[:1] in (["please"], ["bitte"]) or said[:3] == ["let", "me", "know"]
    return starts or (len(said) > 1 and said[0] in REQUESTS and said[1] in REPORTS)


def is_statement(text: str) -> bool:
    """Whether the text reads as a clause with a subject and a finite verb, and is not a question or a request."""
    said = words(text)
    if len(said) < _FULL or asks(text):
        return False
    return any(word in VERBS or word.endswith(("n't", "'s", "'re", "'ve", "'m")) for word in said[1:8])


def _after_lead_in(text: str) -> list[str]:
    # "bitte", "please" and "then" are lead-ins and requests both; an imperative after them says which.
    said = words(text[:_OPENING])
    while len(said) > 1 and said[0] in LEAD_INS:
        said = said[1:]
    return said


def _inverted(first: str, second: str) -> bool:
    if _FRENCH_INVERSION.match(first) or (first, second) in {("y", "a-t-il"), ("est", "ce")}:
        return True
    if first in AUXILIARIES and second in SUBJECTS:
        return True
    if first in {"does", "did"}:
        return second not in {"", "not"}
    if first == "was":
        return second in {"ist", "sind", "kostet", "kosten", "passiert", "muss", "kann", "soll", "bedeutet", "macht"}
    german_verb = first.endswith(("e", "t", "en", "st")) and first not in {"damit", "weil", "seit", "heute", "bitte"}
    return german_verb and second in GERMAN_PRONOUNS
