"""Matches and the ways to get one: make, join, seek."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from marshmallow import EXCLUDE, Schema, ValidationError, fields, missing, validate, validates_schema

from services.gateway.schemas.parts import (
    PAGE_MAX,
    PAGE_SIZE,
    PLAYERS,
    SEAT_KINDS,
    STATUSES,
    TEXT_MAX,
    VERSION_MAX,
    EndOfStreamSchema,
    Options,
    Query,
    SearchQuery,
    SeatBodySchema,
    Shaped,
    StrictFlag,
    flag,
    free,
    number,
    numbers,
    players,
    query_number,
    rating,
    text,
)
from services.shared.clocks import ABSENCE
from services.shared.limits import limits
from services.shared.paces import PACES

if TYPE_CHECKING:
    from services.gateway.parser import Loaded


class MatchesQuery(SearchQuery):
    """The matches to list."""

    status = fields.String(
        validate=validate.OneOf(STATUSES),
        metadata={
            "description": "Default: running ones; with `own`, or with an account as `player`, all; with a parameter "
            "that applies only to finished matches, those that are over."
        },
    )
    own = flag("Only matches in which the account holds a seat.", load_default=False)
    player = text(
        "Only matches in which that account, or bot (`bot:LEVEL`), plays or gave up; for accounts, of any status "
        "unless one is given.",
        validate=validate.Length(1, TEXT_MAX),
    )
    admits = players("Only matches that admit all of these; `bot`: matches that admit bots.")
    rating_min = rating("Only matches whose seated accounts all have at least this rating, for their game and seats.")
    rating_max = rating("Only matches whose seated accounts all have at most this rating.")
    joinable = flag("Only matches with a seat that you may take.", load_default=False)
    page_size = query_number("How many.", PAGE_MAX, 1, load_default=PAGE_SIZE)
    page_token = text("`next_page_token` of the page before.", validate=validate.Length(max=TEXT_MAX))


def record_cursor(meaning: str, **options: Unpack[Options]) -> fields.String:
    """Return the cursor of a record in a search."""
    cursor = validate.Regexp(r"^[0-9]{1,15}-[0-9a-f]{20}$", error="the cursor of a record")
    return fields.String(validate=cursor, metadata={"description": meaning}, **options)


class RecordsQuery(SearchQuery):
    """The records to stream, and the point to begin at."""

    player = text(
        "Only matches in which that account, or bot (`bot:LEVEL`), played or gave up.",
        validate=validate.Length(1, TEXT_MAX),
    )
    since = record_cursor("`cursor` of the last record received: the stream continues after it.")


class LastRecord(Query):
    """The point at which a dropped stream resumes."""

    last_event_id = record_cursor(
        "The cursor of the last record received; browsers send it automatically.", data_key="Last-Event-ID"
    )


class SeatChoiceSchema(Schema):
    """The player wanted for a seat."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(SEAT_KINDS),
        metadata={
            "description": "`open`: for anybody; `account`: you, or the account named if it lets you seat it, else "
            "it is `invited`; `invited`: kept for the account named until it joins; `bot`."
        },
    )
    account = text("Name of the account; default: your own.", validate=validate.Length(max=TEXT_MAX))
    level = text("The bot's level, one of `/v1/bots`.", validate=validate.Length(max=TEXT_MAX))

    @validates_schema
    def _fits(self, seat: Loaded, **_: object) -> None:
        kind = seat.get("kind")
        if kind == "bot" and not seat.get("level"):
            raise ValidationError("a bot needs a level; /v1/bots lists them", "level")
        if kind == "invited" and not seat.get("account"):
            raise ValidationError("name the account that is invited", "account")
        for name, owners in (("level", ("bot",)), ("account", ("account", "invited"))):
            if name in seat and kind not in owners:
                raise ValidationError(f"only a seat of kind {' or '.join(owners)} has {name}", name)


