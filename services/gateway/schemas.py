"""The shapes of the REST interface: what a body may be, and what an answer is."""

from __future__ import annotations

from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema

SEAT_MAX = 99
VERSION_MAX = 2**31 - 1
CURSOR_MAX = 2**53 - 1
WAIT_S_MAX = 30
TIME_MS_MAX = 30 * 24 * 3_600_000
TEXT_MAX = 200
PLAYERS = ("person", "program", "bot")
RATING_MAX = 1000
SEAT_KINDS = ("open", "account", "bot", "invited")
STATUSES = ("waiting", "running", "over")


def text(meaning: str, **options: Any) -> fields.String:
    """Return a string field."""
    return fields.String(metadata={"description": meaning}, **options)


def number(meaning: str, most: int | None = None, least: int = 0, **options: Any) -> fields.Integer:
    """Return a field for a whole number; with *most*, one of a request, which is bounded."""
    bounds = None if most is None else validate.Range(least, most)
    return fields.Integer(strict=True, validate=bounds, metadata={"description": meaning}, **options)


def flag(meaning: str, **options: Any) -> fields.Boolean:
    """Return a field for a claim that holds or not."""
    return fields.Boolean(metadata={"description": meaning}, **options)


class StrictFlag(fields.Boolean):
    """A JSON boolean: `true` or `false`, and nothing that merely looks like one."""

    def _deserialize(self, value: Any, *rest: Any, **options: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *rest, **options)


def numbers(meaning: str, **options: Any) -> fields.List[int]:
    """Return a list of whole numbers."""
    return fields.List(fields.Integer(), metadata={"description": meaning}, **options)


def free(meaning: str, **options: Any) -> fields.Dict:
    """Return an object whose members the game gives."""
    return fields.Dict(keys=fields.String(), metadata={"description": meaning}, **options)


class Query(Schema):
    """Parameters of a query; unknown ones are ignored."""

    class Meta:
        """Ignore what is unknown."""

        unknown = EXCLUDE


class QueryNumber(fields.Integer):
    """A whole number written in decimal digits, as queries have it."""

    def _deserialize(self, value: Any, *rest: Any, **options: Any) -> int:
        if isinstance(value, str) and not (value.isascii() and value.isdecimal()):
            raise ValidationError("Not a whole number.")
        return int(super()._deserialize(value, *rest, **options) or 0)


def query_number(meaning: str, most: int, least: int = 0, **options: Any) -> QueryNumber:
    """Return a bounded number of a query."""
    return QueryNumber(validate=validate.Range(least, most), metadata={"description": meaning}, **options)


class SeatQuery(Query):
    """Which seat of the caller is meant."""

    seat = query_number("The seat meant, where the account holds several in this match.", SEAT_MAX)


def message_cursor(meaning: str, **options: Any) -> fields.String:
    """Return the cursor of a chat message."""
    cursor = validate.Regexp(r"^[0-9]{1,18}-[0-9]{1,18}$", error="the cursor of a message")
    return fields.String(validate=cursor, metadata={"description": meaning}, **options)


class DecisionQuery(SeatQuery):
    """Which seat, and how long to wait for its decision."""

    wait_s = fields.Float(
        load_default=0,
        validate=validate.Range(0, WAIT_S_MAX),
        metadata={"description": "Wait up to so many seconds until the seat owes a decision or the match is over."},
    )


class EventsQuery(SeatQuery):
    """Where to begin, and whether to go on."""

    since = query_number(
        "Number of events already known: the first one sent is since + 1. `Last-Event-ID` does the same.", CURSOR_MAX
    )
    follow = flag("False: send what there is and end.", load_default=True)
    chat_since = message_cursor("Cursor of the last chat message that you know; left out: from the oldest there is.")


class LastEvent(Query):
    """Where a dropped stream goes on."""

    last_event_id = QueryNumber(
        data_key="Last-Event-ID",
        validate=validate.Range(0, CURSOR_MAX),
        metadata={"description": "The last event received; browsers send it by themselves."},
    )


def rating(meaning: str, **options: Any) -> fields.Float:
    """Return a bound of ratings."""
    bounds = validate.Range(-RATING_MAX, RATING_MAX)
    return fields.Float(validate=bounds, metadata={"description": meaning}, **options)


def players(meaning: str, **options: Any) -> fields.List[str]:
    """Return a list of kinds of players."""
    return fields.List(fields.String(validate=validate.OneOf(PLAYERS)), metadata={"description": meaning}, **options)


class MatchesQuery(Query):
    """Which matches to list."""

    status = fields.String(
        validate=validate.OneOf(STATUSES),
        metadata={"description": "Left out: running ones; with `own`, all."},
    )
    game = text("Only matches of that game.", validate=validate.Length(max=TEXT_MAX))
    own = flag("Only matches in which the account holds a seat.", load_default=False)
    seats = query_number("Only tables of so many seats.", SEAT_MAX, 1)
    clock = fields.String(
        validate=validate.OneOf(("none", "decision", "bank")),
        metadata={"description": "Only matches with a clock of that kind."},
    )
    admits = players("Only matches that admit all of these; `bot`: where bots are welcome.")
    rating_min = rating("Only matches whose seated accounts are rated so or better, for their game and seats.")
    rating_max = rating("Only matches whose seated accounts are rated so or worse.")
    joinable = flag("Only matches with a seat that you may take.", load_default=False)
    page_size = query_number("How many.", 100, 1, load_default=20)
    page_token = text("`next_page_token` of the page before.", validate=validate.Length(max=TEXT_MAX))


class IdempotencyKey(Query):
    """A repetition with the same key gets the same answer and is carried out once."""

    idempotency_key = fields.String(
        data_key="Idempotency-Key",
        validate=validate.Regexp(r"^[!-~]{1,80}$", error="1 to 80 visible ASCII characters"),
        metadata={"description": "A repetition with the same key gets the same answer and is carried out once."},
    )


class SeatChoice(Schema):
    """Who shall sit there."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(SEAT_KINDS),
        metadata={
            "description": "`open`: for anybody; `account`: you, or the one named; `invited`: it may join; `bot`."
        },
    )
    account = text("Name of the account; left out: your own.", validate=validate.Length(max=TEXT_MAX))
    level = text("The bot's level, one of `/v1/bots`.", validate=validate.Length(max=TEXT_MAX))

    @validates_schema
    def _fits(self, seat: dict[str, Any], **_: Any) -> None:
        kind = seat.get("kind")
        if kind == "bot" and not seat.get("level"):
            raise ValidationError("a bot needs a level; /v1/bots lists them", "level")
        if kind == "invited" and not seat.get("account"):
            raise ValidationError("name the account that is invited", "account")
        for name, owners in (("level", ("bot",)), ("account", ("account", "invited"))):
            if name in seat and kind not in owners:
                raise ValidationError(f"only a seat of kind {' or '.join(owners)} has {name}", name)


class Clock(Schema):
    """How time is given. Server time alone counts, and every seat that owes a decision runs its own clock."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(("none", "decision", "bank")),
        metadata={"description": "`none`; `decision`: afresh for every one; `bank`: a stock, and more per decision."},
    )
    decision_ms = number("Of kind decision: for each one.", TIME_MS_MAX, 1000)
    bank_ms = number("Of kind bank: at the start.", TIME_MS_MAX, 1000)
    increment_ms = number("Of kind bank: what each decision adds.", TIME_MS_MAX)


class Admission(Schema):
    """Whom one wants at the table."""

    admits = players(
        "Which players may take part; left out: all. You yourself may in any case.", validate=validate.Length(1)
    )
    rating_min = rating("Least rating of whoever joins uninvited, as leaderboards show it for the game and seats.")
    rating_max = rating("Highest rating of whoever joins uninvited; who has not played yet is rated 0.")


class NewMatch(Admission):
    """A match to be made."""

    game = text("Name of the game, one of `/v1/games`.", required=True, validate=validate.Length(1, TEXT_MAX))
    seats = fields.List(
        fields.Nested(SeatChoice),
        required=True,
        validate=validate.Length(1, 16),
        metadata={"description": "One entry per seat, seat 0 first."},
    )
    options = free("Setup options of the game; left out: the defaults.")
    starts_when_full = StrictFlag(
        load_default=True,
        metadata={
            "description": "Begin by itself once no seat is open, at once if none is now. False: `/start` begins it."
        },
    )
    clock = fields.Nested(Clock, metadata={"description": "Left out: no clock."})
    absence = fields.String(
        load_default="forfeit",
        validate=validate.OneOf(("forfeit", "substitute")),
        metadata={"description": "Who resigns or has no time left: forfeits, or a bot plays until it is back."},
    )
    is_private = StrictFlag(
        load_default=False,
        metadata={"description": "Unknown to all but its players; whoever has its `invitation` may join. Not rated."},
    )
    allows_take_back = StrictFlag(
        load_default=True, metadata={"description": "Whether actions may be taken back if all agree."}
    )
    has_chat = StrictFlag(load_default=True, metadata={"description": "Whether there is talk at the table."})
    allows_analysis = StrictFlag(
        load_default=True, metadata={"description": "Whether players may have their due decisions analysed."}
    )


class NewMatches(Admission):
    """Several matches that differ in who sits where; all are made, or none."""

    game = text("Name of the game, one of `/v1/games`.", required=True, validate=validate.Length(1, TEXT_MAX))
    tables = fields.List(
        fields.List(fields.Nested(SeatChoice), validate=validate.Length(1, 16)),
        required=True,
        validate=validate.Length(1),
        metadata={"description": "The seats of each match, seat 0 first; at most 500 matches."},
    )
    options = free("Setup options of the game; left out: the defaults.")
    starts_when_full = StrictFlag(load_default=True, metadata={"description": "Begin each at once if no seat is open."})
    allows_take_back = StrictFlag(
        load_default=True, metadata={"description": "Whether actions may be taken back if all agree."}
    )
    has_chat = StrictFlag(load_default=True, metadata={"description": "Whether there is talk at the table."})
    allows_analysis = StrictFlag(
        load_default=True, metadata={"description": "Whether players may have their due decisions analysed."}
    )
    clock = fields.Nested(Clock, metadata={"description": "Left out: no clock."})
    absence = fields.String(load_default="forfeit", validate=validate.OneOf(("forfeit", "substitute")))


