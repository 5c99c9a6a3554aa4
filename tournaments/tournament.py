"""A tournament as the fold of its log: who entered, who sat where, and the results. No I/O, no clock.

The log is a list of JSON-able entries, each a dict with `kind` and `at_ms` (the server's time when it was written).
Everything else (standings, pairings, seats) follows from it. So if a director is killed at any moment, the next one
continues from the log and pairs the same tables.

    created    config (and nothing before it)
    entered    entrant: id, name, player, level, rating, is_challenger
    withdrawn  entrant, and by: the host who removed it, if it didn't go by itself; before the start it never entered
    returned   entrant who has withdrawn since the start, or whom an arena has set aside
    started
    paired     round, method, tables [[entrant ids in seat order]], byes, walkovers, relaxed
    begun      round, table, board, match_id
    result     round, table, board, ranks, scores, cause, absent (seats), match_id
    released   round, table: all boards of a duplicate table are over, their records are open
    corrected  the fields of a result, and by, reason
    paused     by, reason
    resumed    by, reason
    finished   reason
"""

from __future__ import annotations

import math
from collections import Counter
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from tournaments.config import PLAYERS, Config
from tournaments.errors import BadEntry
from tournaments.limits import ARENA_MISSES_MAX, BLOCK_ENTRANTS_MAX, SCORE_MAX, SEATS_MIN
from tournaments.ratings import settle_ranks, sum_ranks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CAUSES = ("finished", "forfeit", "substituted", "adjudicated")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: an account (person or program) or a bot of a level; `number` is the order of entry."""

    id: str
    name: str
    player: str
    level: str
    rating: float
    is_challenger: bool
    number: int
    first_round: int


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One finished match, by seat: ranks from 1, the game's own points, why it ended, who was absent."""

    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    cause: str
    absent: frozenset[int]
    match_id: str


@dataclass(slots=True)
class TournamentTable:
    """Entrants in seat order on board 0; on board b of a duplicate table everybody sits b seats further on."""

    seats: tuple[str, ...]
    boards: int
    results: dict[int, BoardResult] = field(default_factory=dict)
    #: board -> id of the match that is being played there
    matches: dict[int, str] = field(default_factory=dict)
    #: whether the records of all its boards are open
    is_released: bool = False

    def copy(self) -> TournamentTable:
        """Return a table that goes its own way from here."""
        return TournamentTable(self.seats, self.boards, dict(self.results), dict(self.matches), self.is_released)

    def seats_on(self, board: int) -> tuple[str, ...]:
        """Return the entrants in seat order on *board*."""
        shift = board % len(self.seats)
        return self.seats[-shift:] + self.seats[:-shift] if shift else self.seats

    @property
    def is_done(self) -> bool:
        """Whether every board has a result."""
        return len(self.results) == self.boards

    def ranks(self) -> tuple[int, ...]:
        """Return each entrant's rank at a done table, in the order of `seats`; ties share."""
        boards = []
        for board, result in self.results.items():
            by_entrant = dict(zip(self.seats_on(board), settle_ranks(result.ranks, result.absent), strict=True))
            boards.append([by_entrant[entrant] for entrant in self.seats])
        return sum_ranks(boards)

    def scores(self) -> tuple[float, ...]:
        """Return each entrant's game points summed over the boards, in the order of `seats`."""
        sums = dict.fromkeys(self.seats, 0.0)
        for board, result in sorted(self.results.items()):
            for entrant, score in zip(self.seats_on(board), result.scores, strict=True):
                sums[entrant] += score
        return tuple(sums[entrant] for entrant in self.seats)

    def absent(self) -> frozenset[str]:
        """Return the entrants who were absent on every board."""
        gone = [
            {self.seats_on(board)[seat] for seat in result.absent} for board, result in sorted(self.results.items())
        ]
        return frozenset(set.intersection(*gone)) if gone else frozenset()


