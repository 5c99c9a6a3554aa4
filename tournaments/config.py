"""What a host sets for a tournament, read and checked: a dict from REST or TOML in, a Config out."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from services.shared.clocks import Control
from services.shared.errors import BadClock, NotAdmitted
from tournaments.errors import BadConfig, BadEntry

FORMATS = ("round_robin", "swiss", "knockout", "gauntlet", "arena")
METHODS = ("auto", "dutch", "pods")
PLAYERS = ("person", "program", "bot")
#: In the order in which they are applied, unless the host sets another.
TIE_BREAKS = ("opposition", "direct", "places", "margin")
SEATS_MIN, SEATS_MAX = 2, 5
ROUNDS_MAX = 200
CYCLES_MAX = 20
ENTRANTS_MAX = 1_000
#: Of a round robin at tables of three to five: more would mean thousands of matches.
BLOCK_ENTRANTS_MAX = 100
DURATION_MS_MIN, DURATION_MS_MAX = 60_000, 7 * 24 * 3_600_000
TEXT_MAX = 200
SEED_HEX = 64
POINTS_MAX = 1_000
NUMBER_TEXT_MAX = 30


@dataclass(frozen=True, slots=True)
class Config:
    """A tournament's settings.

    `points` are per place at a full table, first place first; `bye_points` a bye's, `late_points`
    those of each round missed by a late entry; `rounds` 0 means as many as the format needs;
    `late_rounds` the round whose pairing ends late entries; `short_tables` whether those whom full
    tables leave over play at smaller ones instead of having a bye (which unbalances seats);
    `advance` how many of a knockout table go on; `cycles` how often a round robin or gauntlet is
    played; `duration_ms` an arena's length; `method` how a Swiss of two seats is paired; `absence`
    what happens to a seat whose player is away: forfeit, or substitute, a bot.
    `seed` (64 hex digits) is what all chance comes from.
    """

    name: str
    game: str
    format: str
    seats: int
    seed: str
    options: dict[str, Any]
    rounds: int
    cycles: int
    points: tuple[Fraction, ...]
    bye_points: Fraction
    late_points: Fraction
    late_rounds: int
    tie_breaks: tuple[str, ...]
    is_duplicate: bool
    method: str
    short_tables: bool
    advance: int
    duration_ms: int
    clock: Control
    absence: str
    has_chat: bool
    is_rated: bool
    entrants_max: int
    players: tuple[str, ...]
    rating_min: float | None
    rating_max: float | None

    @classmethod
    def from_dict(cls, d: Any) -> Config:
        """Build from a dict, defaults filled in; raise BadConfig naming what is wrong."""
        if not isinstance(d, dict):
            raise BadConfig("a configuration is an object")
        known = {each.name for each in fields(cls)}
        if unknown := sorted(str(name) for name in d if name not in known):
            raise BadConfig(f"{', '.join(unknown)} is unknown; there are {', '.join(sorted(known))}")
        read = _Reader(d)
        seats = read.whole("seats", SEATS_MIN, SEATS_MAX)
        points = read.points("points", seats)
        rounds = read.whole("rounds", 0, ROUNDS_MAX, 0)
        form = read.word("format", FORMATS)
        return cls(
            name=read.text("name"),
            game=read.text("game"),
            format=form,
            seats=seats,
            seed=read.seed("seed"),
            options=read.options("options"),
            rounds=rounds,
            cycles=read.whole("cycles", 1, CYCLES_MAX, 1),
            points=points,
            bye_points=read.number("bye_points", points[0]),
            late_points=read.number("late_points", Fraction(0)),
            late_rounds=read.whole("late_rounds", 0, ROUNDS_MAX, rounds // 2),
            tie_breaks=read.words("tie_breaks", TIE_BREAKS, TIE_BREAKS),
            is_duplicate=read.flag("is_duplicate", default=False),
            method=read.word("method", METHODS, "auto"),
            short_tables=read.flag("short_tables", default=False),
            advance=read.whole("advance", 1, max(1, seats - 1), max(1, seats // 2)),
            duration_ms=read.whole(
                "duration_ms", DURATION_MS_MIN, DURATION_MS_MAX, 3_600_000 if form == "arena" else DURATION_MS_MIN
            ),
            clock=read.clock("clock"),
            absence=read.text("absence", "forfeit"),
            has_chat=read.flag("has_chat", default=False),
            is_rated=read.flag("is_rated", default=True),
            entrants_max=read.whole("entrants_max", SEATS_MIN, ENTRANTS_MAX, ENTRANTS_MAX),
            players=read.words("players", PLAYERS, PLAYERS),
            rating_min=read.limit("rating_min"),
            rating_max=read.limit("rating_max"),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return what `from_dict` takes, all fields."""
        d: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, Control):
                value = value.to_dict()
            elif isinstance(value, tuple):
                value = [str(item) if isinstance(item, Fraction) else item for item in value]
            elif isinstance(value, Fraction):
                value = str(value)
            d[each.name] = value
        return {name: value for name, value in d.items() if value is not None}

    def points_of_table(self, seats: int) -> tuple[Fraction, ...]:
        """Return the points per place at a table of *seats*.

        A short table's first and last place count as at a full one, those between lie on the line.
        """
        if seats == len(self.points):
            return self.points
        last = len(self.points) - 1
        scale = []
        for place in range(seats):
            at = Fraction(place * last, seats - 1)
            low = int(at)
            high = min(low + 1, last)
            scale.append(self.points[low] + (self.points[high] - self.points[low]) * (at - low))
        return tuple(scale)

    def check_entry(self, player: str, rating: float, entrants: int) -> None:
        """Raise BadEntry if the entry conditions don't admit such a player, with *entrants* already in."""
        try:
            self.check_player(player, rating)
        except NotAdmitted as refusal:
            raise BadEntry(str(refusal)) from refusal
        if entrants >= self.entrants_max:
            raise BadEntry(f"the tournament is full: {self.entrants_max} have entered")

    def check_player(self, player: str, rating: float) -> None:
        """Raise NotAdmitted if the host doesn't admit such a player."""
        if player not in self.players:
            raise NotAdmitted(f"a {player} may not enter; {', '.join(self.players)} may", reason="player")
        if self.rating_min is not None and rating < self.rating_min:
            raise NotAdmitted(f"the rating is {rating:g}; at least {self.rating_min:g} is needed", reason="rating")
        if self.rating_max is not None and rating > self.rating_max:
            raise NotAdmitted(f"the rating is {rating:g}; at most {self.rating_max:g} is allowed", reason="rating")


