"""Asking a model for a value of a pydantic type, or for text, with every fault turned into one typed error.

The request asks for structured output in the way the server supports; the reply is read here rather than by
LangChain's parser, which raises before the raw reply can be seen: fenced JSON is then a failure that costs a call,
a refusal has no name, and the tokens of a failed call are lost.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from langchain_core.exceptions import LangChainException
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import BaseModel, ValidationError

from errors import ModelError
from models.chat import Method
from models.prices import Price

T = TypeVar("T", bound=BaseModel)

QUIET: RunnableConfig = {"tags": ["nostream"]}
"""Keeps a call's tokens out of the graph's message stream: only the checked answer is for the user's eyes."""

LIMIT = "limit"
"""The fault of a call that was not made, because what may be spent is spent."""

_FENCE = re.compile(r"^\s*```(?:json)?\s*(.*?)\s*```\s*$", re.DOTALL | re.IGNORECASE)
_FIXES = {
    "auth": "the model's server refused the key; check OPENAI_API_KEY",
    "unknown_model": "the model's server does not know this model; check SIGNALBOX_MODEL",
    "rate_limit": "the model's server limits this key (429); wait or raise the limit",
    "timeout": "the model did not answer in time; check OPENAI_BASE_URL or raise SIGNALBOX_MODEL_TIMEOUT",
    "connection": "the model's server cannot be reached; check OPENAI_BASE_URL and the network",
    "server": "the model's server failed",
    "rejected": "the model's server rejected the request",
    "refusal": "the model refused",
    "empty": "the model's reply was empty",
    "truncated": "the model's reply was cut off",
    "invalid": "the model's reply does not have the shape asked for",
}
_RETRY = frozenset({"refusal", "empty", "invalid"})
"""Faults of the reply: asking once more can help. Transport faults were already retried by the client."""


@dataclass
class Usage:
    """What one node spent; handed in by the node and added to, also when the call fails."""

    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    begun: int = field(default=0, compare=False)
    """Calls under way or done: of two that run at once, both count before either has ended."""
    faults: list[str] = field(default_factory=list)
    """What failed and was made good for without the model."""

    def add(self, message: BaseMessage | None, price: Price | None = None) -> None:
        """Count a call, and its tokens and their price where the server told them."""
        self.calls += 1
        told = getattr(message, "usage_metadata", None)
        if told:
            self.tokens += int(told["total_tokens"])
            self.cost += price.of(told) if price else 0.0

    def spent(self) -> dict[str, Any]:
        """As the ledger's keys."""
        return {"model_calls": self.calls, "tokens": self.tokens, "cost": self.cost}


@dataclass(frozen=True, slots=True)
class Allowance:
    """What may still be spent, infinite without a limit, and what is said where it is spent.

    Tokens are known when a call has ended: the call that passes the limit is the last.
    """

    calls: float = math.inf
    tokens: float = math.inf
    why: str = ""


@dataclass(frozen=True)
class Asker:
    """One node's access to a model: how to ask it, how long in all, and what is counted."""

    model: BaseChatModel
    usage: Usage
    method: Method = "json_schema"
    limit_s: float = 60.0
    price: Price | None = None
    left: Allowance = Allowance()

    async def structured(
        self, shape: type[T], messages: Sequence[BaseMessage], accept: Callable[[T], str] | None = None
    ) -> T:
        """A value of `shape`. `accept` returns what is wrong with a well-formed value, or "".

        A reply that cannot be used is asked for once more; then, and for every transport fault, ModelError is raised.
        """
        last = ModelError("invalid", _FIXES["invalid"], retry=True)
        for attempt in range(2):
            try:
                value = _read(shape, await self._call(shape, messages))
                wrong = accept(value) if accept else ""
                if not wrong:
                    return value
                last = ModelError("invalid", f"{_FIXES['invalid']}: {wrong}", retry=True)
            except ModelError as fault:
                if fault.fault == LIMIT and attempt:
                    break  # there is no second try left: what was wrong with the first is what there is to say
                last = fault
                if not fault.retry:
                    break
        raise last

    async def text(self, messages: Sequence[BaseMessage]) -> AsyncIterator[AIMessageChunk]:
        """The reply as it is written. Raises ModelError, possibly after some chunks."""
        self._begin()
        whole: AIMessageChunk | None = None
        try:
            async with asyncio.timeout(self.limit_s):
                async for chunk in self.model.astream(list(messages), QUIET):
                    if isinstance(chunk, AIMessageChunk):
                        whole = chunk if whole is None else whole + chunk
                        yield chunk
        except Exception as fault:
            raise _fault(fault) from fault
        finally:
            self.usage.add(whole, self.price)
        _whole(whole)

    async def _call(self, shape: type[BaseModel], messages: Sequence[BaseMessage]) -> AIMessage:
        self._begin()
        asked = _bound(self.model, shape, self.method)
        reply: AIMessage | None = None
        try:
            async with asyncio.timeout(self.limit_s):
                reply = await asked.ainvoke(list(messages), QUIET)
        except Exception as fault:
            self.usage.tokens += _lost(fault)
            raise _fault(fault) from fault
        finally:
            self.usage.add(reply, self.price)
        return reply

    def _begin(self) -> None:
        if self.usage.begun >= self.left.calls or self.usage.tokens >= self.left.tokens:
            raise ModelError(LIMIT, self.left.why, retry=False)
        self.usage.begun += 1


