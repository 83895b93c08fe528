"""What a model's tokens cost, as the setting says: nothing here knows a provider's prices, which change often."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from errors import ConfigError

FORM = "MODEL=INPUT/OUTPUT or MODEL=INPUT/OUTPUT/CACHED, for example openai:gpt-5-mini=0.25/2/0.025"
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Of one model, for a million tokens: of a prompt, of a reply, and of what a prompt cache served."""

    prompt: float
    reply: float
    cached: float

    def of(self, usage: Mapping[str, Any]) -> float:
        """What a call cost, from LangChain's `usage_metadata`, in the currency of the prices."""
        served = int((usage.get("input_token_details") or {}).get("cache_read") or 0)
        fresh = int(usage["input_tokens"]) - served
        return (fresh * self.prompt + served * self.cached + int(usage["output_tokens"]) * self.reply) / _MILLION


@cache
def prices(text: str) -> Mapping[str, Price]:
    """The price of every model that `text` names; models are set apart by commas, "" names none.

    Raises ConfigError for what is not of that form.
    """
    return dict(_one(part.strip()) for part in text.split(",") if part.strip())


def _one(part: str) -> tuple[str, Price]:
    name, _, told = part.rpartition("=")
    try:
        numbers = [float(number) for number in told.split("/")]
        prompt, reply, *rest = numbers
    except ValueError:
        raise ConfigError(f"prices: {part!r} is no price; valid: {FORM}") from None
    if not name or len(rest) > 1 or not all(math.isfinite(number) and number >= 0 for number in numbers):
        raise ConfigError(f"prices: {part!r} is no price; valid: {FORM}")
    return name, Price(prompt, reply, *(rest or [prompt]))
