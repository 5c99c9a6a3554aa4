"""Tournaments run themselves: rounds are paired, matches begun and their results taken, until all is played.

Everything done is an entry of the log, or may be done again: each match has an idempotency key of its own, and no
result is taken twice. So it does no harm to kill a director at any moment, or to run two at once.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import grpc
import structlog

from protos.astrarium.v1 import match_pb2, match_pb2_grpc
from services.director.host import BOT_PREFIX
from services.rpc.work import is_passing, repeat
from services.shared import trail
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.tokens import DELETED, digest_of, find_kinds
from services.shared.trouble import trouble_of
from tournaments.errors import BadEntry
from tournaments.pairing import is_complete, next_round

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from services.director.news import Entry
    from services.director.store import KeptTournament, TournamentStore
    from tournaments.tournament import Tournament, TournamentTable

STEP_S = 0.5
#: matches read at the same time
AT_ONCE = 32
CALL_S_MAX = 10.0
#: finished matches per page
PAGE_SIZE = 100
RATE_S = 2.0
#: how long after its end a match may still enter the list: its write was repeated, or clocks differ
LATE_MS = 10_000
LANE_DIGITS = 16
Board = tuple[int, int, int]
log = structlog.get_logger()


class Director:
    """The background work of one process."""

    def __init__(self, store: TournamentStore, channel: grpc.aio.Channel, token: str) -> None:
        """Make and read matches over *channel* with *token*."""
        self.store = store
        self._stub = match_pb2_grpc.MatchServiceStub(channel)
        self._authorization = ("authorization", f"Bearer {token}")
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Work until cancelled."""
        await asyncio.gather(repeat("tournaments", self.step, STEP_S), repeat("ratings", self.rate, RATE_S))

    def _metadata(self) -> tuple[tuple[str, str], ...]:
        return (self._authorization, *trail.carry().items())

    # -- tournaments -------------------------------------------------------------------------------

    async def step(self) -> None:
        """Advance every running tournament as far as possible now."""
        for tournament_id in await self.store.find_running():
            try:
                await self.advance(tournament_id)
            except Exception as wrong:
                if trouble_of(wrong) is not None:
                    raise
                # A fault of one must not stop the others.
                if is_passing(wrong):
                    log.warning("a tournament waits", tournament_id=tournament_id, cause=type(wrong).__name__)
                else:
                    log.exception("a tournament can't be brought on", tournament_id=tournament_id)

    async def advance(self, tournament_id: str) -> None:
        """Take results, begin matches, pair the next round, or end: whatever is due."""
        kept = await self.store.fresh(tournament_id)
        if kept.tournament.is_running:
            await self._take_results(tournament_id, kept)
            await self._give_up_left_boards(tournament_id)
        await self._release(tournament_id, kept.tournament)
        kept = await self.store.fresh(tournament_id)
        tournament = kept.tournament
        if not tournament.is_running or tournament.is_paused:
            return
        # Pairing a large field takes up to a second, so it does not run in the loop that answers calls. The log and the
        # tournament may grow meanwhile: the pairing works on a copy, and the round is dropped if the log has grown.
        length = len(kept.entries)
        found = await asyncio.to_thread(lambda: next_round(tournament.copy(), now_ms()))
        if found is not None:
            await self._append(tournament_id, length, found.to_entry(now_ms()))
        elif is_complete(tournament, now_ms()):
            await self._append(tournament_id, length, {"kind": "finished", "at_ms": now_ms(), "reason": "all played"})
        await self._begin_matches(tournament_id, await self.store.fresh(tournament_id))

    async def _append(self, tournament_id: str, length: int, entry: Entry) -> None:
        """Append an entry if the log still has that length: otherwise its basis is outdated."""
        try:
            await self.store.change(tournament_id, lambda kept: [entry] if len(kept.entries) == length else [])
        except BadEntry as refusal:
            log.warning("an entry was refused", tournament_id=tournament_id, cause=str(refusal))

    async def _begin_matches(self, tournament_id: str, kept: KeptTournament) -> None:
        """Make the matches of all boards that have none."""
        tournament, lane = kept.tournament, lane_for_host(kept.host)
        waiting = [place for place, table in _boards(tournament) if place[2] not in table.matches]
        made = await asyncio.gather(
            *(self._make(tournament_id, tournament, place, lane) for place in waiting), return_exceptions=True
        )
        entries: list[Entry] = []
        for place, match_id in zip(waiting, made, strict=True):
            if isinstance(match_id, BaseException):
                if await self._count_gone(tournament_id, tournament, place):
                    continue
                cause = match_id.details() if isinstance(match_id, grpc.aio.AioRpcError) else str(match_id)
                log.warning("a match was not made; it will be", tournament_id=tournament_id, cause=cause)
                continue
            entries.append(_entry("begun", place, match_id=match_id))
        await self._append_new(tournament_id, entries, "matches")

    async def _count_gone(self, tournament_id: str, tournament: Tournament, place: Board) -> bool:
        """Count a board as lost for entrants whose accounts are gone or disabled, and withdraw them; whether any is."""
        seated = tournament.rounds[place[0] - 1].tables[place[1]].seats_on(place[2])
        accounts = [entrant for entrant in seated if not entrant.startswith(BOT_PREFIX)]
        there = await find_kinds(self.store.redis, accounts)
        gone = [entrant for entrant in accounts if entrant not in there]
        if not gone:
            return False
        log.warning("entrants are gone", tournament_id=tournament_id, entrants=gone)
        last = len(seated) - len(gone) + 1
        ranks = [last if entrant in gone else 1 for entrant in seated]
        absent = [seat for seat, entrant in enumerate(seated) if entrant in gone]
        lost = {"ranks": ranks, "scores": [0] * len(seated), "absent": absent, "cause": "forfeit"}
        await self._append_new(tournament_id, [_entry("result", place, match_id="", **lost)], "results")
        await self.store.change(tournament_id, partial(_withdraw, gone))
        return True

    async def _make(self, tournament_id: str, tournament: Tournament, place: Board, lane: str) -> str:
        """Make the match of a board, or return the one that was made already."""
        round_number, number, board = place
        seats = []
        for entrant in tournament.rounds[round_number - 1].tables[number].seats_on(board):
            level = tournament.entrants[entrant].level
            if entrant.startswith(BOT_PREFIX):
                seats.append(match_pb2.Seat(kind=match_pb2.SEAT_KIND_BOT, level=level))
            else:
                seats.append(match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT, account=entrant))
        settings = match_settings_of(tournament)
        settings.starts_when_full = True
        settings.clock = dump_json(clock_of(tournament, seats))
        if tournament.settings.is_duplicate:
            settings.deal = deal_of(tournament_id, round_number, number)
        settings.tournament.MergeFrom(
            match_pb2.TournamentPlace(tournament_id=tournament_id, round=round_number, table=number, lane=lane)
        )
        request = match_pb2.CreateMatchRequest(
            settings=settings,
            seats=seats,
            idempotency_key="-".join([tournament_id, *map(str, place)]),
        )
        async with self._slots:
            answer = await self._stub.CreateMatch(request, metadata=self._metadata(), timeout=CALL_S_MAX)
        return str(answer.match.match_id)

    async def _take_results(self, tournament_id: str, kept: KeptTournament) -> None:
        """Take the results of all matches that have ended since."""
        playing = [
            (place, table.matches[place[2]]) for place, table in _boards(kept.tournament) if place[2] in table.matches
        ]
        running = await self.store.find_running_matches([match_id for _, match_id in playing])
        playing = [(place, match_id) for place, match_id in playing if match_id not in running]
        found = await asyncio.gather(*(self._match(match_id) for _, match_id in playing), return_exceptions=True)
        entries = [
            _entry("result", place, match_id=match_id, **result_of(match))
            for (place, match_id), match in zip(playing, found, strict=True)
            if not isinstance(match, BaseException) and match.status == match_pb2.MATCH_STATUS_OVER
        ]
        await self._append_new(tournament_id, entries, "results")

    async def _give_up_left_boards(self, tournament_id: str) -> None:
        """Count boards as lost for all at them that nobody has played to the end since all have withdrawn."""
        tournament = (await self.store.fresh(tournament_id)).tournament
        entries: list[Entry] = []
        for place in tournament.find_left_boards(now_ms() - limits().left_board_ms):
            table = tournament.rounds[place[0] - 1].tables[place[1]]
            seats, match_id = len(table.seats), table.matches.get(place[2], "")
            lost = {"ranks": [1] * seats, "scores": [0] * seats, "absent": list(range(seats)), "cause": "forfeit"}
            entries.append(_entry("result", place, match_id=match_id, **lost))
        await self._append_new(tournament_id, entries, "results")

    async def _release(self, tournament_id: str, tournament: Tournament) -> None:
        """Open the records of duplicate tables that have ended, and count each that is done as one result."""
        due = tournament.to_release()
        opened = await asyncio.gather(
            *(self._open(deal_of(tournament_id, number, place)) for number, place, _ in due), return_exceptions=True
        )
        for (number, place, table), failed in zip(due, opened, strict=True):
            if failed is not None:
                log.warning("a deal was not released; it will be", tournament_id=tournament_id, cause=str(failed))
                continue
            if table.is_done and tournament.settings.is_rated:
                counted = await self._leave_out_void(table)
                if counted.results:
                    entry = table_ratings_entry(tournament, counted, deal_of(tournament_id, number, place))
                    await self.store.results.rate(entry)
            await self.store.results.settle(dict.fromkeys(table.matches.values(), now_ms()))
            entry = {"kind": "released", "at_ms": now_ms(), "round": number, "table": place}
            await self.store.change(tournament_id, partial(_unless_released, entry))

    async def _leave_out_void(self, table: TournamentTable) -> TournamentTable:
        """Return a table without the boards whose matches ratings don't count, as they would not count one alone."""
        boards = list(table.matches)
        found = await asyncio.gather(*(self._match(table.matches[board]) for board in boards))
        void = {board for board, match in zip(boards, found, strict=True) if not counts(match)}
        return replace(table, results={board: each for board, each in table.results.items() if board not in void})

    async def _open(self, deal: str) -> None:
        async with self._slots:
            request = match_pb2.ReleaseDealRequest(deal=deal)
            await self._stub.ReleaseDeal(request, metadata=self._metadata(), timeout=CALL_S_MAX)

    async def _append_new(self, tournament_id: str, entries: list[Entry], where: str) -> None:
        """Append those of the entries whose board has none of the kind yet."""

        def missing(kept: KeptTournament) -> list[Entry]:
            rounds = kept.tournament.rounds
            return [
                entry
                for entry in entries
                if entry["board"] not in getattr(rounds[entry["round"] - 1].tables[entry["table"]], where)
            ]

        if entries:
            await self.store.change(tournament_id, missing)

    async def _match(self, match_id: str) -> match_pb2.Match:
        async with self._slots:
            request = match_pb2.GetMatchRequest(match_id=match_id)
            return (await self._stub.GetMatch(request, metadata=self._metadata(), timeout=CALL_S_MAX)).match

    # -- ratings -----------------------------------------------------------------------------------

    async def rate(self) -> None:
        """Count every finished match that is rated and not counted yet, the earliest first; publish the ratings."""
        fresh: list[match_pb2.Match] = []
        until, newest, token = await self.store.results.read_looked_until(), 0, ""
        while True:
            request = match_pb2.ListMatchesRequest(
                status=match_pb2.MATCH_STATUS_OVER, page_size=PAGE_SIZE, page_token=token
            )
            page = await self._stub.ListMatches(request, metadata=self._metadata(), timeout=CALL_S_MAX)
            are_rated = await self.store.results.are_rated({match.match_id: match.ended_ms for match in page.matches})
            new = [match for match, is_rated in zip(page.matches, are_rated, strict=True) if not is_rated]
            # Matches of a deal count together, when the last of them is over.
            fresh += [match for match in new if not match.settings.deal]
            ended = [match.ended_ms for match in page.matches]
            newest = max([newest, *ended])
            token = page.next_page_token
            # Older pages may have matches to count even if this one has none: matches are marked elsewhere and in other
            # orders, too, and the process that marked them may have died meanwhile.
            if not token or (ended and not new and ended[-1] < until):
                break
        # Marked like the others, or every search for new results would find them again.
        await self.store.results.settle({match.match_id: match.ended_ms for match in fresh if not counts(match)})
        for match in sorted(filter(counts, fresh), key=lambda match: (match.ended_ms, match.match_id)):
            await self.store.results.rate(ratings_entry(match))
        await self.store.results.set_looked_until(newest - LATE_MS)
        await self.store.results.publish_ratings()