class Seek(Admission):
    """What is sought."""

    game = text("Name of the game, one of `/v1/games`.", required=True, validate=validate.Length(1, TEXT_MAX))
    seats = number("Seats of the table, your own included.", 5, 1, required=True)
    options = free("Setup options of the game; left out: the defaults.")
    clock = fields.Nested(Clock, metadata={"description": "Left out: no clock."})
    absence = fields.String(load_default="forfeit", validate=validate.OneOf(("forfeit", "substitute")))


class Decline(Schema):
    """Why."""

    reason = text("The creator can read it.", load_default="", validate=validate.Length(max=TEXT_MAX))


class NewTakeBack(Schema):
    """What shall be taken back."""

    seat = number("The seat, where the account holds several in this match.", SEAT_MAX)
    actions = number(
        "How many of the seat's latest actions; what others did after them goes too.", 16, 1, load_default=1
    )


class TakeBackAnswer(Schema):
    """Whether one agrees."""

    seat = number("The seat; left out: all that the account holds.", SEAT_MAX)
    take_back_id = text(
        "Of the match's `take_back`: the answer is to that wish alone.",
        required=True,
        validate=validate.Length(1, TEXT_MAX),
    )
    is_accepted = StrictFlag(required=True, metadata={"description": "False declines it, or withdraws one's own."})


class SeatBody(Schema):
    """Which seat is meant."""

    seat = number("The seat; left out: the first open one, or the one you hold.", SEAT_MAX)


class JoinBody(SeatBody):
    """Which seat is meant, and what lets one in."""

    invitation = text("Of a private match, as its creator was told.", validate=validate.Length(max=TEXT_MAX))


ACTION = {"anyOf": [{"type": "string"}, {"type": "object", "required": ["kind"]}]}


class OneAction(fields.Field[Any]):
    """An action as an object with `kind` and its fields, or a string in notation."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any] | str:
        if not isinstance(value, dict | str):
            raise ValidationError("An action is an object with kind and its fields, or a string in notation.")
        return value


class NewActions(Schema):
    """One action or several, taken all or none."""

    version = number("`version` of the decision this answers.", VERSION_MAX, required=True)
    seat = number("The seat, where the account holds several in this match.", SEAT_MAX)
    action = OneAction(
        metadata={"description": "One action: an object as in `legal_actions`, or its notation."} | ACTION
    )
    actions = fields.List(
        OneAction(metadata=ACTION),
        validate=validate.Length(1),
        metadata={"description": "Instead of `action`: several, taken all or none."},
    )

    @validates_schema
    def _one_of_both(self, body: dict[str, Any], **_: Any) -> None:
        if ("action" in body) == ("actions" in body):
            raise ValidationError("send either action or actions", "actions")


class NewAccount(Schema):
    """An account to be made."""

    name = text(
        "Name, seen by all.",
        required=True,
        validate=validate.Regexp(r"^[a-z0-9][a-z0-9_-]{2,29}$", error="3 to 30 of a-z, 0-9, _ and -, no sign first"),
    )
    kind = fields.String(
        load_default="person",
        validate=validate.OneOf(("person", "program")),
        metadata={"description": "Who plays with it, for good; everybody at a table is told."},
    )


class NewToken(Schema):
    """A further token of the account."""

    scopes = fields.List(
        fields.String(validate=validate.OneOf(("play", "watch"))),
        load_default=lambda: ["play"],
        validate=validate.Length(1, 2),
        metadata={"description": "`play`: take seats and act; `watch`: see only."},
    )
    days = number("How long it is good, in days.", 365, 1, load_default=365)


# -- answers ------------------------------------------------------------------------------------------


class Problem(Schema):
    """A refusal (RFC 9457). `error` is the stable word for programs."""

    type = text("Address of the error's description.", required=True)
    title = text("The error in two words.", required=True)
    status = number("The HTTP status.", required=True)
    detail = text("One sentence for people.", required=True)
    instance = text("Path of the request.", required=True)
    error = text("Type of the error: IllegalAction, StaleVersion, ...", required=True)
    request_id = text("The request's id, as in the header `X-Request-Id`: the server's logs have it too.")
    reason = text("IllegalAction: a stable word for programs; others: see `/docs/`.")
    rule = text("IllegalAction: the ruling it rests on.")
    seat = number("The seat that acted.")
    legal = fields.List(fields.String(), metadata={"description": "IllegalAction: what the seat may do instead."})
    index = number("Place of the refused action in the list.")
    deciding_seats = numbers("NotYourDecision: the seats that owe a decision.")
    version = number("StaleVersion: the present version.")
    limit = text("LimitExceeded: the limit's name.")
    limit_max = number("LimitExceeded: its value.")
    retry_after_s = fields.Float(metadata={"description": "When a repetition makes sense, in seconds."})
    errors = fields.Raw(metadata={"description": "BadRequest: what is wrong, by part of the request and field."})


class ProblemKind(Schema):
    """An error that an answer may carry."""

    error = text("Its name.", required=True)
    title = text("The error in two words.", required=True)
    status = number("The HTTP status.", required=True)
    grpc = text("The gRPC status code.", required=True)


class Problems(Schema):
    """All errors there are."""

    problems = fields.List(fields.Nested(ProblemKind), required=True)


class Option(Schema):
    """A setup option."""

    name = text("Name.", required=True)
    text_ = fields.String(data_key="text", required=True, metadata={"description": "Meaning."})
    default = fields.Raw(required=True, metadata={"description": "The default."})
    choices = fields.Raw(required=True, metadata={"description": "Values it may take; empty or null: any of the type."})


class Game(Schema):
    """A rule set."""

    name = text("Name in requests.", required=True)
    title = text("Name for people.", required=True)
    seats_min = number("Fewest seats.", required=True)
    seats_max = number("Most seats.", required=True)
    rules_version = text("Version of the rules.", required=True)
    options = fields.List(fields.Nested(Option), required=True)


class Games(Schema):
    """All games."""

    games = fields.List(fields.Nested(Game), required=True)


class GameWords(Game):
    """A rule set with its vocabulary."""

    actions = fields.List(
        fields.Raw(), required=True, metadata={"description": "The kinds of action and their fields."}
    )
    decisions = free("The decisions by name, each with its ruling and what is asked.", required=True)
    events = fields.List(fields.Raw(), required=True, metadata={"description": "The kinds of event and their fields."})


class Measured(Schema):
    """Wins of a level against another."""

    against = text("The other level, the next below.", required=True)
    matches = number("Matches played.", required=True)
    share = fields.Float(required=True, metadata={"description": "Share of wins."})
    low = fields.Float(required=True, metadata={"description": "Lower end of its 95 % interval."})
    high = fields.Float(required=True, metadata={"description": "Upper end."})
    seats = number("Seats of the tables; at more than two all others were of that level.", required=True)
    decision = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "What the sequential test said: `better`, `not_better`; null: it was open."},
    )


class Bot(Schema):
    """A built-in opponent."""

    level = text("Name in requests.", required=True)
    text_ = fields.String(data_key="text", required=True, metadata={"description": "How it chooses."})
    chooser = text("`random`, `policy` (one look, no search) or `search`.", required=True)
    iterations = number(
        "Of a search: tries per decision; null: as many as the time allows.", required=True, allow_none=True
    )
    think_ms_max = number("Longest search for one decision, in milliseconds.", required=True)
    measured = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(Measured),
        required=True,
        metadata={"description": "By game; one that is missing was not measured."},
    )


class Bots(Schema):
    """All levels that the running workers offer."""

    bots = fields.List(fields.Nested(Bot), required=True)


class Account(Schema):
    """Who somebody is."""

    name = text("Name.", required=True)
    kind = fields.String(required=True, validate=validate.OneOf(("person", "program")))
    scopes = fields.List(fields.String(), required=True, metadata={"description": "What this token allows."})


class AccountWithToken(Account):
    """An account or token just made; the token is shown this once."""

    token = text("Send it as `Authorization: Bearer TOKEN`. It is shown this once.", required=True)


class Seat(Schema):
    """A place at the table."""

    kind = fields.String(required=True, validate=validate.OneOf(SEAT_KINDS))
    account = text("Name of the account that holds it.")
    level = text("The bot's level.")
    resigned_by = text("Name of the account that resigned or ran out of time, where a bot took over for good.")
    stands_in_for = text("Name of the account that the bot plays for until it is back.")
    cause = text("Why the account is away: `resigned` or `timeout`.")
    player = fields.String(
        validate=validate.OneOf(PLAYERS), metadata={"description": "Who plays here; left out: nobody yet."}
    )


class Deadline(Schema):
    """When a seat's time is up."""

    seat = number("The seat.", required=True)
    at_ms = number("Unix time in ms.", required=True)


