"""The errors of the services, and the one table that maps every typed error to gRPC and HTTP.

The table lists the engine's errors by name, because this package doesn't import the rules. The details of an error
are fields of `astrarium.v1.ErrorDetail`; they have the same names in gRPC details and in problem details.
"""

from __future__ import annotations

from typing import NamedTuple


class ServiceError(ValueError):
    """Base class of the services' errors; keyword arguments are fields of ErrorDetail."""

    def __init__(self, message: str, **details: object) -> None:
        """Take one sentence for people, and the details for programs."""
        self.details = details
        super().__init__(message)

    def to_dict(self) -> dict[str, object]:
        """Return the error as a JSON-able dict with `error`, `message` and the details."""
        return {"error": type(self).__name__, "message": str(self)} | self.details


class BadRequest(ServiceError):
    """A field of the request is missing or malformed; the message says what would be right."""


class Unauthenticated(ServiceError):
    """The request has no token, or the token is unknown, revoked or expired."""


class MissingScope(ServiceError):
    """The token is valid but lacks the scope that the request needs."""


class UnknownAccount(ServiceError):
    """No account has that name."""


class AccountExists(ServiceError):
    """The account name is taken."""


class AccountDisabled(ServiceError):
    """The operator has disabled the account, or deleted it: it gets no token."""


class UnknownToken(ServiceError):
    """The account has no token with that id."""


class UnknownMatch(ServiceError):
    """No match has that id."""


class UnknownLevel(ServiceError):
    """No running bot worker offers that level."""


class NotYourMatch(ServiceError):
    """Only the creator of the match may do that."""


class NotYourSeat(ServiceError):
    """The account does not hold that seat."""


class SeatTaken(ServiceError):
    """The seat, or every seat, is taken."""


class NotAdmitted(ServiceError):
    """The match doesn't admit this player; `reason` is "player" (person, program or bot) or "rating"."""


class SeatsOpen(ServiceError):
    """The match can't start while a seat is open."""


class MatchNotWaiting(ServiceError):
    """The match has started; its seats no longer change."""


class MatchNotPrivate(ServiceError):
    """The match is open to all, so it has no invitations."""


class MatchNotRunning(ServiceError):
    """The match has not started."""


class MatchNotOver(ServiceError):
    """The match has no record until it has ended."""


class MatchSealed(ServiceError):
    """Other matches play the same deal. Until all are over only its players may see a match, and nobody its record."""


class MatchDamaged(ServiceError):
    """The stored log of the match differs from what was written: a disk has lost or changed a part of it."""


class RulesVersionGone(ServiceError):
    """The match began under a rules version that this server no longer has; a match never changes its rules."""


class StaleVersion(ServiceError):
    """The seat's version has advanced past the one in the request; `version` is the present one."""


class BadClock(ServiceError):
    """A clock's description is wrong, or a seat's clock was used when it was not running."""


class TimeIsUp(ServiceError):
    """The seat's time for this decision has run out."""


class AnalysisForbidden(ServiceError):
    """This match allows no analysis until it is over; no match of a tournament does."""


class CannotTakeBack(ServiceError):
    """Actions can't be taken back; `reason` is "forbidden", "nothing", "too_far" or "new_information"."""


class CannotClaim(ServiceError):
    """Nobody counts as absent for the account; `reason` is "clock", "own_decision", "no_decision" or "too_early"."""


class NoTakeBack(ServiceError):
    """The take-back request is no longer open: it was done, declined or replaced, or a seat has acted since."""


class ChatOff(ServiceError):
    """The match's creator or its tournament has switched chat off."""


class UnknownTournament(ServiceError):
    """No tournament has that id."""


class NotYourTournament(ServiceError):
    """Only the host of the tournament may do that."""


class UnknownSeries(ServiceError):
    """No series has that id."""


class NotYourSeries(ServiceError):
    """Only the creator of the series may do that."""


class PlotsMissing(ServiceError):
    """This server was installed without the packages that plots need."""


class KeyReused(ServiceError):
    """The idempotency key was already used for a different request."""


class LimitExceeded(ServiceError):
    """A limit is exceeded; `limit` is its name, `limit_max` its value, `retry_after_ms` the time until a retry."""


class Unavailable(ServiceError):
    """A part of the server can't be reached; the same request may be repeated."""


class Status(NamedTuple):
    """The report of an error: its gRPC status code, its HTTP status, and its title in problem details."""

    grpc: str
    http: int
    title: str


INTERNAL = Status("INTERNAL", 500, "Internal error")