def _boards(tournament: Tournament) -> Iterator[tuple[Board, TournamentTable]]:
    """Yield every board without a result, with its table."""
    for each, number, table in tournament.tables():
        for board in range(table.boards):
            if board not in table.results:
                yield (each.number, number, board), table


def _entry(kind: str, place: Board, **fields: object) -> Entry:
    round_number, table, board = place
    return {"kind": kind, "at_ms": now_ms(), "round": round_number, "table": table, "board": board, **fields}


def _withdraw(gone: list[str], kept: KeptTournament) -> list[Entry]:
    """Return the entries that withdraw those who haven't withdrawn by themselves."""
    going = [each for each in gone if each in kept.tournament.entrants and each not in kept.tournament.withdrawn]
    return [{"kind": "withdrawn", "at_ms": now_ms(), "entrant": each} for each in going]


def _unless_released(entry: Entry, kept: KeptTournament) -> list[Entry]:
    table = kept.tournament.rounds[entry["round"] - 1].tables[entry["table"]]
    return [] if table.is_released else [entry]


def lane_for_host(host: str) -> str:
    """Return the lane of a host's tournaments: a word that says the same host, and not who it is."""
    return digest_of(host)[:LANE_DIGITS] if host else ""


def match_settings_of(tournament: Tournament) -> match_pb2.MatchSettings:
    """Return the settings that the host set for all matches."""
    wanted = tournament.settings.settings_of_matches()
    return match_pb2.MatchSettings(**(wanted | {name: dump_json(wanted[name]) for name in ("options", "clock")}))


