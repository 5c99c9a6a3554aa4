"""The work of `astrarium connect`, from a TOML file: who plays, where, and what it takes part in."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, get_type_hints
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, JsonValue, create_model, field_validator, model_validator

from ai.arena.program import words_of
from ai.levels import find_level
from client.bots.rules import EntryRules, InvitationRules, Seek
from client.models import SeekOptions
from engine.errors import EngineError
from engine.registry import GAMES, find_game
from tournaments.config import Clock, Format, PlayerKind, Text
from tournaments.reading import StrictModel, read

if TYPE_CHECKING:
    from pathlib import Path

SERVER = "http://127.0.0.1:8080"
LOG_FOLDER = "var/connect"
SEATS_MAX = max(find_game(game).seats_max for game in GAMES)
RESTARTS_MAX = 100
AT_ONCE_MAX = 256
BUDGET_MS_MAX = 3_600_000.0


class BadConnection(EngineError):
    """A file for `astrarium connect` says what can't be."""


def _check_game(name: str) -> str:
    if name not in GAMES:
        raise ValueError(f"it is one of {', '.join(GAMES)}")
    return name


Game = Annotated[str, AfterValidator(_check_game)]
Seats = Annotated[int, Field(ge=1, le=SEATS_MAX)]
Games = Annotated[tuple[Game, ...], Field(strict=False)]
Texts = Annotated[tuple[Text, ...], Field(strict=False)]
SeatNumbers = Annotated[tuple[Seats, ...], Field(strict=False)]
PlayerKinds = Annotated[tuple[PlayerKind, ...], Field(strict=False)]
Formats = Annotated[tuple[Format, ...], Field(strict=False)]
ClockKinds = Annotated[tuple[Literal["none", "decision", "bank"], ...], Field(strict=False)]
Milliseconds = Annotated[int, Field(ge=0)]


class EngineSettings(StrictModel):
    """The player: a program by its command, a class of Python, or a level."""

    command: Text | None = None
    python: Annotated[str, Field(pattern=r"^[A-Za-z_][\w.]*:[A-Za-z_]\w*$")] | None = None
    level: Text | None = None
    budget_ms: Annotated[float, Field(ge=1, le=BUDGET_MS_MAX)] = 1000.0
    bank_share: Annotated[float, Field(gt=0, le=1)] = 0.02
    restarts_max: Annotated[int, Field(ge=0, le=RESTARTS_MAX)] = 3

    @model_validator(mode="after")
    def _check_who_plays(self) -> Self:
        if sum(each is not None for each in (self.command, self.python, self.level)) != 1:
            raise ValueError("it says one of command, python and level")
        return self

    @field_validator("command")
    @classmethod
    def _check_command(cls, command: str | None) -> str | None:
        if command is not None:
            try:
                words_of(command)
            except EngineError as wrong:
                raise ValueError(str(wrong)) from wrong
        return command

    @field_validator("level")
    @classmethod
    def _check_level(cls, level: str | None) -> str | None:
        if level is not None:
            try:
                find_level(level, next(iter(GAMES)))
            except EngineError as wrong:
                raise ValueError(str(wrong)) from wrong
        return level


class PlaySettings(StrictModel):
    """The amount of play."""

    at_once: Annotated[int, Field(ge=0, le=AT_ONCE_MAX)] = 4
    in_all: Annotated[int, Field(ge=0)] = 0
    finish_s: Annotated[float, Field(ge=0)] = 600.0


class InvitationSettings(StrictModel):
    """The challenges that it accepts."""

    is_open: bool = True
    games: Games = ()
    seats: SeatNumbers = ()
    clocks: ClockKinds = ()
    decision_ms_min: Milliseconds = 0
    bank_ms_min: Milliseconds = 0
    accounts: Texts = ()
    refuses: Texts = ()
    players: PlayerKinds = ()
    is_rated: bool | None = None

    def to_rules(self) -> InvitationRules:
        """Return the rules as the runner keeps them; the games stand apart there."""
        return InvitationRules(**self.model_dump(exclude={"games"}))


if TYPE_CHECKING:
    WishedSettings = StrictModel
else:
    #: what may be wished of a match by seeking one, as the server describes it; left out: as the server has it
    OF_SERVER = {name: kind for name, kind in get_type_hints(SeekOptions).items() if name not in {"options", "clock"}}
    WishedSettings = create_model(
        "WishedSettings", __base__=StrictModel, **{name: (kind | None, None) for name, kind in OF_SERVER.items()}
    )


class SeekSettings(WishedSettings):
    """The match that it looks for whenever it has room; settings that are not named here are the server's."""

    game: Game
    seats: Annotated[int, Field(ge=1, le=SEATS_MAX)] = 2
    level: Text | None = None
    options: dict[str, JsonValue] | None = None
    clock: Clock | None = None

    @model_validator(mode="after")
    def _check_seats(self) -> Self:
        game = find_game(self.game)
        if not game.seats_min <= self.seats <= game.seats_max:
            raise ValueError(f"{self.game} has {game.seats_min} to {game.seats_max} seats")
        if self.level is None and self.seats == 1:
            raise ValueError("a table of one has nobody to look for")
        return self

    def to_seek(self) -> Seek:
        """Return it as the runner takes it."""
        fields = self.model_dump(mode="json", exclude={"game", "seats", "level"}, exclude_none=True)
        return Seek(self.game, self.seats, self.level or "", fields)


class EntrySettings(StrictModel):
    """The tournaments that it enters: those named, and with `is_open` all that fit the rest."""

    ids: Texts = ()
    is_open: bool = False
    hosts: Texts = ()
    games: Games = ()
    seats: SeatNumbers = ()
    formats: Formats = ()
    is_rated: bool | None = None

    def to_rules(self) -> EntryRules | None:
        """Return the rules as the runner keeps them."""
        return EntryRules(**self.model_dump(exclude={"ids", "is_open"})) if self.is_open else None


class BridgeConfig(StrictModel):
    """The whole file."""

    server: Annotated[str, Field(max_length=2000)] = SERVER
    token_file: Text | None = None
    log_folder: Text = LOG_FOLDER
    has_whole_lines: bool = False
    engine: EngineSettings
    play: PlaySettings = PlaySettings()
    invitations: InvitationSettings = InvitationSettings()
    seeks: Annotated[tuple[SeekSettings, ...], Field(strict=False)] = ()
    tournaments: EntrySettings = EntrySettings()

    @field_validator("server")
    @classmethod
    def _check_server(cls, server: str) -> str:
        try:
            at = urlsplit(server)
            is_good = at.scheme in {"http", "https"} and bool(at.hostname) and (at.port or 1) > 0
        except ValueError:
            is_good = False
        if not is_good:
            raise ValueError("it is an address such as http://127.0.0.1:8080")
        return server.rstrip("/")


def read_connection(d: dict[str, Any]) -> BridgeConfig:
    """Return the settings in a dict; raise BadConnection, which names every fault by its place."""
    return read(BridgeConfig, d, refusal=BadConnection)


def read_connection_file(path: Path) -> dict[str, Any]:
    """Return what a TOML file says, with its paths taken from where it lies; raise BadConnection."""
    try:
        d = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadConnection(f"{path} is no TOML: {wrong}") from wrong
    except OSError as wrong:
        raise BadConnection(f"{path} can't be read: {wrong.strerror}") from wrong
    for name in ("token_file", "log_folder"):
        if isinstance(d.get(name), str):
            d[name] = str(path.parent / d[name])
    return d
