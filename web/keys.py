"""The API keys of the server: a file of names and digests, each with what its holder may see. A key itself is shown
once, when it is made, and kept nowhere.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
import tomllib
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from errors import ConfigError

PREFIX: Final = "sb_"
Label = Annotated[str, StringConstraints(pattern=r"^[\w-]{1,64}$")]
"""A key's name owns threads and begins the namespaces of store items, where a dot is not allowed."""
Word = Annotated[str, StringConstraints(pattern=r"^\S(.*\S)?$", max_length=400)]


class Key(BaseModel):
    """One key. `bases` and `access` as in `graph.caller.Caller`; an operator may also see how routing fares, read the
    metrics, and write the state of its threads.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Label
    sha256: Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
    bases: tuple[Word, ...] | None = None
    access: tuple[Word, ...] | None = None
    operator: bool = False


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    key: tuple[Key, ...] = Field(())


class Keyring:
    """The keys of one file, read again when it changes. Threads may share it; methods block for the file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._held: tuple[tuple[int, int], tuple[Key, ...]] | None = None
        self._lock = threading.Lock()

    def keys(self) -> tuple[Key, ...]:
        """Every key. Raises ConfigError for a file that is not there or cannot be read: then no key is good."""
        with self._lock:
            try:
                info = self.file.stat()
            except OSError as fault:
                raise ConfigError(f"SIGNALBOX_KEYS: {self.file}: {fault.strerror}; run: signalbox key NAME") from None
            stamp = info.st_mtime_ns, info.st_size
            if self._held is None or self._held[0] != stamp:
                self._held = stamp, read(self.file)
            return self._held[1]

    def holder(self, token: str) -> Key | None:
        """The key that this is, or None. Every digest is compared, each in constant time."""
        digest = digest_of(token)
        found = None
        for key in self.keys():
            if hmac.compare_digest(key.sha256, digest):
                found = key
        return found


def digest_of(token: str) -> str:
    """What is kept of a key. It is random and long, so one sha256 is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def read(file: Path) -> tuple[Key, ...]:
    """The keys in a TOML ([[key]] blocks) or JSON ({"key": [...]}) file. Raises ConfigError naming file, key, value."""
    try:
        text = file.read_text(encoding="utf-8")
        given = json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
        found = _File.model_validate(given).key
    except ValidationError as faults:
        first = faults.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ConfigError(f"{file}: {place}: {first['msg']} (got {first['input']!r})") from None
    except (OSError, ValueError) as fault:  # not TOML, not JSON, not UTF-8
        raise ConfigError(f"{file}: cannot be read: {fault}") from None
    for what, values in (("name", [key.name for key in found]), ("sha256", [key.sha256 for key in found])):
        twice = next((value for at, value in enumerate(values) if value in values[:at]), None)
        if twice is not None:
            raise ConfigError(f"{file}: two keys have the {what} {twice!r}; each needs its own")
    return found


def make(file: Path, name: str, *, bases: list[str] | None, access: list[str] | None, operator: bool) -> str:
    """Add a key to a TOML file, which is made where it is not there, readable for its owner only; the key itself.

    Raises ConfigError for a name that is taken or not allowed, and for a file that is not TOML or cannot be written.
    """
    if file.suffix == ".json":
        raise ConfigError(f"{file}: keys are added to a TOML file; add the sha256 of a key of your own to this one")
    known = read(file) if file.exists() else ()
    token = PREFIX + secrets.token_urlsafe(32)
    try:
        key = Key(name=name, sha256=digest_of(token), bases=_told(bases), access=_told(access), operator=operator)
    except ValidationError as faults:
        first = faults.errors()[0]
        raise ConfigError(f"key: {first['loc'][0]}: {first['msg']} (got {first['input']!r})") from None
    if name in {one.name for one in known}:
        raise ConfigError(f"{file}: there is a key {name!r} already; take its block out to make it anew")
    told = key.model_dump(mode="json", exclude_defaults=True)
    block = "".join(f"{field} = {json.dumps(value, ensure_ascii=False)}\n" for field, value in told.items())
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600, exist_ok=True)
        with file.open("a", encoding="utf-8") as opened:
            opened.write(f"{'' if not known else chr(10)}[[key]]\n{block}")
    except OSError as fault:
        raise ConfigError(f"{file}: cannot be written: {fault.strerror}") from None
    return token


def _told(words: list[str] | None) -> tuple[str, ...] | None:
    return None if words is None else tuple(words)
