"""Testing a formula: written with other signs for power and product it is the same one."""

from __future__ import annotations

import re

from tools.guard.heard import Heard, said
from tools.guard.readings.text import fold
from tools.guard.verdict import Evidence

_SIGNS = {"plus": "+", "minus": "-", "times": "*", "over": "/"}
_FORMULA = re.compile(r"[*^+/=()<>]")


def is_formula(value: str) -> bool:
    """Whether a value is written with the signs of one."""
    return bool(_FORMULA.search(value)) and re.search(r"\d|\b[a-zA-Z]\b", value) is not None


def formula(value: str, heard: Heard) -> Evidence | None:
    """A formula, written with other signs for power and product."""
    target = _plain_formula(value)
    if len(target) < 3:
        return None
    for one in heard.texts():
        if target in _plain_formula(one.text):
            return said(one, 0, len(one.text))
    return None


def _plain_formula(text: str) -> str:
    text = text.replace("²", "^2").replace("³", "^3").replace("×", "*").replace("÷", "/")
    text = re.sub(r"\s(?:plus|minus|times|over)\s", lambda word: _SIGNS[word.group().strip().lower()], text)
    text = re.sub(r"^lambda \w+(?:, ?\w+)*:", "", text)
    text = re.sub(r"\s?\bsquared\b", "^2", re.sub(r"\s?\bcubed\b", "^3", text))
    return re.sub(r"[\s*'\"]", "", fold(text).replace("**", "^"))
