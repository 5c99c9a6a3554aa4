"""Checks whether an external program follows the line protocol. Each check tests one fact about the program."""

from __future__ import annotations

import hashlib
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ai.arena.match import play_match
from ai.arena.players import BotPlayer
from ai.arena.program import QUIT_MS_MAX, PlayerFailure, ProgramPlayer
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ai.arena.players import Player
    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import InformationSet, State

CHECK_BUDGET_MS = 1000.0
#: the budget of a program whose clock is nearly out, as a share of the usual one
SHORT_SHARE = 0.2
#: decisions that it is asked with so little time
SHORT_DECISIONS = 10
#: how far a match has come that a restarted program takes up
MIDDLE_ACTIONS = 40
OPPONENT = "greedy"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: its name, whether the program passed, and what was observed."""

    check: str
    holds: bool
    seen: str

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a JSON-able dict."""
        return {"check": self.check, "holds": self.holds, "seen": self.seen}


class _Timed(ProgramPlayer):
    """An external program that also records its slowest answer and how many answers it gave."""

    slowest_ms = 0.0
    answers = 0

    def act(self, information_set: InformationSet) -> Sequence[Action]:
        """Ask for an action and measure how long the answer took."""
        started = time.perf_counter()
        actions = super().act(information_set)
        self.slowest_ms = max(self.slowest_ms, (time.perf_counter() - started) * 1000)
        self.answers += 1
        return actions


def check_engine(command: str, game_name: str = "roll", budget_ms: float = CHECK_BUDGET_MS) -> Iterator[Finding]:
    """Run the checks in order and yield each finding; stop after the first check that fails."""
    game = find_game(game_name)
    seats = max(2, game.seats_min)
    program = _Timed(command, budget_ms)
    try:
        yield from _stage(_starts(program, game, seats))
        for seat in range(seats):
            yield from _stage(_plays(program, game, seats, seat))
        yield from _stage(_keeps_budget(program))
        yield from _stage(_takes_up(program, game, seats))
        yield from _stage(_hurries(program, game, seats))
        yield from _stage(_passes_over(program, game, seats))
        yield from _stage(_quits(program))
    except _Stop:
        return
    finally:
        program.close()


class _Stop(Exception):
    """A check failed, so the checks after it are skipped."""


def _stage(stage: Callable[[], Finding]) -> Iterator[Finding]:
    try:
        finding = stage()
    except PlayerFailure as failure:
        finding = Finding(stage.__name__, holds=False, seen=f"{failure.cause}: {failure}")
    yield finding
    if not finding.holds:
        raise _Stop


def _starts(program: ProgramPlayer, game: Game, seats: int) -> Callable[[], Finding]:
    def handshake() -> Finding:
        program.begin(game, seats, 0, game.check_options(seats, None), "check", _names(seats))
        return Finding("handshake", holds=True, seen=f"calls itself {program.title!r}")

    return handshake


def _plays(program: ProgramPlayer, game: Game, seats: int, seat: int) -> Callable[[], Finding]:
    def plays() -> Finding:
        players: list[Player] = [BotPlayer(OPPONENT, game.name) for _ in range(seats)]
        players[seat] = program
        seed = hashlib.sha256(f"check {seat}".encode()).digest()
        result = play_match(game, players, seed, None, f"check-{seat}")
        for forfeit in result.forfeits:
            return Finding(name, holds=False, seen=f"{forfeit.cause}: {forfeit.message}")
        asked = f"; catalogs asked for: {program.catalogs_asked}" if program.catalogs_asked else ""
        return Finding(name, holds=True, seen=f"finished with scores {', '.join(map(str, result.scores))}{asked}")

    name = plays.__name__ = f"plays a match of {game.name} in seat {seat}"
    return plays


def _keeps_budget(program: _Timed) -> Callable[[], Finding]:
    def keeps_budget() -> Finding:
        seen = f"slowest of {program.answers} answers {program.slowest_ms:.1f} ms, budget {program.budget_ms:.0f} ms"
        return Finding("keeps the budget", holds=program.slowest_ms <= program.budget_ms, seen=seen)

    return keeps_budget


def _reach_middle(game: Game, seats: int, match_id: str) -> tuple[State, int]:
    """Return a match that has been played for a while, and a seat that owes a decision."""
    chance = random.Random(match_id)  # noqa: S311 - any match will do
    state = game.setup(seats, hashlib.sha256(match_id.encode()).digest(), game.check_options(seats, None))
    for _ in range(MIDDLE_ACTIONS):
        seat = state.deciding_seats()[0]
        state.apply(seat, chance.choice(state.legal_actions(seat)))
    assert not state.is_over
    return state, state.deciding_seats()[0]


def _takes_up(program: ProgramPlayer, game: Game, seats: int) -> Callable[[], Finding]:
    def takes_up() -> Finding:
        state, seat = _reach_middle(game, seats, "check-middle")
        program.stop()
        program.begin(game, seats, seat, game.check_options(seats, None), "check-middle", _names(seats))
        (action,) = program.act(state.information_set(seat))
        return Finding(name, holds=True, seen=f"answered {str(action)!r} as its first action after a restart")

    name = takes_up.__name__ = "takes up a match in its middle"
    return takes_up


def _hurries(program: ProgramPlayer, game: Game, seats: int) -> Callable[[], Finding]:
    def hurries() -> Finding:
        state, seat = _reach_middle(game, seats, "check-clock")
        usual_ms, program.budget_ms = program.budget_ms, program.budget_ms * SHORT_SHARE
        slowest_ms = 0.0
        try:
            program.begin(game, seats, seat, game.check_options(seats, None), "check-clock", _names(seats))
            for _ in range(SHORT_DECISIONS):
                started = time.perf_counter()
                program.act(state.information_set(seat))
                slowest_ms = max(slowest_ms, (time.perf_counter() - started) * 1000)
            seen = f"slowest answer {slowest_ms:.1f} ms with {program.budget_ms:.0f} ms left on the clock"
            return Finding(name, holds=slowest_ms <= program.budget_ms, seen=seen)
        finally:
            program.budget_ms = usual_ms

    name = hurries.__name__ = "keeps to its clock when time is short"
    return hurries


def _passes_over(program: ProgramPlayer, game: Game, seats: int) -> Callable[[], Finding]:
    def passes_over() -> Finding:
        match = {"game": game.name, "rules_version": game.rules_version, "seats": seats, "seat": 0, "options": {}}
        untold: dict[str, object] = {"match_id": "check-later", "players": _names(seats), "clock": {"kind": "none"}}
        program.announce({**match, **untold, "a_later_field": {"is": ["something", None]}})
        return Finding(name, holds=True, seen="a field of a later version of the protocol did no harm")

    name = passes_over.__name__ = "passes over what it does not know"
    return passes_over


def _names(seats: int) -> list[str]:
    return [f"player {seat}" for seat in range(seats)]


def _quits(program: ProgramPlayer) -> Callable[[], Finding]:
    def quits() -> Finding:
        holds = program.quits_in_time()
        return Finding("quits when told", holds=holds, seen=f"{'within' if holds else 'not within'} {QUIT_MS_MAX} ms")

    return quits
