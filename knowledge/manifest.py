"""The manifest of a store: what it holds and in which format. Readers see by it that the store was written."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from errors import StoreMismatch

FORMAT = 2
"""1: chunks without line and page, no record of sources. An ingest brings it up without embedding anything again."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a store holds. `documents` maps each source to the sha256 of its bytes."""

    format: int = FORMAT
    fingerprint: str = ""
    documents: dict[str, str] = field(default_factory=dict)
    chunks: int = 0


class ManifestFile:
    """The manifest in a store's directory. Threads may share it."""

    def __init__(self, directory: Path) -> None:
        self.file = directory / "manifest.json"
        self._held: tuple[int, Manifest | None] | None = None

    def stamp(self) -> int:
        """Changes whenever the store was written; 0 where it was never built."""
        try:
            return self.file.stat().st_mtime_ns
        except (FileNotFoundError, NotADirectoryError):
            return 0

    def read(self) -> Manifest | None:
        """The manifest, or None where the store was never built. Raises StoreMismatch for another format.

        Every question asks; the file is read again when it was written.
        """
        stamp = self.stamp()
        if self._held is None or self._held[0] != stamp:
            self._held = (stamp, self._read())
        return self._held[1]

    def save(self, manifest: Manifest) -> None:
        """Replace the manifest in one step; readers reopen the store when they see it."""
        draft = self.file.with_suffix(".tmp")
        draft.write_text(json.dumps(asdict(manifest), indent=1), encoding="utf-8")
        draft.replace(self.file)

    def check_not_newer(self) -> None:
        """Raises StoreMismatch where a newer version wrote the store: an ingest would undo what it does not know."""
        try:
            values = self._values()
        except StoreMismatch:
            return  # an ingest makes anew what cannot be read
        if values is not None and values["format"] != FORMAT and not _is_older(values["format"]):
            raise self._mismatch(values["format"])

    def _read(self) -> Manifest | None:
        values = self._values()
        if values is None:
            return None
        if values["format"] != FORMAT:
            raise self._mismatch(values["format"])
        try:
            return Manifest(**values)
        except TypeError:
            raise self._unreadable() from None

    def _values(self) -> dict[str, Any] | None:
        """The object that stands there, whatever its format."""
        try:
            values: Any = json.loads(self.file.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValueError:
            raise self._unreadable() from None
        if not isinstance(values, dict) or "format" not in values:
            raise self._unreadable()
        return values

    def _unreadable(self) -> StoreMismatch:
        return StoreMismatch(f"{self.file}: not readable; rebuild with: signalbox ingest --rebuild")

    def _mismatch(self, written: Any) -> StoreMismatch:
        older = "bring it up to date with: signalbox ingest"
        mend = older if _is_older(written) else "rebuild with: signalbox ingest --rebuild"
        return StoreMismatch(f"{self.file.parent}: format {written}, this version reads {FORMAT}; {mend}")


def _is_older(written: Any) -> bool:
    return isinstance(written, int) and written < FORMAT
