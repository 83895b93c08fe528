"""The words for money as they stand between a whole amount and its hundredths: "13 dollars and 45 cents", "£8 40"."""

from __future__ import annotations

import re
from typing import Final

from tools.guard.readings.quantity import Quantity

_CODES: Final = """usd eur gbp cad aud nzd inr chf jpy cny sek nok dkk pln czk huf brl mxn zar sgd hkd myr thb aed
sar rm kr rs us au""".split()
_NOUNS: Final = """dollars? bucks? euros? pounds? quid sterling rupees? francs? franken pesos? yen yuan won baht
ringgits? rands? reais real zlotys? kron[ae]r? kronor korun[ay]? crowns? forints? liras? rubles? roubles? shekels?
dinars? dirhams? riyals? rials? naira cedis? shillings? taka dong rupiah livres""".split()
_SIGNS: Final = "$€£¥₹₩₽₺"
_NAME: Final = rf"(?:{'|'.join((*_CODES, *_NOUNS))})(?![^\W\d_])|[{_SIGNS}]"
_BEHIND = re.compile(rf"(?:{_NAME})\s?(?:{_NAME})?(?:\s?(?:and a|and|und|et|,))?")
_INSIDE = re.compile(rf"(?:{_NAME})\Z")
_BEFORE = re.compile(rf"(?:{_NAME})\s?\Z")
_SIGN_BEFORE = re.compile(rf"[{_SIGNS}]\s?\Z")
_NOUN_BEHIND = re.compile(rf"\s?(?:[{_SIGNS}]|(?:{'|'.join(_NOUNS)})(?![^\W\d_]))")
_AND = re.compile(r"(?:and|und|et|,)?")
_SMALL = re.compile(
    r"\s?(?:us )?(?:(?:cents?|cts?|pence|penny|pennies|paise|paisa|sens?|satang|centavos?|centimes?|rappen|ore|groszy"
    r"|kopecks?|piast(?:er|re)s?|fils|agorot|kurus|[cp])(?![^\W\d_])|¢)"
)
_ATTACHED = re.compile(r"\dc\Z")
"""Read as a temperature as well."""
_HUNDREDTHS: Final = 100
_TWO_FIGURES: Final = 10


def small_money(folded: str, one: Quantity) -> bool:
    """Whether a number counts cents, pence or the like: "40 cents", "40c", "40¢"."""
    return _SMALL.match(folded, one.end) is not None or _ATTACHED.search(folded, one.start, one.end) is not None


def is_money(folded: str, one: Quantity) -> bool:
    """Whether a number counts money: a sign or a word for it stands beside it."""
    return (
        _SIGN_BEFORE.search(folded, max(0, one.start - 2), one.start) is not None
        or _NOUN_BEHIND.match(folded, one.end) is not None
    )


def part_of_money(first: Quantity, second: Quantity, folded: str) -> float:
    """What the second number adds to the money that the first counts, hundredths or a fraction; 0 where nothing."""
    right = second.values[0]
    if first.percent or first.values[0] % 1 or not 0 < right < _HUNDREDTHS:
        return 0.0
    gap = folded[first.end : second.start].strip(" -")
    inside = _INSIDE.search(folded, first.start, first.end)
    named = _BEHIND.fullmatch(gap) or (
        _AND.fullmatch(gap) and (inside or _BEFORE.search(folded, max(0, first.start - 12), first.start))
    )
    if not named:
        return 0.0
    if right < 1:
        return right if gap.endswith(("and", "and a", "et", "und")) else 0.0
    # Two figures behind the money are hundredths without a word for them.
    two = right >= _TWO_FIGURES and second.unit is None
    return right / _HUNDREDTHS if two or small_money(folded, second) else 0.0
