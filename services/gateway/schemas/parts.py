"""The parts of shapes: fields with their meaning and bounds, and shapes that several resources share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import orjson
from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate

from services.shared.ends import ENDS
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Options(TypedDict, total=False):
    """The options of marshmallow's fields beside their meaning and bounds."""

    required: bool
    allow_none: bool
    load_default: object
    data_key: str


class TextOptions(Options, total=False):
    """The same of texts, whose bounds are given with them."""

    validate: Callable[..., object]


#: the shapes of what differs from game to game, and examples; `python -m deploy.shapes` makes them from the rules
OF_GAMES = orjson.loads((Path(__file__).parent / "games.json").read_bytes())
SEAT_MAX = 99
VERSION_MAX = 2**31 - 1
CURSOR_MAX = 2**53 - 1
WAIT_S_MAX = limits().wait_ms_max // 1000
#: entries of a page: at most, and where nothing is said
PAGE_MAX = limits().page_size_max
PAGE_SIZE = min(20, PAGE_MAX)
TEXT_MAX = 200
PLAYERS = ("person", "program", "bot")
RATING_MAX = 1000
SEAT_KINDS = ("open", "account", "bot", "invited")
STATUSES = ("waiting", "running", "over")
OPTIONS_CHARS_MAX = 4_000


def text(meaning: str, **options: Unpack[TextOptions]) -> fields.String:
    """Return a string field."""
    return fields.String(metadata={"description": meaning}, **options)


def number(meaning: str, most: int | None = None, least: int = 0, **options: Unpack[Options]) -> fields.Integer:
    """Return a field for a whole number; with *most*, one of a request, which is bounded."""
    bounds = None if most is None else validate.Range(least, most)
    return fields.Integer(strict=True, validate=bounds, metadata={"description": meaning}, **options)


def flag(meaning: str, **options: Unpack[Options]) -> fields.Boolean:
    """Return a field for a claim that holds or not."""
    return fields.Boolean(metadata={"description": meaning}, **options)


class StrictFlag(fields.Boolean):
    """A JSON boolean: `true` or `false`, and nothing that merely looks like one."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **options: object
    ) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **options)


def numbers(meaning: str, **options: Unpack[Options]) -> fields.List[int]:
    """Return a list of whole numbers."""
    return fields.List(fields.Integer(), metadata={"description": meaning}, **options)


def free(meaning: str, **options: Unpack[Options]) -> fields.Dict:
    """Return an object whose members the game gives."""
    return fields.Dict(keys=fields.String(), metadata={"description": meaning}, **options)


class Shaped(fields.Raw):
    """An object whose members the games give; the OpenAPI document has its shape from `games.json`."""

    def __init__(self, shape: str, meaning: str, **options: Unpack[Options]) -> None:
        """Refer to the shape of that name."""
        of = [{"$ref": f"#/components/schemas/{shape}"}]
        super().__init__(metadata={"description": meaning, "anyOf": of}, **options)

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **options: object
    ) -> object:
        if not isinstance(value, dict):
            raise ValidationError("Not a valid object.")
        return super()._deserialize(value, attr, data, **options)


class Query(Schema):
    """Parameters of a query, or headers; `services.gateway.queries` refuses parameters that no route's schema has."""

    class Meta:
        """Ignore what is unknown: a request has other headers too."""

        unknown = EXCLUDE


