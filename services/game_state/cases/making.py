"""Matches made: one, or many in one write."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import BadOptions
from engine.registry import find_game
from engine.replay import SEED_BYTES, commitment
from services.game_state.cases.seats import parse_place, write_place
from services.game_state.match.model import Match, Seat
from services.game_state.match.progress import begin_match, is_due
from services.game_state.store.changes import Guard, Write, follow, keep_count
from services.game_state.store.seeds import release_guard, seed_for
from services.shared import keys, telemetry
from services.shared.clocks import ABSENCE, Control
from services.shared.consent import Consent, find_consents
from services.shared.errors import BadRequest, LimitExceeded, UnknownAccount
from services.shared.guests import find_ids
from services.shared.idempotency import NO_KEY, SERVER_PREFIX, RequestKey
from services.shared.ids import new_id
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.paces import PACES
from services.shared.tokens import TOKEN_BYTES, digest_of, find_kinds, is_name

if TYPE_CHECKING:
    from services.game_state.cases.seats import Seats
    from services.game_state.match.model import Start
    from services.game_state.match.settings import MatchSettings


@dataclass(frozen=True, slots=True)
class Creation:
    """An account's wish for a match."""

    account: str
    settings: MatchSettings
    seats: tuple[Seat, ...]
    #: of practice: the moment that it goes on from
    start: Start | None = None


class Making:
    """Makes matches."""

    def __init__(self, seats: Seats) -> None:
        """Write as *seats* does."""
        self.seats = seats
        self.writer = seats.writer
        self.store = seats.store
        self.levels = seats.writer.levels
        self.redis = seats.redis

    async def create(self, wish: Creation, key: RequestKey = NO_KEY) -> tuple[Match, str]:
        """Make a match, and begin it if possible; return it and, if it is private, its invitation."""
        if (known := await self.writer.recall(key)) is not None:
            return await self._find_made(known, wish.account)
        return await self.make(await self.check(wish), new_id(), key)

    async def make(self, wish: Creation, match_id: str, key: RequestKey = NO_KEY, index: str = "") -> tuple[Match, str]:
        """Make the match of a checked wish, unless somebody makes one of that id first; return as `create` does.

        Those who seek it find it in the sorted set *index*.
        """
        await self.levels.rows()
        invitation = secrets.token_urlsafe(TOKEN_BYTES) if wish.settings.is_private else ""
        deal = wish.settings.deal
        seed = await seed_for(self.redis, deal, match_id) if deal else secrets.token_bytes(SEED_BYTES)
        write = self._new(wish, match_id, invitation, seed)
        write.answer = write_place(match_id, 0)
        if index:
            write.add("ZADD", index, write.match.created_ms, match_id)
            write.add("EXPIRE", index, limits().waiting_match_s)
        self._guard([write])
        if (made_before := await self.writer.make([write], key)) is not None:
            return await self._find_made(made_before, wish.account)
        telemetry.MATCHES.labels(wish.settings.game, "created").inc()
        return write.match, invitation

    async def _find_made(self, answer: str, account: str) -> tuple[Match, str]:
        """Return a match that was made before, as `create` does."""
        match = (await self.store.load(parse_place(answer)[0])).match
        # Only an invitation's digest is stored: if the answer was lost, a new invitation is made.
        is_open = match.settings.is_private and match.status == "waiting" and match.creator == account
        return match, await self.seats.renew_invitation(match.match_id, account) if is_open else ""

    async def create_many(
        self, common: Creation, tables: list[tuple[Seat, ...]], key: RequestKey = NO_KEY
    ) -> list[str]:
        """Make several matches in one write, all or none; return their ids."""
        limits().check("matches_per_call_max", len(tables))
        if not tables:
            raise BadRequest("name the seats of one match or more")
        if common.settings.is_private:
            raise BadRequest("a private match is made by itself: its invitation is told but once")
        if common.settings.deal:
            raise BadRequest("matches of a deal are made one by one")
        if (known := await self.writer.recall(key)) is not None:
            return known.split()
        await self.levels.rows()
        wishes = [await self.check(replace(common, seats=seats)) for seats in tables]
        writes = [self._new(wish, new_id(), "", secrets.token_bytes(SEED_BYTES)) for wish in wishes]
        ids = [write.match.match_id for write in writes]
        writes[0].answer = " ".join(ids)
        self._guard(writes)
        if (made_before := await self.writer.make(writes, key)) is not None:
            return made_before.split()
        telemetry.MATCHES.labels(writes[0].match.game, "created").inc(len(writes))
        return ids

    async def check(self, wish: Creation) -> Creation:
        """Return a possible wish with defaults filled in; raise what is wrong with it."""
        wanted = wish.settings
        game = find_game(wanted.game)
        if wanted.absence not in ABSENCE:
            raise BadRequest(f"absence is {wanted.absence!r}; it is one of {', '.join(ABSENCE)}")
        is_of_tournament = wanted.deal or wanted.tournament or wanted.is_fast
        if is_of_tournament and not wish.account.startswith(SERVER_PREFIX):
            raise BadRequest("deal, tournament and a fast pace are for the server's own tournaments")
        _check_pace(wish)
        is_rated = wanted.is_rated and not wanted.is_private
        is_contest = is_rated and _is_among_accounts(wish)
        settings = replace(
            wanted,
            game=game.name,
            options=game.check_options(len(wish.seats), wanted.options),
            clock=Control.from_dict(wanted.clock).to_dict(),
            is_rated=is_rated,
            allows_analysis=not is_contest if wanted.allows_analysis is None else wanted.allows_analysis,
        )
        wish = replace(wish, settings=settings)
        # Help in a contest is agreed to by each one, at this very match.
        seats = await self._check_seats(wish, is_consent_enough=not (is_contest and settings.allows_analysis))
        return replace(wish, seats=seats)

    @staticmethod
    def _guard(writes: list[Write]) -> None:
        """Let the write be refused if the account then has too many open matches, or invitations without an answer.

        Tournaments' matches are limited by their entrants.
        """
        account = writes[0].match.creator
        if account.startswith(SERVER_PREFIX):
            return
        invited = sum(len(write.match.open_invitations()) for write in writes)
        guards = [_guard_most(keys.open_index(account), len(writes), "matches_open_per_account_max")]
        if invited:
            guards.append(_guard_most(keys.open_invitations(account), invited, "invitations_open_per_account_max"))
        writes[0].guards += guards

    def _new(self, wish: Creation, match_id: str, invitation: str, seed: bytes) -> Write:
        """Return the write that makes a match of a checked wish, and begins it if that is due."""
        settings = wish.settings
        waiting = Match(
            match_id=match_id,
            settings=settings,
            rules_version=find_game(settings.game).rules_version,
            seats=wish.seats,
            creator=wish.account,
            commitment=commitment(seed, match_id),
            created_ms=now_ms(),
            invitation=digest_of(invitation) if invitation else "",
            is_sealed=bool(settings.deal),
            start=wish.start,
        )
        match = begin_match(waiting, seed, waiting.created_ms) if is_due(waiting) else waiting
        write = Write(match, "")
        write.add("HSET", keys.match(match_id), "seed", seed.hex())
        write.add("ZADD", keys.open_index(wish.account), waiting.created_ms, match_id)
        if match is waiting:
            write.index("waiting", waiting.created_ms)
        invited = {seat.account for seat in wish.seats if seat.kind == "invited"}
        for account in sorted({wish.account, *match.accounts(), *invited}):
            write.add("ZADD", keys.account_index(account), waiting.created_ms, match_id)
        for account in sorted(invited):
            # Once, whatever is kept for it.
            write.tell(account, "invited", waiting.seats_kept_for(account)[0])
        if settings.deal:
            write.guards.append(release_guard(settings.deal))
        follow(write, waiting, self.levels)
        keep_count(write, None)
        return write

    async def _check_seats(self, wish: Creation, *, is_consent_enough: bool) -> tuple[Seat, ...]:
        seats = []
        asked = [seat.account for seat in wish.seats if seat.kind in {"account", "invited"}]
        ids = await find_ids(self.redis, filter(is_name, asked))
        named = {ids.get(account, account) or wish.account for account in asked}
        # Nobody may name the server's own accounts: they are treated as unknown.
        kinds = await find_kinds(self.redis, filter(is_name, {*named, wish.account}))
        consents = await find_consents(self.redis, kinds.keys() - {wish.account}) if is_consent_enough else {}
        for number, seat in enumerate(wish.seats):
            if seat.kind == "bot":
                await self.levels.check(seat.level)
                wish.settings.admission.check_player("bot", f"seat {number}")
                seats.append(Seat("bot", level=seat.level))
            elif seat.kind in {"account", "invited"}:
                account = ids.get(seat.account, seat.account) or wish.account
                if account not in kinds:
                    raise UnknownAccount(f"seat {number}: there is no account called {account!r}")
                if account != wish.account:
                    wish.settings.admission.check_player(kinds[account], repr(account))
                held = Seat(seat.kind, account=account, account_kind=kinds[account])
                seats.append(_ask(held, wish.account, kinds.get(wish.account, ""), consents.get(account, Consent())))
            else:
                seats.append(Seat("open"))
        if not seats:
            raise BadOptions("name the seats of the match")
        return tuple(seats)


