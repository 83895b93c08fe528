"""Where a message may be cut: each candidate with the kind of evidence that speaks for it.

A cut is proposed at a sentence end, a connector, a comma or a question word, never inside a word. Some are ruled out
here whatever the routing says (a statement that gives a question its context, a comparison, a list inside one
question); some are sure whatever the routing says (two full questions with an explicit end between them). The rest
are for `split` to weigh.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

from routing import clauses, marks
from routing.lexicon import COMPARING, CONJUNCTIONS, DETERMINERS, EMBEDDING, QUESTION_WORDS, REQUESTS, SUBORDINATING

Kind = Literal[
    "sure", "clause", "command", "turn", "statement", "topic",
    "restart", "question_word", "comma", "capital", "next", "list", "fragment", "weak",
]  # fmt: skip
"""sure: an explicit end between two full questions. clause: a connector, then a question or a "tell me". command: a
connector between two imperatives. turn: a connector, then a question, after a statement. statement: a new statement
of a problem. topic: a question, then words that ask nothing but are no context. restart: a question that opens with a
capital where no sentence ended. question_word, comma, capital: the only evidence is that word, comma or capital. next,
fragment, list: "and then", a bare "and", or a comma, then anything else.
weak: a connector or a comma where word order speaks against a cut; for users who speak in commands (split.COMMANDS)."""

MAX_CHARACTERS = 2000
"""A longer message is a pasted document, and stays whole."""
MAX_SENTENCE = 600
"""A longer sentence is not looked into: transcripts and pasted lists are not questions joined by "and"."""
MAX_MARKS = 24
"""Connectors, and commas, looked at in one sentence."""
MAX_CUTS = 8
"""Candidates kept for weighing; each contiguous span between two of them is one text to score (45 for 8)."""


@dataclass(frozen=True)
class Cut:
    """One place to cut: the left part ends at `end`, the right part starts at `start`; what lies between is dropped."""

    end: int
    start: int
    kind: Kind


def boundaries(message: str) -> list[Cut]:
    """The candidate cuts of a message in reading order: every sure one, and at most MAX_CUTS to be weighed.

    Offsets count characters of `message`. A message longer than MAX_CHARACTERS has none.
    """
    if len(message) > MAX_CHARACTERS:
        return []
    found: dict[int, Cut] = {}
    for at, after, kind in _candidates(message):
        cut = _trimmed(message, at, after, kind)
        # ", and" is seen twice, as a connector and as a comma: the stronger reading counts.
        if cut and (cut.start not in found or _RANK[cut.kind] < _RANK[found[cut.start].kind]):
            found[cut.start] = cut
    kept = sorted(found.values(), key=lambda cut: (_RANK[cut.kind], cut.start))
    weighed = [cut for cut in kept if cut.kind != "sure"][:MAX_CUTS]
    return sorted([cut for cut in kept if cut.kind == "sure"] + weighed, key=lambda cut: cut.start)


_ORDER: tuple[Kind, ...] = (
    "sure", "clause", "restart", "command", "turn", "statement",
    "topic", "question_word", "capital", "next", "comma", "fragment", "list", "weak",
)  # fmt: skip
_RANK = {kind: rank for rank, kind in enumerate(_ORDER)}


def _candidates(message: str) -> Iterator[tuple[int, int, Kind | None]]:
    sentences = marks.sentences(message)
    asking = [start for start, end in sentences if _truly_asks(message[start:end])]
    last_asking = asking[-1] if asking else -1
    yield from _at_sentences(message, sentences, last_asking)
    for start, end in sentences:
        if end - start <= MAX_SENTENCE:
            yield from _inside(message, start, end, asked_later=last_asking >= end)


def _at_sentences(
    message: str, sentences: list[tuple[int, int]], last_asking: int
) -> Iterator[tuple[int, int, Kind | None]]:
    # A sentence that cannot stand alone ("Why?", "Thanks!") belongs to the one before it, a greeting to the one after.
    full = [(start, end) for start, end in sentences if clauses.is_full(message[start:end])]
    asked: int | None = None
    for (start, end), (following, after) in pairwise(full):
        left, right = message[start:end], message[following:after]
        question = clauses.asks(left) and not clauses.is_wish(left)
        asked = following if question else asked
        if asked is not None and clauses.asks(right) and not clauses.is_wish(right):
            # Statements between two questions lead up to the second, unless that one goes on from the first ("And").
            at = following if question or marks.JOINED.match(right) else asked
            yield at, at, "sure"
        else:
            yield following, following, _between_sentences(left, right, last_asking >= after)


def _between_sentences(left: str, right: str, asked_later: bool) -> Kind | None:
    # Statements before a question are its context, and so are those after it that speak of the user's own case.
    if clauses.is_wish(right) and clauses.asks(left):
        return "statement"
    if clauses.asks(right):
        return None
    if clauses.asks(left):
        return None if clauses.is_wish(left) or marks.OWN_CASE.match(right) else "topic"
    return None if asked_later else "statement"


def _truly_asks(sentence: str) -> bool:
    return clauses.asks(sentence) and not clauses.is_filler(sentence)


def _inside(message: str, start: int, end: int, asked_later: bool) -> Iterator[tuple[int, int, Kind | None]]:
    for match in islice(marks.CONNECTOR.finditer(message, start, end), MAX_MARKS):
        left, right = message[start : match.start()], message[match.end() : end]
        kind = _at_connector(left, right, asked_later)
        # "and then" hardly ever joins two objects of one verb.
        strong = " " in match.group() and kind in (None, "fragment") and not asked_later and _apart(left, right)
        yield match.start(), match.end(), "next" if strong else kind or _weak(left, right)
    for match in islice(marks.COMMA.finditer(message, start, end), MAX_MARKS):
        left, right = message[start : match.start()], message[match.end() : end]
        yield match.start(), match.end(), _at_comma(left, right) or _weak(left, right)
    yield from _at_words(message, start, end)


def _apart(left: str, right: str) -> bool:
    """Whether both sides are long enough to be phrases of their own, and are not two sides of a comparison."""
    return min(clauses.length(left), clauses.length(right)) >= 3 and not set(clauses.words(left)) & COMPARING


def _weak(left: str, right: str) -> Kind | None:
    return "weak" if _apart(left, right) else None


def _at_connector(left: str, right: str, asked_later: bool) -> Kind | None:
    if min(clauses.length(left), clauses.length(right)) < 2:
        return None
    asking = clauses.asks(left)
    if clauses.opens_question(right) or clauses.opens_report(right):
        # "when and where it arrives" is one question.
        dangling = clauses.words(left)[-1] in QUESTION_WORDS
        opened: Kind = "clause" if asking else "turn"
        return None if dangling else opened
    if clauses.opens_request(right):
        # A bare verb may go on with a question or a wish ("I want to cancel and get a refund"); "I want" may not.
        imperative = clauses.opens_request(left) and not clauses.is_wish(left)
        return "command" if imperative or (asking and clauses.is_wish(right)) else "fragment"
    return None if asked_later or _coordinated(left, right) else _at_phrase(left, right, asking)


def _coordinated(left: str, right: str) -> bool:
    """Whether a connector joins two objects of one verb, or two sides of a comparison."""
    if not _apart(left, right):
        return True
    # "send the invoice and the receipt to me"
    return clauses.words(right)[0] in DETERMINERS and not clauses.is_statement(right)


def _at_phrase(left: str, right: str, asking: bool) -> Kind | None:
    if clauses.is_statement(right) and not asking:
        # With a mark at its end, the right side is a question whose context lies to the left.
        return "statement" if right.rstrip()[-1:] not in clauses.QUESTION_MARKS else None
    goes_on = clauses.opens_question(left) or clauses.is_wish(left)
    return None if goes_on and not clauses.opens_first_person(right) else "fragment"


def _at_comma(left: str, right: str) -> Kind | None:
    if clauses.length(left) < 2 or clauses.length(right) < 2:
        return None
    if clauses.opens_question(right) and not clauses.is_filler(right):
        return "comma" if clauses.asks(left) else None
    if clauses.opens_request(right):
        # After a statement a request has its context there: "The app crashes, please refund me".
        context = clauses.is_statement(left) or marks.OWN_CASE.match(left)
        return "comma" if clauses.asks(left) or not context else None
    # "Add this album, the weather in Oslo": only for requests, since a comma inside a question lists its objects.
    goes_on = clauses.opens_question(left) or clauses.is_wish(left) or clauses.words(right)[0] in CONJUNCTIONS
    return None if goes_on or clauses.asks(right) or not _apart(left, right) else "list"


def _at_words(message: str, start: int, end: int) -> Iterator[tuple[int, int, Kind | None]]:
    tokens = list(marks.TOKEN.finditer(message, start, end))
    lower_so_far = bool(tokens) and tokens[0].group().islower()
    for index, token in enumerate(tokens[2:], 2):
        word, before = token.group(), tokens[index - 1].group().lower()
        gap = message[tokens[index - 1].end() : token.start()]
        if gap.strip(' \t"“‘«('):
            lower_so_far = lower_so_far and word.islower()
            continue
        right = message[token.start() : end]
        capital = word[0].isupper() and word not in ("I", "I'm", "I've", "I'd")
        if capital and clauses.opens_question(right) and clauses.length(right) >= 3:
            yield token.start(), token.start(), "restart"
        elif _opens_here(right, word.lower(), before):
            yield token.start(), token.start(), "question_word"
        elif capital and ((lower_so_far and before not in EMBEDDING) or word.lower() in REQUESTS):
            # not behind a preposition, which the capital completes: "a hotline in Klingon"
            yield token.start(), token.start(), "capital"
        lower_so_far = lower_so_far and word.islower()


def _opens_here(right: str, word: str, before: str) -> bool:
    if word not in QUESTION_WORDS or before in EMBEDDING or before in QUESTION_WORDS or clauses.length(right) < 3:
        return False
    return word not in SUBORDINATING or clauses.opens_question(right)


def _trimmed(message: str, at: int, after: int, kind: Kind | None) -> Cut | None:
    if kind is None:
        return None
    _, end = marks.trim(message, 0, at)
    start, _ = marks.trim(message, after, len(message))
    return Cut(end, start, kind) if 0 < end <= start < len(message) else None
