"""Testing a string that is written in a language of its own: a query, a filter, an address, a path with parameters.

Its words are the language's, the schema's or the user's. Each literal and each number must be the user's or stand in
the parameter's description; at least one part must be the user's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tools.guard.heard import Heard
from tools.guard.phrases import literal, mentions
from tools.guard.quantities import number
from tools.guard.readings.text import fold, name_words, stem, words
from tools.guard.verdict import Evidence, Reason, Span
from tools.schema import Parameter

_LANGUAGE: Final = frozenset(
    """select from where and or not in like between order by group having limit offset asc desc as on join left right
    inner outer insert into values update set delete create table drop alter int integer varchar text null is distinct
    count sum avg min max match return with contains starts ends unwind merge http https www com org net api html json
    true false eq ne gt lt ge le filter query name field""".split()
)
"""Words of query languages and addresses, which nobody has to say."""
_WRITTEN: Final = re.compile(r"(?i)^\s*(?:select|insert|update|delete|match|with|create)\b.*\s|[=<>(){}?&]|://|\w:\w")
_QUALIFIED: Final = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->)[^\W\d]\w*)+")
_SEGMENT: Final = 3
"""From how many letters on a part of a path is told from a word."""
_PART: Final = re.compile(r"(?P<quoted>'[^']*'|\"[^\"]*\")|(?P<figure>-?\d+(?:\.\d+)?)|(?P<word>[^\W\d_]\w*)")


def composed(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Evidence for such a string, weak: its parts were said, that they belong together so was not."""
    joined = _path(value, heard) or _qualified(value, parameter, heard)
    if joined is not None:
        return joined
    if not _WRITTEN.search(value) or not re.search(r"[^\W\d_]", value):
        return None  # a sum of figures is that sum
    found: list[Evidence] = []
    described = {stem(word.text) for word in words(parameter.description)}
    for kind, part in _parts(value):
        own = _said(kind, part, parameter, heard)
        if own is not None:
            found.append(own)
        elif not _known(kind, part, described, parameter):
            return None
    spans = tuple(dict.fromkeys(span for one in found for span in one.spans))
    return Evidence(Reason.COMPUTED, spans, weak=True) if spans else None


def _path(value: str, heard: Heard) -> Evidence | None:
    """A path whose folder and whose last part were said apart: "move it to Invoices/2024 as inv.pdf"."""
    folder, _, last = value.rpartition("/")
    if " " in value or len(folder) < _SEGMENT or len(last) < _SEGMENT:
        return None
    ends = literal(folder, heard), literal(last, heard)
    if ends[0] is None or ends[1] is None:
        return None
    return Evidence(Reason.COMPUTED, (*ends[0].spans, *ends[1].spans), weak=True)


def _qualified(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A name within a name, "Shade.DARK": each was said or stands in the description, one at the least was said."""
    if not _QUALIFIED.fullmatch(value):
        return None
    listed = frozenset(_QUALIFIED.findall(parameter.description))
    if value in listed and len(listed) > 1:
        return _of_listed(value, listed, heard)
    spans: list[Span] = []
    described = {word.text for word in words(parameter.description)}
    for part in re.findall(r"\w+", value):
        found = literal(part.replace("_", " "), heard) or literal(part, heard)
        if found is not None and (len(part) > _SEGMENT or found.spans[0].text == part):
            spans += found.spans
        elif fold(part) not in described and not described.issuperset(name_words(part)):
            return None
    return Evidence(Reason.COMPUTED, tuple(spans), weak=True) if spans else None


def _of_listed(value: str, listed: frozenset[str], heard: Heard) -> Evidence | None:
    """One of the names that the description lists: what tells it from the others was said, "read only" of
    Mode.OPEN_READ_ONLY beside Mode.OPEN_WRITE.
    """
    shared = {word for one in listed - {value} for word in name_words(one)}
    own = tuple(word for word in name_words(value) if word not in shared)
    found = mentions(own, heard) if own else None
    return found and Evidence(Reason.COMPUTED, found.spans, weak=True)


def _parts(value: str) -> Iterator[tuple[str, str]]:
    for found in _PART.finditer(value):
        kind = str(found.lastgroup)
        yield kind, found.group().strip("'\"") if kind == "quoted" else found.group()


def _said(kind: str, part: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    if kind == "figure":
        found = number(float(part), Parameter(parameter.name), heard)
        return found if isinstance(found, Evidence) and not found.weak else None
    if kind == "word" and fold(part) in _LANGUAGE:
        return None
    # A name such as user_id stands for its words.
    return literal(part, heard) or mentions(name_words(part), heard)


def _known(kind: str, part: str, described: set[str], parameter: Parameter) -> bool:
    if kind == "figure":
        return part in parameter.description
    if kind == "quoted":
        return bool(part) and part in parameter.description
    return fold(part) in _LANGUAGE or all(stem(word) in described for word in name_words(part))
