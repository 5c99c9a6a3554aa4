"""The background work of one process, put together."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from services.game_state.work.answers import Answers
from services.game_state.work.clocks import OverdueSeats
from services.game_state.work.group import Group
from services.game_state.work.outbox import Outbox
from services.game_state.work.repeating import do_every
from services.game_state.work.tail import Tail
from services.shared import keys
from services.shared.limits import limits

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from services.game_state.cases.all import Cases
    from services.game_state.store.levels import Levels
    from services.game_state.table.at_hand import Tables
    from services.game_state.work.sender import Sender

WATCH_S = 0.25
MS = 1000


class Work:
    """All that runs beside the calls."""

    def __init__(self, tail: Redis, tables: Tables, levels: Levels, cases: Cases, sender: Sender) -> None:
        """Work on *tables* by *cases*; block on *tail*, send jobs by *sender*."""
        redis = tables.store.redis
        self.sender = sender
        self.outbox = Outbox(tables.store, tables, levels, sender)
        self.overdue = OverdueSeats(tables.store, cases.leaving)
        self.seats = cases.seats
        self.groups = (
            Group(redis, tail, keys.OUTBOX, self.outbox.send_asked),
            Group(redis, tail, keys.ANSWERS, Answers(cases.play).take_answer),
        )
        self.tail = Tail(redis, tail, tables)

    async def run(self) -> None:
        """Work until cancelled."""
        try:
            await asyncio.gather(
                *(group.run() for group in self.groups),
                self.tail.follow(),
                do_every(WATCH_S, self.outbox.ask_again),
                do_every(WATCH_S, self.overdue.end_overdue),
                do_every(limits().clean_ms / MS, self.seats.remove_forgotten),
            )
        finally:
            self.sender.close()
