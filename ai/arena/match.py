"""One match between players, with its record."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ai.arena.program import PlayerFailure
from ai.levels import choose, evaluate_match
from engine.errors import EngineError
from engine.replay import commitment, first_position

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ai.arena.players import Player
    from ai.search.run import Prospect
    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import State

#: the level that plays on for a player that failed, so that the others' match goes on
STAND_IN = "greedy"
#: after so many steps in a row a match that looks decided is
STEPS = 3
PERCENT = 100
#: the rank of a lost solo match (1: won)
SOLO_LOST = 2


class Abandoned(Exception):
    """The match was stopped before its end because it is not wanted, for now or for ever."""


class NoJudge(EngineError):
    """Nothing can tell how the players of a match stand; the message says where."""


@dataclass(slots=True)
class SoFar:
    """The part of a match that has been played, [seat, notation] each, and its seconds: it can be played on from there.

    `due` are the seats that are still to decide in the present step. `led` and `left` have a seat for each of the
    latest steps: it led by enough then, or all others would have resigned.
    """

    actions: list[list[Any]] = field(default_factory=list)
    due: list[int] = field(default_factory=list)
    seconds: float = 0.0
    led: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The beginning of a match that is not set up (`engine.replay.describe_start`), and what ends it before it is over.

    After `decisions_max` decisions, or with a lead of `lead` points for `steps` steps in a row, it ends as it stands,
    when the step is done: by the points and the tie breaks that the game would have if it ended there. It is no draw,
    which whoever is behind could force by playing on and on. Players whose chance of winning, by the package's network,
    is below `resign` percent for `steps` steps give up: once all but one do, that one has won.
    """

    opening: dict[str, Any] | None = None
    decisions_max: int | None = None
    lead: int | None = None
    resign: float | None = None
    steps: int = STEPS

    def are_reached(self, state: State, so_far: SoFar) -> bool:
        """Whether a match ends here, at the end of a step; counts the step."""
        if self.decisions_max is not None and len(so_far.actions) >= self.decisions_max:
            return True
        if self.lead is not None:
            first, second = _first_two(state.scores())
            so_far.led = _count(so_far.led, first[1] if first[0] - second[0] >= self.lead else None)
        if self.resign is not None:
            first, second = _first_two([each.win * PERCENT for each in judge(state)])
            so_far.left = _count(so_far.left, first[1] if second[0] < self.resign else None)
        return max(len(so_far.led), len(so_far.left)) >= self.steps


def _first_two(values: Sequence[float]) -> list[tuple[float, int]]:
    """Return the two highest values, with their seats."""
    return sorted(((value, seat) for seat, value in enumerate(values)), reverse=True)[:2]


def _count(seats: list[int], seat: int | None) -> list[int]:
    """Return the latest steps with one more; another seat, or none, begins anew."""
    if seat is None:
        return []
    return [*seats, seat] if seat in seats else [seat]


def judge(state: State) -> Sequence[Prospect]:
    """Return how the players stand, by the package's network; raise NoJudge if there is none for the match."""
    moments = evaluate_match(state, ())
    if moments is None:
        raise NoJudge(f"no network knows {state.game.name} at {state.seats} seats, so nobody can tell who would resign")
    return moments[0]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A player's failure: its seat, its cause (`crash`, `silence`, `protocol`, `illegal`), and the match's version."""

    seat: int
    cause: str
    message: str
    version: int

    def to_dict(self) -> dict[str, Any]:
        """Return the forfeit as a JSON-able dict."""
        return {"seat": self.seat, "cause": self.cause, "message": self.message, "version": self.version}


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match: its record (engine.replay), scores, final ranks, forfeits, and duration in seconds.

    `ranks` are the record's ranks, except that seats which forfeited or resigned share the last place.
    """

    record: dict[str, Any]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    forfeits: tuple[Forfeit, ...]
    decisions: int
    seconds: float

    @property
    def win_shares(self) -> tuple[float, ...]:
        """Each seat's share of the win; seats that tie for first share it equally."""
        winners = self.ranks.count(1)
        return tuple(1.0 / winners if rank == 1 else 0.0 for rank in self.ranks)


