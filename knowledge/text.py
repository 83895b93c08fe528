"""Reading text the way the rest of the house needs it: terms, sentences and the units an answer may quote."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal


def fold(text: str) -> str:
    """Lower case without accents, for comparing words across spellings."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return unicodedata.normalize("NFC", bare)  # Hangul was taken apart too


# Function words of English, German and French, and the words people wrap a question in. They say nothing about
# which passage answers.
_SMALL = """
    a about after again all also am an and any are as at be because been before but by can could did do does doing
    don't for from get give go got had has have having he her here him his how i i'd i'll i'm i've if in into is isn't
    it it's its just know let like make many may me more most much my need no not now of off on once only or other our
    out over own please possible really same say see shall she should so some still such tell than thank thanks that
    that's the their them then there there's these they thing things this those to too up us use using very want was
    way we were what what's when where which while who why will with would yes yet you your
    arent cant didnt doesnt dont havent im isnt ive pls plz thats theres thx u ur wasnt whats wont wouldnt youre
    aber als am auch auf aus bei bitte da damit das dass dem den der des die dies diese doch du ein eine einen einer
    eines er es fuer für hat habe haben hallo ich ihr ihre im in ist ja kann man mein meine mich mir mit nach nicht
    noch nur ob oder sein sich sie sind so um und uns von vor war was wann warum welche wenn wer werden wie wir wird wo
    zu zum zur au aux avec ce ces cette comment dans de des du elle en est et il ils je la le les leur lui mais me mes
    moi mon ne nos notre nous on ou où par pas pour quand que quel quelle qui sa se ses si son sur ta te tes tu un une
    vos votre vous
    beim dein deine denn deren dessen deinem deinen diesem diesen dieser dieses durch einem etwas gegen gibt ihrem ihren
    ihrer ihres jede jeder jedes jene kannst können könnte könnten konnte meinem meinen meiner muss müssen darf dürfen
    ohne soll sollen über unser unsere unserem unseren unserer unter viel viele vom wem wen wessen wieviel wird wohin
    woher worden wurde wurden zwischen
    à aucun aucune avez avons ceci cela celle celui cet chez combien dois doit donc elles être faut ils leurs ma ni peut
    peuvent peux puis quels quelles sans sous sur toi tous tout toute toutes très vers
    """
STOP_WORDS: Final = frozenset(fold(word) for word in _SMALL.split())

STEMS = 32_768
"""Words whose stems are remembered, a few MB: passages are stemmed whole, and mostly say the same words."""

