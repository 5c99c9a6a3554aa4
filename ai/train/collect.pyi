from array import array
from collections.abc import Iterable
from typing import Any, Self, final

from ai.evaluate.features.encoder import Encoder
from ai.playout import Policy
from engine.contract.game import Game
from engine.contract.state import State

RATED_SHARE: float

@final
class Positions:
    def __new__(cls, encoder: Encoder) -> Self: ...
    @property
    def encoder(self) -> Encoder: ...
    @property
    def on(self) -> array[int]: ...
    @property
    def counts(self) -> array[int]: ...
    @property
    def dense(self) -> array[float]: ...
    @property
    def outcome(self) -> array[float]: ...
    @property
    def chosen(self) -> array[float]: ...
    def see(self, state: State) -> None: ...
    def rate(self, place: int, reward: float, shares: Iterable[tuple[int, float]] = ...) -> None: ...

def play_light(
    positions: Positions,
    game: Game,
    policy: Policy,
    seats: int,
    matches: int,
    seed: int,
    chance: float,
    options: dict[str, Any] | None = ...,
) -> int: ...
