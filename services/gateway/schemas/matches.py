"""Matches and the ways to one: made, joined, sought."""

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
            "description": "Left out: running ones; with `own`, or with an account as `player`, all; with what only a "
            "finished match has, those that are over."
        },
    )
    own = flag("Only matches in which the account holds a seat.", load_default=False)
    player = text(
        "Only matches in which that account, or bot (`bot:LEVEL`), plays or gave up; of accounts, whatever their "
        "status unless one is named.",
        validate=validate.Length(1, TEXT_MAX),
    )
    admits = players("Only matches that admit all of these; `bot`: where bots are welcome.")
    rating_min = rating("Only matches whose seated accounts are rated so or better, for their game and seats.")
    rating_max = rating("Only matches whose seated accounts are rated so or worse.")
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
    since = record_cursor("`cursor` of the last record received: the stream goes on behind it.")


class LastRecord(Query):
    """The point at which a dropped stream goes on."""

    last_event_id = record_cursor(
        "The cursor of the last record received; browsers send it by themselves.", data_key="Last-Event-ID"
    )


class SeatChoiceSchema(Schema):
    """The wished player of a seat."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(SEAT_KINDS),
        metadata={
            "description": "`open`: for anybody; `account`: you, or the one named if it lets you seat it, else it is "
            "`invited`; `invited`: kept for the one named, which sits once it joins; `bot`."
        },
    )
    account = text("Name of the account; left out: your own.", validate=validate.Length(max=TEXT_MAX))
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
    """The clock of a match. Server time alone counts, and every seat that owes a decision runs its own clock."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(("none", "decision", "bank")),
        metadata={
            "description": "`none`; `decision`: so long for each; `bank`: a stock of time, and more per decision."
        },
    )
    decision_ms = number("Of kind decision: for each one.", limits().clock_ms_max, limits().clock_ms_min)
    bank_ms = number("Of kind bank: at the start.", limits().clock_ms_max, limits().clock_ms_min)
    increment_ms = number("Of kind bank: what each decision adds.", limits().clock_ms_max)


class SettingsFieldsSchema(Schema):
    """The settings of a match, made before anybody sits down: named as in the contract, and passed on whole."""

    game = text("Name of the game, one of `/v1/games`.", required=True, validate=validate.Length(1, TEXT_MAX))
    options = Shaped("GameOptions", "Setup options of the game; left out: the defaults.", load_default=dict)
    starts_when_full = StrictFlag(
        load_default=True,
        metadata={
            "description": "Start by itself once no seat is open, at once if none is now. False: `/start` starts it."
        },
    )
    clock = fields.Nested(
        ClockSchema, load_default=lambda: {"kind": "none"}, metadata={"description": "Left out: no clock."}
    )
    absence = fields.String(
        load_default="forfeit",
        validate=validate.OneOf(ABSENCE),
        metadata={
            "description": "Whoever resigns or runs out of time forfeits, or a bot plays until the player is back."
        },
    )
    admits = players(
        "Which players may take part; left out: all. You yourself may in any case.",
        validate=validate.Length(1),
        load_default=lambda: list(PLAYERS),
    )
    rating_min = rating(
        "Least rating of whoever joins uninvited, as leaderboards show it for the game and seats; null: any.",
        allow_none=True,
        load_default=None,
    )
    rating_max = rating(
        "Highest rating of whoever joins uninvited; who has not played yet is rated 0. Null: any.",
        allow_none=True,
        load_default=None,
    )
    is_private = StrictFlag(
        load_default=False,
        metadata={"description": "Only its players can see it; whoever has its `invitation` may join. Not rated."},
    )
    allows_take_back = StrictFlag(
        load_default=True, metadata={"description": "Whether actions may be taken back if all agree."}
    )
    has_chat = StrictFlag(load_default=True, metadata={"description": "Whether there is chat at the table."})
    allows_analysis = StrictFlag(
        metadata={
            "description": "Whether players may have their due decisions analysed; left out: unless accounts play each "
            "other in a rated match. When it is over, all may."
        },
    )
    is_rated = StrictFlag(load_default=True, metadata={"description": "Whether the result counts in the ratings."})


Field = TypeVar("Field", bound="fields.Field[Any]")  # a field of any value


def _always(field: Field) -> Field:
    """Return a setting as an answer has it: always."""
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
    version = number("How many of its actions had been taken.", VERSION_MAX, required=True)


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
            "description": "Go on from there, as practice: the same game, options and number of seats, you and bots "
            "alone, private and not rated. What chance brings is new. Left out: from the setup."
        },
    )


class NewMatchesSchema(SettingsFieldsSchema):
    """Several matches that differ in who sits where; all are made, or none."""

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
    """A seek: those whose settings are the same meet, whomever they admit."""

    class Meta:
        """It begins as soon as all have come, and anybody may."""

        exclude = ("is_private", "starts_when_full")

    clock = fields.Nested(
        ClockSchema, metadata={"description": "Left out: a bank for each seat, by game, if it is rated, else no clock."}
    )
    seats = number("Seats of the table, your own included.", 5, 1, required=True)


class DeclineSchema(Schema):
    """A reason."""

    reason = text("The creator can read it.", load_default="", validate=validate.Length(max=limits().reason_chars_max))


