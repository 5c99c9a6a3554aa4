"""The common part of all environments: a game, its seats, the reward, and a match of it under way."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ai.environments.numbering import REWARDS, Numbering, reward_number
from ai.evaluate.features import ENCODERS
from engine.errors import BadAction, BadOptions, IllegalAction
from engine.registry import find_game

if TYPE_CHECKING:
    import numpy.typing as npt

    from engine.contract.state import State

    Inputs = npt.NDArray[np.float32]
    Mask = npt.NDArray[np.int8]

#: decisions of all seats after which a match is broken off, unless something else is asked for
DECISIONS = 4096
DECISIONS_MAX = 1 << 30
#: no input is as large as this, or as small as its opposite
INPUT_MAX = 100.0
#: what happens when an agent does what is not legal
LOSE, RAISE = ILLEGAL = ("lose", "raise")
ILLEGAL_REWARD = -1.0


@lru_cache
def number_game(name: str) -> Numbering:
    """Return the numbering of a game's actions and inputs; raise UnknownGame."""
    game = find_game(name)
    return Numbering(game, ENCODERS[name])


def check_number(name: str, value: object, low: int, high: int) -> int:
    """Return a setting that is a whole number from *low* to *high*, or raise BadOptions."""
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or not low <= value <= high:
        raise BadOptions(f"{name} is {value!r}; it is a whole number from {low} to {high}")
    return int(value)


def check_word(name: str, value: object, words: tuple[str | None, ...]) -> None:
    """Raise BadOptions unless a setting is one of some words."""
    if value not in words:
        raise BadOptions(f"{name} is {value!r}; it can be {', '.join(map(repr, words))}")


class Setting:
    """A game for a number of seats; what its matches are like and what is rewarded (numbering.REWARDS)."""

    def __init__(self, game: str, seats: int, options: dict[str, Any] | None, reward: str, max_decisions: int) -> None:
        """Check; raises UnknownGame and BadOptions."""
        self.game = find_game(game)
        self.options = self.game.check_options(seats, options)
        self.seats = seats
        self.reward = reward_number(reward)
        self.max_decisions = check_number("max_decisions", max_decisions, 1, DECISIONS_MAX)
        self.numbering = number_game(game)

    def __reduce__(self) -> tuple[type[Setting], tuple[object, ...]]:
        """Copy and pickle by what it was made from."""
        reward = list(REWARDS)[self.reward]
        return Setting, (self.game.name, self.seats, self.options, reward, self.max_decisions)

    def deal(self, seed: bytes) -> Course:
        """Begin a match from 32 bytes."""
        return Course(self, self.game.setup(self.seats, seed, self.options))

    def see(self, state: State, seat: int) -> Inputs:
        """Return what a seat may know as an array."""
        inputs = np.empty(self.numbering.inputs, np.float32)
        self.numbering.write_inputs(state, seat, inputs.data)
        return inputs

    def mask(self, state: State, seat: int, more: int = 0) -> Mask:
        """Return 1 for each action that is legal for a seat, 0 for the others and for so many places *more*."""
        mask = np.zeros(self.numbering.actions + more, np.int8)
        self.numbering.write_mask(state, seat, mask.data)
        return mask


class Course:
    """A match under way."""

    def __init__(self, setting: Setting, state: State, decisions: int = 0) -> None:
        """Take a position that *decisions* have led to."""
        self.setting = setting
        self.state = state
        self.decisions = decisions

    def __deepcopy__(self, memo: dict[int, object]) -> Course:
        """Copy the position; the setting never changes."""
        return Course(self.setting, self.state.clone(), self.decisions)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended by its rules."""
        return self.state.is_over

    @property
    def is_truncated(self) -> bool:
        """Whether the match is broken off."""
        return not self.is_over and self.decisions >= self.setting.max_decisions

    def act(self, seat: int, number: int) -> list[float]:
        """Carry out the action of that number; return each seat's reward.

        Raises IllegalAction, NotYourDecision, MatchOver or BadAction; then nothing has changed.
        """
        numbering = self.setting.numbering
        action = numbering.action_of(int(number))
        if number not in numbering.legal(self.state, seat):
            # The checked door says why; what it does not refuse is a standing answer.
            self.state.clone().submit(seat, action)
            raise IllegalAction("standing_answer", f"{action} is nothing that agents are offered", seat=seat)
        before = self.state.scores()
        self.state.apply(seat, action)
        self.decisions += 1
        return numbering.rewards(self.state, self.setting.reward, before)


def seed_from(chance: np.random.Generator) -> bytes:
    """Return a match seed."""
    return chance.bytes(32)


def number_from(action: object) -> int:
    """Return an action's number as agents give it, or raise BadAction."""
    try:
        return int(action)  # type: ignore[call-overload, no-any-return]
    except (TypeError, ValueError) as wrong:
        raise BadAction(f"an action is a number, not {action!r:.40}") from wrong