def clock_of(tournament: Tournament, seats: Sequence[match_pb2.Seat]) -> dict[str, object]:
    """Return the clock of a match: where the host sets none, an account that is silent too long is away."""
    clock = tournament.settings.clock.model_dump()
    if clock["kind"] == "none" and any(seat.account for seat in seats):
        return {"kind": "decision", "decision_ms": limits().silent_board_ms}
    return clock


def deal_of(tournament_id: str, round_number: int, table: int) -> str:
    """Return the name of the deal that all boards of a duplicate table have."""
    return f"{tournament_id}-{round_number}-{table}"


def table_ratings_entry(tournament: Tournament, table: TournamentTable, source: str) -> dict[str, object]:
    """Return a finished duplicate table in the form that ratings count: one result of all its boards."""
    entrants = [tournament.entrants[entrant] for entrant in table.seats]
    absent = table.absent()
    return {
        "game": tournament.settings.game,
        "players": [f"{BOT_PREFIX}{each.level}" if each.player == "bot" else each.id for each in entrants],
        "ranks": list(table.ranks()),
        "absent": [seat for seat, entrant in enumerate(table.seats) if entrant in absent],
        "at_ms": now_ms(),
        "source": source,
    }


def absent_seats(match: match_pb2.Match) -> list[int]:
    """Return the seats whose player did not play to the end."""
    return [number for number, seat in enumerate(match.seats) if seat.resigned_by or seat.stands_in_for]


