"""What would satisfy an argument, as a phrase to ask the user with."""

from __future__ import annotations

from typing import Final

from tools.guard.readings.text import name_words
from tools.schema import Parameter

FEW: Final = 12
"""Up to how many legal values are listed."""


def wants(parameter: Parameter) -> str:
    """The argument in words, its unit, and its legal values where they are few."""
    described = parameter.description.strip().rstrip(".")
    text = described.split(". ")[0] if described else " ".join(name_words(parameter.name))
    if parameter.unit and parameter.unit not in text:
        text = f"{text}, in {parameter.unit}"
    legal = [str(one) for one in (parameter.enum or parameter.values)]
    if 0 < len(legal) <= FEW:
        text = f"{text}; one of {', '.join(legal)}"
    return text
