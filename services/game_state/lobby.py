"""A match before its start: made, seats taken and given back, begun."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from engine.errors import BadOptions
from engine.registry import find_game
from engine.replay import SEED_BYTES, commitment
from services.game_state.admission import Admission, Guest, guests_of
from services.game_state.deals import is_released, seed_for
from services.game_state.model import Match, Seat, Stored, unknown_match
from services.game_state.progress import change, progressed, with_clocks
from services.game_state.store import Write
from services.game_state.table import first_state
from services.shared import keys, telemetry
from services.shared.clocks import ABSENCE, Control
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
    UnknownAccount,
    UnknownMatch,
)
from services.shared.ids import new_id
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.tokens import TOKEN_BYTES, digest_of, find_kinds

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.game_state.levels import Levels
    from services.game_state.store import Outcome
    from services.game_state.tables import Tables

#: begins the names of the server's own accounts
SERVER_PREFIX = "~"
REASON_CHARS_MAX = 200


@dataclass(frozen=True, slots=True)
class Creation:
    """A wish for a match."""

    account: str
    game: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    starts_when_full: bool
    key: str = ""
    clock: dict[str, Any] = field(default_factory=lambda: {"kind": "none"})
    absence: str = "forfeit"
    admission: Admission = field(default_factory=Admission)
    is_private: bool = False
    allows_take_back: bool = True
    has_chat: bool = True
    allows_analysis: bool = True
    is_rated: bool = True
    deal: str = ""


class Lobby:
    """Changes of waiting matches."""

    def __init__(self, tables: Tables, levels: Levels) -> None:
        """Work on the store of *tables*."""
        self.tables = tables
        self.store = tables.store
        self.levels = levels
        self.redis: Any = tables.store.redis

    # -- making ------------------------------------------------------------------------------------

    async def create(self, wish: Creation) -> tuple[Match, str]:
        """Make a match; return it and, if it is private, its invitation. The same key gives the same match again."""
        limits().check("idempotency_key_chars_max", len(wish.key))
        wish = await self.checked(wish)
        match_id, known = new_id(), None
        if wish.key:
            match_id, known = await self.reserved(keys.created(wish.account, wish.key), match_id)
        return await self.made(wish, match_id) if known is None else await self._made_before(known, wish.account)

    async def _made_before(self, match: Match, account: str) -> tuple[Match, str]:
        """Return a match that was made for the same key, as `create` does."""
        # An invitation is kept as a digest: whoever missed it with the answer gets a new one.
        is_open = match.is_private and match.status == "waiting" and match.creator == account
        invitation = await self.renew_invitation(match.match_id, account) if is_open else ""
        return await self.begun_if_due(match), invitation

    async def made(self, wish: Creation, match_id: str) -> tuple[Match, str]:
        """Make the match of a checked wish, unless somebody makes one of that id first; return as `create` does."""
        await self._check_room(wish.account, 1)
        invitation = secrets.token_urlsafe(TOKEN_BYTES) if wish.is_private else ""
        seed = await seed_for(self.redis, wish.deal, match_id) if wish.deal else None
        write = self._new(wish, match_id, invitation, seed)
        outcome, _ = await self.store.write(write)
        if outcome != "done":
            return await self._made_before((await self.store.load(match_id)).match, wish.account)
        telemetry.MATCHES.labels(wish.game, "created").inc()
        if wish.deal and await is_released(self.redis, wish.deal):
            # Released since the seed was read; the release may have looked before this match was there.
            await self.discard(match_id)
        return await self.begun_if_due((await self.store.load(match_id)).match), invitation

    async def begun_if_due(self, match: Match) -> Match:
        """Begin a match that begins by itself: also one whose process died between making and beginning it."""

        def begun(stored: Stored) -> Write | None:
            # Somebody may have left since.
            return None if stored.match.free_seats() else self._begun(stored)

        if match.status == "waiting" and match.starts_when_full and not match.free_seats():
            return await self._change(match.match_id, begun)
        return match

    async def create_many(self, common: Creation, tables: list[tuple[Seat, ...]]) -> list[str]:
        """Make several matches in one write, all or none; return their ids. The same key gives the same again."""
        limits().check("idempotency_key_chars_max", len(common.key))
        limits().check("matches_per_call_max", len(tables))
        if not tables:
            raise BadRequest("name the seats of one match or more")
        if common.is_private:
            raise BadRequest("a private match is made by itself: its invitation is told but once")
        if common.deal:
            raise BadRequest("matches of a deal are made one by one")
        known = keys.created_many(common.account, common.key) if common.key else ""
        if known and (made := await self.redis.lrange(known, 0, -1)):
            return [each.decode() for each in made]
        await self.levels.rows()
        await self._check_room(common.account, len(tables))
        wishes = [replace(common, seats=seats) for seats in tables]
        writes = [self._new_begun(await self.checked(wish)) for wish in wishes]
        ids = [write.match.match_id for write in writes]
        if known:
            writes[0].add("RPUSH", known, *ids)
            writes[0].add("EXPIRE", known, limits().created_key_s)
        if await self.store.write_new(writes, known or keys.match(ids[0])):
            telemetry.MATCHES.labels(writes[0].match.game, "created").inc(len(writes))
        elif known:
            return [each.decode() for each in await self.redis.lrange(known, 0, -1)]
        return ids

    async def checked(self, wish: Creation) -> Creation:
        """Return a wish that can be fulfilled, defaults filled in; raise what is wrong with it."""
        game: Any = find_game(wish.game)
        if wish.absence not in ABSENCE:
            raise BadRequest(f"absence is {wish.absence!r}; it is one of {', '.join(ABSENCE)}")
        return replace(
            wish,
            game=game.name,
            options=game.checked_options(len(wish.seats), wish.options),
            seats=await self._checked_seats(wish),
            clock=Control.from_dict(wish.clock).to_dict(),
        )

    def _new_begun(self, wish: Creation) -> Write:
        """Return the write that makes a match of a checked wish, begun if nothing stands in its way."""
        write = self._new(wish, new_id(), "")
        if not wish.starts_when_full or write.match.free_seats():
            return write
        seed = bytes.fromhex(next(command[3] for command in write.commands if command[2:3] == ["seed"]))
        begun = self._begun(Stored(write.match, seed, "", 0))
        assert begun is not None
        begun.commands = [*write.commands, *begun.commands]
        return begun

    async def _check_room(self, account: str, more: int) -> None:
        """Raise LimitExceeded if the account makes too many; tournaments' matches are limited by their entrants."""
        if account.startswith(SERVER_PREFIX):
            return
        limits().check("matches_open_per_account_max", await self.redis.zcard(keys.open_index(account)) + more)

    @staticmethod
    def _new(wish: Creation, match_id: str, invitation: str, seed: bytes | None = None) -> Write:
        """Return the write that makes a match of a checked wish; its *seed* is drawn unless it is a deal's."""
        seed = seed or secrets.token_bytes(SEED_BYTES)
        match = Match(
            match_id=match_id,
            game=wish.game,
            rules_version=find_game(wish.game).rules_version,
            options=wish.options,
            seats=wish.seats,
            creator=wish.account,
            commitment=commitment(seed, match_id),
            created_ms=now_ms(),
            starts_when_full=wish.starts_when_full,
            admission=wish.admission,
            is_private=wish.is_private,
            invitation=digest_of(invitation) if invitation else "",
            allows_take_back=wish.allows_take_back,
            has_chat=wish.has_chat,
            allows_analysis=wish.allows_analysis,
            is_rated=wish.is_rated,
            deal=wish.deal,
            is_sealed=bool(wish.deal),
            clock=wish.clock,
            absence=cast("Any", wish.absence),
        )
        write = Write(match, "")
        write.add("HSET", keys.match(match_id), "seed", seed.hex())
        write.index("waiting", match.created_ms)
        write.add("ZADD", keys.open_index(wish.account), match.created_ms, match_id)
        invited = {seat.account for seat in wish.seats if seat.kind == "invited"}
        for account in sorted({wish.account, *match.accounts(), *invited}):
            write.add("ZADD", keys.account_index(account), match.created_ms, match_id)
        for number, seat in enumerate(wish.seats):
            if seat.kind == "invited":
                write.tell(seat.account, "invited", number)
        return write

    async def reserved(self, name: str, match_id: str) -> tuple[str, Match | None]:
        """Return the id that was set aside under a name, *match_id* if none was, and its match if there is one."""
        held = await self.redis.set(name, match_id, nx=True, get=True, ex=limits().created_key_s)
        if held is None:
            return match_id, None
        found = await self.store.matches([held.decode()])
        return held.decode(), found[0] if found else None

    async def _checked_seats(self, wish: Creation) -> tuple[Seat, ...]:
        seats = []
        named = {seat.account or wish.account for seat in wish.seats if seat.kind in {"account", "invited"}}
        kinds = await find_kinds(self.redis, named)
        for number, seat in enumerate(wish.seats):
            if seat.kind == "bot":
                await self.levels.check(seat.level)
                wish.admission.check_player("bot", f"seat {number}")
                seats.append(Seat("bot", level=seat.level))
            elif seat.kind in {"account", "invited"}:
                account = seat.account or wish.account
                if account not in kinds:
                    raise UnknownAccount(f"seat {number}: there is no account called {account!r}")
                if account != wish.account:
                    wish.admission.check_player(kinds[account], repr(account))
                seats.append(Seat(seat.kind, account=account, account_kind=kinds[account]))
            else:
                seats.append(Seat("open"))
        if not seats:
            raise BadOptions("name the seats of the match")
        return tuple(seats)

    # -- seats -------------------------------------------------------------------------------------

    async def join(
        self, match_id: str, account: str, seat: int | None, invitation: str = "", seeks: Creation | None = None
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

        match = await self.begun_if_due(await self._change(match_id, joined))
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

        await self._change(match_id, renewed)
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

        await self._change(match_id, declined)

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
        self.tables.forget(match.match_id)
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
            return self._begun(stored)

        return await self._change(match_id, begun)

    def _begun(self, stored: Stored) -> Write | None:
        match = stored.match
        if match.status != "waiting":
            return None
        free = match.free_seats()
        if free:
            raise SeatsOpen(f"seats {', '.join(map(str, free))} are open; the match begins when all are taken")
        at_ms = now_ms()
        state = first_state(match, stored.seed)
        running = progressed(replace(match, status="running", started_ms=at_ms), state, at_ms)
        return change(match, with_clocks(running, at_ms), stored.token, self.levels)

    async def _change(self, match_id: str, changed: Callable[[Stored], Write | None]) -> Match:
        """Write what *changed* makes of the match until it was done on the newest one; None: nothing to do."""
        await self.levels.rows()
        for _ in range(limits().submissions_retried_max):
            stored = await self.store.load(match_id)
            write = changed(stored)
            if write is None:
                return stored.match
            if (await self.store.write(write))[0] == "done":
                self.tables.ring(match_id, write.token)
                return write.match
        raise Unavailable("the match changes too fast; try again", retry_after_ms=100)

    async def unseal(self, match_id: str) -> None:
        """Let everybody see a match, and its record."""

        def unsealed(stored: Stored) -> Write | None:
            match = stored.match
            return Write(replace(match, is_sealed=False), stored.token) if match.is_sealed else None

        await self._change(match_id, unsealed)


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
