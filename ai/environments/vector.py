"""Many matches of one game at once, as arrays, for those who train."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ai.environments.setting import DECISIONS, Setting, check_number
from ai.environments.tables import TableBlock
from engine.errors import BadAction

if TYPE_CHECKING:
    import numpy.typing as npt

    from engine.contract.state import State

TABLES_MAX = 1 << 20
SEED_MAX = (1 << 64) - 1


class VectorEnvironment:
    """*tables* matches, stepped together without the GIL; one that ends is followed by the next in the same step.

    The arrays have a row for each table and are written anew by every `reset` and `step`; copy what you keep.

    `seat`: the seat that decides (of those who decide at once the lowest one that has not).
    `mask`: 1 for each action that is legal for it, by number, as in `game.enumerate_actions()`.
    `inputs`: what it may know, from the encoder of the built-in bots (None without *inputs*).
    `rewards`: each seat's reward for the last action.
    `ended`: whether the last action ended the match: 1 over, 2 broken off after *max_decisions*; then the other
    arrays tell of the next match already.
    `scores`: each seat's points in the last match that ended there.
    """

    def __init__(
        self,
        game: str = "race",
        tables: int = 256,
        seats: int = 2,
        *,
        options: dict[str, Any] | None = None,
        reward: str = "win",
        max_decisions: int = DECISIONS,
        inputs: bool = True,
        seed: int = 0,
    ) -> None:
        """Deal all tables; *seed* decides everything but the actions. Raises UnknownGame and BadOptions."""
        setting = Setting(game, seats, options, reward, max_decisions)
        self.setting = setting
        self.tables = check_number("tables", tables, 1, TABLES_MAX)
        self.actions = setting.numbering.actions
        self.mask: npt.NDArray[np.int8] = np.zeros((tables, self.actions), np.int8)
        self.seat: npt.NDArray[np.int8] = np.zeros(tables, np.int8)
        self.inputs: npt.NDArray[np.float32] | None = None
        if inputs:
            self.inputs = np.zeros((tables, setting.numbering.inputs), np.float32)
        self.rewards: npt.NDArray[np.float32] = np.zeros((tables, seats), np.float32)
        self.ended: npt.NDArray[np.uint8] = np.zeros(tables, np.uint8)
        self.scores: npt.NDArray[np.int32] = np.zeros((tables, seats), np.int32)
        self._tables = TableBlock(
            setting.numbering, tables, seats, setting.options, setting.reward, setting.max_decisions, seed=0
        )
        self._tables.lend(
            self.mask.data,
            self.seat.data,
            None if self.inputs is None else self.inputs.data,
            self.rewards.data,
            self.ended.data,
            self.scores.data,
        )
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Deal all tables anew."""
        self._chance = np.random.default_rng(check_number("seed", seed, 0, SEED_MAX))
        self._tables.reset(seed)

    def step(self, actions: npt.ArrayLike) -> None:
        """Carry out one action at each table, given by number.

        Raises BadAction, naming the first table whose action is not legal; then nothing has changed.
        """
        try:
            numbers = np.ascontiguousarray(actions, np.int32)
        except (TypeError, ValueError, OverflowError) as wrong:
            raise BadAction(f"actions are whole numbers, one for each table: {wrong}") from wrong
        if numbers.shape != (self.tables,):
            raise BadAction(f"actions have the shape {numbers.shape}; they are one for each of {self.tables} tables")
        self._tables.step(numbers.data)

    def sample(self) -> npt.NDArray[np.int32]:
        """Return a legal action for each table, each equally likely."""
        numbers = np.empty(self.tables, np.int32)
        self._tables.sample(numbers.data, int(self._chance.integers(1 << 63)))
        return numbers

    def state_of(self, table: int) -> State:
        """Return a copy of a table's position; raise BadOptions if there is no such table."""
        return self._tables.state_of(check_number("table", table, 0, self.tables - 1))