class _Reader:
    """Typed reads of a dict's fields; every refusal names the field and what it can be."""

    def __init__(self, d: dict[str, Any]) -> None:
        self.d = d

    def _get(self, name: str, default: Any) -> Any:
        value = self.d.get(name, default)
        if value is None:
            raise BadConfig(f"{name} is missing")
        return value

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        value = self._get(name, default)
        if type(value) is not int or not low <= value <= high:
            raise BadConfig(f"{name} is {value!r}; it is a whole number from {low} to {high}")
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        value = self._get(name, default)
        if type(value) is not bool:
            raise BadConfig(f"{name} is {value!r}; it is true or false")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        value = self._get(name, default)
        if not isinstance(value, str) or not 0 < len(value) <= TEXT_MAX or not value.isprintable():
            raise BadConfig(f"{name} is a text of 1 to {TEXT_MAX} printable characters")
        return value

    def word(self, name: str, words: tuple[str, ...], default: str | None = None) -> str:
        value = self._get(name, default)
        if value not in words:
            raise BadConfig(f"{name} is {value!r}; it is one of {', '.join(words)}")
        return str(value)

    def words(self, name: str, words: tuple[str, ...], default: tuple[str, ...]) -> tuple[str, ...]:
        value = self._get(name, list(default))
        if not isinstance(value, list | tuple) or any(each not in words for each in value):
            raise BadConfig(f"{name} is a list of {', '.join(words)}")
        if len(set(value)) != len(value) or not value:
            raise BadConfig(f"{name} names each once, and at least one")
        return tuple(value)

    def number(self, name: str, default: Fraction) -> Fraction:
        return _fraction(name, self._get(name, default))

    def limit(self, name: str) -> float | None:
        return None if self.d.get(name) is None else float(_fraction(name, self.d[name]))

    def points(self, name: str, seats: int) -> tuple[Fraction, ...]:
        value = self._get(name, [seats - 1 - place for place in range(seats)])
        if not isinstance(value, list | tuple) or len(value) != seats:
            raise BadConfig(f"{name} is a list of {seats} numbers, the first place's first")
        points = tuple(_fraction(name, each) for each in value)
        if list(points) != sorted(points, reverse=True) or points[0] == points[-1]:
            raise BadConfig(f"{name} fall from the first place to the last")
        return points

    def seed(self, name: str) -> str:
        value = self._get(name, None)
        if not isinstance(value, str) or len(value) != SEED_HEX or any(c not in "0123456789abcdef" for c in value):
            raise BadConfig(f"{name} is {SEED_HEX} hex digits")
        return value

    def options(self, name: str) -> dict[str, Any]:
        value = self._get(name, {})
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            raise BadConfig(f"{name} is an object of the game's setup options")
        return dict(value)

    def clock(self, name: str) -> Control:
        try:
            return Control.from_dict(self._get(name, {"kind": "none"}))
        except BadClock as wrong:
            raise BadConfig(f"{name}: {wrong}") from wrong


def _fraction(name: str, value: Any) -> Fraction:
    """Read a number exactly: 0.5, "1/3" and 2 all mean what they say."""
    try:
        if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
            raise TypeError  # noqa: TRY301 (one refusal for all that is no number)
        if isinstance(value, str) and (len(value) > NUMBER_TEXT_MAX or "e" in value.lower()):
            raise ValueError  # noqa: TRY301 (a huge exponent would fill the memory)
        number = Fraction(str(value))
    except (TypeError, ValueError, ZeroDivisionError, OverflowError) as wrong:
        raise BadConfig(f"{name} is {value!r}; it is a number") from wrong
    if abs(number) > POINTS_MAX:
        raise BadConfig(f"{name} is at most {POINTS_MAX} either way")
    return number
