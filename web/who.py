"""Who sends a request: the holder of a key, or anyone on this machine where no keys are set."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from errors import SignalboxError
from graph.caller import ANYONE, Caller
from graph.settings import Settings
from knowledge.blocking import in_thread
from web.keys import Key, Keyring

HERE = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?", re.IGNORECASE)
ORIGIN = re.compile(rf"https?://{HERE.pattern}|https://([a-z0-9-]+\.)?smith\.langchain\.com", re.IGNORECASE)
"""Pages that may ask a server without keys; langgraph.json's cors lets the same ones read."""
LOCAL = "local"
"""The identity of everyone where no keys are set."""
SCOPE_KEY = "signalbox.who"


class Refused(SignalboxError):
    """A request is not let in; `status` says how, and the text what to do."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Who:
    """One caller of the server. Without a `key` it may do everything."""

    identity: str
    key: Key | None = None

    @property
    def operator(self) -> bool:
        """Whether it may see how the server fares and write states."""
        return self.key is None or self.key.operator

    @property
    def caller(self) -> Caller:
        """What it may see, as a run is told."""
        if self.key is None:
            return ANYONE
        return Caller(self.identity, _words(self.key.bases), _words(self.key.access))

    def user(self) -> dict[str, Any]:
        """What the server keeps with each run and checkpoint, and `graph.caller` reads: nothing secret."""
        key = self.key
        return {
            "identity": self.identity,
            "display_name": self.identity,
            "is_authenticated": True,
            "bases": None if key is None or key.bases is None else list(key.bases),
            "access": None if key is None or key.access is None else list(key.access),
            "operator": self.operator,
        }


@dataclass(frozen=True)
class Gatekeeper:
    """Tells who sends a request. `keyring` is None where no keys are set; `open_` then lets other machines in too."""

    keyring: Keyring | None
    open_: bool = False

    @classmethod
    def of(cls, settings: Settings) -> Gatekeeper:
        """What the settings say."""
        return cls(Keyring(settings.keys) if settings.keys else None, settings.open)

    async def who(self, scope: Mapping[str, Any]) -> Who:
        """The sender of a request, by its ASGI scope. Raises Refused."""
        if self.keyring is None:
            if not self.open_ and _on_this_machine(scope) and not _from_this_machine(scope):
                raise Refused(403, "a page of another host asks, and no keys are set (SIGNALBOX_KEYS)")
            if self.open_ or _on_this_machine(scope):
                return Who(LOCAL)
            raise Refused(
                403,
                "no keys are set, so only this machine is answered: set SIGNALBOX_KEYS (signalbox key NAME), "
                "or SIGNALBOX_OPEN=true to answer everyone",
            )
        token = _token(scope)
        if not token:
            raise Refused(401, "a key is needed: send it as Authorization: Bearer KEY, or as X-Api-Key")
        keyring = self.keyring
        try:
            key = await in_thread(lambda: keyring.holder(token))
        except SignalboxError:
            raise Refused(503, "the keys cannot be read; the server's log and `signalbox doctor` say why") from None
        if key is None:
            raise Refused(401, "this key is not known")
        return Who(key.name, key)


def _words(given: tuple[str, ...] | None) -> frozenset[str] | None:
    return None if given is None else frozenset(given)


def _headers(scope: Mapping[str, Any]) -> dict[bytes, str]:
    return {name.lower(): value.decode("latin-1").strip() for name, value in scope.get("headers", ())}


def _from_this_machine(scope: Mapping[str, Any]) -> bool:
    """Whether a browser, if it is one, shows a page of this machine or Studio: any page may send requests here, and one
    whose name was made to lead here may read the answers.
    """
    headers = _headers(scope)
    host, origin = headers.get(b"host", "localhost"), headers.get(b"origin", "")
    return bool(HERE.fullmatch(host)) and (not origin or bool(ORIGIN.fullmatch(origin)))


def _token(scope: Mapping[str, Any]) -> str:
    headers = _headers(scope)
    scheme, _, given = headers.get(b"authorization", "").partition(" ")
    return given.strip() if scheme.lower() == "bearer" else headers.get(b"x-api-key", "")


def _on_this_machine(scope: Mapping[str, Any]) -> bool:
    client = scope.get("client")
    if not client:
        return False
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback
