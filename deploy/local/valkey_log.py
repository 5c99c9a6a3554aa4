"""Repair a log that Valkey refuses to load: cut off an incomplete end, skip damage in the middle, keep a copy.

After a power failure a file may end in half an entry, in zeros or in garbage. Nobody was ever answered on the basis of
that end, because answers wait for the disk. So it is cut off. Damage in the middle is different: data is lost there.
Transactions with damage are skipped as wholes, and all others stay. A match whose log lacks one no longer matches its
digest, and game_state refuses that match alone (`MatchDamaged`).
"""

from __future__ import annotations

import mmap
import os
import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOLDER = "appendonlydir"
MANIFEST = "appendonly.aof.manifest"
#: what could begin an entry: the number of its words, then the length of the first
BEGINNING = re.compile(rb"\*[1-9][0-9]{0,6}\r\n\$[0-9]{1,9}\r\n")
NUMBER_BYTES_MAX = 12
#: comments that Valkey writes between entries
ANNOTATION = b"#"


class LogDamagedError(Exception):
    """A file can't be repaired; the message says which one, and what would help."""


class Gap(NamedTuple):
    """A range of bytes that belongs to no complete entry (the end is exclusive)."""

    start: int
    end: int


@dataclass(frozen=True)
class Mended:
    """The repair of one file; `is_torn` if nothing but its end was lost."""

    name: str
    gaps: tuple[Gap, ...]
    is_torn: bool
    copy: Path

    def __str__(self) -> str:
        """Describe it in a sentence for the operator."""
        count = sum(gap.end - gap.start for gap in self.gaps)
        where = ", ".join(f"{gap.start}-{gap.end - 1}" for gap in self.gaps)
        if self.is_torn:
            what = f"{self.name} ended in {count} bytes of no whole entry, as after a power failure; they were cut off"
        else:
            what = (
                f"{self.name} was damaged: {count} bytes ({where}) were left out, all else was kept; "
                "matches that they belonged to are refused as damaged"
            )
        return f"{what}. The file as it was: {self.copy}"


def mend(data: Path) -> list[Mended]:
    """Mend the log under *data*; return what was done. Raises LogDamagedError for a file that can't be mended."""
    folder = data / FOLDER
    mended = []
    for path in _growing_files(folder):
        with path.open("rb") as file:
            gaps, size = _gaps_of(file.fileno())
        if not gaps:
            continue
        kept = data / "damaged" / datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        kept.mkdir(mode=0o700, parents=True, exist_ok=True)
        copy = kept / path.name
        shutil.copyfile(path, copy)
        copy.chmod(0o600)
        _write_without(path, copy, gaps)
        mended.append(Mended(path.name, gaps, len(gaps) == 1 and gaps[0].end == size, copy))
    return mended


def _growing_files(folder: Path) -> Iterator[Path]:
    """Yield the files that entries are appended to, as the manifest names them; a base has a checksum of its own."""
    manifest = folder / MANIFEST
    try:
        lines = manifest.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as wrong:
        raise LogDamagedError(f"{manifest} can't be read ({wrong}); restore the newest backup") from wrong
    for line in lines:
        words = line.split()
        fields = dict(zip(words[::2], words[1::2], strict=False))
        path = folder / fields.get("file", "")
        if {"file", "type"} > fields.keys() or path.parent != folder:
            raise LogDamagedError(f"{manifest} is damaged; restore the newest backup")
        if fields["type"] == "i" and path.exists():
            yield path


def _gaps_of(file: int) -> tuple[tuple[Gap, ...], int]:
    """Return the ranges of a file that belong to no complete entry, and its size."""
    size = os.fstat(file).st_size
    if not size:
        return (), 0
    with mmap.mmap(file, size, access=mmap.ACCESS_READ) as data:
        return tuple(_find_gaps(data)), size


def _find_gaps(data: mmap.mmap) -> Iterator[Gap]:
    place = 0
    while place < len(data):
        #: where the incomplete transaction began
        begun: int | None = None
        while place < len(data):
            entry = _entry_at(data, place)
            if entry is None:
                break
            name, end = entry
            begun = place if name == b"MULTI" else None if name == b"EXEC" else begun
            place = end
        start = place if begun is None else begun
        if start == len(data):
            return
        place = _next_transaction(data, place)
        yield Gap(start, place)


def _next_transaction(data: mmap.mmap, place: int) -> int:
    """Return where the next entry after *place* begins that isn't part of a transaction whose beginning is lost."""
    while match := BEGINNING.search(data, place + 1):
        place = match.start()
        first = walked = place
        while entry := _entry_at(data, walked):
            name, walked = entry
            if name == b"MULTI":
                return first
            if name == b"EXEC":
                first = walked
        if first != place or walked == len(data):
            return first
        # It only looked like an entry, or damage follows at once: nothing here is known to be complete.
    return len(data)


def _entry_at(data: mmap.mmap, place: int) -> tuple[bytes, int] | None:
    """Return an entry's command in capitals and where it ends; None if there is no complete entry."""
    if data[place : place + 1] == ANNOTATION:
        end = data.find(b"\r\n", place)
        return None if end < 0 else (b"", end + 2)
    found = _number_at(data, place, b"*")
    if found is None or found[0] < 1:
        return None
    count, place = found
    name = b""
    for index in range(count):
        found = _number_at(data, place, b"$")
        if found is None:
            return None
        length, start = found
        place = start + length + 2
        if place > len(data) or data[place - 2 : place] != b"\r\n":
            return None
        if index == 0:
            name = data[start : start + length].upper()
            if not name.isalpha():
                return None
    return name, place


def _number_at(data: mmap.mmap, place: int, mark: bytes) -> tuple[int, int] | None:
    """Return the number after a mark, and where its line ends."""
    end = data.find(b"\r\n", place, place + NUMBER_BYTES_MAX + 3)
    digits = data[place + 1 : end]
    if end < 0 or data[place : place + 1] != mark or not digits.isdigit():
        return None
    return int(digits), end + 2


def _write_without(path: Path, copy: Path, gaps: tuple[Gap, ...]) -> None:
    """Write *copy* without the gaps to *path*; after a crash there is either the old file or the new one."""
    new = path.with_name(f"mended-{path.name}")
    with copy.open("rb") as source, new.open("wb") as target:
        new.chmod(0o600)
        place = 0
        for gap in (*gaps, Gap(copy.stat().st_size, 0)):
            source.seek(place)
            left = gap.start - place
            while left and (part := source.read(min(left, 1 << 20))):
                target.write(part)
                left -= len(part)
            place = gap.end
        target.flush()
        os.fsync(target.fileno())
    new.replace(path)
