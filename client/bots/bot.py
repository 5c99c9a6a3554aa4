"""A bot: what it plays and how it chooses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from client.models import GameAction, LegalAction, Match, TournamentRow

    Action = GameAction | str | dict[str, Any]


@dataclass(frozen=True, slots=True)
class BotDecision:
    """A decision that the bot owes."""

    match_id: str
    game: str
    seat: int
    #: names of all seats: an account's, or `bot:LEVEL`
    players: tuple[str, ...]
    version: int
    #: name of the decision, and the question in a sentence
    asks: str
    text: str
    #: every legal action, never empty
    legal_actions: list[LegalAction]
    #: time left; None: no clock
    remaining_ms: int | None
    #: the table as the seat may see it; None unless the bot `needs_view`
    view: dict[str, Any] | None


class Bot(ABC):
    """Base of every bot: give it `choose`, and settings where they differ. `run_bot` plays with it.

    Override `accepts` and `enters` for rules of its own.
    """

    #: games that it plays when challenged; empty: all
    games: tuple[str, ...] = ()
    #: what it seeks whenever it has room, `(game, seats)` each
    seeks: tuple[tuple[str, int], ...] = ()
    #: ids of the tournaments that it enters
    tournaments: tuple[str, ...] = ()
    #: how many matches it plays or looks for at once; matches of tournaments come on top
    matches_max: int = 4
    #: how long matches go on once it is told to stop; it then resigns those that remain
    finish_s: float = 600.0
    #: whether a decision has the view, which costs a request for each
    needs_view: bool = False

    @abstractmethod
    def choose(self, decision: BotDecision) -> Action | Awaitable[Action]:
        """Return one of the legal actions: an object or its notation. Runs in a thread unless it is async."""

    def accepts(self, match: Match) -> bool | str:
        """Return whether to take part in a match it is invited to; a text declines with that reason."""
        return not self.games or match["game"] in self.games or f"I play {', '.join(self.games)}"

    def enters(self, tournament: TournamentRow) -> bool:
        """Return whether to enter an open tournament."""
        return tournament["id"] in self.tournaments
