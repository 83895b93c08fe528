"""A file's bytes to the Markdown it is chunked from: text, tables and records here, the rest through markitdown.

markitdown (MIT) and what it needs is the optional extra `formats`: 18 packages and 160 MB in memory that a folder of
Markdown does not need. Where it is absent the file is named with the command that brings it.
"""

from __future__ import annotations

import importlib.util
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any

from errors import DocumentError
from knowledge.decoding import decode
from knowledge.tabular import grid, records, table
from knowledge.text import clean

VERSION = 2
"""Raised when the same bytes would be read into another text, so that every file is read again."""
EXTRA = "formats"
INSTALL = f"pip install -e '.[{EXTRA}]'"
MEGABYTE = 1_000_000
UNPACKED = 20
"""How many times its limit a packed document may unpack to: more is a bomb, not a manual."""

_GUARDED = re.compile(r"\\([_*])")
_SLIDE = re.compile(r"^<!-- Slide number: (\d+) -->$")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A document's text as Markdown. `title` is its own, or ""; `pages` holds the first line (from 0) of each page or
    slide, () for a format without pages.
    """

    text: str
    title: str = ""
    pages: tuple[int, ...] = ()


def load(data: bytes, suffix: str, limit_mb: float) -> Loaded:
    """The text of a file of one of SUFFIXES; blank where there is none.

    Raises DocumentError with the reason, MissingExtra where the reason is that the extra is not installed.
    """
    try:
        loaded = _READERS[suffix.lower()](data, limit_mb)
    except DocumentError:
        raise
    except Exception as fault:  # a parser of strange files raises whatever it likes
        told = " ".join(str(fault).split())[:160]
        raise DocumentError(f"cannot be read as {suffix.lower()}: {told or type(fault).__name__}") from fault
    return Loaded(clean(loaded.text), clean(loaded.title).strip(), loaded.pages)


class MissingExtra(DocumentError):
    """The file needs a package that is not installed: looked at again each time."""


def _plain(data: bytes, limit_mb: float) -> Loaded:  # noqa: ARG001 - readers share one shape
    return Loaded(decode(data))


def _csv(data: bytes, limit_mb: float) -> Loaded:  # noqa: ARG001
    return Loaded(table(decode(data)))


def _json(data: bytes, limit_mb: float) -> Loaded:  # noqa: ARG001
    return Loaded(records(decode(data), lines=False))


def _jsonl(data: bytes, limit_mb: float) -> Loaded:  # noqa: ARG001
    return Loaded(records(decode(data), lines=True))


def _html(data: bytes, limit_mb: float) -> Loaded:  # noqa: ARG001
    converted = _converter("HTML")(decode(data, html=True).encode("utf-8", "replace"), ".html")
    return Loaded(_bare(converted.markdown), converted.title or "")


def _packed(suffix: str) -> Callable[[bytes, float], Loaded]:
    def read(data: bytes, limit_mb: float) -> Loaded:
        convert = _converter(suffix.removeprefix(".").upper())
        _check_packed(data, suffix, limit_mb)
        markdown = _bare(convert(data, suffix).markdown)
        return _slides(markdown) if suffix == ".pptx" else Loaded(markdown)

    return read


def _bare(markdown: str) -> str:
    """Without the strokes that guard _ and *: a part number must be found, and quoted, as it is written."""
    return _GUARDED.sub(r"\1", markdown)


def _check_packed(data: bytes, suffix: str, limit_mb: float) -> None:
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise DocumentError("locked with a password, or of the format before 2007; save it again without")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(entry.file_size for entry in packed.infolist()) / MEGABYTE
    except zipfile.BadZipFile:
        raise DocumentError(f"damaged: not a {suffix} file inside") from None
    if unpacked > UNPACKED * limit_mb:
        raise DocumentError(f"unpacks to {unpacked:,.0f} MB, more than {UNPACKED} times max_file_mb = {limit_mb:g}")


def _xlsx(data: bytes, limit_mb: float) -> Loaded:
    """Each sheet a table under its name. markitdown would write NaN for empty cells, and leave bars in cells bare."""
    _converter("XLSX")
    _check_packed(data, ".xlsx", limit_mb)
    from openpyxl import load_workbook  # comes with the extra

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    parts = []
    for sheet in book.worksheets:
        rows = [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
        if filled := [row for row in rows if any(row)]:
            parts.append(f"## {sheet.title}\n\n{grid(filled)}")
    book.close()
    return Loaded("\n\n".join(parts))


def _slides(markdown: str) -> Loaded:
    """Markitdown marks each slide with a comment; it becomes a page, so that a citation can name the slide."""
    kept: list[str] = []
    pages: list[int] = []
    for line in markdown.split("\n"):
        if _SLIDE.match(line.strip()):
            pages.append(len(kept))
        else:
            kept.append(line)
    return Loaded("\n".join(kept), pages=tuple(pages))


def _pdf(data: bytes, limit_mb: float) -> Loaded:  # noqa: ARG001
    convert = _converter("PDF")
    texts = [convert(page, ".pdf").markdown.replace("\f", "\n").strip() for page in _pages(data)]
    if not any(texts):
        raise DocumentError(f"no text on its {len(texts)} pages: pictures of text need OCR first")
    # Each page is followed by one blank line.
    starts = accumulate((text.count("\n") + 2 for text in texts[:-1]), initial=0)
    return Loaded("\n\n".join(texts), pages=tuple(starts))


def _pages(data: bytes) -> Iterator[bytes]:
    """Each page as a PDF of its own: the converter joins pages without a trace, and a citation names the page."""
    import pypdfium2 as pdfium  # comes with the extra

    try:
        whole = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as fault:
        locked = "password" in str(fault).lower()
        raise DocumentError("locked with a password" if locked else f"damaged: {fault}") from None
    try:
        for number in range(len(whole)):
            single = pdfium.PdfDocument.new()
            single.import_pages(whole, [number])
            held = io.BytesIO()
            single.save(held)
            single.close()
            yield held.getvalue()
    finally:
        whole.close()


def _converter(what: str) -> Callable[[bytes, str], Any]:
    if not all(map(importlib.util.find_spec, ("markitdown", "pypdfium2"))):
        raise MissingExtra(f"{what} needs the extra {EXTRA!r}: {INSTALL}")
    return _markitdown()


@cache
def _markitdown() -> Callable[[bytes, str], Any]:
    from markitdown import StreamInfo, converters  # 1 to 4 s: only where a file needs it

    # Its own choice by content would unpack a damaged presentation as any zip file, and cost a model's run a file.
    kinds: dict[str, Any] = {
        ".html": converters.HtmlConverter,
        ".pdf": converters.PdfConverter,
        ".docx": converters.DocxConverter,
        ".pptx": converters.PptxConverter,
    }
    made = {suffix: kind() for suffix, kind in kinds.items()}

    def convert(data: bytes, suffix: str) -> Any:
        charset = "utf-8" if suffix == ".html" else None
        return made[suffix].convert(io.BytesIO(data), StreamInfo(extension=suffix, charset=charset))

    return convert


_READERS: dict[str, Callable[[bytes, float], Loaded]] = {
    ".md": _plain,
    ".markdown": _plain,
    ".txt": _plain,
    ".html": _html,
    ".htm": _html,
    ".pdf": _pdf,
    ".docx": _packed(".docx"),
    ".pptx": _packed(".pptx"),
    ".xlsx": _xlsx,
    ".csv": _csv,
    ".tsv": _csv,
    ".json": _json,
    ".jsonl": _jsonl,
    ".ndjson": _jsonl,
}
SUFFIXES = tuple(_READERS)
"""What can be ingested, by the end of a file's name in any case."""
