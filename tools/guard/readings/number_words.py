"""Number words of English, German and French: what each is worth, and how a run of them adds up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

_EN = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen""".split()
_DE = """null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn
siebzehn achtzehn neunzehn""".split()
_FR = """zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize""".split()
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_DE_TENS = "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig".split()
_FR_TENS = "vingt trente quarante cinquante soixante septante huitante nonante".split()

UNITS: Final[Mapping[str, int]] = {
    **{word: value for names in (_EN, _DE, _FR) for value, word in enumerate(names)},
    **{word: 10 * value for names in (_EN_TENS, _DE_TENS, _FR_TENS) for value, word in enumerate(names, start=2)},
    "fourty": 40,
    "fivteen": 15,
    "fuenf": 5,
    "zwoelf": 12,
    "fuenfzehn": 15,
    "fuenfzig": 50,
    "zwo": 2,
    "dreiszig": 30,
    "dreißig": 30,
    "une": 1,
    "octante": 80,
    "vingts": 20,
    "couple": 2,
    "pair": 2,
    "paar": 2,
    "both": 2,
    "nil": 0,
    "nought": 0,
    "naught": 0,
}
SCALES: Final[Mapping[str, int]] = {
    "hundred": 100,
    "hundreds": 100,
    "hundert": 100,
    "cent": 100,
    "cents": 100,
    "thousand": 1000,
    "thousands": 1000,
    "tausend": 1000,
    "mille": 1000,
    "grand": 1000,
    **dict.fromkeys("lakh lakhs lac lacs lkh lkhs".split(), 10**5),
    "crore": 10**7,
    "crores": 10**7,
    "million": 10**6,
    "millions": 10**6,
    "millionen": 10**6,
    "mio": 10**6,
    "tsd": 1000,
    "millier": 1000,
    "milliers": 1000,
    "centaine": 100,
    "centaines": 100,
    "milliard": 10**9,
    "milliards": 10**9,
    "milliarde": 10**9,
    "milliarden": 10**9,
    "mrd": 10**9,
    "billion": 10**9,
    "billions": 10**9,
    "trillion": 10**12,
    "trillions": 10**12,
    "dozen": 12,
    "dozens": 12,
    "dozs": 12,
    "doz": 12,
    "dutzend": 12,
    "douzaine": 12,
    "douzaines": 12,
    "mil": 10**6,
    "mln": 10**6,
    "bln": 10**9,
}
SHORT_SCALES: Final[Mapping[str, int]] = {
    "k": 1000,
    "m": 10**6,
    "mm": 10**6,
    "mn": 10**6,
    "b": 10**9,
    "bn": 10**9,
    "g": 10**9,
    "md": 10**9,
    "t": 10**12,
    "tn": 10**12,
}
"""Letters that scale a number in digits; they are units too (metres, grams), so both readings are kept."""
ORDINALS: Final[Mapping[str, int]] = {
    **{f"{word}th": value for value, word in enumerate(_EN) if value > 3},
    **{f"{word[:-1]}ieth": 10 * value for value, word in enumerate(_EN_TENS, start=2)},
    "first": 1,
    "second": 2,
    "third": 3,
    "fifth": 5,
    "eighth": 8,
    "ninth": 9,
    "twelfth": 12,
    "hundredth": 100,
    **{f"{word}t{ending}": value for value, word in enumerate(_DE) if 1 < value < 20 for ending in ("e", "en", "er")},
    **{f"erst{ending}": 1 for ending in ("e", "en", "er")},
    **{f"dritt{ending}": 3 for ending in ("e", "en", "er")},
    **{
        f"{one}{tens}st{ending}": 10 * value + ones
        for tens, value in (*zip(_DE_TENS, range(2, 10), strict=True), ("dreißig", 3))
        for ones, one in enumerate(("", *(f"{word}und" for word in ("ein", *_DE[2:10]))))
        for ending in ("e", "en", "er")
    },
    **{
        f"{tens}{word}": 10 * value + ones
        for value, tens in enumerate(_EN_TENS, start=2)
        for ones, word in enumerate("first second third fourth fifth sixth seventh eighth ninth".split(), start=1)
    },
    "premier": 1,
    "premiere": 1,
    "deuxieme": 2,
    "troisieme": 3,
}
_LARGEST: Final = 10**100
"""Beyond which words are no number any more."""
_DE_PARTS = sorted(
    {
        word
        for word in [
            *_DE,
            *_DE_TENS,
            "fuenf",
            "zwoelf",
            "fuenfzig",
            "ein",
            "dreissig",
            "dreißig",
            "hundert",
            "tausend",
            "und",
        ]
        if word != "null"
    },
    key=len,
    reverse=True,
)
_EN_TOGETHER = {f"{tens}{ones}": (tens, ones) for tens in _EN_TENS for ones in _EN[1:10]}
_DE_COMPOUND = re.compile("|".join(_DE_PARTS))
_DE_WHOLE = re.compile(f"(?:{'|'.join(_DE_PARTS)}){{2,}}")


