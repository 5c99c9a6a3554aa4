"""A match before its start: made, seats taken and given back, begun; and finding matches."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from engine.errors import BadOptions
from engine.registry import find_game
from engine.replay import SEED_BYTES, commitment
from services.game_state.model import Match, Seat
from services.game_state.progress import change, now_ms, progressed, with_clocks
from services.game_state.store import Write
from services.game_state.table import first_state
from services.shared import keys, telemetry
from services.shared.clocks import Control
from services.shared.errors import (
    BadRequest,
    MatchNotWaiting,
    NotYourMatch,
    NotYourSeat,
    SeatsOpen,
    SeatTaken,
    Unavailable,
    UnknownAccount,
    UnknownMatch,
)
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.game_state.levels import Levels
    from services.game_state.model import Stored
    from services.game_state.store import Outcome
    from services.game_state.tables import Tables

ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 12
PAGE_SIZE = 20
#: what may become of a seat whose player is away
ABSENCE = ("forfeit", "substitute")
#: a rare filter gives short pages rather than long searches
PAGES_SCANNED_MAX = 20


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


class Lobby:
    """Changes of waiting matches."""

    def __init__(self, tables: Tables, levels: Levels) -> None:
        """Work on the store of *tables*."""
        self.tables = tables
        self.store = tables.store
        self.levels = levels
        self.redis: Any = tables.store.redis

    # -- making ------------------------------------------------------------------------------------

    async def create(self, wish: Creation) -> Match:
        """Make a match; the same key gives the same match again."""
        limits().check("idempotency_key_chars_max", len(wish.key))
        game: Any = find_game(wish.game)
        options = game.checked_options(len(wish.seats), wish.options)
        clock = Control.from_dict(wish.clock).to_dict()
        if wish.absence not in ABSENCE:
            raise BadRequest(f"absence is {wish.absence!r}; it is one of {', '.join(ABSENCE)}")
        seats = await self._checked_seats(wish)
        match_id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        if wish.key:
            match_id, known = await self._reserved(wish, match_id)
            if known is not None:
                return await self._begun_if_due(known)
        limits().check("matches_open_per_account_max", await self.redis.zcard(keys.open_index(wish.account)) + 1)
        seed = secrets.token_bytes(SEED_BYTES)
        match = Match(
            match_id=match_id,
            game=game.name,
            rules_version=game.rules_version,
            options=options,
            seats=seats,
            creator=wish.account,
            commitment=commitment(seed, match_id),
            created_ms=now_ms(),
            starts_when_full=wish.starts_when_full,
            clock=clock,
            absence=cast("Any", wish.absence),
        )
        write = Write(match, "")
        write.add("HSET", keys.match(match_id), "seed", seed.hex())
        write.index("waiting", match.created_ms)
        write.add("ZADD", keys.open_index(wish.account), match.created_ms, match_id)
        for account in {wish.account, *match.accounts()}:
            write.add("ZADD", keys.account_index(account), match.created_ms, match_id)
        outcome, _ = await self.store.write(write)
        if outcome == "done":
            telemetry.MATCHES.labels(match.game, "created").inc()
        return await self._begun_if_due((await self.store.load(match_id)).match)

    async def _begun_if_due(self, match: Match) -> Match:
        """Begin a match that begins by itself: also one whose process died between making and beginning it."""
        if match.status == "waiting" and match.starts_when_full and not match.open_seats():
            return await self._change(match.match_id, self._begun)
        return match

    async def _reserved(self, wish: Creation, match_id: str) -> tuple[str, Match | None]:
        """Return the id that the key stands for, and its match if that was made already."""
        name = keys.created(wish.account, wish.key)
        held = await self.redis.set(name, match_id, nx=True, get=True, ex=limits().created_key_s)
        if held is None:
            return match_id, None
        found = await self.store.matches([held.decode()])
        return held.decode(), found[0] if found else None

    async def _checked_seats(self, wish: Creation) -> tuple[Seat, ...]:
        seats = []
        for number, seat in enumerate(wish.seats):
            if seat.kind == "bot":
                await self.levels.check(seat.level)
                seats.append(Seat("bot", level=seat.level))
            elif seat.kind == "account":
                account = seat.account or wish.account
                if account != wish.account and not await self.redis.exists(keys.account(account)):
                    raise UnknownAccount(f"seat {number}: there is no account called {account!r}")
                seats.append(Seat("account", account=account))
            else:
                seats.append(Seat("open"))
        if not seats:
            raise BadOptions("name the seats of the match")
        return tuple(seats)

    # -- seats -------------------------------------------------------------------------------------

    async def join(self, match_id: str, account: str, seat: int | None) -> tuple[Match, int]:
        """Take a seat, or return the one already held."""

        def joined(stored: Stored) -> Write | None:
            match = stored.match
            own = match.seats_of(account)
            if own and seat in {None, *own}:
                return None
            _need_waiting(match)
            free = match.open_seats()
            place = (free[0] if free else None) if seat is None else seat
            if place is not None and not 0 <= place < len(match.seats):
                raise BadRequest(f"seat is {place}; the seats are 0 to {len(match.seats) - 1}")
            if place is None or place not in free:
                left = f"open: {', '.join(map(str, free))}" if free else "none is open"
                raise SeatTaken(f"{'every seat' if place is None else f'seat {place}'} is taken; {left}")
            write = Write(match.with_seat(place, Seat("account", account=account)), stored.token)
            write.add("ZADD", keys.account_index(account), now_ms(), match_id)
            return write

        match = await self._begun_if_due(await self._change(match_id, joined))
        own = match.seats_of(account)
        return match, seat if seat is not None else own[0]

    async def leave(self, match_id: str, account: str, seat: int | None) -> None:
        """Give a seat back; a match in which nobody is left is removed."""
        for _ in range(limits().submissions_retried_max):
            stored = await self.store.load(match_id)
            match = stored.match
            own = match.seats_of(account)
            if (not own and account != match.creator) or (seat is not None and seat not in own):
                raise NotYourSeat(f"{account!r} holds no such seat of this match")
            _need_waiting(match)
            for place in own if seat is None else (seat,):
                match = match.with_seat(place, Seat("open"))
            write = Write(match, stored.token)
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
        for account in {match.creator, *match.accounts()}:
            write.add("ZREM", keys.account_index(account), match.match_id)
        self.tables.forget(match.match_id)
        return await self.store.remove(write)

    async def remove_forgotten(self) -> int:
        """Remove matches that have waited too long; return how many."""
        before = now_ms() - limits().waiting_match_s * 1000
        old = await self.redis.zrangebyscore(keys.status_index("waiting"), "-inf", before, start=0, num=100)
        for match_id in old:
            try:
                stored = await self.store.load(match_id.decode())
            except UnknownMatch:
                await self.redis.zrem(keys.status_index("waiting"), match_id)
                continue
            if stored.match.status == "waiting":
                await self._remove(Write(stored.match, stored.token))
        return len(old)

    # -- the start ---------------------------------------------------------------------------------

    async def start(self, match_id: str, account: str) -> Match:
        """Begin; beginning again changes nothing."""

        def begun(stored: Stored) -> Write | None:
            if account != stored.match.creator:
                raise NotYourMatch(f"only its creator {stored.match.creator!r} may start the match")
            return self._begun(stored)

        return await self._change(match_id, begun)

    def _begun(self, stored: Stored) -> Write | None:
        match = stored.match
        if match.status != "waiting":
            return None
        free = match.open_seats()
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

    # -- finding -----------------------------------------------------------------------------------

    async def find(self, match_id: str) -> Match:
        """Return a match; raise UnknownMatch."""
        found = await self.store.matches([match_id])
        if not found:
            raise UnknownMatch(f"no match has the id {match_id!r}")
        return found[0]

    async def page(self, status: str, game: str, account: str | None, size: int, token: str) -> tuple[list[Match], str]:
        """Return a page of matches, newest first, and the token of the next one ("" at the end).

        *account* restricts it to the account's own; *status* and *game* "" to none.
        """
        limits().check("page_size_max", size)
        if size < 0 or (token and not token.isdecimal()):
            raise BadRequest("page_size is positive, and page_token comes from the page before")
        size = size or PAGE_SIZE
        index = keys.account_index(account) if account else keys.status_index(status or "running")
        found: list[Match] = []
        offset = int(token or 0)
        for _ in range(PAGES_SCANNED_MAX):
            ids = await self.store.page(index, offset, size)
            if not ids:
                return found, ""
            by_id = {match.match_id: match for match in await self.store.matches(ids)}
            for match_id in ids:
                offset += 1
                match = by_id.get(match_id)
                if match is not None and game in {"", match.game} and status in {"", match.status}:
                    found.append(match)
                    if len(found) == size:
                        return found, str(offset)
        return found, str(offset)


def _need_waiting(match: Match) -> None:
    if match.status != "waiting":
        raise MatchNotWaiting(f"the match is {match.status}; its seats no longer change")
