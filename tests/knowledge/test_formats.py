"""Formats: whatever a file is, its words, headings, tables and pages are read, or the reason is told."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

import pytest
from documents import docx, pdf, pptx, xlsx, zipped

from errors import DocumentError
from graph.settings import ROOT
from knowledge.formats import SUFFIXES, Loaded, load

PAGE = "<html><head><title>Tée</title><script>bad()</script></head><body>{}</body></html>"
TABLE = "| Plan | Price |\n| --- | --- |\n| Pro | 14 |\n| a\\|b |  |"
READ: dict[str, tuple[str, Callable[[], bytes], Loaded]] = {
    "markdown": (".md", lambda: b"# A\r\n\r\nx\r", Loaded("# A\n\nx\n")),
    "text": (".TXT", lambda: "Grüße".encode("cp1252"), Loaded("Grüße")),
    "html": (
        ".html",
        lambda: PAGE.format("<h1>Ä_1</h1><p>x * <b>y</b></p>").encode(),
        Loaded("# Ä_1\n\nx * **y**", title="Tée"),
    ),
    "html that declares its encoding": (
        ".htm",
        lambda: b'<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>',
        Loaded("Привет"),
    ),
    "docx": (
        ".docx",
        lambda: docx([("Heading1", "Leave"), ("", "Staff get 30 days, see FORM_7.")]),
        Loaded("# Leave\n\nStaff get 30 days, see FORM_7."),
    ),
    "pptx": (
        ".pptx",
        lambda: pptx([("Roadmap", "Ship in May"), ("Risks", "None known")]),
        Loaded("# Roadmap\nShip in May\n\n# Risks\nNone known", pages=(0, 3)),
    ),
    "xlsx": (
        ".xlsx",
        lambda: xlsx({"Prices": [["Plan", "Price"], ["Pro", 14], ["a|b", None]], "Empty": [], "Two": [["x"], ["y"]]}),
        Loaded(f"## Prices\n\n{TABLE}\n\n## Two\n\n| x |\n| --- |\n| y |"),
    ),
    "pdf": (
        ".pdf",
        lambda: pdf([["Refunds", "Refunds take 14 days."], [], ["The third page."]]),
        Loaded("Refunds\nRefunds take 14 days.\n\n\n\nThe third page.", pages=(0, 3, 5)),
    ),
    "csv": (".csv", lambda: b'Plan;Price\nPro;14\n\n"a|b"\n', Loaded(TABLE)),
    "tsv": (".tsv", lambda: "Plan\tPrice\nPro\t14\na|b\t\n".encode("utf-16"), Loaded(TABLE)),
    "json": (
        ".json",
        lambda: json.dumps(
            {"total": 2, "left": None, "items": [{"id": "P-1", "who": {"name": "Ann"}}, {"n": [1, "b"], "ok": True}]}
        ).encode(),
        Loaded("- total: 2\n\n## P-1\n\n- id: P-1\n- who.name: Ann\n\n## Record 2\n\n- n: 1, b\n- ok: true"),
    ),
    "jsonl": (
        ".jsonl",
        lambda: b'{"title": "One\\ntwo", "x": [{"y": 1}]}\n\n{"title": "Three"}\n',
        Loaded("## One two\n\n- title: One two\n- x.1.y: 1\n\n## Three\n\n- title: Three"),
    ),
    "a json scalar": (".json", lambda: b'"just words"', Loaded("- just words")),
}


@pytest.mark.parametrize("name", READ)
def test_it_is_read(name: str) -> None:
    """Each format becomes Markdown with its headings, its tables, its own title and the lines its pages begin on."""
    suffix, make, wanted = READ[name]
    assert load(make(), suffix, 64) == wanted


REFUSED: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a scanned pdf": (".pdf", lambda: pdf([[], []]), "no text on its 2 pages: pictures of text need OCR first"),
    "half a pdf": (
        ".pdf",
        lambda: pdf([["x"]])[:200],
        "damaged: Failed to load document (PDFium: Data format error).",
    ),
    "a docx that is none": (".docx", lambda: b"PK\x03\x04 no", "damaged: not a .docx file inside"),
    "a zip called pptx": (
        ".pptx",
        lambda: zipped({"a.txt": "x"}),
        "cannot be read as .pptx: \"no member '/[Content_Types].xml' in package\"",
    ),
    "an encrypted workbook": (
        ".xlsx",
        lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
        "locked with a password, or of the format before 2007; save it again without",
    ),
    "a zip bomb": (
        ".docx",
        lambda: zipped({"a": "x" * 25_000_000}),
        "unpacks to 25 MB, more than 20 times max_file_mb = 1",
    ),
    "broken json": (".json", lambda: b'{"a":\n}', "not valid JSON: line 2: Expecting value"),
    "a broken line of json": (".jsonl", lambda: b'{"a": 1}\n{"a"\n', "not valid JSON: line 2: Expecting ':' delimiter"),
    "json without end": (".json", lambda: b"[" * 100_000, "not readable as JSON: nested too deeply"),
    "a picture called text": (
        ".txt",
        lambda: bytes(range(256)) * 20,
        "binary, not text, whatever its name says",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_with_the_reason(name: str) -> None:
    """What cannot be read is one typed error that says why."""
    suffix, make, why = REFUSED[name]
    with pytest.raises(DocumentError) as raised:
        load(make(), suffix, 1)
    assert str(raised.value) == why


WITHOUT = """
import importlib.util, sys
from importlib.machinery import PathFinder

class Absent(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in {"markitdown", "pypdfium2"} else super().find_spec(name, path, target)

sys.meta_path[:] = [Absent if one is PathFinder else one for one in sys.meta_path]
from errors import DocumentError
from knowledge.formats import load
for suffix in sys.argv[1:]:
    try:
        load(b'{"a": 1}', suffix, 64)
        print(suffix, "read")
    except DocumentError as fault:
        print(suffix, fault)
"""


def test_without_the_extra_the_command_is_told() -> None:
    """Where markitdown is not installed, text, tables and records are read and each other format names the command."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *SUFFIXES], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    needs = "needs the extra 'formats': pip install -e '.[formats]'"
    assert (done.stderr, done.stdout.splitlines()) == (
        "",
        [
            *(f"{suffix} read" for suffix in (".md", ".markdown", ".txt")),
            *(f"{suffix} HTML {needs}" for suffix in (".html", ".htm")),
            *(f".{name} {name.upper()} {needs}" for name in ("pdf", "docx", "pptx", "xlsx")),
            *(f"{suffix} read" for suffix in (".csv", ".tsv", ".json", ".jsonl", ".ndjson")),
        ],
    )
