"""The background work of one process, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from services.game_state.store.downtimes import note_every_s
from services.game_state.work.answers import Answers
from services.game_state.work.archiving import Archiving
from services.game_state.work.archiving_logs import LogArchiving
from services.game_state.work.clocks import OverdueSeats
from services.game_state.work.group import Group
from services.game_state.work.outbox import Outbox
from services.game_state.work.repeating import do_every
from services.shared import keys
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from services.game_state.cases.all import Cases
    from services.game_state.store.levels import Levels
    from services.game_state.table.at_hand import Tables
    from services.game_state.work.sender import Sender
    from services.shared.clients import Redis

WATCH_S = 0.25
MS = 1000


class Work:
    """All that runs beside the calls."""

    def __init__(self, tail: Redis, tables: Tables, levels: Levels, cases: Cases, sender: Sender) -> None:
        """Work on *tables* by *cases*; block on *tail*, send jobs by *sender*."""
        redis = tables.store.redis
        self.outbox = Outbox(tables.store, tables, levels, sender)
        self.overdue = OverdueSeats(tables.store, cases.leaving)
        self.seats = cases.seats
        self.downtimes = tables.store.downtimes
        self.archiving = Archiving(tables.store)
        self.logs = LogArchiving(redis, tables.store.archive)
        self.groups = (
            Group(redis, tail, keys.OUTBOX, self.outbox.send_asked),
            Group(redis, tail, keys.ANSWERS, Answers(cases.play).take_answer),
        )

    def parts(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """Return what is to run until it is cancelled, by name."""
        return {
            "outbox": self.groups[0].run,
            "answers": self.groups[1].run,
            "downtime": lambda: do_every(note_every_s(), self.downtimes.note),
            "overdue bots": lambda: do_every(WATCH_S, self.outbox.ask_again),
            "waiting bots": lambda: do_every(WATCH_S, self.outbox.store.let_out),
            "overdue seats": lambda: do_every(WATCH_S, self.overdue.end_overdue),
            "finished matches": lambda: do_every(limits().archiving_ms / MS, self.archiving.archive_finished),
            "finished logs": lambda: do_every(limits().archiving_ms / MS, self.logs.archive_finished),
            "forgotten matches": lambda: do_every(limits().clean_ms / MS, self.seats.remove_forgotten),
        }
