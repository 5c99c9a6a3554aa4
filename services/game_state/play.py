"""A running match: submissions, bots' answers, resignations.

Every change is worked out on a cached table and written by compare-and-set. If the write, or the
refusal, turns out to rest on an old table, the table is caught up and the change worked out anew. So a
seat is refused only for what holds at the time, and an unseen answer of another seat costs it nothing
but a repetition inside the server.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import astuple, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import orjson

from engine.errors import BadAction, EngineError, MatchOver
from services.game_state.model import Entry, Seat
from services.game_state.progress import (
    ADJUDICATED,
    RESIGNED,
    TIMEOUT,
    change,
    clocked,
    over,
    progressed,
    ranks_after_resignation,
)
from services.shared import telemetry
from services.shared.clocks import Clocks
from services.shared.errors import BadRequest, KeyReused, NotYourSeat, ServiceError, TimeIsUp, Unavailable
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.game_state.levels import Levels
    from services.game_state.model import Match
    from services.game_state.store import Outcome
    from services.game_state.table import Submission, Table
    from services.game_state.tables import Tables

    After = tuple[Match, int]

TABLE_OF_TWO = 2
MS = 1000


@dataclass(frozen=True, slots=True)
class Request:
    """A submission as it came in; each action is the JSON of an object or of a notation."""

    match_id: str
    account: str
    seat: int | None
    version: int
    actions: tuple[bytes, ...]
    key: str = ""
    #: when it came in (monotonic seconds)
    arrived_s: float = field(default_factory=time.monotonic)

    @property
    def submission(self) -> str:
        """The name under which the answer is remembered; "" for none."""
        return f"{self.account}:{self.key}" if self.key else ""

    def digest(self) -> str:
        """Return what tells this request from another one with the same key."""
        parts = [self.seat, self.version, *(action.hex() for action in self.actions)]
        return hashlib.blake2b(orjson.dumps(parts), digest_size=12).hexdigest()

    def check(self) -> None:
        """Raise BadRequest or LimitExceeded."""
        if not self.actions:
            raise BadRequest("submit at least one action")
        limits().check("actions_per_submission_max", len(self.actions))
        limits().check("idempotency_key_chars_max", len(self.key))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a submission brought its seat: version and cursor after it, and the events from *start* to that cursor.

    `remaining_ms` is what the seat had left of its time then (None: no clock), `latency_ms` how long the server took.
    """

    seat: int
    version: int
    start: int
    cursor: int
    remaining_ms: int | None = None
    latency_ms: int = 0

    def to_text(self, digest: str) -> str:
        """Return the remembered form."""
        return orjson.dumps([digest, *astuple(self)]).decode()


def parse_action(game: Any, raw: bytes, index: int) -> Any:
    """Return the action of a JSON object or of a JSON string in notation; raise BadAction."""
    try:
        data = orjson.loads(raw)
    except orjson.JSONDecodeError as wrong:
        raise BadAction(f"action {index} is no JSON: {wrong}") from wrong
    try:
        return game.Action.parse(data) if isinstance(data, str) else game.Action.from_dict(data)
    except BadAction as wrong:
        raise BadAction(f"action {index}: {wrong}") from wrong


