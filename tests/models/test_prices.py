"""What tokens cost: by the setting alone, with what a prompt cache served at its own price."""

from __future__ import annotations

import pytest

from errors import ConfigError
from models.prices import Price, prices


def test_prices():
    """Two or three numbers a model; without the third a cached token costs what any other does."""
    assert prices("openai:big=2/8/0.5, azure_openai:small=0.1/0.4") == {
        "openai:big": Price(2, 8, 0.5),
        "azure_openai:small": Price(0.1, 0.4, 0.1),
    }
    assert prices("") == {}


@pytest.mark.parametrize("text", ["big", "big=1", "big=1/2/3/4", "big=one/two", "=1/2", "big=-1/2", "big=inf/2"])
def test_what_is_no_price(text: str):
    """The error names the part and the form."""
    with pytest.raises(ConfigError, match="is no price; valid: MODEL=INPUT/OUTPUT"):
        prices(f"openai:good=1/2, {text}")


def test_a_call():
    """A thousand prompt tokens, four hundred of them from the cache, and a hundred of the reply."""
    usage = {"input_tokens": 1000, "output_tokens": 100, "input_token_details": {"cache_read": 400}}
    assert Price(2, 8, 0.5).of(usage) == pytest.approx((600 * 2 + 400 * 0.5 + 100 * 8) / 1e6)
    assert Price(2, 8, 0.5).of({"input_tokens": 1000, "output_tokens": 0}) == pytest.approx(0.002)
