"""The games for PettingZoo: seat by seat (AEC), and all seats at once (parallel)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ai.environments.setting import (
    DECISIONS,
    ILLEGAL,
    ILLEGAL_REWARD,
    INPUT_MAX,
    RAISE,
    Setting,
    check_word,
    number_from,
    seed_from,
)
from engine.errors import BadAction, EngineError

if TYPE_CHECKING:
    from ai.environments.setting import Course, Inputs, Mask

    Shown = dict[str, Inputs | Mask]

RENDER_MODES = ("ansi", "human")


def env(game: str = "race", seats: int = 2, **settings: Any) -> wrappers.BaseWrapper:
    """Return an AEC environment as most programs want it; *settings* are those of `raw_env`.

    Whoever does what is not legal has lost: the match ends with the reward -1 for that seat and 0 for the others.
    """
    raw = raw_env(game, seats, **settings)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(
    game: str = "race",
    seats: int = 2,
    *,
    options: dict[str, Any] | None = None,
    reward: str = "win",
    max_decisions: int = DECISIONS,
    render_mode: str | None = None,
) -> SeatsEnv:
    """Return the AEC environment itself; *options* are the game's, *reward* is one of numbering.REWARDS.

    A match is broken off (truncated) after *max_decisions* of all seats together. An action that is not legal raises
    IllegalAction. Raises UnknownGame and BadOptions.
    """
    return SeatsEnv(Setting(game, seats, options, reward, max_decisions), render_mode)


def parallel_env(
    game: str = "race",
    seats: int = 2,
    *,
    options: dict[str, Any] | None = None,
    reward: str = "win",
    max_decisions: int = DECISIONS,
    illegal: str = "lose",
    render_mode: str | None = None,
) -> TogetherEnv:
    """Return the parallel environment: in each step all seats that owe a decision give it, unseen by each other.

    The last action, beyond the game's, is to wait; it is the only legal one for a seat that owes no decision, and
    what such a seat does is not looked at. *illegal*: "lose" (as in `env`) or "raise". Otherwise as `raw_env`.
    """
    check_word("illegal", illegal, ILLEGAL)
    return TogetherEnv(Setting(game, seats, options, reward, max_decisions), illegal, render_mode)


class Spaces:
    """Agents and spaces: what both environments have alike."""

    metadata: dict[str, Any]
    course: Course
    _chance: np.random.Generator | None = None

    def _set_up(self, setting: Setting, render_mode: str | None, waits: int) -> None:
        check_word("render_mode", render_mode, (*RENDER_MODES, None))
        self.setting = setting
        self.waits = waits
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        numbering = setting.numbering
        self._seen = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-INPUT_MAX, INPUT_MAX, (numbering.inputs,), np.float32),
                    "action_mask": spaces.Box(0, 1, (numbering.actions + waits,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._done = {agent: spaces.Discrete(numbering.actions + waits) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what an agent is shown: the inputs of its seat, and which actions are legal."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the numbers of actions."""
        return self._done[agent]

    def render(self) -> str | None:
        """Return the table as text, all hands open ("ansi"), or print it ("human")."""
        text = self.course.state.to_text()
        if self.render_mode == "human":
            print(text)  # noqa: T201 - what "human" asks for
            return None
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to be released."""

    def _deal(self, seed: int | None) -> None:
        if seed is not None or self._chance is None:
            self._chance = np.random.default_rng(seed)
        self.course = self.setting.deal(seed_from(self._chance))
        self.agents = self.possible_agents[:]

    def _show(self, agent: str) -> Shown:
        seat = self.possible_agents.index(agent)
        state = self.course.state
        mask = self.setting.mask(state, seat, self.waits)
        if self.waits:
            mask[-1] = seat not in state.deciding_seats()
        return {"observation": self.setting.see(state, seat), "action_mask": mask}


class SeatsEnv(Spaces, AECEnv):
    """One seat after the other; of those who decide at once the lowest that has not is first."""

    metadata = {"name": "astrarium_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, setting: Setting, render_mode: str | None = None) -> None:
        """Take a setting; `reset` begins."""
        super().__init__()
        self._set_up(setting, render_mode, waits=0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; the same *seed* deals the same. Without one the next match follows from the last seed."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._choose_agent()

    def observe(self, agent: str) -> Shown:
        """Return what an agent is shown; no action is legal for one that owes no decision."""
        return self._show(agent)

    def step(self, action: int | None) -> None:
        """Carry out the selected agent's action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards = self.course.act(self.possible_agents.index(agent), number_from(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.course.is_over)
        self.truncations = dict.fromkeys(self.agents, self.course.is_truncated)
        if self.course.is_over or self.course.is_truncated:
            self._deads_step_first()
        else:
            self._choose_agent()
        if self.render_mode == "human":
            self.render()

    def _choose_agent(self) -> None:
        self.agent_selection = self.possible_agents[self.course.state.deciding_seats()[0]]


class TogetherEnv(Spaces, ParallelEnv):
    """All seats at once."""

    metadata = {"name": "astrarium_parallel_v0", "render_modes": list(RENDER_MODES)}  # noqa: RUF012 - as the API has it

    def __init__(self, setting: Setting, illegal: str = "lose", render_mode: str | None = None) -> None:
        """Take a setting; `reset` begins."""
        self.illegal = illegal
        self._set_up(setting, render_mode, waits=1)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Shown], dict[str, dict[str, Any]]]:
        """Begin a match as the AEC environment does; return what the agents are shown, and infos."""
        self._deal(seed)
        return self._show_all(self.agents), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Shown], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Carry out the actions of all who owe a decision."""
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        is_lost = False
        for seat in self.course.state.deciding_seats() if agents else ():
            agent = self.possible_agents[seat]
            try:
                if agent not in actions:
                    raise BadAction(f"{agent} owes a decision and has no action")
                found = self.course.act(seat, number_from(actions[agent]))
            except EngineError as wrong:
                if self.illegal == RAISE:
                    raise
                infos[agent]["illegal"] = str(wrong)
                rewards = dict.fromkeys(agents, 0.0) | {agent: ILLEGAL_REWARD}
                is_lost = True
                break
            for each, reward in zip(agents, found, strict=True):
                rewards[each] += reward
            if self.course.is_over or self.course.is_truncated:
                break
        is_over = self.course.is_over or is_lost
        if is_over or self.course.is_truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._show_all(agents),
            rewards,
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, self.course.is_truncated),
            infos,
        )

    def _show_all(self, agents: list[str]) -> dict[str, Shown]:
        return {agent: self._show(agent) for agent in agents}
