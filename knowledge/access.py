"""Who may see a passage: one word a document, from its front matter or from the catalog, kept with each of its chunks
and asked for in every search of a caller who may not see everything.

A document without a word is for everyone. The word narrows what the store returns, so that a passage nobody may see is
never fetched, ranked or counted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fnmatch import fnmatch
from typing import Any, Final

from errors import DocumentError

ACCESS_KEY: Final = "access"
"""The metadata key under which a chunk's word is stored; a chunk for everyone has none."""
RESTRICTED_KEY: Final = "restricted"
"""1 where a chunk has a word: a store finds chunks that lack a field only by "not equal"."""
WORD = re.compile(r"[\w.-]{1,64}")
_LINE = re.compile(r"access[ \t]*[:=][ \t]*(.*?)[ \t]*(?:[ \t]#.*)?", re.IGNORECASE)


def own_word(lines: Sequence[str]) -> str:
    """The `access` word among the lines of a document's front matter, or "".

    Raises DocumentError for an access that is no single word: what cannot be read must not be open.
    """
    given = [found[1] for line in lines if (found := _LINE.fullmatch(line))]
    words = [word[1:-1] if word[:1] in "'\"" and word[:1] == word[-1:] != "" else word for word in given]
    bad = next((word for word in words if not WORD.fullmatch(word)), None)
    if bad is not None or len(words) > 1:
        told = " and ".join(map(repr, words))
        raise DocumentError(f"its front matter's access must be one word of letters, digits, . _ - (got {told})")
    return words[0] if words else ""


def access_of(own: str, below: str, patterns: Mapping[str, str]) -> str:
    """A document's word: its own, else that of the first pattern that fits its path below the base's folder."""
    return own or next((word for pattern, word in patterns.items() if fnmatch(below, pattern)), "")


def stored(word: str) -> dict[str, str | int]:
    """The metadata that a chunk of such a document has."""
    return {ACCESS_KEY: word, RESTRICTED_KEY: 1} if word else {}


def seen_by(access: Collection[str] | None) -> dict[str, Any]:
    """The filter of a search for who may see the passages of these words; {} for who may see all of them (None)."""
    if access is None:
        return {}
    free = {RESTRICTED_KEY: {"$ne": 1}}
    return {"$or": [{ACCESS_KEY: {"$in": sorted(access)}}, free]} if access else free
