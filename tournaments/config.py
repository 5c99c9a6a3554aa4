"""The settings of a tournament by its host: from a dict (REST or TOML) to a checked Config."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    JsonValue,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    field_validator,
)

from tournaments.errors import BadEntry
from tournaments.limits import (
    CYCLES_MAX,
    DURATION_MS_MAX,
    DURATION_MS_MIN,
    ENTRANTS_MAX,
    NUMBER_CHARS_MAX,
    POINTS_MAX,
    ROUNDS_MAX,
    SEATS_MAX,
    SEATS_MIN,
    TEXT_CHARS_MAX,
)
from tournaments.reading import StrictModel, read

Format = Literal["round_robin", "swiss", "knockout", "gauntlet", "arena"]
PlayerKind = Literal["person", "program", "bot"]
TieBreak = Literal["opposition", "direct", "places", "margin"]
PLAYERS: tuple[PlayerKind, ...] = ("person", "program", "bot")
#: in the order in which they are applied, unless the host sets another
TIE_BREAKS: tuple[TieBreak, ...] = ("opposition", "direct", "places", "margin")
ARENA_MS = 3_600_000
FAST = "fast"
T = TypeVar("T")


def _read_number(value: object) -> Fraction:
    """Read a number exactly: 0.5, "1/3" and 2 all have their exact values."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
        raise ValueError("it is a number")  # noqa: TRY004 (pydantic tells ValueError)
    if isinstance(value, str) and (len(value) > NUMBER_CHARS_MAX or "e" in value.lower()):
        raise ValueError(f"as a text, a number has up to {NUMBER_CHARS_MAX} digits and no exponent")
    try:
        number = Fraction(str(value))
    except (ValueError, ZeroDivisionError) as wrong:
        raise ValueError("it is a number") from wrong
    if abs(number) > POINTS_MAX:
        raise ValueError(f"it is at most {POINTS_MAX} either way")
    return number


def _check_printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("it is a text of printable characters")
    return text


def _check_each_once(items: tuple[T, ...]) -> tuple[T, ...]:
    if len(set(items)) < len(items) or not items:
        raise ValueError("it names each once, and at least one")
    return items


Text = Annotated[str, Field(min_length=1, max_length=TEXT_CHARS_MAX), AfterValidator(_check_printable)]
Number = Annotated[Fraction, PlainValidator(_read_number), PlainSerializer(str)]
Bound = Annotated[float, BeforeValidator(lambda value: float(_read_number(value)))]
# JSON and TOML have lists instead of tuples.
Names = Annotated[tuple[T, ...], Field(strict=False), AfterValidator(_check_each_once)]


class Objection(NamedTuple):
    """The reason why a host doesn't admit a player: `player` or `rating`, and a sentence."""

    reason: str
    text: str


class NoClock(StrictModel):
    """Nobody has a time limit."""

    kind: Literal["none"] = "none"


class DecisionClock(StrictModel):
    """A time for each decision."""

    kind: Literal["decision"]
    decision_ms: Annotated[int, Field(ge=0)]


class BankClock(StrictModel):
    """A time for the whole match, and an increment for each decision."""

    kind: Literal["bank"]
    bank_ms: Annotated[int, Field(ge=0)]
    increment_ms: Annotated[int, Field(ge=0)]


Clock = Annotated[NoClock | DecisionClock | BankClock, Field(discriminator="kind")]


class MatchesConfig(StrictModel):
    """Settings of a tournament that are those of all its matches, by the same names; whoever makes these checks them.

    Its matches may have defaults of their own here: at the tables of a tournament there is no talk.
    """

    game: Text
    options: dict[str, JsonValue] = Field(default_factory=dict)
    pace: Literal["live", "fast"] = "live"
    clock: Clock = NoClock()
    absence: Text = "forfeit"
    has_chat: bool = False
    is_rated: bool = True