def result_of(match: match_pb2.Match) -> dict[str, object]:
    """Return a finished match as a tournament's result."""
    absent = absent_seats(match)
    if not match.ranks:
        # The operator ended it, and nobody can tell how it stood: all share the first place until the host corrects it.
        seats = len(match.seats)
        return {"ranks": [1] * seats, "scores": [0] * seats, "absent": absent, "cause": "adjudicated"}
    stood_in = any(seat.stands_in_for for seat in match.seats)
    cause = "substituted" if stood_in else "forfeit" if absent else "finished"
    return {"ranks": list(match.ranks), "scores": list(match.scores), "absent": absent, "cause": cause}


def counts(match: match_pb2.Match) -> bool:
    """Whether a finished match is rated; one whose player was deleted meanwhile is not, for who it was is forgotten."""
    return match.settings.is_rated and DELETED not in players_of(match)


def players_of(match: match_pb2.Match) -> list[str]:
    """Return who a match counts for, by seat: accounts by name, bots as `bot:LEVEL`."""
    return [
        seat.resigned_by or seat.stands_in_for or seat.account or f"{BOT_PREFIX}{seat.level}" for seat in match.seats
    ]


def ratings_entry(match: match_pb2.Match) -> dict[str, object]:
    """Return a finished match in the form that ratings count."""
    return {
        "game": match.settings.game,
        "players": players_of(match),
        "ranks": list(match.ranks),
        "absent": absent_seats(match),
        "at_ms": match.ended_ms,
        "source": match.match_id,
    }
