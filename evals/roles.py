"""How often the role check sees that two arguments of one type were exchanged in a call whose values are all given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from evals.guard_data import Pair
from tools.guard.check import Call, check
from tools.guard.roles import exchanges, pairs
from tools.guard.verdict import Reason


def swaps(rows: Sequence[Pair]) -> dict[str, float]:
    """The share of exchanged pairs that are caught, of right ones that are doubted, and their counts.

    Caught: a unit or the words beside a value speak against the exchange. `swaps_stopped` adds what the guard refuses
    of itself, such as a name where a closed set is asked for.
    """
    caught, stopped, exchanged = 0, 0, 0
    doubted, right = 0, 0
    for pair in rows:
        verdict = check(pair.tool, pair.call, pair.conversation)
        if not pair.supplied or verdict.blocked:
            continue
        turns = pair.conversation.turns
        together = list(pairs(verdict))
        if not together:
            continue
        right += 1
        doubted += bool(exchanges(pair.tool, verdict, turns))
        for call in _exchanged(pair, [(one.name, other.name) for one, other in together]):
            after = check(pair.tool, call, pair.conversation)
            unit = any(one.reason is Reason.OTHER_UNIT for one in after.arguments)
            found = unit or bool(exchanges(pair.tool, after, turns))
            exchanged += 1
            caught += found
            stopped += found or not after.runs
    shares = {"swaps_caught": caught / exchanged, "swaps_stopped": stopped / exchanged} if exchanged else {}
    alarms = {"role_false_alarms": doubted / right} if right else {}
    return {
        **shares,
        "swaps_caught_count": caught,
        "swaps_caught_of": exchanged,
        **alarms,
        "role_false_alarms_count": doubted,
        "role_false_alarms_of": right,
    }


def _exchanged(pair: Pair, names: Sequence[tuple[str, str]]) -> Iterator[Call]:
    for first, second in names:
        values = dict(pair.call.arguments)
        values[first], values[second] = values[second], values[first]
        yield replace(pair.call, arguments=values)
