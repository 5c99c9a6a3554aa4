"""Matches to learn from, ordered by the chunk; playing them needs no torch, so any machine with the rules can do it."""

from __future__ import annotations

import json
import random
import sys
import time
import zlib
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ai.evaluate import policy_of
from ai.evaluate.features import encoder_of, options_of
from ai.evaluate.weights import parse_network
from ai.search.run import NETWORK_SETTINGS, search
from ai.train.collect import Positions, play_light
from engine.errors import EngineError
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ai.evaluate.network import Network
    from ai.search.run import Analysis
    from engine.contract.state import State

#: in matches of the search an action is drawn by its visits in this share of decisions
EXPLORED = 0.1
#: the arrays of a chunk and their types
ARRAYS = {"on": "h", "counts": "h", "dense": "f", "outcome": "f", "chosen": "f"}


class BadOrder(EngineError):
    """A chunk can't be played here."""


@dataclass(frozen=True, slots=True)
class Order:
    """A chunk of matches; with the champion's file it says all that its positions follow from.

    Without `iterations` the light policy plays and leaves the share `chance` of its decisions to chance. Otherwise the
    search with the champion plays; with `is_rated` its word counts beside the outcomes. `inputs` is the encoder's
    version.
    """

    game: str
    seats: int
    inputs: int
    matches: int
    seed: int
    chance: float = 0.0
    iterations: int = 0
    is_rated: bool = False
    variant: str = ""


@dataclass(frozen=True, slots=True)
class PositionChunk:
    """The positions of `matches` as the arrays of `ai.train.collect.Positions`, played in `seconds` of processor."""

    on: array[int]
    counts: array[int]
    dense: array[float]
    outcome: array[float]
    chosen: array[float]
    matches: int
    seconds: float

    def to_bytes(self) -> bytes:
        """Return the chunk for another machine: a line of JSON and the arrays, little-endian, compressed by zlib."""
        head = {"matches": self.matches, "seconds": self.seconds, "lengths": [len(each) for each in self._arrays()]}
        return zlib.compress(json.dumps(head).encode() + b"\n" + b"".join(map(_little, self._arrays())), 1)

    @classmethod
    def from_bytes(cls, content: bytes) -> PositionChunk:
        """Return what `to_bytes` told."""
        head, _, rest = zlib.decompress(content).partition(b"\n")
        found = json.loads(head)
        arrays: dict[str, Any] = {}
        for (name, kind), length in zip(ARRAYS.items(), found["lengths"], strict=True):
            numbers = array(kind)
            size = length * numbers.itemsize
            arrays[name] = array(kind, _little(array(kind, rest[:size])))
            rest = rest[size:]
        return cls(**arrays, matches=found["matches"], seconds=found["seconds"])

    def _arrays(self) -> list[array[int] | array[float]]:
        return [getattr(self, name) for name in ARRAYS]


def _little(numbers: array[int] | array[float]) -> bytes:
    """Return the bytes of an array with the lowest of each number first, or the other way round."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


class Playing(Protocol):
    """A player of ordered chunks: this process, or others."""

    def play(
        self, orders: Mapping[int, Order], champion: bytes, told: Callable[[int, int], None]
    ) -> Iterator[tuple[int, PositionChunk]]:
        """Yield each chunk with its order's number, in any order; *champion* is the file of the network, or empty.

        *told* hears how many matches of a chunk are played, if that is known.
        """


class Here:
    """Plays in this process, one chunk after another."""

    def play(
        self, orders: Mapping[int, Order], champion: bytes, told: Callable[[int, int], None]
    ) -> Iterator[tuple[int, PositionChunk]]:
        """Yield the chunks as they were ordered."""
        for number, order in orders.items():
            yield number, play_order(order, champion, told)


def play_order(
    order: Order, champion: bytes, told: Callable[[int, int], None] = lambda _done, _of: None
) -> PositionChunk:
    """Play a chunk; raise BadOrder if it is for other inputs than those of this build, BadWeights for its network."""
    encoder = encoder_of(order.game, order.variant)
    if encoder is None or encoder.version != order.inputs:
        raise BadOrder(f"{order.game} with inputs {order.inputs} is unknown to this build")
    positions = Positions(encoder)
    started = time.process_time()
    if order.iterations:
        chance = random.Random(order.seed)  # noqa: S311 - repeatable on purpose
        network = parse_network(champion, order.game, "the champion", order.variant)
        for done in range(order.matches):
            _Match(order, network, positions, chance).play()
            told(done + 1, order.matches)
    else:
        game = find_game(order.game)
        options = options_of(order.game, order.variant)
        policy = policy_of(order.game)
        play_light(positions, game, policy, order.seats, order.matches, order.seed, order.chance, options)
    arrays = {name: getattr(positions, name) for name in ARRAYS}
    return PositionChunk(**arrays, matches=order.matches, seconds=time.process_time() - started)


class _Match:
    """A match of the search; most of it goes into quiet positions, and some actions are drawn, for variety."""

    def __init__(self, order: Order, network: Network, positions: Positions, chance: random.Random) -> None:
        self.order = order
        self.network = network
        self.positions = positions
        self.chance = chance

    def play(self) -> None:
        """Play it and take its positions."""
        order, encoder, chance = self.order, self.positions.encoder, self.chance
        options = options_of(order.game, order.variant)
        state = find_game(order.game).setup(order.seats, chance.randbytes(32), options)
        unrated: set[int] = set()
        while not state.is_over:
            self.positions.see(state)
            if encoder.quiet(state):
                unrated = set(state.deciding_seats())
            seat = state.deciding_seats()[0]
            is_quiet = seat in unrated
            unrated.discard(seat)
            info = state.information_set(seat)
            legal = info.legal_actions()
            if len(legal) == 1:
                state.apply(seat, legal[0])
                continue
            found = search(
                info,
                NETWORK_SETTINGS,
                iterations=order.iterations if is_quiet else max(1, order.iterations // 3),
                seed=chance.getrandbits(63),
                network=self.network,
            )
            if is_quiet and order.is_rated:
                self.positions.rate(seat, found.values[seat], self._shares(state, found))
            action = found.best
            if chance.random() < EXPLORED:
                weights = [each.visits for each in found.candidates]
                action = chance.choices(found.candidates, weights)[0].action
            state.apply(seat, action)
        self.positions.see(state)

    def _shares(self, state: State, found: Analysis) -> list[tuple[int, float]]:
        """Return the choices that networks weigh with their shares of a search's visits."""
        encoder = self.positions.encoder
        if not encoder.choices:
            return []
        visits = max(1, sum(each.visits for each in found.candidates))
        return [(encoder.choice(state, each.action), each.visits / visits) for each in found.candidates]