def _bound(model: BaseChatModel, shape: type[BaseModel], method: Method) -> Any:
    if method == "function_calling":
        return model.bind_tools([shape], tool_choice=shape.__name__)
    if method == "json_mode":
        return model.bind(response_format={"type": "json_object"})
    function = convert_to_openai_tool(shape, strict=True)["function"]
    schema = {"name": function["name"], "schema": function["parameters"], "strict": True}
    return model.bind(response_format={"type": "json_schema", "json_schema": schema})


def _read(shape: type[T], reply: AIMessage) -> T:
    if reply.additional_kwargs.get("refusal"):
        raise ModelError("refusal", f"{_FIXES['refusal']}: {reply.additional_kwargs['refusal']}", retry=True)
    if reply.response_metadata.get("finish_reason") == "length":
        raise ModelError("truncated", _FIXES["truncated"], retry=False)
    calls = [*reply.tool_calls, *reply.invalid_tool_calls]
    candidates: list[Any] = [call["args"] for call in calls if call["name"] == shape.__name__]
    text = reply.text.strip()
    if not candidates and not text:
        raise ModelError("empty", _FIXES["empty"], retry=True)
    wrong = ""
    for candidate in candidates or [text]:
        try:
            values = candidate if isinstance(candidate, dict) else json.loads(_FENCE.sub(r"\1", candidate))
            return shape.model_validate(values)
        except ValidationError as fault:
            first = fault.errors()[0]
            wrong = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        except ValueError as fault:
            wrong = f"not JSON ({fault})"
    raise ModelError("invalid", f"{_FIXES['invalid']}: {wrong}", retry=True)


def _whole(reply: AIMessageChunk | None) -> None:
    """Raise for a text that did not come to its end. Only the OpenAI client is known to always tell how it ended."""
    told = {} if reply is None else reply.response_metadata
    finish = told.get("finish_reason", None if told.get("model_provider") == "openai" else "stop")
    if finish == "content_filter":
        raise ModelError("refusal", _FIXES["refusal"], retry=True)
    if reply is None or not reply.text.strip():
        raise ModelError("empty", _FIXES["empty"], retry=True)
    if finish in {None, "length"}:
        raise ModelError("truncated", _FIXES["truncated"], retry=False)


def _lost(fault: Exception) -> int:
    """The tokens of a reply that the client raised for instead of returning it."""
    usage = getattr(getattr(fault, "completion", None), "usage", None)
    return int(getattr(usage, "total_tokens", 0))


def _fault(fault: Exception) -> ModelError:
    import openai

    kinds: list[tuple[type[BaseException] | tuple[type[BaseException], ...], str]] = [
        ((openai.AuthenticationError, openai.PermissionDeniedError), "auth"),
        (openai.NotFoundError, "unknown_model"),
        (openai.RateLimitError, "rate_limit"),
        ((openai.APITimeoutError, TimeoutError), "timeout"),
        (openai.APIConnectionError, "connection"),
        (openai.InternalServerError, "server"),
        (openai.LengthFinishReasonError, "truncated"),
        (openai.ContentFilterFinishReasonError, "refusal"),
        (openai.APIStatusError, "rejected"),
        ((openai.OpenAIError, LangChainException, ValueError), "invalid"),
    ]
    for types, word in kinds:
        if isinstance(fault, types):
            detail = re.sub(r"\s+", " ", str(fault)).strip()[:200]
            return ModelError(word, f"{_FIXES[word]} ({detail})" if detail else _FIXES[word], retry=word in _RETRY)
    raise fault
