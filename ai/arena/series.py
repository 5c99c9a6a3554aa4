"""Series of matches played in several processes and written line by line to a file from which they can be resumed.

The file is JSON Lines: the plan, then a line per match. Every match's seed, seats and id follow from
the plan. So a series that was killed at any moment resumes with exactly the matches that have no line yet.
A half-written last line is dropped.
"""

from __future__ import annotations

import csv
import fcntl
import json
from concurrent.futures import FIRST_COMPLETED, wait
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ai.arena.match import Bounds, SoFar, play_match
from ai.arena.players import make_player, name_of, strip_name
from ai.arena.pool import Pool, outcome
from ai.arena.program import PROGRAM_PREFIX
from ai.arena.schedule import Plan, PlannedMatch, matches_of, seat_players
from ai.arena.statistics import Lead, Rate, Sprt, lead_of, rate_of, sprt_of
from ai.evaluate.features import variant_of
from ai.evaluate.weights import fingerprint_of, network_of
from ai.levels import find_level
from engine.errors import EngineError
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from pathlib import Path

FORMAT = 1
PAIR = 2
WORKERS_MAX = 64
#: sets that wait for a free worker
AHEAD = 2


class BadSeries(EngineError):
    """A file is not a series, holds a different series, or is in use."""


@dataclass(frozen=True, slots=True)
class GroupSummary:
    """One group's standing: matches played, and each player's win rate and mean score over complete sets."""

    players: tuple[str, ...]
    matches: int
    rates: tuple[Rate, ...]
    sprt: Sprt
    #: of the first player over the other; None at tables of any other size than two
    lead: Lead | None
    mean_scores: tuple[float, ...]
    forfeits: int

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as a JSON-able dict."""
        return {
            "players": list(self.players),
            "matches": self.matches,
            "rates": [rate.to_dict() for rate in self.rates],
            "sprt": self.sprt.to_dict(),
            "lead": None if self.lead is None else self.lead.to_dict(),
            "mean_scores": [round(score, 2) for score in self.mean_scores],
            "forfeits": self.forfeits,
        }


class Outcome(NamedTuple):
    """The end of a match, in seat order: players, ranks from 1, and the seats that were forfeited."""

    players: tuple[str, ...]
    ranks: tuple[int, ...]
    absent: tuple[int, ...]


@dataclass(slots=True)
class SeriesStanding:
    """The matches of a series that have been played. Their lines can be added in any order."""

    plan: Plan
    #: group -> pair -> rotation -> line
    lines: dict[int, dict[int, dict[int, dict[str, Any]]]] = field(default_factory=dict)
    matches: int = 0
    #: of them, those that ended as they stood
    adjudicated: int = 0

    def add(self, line: dict[str, Any]) -> bool:
        """Add a match's line; return False if the match had been added before."""
        sets = self.lines.setdefault(line["group"], {}).setdefault(line["pair"], {})
        if line["rotation"] in sets:
            return False
        # The record stays in the file; standings need only the result.
        sets[line["rotation"]] = {name: line[name] for name in ("win_shares", "scores", "ranks", "forfeits")}
        self.matches += 1
        self.adjudicated += line.get("record", {}).get("ended") == "adjudicated"
        return True

    def has(self, match: PlannedMatch) -> bool:
        """Whether the match has been played."""
        return match.rotation in self.lines.get(match.group, {}).get(match.pair, {})

    def shares(self, group: int, *, prefix: bool) -> list[list[float]]:
        """Return the players' win shares per complete set, in order of pairs.

        With *prefix* the list ends before the first missing set. A sequential test needs this: results arrive
        out of order, and sets that finish quickly must not count for more.
        """
        found: list[list[float]] = []
        sets = self.lines.get(group, {})
        for pair in range(self.plan.pairs) if prefix else sorted(sets):
            rotations = sets.get(pair, {})
            if len(rotations) < self.plan.tables:
                if prefix:
                    break
                continue
            found.append([self._of_player(rotations, player, "win_shares") for player in range(self.plan.tables)])
        return found

    def _of_player(self, rotations: dict[int, dict[str, Any]], player: int, what: str) -> float:
        """Return the mean of the field *what* over a set for one of the group's players (an index into the group)."""
        tables, turns = self.plan.tables, self.plan.rotates
        seats = {rotation: (player - rotation * turns) % tables for rotation in rotations}
        return sum(float(line[what][seats[rotation]]) for rotation, line in rotations.items()) / len(rotations)

    def sprt(self, group: int) -> Sprt:
        """Return the test for the group's first player; for solo matches, which have no fair share, it stays open."""
        shares = self.shares(group, prefix=True) if self.plan.tables > 1 else []
        return sprt_of([each[0] for each in shares], 1.0 / self.plan.tables)

    def is_decided(self, group: int) -> bool:
        """Whether the group's test is decided; always False without `sprt` in the plan."""
        return self.plan.sprt and self.sprt(group).decision is not None

    def outcomes(self) -> Iterator[Outcome]:
        """Yield the outcomes of the matches in the order of the plan, in whatever order they were played."""
        places = sorted(
            (pair, group, rotation)
            for group, pairs in self.lines.items()
            for pair, rotations in pairs.items()
            for rotation in rotations
        )
        for pair, group, rotation in places:
            line = self.lines[group][pair][rotation]
            absent = tuple(forfeit["seat"] for forfeit in line["forfeits"])
            players = tuple(map(name_of, seat_players(self.plan, group, rotation)))
            yield Outcome(players, tuple(line["ranks"]), absent)

    @property
    def title(self) -> str:
        """A one-line description of what was played."""
        return f"{self.plan.game}, tables of {self.plan.tables}, {self.matches} matches, seed {self.plan.seed}"

    def summary(self) -> tuple[GroupSummary, ...]:
        """Return every group's standing."""
        return tuple(self._summary(group) for group in range(len(self.plan.groups)))

    def _summary(self, group: int) -> GroupSummary:
        tables = self.plan.tables
        sets = self.lines.get(group, {})
        complete = [rotations for rotations in sets.values() if len(rotations) == tables]
        shares = self.shares(group, prefix=False)
        lines = [line for rotations in sets.values() for line in rotations.values()]
        return GroupSummary(
            players=tuple(map(name_of, self.plan.groups[group])),
            matches=len(lines),
            rates=tuple(rate_of([each[player] for each in shares]) for player in range(tables)),
            sprt=self.sprt(group),
            lead=lead_of([each[0] for each in shares]) if tables == PAIR else None,
            mean_scores=tuple(
                sum(self._of_player(rotations, player, "scores") for rotations in complete) / max(len(complete), 1)
                for player in range(tables)
            ),
            forfeits=sum(len(line["forfeits"]) for line in lines),
        )


