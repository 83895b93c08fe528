"""Reading the public evaluation sets, all through one setting, so that a suite without its data can be skipped."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from errors import BenchmarkMissing

SETTING = "SIGNALBOX_BENCHMARKS"
"""The variable of the setting `benchmarks`, which every message about absent data names."""

Half = Literal["even", "odd"]


@dataclass(frozen=True, slots=True)
class Benchmarks:
    """The folder that holds one folder for each set."""

    folder: Path

    def rows(self, name: str) -> list[dict[str, Any]]:
        """The objects of a file named from here, such as "mtrag/tasks.jsonl"; a name in .gz is unpacked.

        Raises:
            BenchmarkMissing: the file is not there; the message names the path and the setting.
        """
        # Not splitlines: it would also part a row at a line separator inside a text.
        return [json.loads(line) for line in self._text(name).split("\n") if line.strip()]

    def table(self, name: str) -> Any:
        """The value of a JSON file named from here.

        Raises:
            BenchmarkMissing: the file is not there.
        """
        return json.loads(self._text(name))

    def _text(self, name: str) -> str:
        path = self.folder / name
        try:
            raw = path.read_bytes()
        except (FileNotFoundError, NotADirectoryError) as error:
            raise BenchmarkMissing(f"{path} is missing: set {SETTING} to the folder of public data") from error
        return (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")


def half(key: str) -> Half:
    """Which half a row, or its conversation, belongs to: the parity of its md5. Even rows tune, odd rows report."""
    return "odd" if int(hashlib.md5(key.encode(), usedforsecurity=False).hexdigest(), 16) % 2 else "even"