class TakeBack(Schema):
    """A wish to take actions back, until all agree, somebody declines or acts."""

    seat = number("Whose wish it is.", required=True)
    take_back_id = text("To be sent with the answer.", required=True)
    actions = number("How many actions would be undone, those of others included.", required=True)
    agreed_seats = numbers("Seats that agree.", required=True)


class Match(Schema):
    """A match as the asking account may know it."""

    id = text("Its id.", required=True)
    game = text("Name of the game.", required=True)
    rules_version = text("Version of the rules it keeps.", required=True)
    options = free("Setup options, defaults filled in.", required=True)
    seats = fields.List(fields.Nested(Seat), required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    version = number("Number of actions so far, as far as the account can know.", required=True)
    deciding_seats = numbers("Seats that owe a decision now.", required=True)
    own_seats = numbers("Seats of the asking account.", required=True)
    creator = text("Account that made the match and may start it.", required=True)
    starts_when_full = flag("Whether it begins by itself.", required=True)
    clock = fields.Nested(Clock, required=True)
    absence = text("What becomes of a seat whose player is away.", required=True)
    admits = players("Which players may take part.", required=True)
    rating_min = rating("Least rating of whoever joins uninvited; null: any.", required=True, allow_none=True)
    rating_max = rating("Highest rating of whoever joins uninvited; null: any.", required=True, allow_none=True)
    is_private = flag("Whether it is unknown to all but its players, and not rated.", required=True)
    has_chat = flag("Whether there is talk at the table.", required=True)
    allows_take_back = flag("Whether actions may be taken back if all agree; never in tournaments.", required=True)
    allows_analysis = flag(
        "Whether players may have their due decisions analysed; not in tournaments. When it is over, all may.",
        required=True,
    )
    deal = text(
        "Matches of one deal, the boards of a duplicate table, name the same; null: it shares its deal with none.",
        required=True,
        allow_none=True,
    )
    is_sealed = flag(
        "Whether others of its deal are played still: its players alone see it, and nobody its record.", required=True
    )
    take_back = fields.Nested(
        TakeBack,
        required=True,
        allow_none=True,
        metadata={"description": "What is asked to be taken back; null: nothing."},
    )
    own_deadlines = fields.List(
        fields.Nested(Deadline),
        required=True,
        metadata={"description": "Of the account's seats whose time runs now; others' are not told."},
    )
    commitment = text("Hex SHA-256 of seed and match id: checks the record after the end.", required=True)
    created_ms = number("Unix time in ms.", required=True)
    started_ms = number("Unix time in ms; null: not yet.", required=True, allow_none=True)
    ended_ms = number("Unix time in ms; null: not yet.", required=True, allow_none=True)
    ended = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "`finished`, `resigned`, `timeout` or `adjudicated` (decided elsewhere); null: not yet."
        },
    )
    scores = numbers("Final points per seat; null before the end.", required=True, allow_none=True)
    ranks = numbers("Places per seat from 1, equals share; null before the end.", required=True, allow_none=True)


