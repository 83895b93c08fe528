"""Who asks: what the server's authentication says of the one who started a run, and what that lets the run see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from langgraph.runtime import Runtime

from errors import InputError


@dataclass(frozen=True, slots=True)
class Caller:
    """One caller. `bases` are names, or "catalog/name" of one catalog's; `access` the words of passages' access fields
    that may be seen beside the passages that have none. None means every one: a command line, a server without keys.
    """

    name: str = ""
    bases: frozenset[str] | None = None
    access: frozenset[str] | None = None

    def within(self, catalog: str, names: Iterable[str]) -> list[str]:
        """Those of a catalog's bases that this caller may search, in the order given."""
        return [name for name in names if self.bases is None or {name, f"{catalog}/{name}"} & self.bases]


ANYONE = Caller()


def caller_of(runtime: Runtime[Any], *, keyed: bool) -> Caller:
    """The caller of this run; `keyed` tells that the server asks for keys.

    Raises InputError where it does and the run came without a user: what is missing must not open everything.
    """
    server = runtime.server_info
    if server is None:
        return ANYONE
    user = server.user
    if user is None:
        if keyed:
            raise InputError("this run has no user, and the server asks for keys (SIGNALBOX_KEYS): send a key")
        return ANYONE
    return Caller(str(user.identity), _words(user, "bases"), _words(user, "access"))


def _words(user: Any, name: str) -> frozenset[str] | None:
    try:
        given = user[name]
    except (KeyError, AttributeError):
        # Only a user that this house did not make lacks it: it sees nothing rather than everything.
        return frozenset()
    return None if given is None else frozenset(given)