class ClockSchema(Schema):
    """The clock of a match. Only server time counts, and every seat that owes a decision runs its own clock."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(("none", "decision", "bank")),
        metadata={
            "description": "`none`; `decision`: a time for each; `bank`: a stock of time, and an increment each."
        },
    )
    decision_ms = number("Of kind decision: for each one.", limits().clock_ms_max, limits().clock_ms_min)
    bank_ms = number("Of kind bank: at the start.", limits().clock_ms_max, limits().clock_ms_min)
    increment_ms = number("Of kind bank: what each decision adds.", limits().clock_ms_max)


class SettingsFieldsSchema(Schema):
    """The settings of a match, chosen before anybody is seated: named as in the contract, and passed on as a whole."""

    game = text("Name of the game, one of `/v1/games`.", required=True, validate=validate.Length(1, TEXT_MAX))
    options = Shaped("GameOptions", "Setup options of the game; default: the game's own.", load_default=dict)
    starts_when_full = StrictFlag(
        load_default=True,
        metadata={"description": "Start automatically once no seat is open. False: `/start` starts it."},
    )
    clock = fields.Nested(
        ClockSchema, load_default=lambda: {"kind": "none"}, metadata={"description": "Left out: no clock."}
    )
    absence = fields.String(
        load_default="forfeit",
        validate=validate.OneOf(ABSENCE),
        metadata={
            "description": "A player who resigns or runs out of time forfeits, or a bot plays until the player returns."
        },
    )
    admits = players(
        "Which players may take part; default: all. You may in any case.",
        validate=validate.Length(1),
        load_default=lambda: list(PLAYERS),
    )
    rating_min = rating(
        "Lowest rating of those who join uninvited, as leaderboards show it for the game and seats; null: any.",
        allow_none=True,
        load_default=None,
    )
    rating_max = rating(
        "Highest rating of those who join uninvited; it is 0 before the first match. Null: any.",
        allow_none=True,
        load_default=None,
    )
    is_private = StrictFlag(
        load_default=False,
        metadata={"description": "Only its players can see it; anybody with its `invitation` may join. Not rated."},
    )
    allows_take_back = StrictFlag(
        load_default=True, metadata={"description": "Whether actions may be taken back if all agree."}
    )
    has_chat = StrictFlag(load_default=True, metadata={"description": "Whether there is chat at the table."})
    allows_analysis = StrictFlag(
        metadata={
            "description": "Whether players may have their due decisions analysed; default: unless accounts play each "
            "other in a rated match. When it is over, everybody may."
        },
    )
    is_rated = StrictFlag(load_default=True, metadata={"description": "Whether the result counts in the ratings."})


Field = TypeVar("Field", bound="fields.Field[Any]")  # a field of any value


def _always(field: Field) -> Field:
    """Return a setting as answers have it: always present."""
    told = copy.deepcopy(field)
    told.required, told.load_default = True, missing
    return told


SettingsOfMatch = Schema.from_dict(
    {name: _always(field) for name, field in SettingsFieldsSchema._declared_fields.items()},  # noqa: SLF001 - it has no other name
    name="SettingsOfMatch",
)


class MomentSchema(Schema):
    """A moment of a finished match."""

    match_id = text("The match.", required=True, validate=validate.Length(1, TEXT_MAX))
    version = number("The number of actions taken before it.", VERSION_MAX, required=True)


class NewMatchSchema(SettingsFieldsSchema):
    """A match to be made."""

    seats = fields.List(
        fields.Nested(SeatChoiceSchema),
        required=True,
        validate=validate.Length(1, 16),
        metadata={"description": "One entry per seat, seat 0 first."},
    )
    start = fields.Nested(
        MomentSchema,
        metadata={
            "description": "Continue from there, as practice: the same game, options and number of seats, only you and "
            "bots, private and not rated. Chance is new. Default: from the setup."
        },
    )


class NewMatchesSchema(SettingsFieldsSchema):
    """Several matches that differ in their seats; all are made, or none."""

    class Meta:
        """An invitation is told but once."""

        exclude = ("is_private",)

    tables = fields.List(
        fields.List(fields.Nested(SeatChoiceSchema), validate=validate.Length(1, 16)),
        required=True,
        validate=validate.Length(1),
        metadata={
            "description": f"The seats of each match, seat 0 first; at most {limits().matches_per_call_max} matches."
        },
    )


class SeekSchema(SettingsFieldsSchema):
    """A seek: players with the same settings meet if they admit each other."""

    class Meta:
        """It begins as soon as all have come, and anybody may."""

        exclude = ("is_private", "starts_when_full")

    clock = fields.Nested(
        ClockSchema,
        metadata={"description": "Default: a bank for each seat, by game, if it is rated, otherwise no clock."},
    )
    seats = number("Seats of the table, your own included.", 5, 1, required=True)


class DeclineSchema(Schema):
    """A reason."""

    reason = text("The creator can read it.", load_default="", validate=validate.Length(max=limits().reason_chars_max))


class JoinBodySchema(SeatBodySchema):
    """The seat, and the invitation that admits to it."""

    invitation = text(
        "Of a private match: the invitation that its creator got.", validate=validate.Length(max=TEXT_MAX)
    )


class SeatSchema(Schema):
    """A place at the table."""

    kind = fields.String(required=True, validate=validate.OneOf(SEAT_KINDS))
    account = text("Name of the account that holds it.")
    level = text("The bot's level.")
    resigned_by = text("Name of the account that resigned or ran out of time, if a bot took over permanently.")
    stands_in_for = text("Name of the account that the bot plays for until it returns.")
    cause = text("Why the account is away: `resigned`, `timeout` or `absent`.")
    player = fields.String(
        validate=validate.OneOf(PLAYERS), metadata={"description": "Who plays here; missing if nobody does yet."}
    )


class DeadlineSchema(Schema):
    """The moment at which a seat's time is up."""

    seat = number("The seat.", required=True)
    at_ms = number("Unix time in ms.", required=True)


