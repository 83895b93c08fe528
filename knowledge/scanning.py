"""What lies in a base's folder: the files that can be ingested, and why each of the others cannot.

Nothing is opened here and nothing stops the walk: links that lead nowhere, in circles or out of the folder, pipes,
hidden files and files above the limit are named, and the rest goes on.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from knowledge.base_spec import BaseSpec
from knowledge.formats import MEGABYTE, SUFFIXES


@dataclass(frozen=True, slots=True)
class File:
    """A file to ingest. `stamp` changes when the file does: size, time of change in nanoseconds, and identity."""

    source: str
    path: Path
    stamp: str
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Scan:
    """A folder as it was found. `notes` tells by source why it is passed over; what was stored from below one of
    `unread` (folders that could not be listed) is not known to be gone.
    """

    files: dict[str, File] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)


def scan(spec: BaseSpec, folder: Path) -> Scan:
    """Everything in `folder`, by source: the base's name, then the path below the folder."""
    walk = _Walk(spec, folder, Scan())
    walk.directory(folder)
    # After all that really lies in the folder: a link to it would only be the same document twice.
    while walk.links:
        walk.link(walk.links.pop(0))
    return Scan(dict(sorted(walk.found.files.items())), dict(sorted(walk.found.notes.items())), walk.found.unread)


def stamp_of(info: os.stat_result) -> str:
    """What tells two states of a file apart without reading it."""
    return f"{info.st_size}-{info.st_mtime_ns}-{info.st_ino}"


class _Walk:
    def __init__(self, spec: BaseSpec, folder: Path, found: Scan) -> None:
        self.found = found
        self.links: list[Path] = []
        self._spec = spec
        self._folder = folder
        self._home = folder.resolve()
        self._seen: set[tuple[int, int]] = set()

    def directory(self, path: Path) -> None:
        """Read a folder and all below it; links are kept for later."""
        pending = [path]
        while pending:
            here = pending.pop()
            try:
                entries = list(self._entries(here))
            except OSError as fault:
                self.found.unread.append(self._source(here) + "/")
                self._note(here, f"a folder that cannot be read: {fault.strerror}", "/")
                continue
            for entry in entries:
                pending += self._sort(entry)

    def link(self, path: Path) -> None:
        """Follow one link, if it leads to something new that may be read."""
        try:
            target = path.resolve(strict=True)
            info = target.stat()
        except FileNotFoundError:
            self._note(path, f"a link to nothing: {path.readlink()}")
        except (OSError, RuntimeError):  # a circle of links, or a target that may not be looked at
            self._note(path, f"a link that cannot be followed: {path.readlink()}")
        else:
            if (info.st_dev, info.st_ino) in self._seen:
                self._note(path, f"a link to what is read already: {path.readlink()}")
            elif self._spec.links == "inside" and not target.is_relative_to(self._home):
                self._note(path, f'a link out of the folder: {path.readlink()}; allow it with links = "follow"')
            elif stat.S_ISDIR(info.st_mode):
                self.directory(path)
            else:
                self._file(path, info)

    def _entries(self, path: Path) -> Iterator[os.DirEntry[str]]:
        info = path.stat()
        self._seen.add((info.st_dev, info.st_ino))
        with os.scandir(path) as listed:
            yield from sorted(listed, key=lambda entry: entry.name)

    def _sort(self, entry: os.DirEntry[str]) -> list[Path]:
        """The folder that is to be read next, if it is one; a file is taken, a link is kept."""
        path = Path(entry.path)
        below = self._below(path)
        if any(fnmatch(below, pattern) for pattern in self._spec.ignore):
            return []
        try:
            if entry.name.startswith((".", "~$")):
                self._note(path, "hidden", "/" if entry.is_dir(follow_symlinks=False) else "")
            elif entry.is_symlink():
                self.links.append(path)
            elif entry.is_dir():
                return [path]
            else:
                self._file(path, entry.stat())
        except OSError as fault:  # it went away between listing and looking, or may not be looked at
            self._note(path, f"cannot be looked at: {fault.strerror}")
        return []

    def _file(self, path: Path, info: os.stat_result) -> None:
        self._seen.add((info.st_dev, info.st_ino))
        limit = self._spec.max_file_mb
        if not stat.S_ISREG(info.st_mode):
            self._note(path, "not a regular file")
        elif path.suffix.lower() not in SUFFIXES:
            self._note(path, f"not one of {', '.join(SUFFIXES)}")
        elif info.st_size > limit * MEGABYTE:
            size = info.st_size / MEGABYTE
            self._note(path, f"{size:,.1f} MB is more than max_file_mb = {limit:g} of catalog.toml")
        elif info.st_size == 0:
            self._note(path, "empty")
        else:
            source = self._source(path)
            self.found.files[source] = File(source, path, stamp_of(info), info.st_mtime_ns)

    def _below(self, path: Path) -> str:
        # A name need not be valid in any encoding; the store takes nothing else.
        return os.fsencode(path.relative_to(self._folder).as_posix()).decode("utf-8", "backslashreplace")

    def _source(self, path: Path) -> str:
        below = self._below(path)
        return self._spec.name if below == "." else f"{self._spec.name}/{below}"

    def _note(self, path: Path, why: str, end: str = "") -> None:
        self.found.notes[self._source(path) + end] = os.fsencode(why).decode("utf-8", "backslashreplace")
