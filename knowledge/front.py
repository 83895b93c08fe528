"""What a document tells of itself beside its text: the title and date of its front matter, the date at its head or
foot or in its name. An answer quotes none of it, but of two documents that differ the newer one counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from knowledge.access import own_word
from knowledge.dates import dated
from knowledge.text import fold, plain

HEAD, FOOT = 600, 300
"""Characters at a document's two ends where a date is its own; between them it is that of some section."""
LONGEST = 100
"""Lines of front matter at most: a longer stretch between two rules is text."""

_FENCES = {"---": ("---", "..."), "+++": ("+++",)}
_ENTRY = re.compile(r"(?P<key>[\w .-]+?)\s*[:=]\s*(?P<value>.*)")
_GOES_ON = re.compile(r"\s|- |#")
_TIME = re.compile(r"(?<=\d)[Tt ]\d\d:.*")
_DATED = re.compile(
    r"(?:last.?)?(?:date|updated|update|lastmod|mod|modified|changed|revised|reviewed|published|created|issued|"
    r"effective|valid|datum|stand|year|jahr|annee)(?:.?(?:date|on|at|from|since|time))?"
)


@dataclass(frozen=True, slots=True)
class Front:
    """A document's text with its front matter blanked, so that every line keeps its number; its own title, or "", its
    date as `knowledge.dates` writes it, or "", and the word of who may see it, or "".
    """

    text: str
    title: str = ""
    dated: str = ""
    access: str = ""


def front(text: str, *names: str) -> Front:
    """What a document's text and its `names` (title, source) tell of it.

    A date of the front matter counts most, then one that the text gives as its own ("Last updated: 2026-02-16",
    "effective 1 March 2025") near its start or end, then one in a name. Raises DocumentError for an access that is no
    word.
    """
    lines = text.split("\n")
    end = _end(lines)
    access = own_word(lines[1:end])
    # A stretch between two rules may be text; where it says who may see the document, it is none.
    end = end if access or _is_matter(lines[1:end]) else 0
    told = dict(_entries(lines[1:end]))
    rest = "\n".join([*([""] * (end + 1)), *lines[end + 1 :]]) if end else text
    given = [dated("", _TIME.sub("", value)) for key, value in told.items() if _DATED.fullmatch(key)]
    ends = rest if len(rest) <= HEAD + FOOT else f"{rest[:HEAD]}\n{rest[-FOOT:]}"
    when = max(given, default="") or dated(plain_lines(ends), *names)
    return Front(rest, told.get("title", ""), when, access)


def plain_lines(text: str) -> str:
    """Every line without Markdown's emphasis: "**Last updated:** 2026-02-16" is a date too."""
    return "\n".join(map(plain, text.split("\n")))


def _end(lines: list[str]) -> int:
    """The line that would close front matter; 0 where the text does not begin with a rule or none follows."""
    closing = _FENCES.get(lines[0].rstrip(), ())
    return next((place for place, line in enumerate(lines[1:], 1) if line.rstrip() in closing), 0)


def _is_matter(block: list[str]) -> bool:
    return 0 < len(block) <= LONGEST and all(_ENTRY.fullmatch(line) or _GOES_ON.match(line) for line in block)


def _entries(lines: list[str]) -> list[tuple[str, str]]:
    found = [match for line in lines if not _GOES_ON.match(line) and (match := _ENTRY.fullmatch(line.rstrip()))]
    return [(fold(match["key"]).replace("_", " "), match["value"].strip().strip("\"'")) for match in found]
