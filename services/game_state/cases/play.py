"""A running match: submissions and bots' answers."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from engine.errors import BadAction, EngineError, MatchOver
from engine.registry import find_game
from services.game_state.match.model import Entry
from services.game_state.match.progress import advance, advance_clocks, first_state
from services.game_state.store.changes import change
from services.game_state.table.at_hand import MatchAtHand
from services.shared import telemetry
from services.shared.clocks import Clocks
from services.shared.errors import BadRequest, ServiceError, TimeIsUp, Unavailable
from services.shared.json import dump_json
from services.shared.now import now_ms
from services.shared.writing import NOTHING, Nothing

if TYPE_CHECKING:
    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import State
    from services.game_state.cases.actions import Actions
    from services.game_state.cases.refusals import Refusals
    from services.game_state.match.model import Match, Stored
    from services.game_state.store.changes import Write
    from services.game_state.store.levels import Levels
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.table import Foreseen, Submission, Table

MS = 1000


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a submission for its seat: version and cursor after it, and the events from *start* to that cursor.

    `remaining_ms` is what the seat had left of its time then (None: no clock), `latency_ms` how long the server took.
    """

    seat: int
    version: int
    start: int
    cursor: int
    remaining_ms: int | None = None
    latency_ms: int = 0

    def to_text(self) -> str:
        """Return the remembered form."""
        parts = (self.seat, self.version, self.start, self.cursor, self.remaining_ms, self.latency_ms)
        return dump_json(parts).decode()

    @classmethod
    def from_text(cls, text: str) -> Answer:
        """Return the answer of a remembered form."""
        return cls(*orjson.loads(text))


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
    """Changes of running matches by actions."""

    def __init__(self, tables: Tables, levels: Levels, refusals: Refusals) -> None:
        """Work on *tables*."""
        self.tables = tables
        self.levels = levels
        self.refusals = refusals

    async def submit(self, wish: Actions) -> tuple[Table, Answer]:
        """Check and append a seat's actions, all or none, on a table that may lag behind the log at first.

        So a seat is refused only for current reasons, and another seat's unseen answer costs it only a repetition
        inside the server.
        """
        wish.check()
        source = MatchAtHand(self.tables, wish.match_id, may_lag=True)
        tried_at: Table | None = None

        def work_out(table: Table) -> Write:
            nonlocal tried_at
            tried_at = table
            seat, actions = _read(table, wish)
            tried = table.try_actions(seat, wish.version, actions)
            after, at_ms = _after(table, tried)
            write = self._write(source, table, tried, after, at_ms)
            write.answer = _answer(table, tried, after, at_ms, wish).to_text()
            return write

        try:
            done = await self.tables.writer.change(source, work_out, wish.key)
        except (ServiceError, EngineError) as refusal:
            if tried_at is not None:
                telemetry.SUBMISSIONS.labels(tried_at.match.game, type(refusal).__name__).inc()
                if tried_at.match.seats_of(wish.account):
                    await self.refusals.note(wish, refusal)
            raise
        _count(done.change)
        table = done.held or await self.tables.fresh(wish.match_id)
        return table, Answer.from_text(done.change.answer if done.change is not None else done.answer or "")

    async def preview(self, wish: Actions) -> tuple[Table, int, Foreseen]:
        """Return what a seat's actions would lead to as far as it can say beforehand, with table and seat.

        Nothing is changed or noted; refused is what a submission is refused for.
        """
        wish.check()
        table = await self.tables.fresh(wish.match_id)
        seat, actions = _read(table, wish)
        return table, seat, table.foresee_actions(seat, wish.version, actions)

    async def answer(self, match_id: str, seat: int, version: int, notations: list[str]) -> str:
        """Apply a bot's answer if its (match, seat, version) still holds; return the outcome."""
        if not isinstance(notations, list) or not notations:
            raise BadRequest("an answer is a list of notations")
        source = MatchAtHand(self.tables, match_id)

        def work_out(table: Table) -> Write | Nothing:
            if not holds(table.match, seat, version):
                return NOTHING
            actions = tuple(table.game.Action.parse(notation) for notation in notations)
            tried = table.try_actions(seat, version, actions, is_prefix=True)
            return self._write(source, table, tried, *_after(table, tried))

        try:
            done = await self.tables.writer.change(source, work_out)
        except Unavailable:
            return "crowded_out"
        _count(done.change)
        return "late" if done.change is None else "applied"

    async def answer_board(self, match_id: str, seat: int, version: int, actions: list[tuple[int, str]]) -> str:
        """Take a whole match that a worker has played, if it is still owed; return the outcome.

        Every action is checked, and the result is that of the replay: a worker only proposes actions.
        """
        store = self.tables.store
        played = await store.load(match_id)
        if not holds(played.match, seat, version):
            return "late"
        state = await asyncio.to_thread(_replay, played, actions)

        def work_out(stored: Stored) -> Write | Nothing:
            if not holds(stored.match, seat, version) or stored.seed != played.seed:
                return NOTHING
            at_ms = now_ms()
            after = advance_clocks(stored.match, advance(stored.match, state, at_ms), at_ms)
            entries = tuple(Entry(by, notation, at_ms) for by, notation in actions)
            return change(stored.match, after, stored.token, self.levels, entries)

        done = await self.tables.writer.change_stored(match_id, work_out)
        _count(done.change)
        return "late" if done.change is None else "applied"

    def _write(self, source: MatchAtHand, table: Table, tried: Submission, after: Match, at_ms: int) -> Write:
        """Return the write of a submission; the table goes on to it once it is done."""
        source.submission = tried
        entries = tuple(Entry(tried.seat, str(action), at_ms) for action in tried.actions)
        return change(table.match, after, table.token, self.levels, entries)


