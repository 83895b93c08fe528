"""What becomes of a proposed call: it runs, or it asks. The guard is put before every one, and so is the role check.

A value with a step between the words and itself is named in the answer; where it decides what is computed or changed,
it is asked about instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from knowledge.tool_spec import TYPES, is_a
from tools.gazetteer import find
from tools.guard.check import Call, Conversation, check
from tools.guard.roles import with_roles
from tools.guard.values import same_value
from tools.guard.verdict import ArgumentVerdict, Reason, Span, Verdict
from tools.guard.wants import FEW, wants
from tools.proposing import Proposal
from tools.schema import Parameter, Tool

ASKED_OF: Final[Mapping[str, frozenset[Reason]]] = {
    "lookup": frozenset(),
    "calculator": frozenset({Reason.ROLE_DOUBT, Reason.INFERRED, Reason.PARAPHRASED, Reason.YEAR_ADDED}),
    "action": frozenset(Reason),
}
"""For each effect, the reasons that make a derived value a question."""
_BECAUSE: Final[Mapping[Reason, str]] = {
    Reason.DECLARED_DEFAULT: "what applies where nothing is said",
    Reason.ROLE_DOUBT: "the words beside it could mean another argument",
}


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing to ask the user for: the argument, how to ask for it, its legal values where they are few."""

    argument: str
    wants: str
    reason: str
    values: tuple[str, ...] = ()
    why: str = ""
    """Why what was said for it did not do."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A call after the guard: it runs where nothing is asked. `notes` name what the answer must say of its values."""

    tool: str
    arguments: Mapping[str, Any]
    asks: tuple[Ask, ...] = ()
    notes: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    """Argument to the id of the passage that its value was taken from."""

    @property
    def given(self) -> int:
        """How many arguments the user gave."""
        return len(self.arguments)


def judge(tool: Tool, proposal: Proposal, conversation: Conversation) -> Judged:
    """The verdict on one proposal. An optional argument that nobody gave is left out rather than asked for."""
    arguments = {name: value for name, value in proposal.arguments.items() if value is not None}
    verdict = check(tool, Call(arguments, proposal.quotes), conversation)
    verdict = with_roles(tool, verdict, conversation.turns)
    kept: dict[str, Any] = {}
    asks: list[Ask] = []
    notes: list[str] = []
    sources: dict[str, str] = {}
    for said in (*verdict.arguments, *verdict.missing):
        parameter = tool.parameter(said.name)
        if parameter is None:
            continue
        one = _by_legal_value(tool, parameter, said, conversation)
        illegal = one.verdict is not Verdict.ABSENT and not _legal(parameter, one.value)
        if illegal or one.verdict is Verdict.ABSENT or _doubtful(tool, one):
            if parameter.required:
                asks.append(_ask(parameter, Reason.NOT_LEGAL if illegal else one.reason))
            continue
        kept[one.name] = one.value
        if one.source:
            sources[one.name] = one.source
        elif one.verdict is Verdict.DERIVED:
            notes.append(_note(parameter, one))
    return Judged(tool.name, kept, tuple(asks), tuple(notes), sources)


def _by_legal_value(
    tool: Tool, parameter: Parameter, one: ArgumentVerdict, conversation: Conversation
) -> ArgumentVerdict:
    """A value that the guard finds nowhere, and that a user's words name among the legal ones of a lookup: a slip of
    it, a part that tells it apart. It is derived, so the answer names it.
    """
    if tool.effect != "lookup" or not parameter.values or one.reason is not Reason.NOT_SAID or one.value is None:
        return one
    for place, turn in enumerate(conversation.turns):
        for match in find(turn.text, parameter.values) if turn.role == "user" else ():
            if match.value == one.value:
                span = Span(place, match.start, match.end, turn.text[match.start : match.end])
                return replace(one, verdict=Verdict.DERIVED, reason=Reason.PARAPHRASED, spans=(span,))
    return one


def _legal(parameter: Parameter, value: Any) -> bool:
    if parameter.kind in TYPES and not is_a(value, parameter.kind):
        return False
    legal: Sequence[Any] = parameter.enum or parameter.values
    return not legal or any(same_value(value, one) for one in legal)


def _doubtful(tool: Tool, one: ArgumentVerdict) -> bool:
    return one.verdict is Verdict.DERIVED and one.reason in ASKED_OF[tool.effect]


def _ask(parameter: Parameter, reason: Reason) -> Ask:
    legal = [str(one) for one in (parameter.enum or parameter.values)]
    return Ask(parameter.name, wants(parameter), reason.value, tuple(legal) if len(legal) <= FEW else ())


def _note(parameter: Parameter, one: ArgumentVerdict) -> str:
    said = "; ".join(f"“{span.text}”" for span in one.spans)
    why = f"read from {said}" if said else _BECAUSE.get(one.reason, one.reason.value.replace("_", " "))
    return f"{parameter.name.replace('_', ' ')} {one.value} ({why})"