class Play:
    """Changes of running matches."""

    def __init__(self, tables: Tables, levels: Levels) -> None:
        """Work on *tables*."""
        self.tables = tables
        self.store = tables.store
        self.levels = levels

    # -- submissions -------------------------------------------------------------------------------

    async def submit(self, request: Request) -> tuple[Table, Answer]:
        """Check and append a seat's actions, all or none; the same key gives the same answer, applied once."""
        request.check()
        async with self.tables.lock(request.match_id):
            table = await self.tables.cached(request.match_id)
            if any(seat.kind == "bot" for seat in table.match.seats):
                await self.levels.rows()
            for _ in range(limits().submissions_retried_max):
                token = table.token
                try:
                    tried = self._tried(table, request)
                except (ServiceError, EngineError) as refusal:
                    # It may rest on an old table, or the request be a repetition, whose events the table is to have.
                    remembered = await self._remembered(request)
                    table = await self.tables.fresh(request.match_id)
                    if remembered is not None:
                        return table, remembered
                    if table.token == token:
                        telemetry.SUBMISSIONS.labels(table.match.game, type(refusal).__name__).inc()
                        raise
                    continue
                after = _after(table, tried)
                answer = _answer(table, tried, after, request)
                text = answer.to_text(request.digest()) if request.key else ""
                outcome, text = await self._append(table, tried, after, request.submission, text)
                if outcome == "done":
                    return table, answer
                table = await self.tables.fresh(request.match_id)
                if outcome == "known":
                    return table, _recalled(request, text)
                telemetry.CONFLICTS.inc()
        raise Unavailable("the match changes faster than the submission; try again", retry_after_ms=100)

    @staticmethod
    def _tried(table: Table, request: Request) -> Submission:
        seat = table.acting_seat(request.account, request.seat)
        table.playing()
        if table.match.status == "over":
            raise MatchOver("the match is over; no seat owes a decision")
        if table.match.clocks is not None and seat in Clocks.from_dict(table.match.clocks).overdue(now_ms()):
            raise TimeIsUp(f"the time of seat {seat} is up", seat=seat)
        actions = tuple(parse_action(table.game, raw, index) for index, raw in enumerate(request.actions))
        return table.try_actions(seat, request.version, actions)

    async def _remembered(self, request: Request) -> Answer | None:
        text = await self.store.answer_to(request.match_id, request.submission) if request.key else None
        return None if text is None else _recalled(request, text)

    async def _append(
        self, table: Table, tried: Submission, after: After, submission: str = "", answer: str = ""
    ) -> tuple[Outcome, str]:
        """Write a submission and, if that was done, go on to it."""
        match, at_ms = after
        entries = tuple(Entry(tried.seat, str(action), at_ms) for action in tried.actions)
        write = change(table.match, match, table.token, self.levels, entries)
        write.submission, write.answer = submission, answer
        outcome, text = await self.store.write(write)
        if outcome == "done":
            telemetry.SUBMISSIONS.labels(match.game, "accepted").inc()
            telemetry.ACTIONS.labels(match.game).inc(len(entries))
            if match.status == "over":
                telemetry.MATCHES.labels(match.game, match.ended).inc()
            # A reader may have caught the table up meanwhile.
            if table.token == write.expected:
                table.commit(match, write.token, tried, write.entries)
            self.tables.ring(match.match_id, write.token)
        return outcome, text

    # -- bots --------------------------------------------------------------------------------------

    async def answer(self, match_id: str, seat: int, version: int, notations: list[str]) -> str:
        """Apply a bot's answer if its (match, seat, version) still holds; return what became of it."""
        if not isinstance(notations, list) or not notations:
            raise BadRequest("an answer is a list of notations")
        async with self.tables.lock(match_id):
            for _ in range(limits().submissions_retried_max):
                table = await self.tables.fresh(match_id)
                if not holds(table.match, seat, version):
                    return "late"
                actions = tuple(table.game.Action.parse(notation) for notation in notations)
                tried = table.try_actions(seat, version, actions, is_prefix=True)
                if (await self._append(table, tried, _after(table, tried)))[0] == "done":
                    return "applied"
        return "crowded_out"

    # -- being away --------------------------------------------------------------------------------

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
                    self.tables.ring(match_id, write.token)
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


def holds(match: Match, seat: int, version: int) -> bool:
    """Whether a bot still owes that decision."""
    return any(ask.what == (seat, version) for ask in match.asks)


def _after(table: Table, tried: Submission) -> After:
    """Return the match after a submission, and when that was (unix ms)."""
    at_ms = now_ms()
    match = progressed(table.match, tried.state, at_ms)
    return clocked(table.match, match, at_ms, tried.seat, len(tried.actions)), at_ms


def _answer(table: Table, tried: Submission, after: After, request: Request) -> Answer:
    match, at_ms = after
    return Answer(
        tried.seat,
        match.version_for(tried.seat),
        table.feed.cursor(tried.seat),
        table.feed.ahead(tried.steps, tried.seat),
        None if match.clocks is None else Clocks.from_dict(match.clocks).remaining(tried.seat, at_ms),
        round((time.monotonic() - request.arrived_s) * MS),
    )


def _recalled(request: Request, text: str) -> Answer:
    digest, *answer = orjson.loads(text)
    if digest != request.digest():
        raise KeyReused("the idempotency key belongs to another submission; use a new one for each")
    return Answer(*answer)
