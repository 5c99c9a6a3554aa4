"""The wishes of a bot: rules for invitations and tournaments, and what it seeks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from client.models import Clock, Match, TournamentRow


@dataclass(frozen=True)
class Seek:
    """A seek of a bot: a game and a number of seats, with what `client.seek` takes besides.

    With a *level* it seeks nobody: it plays against bots of that level, and the rest is as `client.create_match` takes
    it.
    """

    game: str
    seats: int
    level: str = ""
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InvitationRules:
    """The invitations that a bot accepts. Empty fields do not matter."""

    #: False: it accepts none
    is_open: bool = True
    #: numbers of seats
    seats: tuple[int, ...] = ()
    #: kinds of clock: `none`, `decision`, `bank`
    clocks: tuple[str, ...] = ()
    #: least time for a decision, and least bank of a seat, in ms
    decision_ms_min: int = 0
    bank_ms_min: int = 0
    #: who may invite: accounts, and kinds of the players that sit there: `person`, `program`, `bot`
    accounts: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    #: accounts whose invitations are declined
    refuses: tuple[str, ...] = ()
    #: whether matches have to be rated, or must not be; None: either
    is_rated: bool | None = None

    def find_objection(self, match: Match) -> str:
        """Return why the match is declined, in a sentence for its creator; empty: it is not."""
        if not self.is_open:
            return "I accept no invitations"
        if match["creator"] in self.refuses or (self.accounts and match["creator"] not in self.accounts):
            return f"I don't play with {match['creator']}"
        if self.seats and len(match["seats"]) not in self.seats:
            return f"I play at tables of {_list(self.seats)}"
        others = {seat["player"] for seat in match["seats"] if seat["kind"] != "invited" and "player" in seat}
        if self.players and not others <= {*self.players}:
            return f"I play with {_list(self.players)}"
        if self.is_rated is not None and match["is_rated"] != self.is_rated:
            return "I play rated matches" if self.is_rated else "I play matches that are not rated"
        return self._find_objection_to_clock(match["clock"])

    def _find_objection_to_clock(self, clock: Clock) -> str:
        kind = clock["kind"]
        if self.clocks and kind not in self.clocks:
            return f"I play with clocks of the kind {_list(self.clocks)}"
        if kind == "decision" and clock.get("decision_ms", 0) < self.decision_ms_min:
            return f"I need {self.decision_ms_min} ms for a decision"
        if kind == "bank" and clock.get("bank_ms", 0) < self.bank_ms_min:
            return f"I need a bank of {self.bank_ms_min} ms"
        return ""


@dataclass(frozen=True, slots=True)
class EntryRules:
    """The open tournaments that a bot enters. Empty fields do not matter."""

    hosts: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    formats: tuple[str, ...] = ()
    #: whether they have to be rated, or must not be; None: either
    is_rated: bool | None = None

    def admit(self, row: TournamentRow) -> bool:
        """Return whether to enter a tournament."""
        config = row["config"]
        wanted = (
            (self.hosts, row["host"]),
            (self.games, config["game"]),
            (self.seats, config["seats"]),
            (self.formats, config["format"]),
            (() if self.is_rated is None else (self.is_rated,), config["is_rated"]),
        )
        return all(not choices or value in choices for choices, value in wanted)


def _list(choices: tuple[object, ...]) -> str:
    return ", ".join(map(str, choices))
