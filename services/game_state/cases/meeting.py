"""Finding each other: seeks, which seat those who want the same at one match, and rematches."""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING

import orjson
from redis.exceptions import LockError

from services.game_state.cases.making import Creation
from services.game_state.cases.seats import Seek
from services.game_state.match.model import Seat
from services.shared import keys
from services.shared.errors import (
    MatchNotOver,
    MatchNotWaiting,
    NotAdmitted,
    NotYourSeat,
    SeatTaken,
    Unavailable,
    UnknownMatch,
)
from services.shared.ids import new_id
from services.shared.limits import limits

if TYPE_CHECKING:
    from services.game_state.cases.finding import Finding
    from services.game_state.cases.making import Making
    from services.game_state.match.model import Match

SEEKS_SCANNED_MAX = 100
#: how long one of those who seek the same may take; and how long they wait for one another, less than a gateway waits
SEEK_LOCK_S = 2.0
SEEK_WAIT_S = 8.0
SEEK_AGAIN_MS = 1_000


class Meeting:
    """Brings accounts to one match."""

    def __init__(self, making: Making, finding: Finding) -> None:
        """Make and join matches by *making* and its seats."""
        self.making = making
        self.seats = making.seats
        self.finding = finding
        self.store = making.store
        self.redis = making.redis

    async def seek(self, wish: Creation) -> tuple[Match, int]:
        """Take a seat at a match that was made by seeking the same, or make one that waits for others.

        The same key gives the same seat again, whatever has become of the match, unless it was given back.
        """
        limits().check("idempotency_key_chars_max", len(wish.key))
        wish = await self.making.checked(wish)
        parts = [wish.game, len(wish.seats), wish.options, wish.clock, wish.absence]
        wanted = orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)
        index = keys.seeks(hashlib.blake2b(wanted, digest_size=12).hexdigest())
        # Those who come at once would each find nobody waiting, and wait for ever. A holder that dies loses the lock.
        lock = self.redis.lock(f"{index}:lock", timeout=SEEK_LOCK_S, blocking_timeout=SEEK_WAIT_S)
        if not await lock.acquire():
            raise Unavailable("too many seek the same at this moment; try again", retry_after_ms=SEEK_AGAIN_MS)
        try:
            return await self._met(index, wish)
        finally:
            with contextlib.suppress(LockError):
                await lock.release()

    async def _met(self, index: str, wish: Creation) -> tuple[Match, int]:
        """Take a seat at one of the waiting matches of *index*, or make one that waits there.

        Everybody there has to admit everybody else; the match goes on to admit only whom all of them admit.
        """
        name = keys.sought(wish.account, wish.key) if wish.key else ""
        if name and (found := await self._sought(name, wish.account, index)):
            return found
        for raw in await self.redis.zrange(index, 0, SEEKS_SCANNED_MAX):
            match_id = raw.decode()
            try:
                match, seat = await self.seats.join(match_id, wish.account, None, seeks=Seek(wish.admission, wish.key))
            except (SeatTaken, MatchNotWaiting, UnknownMatch):
                await self.redis.zrem(index, match_id)
                continue
            except NotAdmitted:
                continue
            if not match.open_seats():
                await self.redis.zrem(index, match_id)
            return match, seat
        match_id = new_id()
        if name:
            held, left = await self.making.reserved(name, match_id)
            match_id = held if left is None else match_id
        match, _ = await self.making.made(wish, match_id)
        await self._offer(index, match)
        return match, 0

    async def _sought(self, name: str, account: str, index: str) -> tuple[Match, int] | None:
        """Return the seat that was found under a name before, if the account has it still."""
        known = await self.redis.get(name)
        for match in await self.store.matches([known.decode()] if known else []):
            if own := match.seats_of(account):
                if match.status == "waiting":
                    # Whoever made it may have died before it could be found.
                    await self._offer(index, match)
                return await self.seats.begun_if_due(match), own[0]
        return None

    async def _offer(self, index: str, match: Match) -> None:
        """Let those who seek the same find a waiting match, for as long as it may wait."""
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.zadd(index, {match.match_id: match.created_ms})
            pipe.expire(index, limits().waiting_match_s)
            await pipe.execute()

    async def rematch(self, match_id: str, account: str) -> Match:
        """Offer another match, seats rotated by one; whoever of the match asks first makes it, later ones join it.

        It has the id that was set aside for it: who finds that there is none, or no more, makes it.
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
        wish = Creation(
            account=account,
            game=old.game,
            seats=(seats[-1], *seats[:-1]),
            options=old.options,
            starts_when_full=True,
            clock=old.clock,
            absence=old.absence,
            is_private=old.is_private,
            allows_take_back=old.allows_take_back,
            has_chat=old.has_chat,
            allows_analysis=old.allows_analysis,
            is_rated=old.is_rated,
        )
        made_id, made = await self.making.reserved(keys.rematch(match_id), new_id())
        if made is None:
            await self.making.made(await self.making.checked(wish), made_id)
        return (await self.seats.join(made_id, account, None))[0]
