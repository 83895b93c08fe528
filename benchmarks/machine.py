"""What every benchmark says of the machine it ran on, and how it tells times and memory."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np


def machine() -> str:
    """Cores, architecture and the versions that times depend on."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("langgraph", "chromadb", "onnxruntime", "numpy"))
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, {packages}"


def say(what: str) -> None:
    """A line of progress, with the time, beside what is printed as the result."""
    print(f"{time.strftime('%X')} {what}", file=sys.stderr, flush=True)


def spread(times: Sequence[float]) -> dict[str, Any]:
    """Median, 95th and 99th percentile and count, rounded to hundredths."""
    p95, p99 = np.percentile(times, [95, 99])
    return {"p50": round(median(times), 2), "p95": round(float(p95), 2), "p99": round(float(p99), 2), "n": len(times)}


def resident_mb(process: int | str = "self") -> float:
    """Memory of a process that is in use now, in MB; 0 where the system does not tell (it is read from /proc)."""
    file = Path(f"/proc/{process}/status")
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    return next((round(int(line.split()[1]) / 1024, 1) for line in lines if line.startswith("VmRSS")), 0.0)


def open_files() -> int:
    """Descriptors of this process; 0 where the system does not tell."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0