class MadeMatch(Match):
    """A match just made."""

    invitation = text("Of a private match: send it to whomever you want to join. It is shown this once.")


class Invitation(Schema):
    """What lets its holder join a private match."""

    invitation = text("Send it to whomever you want to join. It is shown this once.", required=True)


class Matches(Schema):
    """A page of matches, newest first."""

    matches = fields.List(fields.Nested(Match), required=True)
    next_page_token = fields.String(
        required=True, allow_none=True, metadata={"description": "Null: this was the last page."}
    )


class MatchIds(Schema):
    """The matches made, in the order of the tables."""

    match_ids = fields.List(fields.String(), required=True)


class AccountEventsQuery(Query):
    """From where, and how long."""

    since = fields.String(
        validate=validate.Regexp(r"^[0-9]{1,18}-[0-9]{1,18}$", error="the cursor of an event"),
        metadata={"description": "Cursor of the last event that you know; left out: the oldest there is."},
    )
    follow = flag("False: send what there is and end.", load_default=True)


class AccountEvent(Schema):
    """What concerns the account; an empty cursor and kind is a heartbeat."""

    cursor = text("To be sent as `since` after a break.", required=True)
    kind = text(
        "`invited`, `joined`, `declined`, `match_started`, `decision_due`, `take_back_asked` or `match_over`; of "
        "tournaments: `round_paired`, `tournament_match` (the match is there) or `bye`.",
        required=True,
    )
    match_id = text("The match; empty where there is none yet.", required=True)
    seat = number("The seat.", required=True)
    tournament_id = text("Of a tournament's event.")
    round = number("Of a tournament's event.")
    table = number("Of a tournament's event: the table in that round, from 0.")


class Joined(Schema):
    """The seat taken, and the match."""

    seat = number("The seat taken.", required=True)
    match = fields.Nested(Match, required=True)


class LegalAction(Schema):
    """Something the seat may do now."""

    notation = text("The action in one line.", required=True)
    action = free("The action as an object: `kind` and its fields.", required=True)


