"""A running match: submissions and bots' answers.

Every change is worked out on a cached table and written by compare-and-set. If the write, or the
refusal, turns out to rest on an old table, the table is caught up and the change worked out anew. So a
seat is refused only for what holds at the time, and an unseen answer of another seat costs it nothing
but a repetition inside the server.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import astuple, dataclass, field
from typing import TYPE_CHECKING

import orjson

from engine.errors import BadAction, EngineError, MatchOver
from services.game_state.match.model import Entry
from services.game_state.match.progress import clocked, progressed
from services.game_state.store.changes import change
from services.shared import telemetry
from services.shared.clocks import Clocks
from services.shared.errors import BadRequest, KeyReused, ServiceError, TimeIsUp, Unavailable
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from engine.contract.action import Action
    from engine.contract.game import Game
    from services.game_state.match.model import Match
    from services.game_state.store.levels import Levels
    from services.game_state.store.store import Outcome
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.table import Submission, Table

    After = tuple[Match, int]

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


def parse_action(game: Game, raw: bytes, index: int) -> Action:
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
            self.tables.bells.ring(match.match_id, write.token)
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
