"""A match before its start: seats taken and given back, invitations, the start."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from services.game_state.match.admission import Admission, Guest
from services.game_state.match.model import Match, Seat, Stored, unknown_match
from services.game_state.match.progress import progressed, with_clocks
from services.game_state.store.changes import Write, change
from services.game_state.store.guests import guests_of
from services.game_state.table.table import first_state
from services.shared import keys
from services.shared.errors import (
    BadRequest,
    MatchNotPrivate,
    MatchNotWaiting,
    NotAdmitted,
    NotYourMatch,
    NotYourSeat,
    SeatsOpen,
    SeatTaken,
    Unavailable,
    UnknownMatch,
)
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.tokens import TOKEN_BYTES, digest_of

if TYPE_CHECKING:
    from services.game_state.store.store import Outcome
    from services.game_state.store.writer import Writer

REASON_CHARS_MAX = 200


@dataclass(frozen=True, slots=True)
class Seek:
    """What somebody who joins by seeking asks of those who sit there and who come later, and the seek's key."""

    admission: Admission
    key: str = ""


class Seats:
    """Changes of seats and of the start."""

    def __init__(self, writer: Writer) -> None:
        """Write by *writer*."""
        self.writer = writer
        self.store = writer.store
        self.redis = writer.store.redis

    # -- seats -------------------------------------------------------------------------------------

    async def join(
        self, match_id: str, account: str, seat: int | None, invitation: str = "", seeks: Seek | None = None
    ) -> tuple[Match, int]:
        """Take a seat, or return the one already held.

        A private match is known to whoever holds the *invitation*. With *seeks*, it has to be waiting, and those who
        sit there have to fit too, and whoever comes later.
        """
        guests = await guests_of(self.redis, (await self.store.load(match_id)).match, account)

        def joined(stored: Stored) -> Write | None:
            match = stored.match
            if not match.is_visible_to(account) and not hmac.compare_digest(digest_of(invitation), match.invitation):
                raise unknown_match(match_id)
            own = match.seats_of(account)
            if own and seat in {None, *own}:
                if seeks is not None:
                    _need_waiting(match)
                    if match.admission.narrowed(seeks.admission) != match.admission:
                        raise NotAdmitted("what was sought before is another wish")
                return None
            _need_waiting(match)
            match = _admitted(match, account, guests, None if seeks is None else seeks.admission)
            free = (*match.invited_seats(account), *match.open_seats())
            place = (free[0] if free else None) if seat is None else seat
            if place is not None and not 0 <= place < len(match.seats):
                raise BadRequest(f"seat is {place}; the seats are 0 to {len(match.seats) - 1}")
            if place is None or place not in free:
                left = f"open: {', '.join(map(str, free))}" if free else "none is open"
                raise SeatTaken(f"{'every seat' if place is None else f'seat {place}'} is taken; {left}")
            taken = Seat("account", account=account, account_kind=guests[account].player)
            write = Write(match.with_seat(place, taken), stored.token)
            write.add("ZADD", keys.account_index(account), now_ms(), match_id)
            if seeks is not None and seeks.key:
                write.add("SET", keys.sought(account, seeks.key), match_id, "EX", limits().created_key_s)
            if account != match.creator:
                write.tell(match.creator, "joined", place)
            return write

        match = await self.begun_if_due(await self.writer.change(match_id, joined))
        own = match.seats_of(account)
        return match, seat if seat is not None else own[0]

    async def renew_invitation(self, match_id: str, account: str) -> str:
        """Return a new invitation to a private match; the one before is worthless then."""
        invitation = secrets.token_urlsafe(TOKEN_BYTES)

        def renewed(stored: Stored) -> Write:
            match = stored.match
            match.check_visible(account)
            _need_creator(match, account)
            if not match.is_private:
                raise MatchNotPrivate("the match is open to all; there is no invitation to it")
            _need_waiting(match)
            return Write(replace(match, invitation=digest_of(invitation)), stored.token)

        await self.writer.change(match_id, renewed)
        return invitation

    async def decline(self, match_id: str, account: str, reason: str) -> None:
        """Turn an invitation down; the creator is told. Declining again changes the reason."""
        if len(reason) > REASON_CHARS_MAX or not reason.isprintable():
            raise BadRequest(f"a reason is up to {REASON_CHARS_MAX} printable characters")

        def declined(stored: Stored) -> Write | None:
            match = stored.match
            match.check_visible(account)
            kept = match.invited_seats(account)
            if not kept:
                raise NotYourSeat(f"{account!r} is not invited to this match")
            _need_waiting(match)
            for seat in kept:
                match = match.with_seat(seat, Seat("invited", account=account, cause=reason or "declined"))
            write = Write(match, stored.token)
            write.tell(match.creator, "declined", kept[0])
            return write

        await self.writer.change(match_id, declined)

    async def leave(self, match_id: str, account: str, seat: int | None, key: str = "") -> None:
        """Give a seat back, once for the same key; a match in which nobody is left is removed."""
        limits().check("idempotency_key_chars_max", len(key))
        name = keys.left(account, key) if key else ""
        if name and await self.redis.get(name) == match_id.encode():
            return
        for _ in range(limits().submissions_retried_max):
            stored = await self.store.load(match_id)
            match = stored.match
            match.check_visible(account)
            own = match.seats_of(account)
            if (not own and account != match.creator) or (seat is not None and seat not in own):
                raise NotYourSeat(f"{account!r} holds no such seat of this match")
            _need_waiting(match)
            for place in own if seat is None else (seat,):
                match = match.with_seat(place, Seat("open"))
            write = Write(match, stored.token)
            if name:
                write.add("SET", name, match_id, "EX", limits().created_key_s)
            if not match.seats_of(account):
                write.add("ZREM", keys.account_index(account), match_id)
            if match.accounts():
                outcome, _ = await self.store.write(write)
            else:
                outcome, _ = await self._remove(write)
            if outcome == "done":
                return
        raise Unavailable("the match changes too fast; try again", retry_after_ms=100)

    async def _remove(self, write: Write) -> tuple[Outcome, str]:
        match = write.match
        write.add("ZREM", keys.open_index(match.creator), match.match_id)
        for account in {match.creator, *(seat.account for seat in match.seats if seat.account)}:
            write.add("ZREM", keys.account_index(account), match.match_id)
        return await self.store.remove(write)

    async def discard(self, match_id: str) -> None:
        """Remove a match unless it has begun."""
        try:
            stored = await self.store.load(match_id)
        except UnknownMatch:
            await self.redis.zrem(keys.status_index("waiting"), match_id)
            return
        if stored.match.status == "waiting":
            await self._remove(Write(stored.match, stored.token))

    async def remove_forgotten(self) -> int:
        """Remove matches that have waited too long; return how many."""
        before = now_ms() - limits().waiting_match_s * 1000
        old = await self.redis.zrangebyscore(keys.status_index("waiting"), "-inf", before, start=0, num=100)
        for match_id in old:
            await self.discard(match_id.decode())
        return len(old)

    # -- the start ---------------------------------------------------------------------------------

    async def start(self, match_id: str, account: str) -> Match:
        """Begin; beginning again changes nothing."""

        def begun(stored: Stored) -> Write | None:
            stored.match.check_visible(account)
            _need_creator(stored.match, account)
            return self.begun(stored)

        return await self.writer.change(match_id, begun)

    async def begun_if_due(self, match: Match) -> Match:
        """Begin a match that begins by itself: also one whose process died between making and beginning it."""

        def begun(stored: Stored) -> Write | None:
            # Somebody may have left since.
            return None if stored.match.free_seats() else self.begun(stored)

        if match.status == "waiting" and match.starts_when_full and not match.free_seats():
            return await self.writer.change(match.match_id, begun)
        return match

    def begun(self, stored: Stored) -> Write | None:
        """Return the write that begins a match, None if it has begun; raise SeatsOpen."""
        match = stored.match
        if match.status != "waiting":
            return None
        free = match.free_seats()
        if free:
            raise SeatsOpen(f"seats {', '.join(map(str, free))} are open; the match begins when all are taken")
        at_ms = now_ms()
        state = first_state(match, stored.seed)
        running = progressed(replace(match, status="running", started_ms=at_ms), state, at_ms)
        return change(match, with_clocks(running, at_ms), stored.token, self.writer.levels)


def _need_waiting(match: Match) -> None:
    if match.status != "waiting":
        raise MatchNotWaiting(f"the match is {match.status}; its seats no longer change")


def _need_creator(match: Match, account: str) -> None:
    if account != match.creator:
        raise NotYourMatch(f"only its creator {match.creator!r} may do that")


def _admitted(match: Match, account: str, guests: dict[str, Guest], seeks: Admission | None) -> Match:
    """Return a match as it is for an account that may join; raise NotAdmitted. Whom its creator invited, may."""
    if account != match.creator and not match.invited_seats(account):
        match.admission.check(guests[account])
    if seeks is None:
        return match
    for each in match.accounts():
        seeks.check(guests.get(each) or Guest(each, "person"))
    narrowed = match.admission.narrowed(seeks)
    if len(match.open_seats()) > 1 and narrowed.is_for_nobody():
        raise NotAdmitted("those who sit there and you want nobody in common")
    return replace(match, admission=narrowed)
