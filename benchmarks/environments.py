"""An environment of its own for each peer: made by the first run from published packages, reused by the later ones."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 1200


class NotInstalledError(RuntimeError):
    """The message holds what was tried and the last line of what pip said."""


@dataclass(frozen=True)
class Peer:
    """A system to compare with: its script in peers/, and the pinned packages it runs on."""

    name: str
    script: str
    packages: tuple[str, ...]


def python(peer: Peer, work: Path) -> Path:
    """The interpreter of the peer's environment, made under `work` where it is missing or its pins have changed.

    Raises:
        NotInstalledError: the packages could not be installed.
    """
    pins = hashlib.sha256("\n".join(peer.packages).encode()).hexdigest()[:8]
    home = (work / f"{peer.name}-{pins}").resolve()
    ready, interpreter = home / "ready", home / "bin" / "python"
    if ready.exists():
        return interpreter
    _run([sys.executable, "-m", "venv", "--clear", str(home)], peer)
    _run([str(interpreter), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *peer.packages], peer)
    ready.touch()
    return interpreter


def _run(command: list[str], peer: Peer) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=TIMEOUT)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired, OSError) as error:
        said = str(getattr(error, "stderr", None) or "").strip() or str(error)
        last = said.splitlines()[-1][:300]
        raise NotInstalledError(f"tried: pip install {' '.join(peer.packages)}; {last}") from error
