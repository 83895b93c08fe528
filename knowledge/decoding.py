"""Bytes to text, whatever wrote them: a byte order mark, UTF-16 without one, cp1252 and other old encodings.

A wrong guess shows as mojibake in an answer, so the certain signs come first (a mark, valid UTF-8, the pattern of zero
bytes) and the statistical guess (charset-normalizer) last, where there is enough text to judge by.
"""

from __future__ import annotations

import codecs
import re

from errors import DocumentError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 65_536
"""Bytes that are looked at: an encoding does not change within a file."""
_GUESSABLE = 24
"""Bytes above ASCII under which a statistical guess is worse than taking the commonest old encoding."""
_WESTERN = "cp1252"
_BINARY_SHARE = 0.05
_ODD = re.compile(r"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]")
_META = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([a-zA-Z0-9_:.-]+)", re.IGNORECASE)
_DECLARED = re.compile(rb"^<\?xml[^>]+encoding\s*=\s*[\"']([a-zA-Z0-9_:.-]+)", re.IGNORECASE)


def decode(data: bytes, *, html: bool = False) -> str:
    """The text of a file, with plain line ends and without a byte order mark.

    `html` lets a page's own declaration speak before the guess. Raises DocumentError for what is no text at all.
    """
    encoding = _marked(data) or _zeros(data) or (_declared(data) if html else "") or _valid(data) or _guessed(data)
    # Half of a surrogate pair is kept here, so that a file holding one is still read as the UTF-8 it is.
    errors = "surrogatepass" if encoding == "utf-8" and _passes(data) else "replace"
    text = data.decode(encoding, errors).replace("\r\n", "\n").replace("\r", "\n")
    if _looks_binary(text):
        raise DocumentError("binary, not text, whatever its name says")
    return text


def _marked(data: bytes) -> str:
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "")


def _zeros(data: bytes) -> str:
    """UTF-16 without a mark: in most texts of any script nearly every second byte is then nought."""
    sample = data[:_SAMPLE]
    if len(sample) < 4 or len(sample) % 2 or b"\0" not in sample:
        return ""
    half = len(sample) // 2
    for encoding, zeros in (("utf-16-le", sample[1::2].count(0)), ("utf-16-be", sample[::2].count(0))):
        if zeros > 0.4 * half:
            return encoding
    return ""


def _declared(data: bytes) -> str:
    found = _DECLARED.search(data[:200]) or _META.search(data[:4096])
    if found is None:
        return ""
    try:
        # What is declared utf-16 but could be searched as ASCII is not utf-16.
        name = codecs.lookup(found[1].decode("ascii")).name
    except LookupError:
        return ""
    return "" if name.startswith(("utf-16", "utf-32", "utf-8")) else name


def _valid(data: bytes) -> str:
    if _passes(data):
        return "utf-8"
    good = data.decode("utf-8", "replace")
    broken = good.count("\ufffd")
    # A single damaged character does not make a UTF-8 file something else.
    return "utf-8" if sum(char > "\x7f" for char in good) > 3 * broken else ""


def _passes(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _guessed(data: bytes) -> str:
    sample = data[:_SAMPLE]
    if sum(byte > 0x7F for byte in sample) < _GUESSABLE:
        return _WESTERN
    from charset_normalizer import from_bytes  # 30 ms to import, for a rare file

    best = from_bytes(sample).best()
    return best.encoding if best is not None else _WESTERN


def _looks_binary(text: str) -> bool:
    sample = text[:_SAMPLE]
    odd = len(_ODD.findall(sample))
    return odd > _BINARY_SHARE * len(sample) + 2 or sample.count("\0") > 0.2 * len(sample) + 2
