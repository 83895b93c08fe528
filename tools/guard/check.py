"""The guard's door: a call, what was said, and a verdict on every argument, with why and what would satisfy it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tools.guard.answered import left_open
from tools.guard.corrected import taken_back
from tools.guard.heard import Heard, stated_today
from tools.guard.listed import listed
from tools.guard.lone_parts import lone_parts
from tools.guard.provenance import Origin, Turn, Utterance, unheard, utterances
from tools.guard.readings.text import fold
from tools.guard.shapes import evidence
from tools.guard.values import same_value
from tools.guard.verdict import ArgumentVerdict, CallVerdict, Evidence, Reason, Span, Verdict
from tools.guard.wants import wants
from tools.guard.withdrawn import withdrawn
from tools.schema import Parameter, Tool


@dataclass(frozen=True, slots=True)
class Call:
    """A proposed call: the arguments, and for some of them the words of the user that the proposer quotes."""

    arguments: Mapping[str, Any]
    quotes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a value may be traced to.

    `accepted` holds values the user accepted as such, by argument name, each a list of alternatives; `passages` the
    texts found for earlier questions of the run, by id; `reference` the moment that "tomorrow" is counted from.
    """

    turns: Sequence[Turn]
    accepted: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    passages: Mapping[str, str] = field(default_factory=dict)
    reference: datetime | None = None
    affirmed: bool = True
    """Whether the assistant's proposals count where the user agreed to them."""


def check(tool: Tool, call: Call, conversation: Conversation) -> CallVerdict:
    """A verdict on each argument of the call, and on each required one it leaves out. Runs nothing, asks no model."""
    heard = _heard(conversation)
    verdicts = []
    for name, value in call.arguments.items():
        parameter = tool.parameter(name)
        if parameter is None:
            known = ", ".join(one.name for one in tool.parameters) or "none"
            verdicts.append(_absent(name, value, Reason.UNKNOWN_ARGUMENT, f"one of {tool.name}'s arguments: {known}"))
            continue
        verdicts.append(_argument(tool, parameter, call, heard, conversation))
    lone = lone_parts(verdicts, heard)
    verdicts = [
        _absent(one.name, one.value, Reason.OTHER_UNIT, one.wants) if one.name in lone else one for one in verdicts
    ]
    missing = tuple(
        _absent(one.name, None, Reason.NOT_SAID, wants(one))
        for one in tool.parameters
        if one.required and one.name not in call.arguments
    )
    if not missing and tool.effect != "calculator":
        verdicts = _completed(tool, verdicts, heard)
    return CallVerdict(tool.name, tuple(verdicts), missing)


def _heard(conversation: Conversation) -> Heard:
    """The utterances that count, beside those that do not, and the moment that days are counted from."""
    reference = stated_today(conversation.turns) or conversation.reference
    today = reference.date() if reference else None
    counted = utterances(conversation.turns, affirmed=conversation.affirmed, reference=today)
    return Heard(counted, reference, context=unheard(conversation.turns, counted))


def _completed(tool: Tool, verdicts: list[ArgumentVerdict], heard: Heard) -> list[ArgumentVerdict]:
    """The same verdicts; the one that alone is absent beside given ones may be a category the description lists."""
    absent = [one for one in verdicts if one.verdict is Verdict.ABSENT]
    if len(absent) != 1 or not any(one.verdict is Verdict.GIVEN for one in verdicts):
        return verdicts
    parameter = tool.parameter(absent[0].name)
    if parameter is None or absent[0].reason is not Reason.NOT_SAID or not listed(absent[0].value, parameter, heard):
        return verdicts
    inferred = _held(parameter, absent[0].value, Evidence(Reason.INFERRED, (), weak=True), heard)
    return [inferred if one is absent[0] else one for one in verdicts]


def _argument(
    tool: Tool, parameter: Parameter, call: Call, heard: Heard, conversation: Conversation
) -> ArgumentVerdict:
    value, quote = call.arguments[parameter.name], call.quotes.get(parameter.name)
    if any(same_value(value, one) for one in conversation.accepted.get(parameter.name, ())):
        return ArgumentVerdict(parameter.name, value, Verdict.GIVEN, Reason.ACCEPTED)
    if quote is not None:
        fault, heard = _quoted(quote, heard)
        if fault is not None:
            return _absent(parameter.name, value, fault, wants(parameter))
    found = evidence(parameter, value, heard)
    if isinstance(found, Evidence):
        against = None
        corrected = taken_back(parameter, call.arguments, found, heard) or withdrawn(value, parameter, found, heard)
        if quote is None and corrected:
            against = Reason.NEGATED
        elif found.reason is Reason.INFERRED and left_open(parameter, heard):
            against = Reason.NOT_SAID
        return (
            _absent(parameter.name, value, against, wants(parameter))
            if against
            else _held(parameter, value, found, heard)
        )
    if quote is not None:
        return _absent(parameter.name, value, Reason.QUOTE_LACKS_VALUE, wants(parameter))
    return _elsewhere(tool, parameter, value, found, heard, conversation)


def _held(parameter: Parameter, value: Any, found: Evidence, heard: Heard) -> ArgumentVerdict:
    origins = {_origin(span, heard) for span in found.spans}
    affirmed = origins and origins <= {"affirmed", "said back"}
    reason = Reason.AFFIRMED if affirmed and found.reason is Reason.SAID else found.reason
    if "said back" in origins:
        found = replace(found, weak=True)
    if not found.weak:
        return ArgumentVerdict(parameter.name, value, Verdict.GIVEN, reason, found.spans)
    return ArgumentVerdict(parameter.name, value, Verdict.DERIVED, reason, found.spans, wants(parameter))


def _origin(span: Span, heard: Heard) -> Origin:
    """By whose leave the words of a span count; what was both agreed to and said back was agreed to."""
    return next(
        one.origin
        for one in heard.utterances
        if one.turn == span.turn and (heard.window or one.text[span.start : span.end] == span.text)
    )


def _quoted(quote: str, heard: Heard) -> tuple[Reason | None, Heard]:
    """What was heard, narrowed to the quoted words; or why the quote does not hold."""
    wanted = " ".join(fold(quote).split())
    for one in heard.utterances:
        start = fold(one.text).find(wanted) if wanted else -1
        if start >= 0:
            return None, replace(heard, utterances=(one,), window=(start, start + len(wanted)))
    return Reason.QUOTE_NOT_SAID, heard


def _elsewhere(
    tool: Tool, parameter: Parameter, value: Any, reason: Reason, heard: Heard, conversation: Conversation
) -> ArgumentVerdict:
    """A value the user did not give: a lookup may take it from a passage; else say where it was found, if anywhere."""
    for name, text in conversation.passages.items():
        passage = Heard((Utterance(-1, text, "passage", name),), conversation.reference)
        found = evidence(parameter, value, passage)
        if not isinstance(found, Evidence) or not found.spans:
            continue
        if tool.effect == "lookup" and not found.weak:
            return ArgumentVerdict(parameter.name, value, Verdict.GIVEN, Reason.PASSAGE, found.spans, source=name)
        return _absent(parameter.name, value, Reason.ONLY_PASSAGE, wants(parameter))
    found = evidence(parameter, value, Heard(heard.context, heard.reference))
    if reason is Reason.NOT_SAID and isinstance(found, Evidence) and found.spans:
        reason = Reason.ONLY_ASSISTANT
    return _absent(parameter.name, value, reason, wants(parameter))


def _absent(name: str, value: Any, reason: Reason, wanted: str) -> ArgumentVerdict:
    return ArgumentVerdict(name, value, Verdict.ABSENT, reason, wants=wanted)