STEMMED = 2048
"""Texts whose stems are remembered, at most some 10 kB each: stemming a hundred passages anew takes 30 ms."""

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_ELIDED = re.compile(r"\b(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=[^\W\d_]{2})", re.IGNORECASE)
"""A French article or pronoun that stands before a vowel: "l'eau" is said of "eau"."""
_WORD = re.compile(rf"[{_CJK}]|[^\W_]+(?:['’][^\W_]+)*(?:[-.][^\W_]*\d[^\W_]*)*", re.UNICODE)
_SHORT = r"e\.g i\.e vs Dr Mr Ms Mrs Prof M z\.B z z\.\sB d\.\sh Nr Hr bzw ca evtl exkl ggf inkl vgl zzgl"
_ABBREVIATIONS = "".join(rf"(?<!\b{short}\.)" for short in _SHORT.split())
_MONTHS = "Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
_ORDINAL = rf"(?!(?<=\d\.)\s+(?:{_MONTHS})\b)"
"""What no sentence ends with: an abbreviation, and a number that counts a day of a month ("am 1. März")."""
_SENTENCE_END = re.compile(
    rf"{_ABBREVIATIONS}{_ORDINAL}(?<=[.!?])(?P<closing>[\"'”’)\]]*)\s+(?=[\"'“‘(\[]*[^\s\da-z])"
    r"|(?<=[。！？])\s*|\n{2,}"
)
_TABLE_RULE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")
_PAGE_DATE = re.compile(
    r"^(?:(?:last\s+)?(?:updated|changed|modified|reviewed|revised|published)(?:\s+on)?|stand|(?:zuletzt\s+)?(?:geändert|"
    r"aktualisiert)(?:\s+am)?|(?:dernière\s+)?mise à jour(?:\s+le)?)\s*:?\s*(?:[\d./-]+|\d{1,2}(?:\.|st|nd|rd|th)?\s+"
    r"[^\W\d]+\s+\d{4}|[^\W\d]+\s+\d{1,2},?\s+\d{4}|[^\W\d]+\s+\d{4})\.?$",
    re.IGNORECASE,
)
_FENCES = ("```", "~~~")
_STEP = re.compile(r"^\s*\d+[.)]\s+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_CELL_END = re.compile(r"(?<!\\)\|")
_SHORT_PLURAL = re.compile(r"[^aisu\W\d_]s$", re.ASCII)
_LIST_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script that is written without spaces between words."""
    return bool(re.match(f"[{_CJK}]", char))


def words(text: str) -> list[str]:
    """Folded words in order; each CJK character is a word, and part numbers such as PROJ-123 stay whole."""
    text = text.replace("’", "'")
    return _WORD.findall(fold(_ELIDED.sub("", text) if "'" in text else text))


def terms(text: str) -> list[str]:
    """The words of `text` that carry meaning: folded, without stop words."""
    return [word for word in words(text) if word not in STOP_WORDS]


@lru_cache(maxsize=STEMS)
def stem(word: str) -> str:
    """A light English stem, enough to let "charged" meet "charge"; of words of four letters or fewer only a plural's s
    goes.
    """
    if len(word) <= 4 or not word.isascii():
        return word[:-1] if len(word) == 4 and _SHORT_PLURAL.search(word) else word
    for ending, keep in (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("ly", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            root = word[: -len(ending)] + keep
            if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz":
                root = root[:-1]
            return _single(root.rstrip("e")) if not keep else root
    return _single(word.rstrip("e"))


@lru_cache(maxsize=STEMMED)
def stems(text: str) -> frozenset[str]:
    """The stems of the words of `text` that carry meaning: what two texts are compared by, whatever their endings."""
    return frozenset(stem(term) for term in terms(text))


def _single(root: str) -> str:
    # "cancelled" is "cancel", and so that "installed" still meets "install" both lose an l; "call" is too short.
    return root[:-1] if len(root) > 4 and root.endswith("ll") else root


def sentences(text: str) -> list[str]:
    """`text` cut at sentence ends and blank lines; every part is a substring, stripped, none empty."""
    parts, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        parts.append(text[start : end.end("closing") if end["closing"] else end.start()].strip())
        start = end.end()
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def clean(text: str) -> str:
    """`text` without what breaks a store or a terminal: lone surrogates and control characters."""
    return _CONTROL.sub("", text.encode("utf-8", "replace").decode("utf-8"))


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest thing an answer quotes: a sentence, a list item or a table row.

    `quote` stands in the source letter for letter; `text` is the same thing readable on its own (a table row with its
    column names). `block` numbers the paragraph, list or table it stands in. `kind` tells a sentence from a step of a
    numbered list (which says little without the others) and from a row of a table (which says all by itself).
    """

    text: str
    quote: str
    block: int = 0
    kind: Literal["sentence", "step", "row"] = "sentence"


def units(text: str) -> list[Unit]:
    """The quotable units of a passage, in order. Headings, code blocks and the date of a page are not quotable."""
    found: list[Unit] = []
    for number, block in enumerate(_blocks(text)):
        if block[0].lstrip().startswith((*_FENCES, "#")):
            continue
        if block[0].lstrip().startswith("|"):
            found += _rows(block, number)
        else:
            found += _prose(block, number)
    return [unit for unit in found if not is_page_date(unit.text)]


def is_page_date(line: str) -> bool:
    """Whether a line says when its page was changed and nothing else."""
    return _PAGE_DATE.match(plain(line)) is not None


def _blocks(text: str) -> list[list[str]]:
    blocks: list[list[str]] = [[]]
    fenced = ""
    for line in text.split("\n"):
        mark = next((fence for fence in _FENCES if line.lstrip().startswith(fence)), "")
        if mark and fenced in {"", mark}:
            if not fenced:
                blocks.append([])
            fenced = "" if fenced else mark
            blocks[-1].append(line)
            if not fenced:
                blocks.append([])
        elif not fenced and not line.strip():
            blocks.append([])
        elif not fenced and blocks[-1] and line.lstrip().startswith("|") != blocks[-1][-1].lstrip().startswith("|"):
            blocks.append([line])
        else:
            blocks[-1].append(line)
    return [block for block in blocks if block]


def _rows(block: list[str], number: int) -> list[Unit]:
    rows = [line for line in block if not _TABLE_RULE.match(line)]
    if not rows:
        return []
    header = _cells(rows[0])
    body = rows[1:] if len(rows) < len(block) else rows
    named = [(_cells(row), row.strip()) for row in body]
    return [Unit(_row_text(header, cells), quote, number, "row") for cells, quote in named if any(cells)]


def _row_text(header: list[str], cells: list[str]) -> str:
    if len(header) != len(cells):
        return ", ".join(cells)
    pairs = [f"{name}: {cell}" if name and name != cell else cell for name, cell in zip(header, cells, strict=True)]
    return "; ".join(pair for pair in pairs if pair) + "."


def _cells(row: str) -> list[str]:
    bare = row.strip().removeprefix("|")
    bare = bare if bare.endswith("\\|") else bare.removesuffix("|")
    return [plain(cell.replace("\\|", "|")) for cell in _CELL_END.split(bare)]


def _prose(block: list[str], number: int) -> list[Unit]:
    found: list[Unit] = []
    item: list[str] = []
    step = False
    for line in [*block, None]:
        if line is None or _LIST_ITEM.match(line):
            found += [
                Unit(plain(part), part, number, "step" if step else "sentence") for part in sentences("\n".join(item))
            ]
            item = []
        if line is not None:
            step = bool(_STEP.match(line)) if not item else step
            item.append(_LIST_ITEM.sub("", line) if not item else line)
    return found


def plain(text: str) -> str:
    """Markdown emphasis, links and line breaks taken out, for showing a quote in a sentence."""
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
    text = re.sub(r"(\*\*|__|`)(.+?)\1", r"\2", text)
    return re.sub(r"\s+", " ", text).strip()