@dataclass(slots=True)
class Round:
    """The tables of one round (in an arena: of one wave), who has a bye, and how it was paired.

    A walkover is a table of a schedule from which all but one have withdrawn; it counts as a bye does.

    `relaxed` holds entrants who then have sat two times more in one seat than in another: no arrangement was found that
    avoids it, or the format's own rule comes first (a knockout's bracket, the Dutch system's colours).
    """

    number: int
    method: str
    tables: list[TournamentTable]
    byes: tuple[str, ...] = ()
    walkovers: tuple[str, ...] = ()
    relaxed: tuple[str, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether every table is done."""
        return all(table.is_done for table in self.tables)

    def to_entry(self, at_ms: int) -> dict[str, Any]:
        """Return the log entry that pairs this round."""
        return {
            "kind": "paired",
            "at_ms": at_ms,
            "round": self.number,
            "method": self.method,
            "tables": [list(table.seats) for table in self.tables],
            "byes": list(self.byes),
            "walkovers": list(self.walkovers),
            "relaxed": list(self.relaxed),
        }


class Tournament:
    """The state of a tournament after its log."""

    def __init__(self, log: Iterable[dict[str, Any]] = ()) -> None:
        """Fold *log*; raise BadEntry at the first entry that doesn't fit."""
        self.config: Config | None = None
        self.entrants: dict[str, Entrant] = {}
        #: entrant -> ms of when it withdrew; nobody who did so before the start, for whoever did never took part
        self.withdrawn: dict[str, int] = {}
        #: whom the host removed: they don't come back
        self.removed: set[str] = set()
        #: entrant -> how often it has entered, withdrawn or returned
        self.changes: Counter[str] = Counter()
        #: entrant -> rounds that were paired when it returned
        self.returned: dict[str, int] = {}
        #: entrant -> ms of when its last table was done, or it came (back)
        self.free_since: dict[str, int] = {}
        #: entrant -> tables that count as played for one that came (back) to an arena later
        self.head_starts: dict[str, int] = {}
        self.rounds: list[Round] = []
        self.audit: list[dict[str, Any]] = []
        self.started_ms: int | None = None
        self.is_paused = False
        self.finished: str | None = None
        self.version = 0
        for entry in log:
            self.apply(entry)

    @property
    def settings(self) -> Config:
        """Return the configuration; raise BadEntry before `created`."""
        if self.config is None:
            raise BadEntry("the log begins with a created entry")
        return self.config

    @property
    def is_running(self) -> bool:
        """Whether it has started and not finished; it may be paused."""
        return self.started_ms is not None and self.finished is None

    @property
    def active(self) -> list[Entrant]:
        """Return the entrants who haven't withdrawn, in seeding order: by rating, then by entry."""
        return [entrant for entrant in self.seeding if entrant.id not in self.withdrawn]

    @property
    def present(self) -> list[Entrant]:
        """Return the entrants who are to be paired, in seeding order: not withdrawn, not set aside."""
        aside = self.set_aside()
        return [entrant for entrant in self.active if entrant.id not in aside]

    @property
    def seeding(self) -> list[Entrant]:
        """Return all entrants in seeding order."""
        return sorted(self.entrants.values(), key=lambda entrant: (-entrant.rating, entrant.number))

    @property
    def starters(self) -> list[Entrant]:
        """Return who takes part from the first round on, in seeding order."""
        return [each for each in self.seeding if each.first_round == 1]

    @property
    def rounds_planned(self) -> int:
        """Return how many rounds the host set; for a Swiss without, enough for a single winner of all; else 0."""
        config = self.settings
        if config.rounds or config.format != "swiss":
            return config.rounds
        needed = math.log(max(len(self.starters), 2)) / math.log(config.seats) - 1e-9
        return max(1, math.ceil(needed) + (config.seats > SEATS_MIN))

    @property
    def current(self) -> Round | None:
        """Return the latest round."""
        return self.rounds[-1] if self.rounds else None

    def tables(self) -> Iterator[tuple[Round, int, TournamentTable]]:
        """Yield every table with its round and number."""
        for each in self.rounds:
            for number, table in enumerate(each.tables):
                yield each, number, table

    def playing(self) -> set[str]:
        """Return the entrants at tables that aren't done."""
        return {entrant for _, _, table in self.tables() if not table.is_done for entrant in table.seats}

    def set_aside(self) -> set[str]:
        """Return whom an arena pairs no more, as they missed their last tables and have not returned since."""
        if self.settings.format != "arena":
            return set()
        misses: dict[str, int] = {}
        for each, _, table in self.tables():
            gone = table.absent()
            for entrant in table.seats:
                if table.is_done and each.number > self.returned.get(entrant, 0):
                    misses[entrant] = misses.get(entrant, 0) + 1 if entrant in gone else 0
        return {entrant for entrant, missed in misses.items() if missed >= ARENA_MISSES_MAX}

    def is_away(self, entrant: str) -> bool:
        """Whether somebody is paired no more until it returns; raise BadEntry if it has not entered."""
        if entrant not in self.entrants:
            raise BadEntry(f"{entrant!r} has not entered")
        return entrant in self.withdrawn or entrant in self.set_aside()

    def find_left_boards(self, before_ms: int) -> list[tuple[int, int, int]]:
        """Return round, table and board where nobody will play on: all had withdrawn by *before_ms*, and no result."""
        return [
            (each.number, number, board)
            for each, number, table in self.tables()
            for board in range(table.boards)
            if board not in table.results
            and all(self.withdrawn.get(entrant, math.inf) <= before_ms for entrant in table.seats)
        ]

    def to_release(self) -> list[tuple[int, int, TournamentTable]]:
        """Return round, number and table of the duplicate tables that have ended and are not released yet."""
        is_over = self.finished is not None
        return [
            (each.number, number, table)
            for each, number, table in self.tables()
            if self.settings.is_duplicate and not table.is_released and (is_over or table.is_done)
        ]

    def copy(self) -> Tournament:
        """Return an independent copy.

        Each member is copied in one step of the interpreter, so another thread may add to this one meanwhile.
        """
        other = copy(self)
        other.entrants, other.withdrawn, other.removed = dict(self.entrants), dict(self.withdrawn), set(self.removed)
        other.returned, other.changes = dict(self.returned), Counter(self.changes)
        other.free_since, other.head_starts = dict(self.free_since), dict(self.head_starts)
        other.rounds = [replace(each, tables=[table.copy() for table in each.tables]) for each in list(self.rounds)]
        other.audit = list(self.audit)
        return other

    # -- the fold

    def apply(self, entry: dict[str, Any]) -> None:
        """Apply one more entry; if it doesn't fit, raise BadEntry and change nothing.

        A result that the log already has is accepted and changes nothing, so that it may be sent twice.
        """
        kind = entry.get("kind") if isinstance(entry, dict) else None
        take = getattr(self, f"_take_{kind}", None) if isinstance(kind, str) and kind.isalpha() else None
        if take is None:
            raise BadEntry(f"no entry has kind {kind!r}")
        if (self.config is None) != (kind == "created"):
            raise BadEntry("a log begins with one created entry")
        if self.finished is not None and kind not in {"corrected", "released"}:
            raise BadEntry("the tournament is over; results can only be corrected", "over")
        try:
            take(entry)
        except EngineError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as wrong:
            raise BadEntry(f"a {kind} entry is malformed: {wrong!r}") from wrong
        self.version += 1

    def _take_created(self, entry: dict[str, Any]) -> None:
        self.config = Config.from_dict(entry["config"])

    def _take_entered(self, entry: dict[str, Any]) -> None:
        d, config = entry["entrant"], self.settings
        self._check_allowed(d["id"])
        if d["id"] in self.withdrawn:
            raise BadEntry(f"{d['id']} has withdrawn; it can return", "withdrawn")
        if d["id"] in self.entrants:
            raise BadEntry(f"{d['id']} has entered already", "entered")
        if d["player"] not in PLAYERS:
            raise BadEntry(f"player is {d['player']!r}; it is one of {', '.join(PLAYERS)}")
        rating = float(d.get("rating", 0.0))
        if not math.isfinite(rating):
            raise BadEntry("a rating is a finite number")
        config.check_entry(d["player"], rating, len(self.entrants) - len(self.withdrawn))
        first = self._first_round()
        self.entrants[d["id"]] = Entrant(
            str(d["id"]),
            str(d["name"]),
            d["player"],
            str(d.get("level", "")),
            rating,
            bool(d.get("is_challenger", False)),
            1 + max((each.number for each in self.entrants.values()), default=-1),
            first,
        )
        self._welcome(d["id"], entry)
        self.changes[d["id"]] += 1

    def _welcome(self, entrant: str, entry: dict[str, Any]) -> None:
        """Let somebody wait from now on, and at an arena have played as little as who has played least."""
        self.free_since[entrant] = int(entry["at_ms"])
        if self.settings.format != "arena":
            return
        played = Counter(each for _, _, table in self.tables() for each in table.seats)
        levels = [played[e.id] + self.head_starts.get(e.id, 0) for e in self.present if e.id != entrant]
        self.head_starts[entrant] = max(0, min(levels, default=0) - played[entrant])

    def _first_round(self) -> int:
        """Return the first round a new entrant can play; raise BadEntry if it is too late."""
        config = self.settings
        if self.started_ms is None:
            return 1
        if config.format not in ("swiss", "arena"):
            raise BadEntry(f"a {config.format} takes no entries once it has started", "too_late")
        if config.format == "swiss" and len(self.rounds) >= config.late_rounds:
            raise BadEntry(f"late entries end when round {config.late_rounds} has been paired", "too_late")
        return len(self.rounds) + 1

    def _take_withdrawn(self, entry: dict[str, Any]) -> None:
        entrant = entry["entrant"]
        if entrant not in self.entrants:
            raise BadEntry(f"{entrant!r} has not entered")
        if entrant in self.withdrawn:
            raise BadEntry(f"{entrant} has withdrawn already")
        if "by" in entry:
            self.removed.add(entrant)
        self.changes[entrant] += 1
        if self.started_ms is None:
            del self.entrants[entrant], self.free_since[entrant]
            return
        self.withdrawn[entrant] = int(entry["at_ms"])

    def _check_allowed(self, entrant: str) -> None:
        if entrant in self.removed:
            raise BadEntry(f"the host has removed {entrant}", "removed")

    def _take_returned(self, entry: dict[str, Any]) -> None:
        entrant = entry["entrant"]
        if not self.is_away(entrant):
            raise BadEntry(f"{entrant} takes part already")
        self._check_allowed(entrant)
        self.withdrawn.pop(entrant, None)
        self.returned[entrant] = len(self.rounds)
        self._welcome(entrant, entry)
        self.changes[entrant] += 1

    def _take_started(self, entry: dict[str, Any]) -> None:
        if self.started_ms is not None:
            raise BadEntry("the tournament has started already", "started")
        if len(self.active) < SEATS_MIN:
            raise BadEntry("a tournament starts with two entrants or more", "too_few")
        most = BLOCK_ENTRANTS_MAX if self.settings.format == "round_robin" and self.settings.seats > SEATS_MIN else None
        if most is not None and len(self.active) > most:
            raise BadEntry(
                f"a round robin at tables of {self.settings.seats} takes at most {most} entrants", "too_many"
            )
        if self.settings.format == "gauntlet" and not 0 < sum(e.is_challenger for e in self.active) < len(self.active):
            raise BadEntry("a gauntlet has one challenger or more and one opponent or more", "no_challenger")
        self.started_ms = int(entry["at_ms"])

    def _take_paired(self, entry: dict[str, Any]) -> None:
        if not self.is_running:
            raise BadEntry("the tournament has not started")
        if self.is_paused:
            raise BadEntry("the tournament is paused")
        if entry["round"] != len(self.rounds) + 1:
            raise BadEntry(f"round {entry['round']} is paired, the next is {len(self.rounds) + 1}")
        if self.settings.format != "arena" and self.current is not None and not self.current.is_done:
            raise BadEntry(f"round {len(self.rounds)} is still being played")
        resting = [*entry["byes"], *entry.get("walkovers", ())]
        seated = [entrant for table in entry["tables"] for entrant in table] + resting
        free = {entrant.id for entrant in self.active} - self.playing()
        if len(set(seated)) != len(seated) or not set(seated) <= free:
            raise BadEntry("a table seats an entrant twice, or one that isn't free")
        tables = [
            TournamentTable(tuple(table), len(table) if self.settings.is_duplicate else 1) for table in entry["tables"]
        ]
        if any(not SEATS_MIN <= len(table.seats) <= self.settings.seats for table in tables):
            raise BadEntry(f"a table has {SEATS_MIN} to {self.settings.seats} seats")
        notes = {name: tuple(entry.get(name, ())) for name in ("byes", "walkovers", "relaxed")}
        self.rounds.append(Round(entry["round"], entry["method"], tables, **notes))

    def _take_begun(self, entry: dict[str, Any]) -> None:
        table, board = self._board(entry)
        table.matches[board] = str(entry["match_id"])
        table.is_released = False

    def _take_released(self, entry: dict[str, Any]) -> None:
        table, _ = self._board({**entry, "board": 0})
        if self.finished is None and not table.is_done:
            raise BadEntry("a table is released when all its boards have results")
        table.is_released = True

    def _take_result(self, entry: dict[str, Any]) -> None:
        table, board, result = self._read_result(entry)
        known = table.results.get(board)
        if known is not None and known != result:
            raise BadEntry("that board has another result already; a host can correct it")
        self._keep(table, board, result, entry)

    def _keep(self, table: TournamentTable, board: int, result: BoardResult, entry: dict[str, Any]) -> None:
        was_done = table.is_done
        table.results[board] = result
        if table.is_done and not was_done:
            self.free_since |= dict.fromkeys(table.seats, int(entry["at_ms"]))

    def _take_corrected(self, entry: dict[str, Any]) -> None:
        table, board, result = self._read_result(entry)
        if not str(entry["by"]) or not str(entry["reason"]):
            raise BadEntry("a correction says by whom and why")
        before = table.results.get(board)
        self._keep(table, board, result, entry)
        old = None if before is None else {"ranks": list(before.ranks), "scores": list(before.scores)}
        self.audit.append({**entry, "before": old})

    def _read_result(self, entry: dict[str, Any]) -> tuple[TournamentTable, int, BoardResult]:
        table, board = self._board(entry)
        seats = len(table.seats)
        if len(entry["ranks"]) != seats or any(type(rank) is not int or rank < 1 for rank in entry["ranks"]):
            raise BadEntry(f"ranks are {seats} whole numbers from 1")
        scores = tuple(float(score) for score in entry["scores"])
        if len(scores) != seats or not all(-SCORE_MAX <= score <= SCORE_MAX for score in scores):
            raise BadEntry(f"scores are {seats} numbers, each at most {SCORE_MAX} either way")
        absent = frozenset(entry.get("absent", ()))
        if any(type(seat) is not int for seat in absent) or not absent <= set(range(seats)):
            raise BadEntry("an absent seat is a seat of the table")
        if entry["cause"] not in CAUSES:
            raise BadEntry(f"cause is {entry['cause']!r}; it is one of {', '.join(CAUSES)}")
        match_id = str(entry.get("match_id", ""))
        return table, board, BoardResult(tuple(entry["ranks"]), scores, entry["cause"], absent, match_id)

    def _board(self, entry: dict[str, Any]) -> tuple[TournamentTable, int]:
        """Return the table and board that an entry names; raise BadEntry if there is none."""
        number, place, board = where = entry["round"], entry["table"], entry["board"]
        if any(type(each) is not int for each in where):
            raise BadEntry("round, table and board are whole numbers")
        if not 1 <= number <= len(self.rounds) or not 0 <= place < len(self.rounds[number - 1].tables):
            raise BadEntry(f"round {number} has no table {place}")
        table = self.rounds[number - 1].tables[place]
        if not 0 <= board < table.boards:
            raise BadEntry(f"table {place} has no board {board}")
        return table, board

    def _take_paused(self, entry: dict[str, Any]) -> None:
        if not self.is_running or self.is_paused:
            raise BadEntry("only a running tournament can be paused")
        self.is_paused = True
        self.audit.append(dict(entry))

    def _take_resumed(self, entry: dict[str, Any]) -> None:
        if not self.is_paused:
            raise BadEntry("the tournament is not paused")
        self.is_paused = False
        self.audit.append(dict(entry))

    def _take_finished(self, entry: dict[str, Any]) -> None:
        self.finished = str(entry["reason"])

    # -- what follows from it

    def table_points(self, table: TournamentTable) -> tuple[Fraction, ...]:
        """Return each entrant's tournament points from a done table, in the order of its seats.

        Ties share the points of the places they take; an absent entrant gets none.
        """
        ranks, gone = table.ranks(), table.absent()
        scale = self.settings.points_of_table(len(table.seats))
        points = []
        for entrant, rank in zip(table.seats, ranks, strict=True):
            tied = ranks.count(rank)
            share = sum(scale[rank - 1 : rank - 1 + tied], Fraction(0)) / tied
            points.append(Fraction(0) if entrant in gone else share)
        return tuple(points)
