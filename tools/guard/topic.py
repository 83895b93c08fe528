"""What a parameter speaks of, and where a fixed phrase was said: what readers of unnamed numbers have in common."""

from __future__ import annotations

import re
from functools import lru_cache

from tools.guard.heard import Heard, said
from tools.guard.readings.text import fold, name_words, words
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter


def topic(parameter: Parameter) -> frozenset[str]:
    """The words of a parameter's name and description, folded."""
    return _words_of(parameter.name, parameter.description)


@lru_cache(maxsize=2048)
def _words_of(name: str, description: str) -> frozenset[str]:
    return frozenset((*name_words(name), *(word.text for word in words(description))))


def phrase_of(pattern: re.Pattern[str], heard: Heard, reason: Reason = Reason.COMPUTED) -> Evidence | None:
    """Weak evidence where a folded text has this phrase."""
    for one in heard.texts():
        found = pattern.search(fold(one.text))
        if found:
            return said(one, found.start(), found.end(), reason, weak=True)
    return None
