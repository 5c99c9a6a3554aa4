"""A bot: what it plays and how it chooses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from client.bots.rules import EntryRules, InvitationRules, Seek

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from client.models import GameAction, LegalAction, Match, TournamentRow

    Action = GameAction | str | dict[str, Any]


class BotFailure(Exception):
    """A bot can't choose, for a reason that it can tell in a sentence."""


@dataclass(frozen=True, slots=True)
class BotDecision:
    """A decision that the bot owes."""

    #: the match as it was when the bot began to play
    match: Match
    match_id: str
    game: str
    seat: int
    #: names of all seats: an account's, or `bot:LEVEL`
    players: tuple[str, ...]
    version: int
    #: name of the decision, the ruling that it rests on, and the question in a sentence
    asks: str
    rule: str
    text: str
    #: every legal action, never empty
    legal_actions: list[LegalAction]
    #: time left for the choice: the clock's, less what the network is expected to take; None: no clock
    remaining_ms: int | None
    #: the table as the seat may see it; None unless the bot `needs_view`
    view: dict[str, Any] | None


class Bot(ABC):
    """Base of every bot: give it `choose`, and settings where they differ. `run_bot` plays with it.

    Override `accepts` and `enters` for rules of its own, `begin` and `end` to prepare for a match and to tidy up.
    """

    #: games that it plays when challenged; empty: all
    games: tuple[str, ...] = ()
    #: further rules for challenges
    invitations: InvitationRules = InvitationRules()
    #: what it seeks whenever it has room, `(game, seats)` or a Seek each
    seeks: tuple[tuple[str, int] | Seek, ...] = ()
    #: ids of the tournaments that it enters
    tournaments: tuple[str, ...] = ()
    #: rules for entering other tournaments; None: none of them
    entries: EntryRules | None = None
    #: how many matches it plays or looks for at once; matches of tournaments come on top
    matches_max: int = 4
    #: after how many matches it stops by itself; 0: never
    matches_in_all: int = 0
    #: after how many errors in a match it resigns there
    errors_max: int = 3
    #: how long matches go on once it is told to stop; it then resigns those that remain
    finish_s: float = 600.0
    #: whether a decision has the view, which costs a request for each
    needs_view: bool = False

    @abstractmethod
    def choose(self, decision: BotDecision) -> Action | Awaitable[Action]:
        """Return one of the legal actions: an object or its notation. Runs in a thread unless it is async."""

    def accepts(self, match: Match) -> bool | str:
        """Return whether to take part in a match it is invited to; a text declines with that reason."""
        if self.games and match["game"] not in self.games:
            return f"I play {', '.join(self.games)}"
        return self.invitations.find_objection(match) or True

    def enters(self, tournament: TournamentRow) -> bool:
        """Return whether to enter an open tournament."""
        return tournament["id"] in self.tournaments or (self.entries is not None and self.entries.admit(tournament))

    def begin(self, match: Match) -> Awaitable[None] | None:  # noqa: B027 - most bots have nothing to prepare
        """Prepare for a match that it begins to play, or takes up again; runs in a thread unless it is async."""

    def end(self, match_id: str, match: Match | None) -> None:  # noqa: B027 - most bots have nothing to tidy up
        """Tidy up after a match; None: it is over for the bot alone. Must be quick."""
