"""Filters a caller may add to one search: checked against what a base stores before the store is asked.

A store takes a misspelt field for one that no chunk has, and some of its operators widen a search without a word; so
the filter is read here, and what cannot be read is refused by name. A filter only ever narrows: it is joined to the
base's own with "and".
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from errors import FilterError

Filter = Mapping[str, Any]
"""`{field: value}`, `{field: {operator: value}}`, `{"$and": [filter, ...]}` or `{"$or": [filter, ...]}`; several keys
in one object must all hold."""

EQUALITY = ("$eq", "$ne")
ORDER = ("$gt", "$gte", "$lt", "$lte")
MEMBERSHIP = ("$in", "$nin")
LOGICAL = ("$and", "$or")
OPERATORS = (*EQUALITY, *ORDER, *MEMBERSHIP)
_COMPARE = {"$gt": operator.gt, "$gte": operator.ge, "$lt": operator.lt, "$lte": operator.le}


def where(filters: Sequence[Filter], fields: Collection[str]) -> dict[str, Any] | None:
    """The one condition under which all of `filters` hold, as Chroma reads it; None where there is none.

    Raises FilterError for a field that is not among `fields`, an unknown operator, or a value it cannot compare with.
    """
    return _all([term for one in filters for term in _terms(one, fields)])


def matches(condition: Filter | None, values: Mapping[str, Any]) -> bool:
    """Whether `values` satisfy a condition as `where` returns it, for a base that has no store to ask. A value that is
    a tuple holds several names of one thing: one of them is enough, and for a denial none may be it.
    """
    if condition is None:
        return True
    for key, wanted in condition.items():
        if key in LOGICAL:
            held = [matches(part, values) for part in wanted]
            if not (all(held) if key == "$and" else any(held)):
                return False
        elif not all(_holds(values.get(key), operator, value) for operator, value in wanted.items()):
            return False
    return True


def _holds(value: Any, operator: str, wanted: Any) -> bool:
    held = value if isinstance(value, tuple) else (value,)
    if operator in MEMBERSHIP or operator in EQUALITY:
        found = any(one in wanted if operator in MEMBERSHIP else one == wanted for one in held)
        return found is (operator in {"$in", "$eq"})
    numbers = [one for one in held if isinstance(one, int | float)]
    return any(_COMPARE[operator](one, wanted) for one in numbers)


def named(filter_: Filter) -> set[str]:
    """The fields a filter names, known or not; what cannot be read names none."""
    found: set[str] = set()
    for key, value in filter_.items():
        if key not in LOGICAL:
            found.add(key)
        elif isinstance(value, list | tuple):
            found.update(*(named(part) for part in value if isinstance(part, Mapping)))
    return found


def _all(terms: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    # Chroma refuses an empty filter and an $and of one.
    if len(terms) < 2:
        return terms[0] if terms else None
    return {"$and": list(terms)}


def _terms(filter_: Filter, fields: Collection[str]) -> list[dict[str, Any]]:
    if not isinstance(filter_, Mapping):
        raise FilterError(f"filter: expected an object, got {filter_!r}")
    terms: list[dict[str, Any]] = []
    for key, value in filter_.items():
        if key in LOGICAL:
            terms.append(_joined(key, value, fields))
        elif isinstance(key, str) and key.startswith("$"):
            raise FilterError(f"filter: unknown operator {key!r}; valid here: {', '.join(LOGICAL)}")
        elif key not in fields:
            raise FilterError(f"filter: unknown field {key!r}; stored: {', '.join(sorted(fields)) or 'none'}")
        elif isinstance(value, Mapping):
            terms += _conditions(key, value)
        else:
            terms.append({key: {"$eq": _plain(key, "$eq", value)}})
    return terms


def _joined(operator: str, parts: Any, fields: Collection[str]) -> dict[str, Any]:
    if not isinstance(parts, list | tuple) or not parts:
        raise FilterError(f"filter: {operator} takes a list of at least one filter (got {parts!r})")
    found = [_all(_terms(part, fields)) for part in parts]
    # An empty part holds for everything: in an $or it would undo the others.
    if None in found:
        raise FilterError(f"filter: {operator} holds an empty filter; name a field in each part")
    told = [one for one in found if one is not None]
    return told[0] if len(told) == 1 else {operator: told}


def _conditions(field: str, conditions: Mapping[str, Any]) -> list[dict[str, Any]]:
    if not conditions:
        raise FilterError(f"filter: field {field!r} has no operator; valid: {', '.join(OPERATORS)}")
    return [{field: {operator: _operand(field, operator, value)}} for operator, value in conditions.items()]


def _operand(field: str, operator: str, value: Any) -> Any:
    if operator in EQUALITY:
        return _plain(field, operator, value)
    if operator in ORDER:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise FilterError(f"filter: {operator} on {field!r} compares numbers (got {value!r})")
        return value
    if operator in MEMBERSHIP:
        if not isinstance(value, list | tuple) or not value:
            raise FilterError(f"filter: {operator} on {field!r} takes a list of at least one value (got {value!r})")
        values = [_plain(field, operator, one) for one in value]
        if len({type(one) for one in values}) > 1:
            raise FilterError(f"filter: {operator} on {field!r} takes values of one type (got {value!r})")
        return values
    raise FilterError(f"filter: unknown operator {operator!r} on {field!r}; valid: {', '.join(OPERATORS)}")


def _plain(field: str, operator: str, value: Any) -> str | int | float | bool:
    if isinstance(value, str | int | float | bool):
        return value
    raise FilterError(f"filter: {operator} on {field!r} takes a text, a number or true/false (got {value!r})")