def play_match(
    game: Game,
    players: Sequence[Player],
    seed: bytes,
    options: dict[str, Any] | None = None,
    match_id: str = "",
    is_wanted: Callable[[], bool] = lambda: True,
    so_far: SoFar | None = None,
    bounds: Bounds | None = None,
) -> MatchResult:
    """Play one match with `players[i]` in seat i and return its result.

    A player that fails loses, and a stand-in plays its seat to the end. *is_wanted* is called before every decision.
    Raises Abandoned when it returns False. Players that remember nothing, as levels do, play on from *so_far*, and
    what they add is in there.
    """
    so_far, bounds = so_far or SoFar(), bounds or Bounds()
    started = time.perf_counter() - so_far.seconds
    seats = len(players)
    checked = game.check_options(seats, options)
    state = first_position(game, seats, seed, checked, bounds.opening)
    actions = so_far.actions
    for seat, notation in actions:
        state.apply(seat, game.Action.parse(notation))
    forfeits: dict[int, Forfeit] = {}

    def fail(seat: int, failure: PlayerFailure) -> None:
        forfeits[seat] = Forfeit(seat, failure.cause, str(failure), len(actions))

    names = [player.name for player in players]
    for seat, player in enumerate(players):
        try:
            player.begin(game, seats, seat, checked, match_id, names)
        except PlayerFailure as failure:
            fail(seat, failure)
    while not state.is_over and (so_far.due or not bounds.are_reached(state, so_far)):
        so_far.due = so_far.due or list(state.deciding_seats())
        while so_far.due:
            if not is_wanted():
                so_far.seconds = time.perf_counter() - started
                raise Abandoned(match_id)
            seat = so_far.due.pop(0)
            information_set = state.information_set(seat)
            if seat in forfeits:
                chosen: Sequence[Action] = [choose(information_set, STAND_IN)]
            else:
                try:
                    chosen = players[seat].act(information_set)
                except PlayerFailure as failure:
                    fail(seat, failure)
                    chosen = [choose(information_set, STAND_IN)]
            for action in chosen:
                state.apply(seat, action)
                actions.append([seat, str(action)])
    scores, ranks = state.scores(), state.ranks()
    final = _put_last(ranks, {*forfeits, *_find_resigned(state, so_far, bounds)})
    for seat, player in enumerate(players):
        if seat not in forfeits:
            # A player that fails now has already played its match to the end.
            with contextlib.suppress(PlayerFailure):
                player.end(scores, final)
    return MatchResult(
        record=_record(game, state, seats, checked, seed, match_id, actions, bounds.opening),
        scores=scores,
        ranks=final,
        forfeits=tuple(forfeits.values()),
        decisions=len(actions),
        seconds=time.perf_counter() - started,
    )


def _find_resigned(state: State, so_far: SoFar, bounds: Bounds) -> set[int]:
    """Return the seats that have given up: all but one, or none."""
    if state.is_over or len(so_far.left) < bounds.steps:
        return set()
    return set(range(state.seats)) - {so_far.left[0]}


def _put_last(ranks: Sequence[int], lost: set[int]) -> tuple[int, ...]:
    """Return the ranks with the seats that have *lost* last and the others moved up; a solo match is then lost."""
    if not lost:
        return tuple(ranks)
    if len(ranks) == 1:
        return (SOLO_LOST,)
    playing = [seat for seat in range(len(ranks)) if seat not in lost]
    return tuple(
        1 + sum(ranks[other] < ranks[seat] for other in playing) if seat in playing else 1 + len(playing)
        for seat in range(len(ranks))
    )


def _record(
    game: Game,
    state: State,
    seats: int,
    options: dict[str, Any],
    seed: bytes,
    match_id: str,
    actions: list[list[object]],
    opening: dict[str, Any] | None,
) -> dict[str, Any]:
    start = {} if opening is None else {"start": {"description": opening}}
    return start | {
        "match_id": match_id,
        "game": game.name,
        "rules_version": game.rules_version,
        "seats": seats,
        "options": options,
        "seed": seed.hex(),
        "commitment": commitment(seed, match_id),
        "actions": actions,
        "scores": list(state.scores()),
        "ranks": list(state.ranks()),
        "fingerprint": state.fingerprint(),
        "ended": "finished" if state.is_over else "adjudicated",
    }
