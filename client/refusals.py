# Made by `python -m deploy.client`; do not edit.
"""What the server may refuse with: a class for each of its words."""

from __future__ import annotations

from typing import ClassVar

from client.refused import Refused


class UnknownGame(Refused):
    """No game of that name is registered."""

    STATUS: ClassVar = 404


class BadOptions(Refused):
    """A setup option is unknown or has a value it can't have, or the number of seats is wrong."""

    STATUS: ClassVar = 422


class BadAction(Refused):
    """A dict, notation or code names no action of the game; the message says what would be right."""

    STATUS: ClassVar = 422


class BadRecord(Refused):
    """A record is not what it claims to be; the message says where it departs."""

    STATUS: ClassVar = 422


class BadDescription(Refused):
    """A description can't be a position of the game; the message names the place and what would be right."""

    STATUS: ClassVar = 422


class IllegalAction(Refused):
    """The seat may not do that now."""

    STATUS: ClassVar = 422


class NotYourDecision(Refused):
    """The seat owes no decision now."""

    STATUS: ClassVar = 409


class MatchOver(Refused):
    """The match has ended: no seat owes a decision."""

    STATUS: ClassVar = 409


class BadRequest(Refused):
    """A field of the request is missing or malformed; the message says what would be right."""

    STATUS: ClassVar = 400


class Unauthenticated(Refused):
    """The request has no token, or the token is unknown, revoked or expired."""

    STATUS: ClassVar = 401


class MissingScope(Refused):
    """The token is valid but lacks the scope that the request needs."""

    STATUS: ClassVar = 403


class UnknownAccount(Refused):
    """No account has that name."""

    STATUS: ClassVar = 404


class AccountExists(Refused):
    """The account name is taken."""

    STATUS: ClassVar = 409


class AccountDisabled(Refused):
    """The operator has disabled the account, or deleted it: it gets no token."""

    STATUS: ClassVar = 409


class UnknownToken(Refused):
    """The account has no token with that id."""

    STATUS: ClassVar = 404


class UnknownMatch(Refused):
    """No match has that id."""

    STATUS: ClassVar = 404


class UnknownLevel(Refused):
    """No running bot worker offers that level."""

    STATUS: ClassVar = 422


class NotYourMatch(Refused):
    """Only the creator of the match may do that."""

    STATUS: ClassVar = 403


class NotYourSeat(Refused):
    """The account does not hold that seat."""

    STATUS: ClassVar = 403


class SeatTaken(Refused):
    """The seat, or every seat, is taken."""

    STATUS: ClassVar = 409


class NotAdmitted(Refused):
    """The match doesn't admit this player; `reason` is "player" (person, program or bot) or "rating"."""

    STATUS: ClassVar = 403


class SeatsOpen(Refused):
    """The match can't start while a seat is open."""

    STATUS: ClassVar = 409


class MatchNotWaiting(Refused):
    """The match has started; its seats no longer change."""

    STATUS: ClassVar = 409


class MatchNotPrivate(Refused):
    """The match is open to all, so it has no invitations."""

    STATUS: ClassVar = 409


class MatchNotRunning(Refused):
    """The match has not started."""

    STATUS: ClassVar = 409


class MatchNotOver(Refused):
    """The match has no record until it has ended."""

    STATUS: ClassVar = 409


class MatchSealed(Refused):
    """Other matches play the same deal. Until all are over only its players may see a match, and nobody its record."""

    STATUS: ClassVar = 409


class MatchDamaged(Refused):
    """The stored log of the match differs from what was written: a disk has lost or changed a part of it."""

    STATUS: ClassVar = 409


class RulesVersionGone(Refused):
    """The match began under a rules version that this server no longer has; a match never changes its rules."""

    STATUS: ClassVar = 409


class StaleVersion(Refused):
    """The seat's version has advanced past the one in the request; `version` is the present one."""

    STATUS: ClassVar = 409


class BadClock(Refused):
    """A clock's description is wrong, or a seat's clock was used when it was not running."""

    STATUS: ClassVar = 422


class TimeIsUp(Refused):
    """The seat's time for this decision has run out."""

    STATUS: ClassVar = 409


class AnalysisForbidden(Refused):
    """This match allows no analysis until it is over; no match of a tournament does."""

    STATUS: ClassVar = 403


class CannotTakeBack(Refused):
    """Actions can't be taken back; `reason` is "forbidden", "nothing", "too_far" or "new_information"."""

    STATUS: ClassVar = 409


class CannotClaim(Refused):
    """Nobody counts as absent for the account; `reason` is "clock", "own_decision", "no_decision" or "too_early"."""

    STATUS: ClassVar = 409


class NoTakeBack(Refused):
    """The take-back request is no longer open: it was done, declined or replaced, or a seat has acted since."""

    STATUS: ClassVar = 409


class ChatOff(Refused):
    """The match's creator or its tournament has switched chat off."""

    STATUS: ClassVar = 409


class UnknownTournament(Refused):
    """No tournament has that id."""

    STATUS: ClassVar = 404


class NotYourTournament(Refused):
    """Only the host of the tournament may do that."""

    STATUS: ClassVar = 403


class BadConfig(Refused):
    """Bad tournament."""

    STATUS: ClassVar = 422


class BadEntry(Refused):
    """Not possible now."""

    STATUS: ClassVar = 409


class BadPlan(Refused):
    """Bad series."""

    STATUS: ClassVar = 422


class UnknownSeries(Refused):
    """No series has that id."""

    STATUS: ClassVar = 404


class NotYourSeries(Refused):
    """Only the creator of the series may do that."""

    STATUS: ClassVar = 403


class PlotsMissing(Refused):
    """This server was installed without the packages that plots need."""

    STATUS: ClassVar = 501


class KeyReused(Refused):
    """The idempotency key was already used for a different request."""

    STATUS: ClassVar = 422


class LimitExceeded(Refused):
    """A limit is exceeded; `limit` is its name, `limit_max` its value, `retry_after_ms` the time until a retry."""

    STATUS: ClassVar = 429


class Unavailable(Refused):
    """A part of the server can't be reached; the same request may be repeated."""

    STATUS: ClassVar = 503


class Internal(Refused):
    """Internal error."""

    STATUS: ClassVar = 500


#: the word -> its class
REFUSALS: dict[str, type[Refused]] = {
    each.__name__: each
    for each in (
        UnknownGame,
        BadOptions,
        BadAction,
        BadRecord,
        BadDescription,
        IllegalAction,
        NotYourDecision,
        MatchOver,
        BadRequest,
        Unauthenticated,
        MissingScope,
        UnknownAccount,
        AccountExists,
        AccountDisabled,
        UnknownToken,
        UnknownMatch,
        UnknownLevel,
        NotYourMatch,
        NotYourSeat,
        SeatTaken,
        NotAdmitted,
        SeatsOpen,
        MatchNotWaiting,
        MatchNotPrivate,
        MatchNotRunning,
        MatchNotOver,
        MatchSealed,
        MatchDamaged,
        RulesVersionGone,
        StaleVersion,
        BadClock,
        TimeIsUp,
        AnalysisForbidden,
        CannotTakeBack,
        CannotClaim,
        NoTakeBack,
        ChatOff,
        UnknownTournament,
        NotYourTournament,
        BadConfig,
        BadEntry,
        BadPlan,
        UnknownSeries,
        NotYourSeries,
        PlotsMissing,
        KeyReused,
        LimitExceeded,
        Unavailable,
        Internal,
    )
}
