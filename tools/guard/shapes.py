"""Evidence for a value of any shape: of a list or an object every leaf is tested, or the whole that was said as one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from tools.guard.heard import Heard
from tools.guard.idioms import every
from tools.guard.mathematical import polynomial
from tools.guard.readings.text import name_words
from tools.guard.rows import rearranged
from tools.guard.stretches import between
from tools.guard.values import test
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_BLANK: Final[tuple[Any, ...]] = (None, "", [], {})
_AMOUNTS: Final = frozenset("quantity quantities amount amounts count counts qty".split())
_NAMES_OR_COUNTS: Final = re.compile(r"\d|\A[A-Z][a-z]{2,}(?: [A-Z][a-z]+){0,2}\Z")
_MOST: Final = 0.5
"""The share of a record's leaves that must have been said before one that nobody said may be taken as its author's."""


def evidence(parameter: Parameter, value: Any, heard: Heard) -> Evidence | Reason:
    """Evidence for a value of any shape: of a list or an object, for every leaf; else why there is none."""
    if any(value is blank or value == blank for blank in _BLANK) and not isinstance(value, bool | int | float):
        return Evidence(Reason.DECLARED_DEFAULT, (), weak=True)
    return _whole(parameter, value, heard) or _in_parts(parameter, value, heard)


def _in_parts(parameter: Parameter, value: Any, heard: Heard) -> Evidence | Reason:
    if rearranged(value, heard):
        return Reason.NOT_SAID
    records = [[one] for one in value] if isinstance(value, list) and _records(value) else [value]
    tested = [[(one, _leaf(leaf, one, heard)) for leaf, one in _leaves(parameter, each, heard)] for each in records]
    unsaid = [found for each in tested for _, found in each if not isinstance(found, Evidence)]
    added = Evidence(Reason.PARAPHRASED, (), weak=True)
    if unsaid and _one_each(parameter, tested[0]):
        added = Evidence(Reason.INFERRED, (), weak=True)
    elif unsaid and not (_records(records[0]) and _mostly_said(tested)):
        return unsaid[0]
    return _weighed([found if isinstance(found, Evidence) else added for each in tested for _, found in each])


def _weighed(parts: Sequence[Evidence]) -> Evidence | Reason:
    """What the evidence of the parts amounts to."""
    if len(parts) < 2:
        return parts[0] if parts else Evidence(Reason.DECLARED_DEFAULT, (), weak=True)
    weakest = min(parts, key=lambda part: (part.reason is not Reason.INFERRED, not part.weak))
    inferred = sum(part.reason is Reason.INFERRED for part in parts)
    if inferred > sum(bool(part.spans) for part in parts):
        # A choice may be inferred beside what was said; an object of which little was said is invented.
        return Reason.NOT_SAID
    return replace(weakest, spans=tuple(dict.fromkeys(span for part in parts for span in part.spans)))


def _one_each(parameter: Parameter, tested: Sequence[tuple[Any, Evidence | Reason]]) -> bool:
    """Whether of a list of amounts only ones were not said: "two lemons, four limes and ginger"."""
    if _AMOUNTS.isdisjoint(name_words(parameter.name)) or parameter.kind != "array":
        return False
    return all(isinstance(found, Evidence) or (value == 1 and found is Reason.NOT_SAID) for value, found in tested)


def _records(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and all(isinstance(one, Mapping) for one in value))


def _mostly_said(tested: Sequence[Sequence[tuple[Any, Evidence | Reason]]]) -> bool:
    """Whether these records are the user's but for words of their author: most was said, of each record something.

    A number or a name that nobody gave, or a word where another was said, refuses the whole.
    """
    said = [[isinstance(found, Evidence) and bool(found.spans) for _, found in each] for each in tested]
    words = all(
        isinstance(found, Evidence)
        or (found is Reason.NOT_SAID and isinstance(one, str) and not _NAMES_OR_COUNTS.search(one))
        for each in tested
        for one, found in each
    )
    spoken = sum(map(sum, said))
    return words and all(map(any, said)) and spoken > 1 and spoken >= _MOST * sum(map(len, said))


def _whole(parameter: Parameter, value: Any, heard: Heard) -> Evidence | None:
    """Evidence for a list as one: all from one end to the other, or every choice there is."""
    if not isinstance(value, list):
        return None
    return (
        between(value, heard)
        or polynomial(value, parameter, heard)
        or every(value, parameter.items.enum if parameter.items else (), heard)
    )


def _leaf(parameter: Parameter, value: Any, heard: Heard) -> Evidence | Reason:
    return _whole(parameter, value, heard) or test(parameter, value, heard)


def _leaves(parameter: Parameter, value: Any, heard: Heard) -> Iterator[tuple[Parameter, Any]]:
    """What is tested one by one; a list inside that was said as one is one."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            inner = parameter.property(str(name))
            if one not in _BLANK:
                yield from [(inner, one)] if _whole(inner, one, heard) else _leaves(inner, one, heard)
    elif isinstance(value, list | tuple):
        inner = parameter.items or replace(parameter, kind="any", items=None)
        inner = replace(inner, description=inner.description or parameter.description)
        # Of a list's other choices, those it holds too speak against none.
        kept = tuple(one for one in inner.enum if one not in value)
        for one in value:
            yield from _leaves(replace(inner, enum=(*kept, one)) if one in inner.enum else inner, one, heard)
    else:
        yield parameter, value
