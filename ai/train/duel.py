"""Two searches against each other over duplicate sets, and the processor time that each of them takes."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ai.arena.match import play_match
from ai.search.run import SearchSettings, search, seed_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ai.evaluate.network import Network
    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import InformationSet


@dataclass(slots=True)
class Duellist:
    """A search with its own settings, iterations and network, if any; a player of the arena.

    `decisions` and `seconds` (of processor) are summed up over all matches.
    """

    name: str
    iterations: int
    network: Network | None = None
    settings: SearchSettings = field(default_factory=SearchSettings)
    decisions: int = 0
    seconds: float = 0.0

    def begin(
        self,
        game: Game,
        seats: int,
        seat: int,
        options: dict[str, object],
        match_id: str,
        players: Sequence[str] = (),
    ) -> None:
        """Do nothing: a search remembers nothing."""

    def act(self, information_set: InformationSet) -> Sequence[Action]:
        """Return the action that the search finds best."""
        legal = information_set.legal_actions()
        if len(legal) == 1:
            return legal
        started = time.thread_time()
        found = search(
            information_set,
            self.settings,
            iterations=self.iterations,
            seed=seed_of(information_set, self.name),
            network=self.network,
        )
        self.seconds += time.thread_time() - started
        self.decisions += 1
        return [found.best]

    def end(self, scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    @property
    def decision_ms(self) -> float:
        """The mean milliseconds of processor for a decision."""
        return 1000.0 * self.seconds / max(1, self.decisions)


def play_sets(
    game: Game,
    first: Duellist,
    second: Duellist,
    *,
    sets: range,
    seed: int,
    seats: int = 2,
    options: dict[str, Any] | None = None,
) -> Iterator[float]:
    """Yield the first one's share of wins in each set: one deal, in which it has every seat once.

    All other seats are the second one's. Deals follow from *seed* and the set's number.
    """
    for number in sets:
        deal = hashlib.sha256(f"{seed}:{number}".encode()).digest()
        share = 0.0
        for own in range(seats):
            players = [first if seat == own else second for seat in range(seats)]
            share += play_match(game, players, deal, options).win_shares[own]
        yield share / seats