#: name of the error type -> its status; every error that can reach a client has a row
STATUS: dict[str, Status] = {
    # of the engine
    "UnknownGame": Status("NOT_FOUND", 404, "Unknown game"),
    "BadOptions": Status("INVALID_ARGUMENT", 422, "Bad options"),
    "BadAction": Status("INVALID_ARGUMENT", 422, "Not an action"),
    "BadRecord": Status("INVALID_ARGUMENT", 422, "Bad record"),
    "BadDescription": Status("INVALID_ARGUMENT", 422, "Bad description"),
    "IllegalAction": Status("FAILED_PRECONDITION", 422, "Illegal action"),
    "NotYourDecision": Status("FAILED_PRECONDITION", 409, "Not your decision"),
    "MatchOver": Status("FAILED_PRECONDITION", 409, "Match over"),
    # of the services
    "BadRequest": Status("INVALID_ARGUMENT", 400, "Bad request"),
    "Unauthenticated": Status("UNAUTHENTICATED", 401, "Unauthenticated"),
    "MissingScope": Status("PERMISSION_DENIED", 403, "Missing scope"),
    "UnknownAccount": Status("NOT_FOUND", 404, "Unknown account"),
    "AccountExists": Status("ALREADY_EXISTS", 409, "Account exists"),
    "AccountDisabled": Status("FAILED_PRECONDITION", 409, "Account disabled"),
    "UnknownToken": Status("NOT_FOUND", 404, "Unknown token"),
    "UnknownMatch": Status("NOT_FOUND", 404, "Unknown match"),
    "UnknownLevel": Status("INVALID_ARGUMENT", 422, "Unknown bot level"),
    "NotYourMatch": Status("PERMISSION_DENIED", 403, "Not your match"),
    "NotYourSeat": Status("PERMISSION_DENIED", 403, "Not your seat"),
    "SeatTaken": Status("ALREADY_EXISTS", 409, "Seat taken"),
    "NotAdmitted": Status("PERMISSION_DENIED", 403, "Not admitted"),
    "SeatsOpen": Status("FAILED_PRECONDITION", 409, "Seats open"),
    "MatchNotWaiting": Status("FAILED_PRECONDITION", 409, "Match has started"),
    "MatchNotPrivate": Status("FAILED_PRECONDITION", 409, "Match not private"),
    "MatchNotRunning": Status("FAILED_PRECONDITION", 409, "Match has not started"),
    "MatchNotOver": Status("FAILED_PRECONDITION", 409, "Match not over"),
    "MatchSealed": Status("FAILED_PRECONDITION", 409, "Match sealed"),
    "MatchDamaged": Status("DATA_LOSS", 409, "Match damaged"),
    "RulesVersionGone": Status("FAILED_PRECONDITION", 409, "Rules version gone"),
    "StaleVersion": Status("ABORTED", 409, "Stale version"),
    "BadClock": Status("INVALID_ARGUMENT", 422, "Bad clock"),
    "TimeIsUp": Status("FAILED_PRECONDITION", 409, "Time is up"),
    "AnalysisForbidden": Status("PERMISSION_DENIED", 403, "Analysis forbidden"),
    "CannotTakeBack": Status("FAILED_PRECONDITION", 409, "Cannot be taken back"),
    "CannotClaim": Status("FAILED_PRECONDITION", 409, "Cannot be claimed"),
    "NoTakeBack": Status("FAILED_PRECONDITION", 409, "No take-back asked"),
    "ChatOff": Status("FAILED_PRECONDITION", 409, "Chat is off"),
    "UnknownTournament": Status("NOT_FOUND", 404, "Unknown tournament"),
    "NotYourTournament": Status("PERMISSION_DENIED", 403, "Not your tournament"),
    "BadConfig": Status("INVALID_ARGUMENT", 422, "Bad tournament"),
    "BadEntry": Status("FAILED_PRECONDITION", 409, "Not possible now"),
    "BadPlan": Status("INVALID_ARGUMENT", 422, "Bad series"),
    "UnknownSeries": Status("NOT_FOUND", 404, "Unknown series"),
    "NotYourSeries": Status("PERMISSION_DENIED", 403, "Not your series"),
    "PlotsMissing": Status("UNIMPLEMENTED", 501, "No plots here"),
    "KeyReused": Status("INVALID_ARGUMENT", 422, "Idempotency key reused"),
    "LimitExceeded": Status("RESOURCE_EXHAUSTED", 429, "Limit exceeded"),
    "Unavailable": Status("UNAVAILABLE", 503, "Unavailable"),
    "Internal": INTERNAL,
}


def status_of(error: str) -> Status:
    """Return the status of the error type of that name; a name outside the table is an internal error."""
    return STATUS.get(error, INTERNAL)