class SeatClockSchema(Schema):
    """The time that a seat has left."""

    seat = number("The seat.", required=True)
    left_ms = number("What it had when its clock last started or stopped.", required=True)
    until_ms = number(
        "Unix time in ms at which its time is up; null: its clock is stopped.", required=True, allow_none=True
    )


class TakeBackSchema(Schema):
    """A request to take actions back, until all agree, or somebody declines or acts."""

    seat = number("The seat that asks.", required=True)
    take_back_id = text("Send it with the answer.", required=True)
    actions = number("How many actions would be undone, including those of others.", required=True)
    agreed_seats = numbers("Seats that agree.", required=True)


class TournamentPlaceSchema(Schema):
    """The place of a match in a tournament."""

    id = text("Id of the tournament.", required=True)
    round = number("The round, from 1.", required=True)
    table = number("The table of the round, from 0.", required=True)


class MatchSchema(SettingsOfMatch):  # type: ignore[misc,valid-type]  # a class that is made
    """A match as the caller may know it."""

    id = text("Its id.", required=True)
    rules_version = text("Version of its rules.", required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    version = number("Number of actions so far that the caller knows of.", required=True)
    deciding_seats = numbers("Seats that owe a decision now.", required=True)
    own_seats = numbers("The caller's seats.", required=True)
    creator = text("Account that made the match and may start it.", required=True)
    deal = text(
        "The same for all matches of one deal, the boards of a duplicate table; null: no other match has its deal.",
        required=True,
        allow_none=True,
    )
    tournament = fields.Nested(
        TournamentPlaceSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Its tournament, round and table; null if it belongs to none."},
    )
    pace = fields.String(
        required=True,
        validate=validate.OneOf(PACES),
        metadata={
            "description": "`live`; or `fast`: only bots play, and one worker plays the whole match, which can be seen "
            "when it is over."
        },
    )
    is_sealed = flag(
        "Whether others of its deal are still running: only its players see it, and nobody its record.", required=True
    )
    start = fields.Nested(
        MomentSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Of practice: the moment that it continues from; null if it began with the setup."},
    )
    take_back = fields.Nested(
        TakeBackSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The take-back asked for; null if there is none."},
    )
    own_deadlines = fields.List(
        fields.Nested(DeadlineSchema),
        required=True,
        metadata={"description": "For those of the account's own seats whose clock is running."},
    )
    clocks = fields.List(
        fields.Nested(SeatClockSchema),
        required=True,
        metadata={
            "description": "In a running match with a clock: every seat except bots'. Others' show what everybody "
            "knows: an unseen answer in a simultaneous step moves them when the step ends."
        },
    )
    claimable_ms = number(
        "Unix time in ms from which players who owe no decision may `/claim` or `/abort` the match; null: never, as it "
        "stands now.",
        required=True,
        allow_none=True,
    )
    commitment = text("Hex SHA-256 of seed and match id: checks the record after the end.", required=True)
    created_ms = number("Unix time in ms.", required=True)
    started_ms = number("Unix time in ms; null: not yet.", required=True, allow_none=True)
    ended_ms = number("Unix time in ms; null: not yet.", required=True, allow_none=True)
    ended = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "`finished`, `resigned`, `timeout`, `absent` (claimed), `aborted` or `adjudicated` (decided "
            "elsewhere); null: not yet."
        },
    )
    scores = numbers(
        "Final points per seat; null before the end, or if they are unknown.", required=True, allow_none=True
    )
    ranks = numbers("Places per seat from 1, ties share; null when scores are.", required=True, allow_none=True)


