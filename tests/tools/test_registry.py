"""Tools by closed names, the functions behind them, and proposals that a model makes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from scripted_openai import ScriptedOpenAI, value

from errors import ConfigError, ModelError, ToolError
from knowledge.bases.base import ToolCall
from knowledge.catalog import Catalog
from models.ask import Asker, Usage
from models.chat import ChatModels
from tools.by_model import propose_by_model
from tools.gating.gate import Gate
from tools.proposing import Proposal
from tools.registry import Registry
from tools.running import run

LOAN: dict[str, Any] = {
    "name": "loan_payment",
    "description": "The monthly payment of a loan.",
    "function": "tools.calculators.loan_payment",
    "parameters": [
        {"name": "rate", "type": "number", "unit": "percent"},
        {"name": "years", "type": "number", "unit": "years"},
        {"name": "principal", "type": "number"},
    ],
}
BAD = {
    "no such module": ({"function": "tools.nowhere.f"}, "'tools.nowhere.f' cannot be called: No module named"),
    "no such function": ({"function": "tools.calculators.f"}, "'tools.calculators.f' cannot be called: module"),
    "an argument it does not take": (
        {"parameters": [*LOAN["parameters"], {"name": "fee", "type": "number"}]},
        "'tools.calculators.loan_payment' takes no 'fee'; valid: rate, years, principal",
    ),
    "one it needs": (
        {"parameters": LOAN["parameters"][:2]},
        "'tools.calculators.loan_payment' needs 'principal'; declare it as a required parameter",
    ),
    "another type": (
        {"parameters": [*LOAN["parameters"][:2], {"name": "principal"}]},
        "'principal' is of type 'string', which 'tools.calculators.loan_payment' does not take; annotate it with str",
    ),
}


def registry(make_catalog: Callable[..., Catalog], words: Any, **changed: Any) -> Registry:
    """The registry of one calculator."""
    return Registry.of(make_catalog({"loans": {"type": "calculator", "tool": [LOAN | changed]}}), {}, Gate(words))


@pytest.mark.parametrize("fault", BAD)
def test_a_function_that_does_not_fit_is_a_catalog_error(fault: str, make_catalog: Any, words: Any) -> None:
    """The file, the base, the tool, what is wrong, and what would do."""
    changed, says = BAD[fault]
    with pytest.raises(ConfigError) as raised:
        registry(make_catalog, words, **changed)
    assert "catalog.toml: base 'loans', tool 'loan_payment'.function: " + says in str(raised.value)


def test_only_a_tool_of_the_catalog_runs(make_catalog: Any, words: Any) -> None:
    """A name or an argument that is not declared is a typed failure, and nothing is called."""
    known = registry(make_catalog, words)
    with pytest.raises(ToolError, match="'rm' is no tool; valid: loan_payment"):
        run(known, ToolCall("rm"))
    with pytest.raises(ToolError, match="'loan_payment' has no argument 'rat'; valid: rate, years, principal"):
        run(known, ToolCall("loan_payment", {"rat": 1}))
    (done,) = run(known, ToolCall("loan_payment", {"rate": 5, "years": 3, "principal": 10_000}))
    assert (done.title, done.score) == ("loan payment (rate: 5, years: 3, principal: 10000)", 1.0)
    assert done.text.startswith("The monthly payment is 299.71. Formula: ")


GOOD = {"name": "rate", "value": 4.5, "quote": "4.5%"}
REPLIES = {
    "a tool that is not offered": {"tool": "dose", "arguments": [], "missing": []},
    "a misspelt argument": {"tool": "loan_payment", "arguments": [GOOD | {"name": "rat"}], "missing": []},
    "a missing argument": {"tool": "loan_payment", "arguments": [GOOD], "missing": ["years"]},
    "a wrong type": {"tool": "loan_payment", "arguments": [GOOD | {"value": "x"}], "missing": ["years", "principal"]},
    "nothing for a value": {"tool": "loan_payment", "arguments": [GOOD | {"value": None}], "missing": []},
    "given and missing": {"tool": "loan_payment", "arguments": [GOOD], "missing": ["rate", "years", "principal"]},
    "another question": {"question": 2, "tool": "loan_payment", "arguments": [], "missing": []},
}
FINE = {"question": 1, "tool": "loan_payment", "arguments": [GOOD], "missing": ["years", "principal"]}


def proposed(known: Registry, server: ScriptedOpenAI, *replies: Any) -> list[list[Proposal]]:
    """What a model that replies so proposes for one question."""
    left = list(replies)
    server.script = lambda request: value({"calls": [left.pop(0)]})

    async def ask() -> list[list[Proposal]]:
        models = ChatModels(5)
        chat = models.get("openai:scripted")
        assert chat is not None
        try:
            offered = [known.tool("loan_payment")]
            return await propose_by_model(Asker(chat, Usage()), [("What is 4.5% of a loan?", offered)], "")
        finally:
            await models.close()

    return asyncio.run(ask())


@pytest.mark.parametrize("fault", REPLIES)
def test_a_call_that_is_not_whole_is_repaired_once_or_given_up(
    fault: str, make_catalog: Any, words: Any, openai_server: ScriptedOpenAI
) -> None:
    """One repair try; a second bad reply is a typed failure, never a call with a hole in it."""
    known, bad = registry(make_catalog, words), {"question": 1} | REPLIES[fault]
    good = [[Proposal("loan_payment", {"rate": 4.5}, {"rate": "4.5%"})]]
    assert proposed(known, openai_server, bad, FINE) == good
    with pytest.raises(ModelError):
        proposed(known, openai_server, bad, bad)