class Decision(Schema):
    """What the seat is asked now."""

    seat = number("The seat.", required=True)
    version = number("To be sent with the answer.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    is_over = flag("Whether the match has ended.", required=True)
    is_asked = flag("False: the seat owes nothing now.", required=True)
    asks = text("Name of the decision.", required=True)
    rule = text("The ruling it rests on.", required=True)
    text_ = fields.String(data_key="text", required=True, metadata={"description": "What is asked, in a sentence."})
    legal_actions = fields.List(fields.Nested(LegalAction), required=True)
    remaining_ms = number("Time the seat has left; null: no clock.", required=True, allow_none=True)


class NumberedEvent(Schema):
    """A fact that the seat may know."""

    cursor = number("Its number among the events that this seat sees, from 1.", required=True)
    event = free("`kind`, `seat` and the fields of the kind.", required=True)


class Submitted(Schema):
    """What a submission brought."""

    seat = number("The seat.", required=True)
    version = number("Version after it.", required=True)
    cursor = number("Number of events that the seat has seen after it.", required=True)
    events = fields.List(fields.Nested(NumberedEvent), required=True)
    remaining_ms = number("Time the seat has left; null: no clock.", required=True, allow_none=True)
    latency_ms = number("How long the server took for the submission.", required=True)


class View(Schema):
    """The table as the seat may see it."""

    seat = number("The seat; null: a spectator.", required=True, allow_none=True)
    version = number("Version of the match, as far as the seat can know.", required=True)
    cursor = number("The view holds the events up to this number.", required=True)
    view = free("The table; its members are the game's.", required=True)


class NewMessage(Schema):
    """What is said."""

    text_ = fields.String(
        data_key="text",
        required=True,
        validate=validate.Length(1, 300),
        metadata={"description": "One line, without control characters."},
    )


class Message(Schema):
    """Something said."""

    cursor = text("Its place in the talk.", required=True)
    account = text("Who said it.", required=True)
    seat = number("From which seat; null: a spectator.", required=True, allow_none=True)
    scope = fields.String(
        required=True,
        validate=validate.OneOf(("seats", "spectators")),
        metadata={"description": "`seats`: everybody hears it; `spectators`: seats don't while the match runs."},
    )
    text_ = fields.String(data_key="text", required=True, metadata={"description": "What was said."})
    at_ms = number("Unix time in ms.", required=True)


class MessagesQuery(Query):
    """From where, and how many."""

    since = message_cursor("Cursor of the last message that you know; left out: from the oldest there is.")
    page_size = query_number("How many at most.", 100, 1, load_default=100)


class Messages(Schema):
    """What was said, oldest first."""

    messages = fields.List(fields.Nested(Message), required=True)
    cursor = text("To be sent as `since` for what follows; empty: nothing was said yet.", required=True)


class Mute(Schema):
    """Whom not to hear."""

    seat = number("The seat.", SEAT_MAX, required=True)
    is_muted = StrictFlag(required=True, metadata={"description": "False: hear it again."})


class MutedSeats(Schema):
    """Whom one doesn't hear."""

    muted_seats = numbers("The seats.", required=True)


class ChatSwitch(Schema):
    """Whether there is talk."""

    has_chat = StrictFlag(required=True, metadata={"description": "Whether there is talk at the table."})


class Line(Schema):
    """One line of a stream: an event with its cursor, the match after a change, something said, or a heartbeat."""

    type = fields.String(required=True, validate=validate.OneOf(("event", "match", "chat", "heartbeat")))
    chat = fields.Nested(Message, metadata={"description": "Something said, with a cursor of its own."})
    cursor = number("Of an event: its number.")
    event = free("Of an event: the fact.")
    match = fields.Nested(Match, metadata={"description": "Of a match: who holds which seat, who owes a decision."})


class Record(Schema):
    """A finished match: replayable and verifiable by anyone with `astrarium verify`."""

    class Meta:
        """The engine may add members."""

        unknown = EXCLUDE

    match_id = text("The match.", required=True)
    game = text("Name of the game.", required=True)
    rules_version = text("Version of the rules.", required=True)
    seats = number("Number of seats.", required=True)
    options = free("Setup options.", required=True)
    seed = text("The 32-byte seed in hex: all chance follows from it.", required=True)
    commitment = text("Hex SHA-256 of seed and match id, as published at the start.", required=True)
    actions = fields.List(fields.Raw(), required=True, metadata={"description": "Pairs of seat and notation."})
    log = fields.List(
        fields.Raw(),
        metadata={"description": "Where actions were taken back: all that was done; [seat, null, n] left n standing."},
    )
    scores = numbers("Final points per seat.")
    ranks = numbers("Places per seat from 1.")
    fingerprint = text("Of the last position.")
    ended = text("How it ended.")


class Health(Schema):
    """Whether the gateway and what it needs can be reached."""

    status = fields.String(required=True, validate=validate.OneOf(("serving", "unavailable")))
    parts = free("Each part and whether it serves.", required=True)


class NewAnalysis(Schema):
    """Which decision, and how long to search; all may be left out for one's own decision."""

    seat = number("Of a finished match: who decided. Of a running one: needed if you hold several seats.", SEAT_MAX)
    version = number(
        "Of a finished match (needed): the number of the record's actions before the decision. "
        "Of a running one: your version; refused if it is no longer so.",
        VERSION_MAX,
    )
    budget_ms = number("How long to search; left out: a second.", VERSION_MAX, 1)
    iterations = number("How often to try at most.", VERSION_MAX, 1)


class Candidate(Schema):
    """An action that was searched."""

    action = free("The action as an object.", required=True)
    notation = text("The action in one line.", required=True)
    visits = number("How often it was tried.", required=True)
    values = fields.List(
        fields.Float(), required=True, metadata={"description": "Mean reward per seat, from 0 (worst) to 1."}
    )
    expected_scores = fields.List(
        fields.Float(), required=True, metadata={"description": "Mean final points per seat."}
    )


class LineAction(Schema):
    """An action of the line that the search expects."""

    seat = number("Who takes it.", required=True)
    action = free("The action as an object.", required=True)
    notation = text("The action in one line.", required=True)


class Analysis(Schema):
    """What the search made of a decision, from what the seat knew and nothing else."""

    seat = number("The seat.", required=True)
    version = number("Which of its decisions.", required=True)
    played = fields.String(
        required=True, allow_none=True, metadata={"description": "Of a finished match: what the seat then did."}
    )
    candidates = fields.List(
        fields.Nested(Candidate), required=True, metadata={"description": "The legal actions, best first."}
    )
    values = fields.List(fields.Float(), required=True, metadata={"description": "Mean reward per seat."})
    expected_scores = fields.List(
        fields.Float(), required=True, metadata={"description": "Mean final points per seat."}
    )
    principal_line = fields.List(fields.Nested(LineAction), required=True)
    iterations = number("How often was tried.", required=True)
    threads = number("Threads of the search.", required=True)
    think_ms = fields.Float(required=True, metadata={"description": "How long the search took."})


# -- series -------------------------------------------------------------------------------------------


class NewSeries(Schema):
    """Which levels play each other, and how often."""

    game = text("Name of the game.", required=True, validate=validate.Length(1, TEXT_MAX))
    players = fields.List(
        fields.String(validate=validate.Length(1, TEXT_MAX)),
        required=True,
        validate=validate.Length(2, 32),
        metadata={"description": "Levels of `/v1/bots`; the same one may stand there twice."},
    )
    tables = number("Seats of a table; every group of players that fills one plays.", 5, 2)
    pairs = number("Sets per group: as many matches as a table has seats each.", 1_000_000, 1)
    sprt = flag("End a group as soon as the sequential test of its first player is decided.")
    is_duplicate = flag("A set is one deal, played in every rotation of the seats; false: a deal per match.")
    rotates = flag("Seats rotate within a set; false (needs is_duplicate false): everybody keeps the seat.")
    seed = number("Number from which the deals follow; left out: chosen by chance.", VERSION_MAX)
    budget_ms = number("Time per decision in place of the searching levels' own.", VERSION_MAX, 1)
    iterations = number("Iterations per decision in place of the searching levels' own.", VERSION_MAX, 1)
    options = free("Setup options of the game.")


class SeriesRow(Schema):
    """A series in short."""

    id = text("Its id.", required=True)
    host = text("Account that made it.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(("running", "over", "cancelled", "failed")))
    reason = text("Of a failed one: why.", required=True)
    plan = free("What is played, defaults filled in.", required=True)
    matches = number("Matches that it will have had; decided groups get no more.", required=True)
    played = number("Matches played.", required=True)
    decisions = number("Decisions taken in them.", required=True)
    left_s = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "Estimate of the seconds left; null: none yet, or over."},
    )
    created_ms = number("Unix time in ms.", required=True)
    ended_ms = number("Unix time in ms; null: not yet.", required=True, allow_none=True)
    cursor = number("Number of the latest entry of its log.", required=True)