class QueryNumber(fields.Integer):
    """A whole number written in decimal digits, as queries have it."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **options: object
    ) -> int:
        if isinstance(value, str) and not (value.isascii() and value.isdecimal()):
            raise ValidationError("Not a whole number.")
        return int(super()._deserialize(value, attr, data, **options) or 0)


def query_number(meaning: str, most: int, least: int = 0, **options: Unpack[Options]) -> QueryNumber:
    """Return a bounded number of a query."""
    return QueryNumber(validate=validate.Range(least, most), metadata={"description": meaning}, **options)


class SeatQuery(Query):
    """The seat of the caller that is meant."""

    seat = query_number("The seat; required if the account holds several in this match.", SEAT_MAX)


def message_cursor(meaning: str, **options: Unpack[Options]) -> fields.String:
    """Return the cursor of a chat message."""
    cursor = validate.Regexp(r"^[0-9]{1,18}-[0-9]{1,18}$", error="the cursor of a message")
    return fields.String(validate=cursor, metadata={"description": meaning}, **options)


class LastEvent(Query):
    """The point at which a dropped stream resumes."""

    last_event_id = QueryNumber(
        data_key="Last-Event-ID",
        validate=validate.Range(0, CURSOR_MAX),
        metadata={"description": "The last event received; browsers send it automatically."},
    )


def rating(meaning: str, **options: Unpack[Options]) -> fields.Float:
    """Return a bound of ratings."""
    bounds = validate.Range(-RATING_MAX, RATING_MAX)
    return fields.Float(validate=bounds, metadata={"description": meaning}, **options)


def players(meaning: str, **options: Unpack[TextOptions]) -> fields.List[str]:
    """Return a list of kinds of players."""
    return fields.List(fields.String(validate=validate.OneOf(PLAYERS)), metadata={"description": meaning}, **options)


class SearchQuery(Query):
    """The matches that a search is for."""

    game = text("Only matches of that game.", validate=validate.Length(max=TEXT_MAX))
    seats = query_number("Only tables with this number of seats.", SEAT_MAX, 1)
    clock = fields.String(
        validate=validate.OneOf(("none", "decision", "bank")),
        metadata={"description": "Only matches with a clock of that kind."},
    )
    opponent = fields.List(
        fields.String(validate=validate.Length(1, TEXT_MAX)),
        metadata={
            "description": "Only matches in which that account, or bot (`bot:LEVEL`), plays as well; may be repeated."
        },
    )
    options = text(
        'Only matches whose options have these values: a JSON object, such as `{"advanced":true}`. Needs `game`.',
        validate=validate.Length(max=OPTIONS_CHARS_MAX),
    )
    tournament = text("Only matches of that tournament.", validate=validate.Length(1, TEXT_MAX))
    ended = fields.String(
        validate=validate.OneOf(ENDS), metadata={"description": "Only finished matches that ended this way."}
    )
    won_by = text(
        "Only finished matches in which that account, or bot (`bot:LEVEL`), is first, alone or tied.",
        validate=validate.Length(1, TEXT_MAX),
    )
    ended_from_ms = query_number("Only matches that ended at this time or later, unix ms.", CURSOR_MAX)
    ended_until_ms = query_number("Only matches that ended before this time, unix ms.", CURSOR_MAX)
    length_min = query_number("Only finished matches of at least this many actions.", VERSION_MAX)
    length_max = query_number("Only finished matches of at most this many actions.", VERSION_MAX)


class IdempotencyKey(Query):
    """A repeated request with the same key is carried out once and gets the same answer."""

    idempotency_key = fields.String(
        data_key="Idempotency-Key",
        validate=validate.Regexp(r"^[!-~]{1,80}$", error="1 to 80 visible ASCII characters"),
        metadata={"description": "A repeated request with the same key is carried out once and gets the same answer."},
    )


class SeatBodySchema(Schema):
    """The seat."""

    seat = number("The seat; default: the first open one, or the one you hold.", SEAT_MAX)


class PageQuery(Query):
    """A page of a list."""

    page_size = query_number("How many.", PAGE_MAX, 1, load_default=PAGE_SIZE)
    page_token = text("`next_page_token` of the page before.", validate=validate.Length(max=TEXT_MAX))


class EndOfStreamSchema(Schema):
    """A line of any stream: beside those of its subject, a heartbeat or the end of the stream."""

    error = text("Of an end: why the stream ends early, as in a problem's `error`.")
    detail = text("Of an end: the same in a sentence.")
    retry_after_s = fields.Float(metadata={"description": "Of an end: when to resume the stream at its cursor."})


def line_type(*own: str) -> fields.String:
    """Return the field that tells a stream's lines apart: those of its *own*, heartbeats, and the end."""
    return fields.String(required=True, validate=validate.OneOf((*own, "heartbeat", "end")))
