"""A Cypher statement as tokens, for the checks that stand before the database.

Only what can be read in exactly one way is read: an escape that hides a letter, a letter that only looks like one, a
comment and a second statement are refused here, before anything is compared with a list of words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, Literal

from errors import QueryError

TokenKind = Literal["string", "quoted", "parameter", "number", "name", "symbol"]
LONGEST: Final = 8_000
"""Characters a statement may have: a question's answer needs a few hundred."""

_TOKEN: Final = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<comment>//|/\*)
      | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
      | (?P<quoted>`(?:[^`]|``)+`)
      | (?P<parameter>\$(?:[A-Za-z_][A-Za-z0-9_]*))
      | (?P<number>(?:\d+(?:\.(?!\.)\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![A-Za-z0-9_]))
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<symbol><>|<=|>=|=~|\.\.|[()\[\]{}<>=+\-*/%^.,:|&!])
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_BOUNDS: Final = frozenset({"LIMIT", "SKIP", "OFFSET", "..", "*"})


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `text` is what the statement says, without backticks for a quoted name."""

    kind: TokenKind
    text: str
    at: int

    @property
    def word(self) -> str:
        """A bare name in capitals, "" for everything else: only a bare name can be a keyword."""
        return self.text.upper() if self.kind == "name" else ""

    @property
    def named(self) -> bool:
        """Whether it can name something."""
        return self.kind in {"name", "quoted"}

    def value(self) -> Any:
        """The Python value of a string or number."""
        if self.kind == "string":
            return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), self.text[1:-1])
        return float(self.text) if set(self.text) & set(".eE") else int(self.text)


END: Final = Token("symbol", "", -1)
"""Stands before the first token and after the last."""


def tokens(statement: str) -> list[Token]:
    """The tokens of one statement. Raises QueryError for what cannot be read in exactly one way."""
    if len(statement) > LONGEST:
        raise QueryError(f"the statement has {len(statement)} characters; at most {LONGEST} are allowed")
    if re.search(r"\\u", statement, re.IGNORECASE):
        raise QueryError("the statement holds a unicode escape (\\u...); write the character itself")
    hidden = next((char for char in statement if not char.isprintable() and char not in "\t\r\n"), "")
    if hidden:
        raise QueryError(f"the statement holds the control character {hidden!r}; take it out")
    found: list[Token] = []
    at = 0
    while at < len(statement):
        match = _TOKEN.match(statement, at)
        if match is None or match.lastgroup == "comment":
            raise QueryError(_unreadable(statement, at))
        if match.lastgroup != "space":
            text = match[0][1:-1].replace("``", "`") if match.lastgroup == "quoted" else match[0]
            found.append(Token(match.lastgroup, text, at))  # type: ignore[arg-type]
        at = match.end()
    return found


def literals(found: list[Token]) -> list[Any]:
    """The values a statement compares with or returns; how many rows and how many steps is no such value."""
    before = [END, *found]
    return [
        token.value()
        for token, last in zip(found, before, strict=False)
        if token.kind == "string" or (token.kind == "number" and last.word not in _BOUNDS and last.text not in _BOUNDS)
    ]


def _unreadable(statement: str, at: int) -> str:
    char = statement[at]
    if statement.startswith(("//", "/*"), at):
        return f"the statement holds a comment at character {at}; write it without comments"
    if char == ";":
        return f"the statement holds ';' at character {at}; write one statement, without ';'"
    if char in "'\"`":
        return f"the statement opens a {char} at character {at} that it does not close"
    if not char.isascii():
        return f"the statement holds {char!r} at character {at}; put names with such letters into backticks"
    return f"the statement cannot be read at character {at} ({char!r})"