def _guard_most(index: str, more: int, name: str) -> Guard:
    """Return the condition that the sorted set *index* has room for so many *more* by the limit of that name."""
    most = getattr(limits(), name)

    def refuse(found: int) -> LimitExceeded:
        return LimitExceeded(f"{found + more} is over the limit {name} of {most}", limit=name, limit_max=most)

    return Guard(("ZCARD", index), most - more, refuse)


def _check_pace(wish: Creation) -> None:
    """Raise BadRequest for a pace at which the match can't be played."""
    if wish.settings.pace not in PACES:
        raise BadRequest(f"pace is {wish.settings.pace!r}; it is one of {', '.join(PACES)}")
    if not wish.settings.is_fast:
        return
    for number, seat in enumerate(wish.seats):
        if seat.kind != "bot":
            raise BadRequest(f"seat {number}: only bots play at a fast pace")
    if wish.start is not None:
        raise BadRequest("start: at a fast pace a match is played from the setup on")


def _is_among_accounts(wish: Creation) -> bool:
    """Whether more than one account plays, or may come to play."""
    named = {seat.account or wish.account for seat in wish.seats if seat.kind in {"account", "invited"}}
    return len(named) + sum(seat.kind == "open" for seat in wish.seats) > 1


def _ask(wished: Seat, creator: str, creator_kind: str, consent: Consent) -> Seat:
    """Return a wished seat of an account as it is made: without consent it is an invitation, and waits for an answer.

    Whom the server seats has agreed by entering its tournament.
    """
    if wished.kind != "account" or wished.account == creator or creator.startswith(SERVER_PREFIX):
        return wished
    if consent.covers(creator, creator_kind):
        return replace(wished, is_unasked=True)
    return replace(wished, kind="invited")
