"""A tournament on disk, from its log to its reports.

The folder of a tournament holds `log.jsonl` (its log, from which all else follows), `records.jsonl` (every match,
verifiable by anyone) and, at the end, the report. A record is written before its result, both are flushed to the disk,
and an incomplete last line is dropped. So after a kill at any moment the same command continues with the same pairings
and seeds, and plays nothing twice.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from typing import TYPE_CHECKING, Any

from ai.arena.pool import Pool
from engine.errors import EngineError
from engine.replay import verify
from services.shared.now import now_ms
from tournaments import exports, report
from tournaments.errors import BadConfig
from tournaments.tournament import Tournament
from tournaments.trf import to_trf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO


LOG, RECORDS = "log.jsonl", "records.jsonl"


class Folder:
    """A tournament on disk: its log, its records, and a lock against a second process."""

    def __init__(self, path: Path) -> None:
        """Open or create; raise BadConfig if another process runs it."""
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._log = (path / LOG).open("a+b")
        try:
            fcntl.flock(self._log, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as busy:
            self._log.close()
            raise BadConfig(f"{path} is in use by another process") from busy
        self._records = (path / RECORDS).open("a+b")
        self.tournament = Tournament(_whole_lines(self._log))
        self.records = sum(1 for _ in _whole_lines(self._records))

    def close(self) -> None:
        """Close the files and release the lock."""
        self._log.close()
        self._records.close()

    def add(self, kind: str, **fields: object) -> None:
        """Append an entry that fits; it is on the disk when this returns."""
        entry = {"kind": kind, "at_ms": now_ms(), **fields}
        self.tournament.apply(entry)
        _append(self._log, entry)

    def add_record(self, record: dict[str, Any]) -> None:
        """Keep a match's record; it is on the disk when this returns."""
        _append(self._records, record)
        self.records += 1

    def read_records(self) -> dict[str, dict[str, Any]]:
        """Return all records by match id."""
        return {record["match_id"]: record for record in _whole_lines(self._records)}


def _append(file: BinaryIO, line: dict[str, Any]) -> None:
    file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
    file.flush()
    os.fsync(file.fileno())


def _whole_lines(file: BinaryIO) -> Iterator[dict[str, Any]]:
    """Yield a file's lines; cut off an incomplete last one."""
    file.seek(0)
    whole = 0
    for raw in file:
        if not raw.endswith(b"\n"):
            file.truncate(whole)
            break
        whole += len(raw)
        line: dict[str, Any] = json.loads(raw)
        yield line


def find_fault(record: dict[str, Any]) -> str:
    """Replay a record against its commitment and results; return "" or what is wrong."""
    try:
        verify(record)
    except EngineError as wrong:
        return f"{record.get('match_id')}: {wrong}"
    return ""


def write_reports(folder: Folder) -> list[Path]:
    """Write standings, rounds, report and plot beside the log; return the files."""
    tournament, path = folder.tournament, folder.path
    files = {
        "standings.csv": exports.to_csv(tournament),
        "tournament.json": json.dumps(exports.to_json(tournament), indent=1) + "\n",
        "report.md": report.to_markdown(tournament) + "\n![points by round](points.svg)\n",
    }
    # Not with more than two seats, or more points than the format has room for.
    with contextlib.suppress(BadConfig):
        files["tournament.trf"] = to_trf(tournament)
    written = []
    for name, text in files.items():
        (path / name).write_text(text)
        written.append(path / name)
    try:
        report.plot(tournament, path / "points.svg")
    except ModuleNotFoundError:
        (path / "report.md").write_text(report.to_markdown(tournament))
    else:
        written.append(path / "points.svg")
    return written


def verify_all(folder: Folder, workers: int) -> tuple[int, list[str]]:
    """Check that every match of the tournament has a correct record. Return how many have, and what is wrong."""
    records = folder.read_records()
    wanted = [result.match_id for _, _, table in folder.tournament.tables() for result in table.results.values()]
    missing = [f"{name}: there is no record" for name in wanted if name not in records]
    found = [records[name] for name in wanted if name in records]
    pool = Pool(workers)
    try:
        answers = pool.map(find_fault, found, 4)
    finally:
        pool.close()
    wrong = missing + [answer for answer in answers if answer]
    return len(wanted) - len(wrong), wrong
