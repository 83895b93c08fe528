"""Numbers in words: runs of number words, fractions, ordinals, a point and the figures after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tools.guard.readings.fraction_words import FRACTION_WORDS, FRACTIONS, fractions
from tools.guard.readings.number_words import ORDINALS, SCALES, UNITS, all_worths, parts, worth
from tools.guard.readings.quantity import JOIN, Quantity, Token, and_fraction, figures_after, signed
from tools.guard.readings.single_words import one_word

_LONGEST: Final = 32
"""How many number words are taken for one number at most."""
_ONE: Final = frozenset({"one", "un", "une", "ein", "eine"})
_POINTS: Final = frozenset({"point", "komma", "virgule"})


def in_words(tokens: Sequence[Token], place: int, folded: str) -> tuple[list[Quantity], int]:
    """What number words from here stand for, and the place after them; nothing where there are none."""
    token = tokens[place]
    if token.text in _POINTS:
        return _point(tokens, place, folded)
    one = one_word(tokens, place)
    if one is not None:
        return one
    run, ends = _run(tokens, place, folded)
    if not run or run[0] in {"cents", "mil", "grand"} or run == ["cent"]:
        return [], place
    return _readings_of(run, ends, tokens, place, folded)


def _point(tokens: Sequence[Token], place: int, folded: str) -> tuple[list[Quantity], int]:
    """Such as "point five" without a whole number before it."""
    figures, at = figures_after(tokens, place + 1)
    if not figures or folded[tokens[place].end : tokens[place + 1].start].strip(" -"):
        return [], place  # "the point (12, 17)"
    values, start = signed({float(f"0.{figures}")}, tokens, place, at, folded)
    return [Quantity(tuple(sorted(values)), start, tokens[at - 1].end)], at


def _run(tokens: Sequence[Token], place: int, folded: str) -> tuple[list[str], list[int]]:
    """The longest run of number words from here: the words, and for each the place of the token after it."""
    run: list[str] = []
    ends: list[int] = []
    at = place
    while at < len(tokens) and len(run) < _LONGEST:
        token = tokens[at]
        if run and folded[tokens[at - 1].end : token.start].strip(" -"):
            break
        found = parts(token.text) if token.kind == "word" else ()
        if not found and token.text == "ein" and at + 1 < len(tokens) and parts(tokens[at + 1].text):
            found = ("ein",)
        if token.text == "oh" and (at > place or at + 1 < len(tokens)):
            # "two oh four": a nought among figures that are read out
            beside = [tokens[one].text for one in (at - 1, at + 1) if place <= one < len(tokens)]
            found = ("zero",) if any(UNITS.get(one, 99) < 10 or one == "oh" for one in beside) else ()
        if found:
            run += found
            ends += [at + 1] * len(found)
            at += 1
        elif run and token.text in JOIN and at + 1 < len(tokens) and parts(tokens[at + 1].text):
            at += 1
        else:
            break
    return run, ends


def _readings_of(
    run: list[str], ends: list[int], tokens: Sequence[Token], place: int, folded: str
) -> tuple[list[Quantity], int]:
    whole = all_worths(run)
    found: list[Quantity] = []
    ordinal = tokens[ends[-1]].text if ends[-1] < len(tokens) else ""
    joint = _joint(tokens, ends[-1], len(run))
    if not whole and fractions(run, ordinal, joint):
        # "one one hundred fifth" is no number before its last word.
        worths = tuple(sorted(fractions(run, ordinal, joint)))
        return [Quantity(worths, tokens[place].start, tokens[ends[-1]].end)], ends[-1] + 1
    if joint is not None and ordinal.removesuffix("s") in FRACTION_WORDS:
        found += _apart(run, ends, joint, tokens, place)
    if not whole:
        # Two numbers in a row: take the longest beginning that is one.
        size = next((size for size in range(len(run) - 1, 0, -1) if all_worths(run[:size])), 1)
        if joint is not None and all_worths(run[:joint]) and all_worths(run[joint:]):
            # "two hundred and two hundred"
            size = joint
        run, ends = run[:size], ends[:size]
        whole = all_worths(run)
    after = ends[-1]
    if len(run) > 1 and run[-1] in {"cent", "cents"}:
        whole, after = whole | all_worths(run[:-1]), ends[-2]
    values = {float(value) for value in whole}
    if len(run) > 1 and worth(run) is None:
        # Read as figures or as a year, they may still be numbers of their own: "four one-way tickets".
        found += [
            Quantity((float(UNITS.get(word, 1)),), tokens[at - 1].start, tokens[at - 1].end)
            for word, at in zip(run, ends, strict=True)
        ]
    joined = any(tokens[at].text in JOIN for at in range(place, after))
    if joined and not any(word in SCALES for word in run):
        # "twenty and four": one number or two.
        first = Quantity((float(all_worths(run[:1]).pop()),), tokens[place].start, tokens[place].end)
        last = tokens[ends[-1] - 1]
        found += [first, Quantity((float(all_worths(run[-1:]).pop()),), last.start, last.end)]
    extra, after, end = _tail(tokens, after, folded, values, run)
    closing = tokens[after - 1].text
    if 0 < extra < 1 and after < len(tokens) and tokens[after].text in SCALES and any(word in SCALES for word in run):
        # "one billion and a quarter million": the quarter may belong to what follows.
        found += [Quantity((one,), tokens[place].start, tokens[ends[-1] - 1].end) for one in values]
        found.append(Quantity((extra,), tokens[after - 1].start, end))
    if extra and closing in ORDINALS and tokens[after - 2].text in JOIN:
        # "two hundred and fifth" is a place in a row.
        found += [Quantity((one + ORDINALS[closing],), tokens[place].start, end, ordinal=True) for one in values]
    scale = float(SCALES.get(run[-1], 1)) if extra < 1 else 1.0
    values = {value + extra * times for value in values for times in {1.0, scale}}
    values, start = signed(values, tokens, place, after, folded)
    return [Quantity(tuple(sorted(values)), start, end), *found], after


def _apart(
    run: Sequence[str], ends: Sequence[int], joint: int, tokens: Sequence[Token], place: int
) -> Iterator[Quantity]:
    """The whole before an "and" and the fraction after it, each alone: "one billion and three quarters million"."""
    before, last = tokens[ends[joint - 1] - 1], tokens[ends[-1]]
    start = tokens[min(ends[joint - 1] + 1, len(tokens) - 1)].start
    yield from (Quantity((float(one),), tokens[place].start, before.end) for one in all_worths(run[:joint]))
    values = fractions(run[joint:], last.text, None)
    if values:
        yield Quantity((min(values),), start, last.end)


def _tail(
    tokens: Sequence[Token], after: int, folded: str, values: set[float], run: Sequence[str]
) -> tuple[float, int, int]:
    """What follows number words: "and a half", "point five", or "thirds", which turns the number into a fraction."""
    end = tokens[after - 1].end
    extra, moved, end_of_fraction = and_fraction(tokens, after, end, folded)
    if extra:
        return extra, moved, end_of_fraction
    if after + 1 < len(tokens) and tokens[after].text in _POINTS:
        figures, places = figures_after(tokens, after + 1)
        if figures:
            return float(f"0.{figures}"), places, tokens[places - 1].end
    before = tokens[after - len(run) - 1].text if after > len(run) else ""
    joint = _joint(tokens, after, len(run))
    whole = fractions(run, tokens[after].text, joint, one=before in {"a", "an"}) if after < len(tokens) else set()
    if whole:
        one_part = len(run) == 1 and run[0] in _ONE and tokens[after].text != "second"
        if tokens[after].text.endswith("s") or one_part:
            values.clear()  # "one tenth" holds no one
        values |= whole
        return 0.0, after + 1, tokens[after].end
    if after < len(tokens) and tokens[after].text in FRACTIONS and tokens[after].text.endswith("s"):
        below = FRACTIONS[tokens[after].text]
        above = set(values)
        values.clear()
        values |= {value / below for value in above}
        return 0.0, after + 1, tokens[after].end
    return 0.0, after, end


def _joint(tokens: Sequence[Token], after: int, size: int) -> int | None:
    """The place in a run of this size, which ends before `after`, that an "and" stands before."""
    left = size
    for at in range(after - 1, max(-1, after - 2 * size - 1), -1):
        if tokens[at].text in JOIN:
            return left if 0 < left < size else None
        left -= max(1, len(parts(tokens[at].text)))
    return None