def play_one(
    plan: Plan, match: PlannedMatch, is_wanted: Callable[[], bool] = lambda: True, so_far: SoFar | None = None
) -> dict[str, Any]:
    """Play one match of a series and return its line; see play_match for the rest."""
    game = find_game(plan.game)
    players = [make_player(spec, plan.game, plan.budget_ms, plan.iterations) for spec in match.players]
    opening = None if match.opening is None else json.loads(match.opening)
    bounds = Bounds(opening, plan.decisions_max, plan.lead, plan.resign, plan.steps)
    try:
        result = play_match(game, players, match.seed, plan.options, match.match_id, is_wanted, so_far, bounds)
    finally:
        for player in players:
            player.close()
    return {
        "group": match.group,
        "pair": match.pair,
        "rotation": match.rotation,
        "match_id": match.match_id,
        "players": list(map(name_of, match.players)),
        "scores": list(result.scores),
        "ranks": list(result.ranks),
        "win_shares": [round(share, 6) for share in result.win_shares],
        "forfeits": [forfeit.to_dict() for forfeit in result.forfeits],
        "decisions": result.decisions,
        "seconds": round(result.seconds, 4),
        "record": result.record,
    }


def _play_set(plan: Plan, matches: list[PlannedMatch]) -> list[dict[str, Any]]:
    return [play_one(plan, match) for match in matches]


class SeriesFile:
    """The file of a series, open for appending and locked against a second writer."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open or create the file; raise BadSeries if it holds something else or is in use."""
        self.standing = SeriesStanding(plan)
        self._file = path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as busy:
            self._file.close()
            raise BadSeries(f"{path} is being written by another series") from busy
        try:
            self._take_up(path, plan)
        except BaseException:
            self._file.close()
            raise

    def _take_up(self, path: Path, plan: Plan) -> None:
        self._file.seek(0)
        whole = 0
        head: dict[str, Any] | None = None
        for raw in self._file:
            if not raw.endswith(b"\n"):
                break
            line = _parse(path, raw)
            if head is None:
                head = line
                _check_head(path, head, plan)
            else:
                self.standing.add(line)
            whole += len(raw)
        self._file.truncate(whole)
        if head is None:
            self._write(head_of(plan))

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def add(self, line: dict[str, Any]) -> None:
        """Append a match's line, unless the file has that match."""
        if self.standing.add(line):
            self._write(line)

    def close(self) -> None:
        """Close the file, which releases the lock."""
        self._file.close()


def head_of(plan: Plan) -> dict[str, Any]:
    """Return the first line of a series' file."""
    rules_version = find_game(plan.game).rules_version
    return {"format": FORMAT, "rules_version": rules_version, "plan": plan.to_dict(), "levels": levels_of(plan)}


def _parse(path: Path, raw: bytes) -> dict[str, Any]:
    try:
        line = json.loads(raw)
    except ValueError as wrong:
        raise BadSeries(f"{path} is no series: {wrong}") from wrong
    if not isinstance(line, dict):
        raise BadSeries(f"{path} is no series: a line is no object")
    return line


