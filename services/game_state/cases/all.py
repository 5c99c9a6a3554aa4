"""All cases on the tables of one process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from services.game_state.cases.chat import Chat
from services.game_state.cases.deals import Deals
from services.game_state.cases.finding import Finder
from services.game_state.cases.leaving import Leaving
from services.game_state.cases.making import Making
from services.game_state.cases.meeting import Meeting
from services.game_state.cases.play import Play
from services.game_state.cases.practice import Practice
from services.game_state.cases.refusals import Refusals
from services.game_state.cases.seats import Seats
from services.game_state.cases.take_back import TakeBacks
from services.game_state.table.past import Pasts

if TYPE_CHECKING:
    from services.game_state.store.levels import Levels
    from services.game_state.table.at_hand import Tables


class Cases:
    """All requests to matches."""

    def __init__(self, tables: Tables, levels: Levels) -> None:
        """Work on *tables*."""
        self.pasts = Pasts()
        self.seats = Seats(tables.writer)
        self.making = Making(self.seats)
        self.practice = Practice(tables, self.pasts)
        self.finding = Finder(tables.store)
        self.meeting = Meeting(self.making, self.finding)
        self.refusals = Refusals(tables)
        self.play = Play(tables, levels, self.refusals)
        self.leaving = Leaving(tables, levels)
        self.take_backs = TakeBacks(tables, levels)
        self.chat = Chat(tables)
        self.deals = Deals(self.seats, self.leaving)
