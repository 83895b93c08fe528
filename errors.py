"""The one exception tree, so that a caller can catch as widely or as narrowly as it can act.

SignalboxError (a ValueError: the Agent Server shows the text of built-in errors only)
|-- ConfigError          a setting or a catalog is wrong; names the file, the key, the value and the valid ones
|-- InputError           the user's message cannot be worked with; names what is wrong with it
|-- FilterError          a search's filter names an unknown field or operator; names it and the valid ones
|-- StoreError           a store cannot be used; names the store and the command that mends it
|   |-- StoreMissing     it was never built, or a collection of it is gone
|   |-- StoreMismatch    it was built with another metric, embedding or format
|   |-- StoreBusy        another process is writing it
|   |-- BaseResting      it failed several times in a row and is not asked for a while
|   `-- BaseOff          no setting says how to reach it; names the setting
|-- QueryError           a statement is not allowed, or the store refused it; its text can be sent back to who wrote it
|-- ToolError            a proposed call cannot be made; names the tool, the argument and what would be right
|-- DocumentError        one file cannot be ingested; its text is the reason, and the others are not held up
|-- RoutingDataError     what a router is to learn from, or to load, cannot be used; names what would be right
|-- EvalError            an evaluation cannot be made; names the suite or the file, and what would be right
|   `-- BenchmarkMissing public data is not there; names the path and the setting that moves it
`-- ModelError           a model gave nothing usable; `retry` says whether asking again can help
"""

from __future__ import annotations


class SignalboxError(ValueError):
    """Root of every error raised on purpose."""


class ConfigError(SignalboxError):
    """A setting or a catalog is wrong."""


class InputError(SignalboxError):
    """The user's message cannot be worked with."""


class FilterError(SignalboxError):
    """A filter of a search names an unknown field or operator, or a value that cannot be compared."""


class StoreError(SignalboxError):
    """A store cannot be used."""


class StoreMissing(StoreError):
    """The store was never built, or a collection of it is gone."""


class StoreMismatch(StoreError):
    """The store was built with another metric, embedding model or format."""


class StoreBusy(StoreError):
    """Another process is writing the store."""


class BaseResting(StoreError):
    """The base failed several times in a row and is not asked for a while."""


class BaseOff(StoreError):
    """The base is switched off: no setting says how to reach it."""


class QueryError(SignalboxError):
    """A statement is not allowed, or the store refused it; the text says what is wrong with it."""


class ToolError(SignalboxError):
    """A proposed call cannot be made: an unknown tool or argument, a missing argument, a wrong type."""


class DocumentError(SignalboxError):
    """One file cannot be ingested; the text is the reason, without the file's name."""


class RoutingDataError(SignalboxError):
    """What a router is to learn from, or to load, cannot be used."""


class EvalError(SignalboxError):
    """An evaluation cannot be made."""


class BenchmarkMissing(EvalError):
    """Public evaluation data is not there."""


class ModelError(SignalboxError):
    """A model gave nothing usable.

    `fault` is a short closed word for logs and tests (auth, unknown_model, rate_limit, server, timeout, connection,
    rejected, refusal, empty, truncated, invalid, limit); `retry` says whether asking the same thing once more can help.
    """

    def __init__(self, fault: str, message: str, *, retry: bool) -> None:
        super().__init__(message)
        self.fault = fault
        self.retry = retry