def _check_head(path: Path, head: dict[str, Any], plan: Plan) -> None:
    if head.get("format") != FORMAT or "plan" not in head:
        raise BadSeries(f"{path} is no series of format {FORMAT}")
    theirs, ours = head["plan"], plan.to_dict()
    names = dict.fromkeys([*ours, *theirs])
    other = [name for name in names if theirs.get(name) != ours.get(name)]
    if other:
        words = ", ".join(f"{name} is {theirs.get(name)!r} there, {ours.get(name)!r} here" for name in other)
        raise BadSeries(f"{path} holds another series ({words}); give another file or the same arguments")
    if head.get("rules_version") != find_game(plan.game).rules_version:
        raise BadSeries(f"{path} was begun under rules version {head.get('rules_version')}; begin a new file")
    if head.get("levels") != levels_of(plan):
        raise BadSeries(f"{path} was begun when the levels had other budgets; begin a new file")


def levels_of(plan: Plan) -> dict[str, dict[str, Any]]:
    """Return the parameters of the plan's levels; a file must not mix results of levels with other parameters."""
    found = {}
    for spec in dict.fromkeys(map(strip_name, plan.players)):
        if not spec.startswith(PROGRAM_PREFIX):
            row = find_level(spec, plan.game)
            found[spec] = {
                "chooser": row.chooser,
                "noise": row.noise,
                "iterations": row.iterations,
                "think_ms_max": None if row.iterations else row.think_ms_max,
                "settings": asdict(row.settings),
            }
            variant = variant_of(plan.game, plan.options)
            network = network_of(plan.game, plan.tables, variant) if row.network_iterations else None
            if network is not None:
                found[spec] |= {"network": fingerprint_of(network), "network_iterations": row.network_iterations}
    return found


def _open_sets(plan: Plan, standing: SeriesStanding) -> Iterator[list[PlannedMatch]]:
    """Yield the missing matches of each set; the groups take turns and decided groups are left out."""
    for pair in range(plan.pairs):
        for group in range(len(plan.groups)):
            if standing.is_decided(group):
                continue
            missing = [match for match in matches_of(plan, group, pair) if not standing.has(match)]
            if missing:
                yield missing


def run_series(
    plan: Plan,
    path: Path,
    *,
    workers: int = 1,
    progress: Callable[[SeriesStanding, dict[str, Any]], None] | None = None,
) -> SeriesStanding:
    """Play a series to its end and return its standing; resume from the matches in the file *path*.

    *progress* is called after every match with the standing and the match's line. Raises BadSeries if *path* holds
    something else or is in use, or if *workers* is out of range.
    """
    if not 1 <= workers <= WORKERS_MAX:
        raise BadSeries(f"workers is {workers}; it can be 1 to {WORKERS_MAX}")
    file = SeriesFile(path, plan)
    try:
        play = _in_process if workers == 1 else _in_pool
        for line in play(plan, file.standing, workers):
            file.add(line)
            if progress is not None:
                progress(file.standing, line)
        return file.standing
    finally:
        file.close()


def _in_process(plan: Plan, standing: SeriesStanding, workers: int) -> Iterator[dict[str, Any]]:
    assert workers == 1
    for matches in _open_sets(plan, standing):
        for match in matches:
            yield play_one(plan, match)


def _in_pool(plan: Plan, standing: SeriesStanding, workers: int) -> Iterator[dict[str, Any]]:
    pool = Pool(workers)
    # The matches bring their own openings along.
    bare = replace(plan, openings=())
    try:
        sets = _open_sets(plan, standing)
        running: set[Future[list[dict[str, Any]]]] = set()
        while True:
            while len(running) < workers + AHEAD and (matches := next(sets, None)) is not None:
                running.add(pool.submit(_play_set, bare, matches))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield from outcome(future)
    finally:
        pool.close()


def read_series(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a series' file: the head, then the matches; leave out a half-written last line."""
    with path.open("rb") as file:
        for raw in file:
            if raw.endswith(b"\n"):
                yield _parse(path, raw)


CSV_COLUMNS = (
    "match_id",
    "group",
    "pair",
    "rotation",
    "players",
    "scores",
    "ranks",
    "win_shares",
    "forfeits",
    "decisions",
    "seconds",
    "seed",
    "actions",
)


def export_csv(source: Path, target: Path) -> int:
    """Write the matches of a series as CSV and return their number.

    Elements of a list are separated by spaces. `seed` and `actions` are enough to replay the match; the actions
    have the form `seat notation` and are separated by semicolons.
    """
    count = 0
    with target.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(CSV_COLUMNS)
        for line in read_series(source):
            if "record" in line:
                count += 1
                writer.writerow(csv_row(line))
    return count


def csv_row(line: dict[str, Any]) -> list[Any]:
    """Return a match's line as a row with the columns CSV_COLUMNS."""
    record = line["record"]
    row = {name: _flat(line[name]) for name in CSV_COLUMNS if name in line}
    row["seed"] = record["seed"]
    row["actions"] = ";".join(f"{seat} {notation}" for seat, notation in record["actions"])
    row["forfeits"] = ";".join(f"{each['seat']} {each['cause']}" for each in line["forfeits"])
    return [row[name] for name in CSV_COLUMNS]


def _flat(value: Any) -> Any:
    return " ".join(str(each) for each in value) if isinstance(value, list) else value