class Config(MatchesConfig):
    """A tournament's settings.

    `points` are the points for each place at a full table, first place first; `bye_points` those for a bye,
    `late_points` those for each round that a late entry missed. `rounds` 0 means as many as the format needs. Late
    entries end when round `late_rounds` is paired. With `short_tables` players who don't fill a table play at a smaller
    one instead of having a bye (which unbalances seats). `advance` is how many of a knockout table go on, `cycles` how
    often a round robin or gauntlet is played, `duration_ms` an arena's length, `method` how a Swiss of two seats is
    paired. All chance comes from `seed` (64 hex digits).
    """

    name: Text
    format: Format
    seats: Annotated[int, Field(ge=SEATS_MIN, le=SEATS_MAX)]
    seed: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    rounds: Annotated[int, Field(ge=0, le=ROUNDS_MAX)] = 0
    cycles: Annotated[int, Field(ge=1, le=CYCLES_MAX)] = 1
    points: Annotated[tuple[Number, ...], Field(strict=False)] = Field(
        default_factory=lambda data: tuple(map(Fraction, reversed(range(data["seats"]))))
    )
    bye_points: Number = Field(default_factory=lambda data: data["points"][0])
    late_points: Number = Fraction(0)
    late_rounds: Annotated[int, Field(ge=0, le=ROUNDS_MAX)] = Field(default_factory=lambda data: data["rounds"] // 2)
    tie_breaks: Names[TieBreak] = TIE_BREAKS
    is_duplicate: bool = False
    method: Literal["auto", "dutch", "pods"] = "auto"
    short_tables: bool = False
    advance: Annotated[int, Field(ge=1)] = Field(default_factory=lambda data: data["seats"] // 2)
    duration_ms: Annotated[int, Field(ge=DURATION_MS_MIN, le=DURATION_MS_MAX)] = Field(
        default_factory=lambda data: ARENA_MS if data["format"] == "arena" else DURATION_MS_MIN
    )
    entrants_max: Annotated[int, Field(ge=SEATS_MIN, le=ENTRANTS_MAX)] = ENTRANTS_MAX
    players: Names[PlayerKind] = PLAYERS
    rating_min: Bound | None = None
    rating_max: Bound | None = None

    @field_validator("points")
    @classmethod
    def _check_points(cls, points: tuple[Fraction, ...], info: ValidationInfo) -> tuple[Fraction, ...]:
        seats = info.data.get("seats", len(points))
        if len(points) != seats:
            raise ValueError(f"it is a list of {seats} numbers, the first place's first")
        if list(points) != sorted(points, reverse=True) or points[0] == points[-1]:
            raise ValueError("points fall from the first place to the last")
        return points

    @field_validator("advance")
    @classmethod
    def _check_advance(cls, advance: int, info: ValidationInfo) -> int:
        most = info.data.get("seats", SEATS_MAX) - 1
        if advance > most:
            raise ValueError(f"at most {most} of a table go on")
        return advance

    @classmethod
    def from_dict(cls, d: object) -> Config:
        """Build from a dict and defaults; raise BadConfig, which names what is wrong."""
        return read(cls, d)

    def to_dict(self) -> dict[str, Any]:
        """Return what `from_dict` takes, all fields, as a JSON-able dict."""
        return self.model_dump(mode="json", exclude_none=True)

    def settings_of_matches(self) -> dict[str, Any]:
        """Return the settings that all its matches have, as a JSON-able dict."""
        return self.model_dump(mode="json", include=set(MatchesConfig.model_fields))

    def points_of_table(self, seats: int) -> tuple[Fraction, ...]:
        """Return the points per place at a table of *seats*.

        First and last place of a short table count as at a full one; the places between are interpolated.
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
        objection = self.find_objection(player, rating)
        if objection is not None:
            raise BadEntry(objection.text, objection.reason)
        if entrants >= self.entrants_max:
            raise BadEntry(f"the tournament is full: {self.entrants_max} have entered", "full")

    def find_objection(self, player: str, rating: float) -> Objection | None:
        """Return why the host doesn't admit such a player, or None."""
        if player not in self.players:
            return Objection("player", f"a {player} may not enter; {', '.join(self.players)} may")
        if self.rating_min is not None and rating < self.rating_min:
            return Objection("rating", f"the rating is {rating:g}; at least {self.rating_min:g} is needed")
        if self.rating_max is not None and rating > self.rating_max:
            return Objection("rating", f"the rating is {rating:g}; at most {self.rating_max:g} is allowed")
        return None
