"""The command `astrarium tournament FILE.toml`: bots and programs on this machine, from a file to a final report.

The folder of a tournament holds `log.jsonl` (its log: all else follows from it), `records.jsonl` (every match,
verifiable by anyone) and, at the end, the report. A record is written before its result, both are flushed
to the disk, and a half-written last line is dropped: killed at any moment, the same command goes on with
the same pairings, the same seeds, and without playing anything twice.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import time
import tomllib
from concurrent.futures import FIRST_COMPLETED, wait
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import click
from pydantic import Field, model_validator
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ai.arena.match import play_match
from ai.arena.players import make_player
from ai.arena.pool import Pool, outcome
from ai.arena.program import PROGRAM_PREFIX
from engine.errors import EngineError
from engine.registry import find_game
from engine.replay import verify
from services.shared.now import now_ms
from tournaments import exports, report
from tournaments.config import Text
from tournaments.errors import BadConfig
from tournaments.limits import ENTRANTS_MAX
from tournaments.pairing import is_complete, next_round
from tournaments.reading import StrictModel, read
from tournaments.standings import standings
from tournaments.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

FOLDER = Path("var/tournaments")
LOG, RECORDS = "log.jsonl", "records.jsonl"
#: matches handed out ahead of the workers
AHEAD = 2
#: an arena looks for free entrants so often
WAIT_S = 0.2
Board = tuple[int, int, int]


# -- the file -----------------------------------------------------------------------------------------


def read_file(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a tournament's configuration and entrants from TOML; raise BadConfig naming what is wrong."""
    try:
        d = tomllib.loads(path.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadConfig(f"{path} is no TOML: {wrong}") from wrong
    rows = d.pop("entrants", None)
    if not isinstance(rows, list) or not rows:
        raise BadConfig("name at least two entrants, each as [[entrants]] with a level or a command")
    seed = d.get("seed", 1)
    if type(seed) is int:
        d["seed"] = hashlib.sha256(f"tournament {seed}".encode()).hexdigest()
    d.setdefault("name", path.stem)
    read_rows = [read(EntrantRow, row, f"entrants.{number}") for number, row in enumerate(rows)]
    entrants = [entrant for row in read_rows for entrant in _entrants(row, d.get("game"))]
    if len({entrant["name"] for entrant in entrants}) != len(entrants):
        raise BadConfig("two entrants have the same name")
    return d, [{"id": f"e{number:03}", **entrant} for number, entrant in enumerate(entrants)]


class EntrantRow(StrictModel):
    """One [[entrants]] of a file: a level or a program's command, once or `count` times."""

    level: Text | None = None
    command: Annotated[str, Field(min_length=1)] | None = None
    name: Text | None = None
    count: Annotated[int, Field(ge=1, le=ENTRANTS_MAX)] = 1
    rating: float = 0
    challenger: bool = False

    @model_validator(mode="after")
    def _check_who_it_is(self) -> Self:
        if (self.level is None) == (self.command is None):
            raise ValueError("an entrant has either a level or a command")
        return self


def _entrants(row: EntrantRow, game: object) -> Iterator[dict[str, Any]]:
    """Yield the entrants of one row: `count` of them, numbered if there are several."""
    spec = row.level if row.level is not None else f"{PROGRAM_PREFIX}{row.command}"
    make_player(spec, str(game)).close()
    name = row.name or row.level or "program"
    for number in range(1, row.count + 1):
        yield {
            "name": name if row.count == 1 else f"{name} {number}",
            "player": "program" if row.level is None else "bot",
            "level": spec,
            "rating": row.rating,
            "is_challenger": row.challenger,
        }


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
        """Close the files and let go of the lock."""
        self._log.close()
        self._records.close()

    def add(self, kind: str, **fields: Any) -> None:
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


def _append(file: Any, line: dict[str, Any]) -> None:
    file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
    file.flush()
    os.fsync(file.fileno())


def _whole_lines(file: Any) -> Iterator[dict[str, Any]]:
    """Yield a file's lines; cut off a half-written last one."""
    file.seek(0)
    whole = 0
    for raw in file:
        if not raw.endswith(b"\n"):
            file.truncate(whole)
            break
        whole += len(raw)
        yield json.loads(raw)


# -- matches ------------------------------------------------------------------------------------------


def match_seed(tournament: Tournament, board: Board) -> bytes:
    """Return a match's 32 bytes: from the tournament's seed, round and table, so that duplicate boards share a deal."""
    round_number, table, _ = board
    return hashlib.sha256(f"{tournament.settings.seed}/{round_number}/{table}".encode()).digest()


def match_id(tournament: Tournament, board: Board) -> str:
    """Return a match's id: the tournament, the round, the table and the board."""
    return "-".join([tournament.settings.seed[:8], *map(str, board)])


def play_board(specs: list[str], game: str, options: dict[str, Any], seed: bytes, name: str) -> dict[str, Any]:
    """Play one match in a worker; return its record, the ranks that count, and who was absent."""
    players = [make_player(spec, game) for spec in specs]
    try:
        result = play_match(find_game(game), players, seed, options, name)
    finally:
        for player in players:
            player.close()
    gone = {forfeit.seat: forfeit.cause for forfeit in result.forfeits}
    return {"record": result.record, "ranks": list(result.ranks), "scores": list(result.scores), "absent": gone}


def verified(record: dict[str, Any]) -> str:
    """Replay a record against its commitment and results; return "" or what is wrong."""
    try:
        verify(record)
    except EngineError as wrong:
        return f"{record.get('match_id')}: {wrong}"
    return ""


class Run:
    """One tournament being played by worker processes."""

    def __init__(self, folder: Folder, workers: int, progress: Callable[[str, int, int], None]) -> None:
        """Go on where *folder* stands; *progress* hears of rounds and of matches done and begun."""
        self.folder = folder
        self.workers = workers
        self.progress = progress
        self.pool = Pool(workers)
        self.running: dict[Future[dict[str, Any]], Board] = {}
        self.kept = folder.read_records()

    @property
    def tournament(self) -> Tournament:
        """The tournament as its log has it."""
        return self.folder.tournament

    def play(self) -> None:
        """Play to the end."""
        try:
            if self.tournament.started_ms is None:
                self.folder.add("started")
            while self.tournament.finished is None and not is_complete(self.tournament, now_ms()):
                found = next_round(self.tournament, now_ms())
                if found is not None:
                    entry = found.to_entry(0)
                    self.folder.add("paired", **{name: entry[name] for name in entry if name not in {"kind", "at_ms"}})
                self._hand_out()
                self._tell()
                self._collect()
            if self.tournament.finished is None:
                self.folder.add("finished", reason="all rounds have been played")
        finally:
            self.pool.close()

    def _open_boards(self) -> Iterator[Board]:
        begun = set(self.running.values())
        for each, number, table in self.tournament.tables():
            for board in range(table.boards):
                if board not in table.results and (each.number, number, board) not in begun:
                    yield each.number, number, board

    def _hand_out(self) -> None:
        """Keep the workers busy."""
        for board in list(self._open_boards()):
            if len(self.running) >= self.workers + AHEAD:
                return
            round_number, number, turn = board
            seated = self.tournament.rounds[round_number - 1].tables[number].seated(turn)
            specs = [self.tournament.entrants[entrant].level for entrant in seated]
            config = self.tournament.settings
            job = (
                specs,
                config.game,
                config.options,
                match_seed(self.tournament, board),
                match_id(self.tournament, board),
            )
            kept = self.kept.get(job[-1])
            if kept is not None:
                # Killed between record and result: the record knows how it ended.
                self._take(board, kept["tournament_result"])
                continue
            self.running[self.pool.submit(play_board, *job)] = board

    def _collect(self) -> None:
        """Wait for a match to end, and write down those that have."""
        if not self.running:
            if not any(True for _ in self._open_boards()):
                time.sleep(WAIT_S if self.tournament.settings.format == "arena" else 0)
            return
        done, _ = wait(self.running, timeout=WAIT_S * 5, return_when=FIRST_COMPLETED)
        for future in done:
            played = outcome(future)
            board = self.running.pop(future)
            result = {name: played[name] for name in ("ranks", "scores")}
            result |= {"absent": sorted(played["absent"]), "cause": "forfeit" if played["absent"] else "finished"}
            self.folder.add_record({**played["record"], "tournament_result": result})
            self._take(board, result)

    def _take(self, board: Board, result: dict[str, Any]) -> None:
        round_number, number, turn = board
        name = match_id(self.tournament, board)
        self.folder.add("result", round=round_number, table=number, board=turn, match_id=name, **result)

    def _tell(self) -> None:
        boards = [table for _, _, table in self.tournament.tables()]
        done = sum(len(table.results) for table in boards)
        self.progress(f"round {len(self.tournament.rounds)}", done, sum(table.boards for table in boards))


# -- the end ------------------------------------------------------------------------------------------


def write_reports(folder: Folder) -> list[Path]:
    """Write standings, rounds, report and plot beside the log; return the files."""
    tournament, path = folder.tournament, folder.path
    files = {
        "standings.csv": exports.to_csv(tournament),
        "tournament.json": json.dumps(exports.to_json(tournament), indent=1) + "\n",
        "report.md": report.to_markdown(tournament) + "\n![points by round](points.svg)\n",
    }
    # Not of more than two seats, nor of more points than it has room for.
    with contextlib.suppress(BadConfig):
        files["tournament.trf"] = exports.to_trf(tournament)
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
    """Check every match of the tournament: its record is there and holds. Return how many hold, and what is wrong."""
    records = folder.read_records()
    wanted = [result.match_id for _, _, table in folder.tournament.tables() for result in table.results.values()]
    missing = [f"{name}: there is no record" for name in wanted if name not in records]
    found = [records[name] for name in wanted if name in records]
    pool = Pool(workers)
    try:
        answers = pool.map(verified, found, 4)
    finally:
        pool.close()
    wrong = missing + [answer for answer in answers if answer]
    return len(wanted) - len(wrong), wrong


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--workers", type=click.IntRange(1, 64), default=os.cpu_count() or 1, show_default=True, help="Processes."
)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder [default: var/tournaments/NAME].")
@click.option("--json", "as_json", is_flag=True, help="Print the tournament as JSON.")
def tournament(file: Path, workers: int, out: Path | None, *, as_json: bool) -> None:
    """Play the tournament of FILE to its end: pairings, matches, standings, report.

    The same command takes an interrupted tournament up where it stopped.
    """
    console = Console(stderr=as_json, highlight=False)
    try:
        config, entrants = read_file(file)
        folder = Folder(out or FOLDER / file.stem)
        try:
            _begin(folder, config, entrants)
            _play(folder, workers, console)
            files = write_reports(folder)
            good, wrong = verify_all(folder, workers)
            if as_json:
                click.echo(json.dumps(exports.to_json(folder.tournament)))
            for line in standings(folder.tournament)[:10]:
                console.print(f"{line.rank:3}. {line.entrant.name}  {float(line.points):g}", markup=False)
            console.print(f"{good} records verified; {', '.join(map(str, files))}", soft_wrap=True)
        finally:
            folder.close()
    except (EngineError, OSError) as refusal:
        raise click.ClickException(str(refusal)) from refusal
    except KeyboardInterrupt:
        raise click.ClickException("interrupted; the same command goes on from here") from None
    if wrong:
        raise click.ClickException("records that don't hold: " + "; ".join(wrong))


