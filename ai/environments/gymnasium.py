"""One seat of a game for Gymnasium; the others are played by levels or by functions of yours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ai import levels
from ai.environments.setting import (
    DECISIONS,
    ILLEGAL,
    ILLEGAL_REWARD,
    INPUT_MAX,
    RAISE,
    Setting,
    check_number,
    check_word,
    number_from,
    seed_from,
)
from engine.errors import BadOptions, EngineError
from engine.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ai.environments.setting import Course, Inputs, Mask
    from engine.contract.action import Action
    from engine.contract.state import InformationSet

    Opponent = str | Callable[[InformationSet], Action]

RENDER_MODES = ("ansi", "human")


class OneSeatEnv(gymnasium.Env):
    """One seat of a match. An observation is what the seat may know; `info["action_mask"]` says what is legal.

    `action_masks()` says the same, as sb3-contrib's MaskablePPO asks for it.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as the API has it

    def __init__(
        self,
        game: str = "race",
        seats: int = 2,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = "level3",
        options: dict[str, Any] | None = None,
        reward: str = "win",
        max_decisions: int = DECISIONS,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        """Take the agent's *seat* (None: another one for each match) and the *opponents*.

        These are a level or a function from an information set to an action, one for all or one for each other seat
        in seat order. *reward* is one of numbering.REWARDS. A match is broken off (truncated) after *max_decisions* of
        all seats together. An action that is not legal ends the match with the reward -1 ("lose") or raises
        IllegalAction ("raise"). Raises UnknownGame, NoSuchLevel and BadOptions.
        """
        self.setting = Setting(game, seats, options, reward, max_decisions)
        check_word("illegal", illegal, ILLEGAL)
        check_word("render_mode", render_mode, (*RENDER_MODES, None))
        if seat is not None:
            check_number("seat", seat, 0, seats - 1)
        several = [opponents] * (seats - 1) if isinstance(opponents, str) or callable(opponents) else [*opponents]
        if len(several) != seats - 1:
            raise BadOptions(f"there are {len(several)} opponents; {seats} seats need {seats - 1}")
        for each in several:
            if not callable(each):
                levels.find_level(each, game)
        self.opponents = several
        self.fixed_seat = seat
        self.illegal = illegal
        self.render_mode = render_mode
        numbering = self.setting.numbering
        self.observation_space = spaces.Box(-INPUT_MAX, INPUT_MAX, (numbering.inputs,), np.float32)
        self.action_space = spaces.Discrete(numbering.actions)
        self.course: Course | None = None
        self.seat = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Inputs, dict[str, Any]]:
        """Begin a match and go on to the agent's first decision; the same *seed* gives the same match."""
        super().reset(seed=seed, options=options)
        self.seat = int(self.np_random.integers(self.setting.seats)) if self.fixed_seat is None else self.fixed_seat
        self.course = self.setting.deal(seed_from(self.np_random))
        self._play_others(self.course)
        return self._look(self.course)

    def step(self, action: int) -> tuple[Inputs, float, bool, bool, dict[str, Any]]:
        """Carry out the agent's action and all that follows up to its next decision."""
        course = self._need_course()
        try:
            reward = course.act(self.seat, number_from(action))[self.seat]
        except EngineError as wrong:
            if self.illegal == RAISE:
                raise
            shown, info = self._look(course)
            return shown, ILLEGAL_REWARD, True, False, info | {"illegal": str(wrong)}
        reward += self._play_others(course)
        shown, info = self._look(course)
        return shown, reward, course.is_over, course.is_truncated, info

    def action_masks(self) -> Mask:
        """Return 1 for each legal action, 0 for the others."""
        return self.setting.mask(self._need_course().state, self.seat)

    def render(self) -> str | None:
        """Return the table as the seat sees it as text ("ansi"), or print it ("human")."""
        text = self._need_course().state.information_set(self.seat).to_text()
        if self.render_mode == "human":
            print(text)  # noqa: T201 - what "human" asks for
            return None
        return text if self.render_mode == "ansi" else None

    def _need_course(self) -> Course:
        if self.course is None:
            raise gymnasium.error.ResetNeeded("call reset first: no match has begun")
        return self.course

    def _look(self, course: Course) -> tuple[Inputs, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        info = {"action_mask": self.setting.mask(course.state, self.seat), "scores": course.state.scores()}
        return self.setting.see(course.state, self.seat), info

    def _play_others(self, course: Course) -> float:
        """Play the other seats until the agent is asked; return the agent's rewards meanwhile."""
        reward = 0.0
        while not course.is_over and not course.is_truncated and self.seat not in course.state.deciding_seats():
            other = course.state.deciding_seats()[0]
            opponent = self.opponents[other - (other > self.seat)]
            info = course.state.information_set(other)
            if callable(opponent):
                action = opponent(info)
            else:
                action = levels.choose(info, opponent, seed=int(self.np_random.integers(1 << 62)))
            reward += course.act(other, self.setting.numbering.number_of(action))[self.seat]
        return reward


for _game in GAMES.values():
    gymnasium.register(
        f"astrarium/{_game.name}-v0", entry_point="ai.environments.gymnasium:OneSeatEnv", kwargs={"game": _game.name}
    )
