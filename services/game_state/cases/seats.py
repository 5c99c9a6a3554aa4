"""A match before its start: seats taken and given back, invitations, the start."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from services.game_state.match.admission import Admission, Guest
from services.game_state.match.model import Match, Seat, Stored, unknown_match
from services.game_state.match.progress import begin_match, is_due
from services.game_state.store.changes import Write, change, follow, keep_count
from services.game_state.store.guests import guests_of
from services.game_state.store.writer import newest_match
from services.shared import keys
from services.shared.errors import (
    BadRequest,
    MatchNotPrivate,
    MatchNotWaiting,
    NotAdmitted,
    NotYourMatch,
    NotYourSeat,
    SeatTaken,
    UnknownMatch,
)
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.tokens import TOKEN_BYTES, digest_of, is_name
from services.shared.writing import NOTHING, Nothing

if TYPE_CHECKING:
    from services.game_state.store.writer import Writer

#: matches that are removed at once because they have waited too long
REMOVED_MAX = 100
MS = 1000
#: of the digest of an account's name; a name would stay with the match if the account is deleted
MARK_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Arrival:
    """An account's way to join: the seat (None: any), the invitation, and the players that it is willing to meet.

    Whoever *seeks* a match takes a seat of one that waits, or the one it holds there.
    """

    seat: int | None = None
    invitation: str = ""
    seeks: Admission | None = None


ANYHOW = Arrival()


class Seats:
    """Changes of seats and of the start."""

    def __init__(self, writer: Writer) -> None:
        """Write by *writer*."""
        self.writer = writer
        self.store = writer.store
        self.redis = writer.store.redis

    async def join(
        self, match_id: str, account: str, arrival: Arrival = ANYHOW, key: RequestKey = NO_KEY
    ) -> tuple[Match, int]:
        """Take a seat, or return the one already held; a full match that starts by itself then begins.

        A private match is known to whoever holds the invitation. The creator is told once of each account.
        """
        guests = await guests_of(self.redis, (await self.store.load(match_id)).match, account)

        def take_seat(stored: Stored) -> Write | Nothing:
            match = stored.match
            digest = digest_of(arrival.invitation)
            if not match.is_visible_to(account) and not hmac.compare_digest(digest, match.invitation):
                raise unknown_match(match_id)
            own = match.seats_of(account)
            if own and arrival.seat in {None, *own}:
                _check_sought(match, arrival)
                return Nothing(write_place(match_id, own[0] if arrival.seat is None else arrival.seat))
            _need_waiting(match)
            if not is_name(account):
                raise NotAdmitted(f"{account!r} is one of the server's own accounts, which never play")
            match = _admit(match, account, guests, arrival.seeks)
            place = _free_place(match, account, arrival.seat)
            taken = Seat("account", account=account, account_kind=guests[account].player)
            match = match.with_seat(place, taken)
            mark = digest_of(account)[:MARK_DIGITS]
            is_full = len(match.told) >= limits().joined_told_max
            is_news = account != match.creator and mark not in match.told and not is_full
            if is_news:
                match = replace(match, told=(*match.told, mark))
            after = begin_match(match, stored.seed, now_ms()) if is_due(match) else match
            write = Write(after, stored.token, answer=write_place(match_id, place))
            write.add("ZADD", keys.account_index(account), now_ms(), match_id)
            if is_news:
                write.tell(match.creator, "joined", place)
            follow(write, stored.match, self.writer.levels)
            return write

        done = await self.writer.change_stored(match_id, take_seat, key)
        answer = done.change.answer if done.change is not None else done.answer or ""
        return newest_match(done, match_id), parse_place(answer)[1]

    async def renew_invitation(self, match_id: str, account: str) -> str:
        """Return a new invitation to a private match; the old one no longer works."""
        invitation = secrets.token_urlsafe(TOKEN_BYTES)

        def renew(stored: Stored) -> Write:
            match = stored.match
            match.check_visible(account)
            _need_creator(match, account)
            if not match.settings.is_private:
                raise MatchNotPrivate("the match is open to all; there is no invitation to it")
            _need_waiting(match)
            return Write(replace(match, invitation=digest_of(invitation)), stored.token)

        await self.writer.change_stored(match_id, renew)
        return invitation

    async def decline(self, match_id: str, account: str, reason: str) -> None:
        """Decline an invitation; the creator is told once. Declining again changes the reason."""
        if len(reason) > limits().reason_chars_max or not reason.isprintable():
            raise BadRequest(f"a reason is up to {limits().reason_chars_max} printable characters")

        def decline(stored: Stored) -> Write:
            match = stored.match
            match.check_visible(account)
            kept = match.seats_kept_for(account)
            if not kept:
                raise NotYourSeat(f"{account!r} is not invited to this match")
            _need_waiting(match)
            is_news = not any(match.seats[seat].cause for seat in kept)
            for seat in kept:
                match = match.with_seat(seat, Seat("invited", account=account, cause=reason or "declined"))
            write = Write(match, stored.token)
            keep_count(write, stored.match)
            if is_news:
                write.tell(match.creator, "declined", kept[0])
            return write

        await self.writer.change_stored(match_id, decline)

    async def leave(self, match_id: str, account: str, seat: int | None, key: RequestKey = NO_KEY) -> None:
        """Give a seat back; a match in which nobody is left is removed."""

        def leave(stored: Stored) -> Write:
            match = stored.match
            match.check_visible(account)
            own = match.seats_of(account)
            if (not own and account != match.creator) or (seat is not None and seat not in own):
                raise NotYourSeat(f"{account!r} holds no such seat of this match")
            _need_waiting(match)
            for place in own if seat is None else (seat,):
                match = match.with_seat(place, Seat("open"))
            if not match.accounts():
                return _removal(match, stored.token, account)
            write = Write(match, stored.token)
            if not match.seats_of(account):
                write.add("ZREM", keys.account_index(account), match_id)
            return write

        await self.writer.change_stored(match_id, leave, key)

    async def discard(self, match_id: str) -> None:
        """Remove a match unless it has begun."""

        def discard(stored: Stored) -> Write | Nothing:
            return _removal(stored.match, stored.token) if stored.match.status == "waiting" else NOTHING

        try:
            await self.writer.change_unread(match_id, discard)
        except UnknownMatch:
            await self.redis.zrem(keys.status_index("waiting"), match_id)

    async def vacate(self, match_id: str, account: str) -> None:
        """Take an account out of a match that has not begun: its own is removed, in another's its seats are open."""

        def vacate(stored: Stored) -> Write | Nothing:
            match = stored.match
            if match.status != "waiting":
                return NOTHING
            if match.creator == account:
                return _removal(match, stored.token)
            for seat in (*match.seats_of(account), *match.seats_kept_for(account)):
                match = match.with_seat(seat, Seat("open"))
            if match == stored.match:
                return NOTHING
            write = Write(match, stored.token)
            keep_count(write, stored.match)
            return write

        await self.writer.change_unread(match_id, vacate)

    async def remove_forgotten(self) -> int:
        """Remove matches that have waited too long; return how many."""
        before = now_ms() - limits().waiting_match_s * MS
        index = keys.status_index("waiting")
        old = await self.redis.zrangebyscore(index, "-inf", before, start=0, num=REMOVED_MAX)
        for match_id in old:
            await self.discard(match_id.decode())
        return len(old)

    async def start(self, match_id: str, account: str) -> Match:
        """Begin; beginning again changes nothing."""

        def start(stored: Stored) -> Write | Nothing:
            match = stored.match
            match.check_visible(account)
            _need_creator(match, account)
            if match.status != "waiting":
                return NOTHING
            return change(match, begin_match(match, stored.seed, now_ms()), stored.token, self.writer.levels)

        return newest_match(await self.writer.change_stored(match_id, start), match_id)


