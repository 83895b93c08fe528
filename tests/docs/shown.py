"""What README.md and docs/ show: fenced blocks, the commands in them, spans of code and links, each with its line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from graph.settings import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
_EXIT = re.compile(r"exit code (\d+)")
_MARKDOWN = MarkdownIt("commonmark").enable("table")


@dataclass(frozen=True)
class Block:
    """A fenced block; `line` is that of its first line of text."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def at(self) -> str:
        """Where it stands, for a message."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@dataclass(frozen=True)
class Command:
    """One command of a block: its words, what the block exported before it, and the exit code its comment promises."""

    at: str
    words: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    exit_code: int = 0

    @property
    def text(self) -> str:
        """The words as one line."""
        return shlex.join(self.words)


def blocks(*languages: str) -> list[Block]:
    """The fenced blocks of every page, in order; of these languages, or all."""
    return [
        Block(page, token.map[0] + 2, token.info.strip(), token.content)
        for page in PAGES
        for token in _tokens(page)
        if token.type == "fence" and token.map and (not languages or token.info.strip() in languages)
    ]


def commands() -> list[Command]:
    """Every command of every shell block; what a block exports holds to its end."""
    return [command for block in blocks("bash", "console", "sh") for command in _commands(block)]


def spans() -> list[tuple[str, str]]:
    """Every span of code: where it stands, and its text."""
    return [(at, token.content) for at, token in _inline() if token.type == "code_inline"]


def links() -> list[tuple[str, str]]:
    """Every link and picture: where it stands, and its target."""
    return [
        (at, str(token.attrs.get("href") or token.attrs["src"]))
        for at, token in _inline()
        if token.type in {"link_open", "image"}
    ]


def anchors(page: Path) -> set[str]:
    """What can stand behind a # in a link to a page, as GitHub makes it of the headings."""
    tokens = _tokens(page)
    titles = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def _commands(block: Block) -> Iterator[Command]:
    exported: dict[str, str] = {}
    for number, line in enumerate(block.text.splitlines(), block.line):
        code = int(found[1]) if (found := _EXIT.search(line)) else 0
        for words in _joined(line):
            if words[0] == "export":
                exported |= dict(word.split("=", 1) for word in words[1:])
            else:
                yield Command(f"{block.page.relative_to(ROOT)}:{number}", words, dict(exported), code)


def _joined(line: str) -> list[tuple[str, ...]]:
    # The commands of a line, which && may join; comments are dropped.
    reader = shlex.shlex(line, posix=True, punctuation_chars="&|;<>")
    reader.whitespace_split = True
    found: list[list[str]] = [[]]
    for word in reader:
        if word == "&&":
            found.append([])
        else:
            found[-1].append(word)
    return [tuple(words) for words in found if words]


def _tokens(page: Path) -> list[Token]:
    return _MARKDOWN.parse(page.read_text(encoding="utf-8"))


def _inline() -> Iterator[tuple[str, Token]]:
    for page in PAGES:
        for token in _tokens(page):
            if token.type == "inline" and token.map:
                for child in token.children or []:
                    yield f"{page.relative_to(ROOT)}:{token.map[0] + 1}", child
