"""Trials of two searches at measured cost: a file to go on from, and what it shows so far."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ai.arena.statistics import Rate, Sprt, rate_of, sprt_of
from ai.evaluate.features import encoder_of, options_of
from ai.evaluate.weights import network_of, read_network
from ai.search.run import ITERATIONS_MAX, NETWORK_SETTINGS, SearchSettings
from ai.search.tree import TREES
from ai.train.duel import Duellist, play_sets
from engine.errors import EngineError
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ai.evaluate.network import Network

#: what stands for the network of the package
PACKAGE = "package"


class BadTrial(EngineError):
    """A search is described wrongly, or the file holds another trial."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Two searches that play, at tables of so many seats, on the deals of a seed.

    A search is a number of iterations, and if wanted `network=package` or `network=FILE` and settings by name, with
    commas between: `3000,network=package,exploration=0.5`.
    """

    game: str
    first: str
    second: str
    seats: int = 2
    seed: int = 1
    variant: str = ""


@dataclass(slots=True)
class TrialStanding:
    """The standing of a trial: the first one's share of each set, and the time of both."""

    seats: int
    shares: list[float] = field(default_factory=list)
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def add(self, line: dict[str, Any]) -> None:
        """Count a set."""
        self.shares.append(line["share"])
        for place in range(2):
            self.decisions[place] += line["decisions"][place]
            self.seconds[place] += line["seconds"][place]

    @property
    def rate(self) -> Rate:
        """The first one's share with its interval."""
        return rate_of(self.shares)

    @property
    def test(self) -> Sprt:
        """The sequential test of the first one."""
        return sprt_of(self.shares, 1 / self.seats)

    @property
    def decision_ms(self) -> tuple[float, float]:
        """The mean milliseconds of processor for a decision, of both."""
        one, other = (1000.0 * self.seconds[place] / max(1, self.decisions[place]) for place in range(2))
        return one, other


def make_searcher(name: str, described: str, trial: Trial) -> Duellist:
    """Return the search that is described; raise BadTrial, or BadWeights for its network's file."""
    many, *words = described.split(",")
    if not many.isdecimal() or not 1 <= int(many) <= ITERATIONS_MAX:
        raise BadTrial(
            f"{described!r} begins with {many!r}; a search begins with its iterations, 1 to {ITERATIONS_MAX}"
        )
    network: Network | None = None
    chosen: dict[str, Any] = {}
    kinds = {each.name: type(each.default) for each in fields(SearchSettings)}
    for word in words:
        key, _, value = word.partition("=")
        if key == "network":
            network = _find_network(value, trial)
        elif key not in kinds:
            raise BadTrial(f"{key!r} is no setting of a search; there are network, {', '.join(kinds)}")
        else:
            chosen[key] = _read_setting(key, value, kinds[key])
    settings = SearchSettings() if network is None else NETWORK_SETTINGS
    return Duellist(name, int(many), network, replace(settings, **chosen))


def _read_setting(key: str, value: str, kind: type) -> object:
    try:
        found: object = kind(value)
    except ValueError:
        raise BadTrial(f"{key} is {value!r}; it is a number") from None
    if key == "trees" and value not in TREES:
        raise BadTrial(f"trees is {value!r}; it can be {', '.join(TREES)}")
    return found


def _find_network(where: str, trial: Trial) -> Network:
    if where != PACKAGE:
        return read_network(Path(where), trial.game, trial.variant)
    found = network_of(trial.game, trial.seats, trial.variant)
    if found is None:
        kind = f"{trial.variant} " if trial.variant else ""
        raise BadTrial(f"the package has no network for {kind}{trial.game} with {trial.seats} seats")
    return found


def read_trial(trial: Trial, path: Path) -> TrialStanding:
    """Return how *trial* stands by its file, of which an unfinished last line is cut off; begin the file if need be.

    Raises BadTrial if the file holds another one.
    """
    head = json.dumps(asdict(trial))
    standing = TrialStanding(trial.seats)
    whole = path.read_bytes() if path.exists() else b""
    whole = whole[: whole.rfind(b"\n") + 1]
    lines = whole.decode().splitlines() or [head]
    if lines[0] != head:
        raise BadTrial(f"{path} holds something else: {lines[0]:.200}")
    for line in lines[1:]:
        standing.add(json.loads(line))
    path.write_bytes(whole or head.encode() + b"\n")
    return standing


def play_trial(trial: Trial, path: Path, sets: int) -> Iterator[TrialStanding]:
    """Yield how the trial stands, before and after each set, until so many are played or the test is decided."""
    game = find_game(trial.game)
    if not max(2, game.seats_min) <= trial.seats <= game.seats_max:
        raise BadTrial(f"seats is {trial.seats}; a trial of {game.title} has 2 to {game.seats_max}")
    if encoder_of(trial.game, trial.variant) is None:
        raise BadTrial(f"variant is {trial.variant!r}; {game.title} has no networks for it")
    options = game.check_options(trial.seats, options_of(trial.game, trial.variant))
    players = [
        make_searcher(name, described, trial) for name, described in (("first", trial.first), ("second", trial.second))
    ]
    standing = read_trial(trial, path)
    yield standing
    sets_left = range(len(standing.shares), sets)
    played = play_sets(game, *players, sets=sets_left, seed=trial.seed, seats=trial.seats, options=options)
    with path.open("a", encoding="utf-8") as lines:
        while standing.test.decision is None and len(standing.shares) < sets:
            before = [(each.decisions, each.seconds) for each in players]
            line = {
                "share": next(played),
                "decisions": [each.decisions - then for each, (then, _) in zip(players, before, strict=True)],
                "seconds": [each.seconds - then for each, (_, then) in zip(players, before, strict=True)],
            }
            lines.write(json.dumps(line) + "\n")
            lines.flush()
            standing.add(line)
            yield standing