class MadeMatchSchema(MatchSchema):
    """A match just made."""

    invitation = text("Of a private match: send it to those who should join. It is shown only this once.")


class InvitationSchema(Schema):
    """An invitation, which lets its holder join a private match."""

    invitation = text("Send it to those who should join. It is shown only this once.", required=True)


class MatchesSchema(Schema):
    """A page of matches, newest first."""

    matches = fields.List(fields.Nested(MatchSchema), required=True)
    next_page_token = fields.String(required=True, allow_none=True, metadata={"description": "Null on the last page."})


class MatchIdsSchema(Schema):
    """The matches made, in the order of the tables."""

    match_ids = fields.List(fields.String(), required=True)


class JoinedSchema(Schema):
    """The seat taken, and the match."""

    seat = number("The seat taken.", required=True)
    match = fields.Nested(MatchSchema, required=True)


class RecordSchema(Schema):
    """A finished match: replayable and verifiable by anyone with `astrarium verify`."""

    class Meta:
        """The engine may add members."""

        unknown = EXCLUDE

    match_id = text("The match.", required=True)
    game = text("Name of the game.", required=True)
    rules_version = text("Version of the rules.", required=True)
    seats = number("Number of seats.", required=True)
    options = Shaped("GameOptions", "Setup options.", required=True)
    seed = text("The 32-byte seed in hex: it determines all chance.", required=True)
    commitment = text("Hex SHA-256 of seed and match id, as published at the start.", required=True)
    actions = fields.List(fields.Raw(), required=True, metadata={"description": "Pairs of seat and notation."})
    start = free(
        "Of practice: `match_id` and `version` of the moment that it continues from; `description` of the table then."
    )
    log = fields.List(
        fields.Raw(),
        metadata={
            "description": "If actions were taken back: all that was done; after [seat, null, n], n actions remained."
        },
    )
    downtimes_ms = fields.List(
        fields.List(fields.Integer()),
        metadata={"description": "Times that its clocks skipped because the server was down: from and until."},
    )
    times_ms = numbers("When each action was taken, unix ms.", required=True)
    scores = numbers("Final points per seat.")
    ranks = numbers("Places per seat from 1.")
    fingerprint = text("Of the last position.")
    ended = text("How it ended.")


class RecordLineSchema(RecordSchema, EndOfStreamSchema):
    """A record with its cursor; or, with a `type`, the early end of a stream."""

    cursor = text("Send it as `since` after a break.")
    type = fields.String(validate=validate.OneOf(("end",)), metadata={"description": "Only at the early end."})
