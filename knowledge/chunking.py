"""Cutting a document into chunks along its own structure.

A Markdown document is parsed (markdown-it), so headings, tables, lists and code blocks are known and never cut
through; a chunk never crosses a heading and knows the path of headings it stands under.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markdown_it import MarkdownIt

from knowledge.text import is_page_date, sentences

VERSION = 2
"""Raised when the same text would be cut into other chunks, so that every file is cut again."""

# Blocks are all that is wanted: what stands within a line would take half the time and most of the memory.
_PARSER = MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])
SHARD = 500_000
"""Characters parsed at once."""
_WHOLE = frozenset({"table_open", "fence", "code_block", "bullet_list_open", "ordered_list_open"})


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document: its text as it stands there, its heading path, and its place (0, 1, 2 ...).

    `line` is the line (from 1) it begins on; `section` numbers the stretch under one heading, the chunk's parent.
    """

    text: str
    title: str
    heading: str
    position: int
    line: int = 1
    section: int = 0

    @property
    def embedded_text(self) -> str:
        """What is embedded and indexed: a chunk says little without the title and headings it stands under."""
        above = " > ".join(part for part in (self.title, self.heading) if part)
        return f"{above}\n{self.text}" if above else self.text


@dataclass(frozen=True, slots=True)
class _Block:
    """A top-level block: its markdown-it type and the line (from 0) it begins on; `level` is 0 but for headings."""

    text: str
    line: int
    type: str
    level: int = 0


def chunk_markdown(text: str, *, size: int, fallback_title: str) -> list[Chunk]:
    """Chunks of at most about `size` characters; the first level-1 heading is the title.

    A table, list or code block that is longer stays whole up to three times that, then is cut at line ends; every
    part of a table has its header, every part of a code block its fences.
    """
    title = ""
    pieces: list[tuple[str, int, str, int]] = []
    path: list[tuple[int, str]] = []
    held: list[_Block] = []
    section = 0

    def flush() -> None:
        nonlocal section
        if all(map(_is_date, held)):
            held.clear()  # a chunk of it would answer nothing, and match every question that its title matches
        heading = " > ".join(name for _, name in path)
        pieces.extend((heading, section, packed, line) for packed, line in _pack(held, size))
        section += bool(held)
        held.clear()

    for block in _blocks(text):
        if not block.level:
            held.append(block)
            continue
        flush()
        if block.level == 1 and not title:
            title = block.text
            continue
        path = [entry for entry in path if entry[0] < block.level]
        path.append((block.level, block.text))
    flush()
    shown = title or fallback_title
    return [
        Chunk(body, shown, heading, place, line + 1, section)
        for place, (heading, section, body, line) in enumerate(pieces)
    ]


def _is_date(block: _Block) -> bool:
    return block.type == "paragraph_open" and all(map(is_page_date, block.text.split("\n")))


def _blocks(text: str) -> Iterator[_Block]:
    for before, shard in _shards(text):
        for block in _parsed(shard):
            yield replace(block, line=block.line + before) if before else block


def _shards(text: str) -> Iterator[tuple[int, str]]:
    """A long text in parts that are parsed one by one (the tokens of a table take fifty times its room), each with the
    number of lines before it: cut at blank lines outside code, or between rows of a table, whose header is repeated.
    """
    if len(text) <= SHARD:
        yield 0, text
        return
    lines = text.split("\n")
    start = size = table = 0
    lead: list[str] = []
    fenced = False
    for place, line in enumerate(lines):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        row = line.startswith("|") and not fenced
        if row and (place == 0 or not lines[place - 1].startswith("|")):
            table = place
        inside = row and place > table + 2
        if size > SHARD and not fenced and (inside or not line.strip()):
            yield start - len(lead), "\n".join([*lead, *lines[start:place]])
            lead = lines[table : table + 2] if inside else []
            start, size = place, 0
        size += len(line) + 1
    yield start - len(lead), "\n".join([*lead, *lines[start:]])


def _parsed(text: str) -> Iterator[_Block]:
    lines = text.split("\n")
    tokens = _PARSER.parse(text)
    for place, token in enumerate(tokens):
        if token.level or token.map is None or token.nesting < 0:
            continue
        first, end = token.map
        if token.type == "heading_open":
            yield _Block(tokens[place + 1].content.strip(), first, token.type, int(token.tag[1]))
            continue
        while first < end and not lines[first].strip():
            first += 1
        body = "\n".join(lines[first:end]).rstrip("\n")
        if body.strip():
            yield _Block(body, first, token.type)


def _pack(blocks: list[_Block], size: int) -> Iterator[tuple[str, int]]:
    """Texts of about `size` characters, each with the line it begins on."""
    packed: list[str] = []
    length = line = 0
    for block in blocks:
        for part, skipped in _cut(block, size):
            if packed and length + len(part) > size:
                yield "\n\n".join(packed), line
                packed, length = [], 0
            if not packed:
                line = block.line + skipped
            packed.append(part)
            length += len(part) + 2
    if packed:
        yield "\n\n".join(packed), line


def _cut(block: _Block, size: int) -> Iterator[tuple[str, int]]:
    """The parts of a block, each with the number of the block's lines that stand before it."""
    whole = block.type in _WHOLE
    if len(block.text) <= (3 * size if whole else size):
        yield block.text, 0
        return
    if not whole:
        at = before = 0
        for first, part in _joined(sentences(block.text), " ", size):
            found = block.text.find(first, at)
            before += block.text.count("\n", at, found)
            at = found
            yield part, before
        return
    lead, rows, tail = _framed(block, size)
    before = lead.count("\n")
    for _, part in _joined(rows, "\n", max(size - len(lead) - len(tail), size // 2)):
        yield lead + part + tail, before
        before += part.count("\n") + 1


def _framed(block: _Block, size: int) -> tuple[str, list[str], str]:
    """What every part of a long block begins with, its lines, and what every part ends with."""
    lines = block.text.split("\n")
    if block.type == "table_open" and len(lines[0]) + len(lines[1]) <= size // 2:
        return f"{lines[0]}\n{lines[1]}\n", lines[2:], ""
    if block.type == "fence":
        mark = lines[0].strip()[:3]
        closed = len(lines) > 1 and lines[-1].strip().startswith(mark) and not lines[-1].strip().strip(mark[0])
        return f"{lines[0]}\n", lines[1 : -1 if closed else None], f"\n{lines[-1] if closed else mark}"
    return "", lines, ""


def _joined(parts: list[str], joint: str, size: int) -> Iterator[tuple[str, str]]:
    """Parts put together up to `size` characters, each with the first of them."""
    # A single line or sentence may itself be longer than a chunk (minified code, text without full stops).
    parts = [part[at : at + size] for part in parts for at in range(0, max(len(part), 1), size)]
    held: list[str] = []
    length = 0
    for part in parts:
        if held and length + len(part) > size:
            yield held[0], joint.join(held)
            held, length = [], 0
        held.append(part)
        length += len(part) + len(joint)
    if held:
        yield held[0], joint.join(held)