def write_place(match_id: str, seat: int) -> str:
    """Return what is remembered of who has taken a seat."""
    return f"{match_id}:{seat}"


def parse_place(answer: str) -> tuple[str, int]:
    """Return the match and the seat of a remembered answer."""
    match_id, _, seat = answer.rpartition(":")
    return match_id, int(seat)


def _removal(match: Match, token: str, *accounts: str) -> Write:
    """Return the write that removes a match which has not begun."""
    write = Write(match, token, is_removal=True)
    keep_count(write, match)
    write.add("ZREM", keys.open_index(match.creator), match.match_id)
    for account in {match.creator, *accounts, *(seat.account for seat in match.seats if seat.account)}:
        write.add("ZREM", keys.account_index(account), match.match_id)
    return write


def _check_sought(match: Match, arrival: Arrival) -> None:
    """Raise MatchNotWaiting or NotAdmitted if the seat that an account holds is not of what it seeks now."""
    if arrival.seeks is not None:
        _need_waiting(match)
        if match.settings.admission.narrow(arrival.seeks) != match.settings.admission:
            raise NotAdmitted("what was sought before is another wish")


def _free_place(match: Match, account: str, seat: int | None) -> int:
    """Return the seat that an account may take, its own wish or the first one; raise BadRequest, SeatTaken."""
    free = (*match.seats_kept_for(account), *match.open_seats())
    if seat is not None and not 0 <= seat < len(match.seats):
        raise BadRequest(f"seat is {seat}; the seats are 0 to {len(match.seats) - 1}")
    if seat in free:
        return seat
    if seat is None and free:
        return free[0]
    left = f"open: {', '.join(map(str, free))}" if free else "none is open"
    raise SeatTaken(f"{'every seat' if seat is None else f'seat {seat}'} is taken; {left}")


def _need_waiting(match: Match) -> None:
    if match.status != "waiting":
        raise MatchNotWaiting(f"the match is {match.status}; its seats no longer change")


def _need_creator(match: Match, account: str) -> None:
    if account != match.creator:
        raise NotYourMatch(f"only its creator {match.creator!r} may do that")


def _admit(match: Match, account: str, guests: dict[str, Guest], seeks: Admission | None) -> Match:
    """Return a match as it is for an account that may join; raise NotAdmitted. Whom its creator invited, may."""
    if account != match.creator and not match.seats_kept_for(account):
        match.settings.admission.check(guests[account])
    if seeks is None:
        return match
    for each in match.accounts():
        seeks.check(guests.get(each) or Guest(each, "person"))
    narrowed = match.settings.admission.narrow(seeks)
    if len(match.open_seats()) > 1 and narrowed.is_for_nobody():
        raise NotAdmitted("those who sit there and you want nobody in common")
    return match.with_settings(admission=narrowed)
