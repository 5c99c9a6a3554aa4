"""A match of one's own: the engine and the bots in this process, no server; kept in a file after every choice."""

from __future__ import annotations

import json
import secrets
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ai.levels import analyse, choose, find_level
from cli.terminal.table import Advice, AskedChoice, CannotBeDone, read_advice
from cli.terminal.wording import Wording
from cli.tokens import FOLDER
from engine.errors import BadRecord
from engine.registry import find_game
from engine.replay import SEED_BYTES, commitment, replay

if TYPE_CHECKING:
    from engine.contract.action import Action
    from engine.contract.event import Event
    from engine.contract.state import InformationSet

OWN = 0
MATCHES = "matches"
ID_BYTES = 4
HINT_MS = 1000.0
#: where a file of a match says whom the player meets
OPPONENTS = "opponents"


def find_kept(word: str) -> Path | None:
    """Return the file of a match by its path, or by the name that `play` has given it; None if there is none."""
    places = (Path(word), find_matches_folder() / f"{word}.json")
    return next((place for place in places if place.is_file()), None)


def find_matches_folder() -> Path:
    """Return the folder of the matches of this machine."""
    return Path(click.get_app_dir(FOLDER)) / MATCHES


class LocalTable:
    """A match against bots; its file is a record, and says who plays."""

    def __init__(self, game: str, levels: tuple[str, ...], options: dict[str, Any]) -> None:
        """Set up; raise UnknownGame, NoSuchLevel or BadOptions."""
        for level in levels:
            find_level(level, game)
        match_id = f"{game}-{secrets.token_hex(ID_BYTES)}"
        self._open(find_game(game), levels, options, secrets.token_bytes(SEED_BYTES), match_id)
        self.file = find_matches_folder() / f"{match_id}.json"

    @classmethod
    def resume(cls, file: Path) -> LocalTable:
        """Return the match that a file keeps; raise OSError or BadRecord."""
        table = cls.__new__(cls)
        try:
            kept = json.loads(file.read_text("utf-8"))
            levels = tuple(kept[OPPONENTS])
            game = find_game(kept["game"])
            if kept["rules_version"] != game.rules_version:
                raise BadRecord(f"begun under rules version {kept['rules_version']}, this is {game.rules_version}")
            for level in levels:
                find_level(level, game.name)
            table._open(game, levels, kept["options"], bytes.fromhex(kept["seed"]), kept["match_id"])  # noqa: SLF001
            table._log = [(seat, game.Action.parse(notation)) for seat, notation in kept["actions"]]  # noqa: SLF001
            table._replay()  # noqa: SLF001
            table.has_resigned = kept["ended"] == "resigned"
        except (KeyError, TypeError, ValueError, AttributeError) as wrong:
            raise BadRecord(f"{file} keeps no match of this command ({type(wrong).__name__}: {wrong!s:.80})") from wrong
        table.file = file
        return table

    def _open(self, game: Any, levels: tuple[str, ...], options: dict[str, Any], seed: bytes, match_id: str) -> None:  # noqa: ANN401 - a game
        self.game = game
        self.seat = OWN
        self.levels = levels
        self.options = game.check_options(1 + len(levels), options)
        self.seed = seed
        self.match_id = match_id
        self.wording = Wording(game)
        self.has_resigned = False
        self._log: list[tuple[int, Action]] = []
        self._news: list[str] = []
        self._replay()

    def _replay(self) -> None:
        self.state = replay(self.game, 1 + len(self.levels), self.seed, self.options, self._log)

    @property
    def names(self) -> list[str]:
        """You, and the levels, told apart where they are the same."""
        names = ["You"]
        for place, level in enumerate(self.levels):
            same = self.levels[: place + 1].count(level)
            names.append(f"{level} #{same}" if self.levels.count(level) > 1 else level)
        return names

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end, or given up."""
        return self.state.is_over or self.has_resigned

    def begin(self) -> str:
        """Keep the match from its first moment on; return its name."""
        self.keep()
        return f"{self.match_id}, played here, without a server"

    def advance(self) -> None:
        """Let the bots decide until the player is asked or the match is over."""
        while not self.state.is_over and OWN not in self.state.deciding_seats():
            self._bots_turn()

    def _bots_turn(self) -> None:
        seat = next(each for each in self.state.deciding_seats() if each != OWN)
        self._carry_out(seat, choose(self.state.information_set(seat), self.levels[seat - 1]))

    def _carry_out(self, seat: int, action: Action) -> None:
        self._tell(self.state.submit(seat, action))
        self._log.append((seat, action))

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            shown = event.show_to(OWN)
            if shown and (said := self.wording.sentence(shown, self.names)):
                self._news.append(said)

    def news(self) -> list[str]:
        """Return what has happened since the last time."""
        told, self._news = self._news, []
        return told

    def find_question(self) -> AskedChoice | None:
        """Return what the player is asked now."""
        if self.is_over or OWN not in self.state.deciding_seats():
            return None
        asked = self.state.decision(OWN)
        actions = tuple(self.state.legal_actions(OWN))
        return asked and AskedChoice(asked["asks"], asked["rule"], asked["text"], self.state.version, actions)

    def say_waiting(self) -> str:
        """Return who thinks."""
        return "the others decide …"

    def view(self) -> dict[str, Any]:
        """Return the table; once the match is over, with all hands open."""
        return self.state.reveal() if self.is_over else self.state.view(OWN)

    def information_set(self) -> InformationSet:
        """Return what the player knows."""
        return self.state.information_set(OWN)

    def submit(self, question: AskedChoice, notation: str) -> None:  # noqa: ARG002 - nobody else changes this table
        """Carry an action out; in a simultaneous step the bots decide after it, unseen."""
        self._carry_out(OWN, self.game.Action.parse(notation))
        self.advance()
        self.keep()

    def keep(self) -> None:
        """Write the match to its file; raise OSError."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        record = {
            "match_id": self.match_id,
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "seats": 1 + len(self.levels),
            "options": self.options,
            "seed": self.seed.hex(),
            "commitment": commitment(self.seed, self.match_id),
            "actions": [[seat, str(action)] for seat, action in self._log],
            "ended": "resigned" if self.has_resigned else "finished" if self.state.is_over else "running",
            OPPONENTS: list(self.levels),
        }
        if self.state.is_over:
            record |= {"scores": list(self.state.scores()), "ranks": list(self.state.ranks())}
        part = self.file.with_suffix(".part")
        part.write_text(json.dumps(record) + "\n", "utf-8")
        part.replace(self.file)

    def advise(self, level: str) -> list[Advice]:
        """Search for a second, or as a level does."""
        known = self.information_set()
        if not level:
            found = analyse(known, budget_ms=HINT_MS)
            return read_advice((each.to_dict() for each in found.candidates), OWN)
        return [Advice(str(choose(known, level)), float("nan"), float("nan"))]

    def take_back(self) -> str:
        """Go back to before the player's last choice, with the same chance to come."""
        own = [place for place, (seat, _) in enumerate(self._log) if seat == OWN]
        if not own:
            raise CannotBeDone("there is no choice of yours to take back")
        action = self._log[own[-1]][1]
        del self._log[own[-1] :]
        self._news = []
        self._replay()
        self.advance()
        self._news = []
        self.keep()
        return f"taken back: {self.wording.label(action.to_dict())}"

    def answer_take_back(self, *, is_accepted: bool) -> str:
        """Refuse: bots never ask."""
        del is_accepted
        raise CannotBeDone("nobody has asked you anything")

    def chat(self, text: str) -> list[str]:
        """Refuse: nobody listens."""
        del text
        raise CannotBeDone("bots don't chat; people do, on a server (astrarium play --server URL)")

    def resign(self) -> None:
        """Give up."""
        self.has_resigned = True
        self.keep()

    def result(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return points and places, of a match that was given up none."""
        return (self.state.scores(), self.state.ranks()) if self.state.is_over else None

    def say_way_back(self) -> str:
        """Return how the match goes on, or how it is seen again."""
        words = ["replay", self.match_id] if self.is_over else ["play", "--resume", self.match_id]
        return f"{'see it again' if self.is_over else 'go on'} with: {shlex.join(['astrarium', *words])}"
