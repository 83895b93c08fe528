"""Filters: every operator reaches the store as it stands, and what cannot be read is refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from errors import FilterError
from knowledge.filters import named, where

FIELDS = ("source", "page", "draft")

READ: dict[str, tuple[dict[str, Any], dict[str, Any] | None]] = {
    "nothing": ({}, None),
    "a value": ({"source": "a.md"}, {"source": {"$eq": "a.md"}}),
    "two fields": ({"source": "a.md", "page": 2}, {"$and": [{"source": {"$eq": "a.md"}}, {"page": {"$eq": 2}}]}),
    "not": ({"draft": {"$ne": True}}, {"draft": {"$ne": True}}),
    "a range": ({"page": {"$gte": 2, "$lt": 9.5}}, {"$and": [{"page": {"$gte": 2}}, {"page": {"$lt": 9.5}}]}),
    "over and up to": ({"page": {"$gt": 2, "$lte": 9}}, {"$and": [{"page": {"$gt": 2}}, {"page": {"$lte": 9}}]}),
    "one of": ({"source": {"$in": ["a.md", "b.md"]}}, {"source": {"$in": ["a.md", "b.md"]}}),
    "none of": ({"page": {"$nin": [1, 2]}}, {"page": {"$nin": [1, 2]}}),
    "either": (
        {"$or": [{"page": 1}, {"source": "a.md", "draft": False}]},
        {"$or": [{"page": {"$eq": 1}}, {"$and": [{"source": {"$eq": "a.md"}}, {"draft": {"$eq": False}}]}]},
    ),
    "both, written out": ({"$and": [{"page": 1}]}, {"page": {"$eq": 1}}),
}


@pytest.mark.parametrize("name", READ)
def test_a_filter_is_read_whole(name: str) -> None:
    """Each operator of the set becomes the store's condition; nothing is lost and nothing widened."""
    given, wanted = READ[name]
    assert where((given,), FIELDS) == wanted


def test_filters_are_joined_with_and() -> None:
    """A caller's filter on the base's own field narrows further; it cannot replace it."""
    joined = where(({"source": "a.md"}, {"source": "b.md"}), FIELDS)
    assert joined == {"$and": [{"source": {"$eq": "a.md"}}, {"source": {"$eq": "b.md"}}]}


REFUSED: dict[str, tuple[Any, str]] = {
    "a field": ({"sauce": "a.md"}, "filter: unknown field 'sauce'; stored: draft, page, source"),
    "a field inside": (
        {"$or": [{"page": 1}, {"pages": 1}]},
        "filter: unknown field 'pages'; stored: draft, page, source",
    ),
    "an operator": (
        {"page": {"$near": 2}},
        "filter: unknown operator '$near' on 'page'; valid: $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin",
    ),
    "an outer operator": ({"$not": [{"page": 2}]}, "filter: unknown operator '$not'; valid here: $and, $or"),
    "no operator": (
        {"page": {}},
        "filter: field 'page' has no operator; valid: $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin",
    ),
    "order of texts": ({"source": {"$gt": "a"}}, "filter: $gt on 'source' compares numbers (got 'a')"),
    "order of truth": ({"draft": {"$lt": True}}, "filter: $lt on 'draft' compares numbers (got True)"),
    "none of nothing": ({"page": {"$nin": []}}, "filter: $nin on 'page' takes a list of at least one value (got [])"),
    "mixed": ({"page": {"$in": [1, "2"]}}, "filter: $in on 'page' takes values of one type (got [1, '2'])"),
    "a list": ({"page": [1, 2]}, "filter: $eq on 'page' takes a text, a number or true/false (got [1, 2])"),
    "nothing": ({"page": None}, "filter: $eq on 'page' takes a text, a number or true/false (got None)"),
    "an empty or": ({"$or": []}, "filter: $or takes a list of at least one filter (got [])"),
    "an or that undoes": (
        {"$or": [{"page": 1}, {}]},
        "filter: $or holds an empty filter; name a field in each part",
    ),
    "no object": ({"$and": [3]}, "filter: expected an object, got 3"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_by_name(name: str) -> None:
    """The error names the field or the operator, the value and what would be valid; nothing is ignored."""
    given, line = REFUSED[name]
    with pytest.raises(FilterError) as raised:
        where((given,), FIELDS)
    assert str(raised.value) == line


def test_the_fields_of_a_filter_are_found_at_any_depth() -> None:
    """Fields inside $and and $or count as named."""
    assert named({"a": 1, "$or": [{"b": 1}, {"$and": [{"c": {"$gt": 1}}]}]}) == {"a", "b", "c"}
