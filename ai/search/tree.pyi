from typing import Any, Self, final

from ai.evaluate.network import Network
from ai.evaluate.reasons.reasons import Reasons
from ai.playout import Policy
from engine.contract.game import Game
from engine.contract.state import InformationSet

TREES: dict[str, int]

@final
class Search:
    stall_ns: int
    def __new__(cls, game: Game, policy: Policy, nodes_max: int = ...) -> Self: ...
    @property
    def game(self) -> Game: ...
    @property
    def nodes_max(self) -> int: ...
    @property
    def nodes_used(self) -> int: ...
    @property
    def iterations(self) -> int: ...
    @property
    def decisions(self) -> int: ...
    def run(
        self,
        information_set: InformationSet,
        settings: dict[str, Any],
        *,
        seed: int,
        iterations_max: int,
        deadline_ns: int,
        stop_early: bool,
        network: Network | None = None,
        reasons: Reasons | None = None,
    ) -> None: ...
    def expect(
        self, information_set: InformationSet, network: Network, *, worlds: int, seed: int
    ) -> list[tuple[float, float]]: ...
    def collect(self) -> list[tuple[int, int, list[float], list[float]]]: ...
    def reasons_of(self, code: int) -> tuple[list[list[int]], list[int]]: ...
    def line(self, visits_min: int) -> list[tuple[int, int]]: ...
