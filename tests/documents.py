"""Small documents in the office formats, made as the programs that write them would."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Any

_DOCX = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType='
        '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    ),
    "_rels/.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    ),
}


def docx(parts: Sequence[tuple[str, str]]) -> bytes:
    """A Word file of (style, text) paragraphs; the style is "Heading1" or ""."""
    body = "".join(
        f'<w:p>{f"""<w:pPr><w:pStyle w:val="{style}"/></w:pPr>""" if style else ""}<w:r><w:t>{text}</w:t></w:r></w:p>'
        for style, text in parts
    )
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return zipped({**_DOCX, "word/document.xml": f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>'})


def zipped(files: dict[str, str]) -> bytes:
    """A zip file."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return held.getvalue()


def pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """A PDF with these lines of plain ASCII on its pages; a page without lines holds no text."""
    streams = [
        " ".join(["BT /F1 12 Tf 72 720 Td 16 TL", *(f"({line}) Tj T*" for line in lines), "ET"]).encode()
        for lines in pages
    ]
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, stream in enumerate(streams):
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        ]
    out, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return (
        out
        + head
        + table
        + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF"
        % (
            len(objects) + 1,
            len(out),
        )
    )


def pptx(slides: Sequence[tuple[str, str]]) -> bytes:
    """A presentation of (title, text) slides."""
    from pptx import Presentation

    show: Any = Presentation()
    for title, text in slides:
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = title, text
    held = io.BytesIO()
    show.save(held)
    return held.getvalue()


def xlsx(sheets: dict[str, Sequence[Sequence[Any]]]) -> bytes:
    """A workbook of sheets by name."""
    from openpyxl import Workbook

    book: Any = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()
