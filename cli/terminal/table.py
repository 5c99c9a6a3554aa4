"""Everything that a player in the terminal asks of a table, wherever the match is played."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import InformationSet


#: candidates that a hint tells of
ADVICE_MAX = 3


class CannotBeDone(EngineError):
    """A wish of the player is not possible at this table; the message says why."""


@dataclass(frozen=True, slots=True)
class AskedChoice:
    """The question to the player: the decision's name, the ruling it rests on, the question, the legal actions."""

    asks: str
    rule: str
    text: str
    version: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """The opinion of a search on an action: the chance to win (0 to 1) and the expected points.

    `sources` has what the player's points come from, `phases` the chance of each phase in the round that is chosen
    next; both only for the best candidates of a search.
    """

    notation: str
    win: float
    points: float
    sources: Mapping[str, float] = field(default_factory=dict)
    phases: Mapping[str, float] = field(default_factory=dict)


def read_advice(candidates: Iterable[Mapping[str, Any]], seat: int) -> list[Advice]:
    """Return what a search says of its best candidates, as `Candidate.to_dict` has them, to the player of *seat*."""
    return [
        Advice(
            each["notation"],
            each["values"][seat],
            each["expected_scores"][seat],
            each["why"]["sources"][seat] if each["why"] else {},
            each["why"]["phases"] if each["why"] else {},
        )
        for each in itertools.islice(candidates, ADVICE_MAX)
    ]


class TerminalTable(Protocol):
    """A match, from one seat. Refusals are EngineError or client.Refused."""

    game: Game
    seat: int

    @property
    def names(self) -> Sequence[str]:
        """The players by seat."""

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""

    def begin(self) -> str:
        """Return what a player has to know first."""

    def advance(self) -> None:
        """Let the others go on: on a server for a moment, here until the player is asked."""

    def news(self) -> list[str]:
        """Return what has happened since the last time, in sentences."""

    def find_question(self) -> AskedChoice | None:
        """Return what the player is asked now."""

    def say_waiting(self) -> str:
        """Return what is waited for."""

    def view(self) -> dict[str, Any]:
        """Return the table as the player may see it."""

    def information_set(self) -> InformationSet | None:
        """Return what the player knows, to look ahead; None where that is not to be had."""

    def submit(self, question: AskedChoice, notation: str) -> None:
        """Answer a question."""

    def advise(self, level: str) -> list[Advice]:
        """Search the present decision, by a level if one is named; return the candidates, the best first."""

    def take_back(self) -> str:
        """Take the last choice back, or ask for it; return what came of it."""

    def answer_take_back(self, *, is_accepted: bool) -> str:
        """Answer the wish of another player."""

    def chat(self, text: str) -> list[str]:
        """Say a line, or return what was said."""

    def resign(self) -> None:
        """Give up."""

    def result(self) -> tuple[Sequence[int], Sequence[int]] | None:
        """Return points and places by seat, or None if nobody knows them."""

    def say_way_back(self) -> str:
        """Return how a match that is left goes on, or where a finished one is kept."""