class JoinBodySchema(SeatBodySchema):
    """The seat, and the invitation that lets one in."""

    invitation = text("Of a private match, as its creator was told.", validate=validate.Length(max=TEXT_MAX))


class SeatSchema(Schema):
    """A place at the table."""

    kind = fields.String(required=True, validate=validate.OneOf(SEAT_KINDS))
    account = text("Name of the account that holds it.")
    level = text("The bot's level.")
    resigned_by = text("Name of the account that resigned or ran out of time, where a bot took over for good.")
    stands_in_for = text("Name of the account that the bot plays for until it is back.")
    cause = text("Why the account is away: `resigned`, `timeout` or `absent`.")
    player = fields.String(
        validate=validate.OneOf(PLAYERS), metadata={"description": "Who plays here; left out if nobody does yet."}
    )


class DeadlineSchema(Schema):
    """The moment at which a seat's time is up."""

    seat = number("The seat.", required=True)
    at_ms = number("Unix time in ms.", required=True)


class SeatClockSchema(Schema):
    """The time that a seat has left."""

    seat = number("The seat.", required=True)
    left_ms = number("What it had when its clock was started or stopped last.", required=True)
    until_ms = number(
        "Unix time in ms at which its time is up; null: its clock stands.", required=True, allow_none=True
    )


class TakeBackSchema(Schema):
    """A wish to take actions back, until all agree, somebody declines or acts."""

    seat = number("Whose wish it is.", required=True)
    take_back_id = text("To be sent with the answer.", required=True)
    actions = number("How many actions would be undone, those of others included.", required=True)
    agreed_seats = numbers("Seats that agree.", required=True)


class TournamentPlaceSchema(Schema):
    """The place of a match in a tournament."""

    id = text("Id of the tournament.", required=True)
    round = number("The round, from 1.", required=True)
    table = number("The table of the round, from 0.", required=True)


class MatchSchema(SettingsOfMatch):  # type: ignore[misc,valid-type]  # a class that is made
    """A match as the asking account may know it."""

    id = text("Its id.", required=True)
    rules_version = text("Version of the rules it keeps.", required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    version = number("Number of actions so far, as far as the account can know.", required=True)
    deciding_seats = numbers("Seats that owe a decision now.", required=True)
    own_seats = numbers("Seats of the asking account.", required=True)
    creator = text("Account that made the match and may start it.", required=True)
    deal = text(
        "Matches of one deal, the boards of a duplicate table, name the same; null: it shares its deal with none.",
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
            "description": "`live`; or `fast`: only bots sit, and one worker plays the whole match, which can be seen "
            "when it is over."
        },
    )
    is_sealed = flag(
        "Whether others of its deal are played still: its players alone see it, and nobody its record.", required=True
    )
    start = fields.Nested(
        MomentSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Of practice: the moment that it goes on from; null if it began with the setup."},
    )
    take_back = fields.Nested(
        TakeBackSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The take-back that was asked for; null if there is none."},
    )
    own_deadlines = fields.List(
        fields.Nested(DeadlineSchema),
        required=True,
        metadata={"description": "Of the account's own seats whose time runs now."},
    )
    clocks = fields.List(
        fields.Nested(SeatClockSchema),
        required=True,
        metadata={
            "description": "Of a running match with a clock: every seat but those of bots. Others' are told as "
            "everybody knows them: what they answer unseen in a simultaneous step moves them when the step ends."
        },
    )
    claimable_ms = number(
        "Unix time in ms from which whoever is not waited for may `/claim` or `/abort` the match; null: never, as it "
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
    scores = numbers("Final points per seat; null before the end, or if nobody knows.", required=True, allow_none=True)
    ranks = numbers("Places per seat from 1, equals share; null as scores are.", required=True, allow_none=True)


class MadeMatchSchema(MatchSchema):
    """A match just made."""

    invitation = text("Of a private match: send it to whomever you want to join. It is shown this once.")


class InvitationSchema(Schema):
    """An invitation, which lets its holder join a private match."""

    invitation = text("Send it to whomever you want to join. It is shown this once.", required=True)


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
    seed = text("The 32-byte seed in hex: all chance follows from it.", required=True)
    commitment = text("Hex SHA-256 of seed and match id, as published at the start.", required=True)
    actions = fields.List(fields.Raw(), required=True, metadata={"description": "Pairs of seat and notation."})
    start = free(
        "Of practice: `match_id` and `version` of the moment that it goes on from; `description` of the table there."
    )
    log = fields.List(
        fields.Raw(),
        metadata={
            "description": "Where actions were taken back: all that was done; after [seat, null, n], n actions stood."
        },
    )
    downtimes_ms = fields.List(
        fields.List(fields.Integer()),
        metadata={"description": "Times that its clocks skipped because the server was down: from and until."},
    )
    times_ms = numbers("When each of the actions was taken, unix ms.", required=True)
    scores = numbers("Final points per seat.")
    ranks = numbers("Places per seat from 1.")
    fingerprint = text("Of the last position.")
    ended = text("How it ended.")


class RecordLineSchema(RecordSchema, EndOfStreamSchema):
    """A record with its cursor; or, with a `type`, the end of a stream that breaks."""

    cursor = text("To be sent as `since` after a break.")
    type = fields.String(validate=validate.OneOf(("end",)), metadata={"description": "Only of the end."})
