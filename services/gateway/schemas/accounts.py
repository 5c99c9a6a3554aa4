"""Accounts, their tokens and their events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from marshmallow import Schema, fields, validate

from services.gateway.schemas.parts import EndOfStreamSchema, Query, StrictFlag, flag, free, line_type, number, text
from services.shared.ids import WORD
from services.shared.limits import limits

if TYPE_CHECKING:
    from services.gateway.schemas.parts import Options


#: a match to follow, how much of its events is known, and of its talk
FOLLOWED = rf"^{WORD}(:[0-9]{{1,9}}(:[0-9]{{1,18}}-[0-9]{{1,18}})?)?$"
#: one line
TOKEN_NAME = rf"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]{{0,{limits().token_name_chars_max}}}$"


def account_name(meaning: str, **options: Unpack[Options]) -> fields.String:
    """Return the name of an account to be made."""
    name = validate.Regexp(r"^[a-z0-9][a-z0-9_-]{2,29}$", error="3 to 30 of a-z, 0-9, _ and -, no sign first")
    return text(meaning, validate=name, **options)


class NewGuestSchema(Schema):
    """A person's account to be made."""

    name = account_name("Name that everybody sees; default: a guest's.")


class NameSchema(Schema):
    """The name that a guest wants."""

    name = account_name("Name that everybody sees; it can't be changed.", required=True)


class NewAccountSchema(Schema):
    """An account to be made."""

    name = account_name("Name that everybody sees.", required=True)
    kind = fields.String(
        load_default="person",
        validate=validate.OneOf(("person", "program")),
        metadata={"description": "Who plays with it; it can't be changed, and everybody at a table sees it."},
    )


class NewTokenSchema(Schema):
    """A further token of the account."""

    scopes = fields.List(
        fields.String(validate=validate.OneOf(("play", "watch"))),
        load_default=lambda: ["play"],
        validate=validate.Length(1, 2),
        metadata={"description": "`play`: take seats and act; `watch`: only read."},
    )
    name = text(
        "Its name in the list of your tokens.",
        validate=validate.Regexp(TOKEN_NAME, error=f"one line of at most {limits().token_name_chars_max} characters"),
        load_default="",
    )
    days = number("How long it is valid, in days.", limits().token_days_max, 1, load_default=limits().token_days_max)


class RevokingQuery(Query):
    """The extent of a revocation."""

    with_made = flag(
        "True: also revoke the tokens that were made with it, and those made with these.", load_default=False
    )


class HeldTokenSchema(Schema):
    """A token of the account, without the token itself."""

    id = text("Id by which to revoke it.", required=True)
    name = text("The name it was given.", required=True)
    scopes = fields.List(fields.String(), required=True, metadata={"description": "What it allows."})
    made_ms = number("Unix time in ms; null: not known.", required=True, allow_none=True)
    used_ms = number("When it was last used, to the minute; null: never.", required=True, allow_none=True)
    expires_ms = number("Unix time in ms.", required=True)
    made_by = text("Id of the token with which it was made; null: none.", required=True, allow_none=True)
    is_this = flag("Whether the request carries it.", required=True)


class HeldTokensSchema(Schema):
    """The account's tokens."""

    tokens = fields.List(fields.Nested(HeldTokenSchema), required=True)


class AccountSchema(Schema):
    """The caller's own account."""

    name = text("Name.", required=True)
    kind = fields.String(required=True, validate=validate.OneOf(("person", "program")))
    scopes = fields.List(fields.String(), required=True, metadata={"description": "What this token allows."})


class ConsentSchema(Schema):
    """The accounts that may seat an account at matches without asking it each time."""

    accounts = fields.List(
        account_name("Name of an account."),
        required=True,
        metadata={"description": f"The accounts that may do so; at most {limits().consent_accounts_max}."},
    )
    allows_programs = StrictFlag(required=True, metadata={"description": "Whether every program may do so."})


class AccountWithTokenSchema(AccountSchema):
    """An account or token just made; the token is shown only this once."""

    token = text("Send it as `Authorization: Bearer TOKEN`. It is shown only this once.", required=True)


def event_cursor(meaning: str, **options: Unpack[Options]) -> fields.String:
    """Return the cursor of an account's event."""
    cursor = validate.Regexp(r"^[0-9]{1,18}-[0-9]{1,18}$", error="the cursor of an event")
    return fields.String(validate=cursor, metadata={"description": meaning}, **options)


class LastAccountEvent(Query):
    """The point at which a dropped stream resumes."""

    last_event_id = event_cursor("The last event received; browsers send it automatically.", data_key="Last-Event-ID")


class AccountEventsQuery(Query):
    """From where, and how long."""

    since = event_cursor(
        "Cursor of the last event that you know; default: from the oldest that is kept. `Last-Event-ID` does the same."
    )
    follow = flag("False: send the entries so far and end.", load_default=True)
    match = fields.List(
        fields.String(validate=validate.Regexp(FOLLOWED, error="MATCH, MATCH:SINCE or MATCH:SINCE:CHAT_SINCE")),
        load_default=list,
        metadata={
            "description": "A match to follow in the same stream, once for each: its id; then, each after a colon, "
            "the number of its events that you know (0) and the cursor of the last chat message that you know."
        },
    )


class AccountEventSchema(EndOfStreamSchema):
    """An event of the account, a line of a followed match, or a heartbeat."""

    type = line_type("event", "match_line", "match_end")
    cursor = text("Send it as `since` after a break.")
    kind = text(
        "News: `invited`, `joined`, `declined`, `match_started`, `take_back_asked` or `match_over`; of tournaments: "
        "`round_paired`, `tournament_match` (the match is there) or `bye`. What you owe now: `decision_due`, sent when "
        "the stream begins and when it falls due. `gap`: some news after your cursor is gone, see `read_anew`."
    )
    read_anew = fields.List(fields.String(), metadata={"description": "Of a `gap`: what to read to catch up."})
    match_id = text("The match; empty if there is none yet.")
    seat = number("The seat.")
    tournament_id = text("Of a tournament's event.")
    round = number("Of a tournament's event.")
    table = number("Of a tournament's event: the table in that round, from 0.")
    line = free("Of a `match_line`: a line as `/v1/matches/{match_id}/events` has them.")
