"""Spanish, Italian and Portuguese: whether a text is in one of them, and its number words and times of day.

Their number words are words of other languages too ("once", "due"), so they are read only where the text speaks so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tools.guard.readings.quantity import Token

_TELLING: Final = tuple(
    frozenset(line.split())
    for line in (
        """el una del para por con cada quiero necesito hay hoy desde hasta quisiera tengo pon gracias los las anade
        busca reserva dime muestra compra cuatro cinco siete ocho nueve""",
        """gli una con che il del della alle dalle vorrei sono di quanto nel nella grazie dei delle oggi domani aggiungi
        prenota cerca mostra dimmi quattro cinque sette biglietti""",
        """uma para com nao quero preciso meu minha obrigado amanha hoje pelo pela adicione mostre dois quatro oito""",
    )
)
"""Small words of each language that are none of English, German or French."""
_ENOUGH: Final = 2
_ENGLISH: Final = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen""".split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ROWS: Final = (
    """cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete
    dieciocho diecinueve""",
    """zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici
    diciassette diciotto diciannove""",
    """zero um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete
    dezoito dezenove""",
)
_ROWS_OF_TENS: Final = (
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
)
_SCALES: Final = {"cien": "hundred", "ciento": "hundred", "cento": "hundred", "cem": "hundred", "mil": "thousand"}
_SAID: Final[dict[str, str]] = {
    **{word: english for row in _ROWS for word, english in zip(row.split(), _ENGLISH, strict=True)},
    **{word: english for row in _ROWS_OF_TENS for word, english in zip(row.split(), _TENS, strict=True)},
    **_SCALES,
    "duas": "two",
    "mezzo": "half",
    "mezza": "half",
    "medio": "half",
    "media": "half",
    "meio": "half",
    "meia": "half",
    "y": "and",
    "e": "and",
}
_HOURS: Final = {word: hour for row in _ROWS for hour, word in enumerate(row.split()[:13]) if hour} | {
    "una": 1,
    "uma": 1,
    "duas": 2,
}
_TIME = re.compile(
    r"\b(?:(?:a|de|desde|hasta|sobre) las?|las?|de|desde|hasta|a|alle|dalle|all'|as|das|ate as)\s?"
    rf"(?P<hour>\d{{1,2}}|{'|'.join(sorted(_HOURS, key=len, reverse=True))})\b(?![:.,]\d)"
    r"(?:\s(?:y|e)\s(?P<part>media|mezza|mezzo|meia|cuarto|un quarto|quarto))?"
)
_PARTS: Final = {"media": 30, "mezza": 30, "mezzo": 30, "meia": 30, "cuarto": 15, "un quarto": 15, "quarto": 15}


@lru_cache(maxsize=1024)
def is_romance(folded: str) -> bool:
    """Whether a folded text is in Spanish, Italian or Portuguese."""
    said = set(re.findall(r"[^\W\d_]+", folded))
    return any(len(said & telling) >= _ENOUGH for telling in _TELLING)


def in_english(tokens: Sequence[Token], folded: str) -> list[Token]:
    """The same tokens; number words of such a text as the English ones."""
    if not is_romance(folded):
        return list(tokens)
    return [replace(one, text=_SAID.get(one.text, one.text)) if one.kind == "word" else one for one in tokens]


def hours_in(folded: str) -> Iterator[tuple[re.Match[str], int, int]]:
    """Each hour that such a text names: its place, the hour and the minute."""
    for found in _TIME.finditer(folded) if is_romance(folded) else ():
        hour = _HOURS.get(found["hour"]) or int(found["hour"])
        yield found, hour, _PARTS.get(found["part"] or "", 0)