class Rate(Schema):
    """A share of wins (ties count in part) with its 95 % interval."""

    share = fields.Float(required=True)
    low = fields.Float(required=True)
    high = fields.Float(required=True)
    sets = number("Complete sets behind it.", required=True)


class SeriesGroup(Schema):
    """Players of one table, and how they stand."""

    players = fields.List(fields.String(), required=True)
    matches = number("Matches played.", required=True)
    rates = fields.List(fields.Nested(Rate), required=True, metadata={"description": "Wins, per player."})
    sprt = free("The test of the first player: `log_ratio`, `lower`, `upper`, `decision`.", required=True)
    mean_scores = fields.List(fields.Float(), required=True, metadata={"description": "Mean points, per player."})
    forfeits = number("Matches that a player failed in.", required=True)


class SeriesRating(Schema):
    """Strength as the series showed it, with a 95 % interval."""

    player = text("The level.", required=True)
    mean = fields.Float(required=True)
    deviation = fields.Float(required=True)
    low = fields.Float(required=True)
    high = fields.Float(required=True)
    results = number("Matches behind it.", required=True)


class Series(SeriesRow):
    """A series with everything but its matches."""

    groups = fields.List(fields.Nested(SeriesGroup), required=True)
    ratings = fields.List(fields.Nested(SeriesRating), required=True, metadata={"description": "Best first."})


class SeriesPage(Schema):
    """A page of series, newest first."""

    series = fields.List(fields.Nested(SeriesRow), required=True)
    next_page_token = fields.String(required=True, allow_none=True)


class SeriesLine(Schema):
    """An entry of a series' log; cursor 0 without one is a heartbeat."""

    cursor = number("Its number, from 1.", required=True)
    entry = free("`kind` (`created`, `match`, `decided`, `finished`, `cancelled`, `failed`), `at_ms`, and its fields.")


class SeriesExportQuery(Query):
    """In which form."""

    form = fields.String(load_default="jsonl", validate=validate.OneOf(("jsonl", "csv")))


class SeriesPlotQuery(Query):
    """In which form."""

    form = fields.String(load_default="svg", validate=validate.OneOf(("svg", "png")))


# -- tournaments and ratings --------------------------------------------------------------------------

FORMATS = ("round_robin", "swiss", "knockout", "gauntlet", "arena")


class NewTournament(Schema):
    """A tournament to be made; what is left out has a default."""

    name = text("Name, seen by all.", required=True, validate=validate.Length(1, TEXT_MAX))
    game = text("Name of the game.", required=True, validate=validate.Length(1, TEXT_MAX))
    format = fields.String(required=True, validate=validate.OneOf(FORMATS))
    seats = number("Seats of a full table.", 5, 2, required=True)
    options = free("Setup options of the game.")
    rounds = number("Rounds; 0: as many as the format needs.", 200)
    cycles = number("How often a round robin or gauntlet is played.", 20, 1)
    points = fields.List(fields.Float(), metadata={"description": "Points per place, the first place's first."})
    bye_points = fields.Float(metadata={"description": "Points of a bye; left out: a first place's."})
    late_points = fields.Float(metadata={"description": "Points for each round that a late entry missed."})
    late_rounds = number("Late entries end when this round has been paired.", 200)
    tie_breaks = fields.List(
        fields.String(validate=validate.OneOf(("opposition", "direct", "places", "margin"))),
        metadata={"description": "In the order in which they are applied."},
    )
    method = fields.String(
        validate=validate.OneOf(("auto", "dutch", "pods")),
        metadata={"description": "How a Swiss of two seats is paired."},
    )
    is_duplicate = flag(
        "Duplicate tables: every table plays its deal once per seat, all boards at once, everybody once in each seat; "
        "together they are one result, and records are open when the last board is over. For programs and bots alone: "
        "`players` may not have `person`, which it has not if left out, and `has_chat` is not true.",
    )
    short_tables = flag("Smaller tables instead of byes.")
    advance = number("How many of a knockout table go on.", 4, 1)
    duration_ms = number("How long an arena lasts.", 7 * 24 * 3_600_000, 60_000)
    clock = fields.Nested(Clock)
    absence = fields.String(validate=validate.OneOf(("forfeit", "substitute")))
    is_rated = flag("Whether its matches are meant to be rated.")
    has_chat = flag("Whether there is talk at its tables; left out: no.")
    entrants_max = number("Most entrants.", 1000, 2)
    players = fields.List(
        fields.String(validate=validate.OneOf(("person", "program", "bot"))),
        metadata={"description": "Who may enter; an account's kind says what it is."},
    )
    rating_min = fields.Float(metadata={"description": "Least rating of an entrant."})
    rating_max = fields.Float(metadata={"description": "Highest rating of an entrant."})


