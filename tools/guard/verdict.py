"""What the guard answers: for each argument a verdict, why, where it was said, and what would satisfy it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """given runs; derived runs once it is named or confirmed; absent does not run."""

    GIVEN = "given"
    DERIVED = "derived"
    ABSENT = "absent"


class Reason(StrEnum):
    """Why a verdict was reached, from a closed set."""

    SAID = "said"
    """The user's own words hold it."""
    AFFIRMED = "affirmed"
    """The assistant proposed it and the user agreed, or said it back and the user let it stand (then it is derived)."""
    ACCEPTED = "accepted"
    """The user accepted the value itself, through a form or an earlier question."""
    PASSAGE = "passage"
    """A passage holds it; enough for a lookup, and to be named in the answer."""
    DECLARED_DEFAULT = "declared_default"
    """The tool declares it as what applies where nothing is said."""
    CODE = "code"
    """The parameter's description tells this code for what was said."""
    REGION_ADDED = "region_added"
    """The place was said, its state or country was not."""
    YEAR_ADDED = "year_added"
    """The day was said, its year was not, and no reference date tells it."""
    COMPUTED = "computed"
    """It follows from what was said by a stated step: a bound, a start plus a length, an end of a month."""
    PARAPHRASED = "paraphrased"
    """Most of its words were said, not all."""
    INFERRED = "inferred"
    """One of a closed set (a choice, yes or no) that no word names and none speaks against: to be asked about."""
    ROLE_DOUBT = "role_doubt"
    """It was said, but the words beside it speak of another argument."""
    NOT_SAID = "not_said"
    """Nobody said it."""
    OTHER_UNIT = "other_unit"
    """The number was said, of another unit."""
    NEGATED = "negated"
    """The user ruled it out."""
    ONLY_PASSAGE = "only_passage"
    """A passage holds it, and this tool is no lookup."""
    ONLY_ASSISTANT = "only_assistant"
    """The assistant said it and the user did not agree."""
    QUOTE_NOT_SAID = "quote_not_said"
    """The call quotes words that the user never said."""
    QUOTE_LACKS_VALUE = "quote_lacks_value"
    """The quoted words are the user's, and do not hold the value."""
    OTHER_SAID = "other_said"
    """Another of the values the parameter allows was said."""
    NOT_LEGAL = "not_legal"
    """It is none of the values the parameter allows."""
    UNKNOWN_ARGUMENT = "unknown_argument"
    """The tool has no such argument."""


@dataclass(frozen=True, slots=True)
class Span:
    """Where something was said: the turn (its place in the conversation), and the characters there."""

    turn: int
    start: int
    end: int
    text: str
    """The words themselves, as written."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a value holds, and where; `weak` where a step lies between the words and the value."""

    reason: Reason
    spans: tuple[Span, ...] = ()
    weak: bool = False


@dataclass(frozen=True, slots=True)
class ArgumentVerdict:
    """The guard's answer about one argument."""

    name: str
    value: Any
    verdict: Verdict
    reason: Reason
    spans: tuple[Span, ...] = ()
    wants: str = ""
    """What would satisfy it, as a phrase to ask with; empty where it was given."""
    source: str = ""
    """The id of the passage that holds it, where the reason is a passage."""


@dataclass(frozen=True, slots=True)
class CallVerdict:
    """The guard's answer about one call."""

    tool: str
    arguments: tuple[ArgumentVerdict, ...]
    missing: tuple[ArgumentVerdict, ...] = field(default=())
    """Required arguments that the call leaves out."""

    @property
    def blocked(self) -> tuple[ArgumentVerdict, ...]:
        """What keeps the call from running: absent values, and required ones left out."""
        return tuple(one for one in (*self.arguments, *self.missing) if one.verdict is Verdict.ABSENT)

    @property
    def runs(self) -> bool:
        """Whether nothing is absent."""
        return not self.blocked

    def by_name(self) -> Mapping[str, ArgumentVerdict]:
        """The verdicts by argument, required ones left out among them."""
        return {one.name: one for one in (*self.missing, *self.arguments)}
