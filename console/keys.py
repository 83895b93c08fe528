"""`signalbox key`: a new API key of the server, on stdout; what to do with it, on stderr."""

from __future__ import annotations

from console.show import print_out, stderr
from errors import ConfigError
from graph.settings import Settings
from web.keys import make


def run(settings: Settings, name: str, *, bases: str | None, access: str | None, operator: bool) -> None:
    """Make the key and print it. Raises ConfigError."""
    file = settings.keys or settings.home / "keys.toml"
    token = make(file, name, bases=_words("--bases", bases), access=_words("--access", access), operator=operator)
    print_out(token)
    stderr.print(f"kept as a digest in {file}; it is not shown again", highlight=False)
    if settings.keys is None:
        stderr.print(f"the server asks for keys with SIGNALBOX_KEYS={file}", highlight=False)


def _words(option: str, given: str | None) -> list[str] | None:
    if given is None:
        return None
    words = [word.strip() for word in given.split(",")]
    if not all(words) and given.strip():
        raise ConfigError(f"{option}: an empty word in {given!r}")
    return [word for word in words if word]