def holds(match: Match, seat: int, version: int) -> bool:
    """Whether a bot still owes that decision."""
    return any(ask.what == (seat, version) for ask in match.asks)


def _read(table: Table, wish: Actions) -> tuple[int, tuple[Action, ...]]:
    """Return who acts, and the actions; raise why that seat may not, or what is no action."""
    seat = table.acting_seat(wish.account, wish.seat)
    table.playing()
    if table.match.status == "over":
        raise MatchOver("the match is over; no seat owes a decision")
    if table.match.clocks is not None and seat in Clocks.from_dict(table.match.clocks).overdue(now_ms()):
        raise TimeIsUp(f"the time of seat {seat} is up", seat=seat)
    return seat, tuple(parse_action(table.game, raw, index) for index, raw in enumerate(wish.actions))


def _after(table: Table, tried: Submission) -> tuple[Match, int]:
    """Return the match after a submission, and when that was (unix ms)."""
    at_ms = now_ms()
    match = advance(table.match.after_acting(tried.seat), tried.state, at_ms)
    return advance_clocks(table.match, match, at_ms, tried.seat, len(tried.actions)), at_ms


def _answer(table: Table, tried: Submission, after: Match, at_ms: int, wish: Actions) -> Answer:
    return Answer(
        tried.seat,
        after.version_for(tried.seat),
        table.feed.cursor(tried.seat),
        table.feed.ahead(tried.steps, tried.seat),
        None if after.clocks is None else Clocks.from_dict(after.clocks).remaining(tried.seat, at_ms),
        round((time.monotonic() - wish.arrived_s) * MS),
    )


def _replay(played: Stored, actions: list[tuple[int, str]]) -> State:
    """Return the last position of a match that has only begun; raise what speaks against its actions."""
    game, state = find_game(played.match.game), first_state(played.match, played.seed)
    for seat, notation in actions:
        state.submit(seat, game.Action.parse(notation))
    if not state.is_over:
        raise BadRequest(f"the match is not over after its {len(actions)} actions")
    return state


def _count(written: Write | None) -> None:
    """Count a submission that was written."""
    if written is None:
        return
    match = written.match
    telemetry.SUBMISSIONS.labels(match.game, "accepted").inc()
    telemetry.ACTIONS.labels(match.game).inc(len(written.entries))
    if match.status == "over":
        telemetry.MATCHES.labels(match.game, match.ended).inc()
