"""Absence from a running match: resigning, running out of time, coming back, and being ended from outside."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.errors import MatchOver
from services.game_state.match.absence import check_claim, check_claimant, find_awaited
from services.game_state.match.downtime import is_soon_after_downtime
from services.game_state.match.model import Seat
from services.game_state.match.progress import (
    advance,
    advance_clocks,
    end_match,
    end_unplayed,
    ranks_after_resignation,
)
from services.game_state.store.changes import change
from services.game_state.store.writer import newest_match
from services.shared import telemetry
from services.shared.clocks import Clocks
from services.shared.ends import ABORTED, ABSENT, ADJUDICATED, RESIGNED, TIMEOUT
from services.shared.errors import BadRequest, MatchDamaged, NotYourSeat, RulesVersionGone
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.now import now_ms
from services.shared.settings import settings
from services.shared.writing import NOTHING, Nothing

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.game_state.match.model import Match, Stored
    from services.game_state.store.changes import Write
    from services.game_state.store.levels import Levels
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.table import Table
    from services.shared.writing import Done

TABLE_OF_TWO = 2


class Leaving:
    """Handles matches whose players are away, or that are ended from outside."""

    def __init__(self, tables: Tables, levels: Levels) -> None:
        """Work on *tables*."""
        self.tables = tables
        self.levels = levels

    async def resign(self, match_id: str, account: str, seat: int | None) -> Match:
        """Give up a seat; repeating it changes nothing (see `_without` for what happens to the match)."""

        def resign(table: Table, level: str) -> Match | None:
            gone = [n for n, each in enumerate(table.match.seats) if account in {each.resigned_by, each.stands_in_for}]
            if gone and (seat in gone or (seat is None and {*gone} >= {*table.match.seats_of(account)})):
                return None
            place = table.acting_seat(account, seat)
            table.playing()
            if table.match.status == "over":
                raise MatchOver("the match is over already")
            return self._without(table, (place,), level, RESIGNED, now_ms())

        return newest_match(await self._change(match_id, resign, RESIGNED), match_id)

    async def end_overdue(self, match_id: str) -> None:
        """Do what the match's host chose for seats whose time is up; if none's is, note when it will be."""

        def end(table: Table, level: str) -> Match | None:
            if table.match.clocks is None or table.match.status != "running":
                return None
            at_ms = now_ms()
            overdue = Clocks.from_dict(table.match.clocks).overdue(at_ms)
            # After downtime the deadlines are other ones: the write stores and announces them.
            return self._without(table, overdue, level, TIMEOUT, at_ms) if overdue else table.match

        await self._change(match_id, end, TIMEOUT)

    async def claim(self, match_id: str, account: str) -> Match:
        """Let the seats be lost of those for whom *account* need not wait any more (see match/absence.py)."""

        def claim(table: Table, level: str) -> Match | None:
            check_claimant(table.match, account)
            if table.match.ended == ABSENT:
                return None
            at_ms = self._check_claim(table, account)
            return self._without(table, find_awaited(table.match), level, ABSENT, at_ms)

        return newest_match(await self._change(match_id, claim, ABSENT), match_id)

    async def abort(self, match_id: str, account: str) -> Match:
        """End, without rating it, a match in which *account* need not wait any more; doing it again changes nothing."""

        def abort(table: Table, _level: str) -> Match | None:
            check_claimant(table.match, account)
            if table.match.ended == ABORTED:
                return None
            at_ms, state = self._check_claim(table, account), table.playing()
            return end_match(table.match.with_settings(is_rated=False), state, at_ms, ABORTED, state.ranks())

        return newest_match(await self._change(match_id, abort, ABORTED), match_id)

    @staticmethod
    def _check_claim(table: Table, account: str) -> int:
        """Return the present time, at which a claimant's claim holds; raise why it doesn't."""
        at_ms = now_ms()
        table.playing()
        if table.match.status == "over":
            raise MatchOver("the match is over already")
        check_claim(table.match, account, at_ms)
        return at_ms

    async def adjudicate(self, match_id: str) -> None:
        """End a running match as it stands; others decide what it counts for."""
        await self._end_as_it_stands(match_id, lambda match: match.status == "running")

    async def end_for_operator(self, match_id: str, *, is_void: bool) -> Match | None:
        """End a running match as it stands and return it; None: it has not begun. A void one is not rated."""
        may_end = partial(_may_end, is_void=is_void)
        return await self._end_as_it_stands(match_id, may_end, is_void=is_void)

    async def _end_as_it_stands(
        self, match_id: str, may_end: Callable[[Match], bool], *, is_void: bool = False
    ) -> Match | None:
        """End a match that *may_end* and return it; one that can't be replayed ends without scores, and unrated."""

        def end(table: Table, _level: str) -> Match | None:
            match, at_ms = table.match, now_ms()
            if not may_end(match):
                return None
            state = table.playing()
            if is_void:
                match = match.with_settings(is_rated=False)
            return advance_clocks(match, end_match(match, state, at_ms, ADJUDICATED, state.ranks()), at_ms)

        def end_unread(stored: Stored) -> Write | Nothing:
            match, at_ms = stored.match, now_ms()
            if not may_end(match):
                return NOTHING
            ended = advance_clocks(match, end_unplayed(match, at_ms, ADJUDICATED), at_ms)
            return change(match, ended, stored.token, self.levels)

        done: Done[Table, Write] | Done[Stored, Write]
        try:
            done = await self._change(match_id, end, ADJUDICATED)
        except (MatchDamaged, RulesVersionGone):
            done = await self.tables.writer.change_unread(match_id, end_unread)
            if done.change is not None:
                telemetry.MATCHES.labels(done.change.match.game, ADJUDICATED).inc()
        return None if done.change is None else done.change.match

    async def come_back(self, match_id: str, account: str) -> Match:
        """Give an account the seats that bots play for it; coming back again changes nothing."""

        def come_back(table: Table, _level: str) -> Match | None:
            match, at_ms = table.match, now_ms()
            match.check_visible(account)
            left = match.seats_left_by(account)
            if not left and not match.seats_of(account):
                raise NotYourSeat(f"no seat of this match is kept for {account!r}")
            if not left:
                return None
            if match.status == "over":
                raise MatchOver("the match is over already")
            for seat in left:
                kind = match.seats[seat].account_kind
                match = match.with_seat(seat, Seat("account", account=account, account_kind=kind))
                match = match.with_clocks(partial(Clocks.give_back, seat=seat, now_ms=at_ms))
            match = replace(match, stands_since_ms=at_ms)
            return advance(match, table.playing(), at_ms)

        return newest_match(await self._change(match_id, come_back, ""), match_id)

    async def _change(
        self, match_id: str, leave: Callable[[Table, str], Match | None], ended: str, key: RequestKey = NO_KEY
    ) -> Done[Table, Write]:
        """Write what *leave* makes of a match, given the substitutes' level; None: there is nothing to do.

        *ended* is what is counted if it was done and is more than to write the match as it is.
        """
        level = await self.levels.substitute(settings().substitute_level)
        has_changed = False

        def work_out(table: Table) -> Write | Nothing:
            nonlocal has_changed
            match = leave(table, level)
            has_changed = match is not table.match
            return NOTHING if match is None else change(table.match, match, table.token, self.levels)

        done = await self.tables.change(match_id, work_out, key)
        if ended and done.change is not None and has_changed:
            telemetry.MATCHES.labels(done.change.match.game, ended).inc()
        return done

    def _without(self, table: Table, seats: tuple[int, ...], level: str, cause: str, at_ms: int) -> Match:
        """Return the match after the accounts of *seats* have left it.

        The log stays replayable, for leaving is no action. With substitutes a bot plays each seat until
        its player is back. Otherwise a bot takes it for good; at a table of two the match ends instead,
        and so it does when no account is left. Nobody else is harmed.
        """
        state, match = table.playing(), table.match
        if cause != RESIGNED and is_soon_after_downtime(self.tables.store.downtimes.all, at_ms):
            match = match.with_settings(is_rated=False)
        is_kept = match.settings.absence == "substitute"
        for seat in seats:
            held = match.seats[seat]
            stands_in_for, resigned_by = (held.account, "") if is_kept else ("", held.account)
            bot = replace(held, kind="bot", account="", level=level, cause=cause)
            match = match.with_seat(seat, replace(bot, stands_in_for=stands_in_for, resigned_by=resigned_by))
            match = match.with_clocks(partial(Clocks.hand_over, seat=seat, now_ms=at_ms))
        if is_kept or (len(match.seats) > TABLE_OF_TWO and match.accounts()):
            return advance(match, state, at_ms)
        for seat in seats:
            gone = replace(match.seats[seat], kind="account", account=match.seats[seat].resigned_by, level="")
            match = match.with_seat(seat, gone)
        ended = end_match(match, state, at_ms, cause, ranks_after_resignation(match, state))
        return advance_clocks(match, ended, at_ms)


def _may_end(match: Match, *, is_void: bool) -> bool:
    """Whether the operator can end a match now, not just remove it; raise MatchOver, and BadRequest for a void one."""
    if match.status == "over":
        raise MatchOver("the match is over already")
    if is_void and match.settings.tournament is not None:
        raise BadRequest(
            "a tournament's match can't be void, for its result counts there: end it; the host corrects the result"
        )
    return match.status == "running"