@lru_cache(maxsize=4096)
def parts(word: str) -> tuple[str, ...]:
    """The number words inside one written word, "funfundzwanzig" or "twentyfive"; () where it is none."""
    if word in UNITS or word in SCALES:
        return (word,)
    if word in _EN_TOGETHER:
        return _EN_TOGETHER[word]
    if _DE_WHOLE.fullmatch(word) and word not in _DE_PARTS:
        return tuple(part for part in _DE_COMPOUND.findall(word) if part != "und")
    return ()


def worth(run: Sequence[str]) -> int | None:
    """What a run of number words amounts to, or None where it does not read as one number.

    "one hundred and three" arrives without its "and". Tens and ones may come in either order (German says the ones
    first); "quatre vingt dix" counts twenties.
    """
    total, group = 0, 0
    last = 0
    for before, word in zip(("", *run), run, strict=False):
        if word in SCALES:
            size = SCALES[word]
            if size == 100 and group >= 100:
                return None
            if group == 0 and total and last >= 1000 and size >= 1000:
                # "a hundred thousand trillion": of one scale straight after another both count.
                total *= size
            else:
                total, group = _scaled(total, group, size)
            last = size
            continue
        value = 1 if word == "ein" else UNITS[word]
        if word in {"vingt", "vingts"} and group % 100 == 4:
            group += 80 - 4
        elif not joins(group % 100, value, last) and not (before == "dix" and word in {"sept", "huit", "neuf"}):
            return None
        else:
            group += value
        last = value
    return total + group if total + group < _LARGEST else None


def year_like(run: Sequence[str]) -> int | None:
    """Two halves of a year or a spoken pair: "nineteen eighty four" is 1984, "twenty twenty" 2020, "one fifty" 150."""
    for cut in range(len(run) - 1, 0, -1):
        first, second = worth(run[:cut]), worth(run[cut:])
        if first is not None and second is not None and 1 <= first <= 99 and 10 <= second <= 99:
            return first * 100 + second
    return None


def digits(run: Sequence[str]) -> int | None:
    """A number read out figure by figure: "four four seven one" is 4471."""
    if len(run) < 2 or any(word in SCALES or UNITS.get(word, 1) > 9 for word in run):
        return None
    return int("".join(str(UNITS.get(word, 1)) for word in run))


def all_worths(run: Sequence[str]) -> set[int]:
    """Every number a run may stand for as a whole."""
    # "two fifty thousand"
    paired = year_like(run[:-1]) if len(run) > 2 and SCALES.get(run[-1], 0) >= 1000 else None
    found: Iterable[int | None] = (worth(run), year_like(run), digits(run), paired and paired * SCALES[run[-1]])
    return {value for value in found if value is not None}


def joins(under: int, value: int, last: int) -> bool:
    """Whether a number word adds to what a group is worth below its hundreds; the word before is worth `last`."""
    # Ones after tens (English, French), tens after ones (German), soixante-dix and quatre-vingt-dix: anything else
    # is a second number.
    if under == 0 or last >= 100:
        return True
    if value < 10:
        return under >= 20 and under % 10 == 0
    if value < 20:
        return under in {60, 80}
    return under < 10 and value % 10 == 0


def _scaled(total: int, group: int, scale: int) -> tuple[int, int]:
    if scale == 12:
        # "three hundred and two dozens": only the last addend is multiplied.
        ones = group % 100 or max(1, group)
        return total, max(0, group - ones) + ones * 12
    if scale == 100:
        return total, max(1, group) * 100
    return total + max(1, group) * scale, 0
