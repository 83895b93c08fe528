"""Decoding: the text of a file in whatever encoding it was saved."""

from __future__ import annotations

import pytest

from errors import DocumentError
from knowledge.decoding import decode

WESTERN = "Das Café „Zürich“ kostet 3 € – für Gäste."
RUSSIAN = "Возврат денег занимает четырнадцать дней после получения товара на складе."
POLISH = "Zwrot pieniędzy następuje w ciągu czternastu dni od przyjęcia reklamacji, także za przesyłkę."
CHINESE = "客户的数据在取消订阅之后保留九十天，然后全部删除。"
ARABIC = "يتم رد المبلغ خلال أربعة عشر يوما من تاريخ الاستلام."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((WESTERN, encoding) for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252")),
        *((WESTERN * 20, encoding) for encoding in ("utf-16-le", "utf-16-be", "cp1252")),
        ("Caf\u00e9", "latin-1"),
        *((RUSSIAN * 5, encoding) for encoding in ("utf-8", "utf-16", "cp1251", "koi8-r")),
        (POLISH * 5, "cp1250"),
        *((CHINESE * 8, encoding) for encoding in ("utf-8", "utf-16", "gb18030")),
        ("ご返金は商品の到着後十四日以内に行われます。" * 5, "shift_jis"),
        *((ARABIC * 5, encoding) for encoding in ("utf-8", "cp1256")),
        ("plain", "ascii"),
        ("", "ascii"),
    ],
)
def test_the_encoding_is_found(text: str, encoding: str) -> None:
    """With a mark or without one, the text is read as it was written."""
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\r\nb\rc\n", "a\nb\nc\n"),
        (b"half \xed\xa0\x80 pair", "half \ud800 pair"),
        (b"a\x00b", "a\x00b"),
        ("Gäste, Züge, Öfen, Äpfel, Räder".encode() + b" \xff.", "Gäste, Züge, Öfen, Äpfel, Räder \ufffd."),
        (b"\xff\xfe" + "odd".encode("utf-16-le") + b"x", "odd\ufffd"),
    ],
)
def test_damage_is_read_around(data: bytes, text: str) -> None:
    """Line ends are one; half a pair, a zero byte or a damaged character does not change how the rest is read."""
    assert decode(data) == text


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 9, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(32)) * 9, bytes(99)]
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    """Bytes that are no text in any encoding are told from text."""
    with pytest.raises(DocumentError, match="binary, not text"):
        decode(data)
