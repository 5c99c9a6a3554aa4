"""Training by generations: matches, positions, fitting, and a gate that a new network must pass.

Everything lies in one folder and follows from the plan there. Each piece is written whole or not at all; whoever is
killed, by whatever signal, goes on from the last whole piece and comes to the same network.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from ai.arena.statistics import Sprt, rate_of, sprt_of
from ai.evaluate.features import encoder_of, options_of
from ai.evaluate.weights import read_network, write_network
from ai.search.run import NETWORK_SETTINGS
from ai.train.duel import Duellist, play_sets
from ai.train.fit import RATE_FIRST, RATE_LATER, TorchNetwork, error_of, fit
from ai.train.orders import Here, Order
from ai.train.positions import read_chunks, write_chunk
from engine.errors import EngineError
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from ai.train.orders import Playing
    from engine.contract.game import Game

#: iterations with a network that take the time of one with a playout, two seats (docs/bots.md has the figures)
ITERATIONS_PER_PLAYOUT = {"roll": 2.5, "race": 2.3, "tiny_epic": 2.5}
#: the share of decisions left to chance in every second chunk of light matches, so that mistakes are known, too
LIGHT_CHANCE = 0.05
#: of the search's matches one in so many is held out
HELD_OUT_PART = 20
#: matches of the search per file, as a part of the light ones
SEARCH_CHUNK_PART = 20
CHAMPION = "champion.net"
#: files of matches per generation, and one more seed for its gate
CHUNKS_MAX = 1000
SEED_MAX = 1_000_000_000


class BadTraining(EngineError):
    """A plan makes no sense, or the folder holds another one."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The plan of a training: its object and its sources. The seed decides every match and every random number.

    Generation 0 learns from matches of the light policy, the later ones from matches of the search with the champion.
    `held_out` is the number of matches by which each generation's error is measured.
    """

    game: str
    seats: int = 2
    seed: int = 1
    generations: int = 1
    light_matches: int = 60_000
    search_matches: int = 4_000
    search_iterations: int = 150
    chunk_matches: int = 5_000
    held_out: int = 2_000
    epochs: int = 2
    gate_sets: int = 200
    gate_iterations: int = 200
    variant: str = ""

    def __post_init__(self) -> None:
        """Raise BadTraining if a number is out of range."""
        game = find_game(self.game)
        if not max(2, game.seats_min) <= self.seats <= game.seats_max:
            raise BadTraining(f"seats is {self.seats}; {game.title} is trained with 2 to {game.seats_max}")
        if encoder_of(self.game, self.variant) is None:
            raise BadTraining(f"variant is {self.variant!r}; {game.title} has no networks for it")
        game.check_options(self.seats, options_of(self.game, self.variant))
        for name, value in asdict(self).items():
            if isinstance(value, int) and value < (0 if name in {"seed", "gate_sets"} else 1):
                raise BadTraining(f"{name} is {value}; it is at least {0 if name in {'seed', 'gate_sets'} else 1}")
        if self.seed > SEED_MAX:
            raise BadTraining(f"seed is {self.seed}; it is at most {SEED_MAX}")
        most = CHUNKS_MAX - 2
        if self.light_matches > most * self.chunk_matches or self.search_matches > most * self.search_chunk:
            raise BadTraining(
                f"chunk_matches is {self.chunk_matches}; there would be more than {CHUNKS_MAX - 2} chunks"
            )

    @property
    def search_chunk(self) -> int:
        """Matches of the search per file."""
        return max(1, self.chunk_matches // SEARCH_CHUNK_PART)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a piece of work: `what`, `done` of `total`, and a figure of it in words."""

    what: str
    done: int
    total: int
    figure: str = ""


def open_folder(plan: TrainingPlan, folder: Path) -> None:
    """Make the training's folder, or check that it is this plan's; only the number of generations may grow."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "plan.json"
    if path.exists():
        try:
            found = TrainingPlan(**json.loads(path.read_text("utf-8")))
        except (ValueError, TypeError):
            raise BadTraining(f"{path} holds no training's plan") from None
        if replace(found, generations=plan.generations) != plan:
            raise BadTraining(f"{folder} holds another plan: {json.dumps(asdict(found))}")
    part = path.with_suffix(".part")
    part.write_text(json.dumps(asdict(plan)) + "\n", "utf-8")
    part.replace(path)


def train(
    plan: TrainingPlan,
    folder: Path,
    told: Callable[[Progress], None] = lambda _progress: None,
    playing: Playing | None = None,
) -> None:
    """Train all generations of *plan* in *folder*, going on from what is there; the best is `champion.net`.

    *playing* plays the matches; without it this process does.
    """
    open_folder(plan, folder)
    for number in range(plan.generations):
        Generation(plan, folder, number, told, playing or Here()).make()


def _seed(plan: TrainingPlan, generation: int) -> int:
    """Return the seed of a generation's fitting."""
    return (generation << 40) + plan.seed


