"""Meeting: seeks, which bring those who want the same to one match, and rematches."""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import orjson
from redis.exceptions import LockError

from services.game_state.cases.making import Creation
from services.game_state.cases.seats import Arrival, parse_place
from services.game_state.match.admission import Admission
from services.game_state.match.model import Seat
from services.game_state.store.changes import Write
from services.game_state.store.writer import newest_match
from services.shared import keys
from services.shared.errors import (
    BadRequest,
    MatchNotOver,
    MatchNotWaiting,
    NotAdmitted,
    NotYourSeat,
    SeatTaken,
    Unavailable,
    UnknownMatch,
)
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.ids import new_id
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.writing import NOTHING, Nothing

if TYPE_CHECKING:
    from services.game_state.cases.finding import Finder
    from services.game_state.cases.making import Making
    from services.game_state.match.model import Match, Stored

#: how long one seek may take; and how long seeks for the same wait for each other, less than a gateway waits
SEEK_LOCK_S = 2.0
SEEK_WAIT_S = 8.0
SEEK_AGAIN_MS = 1_000


class Meeting:
    """Brings accounts to one match."""

    def __init__(self, making: Making, finding: Finder) -> None:
        """Make and join matches by *making* and its seats."""
        self.making = making
        self.seats = making.seats
        self.finding = finding
        self.store = making.store
        self.redis = making.redis

    async def seek(self, wish: Creation, key: RequestKey = NO_KEY) -> tuple[Match, int]:
        """Take a seat at a match that was made by seeking the same, or make one that waits for others."""
        if wish.settings.is_private:
            raise BadRequest("who seeks others does so in public; is_private is for matches with invitations")
        wish = await self.making.check(replace(wish, settings=replace(wish.settings, starts_when_full=True)))
        parts = [len(wish.seats), replace(wish.settings, admission=Admission())]
        wanted = dump_json(parts, option=orjson.OPT_SORT_KEYS)
        index = keys.seeks(hashlib.blake2b(wanted, digest_size=12).hexdigest())
        # Simultaneous seeks would each find nobody waiting, and wait for ever. A holder that dies loses the lock.
        lock = self.redis.lock(f"{index}:lock", timeout=SEEK_LOCK_S, blocking_timeout=SEEK_WAIT_S)
        if not await lock.acquire():
            raise Unavailable("too many seek the same at this moment; try again", retry_after_ms=SEEK_AGAIN_MS)
        try:
            return await self._meet(index, wish, key)
        finally:
            with contextlib.suppress(LockError):
                await lock.release()

    async def _meet(self, index: str, wish: Creation, key: RequestKey) -> tuple[Match, int]:
        """Take a seat at one of the waiting matches of *index*, or make one that waits there.

        Everybody there has to admit everybody else; the match goes on to admit only whom all of them admit.
        """
        if (known := await self.making.writer.recall(key)) is not None:
            match_id, seat = parse_place(known)
            return (await self.store.load(match_id)).match, seat
        for raw in await self.redis.zrange(index, 0, limits().seeks_scanned_max):
            match_id = raw.decode()
            try:
                match, seat = await self.seats.join(match_id, wish.account, Arrival(seeks=wish.settings.admission), key)
            except (SeatTaken, MatchNotWaiting, UnknownMatch):
                await self.redis.zrem(index, match_id)
                continue
            except NotAdmitted:
                continue
            if not match.open_seats():
                await self.redis.zrem(index, match_id)
            return match, seat
        match, _ = await self.making.make(wish, new_id(), key, index)
        return match, match.seats_of(wish.account)[0]

    async def rematch(self, match_id: str, account: str) -> Match:
        """Offer another match, seats rotated by one; whoever of the match asks first makes it, later ones join it.

        The old match has the new one's id; whoever finds no match of that id makes it.
        """
        old = await self.finding.find(match_id, account)
        players = [seat.account or seat.resigned_by or seat.stands_in_for for seat in old.seats]
        if account not in players:
            raise NotYourSeat(f"{account!r} did not play in this match")
        if old.status != "over":
            raise MatchNotOver(f"the match is {old.status}; there is a rematch when it is over")
        seats = []
        for player, seat in zip(players, old.seats, strict=True):
            if not player:
                seats.append(Seat("bot", level=seat.level))
            else:
                seats.append(Seat("account" if player == account else "invited", account=player))
        settings = replace(old.settings, starts_when_full=True, admission=Admission(), deal="", tournament=None)
        wish = Creation(account, settings, (seats[-1], *seats[:-1]))
        made_id = await self._rematch_id(match_id)
        if not await self.store.matches([made_id]):
            await self.making.make(await self.making.check(wish), made_id)
        return (await self.seats.join(made_id, account))[0]

    async def _rematch_id(self, match_id: str) -> str:
        """Return the id that a match's rematch has, whoever makes it."""

        def choose_id(stored: Stored) -> Write | Nothing:
            match = stored.match
            return NOTHING if match.rematch_id else Write(replace(match, rematch_id=new_id()), stored.token)

        return newest_match(await self.making.writer.change_stored(match_id, choose_id), match_id).rematch_id
