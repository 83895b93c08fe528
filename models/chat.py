"""Making the chat model that a setting names.

Timeouts are always given (the client's own default is to wait for ever). A client belongs to one event loop: its
connections cannot be used from another, so clients are kept by loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal
from weakref import WeakKeyDictionary

from langchain_core.language_models import BaseChatModel
from pydantic import ValidationError

from errors import ConfigError

PROVIDERS = ("openai", "azure_openai")
NO_MODEL = frozenset({"", "none"})

Method = Literal["json_schema", "function_calling", "json_mode"]


@dataclass(frozen=True)
class ChatModels:
    """Gives the chat model of a name such as "openai:gpt-5-mini", or None for "" and "none".

    `timeout_s` is one attempt's; the client tries up to three times on 409, 429 and 5xx and honours Retry-After.
    """

    timeout_s: float = 30.0
    make: Callable[[str, float], BaseChatModel] | None = None
    _kept: WeakKeyDictionary[Any, dict[str, BaseChatModel]] = field(default_factory=WeakKeyDictionary, repr=False)

    def get(self, name: str) -> BaseChatModel | None:
        """The model for the running event loop. Raises ConfigError for a name that cannot be made into a model."""
        if name in NO_MODEL:
            return None
        mine = self._kept.setdefault(asyncio.get_running_loop(), {})
        if name not in mine:
            mine[name] = (self.make or make_chat_model)(name, self.timeout_s)
        return mine[name]

    async def close(self) -> None:
        """Close the connections of the running event loop's clients, which it may otherwise outlive."""
        for model in self._kept.pop(asyncio.get_running_loop(), {}).values():
            client = getattr(model, "root_async_client", None)
            if client is not None:
                await client.close()


def check_model_name(name: str) -> str:
    """`name` if it names no model or PROVIDER:MODEL; raises ConfigError naming the valid providers."""
    provider, _, model = name.partition(":")
    if name in NO_MODEL or (provider in PROVIDERS and model):
        return name
    raise ConfigError(f"model: {name!r} is unknown; valid: none, {', '.join(f'{known}:MODEL' for known in PROVIDERS)}")


def make_chat_model(name: str, timeout_s: float) -> BaseChatModel:
    """A chat model by LangChain's own client, which reads keys, addresses, proxies and certificates from its own
    environment variables (OPENAI_API_KEY, OPENAI_BASE_URL, AZURE_OPENAI_ENDPOINT, HTTPS_PROXY, SSL_CERT_FILE ...).
    """
    import openai  # with langchain_openai about a second of import: only where a model is used
    from langchain_openai import AzureChatOpenAI, ChatOpenAI

    provider, _, model = check_model_name(name).partition(":")
    shared: dict[str, Any] = {
        "timeout": timeout_s,
        "max_retries": 2,
        "stream_usage": True,
        "http_async_client": openai.DefaultAsyncHttpxClient(timeout=timeout_s),
    }
    try:
        if provider == "azure_openai":
            return AzureChatOpenAI(azure_deployment=model, **shared)
        return ChatOpenAI(model=model, **shared)
    except (openai.OpenAIError, ValidationError, ValueError) as fault:
        raise ConfigError(f"model: {name!r} cannot be used: {str(fault).splitlines()[0]}") from fault
