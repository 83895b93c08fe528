"""What a document tells of itself beside its text: the title and date of its front matter, the date at its head or
foot or in its name. An answer quotes none of it, but of two documents that differ the newer one counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

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
    """A document's text with its front matter blanked, so that every line keeps its number; its own title, or "", and
    its date as `knowledge.dates` writes it, or "".
    """

    text: str
    title: str = ""
    dated: str = ""


def front(text: str, *names: str) -> Front:
    """What a document's text and its `names` (title, source) tell of it.

    A date of the front matter counts most, then one that the text gives as its own ("Last updated: 2026-02-16",
    "effective 1 March 2025") near its start or end, then one in a name.
    """
    lines = text.split("\n")
    end = _end(lines)
    told = dict(_entries(lines[1:end]))
    rest = "\n".join([*([""] * (end + 1)), *lines[end + 1 :]]) if end else text
    given = [dated("", _TIME.sub("", value)) for key, value in told.items() if _DATED.fullmatch(key)]
    ends = rest if len(rest) <= HEAD + FOOT else f"{rest[:HEAD]}\n{rest[-FOOT:]}"
    return Front(rest, told.get("title", ""), max(given, default="") or dated(plain_lines(ends), *names))


def plain_lines(text: str) -> str:
    """Every line without Markdown's emphasis: "**Last updated:** 2026-02-16" is a date too."""
    return "\n".join(map(plain, text.split("\n")))


def _end(lines: list[str]) -> int:
    """The line that closes the front matter; 0 where there is none."""
    closing = _FENCES.get(lines[0].rstrip(), ())
    for place, line in enumerate(lines[1 : LONGEST + 1], 1):
        if line.rstrip() in closing:
            return place if place > 1 else 0
        if not _ENTRY.fullmatch(line) and not _GOES_ON.match(line):
            return 0
    return 0


def _entries(lines: list[str]) -> list[tuple[str, str]]:
    found = [match for line in lines if not _GOES_ON.match(line) and (match := _ENTRY.fullmatch(line.rstrip()))]
    return [(fold(match["key"]).replace("_", " "), match["value"].strip().strip("\"'")) for match in found]
