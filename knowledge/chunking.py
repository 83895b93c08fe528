"""Cutting a document into chunks along its own structure.

A Markdown document is parsed (markdown-it), so headings, tables, lists and code blocks are known and never cut
through; a chunk never crosses a heading and knows the path of headings it stands under.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt

from knowledge.text import sentences

_PARSER = MarkdownIt("commonmark").enable("table")
_WHOLE = frozenset({"table_open", "fence", "code_block", "bullet_list_open", "ordered_list_open"})


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document: its text as it stands there, its heading path, and its place (0, 1, 2 ...)."""

    text: str
    title: str
    heading: str
    position: int

    @property
    def embedded_text(self) -> str:
        """What is embedded and indexed: a chunk says little without the title and headings it stands under."""
        above = " > ".join(part for part in (self.title, self.heading) if part)
        return f"{above}\n{self.text}" if above else self.text


def chunk_markdown(text: str, *, size: int, fallback_title: str) -> list[Chunk]:
    """Chunks of at most about `size` characters; the first level-1 heading is the title.

    A table, list or code block that is longer stays whole up to three times that, then is cut at line ends.
    """
    title = ""
    pieces: list[tuple[str, str]] = []
    path: list[tuple[int, str]] = []
    held: list[tuple[str, bool]] = []

    def flush() -> None:
        heading = " > ".join(name for _, name in path)
        pieces.extend((heading, packed) for packed in _pack(held, size))
        held.clear()

    for level, block, whole in _blocks(text):
        if level == 0:
            held.append((block, whole))
            continue
        flush()
        if level == 1 and not title:
            title = block
            continue
        path = [entry for entry in path if entry[0] < level]
        path.append((level, block))
    flush()
    shown = title or fallback_title
    return [Chunk(body, shown, heading, place) for place, (heading, body) in enumerate(pieces)]


def _blocks(text: str) -> Iterator[tuple[int, str, bool]]:
    """(0, block text, whether it stays whole) or (heading level, heading text, True), top-level blocks in order."""
    lines = text.split("\n")
    tokens = _PARSER.parse(text)
    for place, token in enumerate(tokens):
        if token.level or token.map is None or token.nesting < 0:
            continue
        if token.type == "heading_open":
            yield int(token.tag[1]), tokens[place + 1].content.strip(), True
        else:
            body = "\n".join(lines[token.map[0] : token.map[1]]).strip("\n")
            if body.strip():
                yield 0, body, token.type in _WHOLE


def _pack(blocks: list[tuple[str, bool]], size: int) -> Iterator[str]:
    packed: list[str] = []
    length = 0
    for block in (part for uncut, whole in blocks for part in _cut(uncut, size, whole=whole)):
        if packed and length + len(block) > size:
            yield "\n\n".join(packed)
            packed, length = [], 0
        packed.append(block)
        length += len(block) + 2
    if packed:
        yield "\n\n".join(packed)


def _cut(block: str, size: int, *, whole: bool) -> Iterator[str]:
    if len(block) <= (3 * size if whole else size):
        yield block
        return
    parts, joint = (block.split("\n"), "\n") if whole else (sentences(block), " ")
    # A single line or sentence may itself be longer than a chunk (minified code, text without full stops).
    parts = [part[at : at + size] for part in parts for at in range(0, max(len(part), 1), size)]
    held = ""
    for part in parts:
        if held and len(held) + len(part) > size:
            yield held
            held = ""
        held = f"{held}{joint}{part}" if held else part
    if held:
        yield held
