"""Matches made: one, or many in one write."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from engine.errors import BadOptions
from engine.registry import find_game
from engine.replay import SEED_BYTES, commitment
from services.game_state.match.admission import Admission
from services.game_state.match.model import Match, Seat, Stored
from services.game_state.store.changes import Write
from services.game_state.store.seeds import is_released, seed_for
from services.shared import keys, telemetry
from services.shared.clocks import ABSENCE, Control
from services.shared.errors import BadRequest, UnknownAccount
from services.shared.ids import new_id
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.tokens import TOKEN_BYTES, digest_of, find_kinds

if TYPE_CHECKING:
    from services.game_state.cases.seats import Seats

#: begins the names of the server's own accounts
SERVER_PREFIX = "~"


@dataclass(frozen=True, slots=True)
class Creation:
    """A wish for a match."""

    account: str
    game: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]  # the game checks them
    starts_when_full: bool
    key: str = ""
    # Any: Control.from_dict checks it.
    clock: dict[str, Any] = field(default_factory=lambda: {"kind": "none"})
    absence: str = "forfeit"
    admission: Admission = field(default_factory=Admission)
    is_private: bool = False
    allows_take_back: bool = True
    has_chat: bool = True
    allows_analysis: bool = True
    is_rated: bool = True
    deal: str = ""


class Making:
    """Makes matches."""

    def __init__(self, seats: Seats) -> None:
        """Begin matches by *seats*."""
        self.seats = seats
        self.writer = seats.writer
        self.store = seats.store
        self.levels = seats.writer.levels
        self.redis = seats.redis

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
        invitation = await self.seats.renew_invitation(match.match_id, account) if is_open else ""
        return await self.seats.begun_if_due(match), invitation

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
            await self.seats.discard(match_id)
        return await self.seats.begun_if_due((await self.store.load(match_id)).match), invitation

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
        game = find_game(wish.game)
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
        begun = self.seats.begun(Stored(write.match, seed, "", 0))
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
            absence=cast("Any", wish.absence),  # one of the literals, as was checked
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