def _chunk_seed(plan: TrainingPlan, generation: int, index: int) -> int:
    """Return the seed of a chunk of matches, or of the gate, which is numbered after the chunks."""
    return (generation << 40) + plan.seed * CHUNKS_MAX + index


def _commit() -> str:
    """Return the commit of the sources, or the version where they are installed."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    try:
        done = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return version("astrarium")
    return done.stdout.strip()


class Generation:
    """One generation: its positions, its network, its gate."""

    def __init__(
        self, plan: TrainingPlan, folder: Path, number: int, told: Callable[[Progress], None], playing: Playing
    ) -> None:
        """Take generation *number* of the plan."""
        self.plan = plan
        self.game: Game = find_game(plan.game)
        encoder = encoder_of(plan.game, plan.variant)
        assert encoder is not None  # the plan has been checked
        self.encoder = encoder
        self.champion = folder / CHAMPION
        self.parent = folder
        self.number = number
        self.folder = folder / f"generation-{number}"
        self.told = told
        self.playing = playing

    def make(self) -> None:
        """Do what has not been done yet."""
        self.folder.mkdir(exist_ok=True)
        if (self.folder / "verdict.json").exists():
            return
        if not (self.folder / "candidate.net").exists():
            chunks = self._make_chunks()
            self._fit(chunks)
        self._pass_gate()

    def _make_chunks(self) -> list[Path]:
        """Return the chunks of positions, the held-out one first; play the matches that are missing."""
        plan = self.plan
        matches, most, held_out = plan.light_matches, plan.chunk_matches, plan.held_out
        if self.number:
            # Matches of the search are dear: fewer of them are held out, and fewer are lost with a killed process.
            matches, most = plan.search_matches, plan.search_chunk
            held_out = min(held_out, max(1, matches // HELD_OUT_PART))
        sizes = [held_out] + [min(most, matches - begin) for begin in range(0, matches, most)]
        paths = [self.folder / f"chunk-{index}.pt" for index in range(len(sizes))]
        missing = {index: self._order(index, sizes[index]) for index, path in enumerate(paths) if not path.exists()}
        champion = self.champion.read_bytes() if self.number and missing else b""
        what = f"generation {self.number}: "
        self.told(Progress(what + "chunks of matches", len(paths) - len(missing), len(paths)))
        for done, (index, chunk) in enumerate(
            self.playing.play(
                missing, champion, lambda done, of: self.told(Progress(what + "matches of a chunk", done, of))
            ),
            len(paths) - len(missing) + 1,
        ):
            write_chunk(paths[index], chunk)
            self.told(Progress(what + "chunks of matches", done, len(paths)))
        return paths

    def _order(self, index: int, matches: int) -> Order:
        """Return the order of a chunk; number 0 is held out."""
        plan = self.plan
        seed = _chunk_seed(plan, self.number, index)
        order = Order(plan.game, plan.seats, self.encoder.version, matches, seed, variant=plan.variant)
        if self.number:
            return replace(order, iterations=plan.search_iterations, is_rated=index > 0)
        return replace(order, chance=LIGHT_CHANCE if index % 2 else 0.0)

    def _fit(self, chunks: list[Path]) -> None:
        """Fit the candidate to this generation's positions and the last one's, and write it with its card."""
        window = self._window(chunks)
        chunk, held_out = read_chunks(window), read_chunks(chunks[:1])
        torch.manual_seed(_seed(self.plan, self.number))
        network = TorchNetwork(self.encoder)
        if self.number:
            network.take(read_network(self.champion, self.plan.game, self.plan.variant).weights)
        seconds = fit(
            network,
            chunk,
            epochs=self.plan.epochs,
            seed=_seed(self.plan, self.number),
            rate=RATE_LATER if self.number else RATE_FIRST,
            checkpoint=self.folder / "checkpoint.pt",
            told=lambda step, steps, loss: self.told(
                Progress(f"generation {self.number}: steps of fitting", step, steps, f"loss {loss:.4f}")
            ),
        )
        error, variance = error_of(network, held_out)
        card: dict[str, Any] = {
            "game": self.plan.game,
            "inputs": self.encoder.version,
            "rules_version": self.game.rules_version,
            "generation": self.number,
            "weighs": self.number > 0,
            "made_from": "matches of the search with the champion" if self.number else "light matches",
            **{name: value for name, value in asdict(self.plan).items() if name not in {"game", "generations"}},
            "matches": sum(torch.load(path)["matches"] for path in window),
            "positions": len(chunk),
            "error": round(error, 5),
            "variance": round(variance, 5),
            "processor_hours": round((chunk.seconds + seconds) / 3600, 3),
            "commit": _commit(),
        }
        write_network(self.folder / "candidate.net", card, network.weights())

    def _window(self, chunks: list[Path]) -> list[Path]:
        """Return the chunks to learn from: the new ones, and at most as many matches of the generation before.

        Without that limit tens of thousands of light matches would outvote the few of the search.
        """
        window = chunks[1:]
        if self.number == 0:
            return window
        left = self.plan.search_matches
        folder = self.parent / f"generation-{self.number - 1}"
        index = 1
        while (path := folder / f"chunk-{index}.pt").exists() and left > 0:
            window.append(path)
            left -= torch.load(path)["matches"]
            index += 1
        return window

    def _gate_players(self) -> tuple[Duellist, Duellist]:
        """Return the candidate and what it has to beat: the champion, or else playouts, at equal time."""
        plan = self.plan
        many = round(plan.gate_iterations * ITERATIONS_PER_PLAYOUT[plan.game])
        candidate = read_network(self.folder / "candidate.net", plan.game, plan.variant)
        first = Duellist("candidate", many, candidate, NETWORK_SETTINGS)
        if self.number:
            champion = read_network(self.champion, plan.game, plan.variant)
            return first, Duellist("champion", many, champion, NETWORK_SETTINGS)
        return first, Duellist("playouts", plan.gate_iterations)

    def _pass_gate(self) -> None:
        """Play the gate's sets until the test is decided; a better candidate, or the first, becomes champion."""
        plan = self.plan
        path = self.folder / "gate.jsonl"
        shares = _read_shares(path)
        first, second = self._gate_players()
        test = sprt_of(shares, 1 / plan.seats)
        with path.open("a", encoding="utf-8") as lines:
            played = play_sets(
                self.game,
                first,
                second,
                sets=range(len(shares), plan.gate_sets),
                seed=_chunk_seed(plan, self.number, CHUNKS_MAX - 1),
                seats=plan.seats,
                options=options_of(plan.game, plan.variant),
            )
            while test.decision is None and len(shares) < plan.gate_sets:
                shares.append(next(played))
                lines.write(json.dumps(shares[-1]) + "\n")
                lines.flush()
                test = sprt_of(shares, 1 / plan.seats)
                self.told(Progress(f"generation {self.number}: sets of the gate", len(shares), plan.gate_sets))
        self._decide(shares, test, (first, second))

    def _decide(self, shares: list[float], test: Sprt, players: tuple[Duellist, Duellist]) -> None:
        """Write the verdict, after the champion where there is a new one; without a gate every candidate is one."""
        is_champion = self.number == 0 or self.plan.gate_sets == 0 or test.decision == "better"
        if is_champion:
            _copy(self.folder / "candidate.net", self.champion)
        verdict = {
            "against": players[1].name,
            "is_champion": is_champion,
            "test": test.to_dict(),
            "share": rate_of(shares).to_dict(),
            "decision_ms": [round(each.decision_ms, 3) for each in players],
        }
        part = self.folder / "verdict.part"
        part.write_text(json.dumps(verdict) + "\n", "utf-8")
        part.replace(self.folder / "verdict.json")


def _read_shares(path: Path) -> list[float]:
    """Return the shares of the sets played so far, and cut off a line that was not finished."""
    if not path.exists():
        return []
    whole = path.read_bytes()
    whole = whole[: whole.rfind(b"\n") + 1]
    path.write_bytes(whole)
    return [float(line) for line in whole.splitlines()]


def _copy(source: Path, target: Path) -> None:
    part = target.with_name(target.name + ".part")
    shutil.copyfile(source, part)
    part.replace(target)
