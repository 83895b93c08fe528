"""What a run and its thread have spent, and how spending adds up."""

from __future__ import annotations

from typing_extensions import TypedDict


class Ledger(TypedDict):
    """What the run has spent."""

    turns: int
    retrievals: int
    model_calls: int
    tokens: int
    cost: float
    """By the prices of the setting, in their currency; 0 where a model has none."""


EMPTY_LEDGER = Ledger(turns=0, retrievals=0, model_calls=0, tokens=0, cost=0.0)


def add_ledgers(old: Ledger, new: Ledger) -> Ledger:
    """Spending adds up: a node returns what it spent itself. A key left out counts nothing."""
    return Ledger(
        turns=old["turns"] + new.get("turns", 0),
        retrievals=old["retrievals"] + new.get("retrievals", 0),
        model_calls=old["model_calls"] + new.get("model_calls", 0),
        tokens=old["tokens"] + new.get("tokens", 0),
        cost=old.get("cost", 0.0) + new.get("cost", 0.0),
    )


class Spending(TypedDict):
    """For a branch that asks a model: what its run and the thread had spent, and how many such branches run at once."""

    run: Ledger
    before: Ledger
    branches: int