def _begin(folder: Folder, config: dict[str, Any], entrants: list[dict[str, Any]]) -> None:
    """Write configuration and entrants down, or see that the folder holds this very tournament."""
    entered = [{"kind": "entered", "at_ms": 0, "entrant": entrant} for entrant in entrants]
    created = {"kind": "created", "at_ms": 0, "config": config}
    # Whatever is wrong with it is found before anything of it is written.
    wanted = Tournament([created, *entered, {"kind": "started", "at_ms": 0}])
    find_game(wanted.settings.game).checked_options(wanted.settings.seats, wanted.settings.options)
    if folder.tournament.config is None:
        folder.add("created", config=config)
    elif folder.tournament.settings != wanted.settings:
        raise BadConfig(f"{folder.path} holds another tournament; give another --out, or remove it")
    known = list(folder.tournament.entrants.values())
    if known != list(wanted.entrants.values())[: len(known)] or (
        folder.tournament.rounds and len(known) < len(entrants)
    ):
        raise BadConfig(f"{folder.path} was begun with other entrants; give another --out, or remove it")
    for entrant in entrants[len(known) :]:
        folder.add("entered", entrant=entrant)


def _play(folder: Folder, workers: int, console: Console) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("matches", total=None)
        said = ""

        def tell(words: str, done: int, of: int) -> None:
            nonlocal said
            bar.update(task, description=words, completed=done, total=of)
            if words != said and not console.is_terminal:
                said = words
                console.print(f"{words}: {done} of {of} matches played")

        Run(folder, workers, tell).play()
