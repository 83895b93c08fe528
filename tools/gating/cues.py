"""Which cues of a tool a question says: a word in any form, a phrase, or a phrase around a legal value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rapidfuzz.distance import DamerauLevenshtein

from tools.gazetteer import find
from tools.guard.readings.text import fold, stems, words
from tools.guard.synonyms import alike
from tools.schema import Tool

SLIPPED_FROM: Final = 7
"""Letters from which a cue may be said with a slip: "captial"."""
_SHORT: Final = re.compile(
    r"\b(who|what|where|when|how|that|he|she)'s\b(?=\s+(?:in|the|a|an|on|of|been|got|his|her)\b)"
)
_ARTICLE: Final = re.compile(r"(?<!\w)(?:the|a|an|der|die|das|le|la|les)\s\Z", re.IGNORECASE)
_SPACES: Final = re.compile(r"\s+")


def around_values(tool: Tool) -> bool:
    """Whether a cue names a parameter in braces, so that the tool's legal values are needed to hear it."""
    return any("{" in cue for cue in tool.cues)


def cues_said(tool: Tool, question: str, unknown: str = "") -> frozenset[str]:
    """The cues of `tool` that `question` says. "was {actor} in" is heard where a legal value of `actor` stands between
    "was" and "in", or a name that is `unknown` to every store. Slips count only where nothing is said without.
    """
    return _said(tool, question, unknown) or _said(tool, _mended(tool, question), unknown)


def _said(tool: Tool, question: str, unknown: str) -> frozenset[str]:
    folded = _SHORT.sub(r"\1 is", fold(question))
    said = stems(question)
    masked = list(_masked(tool, question, unknown)) if around_values(tool) else []
    return frozenset(cue for cue in tool.cues if _hears(cue, folded, said, masked))


def _hears(cue: str, folded: str, said: frozenset[str], masked: list[str]) -> bool:
    if "{" in cue:
        return any(_phrase(fold(cue), text) for text in masked)
    return _phrase(fold(cue), folded) if " " in cue else bool(alike(fold(cue)) & said)


def _mended(tool: Tool, question: str) -> str:
    """The question with each long word that is a slip of a cue's made that word; "" where there is none."""
    told = {word for cue in tool.cues for word in fold(cue).split() if "{" not in word}
    long = sorted(word for word in told if len(word) >= SLIPPED_FROM)
    mended = question
    for said in reversed(words(question)):
        slipped = len(said.text) >= SLIPPED_FROM and said.text not in told
        meant = next((word for word in long if _slip(word, said.text)), "") if slipped else ""
        if meant:
            mended = mended[: said.start] + meant + mended[said.end :]
    return mended if mended != question else ""


def _slip(cue: str, word: str) -> bool:
    return cue[0] == word[0] and DamerauLevenshtein.distance(cue, word, score_cutoff=1) <= 1


def _phrase(cue: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(cue)}(?!\w)", text) is not None


def _masked(tool: Tool, question: str, unknown: str) -> Iterator[str]:
    """The question with the legal values of each parameter, and their articles, made its name in braces."""
    for parameter in tool.parameters:
        text = question
        for match in reversed(find(question, parameter.values) if parameter.values else []):
            named = f"{{{parameter.name}}}"
            owned = "'s" if fold(text[match.start : match.end]).endswith("'s") else ""
            text = _ARTICLE.sub("", text[: match.start]) + named + owned + text[match.end :]
        text = text.replace(unknown, f"{{{parameter.name}}}") if unknown else text
        # A list is one: "films with {actor} and {actor}".
        yield _SPACES.sub(" ", _SHORT.sub(r"\1 is", fold(text)))
