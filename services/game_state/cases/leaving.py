"""Being away from a running match: seats given up, time that is up, coming back, and the end from outside."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import MatchOver
from services.game_state.match.model import Seat
from services.game_state.match.progress import (
    ADJUDICATED,
    RESIGNED,
    TIMEOUT,
    clocked,
    over,
    progressed,
    ranks_after_resignation,
)
from services.game_state.store.changes import change
from services.shared import telemetry
from services.shared.clocks import Clocks
from services.shared.errors import NotYourSeat, Unavailable
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.game_state.match.model import Match
    from services.game_state.store.levels import Levels
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.table import Table

TABLE_OF_TWO = 2


class Leaving:
    """What becomes of matches whose players are away, or that are ended from outside."""

    def __init__(self, tables: Tables, levels: Levels) -> None:
        """Work on *tables*."""
        self.tables = tables
        self.store = tables.store
        self.levels = levels

    async def resign(self, match_id: str, account: str, seat: int | None) -> Table:
        """Give a seat up; giving up again changes nothing (see `_without` for what becomes of the match)."""

        def resigned(table: Table, level: str) -> Match | None:
            gone = [n for n, each in enumerate(table.match.seats) if account in {each.resigned_by, each.stands_in_for}]
            if gone and (seat in gone or (seat is None and {*gone} >= {*table.match.seats_of(account)})):
                return None
            place = table.acting_seat(account, seat)
            table.playing()
            if table.match.status == "over":
                raise MatchOver("the match is over already")
            return self._without(table, (place,), level, RESIGNED)

        table, match = await self._change(match_id, resigned)
        if match is not None:
            telemetry.MATCHES.labels(match.game, RESIGNED).inc()
        return table

    async def end_overdue(self, match_id: str) -> None:
        """Do what the match's host chose for seats whose time is up."""

        def ended(table: Table, level: str) -> Match | None:
            if table.match.clocks is None or table.match.status != "running":
                return None
            overdue = Clocks.from_dict(table.match.clocks).overdue(now_ms())
            return self._without(table, overdue, level, TIMEOUT) if overdue else None

        _, match = await self._change(match_id, ended)
        if match is not None:
            telemetry.MATCHES.labels(match.game, TIMEOUT).inc()

    async def adjudicate(self, match_id: str) -> None:
        """End a running match as it stands; what it counts for is decided elsewhere."""

        def ended(table: Table, _level: str) -> Match | None:
            match, at_ms = table.match, now_ms()
            if match.status != "running":
                return None
            state = table.playing()
            return clocked(match, over(match, state, at_ms, ADJUDICATED, state.ranks()), at_ms)

        _, match = await self._change(match_id, ended)
        if match is not None:
            telemetry.MATCHES.labels(match.game, ADJUDICATED).inc()

    async def come_back(self, match_id: str, account: str) -> Table:
        """Give an account the seats that bots play for it; coming back again changes nothing."""

        def returned(table: Table, _level: str) -> Match | None:
            match, at_ms = table.match, now_ms()
            match.check_visible(account)
            left = match.left_seats(account)
            if not left and not match.seats_of(account):
                raise NotYourSeat(f"no seat of this match is kept for {account!r}")
            if not left:
                return None
            if match.status == "over":
                raise MatchOver("the match is over already")
            clocks = None if match.clocks is None else Clocks.from_dict(match.clocks)
            for seat in left:
                kind = match.seats[seat].account_kind
                match = match.with_seat(seat, Seat("account", account=account, account_kind=kind))
                clocks = clocks and clocks.give_back(seat, at_ms)
            match = replace(match, clocks=None if clocks is None else clocks.to_dict())
            return progressed(match, table.playing(), at_ms)

        table, _ = await self._change(match_id, returned)
        return table

    async def _change(self, match_id: str, changed: Callable[[Table, str], Match | None]) -> tuple[Table, Match | None]:
        """Write what *changed* makes of a match, given the substitutes' level; None: there is nothing to do."""
        level = await self.levels.substitute(settings().substitute_level)
        async with self.tables.lock(match_id):
            for _ in range(limits().submissions_retried_max):
                table = await self.tables.fresh(match_id)
                match = changed(table, level)
                if match is None:
                    return table, None
                write = change(table.match, match, table.token, self.levels)
                if (await self.store.write(write))[0] == "done":
                    if table.token == write.expected:
                        table.commit(match, write.token, None, [])
                    self.tables.bells.ring(match_id, write.token)
                    return table, match
        raise Unavailable("the match changes too fast; try again", retry_after_ms=100)

    @staticmethod
    def _without(table: Table, seats: tuple[int, ...], level: str, cause: str) -> Match:
        """Return the match after the accounts of *seats* have left it.

        The log stays replayable, for leaving is no action. With substitutes a bot plays each seat until
        its player is back. Otherwise a bot takes it for good; at a table of two the match ends instead,
        and so it does when no account is left. Nobody else is harmed.
        """
        state, match, at_ms = table.playing(), table.match, now_ms()
        is_kept = match.absence == "substitute"
        clocks = None if match.clocks is None else Clocks.from_dict(match.clocks)
        for seat in seats:
            account = match.seats[seat].account
            who = {"stands_in_for": account} if is_kept else {"resigned_by": account}
            who["account_kind"] = match.seats[seat].account_kind
            match = match.with_seat(seat, Seat("bot", level=level, cause=cause, **who))
            clocks = clocks and clocks.hand_over(seat, at_ms)
        match = replace(match, clocks=None if clocks is None else clocks.to_dict())
        if is_kept or (len(match.seats) > TABLE_OF_TWO and match.accounts()):
            return progressed(match, state, at_ms)
        for seat in seats:
            gone = replace(match.seats[seat], kind="account", account=match.seats[seat].resigned_by, level="")
            match = match.with_seat(seat, gone)
        ended = over(match, state, at_ms, cause, ranks_after_resignation(match, state))
        return clocked(match, ended, at_ms)