class NewBots(Schema):
    """Bots that enter."""

    level = text("Their level.", required=True, validate=validate.Length(1, TEXT_MAX))
    count = number("How many.", 500, 1, load_default=1)
    rating = fields.Float(load_default=0.0, metadata={"description": "For the seeding."})
    is_challenger = flag("Whether they are a gauntlet's challengers.", load_default=False)


class Removal(Schema):
    """Who is taken out."""

    entrant = text("Id of the entrant.", required=True, validate=validate.Length(1, TEXT_MAX))


class Reason(Schema):
    """Why."""

    reason = text("Kept for everybody to read.", load_default="", validate=validate.Length(max=TEXT_MAX))


class Correction(Schema):
    """A result as the host decides it; the old one is kept beside it."""

    round = number("The round.", 1_000_000, 1, required=True)
    table = number("The table, from 0.", 1_000_000, required=True)
    board = number("The board of a duplicate table, from 0.", 4, load_default=0)
    ranks = fields.List(fields.Integer(strict=True), required=True, validate=validate.Length(2, 5))
    scores = fields.List(fields.Float(), required=True, validate=validate.Length(2, 5))
    absent = numbers("Seats whose player was absent.")
    reason = text("Kept for everybody to read.", required=True, validate=validate.Length(1, TEXT_MAX))


class TournamentRow(Schema):
    """A tournament in short."""

    id = text("Its id.", required=True)
    host = text("Account that made it.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(("open", "running", "paused", "over")))
    entrants = number("Entrants who have not withdrawn.", required=True)
    round = number("The latest round.", required=True)
    cursor = number("Number of the latest entry of its log.", required=True)
    config = free("Its settings; the seed that chance comes from is told after the end.", required=True)


class Tournament(TournamentRow):
    """A tournament with everything."""

    standings = fields.List(free("An entrant's line."), required=True)
    rounds = fields.List(free("A round: tables with seats and results, byes, walkovers."), required=True)
    audit = fields.List(free("What the host decided: who, why, and what was before."), required=True)


class Tournaments(Schema):
    """A page of tournaments, newest first."""

    tournaments = fields.List(fields.Nested(TournamentRow), required=True)
    next_page_token = fields.String(required=True, allow_none=True)


class PageQuery(Query):
    """A page of a list."""

    page_size = query_number("How many.", 100, 1, load_default=20)
    page_token = text("`next_page_token` of the page before.", validate=validate.Length(max=TEXT_MAX))


class ExportQuery(Query):
    """In which form."""

    form = fields.String(load_default="csv", validate=validate.OneOf(("csv", "trf", "markdown")))


class EntriesQuery(Query):
    """From where, and how long."""

    since = query_number("Number of entries already known.", VERSION_MAX, load_default=0)
    follow = flag("False: send what there is and end.", load_default=True)


class TournamentLine(Schema):
    """An entry of a tournament's log; cursor 0 without one is a heartbeat."""

    cursor = number("Its number, from 1.", required=True)
    entry = free("`kind`, `at_ms` and the fields of the kind.")


class RatingsQuery(Query):
    """Of which tables."""

    game = text("Name of the game.", required=True, validate=validate.Length(1, TEXT_MAX))
    seats = query_number("Seats of the tables.", 5, 2, load_default=2)


class LeaderboardQuery(RatingsQuery):
    """Of which tables, and how many."""

    page_size = query_number("How many.", 100, 1, load_default=20)


class Rating(Schema):
    """Believed strength."""

    player = text("Account, or `bot:LEVEL`.", required=True)
    mean = fields.Float(required=True)
    deviation = fields.Float(required=True)
    results = number("Results that stand behind it.", required=True)
    shown = fields.Float(required=True, metadata={"description": "Mean less three deviations: what the order goes by."})


class Leaderboard(Schema):
    """The best, first."""

    ratings = fields.List(fields.Nested(Rating), required=True)


class RatingChange(Schema):
    """A step in a player's history."""

    at_ms = number("Unix time in ms of the match's end.", required=True)
    match_id = text("The match; or the deal of its matches, where a duplicate table counted as one.", required=True)
    rank = number("The place that counted.", required=True)
    mean = fields.Float(required=True, metadata={"description": "Mean after it."})
    deviation = fields.Float(required=True, metadata={"description": "Deviation after it."})


class History(Schema):
    """A player's rating and how it came about, oldest first."""

    rating = fields.Nested(Rating, required=True)
    changes = fields.List(fields.Nested(RatingChange), required=True)
