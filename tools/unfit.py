"""Why what the user said for an argument did not do, in words, so that it can be asked for once more."""

from __future__ import annotations

import re
from typing import Final

from tools.guard.readings.text import fold
from tools.naming import index, keys
from tools.schema import Parameter

_UNKNOWING: Final = re.compile(
    r"\W*(?:(?:i\s)?(?:really\s|do\s)?(?:don't|dont|do not|can't|cannot) (?:know|say|tell|remember)\b.*|"
    r"no idea.*|not sure.*|unsure|unknown|skip(?: it| this)?|none|nothing|no|n/?a|never ?mind|forget it|"
    r"(?:das\s)?wei(?:ss|ß) ich nicht.*|keine ahnung.*|je (?:ne )?sais pas.*|aucune idee.*)?\W*\Z"
)
_SHOWN: Final = 60


def declines(said: str) -> bool:
    """Whether a reply says that its speaker has nothing to say."""
    return _UNKNOWING.match(fold(said)) is not None


def unfit(parameter: Parameter, said: str) -> str:
    """Why these words give no value of `parameter`."""
    quoted = f"“{said if len(said) <= _SHOWN else said[: _SHOWN - 1] + '…'}”"
    if parameter.values:
        meant = index(parameter.values).parts.get(next(iter(keys(said)), ""), ())
        return f"{quoted} could be {' or '.join(meant)}" if len(meant) > 1 else f"{quoted} is not known here"
    if parameter.enum:
        return f"{quoted} is none of the choices"
    if parameter.unit == "date":
        return f"{quoted} names no day"
    if parameter.kind in {"integer", "number"}:
        kind = "whole number" if parameter.kind == "integer" else "number"
        return f"{quoted} holds no {kind} that could be read as {parameter.unit or 'it'}"
    return f"{quoted} could not be read"
