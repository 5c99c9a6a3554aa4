"""The games for OpenSpiel: `pyspiel.load_game("python_astrarium_race(players=3)")` after importing this module.

Chance moves first: four nodes, each with the 256 values of a byte, make the seed from which the whole match follows.
Nobody sees them. Seats that decide at once do so one after the other, unseen by each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyspiel

from ai.environments.setting import DECISIONS, Setting
from engine.registry import GAMES

if TYPE_CHECKING:
    from ai.environments.setting import Course
    from engine.contract.game import Game

DEAL_BYTES = 4
SEED_BYTES = 32
VALUES = 256
#: no match comes near so many points
POINTS_MAX = 1000.0


def name_game(game: Game) -> str:
    """Return the name under which OpenSpiel knows a game."""
    return f"python_astrarium_{game.name}"


def describe_type(game: Game) -> pyspiel.GameType:
    """Return what OpenSpiel wants to know of a game beforehand.

    Parameters: `players` seats; `reward`, one of numbering.REWARDS, paid at the end; `max_decisions` after which a
    match ends without reward.
    """
    return pyspiel.GameType(
        short_name=name_game(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats_max,
        min_num_players=game.seats_min,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": 2, "reward": "win", "max_decisions": DECISIONS},
    )


class MatchGame(pyspiel.Game):
    """A game with its parameters; a subclass for each set of rules."""

    rules: ClassVar[Game]

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        """Raises BadOptions for parameters that can't be."""
        game, params = self.rules, given or {}
        reward = params.get("reward", "win")
        self.setting = Setting(
            game.name, params.get("players", 2), None, reward, params.get("max_decisions", DECISIONS)
        )
        most = 1.0 if reward == "win" else POINTS_MAX
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.numbering.actions,
            max_chance_outcomes=VALUES,
            num_players=self.setting.seats,
            min_utility=-most,
            max_utility=most,
            max_game_length=self.setting.max_decisions,
        )
        super().__init__(describe_type(game), info, params)

    def new_initial_state(self) -> MatchState:
        """Return the state before anything is dealt."""
        return MatchState(self)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> SeatObserver | None:
        """Return what shows states to seats: all that each may know now. None for other kinds of observation.

        Nothing recalls what was seen before, and what is open and what is a seat's own are not told apart.
        """
        wanted = kind or pyspiel.IIGObservationType(perfect_recall=False)
        is_whole = wanted.public_info and wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if wanted.perfect_recall or not is_whole:
            return None
        return SeatObserver(self.setting, params)


class MatchState(pyspiel.State):
    """A position, or a deal that is not complete."""

    def __init__(self, game: MatchGame) -> None:
        """Begin."""
        super().__init__(game)
        self.setting = game.setting
        self.dealt = b""
        self.course: Course | None = None
        self._returns = [0.0] * game.setting.seats

    def current_player(self) -> int:
        """Return the seat that decides, chance or the end."""
        if self.course is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.course.state.deciding_seats()[0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of the next byte of the seed."""
        return [(value, 1.0 / VALUES) for value in range(VALUES)]

    def is_terminal(self) -> bool:
        """Whether the match is over or broken off."""
        return self.course is not None and (self.course.is_over or self.course.is_truncated)

    def returns(self) -> list[float]:
        """Return each seat's reward so far."""
        return self._returns

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.course is None else self.setting.numbering.legal(self.course.state, player)

    def _apply_action(self, action: int) -> None:
        if self.course is not None:
            rewards = self.course.act(self.current_player(), action)
            self._returns = [have + more for have, more in zip(self._returns, rewards, strict=True)]
            return
        self.dealt += bytes([action])
        if len(self.dealt) == DEAL_BYTES:
            self.course = self.setting.deal(self.dealt.ljust(SEED_BYTES, b"\0"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.setting.numbering.action_of(action))

    def __str__(self) -> str:
        """Return the table as text, all hands open."""
        return f"dealt {self.dealt.hex()}" if self.course is None else self.course.state.to_text()


class SeatObserver:
    """Shows a seat what it may know, as an array and as text."""

    def __init__(self, setting: Setting, params: dict[str, Any] | None) -> None:
        """There are no parameters."""
        if params:
            raise ValueError(f"there are no parameters; passed {params}")
        self.setting = setting
        self.tensor = np.zeros(setting.numbering.inputs, np.float32)
        self.dict = {"inputs": self.tensor}

    def set_from(self, state: MatchState, player: int) -> None:
        """Write what a seat may know; zeros before the deal."""
        self.tensor.fill(0.0)
        if state.course is not None:
            self.setting.numbering.write_inputs(state.course.state, player, self.tensor.data)

    def string_from(self, state: MatchState, player: int) -> str:
        """Return what a seat may know as text."""
        return "" if state.course is None else state.course.state.information_set(player).to_text()


# OpenSpiel drops what it was given after Python has ended. A class holds itself, so that this is safe; for a function
# it is not.
for _game in GAMES.values():
    pyspiel.register_game(describe_type(_game), type(name_game(_game), (MatchGame,), {"rules": _game}))
