"""The guard answers about whatever a model may put into a call: no string, number or shape of either side breaks it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Verdict
from tools.schema import Parameter, Tool

SHAPES = """192.168.1.0/24|100.200.300-5|10.0.0.1|fe80::1|1.2.3-rc4|v2.0.0|2024-02-30|31/31/2024|0000-00|99:99
|9999-12-31|q1 0000|easter 0|Thanksgiving 99999|1 Jan 0|week 60 of 2024|next 100000000 weeks|1e400|Infinity|NaN|1..2
|999999999999999999999 days ago|1,2,3,4|12,34,567.89|5x10|1/0|2½|٣٤|３月|²|Ⅳ|1990s|2021/22|P1Y2M3DT4H|PT|6'4"|5'
|TK-1015|+49 (0)30|#FF0000|a@b.c|https://x.y/z?q=1|10^99|2^999|half seven|next Monday|the last Friday of 9999
|15 2 * * *|*/0 * * * 9|FREQ=WEEKLY;BYDAY=XX|1h30m|'98|FY99|twenty|-|[|\\|''
""".replace("\n", "").split("|")
NAMES = """date time amount duration fare_range unit currency country angle percent height_cm year month hour weekday
quantity symbol airport free avoid_tolls guests language location size periods age_bracket phone brightness bearing
position schedule amount_cents annual_income weekday_number""".split()
DESCRIPTIONS = (
    "",
    "in km",
    "from 0 to 100, default 5",
    "from 0.5.1 to 9..2",
    "HH:MM",
    "in millions",
    "'1w' for a week",
)
STRINGS = st.one_of(
    st.sampled_from(SHAPES),
    st.lists(st.sampled_from(SHAPES), min_size=2, max_size=3).map(" ".join),
    st.text(max_size=12),
    st.text(alphabet="0123456789.,:;-/'\"%$€° xTPZe^٣½", max_size=12),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(STRINGS, STRINGS, st.integers(), st.sampled_from([10**400, -(10**30)]), st.floats(), st.booleans()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(STRINGS, inner, max_size=3),
    max_leaves=4,
)


def verdict(parameter: Parameter, value: Any, text: str, reference: datetime | None) -> Verdict:
    """What the guard says of one value after one text."""
    talk = Conversation((Turn("user", text),), reference=reference)
    return check(Tool("tool", parameters=(parameter,)), Call({parameter.name: value}), talk).arguments[0].verdict


@settings(
    max_examples=300,
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    value=VALUES,
    name=st.sampled_from(NAMES),
    description=st.sampled_from(DESCRIPTIONS),
    enum=st.booleans(),
    text=STRINGS,
    quoting=st.booleans(),
    reference=st.sampled_from([None, datetime(2024, 5, 15), datetime(1, 1, 1), datetime(9999, 12, 31)]),  # noqa: DTZ001 - days without a zone
)
def test_no_value_and_no_text_breaks_the_check(
    *, value: Any, name: str, description: str, enum: bool, text: str, quoting: bool, reference: datetime | None
) -> None:
    """Whatever the value, the parameter and the words, there is a verdict."""
    parameter = Parameter(name, description=description, enum=(str(value), "other") if enum else ())
    spoken = f"take {str(value)[:200]} please, {text}" if quoting else text
    assert verdict(parameter, value, spoken, reference) in Verdict


@pytest.mark.parametrize("address", ["192.168.1.0/24", "10.0.0.1", "1.2.3-rc4", "100.200.300-5"])
def test_an_address_or_a_version_is_given_where_it_was_said_as_a_whole(address: str) -> None:
    """Its figures are no numbers: said as a whole it is given, figure by figure it is not."""
    open_to = Parameter("target")
    assert verdict(open_to, address, f"block {address} please", None) is Verdict.GIVEN
    assert (
        verdict(open_to, address, "ports 192, 168, 24, 300, 5 and 1, or 200 of 100 and 10, or 3, 2, 0", None)
        is Verdict.ABSENT
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**400])
def test_a_number_that_no_float_holds_was_said_by_nobody(value: float) -> None:
    """Neither no number, nor an endless one, nor one of four hundred figures is taken for a number that was said."""
    assert verdict(Parameter("amount"), value, "transfer 10 dollars", None) is Verdict.ABSENT
