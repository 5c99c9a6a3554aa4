from typing import Any, Self, final

from ai.environments.numbering import Numbering
from engine.contract.state import State

@final
class TableBlock:
    def __new__(
        cls,
        numbering: Numbering,
        count: int,
        seats: int,
        options: dict[str, Any],
        reward: int,
        decisions_max: int,
        seed: int,
    ) -> Self: ...
    @property
    def numbering(self) -> Numbering: ...
    @property
    def count(self) -> int: ...
    @property
    def seats(self) -> int: ...
    def lend(
        self,
        mask: memoryview,
        seat: memoryview,
        inputs: memoryview | None,
        rewards: memoryview,
        ended: memoryview,
        scores: memoryview,
    ) -> None: ...
    def reset(self, seed: int) -> None: ...
    def deal(self, table: int) -> None: ...
    def step(self, numbers: memoryview) -> None: ...
    def sample(self, numbers: memoryview, seed: int) -> None: ...
    def state_of(self, table: int) -> State: ...
