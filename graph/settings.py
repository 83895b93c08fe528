"""The settings of a process, read once from the environment and checked: every one is SIGNALBOX_<NAME>."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from errors import ConfigError
from knowledge.clients import opener
from knowledge.web.provider import ProviderName
from models.chat import Method, check_model_name
from models.prices import prices

Unsupported = Literal["mark", "drop"]
Trace = Literal["full", "masked", "hidden"]
ROOT = Path(__file__).resolve().parent.parent
PREFIX = "SIGNALBOX_"
LIKE_PREFIX = 0.85
"""How like SIGNALBOX the first part of a variable must be (0 to 1) to be a slip of the hand: SIGNALBX, SIGNAL_BOX."""


class Settings(BaseModel):
    """One process's settings; each field's description says what the README's table tells at length."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    catalog: str = Field("larkspur", description="the catalog that is served and asked")
    catalogs: Path = Field(ROOT / "catalogs", description="the folder the catalogs are in")
    home: Path = Field(ROOT / ".signalbox", description="where stores and threads are kept")
    benchmarks: Path = Field(
        ROOT.parent / "shared" / "benchmarks", description="the folder of public data that `signalbox eval` measures on"
    )
    embedding: str = Field("embedded", description="embedded, or openai:MODEL")
    chroma: str = Field(
        "",
        description="empty for Chroma in this process, http://HOST:PORT of a Chroma server, or cloud:TENANT/DATABASE",
    )
    reranker: str = Field("", description="package.module.Name of a LangChain document compressor, or empty for none")
    model: str = Field("", description="none, openai:MODEL or azure_openai:DEPLOYMENT")
    routing_model: str = Field("", description="the model that rewrites, routes and fills in tools; empty: the model")
    prices: str = Field("", description="prices of a million tokens: MODEL=INPUT/OUTPUT[/CACHED], set apart by commas")
    run_calls: int = Field(0, ge=0, description="model calls a run may make; 0: no limit")
    run_tokens: int = Field(0, ge=0, description="tokens after which a run asks no model; 0: no limit")
    thread_calls: int = Field(0, ge=0, description="model calls a thread may make in all; 0: no limit")
    thread_tokens: int = Field(0, ge=0, description="tokens after which a thread asks no model; 0: no limit")
    model_timeout: float = Field(30, gt=0, le=600, description="seconds one attempt of a model call may take")
    model_window: int = Field(16_000, ge=1_000, description="tokens of conversation a prompt may carry")
    rewriting: Literal["unsure", "always"] = Field(
        "unsure", description="when a model rewrites a follow-up: where rules leave something open, or always"
    )
    spelling: bool = Field(True, description="whether a slip of the pen is read as the word that is meant")
    mood_call: Literal["together", "apart"] = Field(
        "together", description="whether a model reads the mood in the routing call or in one of its own"
    )
    log: str = Field("", description="the route log: a database URL, none, or empty for a file under home")
    log_text: bool = Field(False, description="whether the route log keeps the questions' words")
    log_days: float = Field(90, gt=0, le=36_500, description="days a row of the route log is kept")
    review: float = Field(
        0.01, ge=0, le=1, description="share of sure questions that join the blocked and unsure ones for review"
    )
    thread_days: float = Field(
        0, ge=0, le=36_500, description="days a thread is kept that nobody writes in; 0: for as long as the file stays"
    )
    shadow: float = Field(
        0.01, ge=0, le=1, description="share of decisions whose unchosen bases are searched too, after the answer"
    )
    cache: float = Field(
        0,
        ge=0,
        description="seconds an answer is kept for the same question: off, a number, or true for as long as it holds",
    )
    trace: Trace = Field(
        "full",
        description="the words a trace carries: full, masked (no e-mail address, phone or card number) or hidden",
    )
    structured: Method = Field("json_schema", description="how a model is asked for structured output")
    web: ProviderName = Field("", description="who searches the web: off, tavily (with TAVILY_API_KEY) or ddgs")
    web_url: str = Field("", description="the address of that provider, or empty for its own")
    unsupported: Unsupported = Field(
        "mark", description="what becomes of a sentence of a model that its passage does not say: mark ([?]) or drop"
    )
    served: str = Field("", description="further catalogs that the server serves, with commas between")
    keys: Path | None = Field(None, description="the file of the server's API keys; none is asked for without it")
    open: bool = Field(False, description="whether the server answers other machines without a key")
    rate: float = Field(0, ge=0, description="requests a minute that one key or client may send; 0: no limit")
    body_mb: float = Field(2, gt=0, le=1024, description="size of a request's body at most")
    deadline: float = Field(120, gt=0, le=3600, description="seconds a run may take")
    rest_after: int = Field(3, ge=1, le=1000, description="failures in a row after which a base is left to rest")
    rest: float = Field(30, gt=0, le=86_400, description="seconds it is not asked before one question probes it")

    @field_validator("cache", mode="before")
    @classmethod
    def _cache_words(cls, given: Any) -> Any:
        words = {"off": 0, "false": 0, "no": 0, "none": 0, "true": math.inf, "on": math.inf, "yes": math.inf}
        return words.get(str(given).casefold(), given)

    @field_validator("web", mode="before")
    @classmethod
    def _web_words(cls, given: Any) -> Any:
        return "" if str(given).casefold() in {"off", "none", "no", "false"} else given

    @field_validator("prices")
    @classmethod
    def _known_prices(cls, text: str) -> str:
        prices(text)
        return text

    @field_validator("model", "routing_model")
    @classmethod
    def _known_model(cls, name: str) -> str:
        return check_model_name(name)

    @field_validator("chroma")
    @classmethod
    def _known_place(cls, place: str) -> str:
        opener(place)
        return place

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **explicit: Any) -> Self:
        """Explicit argument, then environment, then default; None and "" mean not given.

        Raises ConfigError naming the variable, the bad value and what is valid, and for a variable that is no setting
        but looks like one (it would be ignored without a word); the nearest setting is named.
        """
        environ = os.environ if environ is None else environ
        valid = [PREFIX + name.upper() for name in cls.model_fields]
        given = {key: value for key, value in environ.items() if key.startswith(PREFIX) and value}
        for key, near in _misspelt(environ, valid):
            meant = f"; did you mean {near}?" if near else ";"
            raise ConfigError(f"environment: {key} is not a setting{meant} valid: {', '.join(valid)}")
        values: dict[str, Any] = {key.removeprefix(PREFIX).lower(): value for key, value in given.items()}
        values |= {name: value for name, value in explicit.items() if value is not None}
        try:
            return cls(**values)
        except ValidationError as faults:
            first = faults.errors()[0]
            name = str(first["loc"][0])
            message = first["msg"].removeprefix("Value error, ")
            raise ConfigError(f"{PREFIX}{name.upper()}: {message} (got {first['input']!r})") from None


def _misspelt(environ: Mapping[str, str], valid: list[str]) -> Iterator[tuple[str, str]]:
    """Variables that look like settings and are none, each with the nearest setting, or "" where none is near."""
    for key, value in environ.items():
        if not value or key in valid:
            continue
        if key.startswith(PREFIX):
            names = [one.removeprefix(PREFIX) for one in valid]
            near = get_close_matches(key.removeprefix(PREFIX).upper(), names, 1)
            yield key, PREFIX + near[0] if near else ""
            continue
        # A slip in the first part, or small letters: the rest is a setting's name, letter for letter.
        for one in valid:
            first, name = key.upper(), one.removeprefix(PREFIX)
            if first.endswith(f"_{name}") and _like_prefix(first.removesuffix(f"_{name}")):
                yield key, one


def _like_prefix(first: str) -> bool:
    return SequenceMatcher(None, first, PREFIX.rstrip("_")).ratio() >= LIKE_PREFIX
