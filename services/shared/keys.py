"""The names of all Redis keys, once. Match keys are for game_state alone; bots never read them."""

from __future__ import annotations

PREFIX = "astrarium"

# Matches ------------------------------------------------------------------------------------------


def match(match_id: str) -> str:
    """Hash: all of a match but its actions (see game_state/store.py)."""
    return f"{PREFIX}:match:{match_id}"


def log(match_id: str) -> str:
    """List: the actions so far, one JSON array [seat, notation, unix ms] each."""
    return f"{PREFIX}:match:{match_id}:log"


def submissions(match_id: str) -> str:
    """Hash: seat and idempotency key -> digest of the request and the answer it got."""
    return f"{PREFIX}:match:{match_id}:submissions"


def status_index(status: str) -> str:
    """Sorted set: ids of the matches of that status, by the unix ms they took it."""
    return f"{PREFIX}:matches:{status}"


def account_index(account: str) -> str:
    """Sorted set: ids of the matches in which the account holds or held a seat, by unix ms."""
    return f"{PREFIX}:account:{account}:matches"


def account_events(account: str) -> str:
    """Stream: what concerns the account (kind, and of match_id, seat, tournament_id, round, table what applies).

    Its entries' ids are the cursors; game_state and the director add to it.
    """
    return f"{PREFIX}:account:{account}:events"


def seeks(wanted: str) -> str:
    """Sorted set: ids of waiting matches that were made by seeking what the digest *wanted* says, by unix ms."""
    return f"{PREFIX}:seeks:{wanted}"


def open_index(account: str) -> str:
    """Sorted set: ids of the matches that the account made and that are not over, by unix ms."""
    return f"{PREFIX}:account:{account}:open"


def created(account: str, key: str) -> str:
    """Name the string with the id of the match that the account made under that idempotency key; expires."""
    return f"{PREFIX}:account:{account}:created:{key}"


# Between the services -----------------------------------------------------------------------------

#: Stream: every change of a match; event tails wake by it
ADVANCED = f"{PREFIX}:advanced"
#: Stream: bot decisions to be asked, written with the action that made them due
OUTBOX = f"{PREFIX}:outbox"
#: Sorted set: bot decisions that are owed, by the unix ms at which they are overdue
DEADLINES = f"{PREFIX}:deadlines"
#: Sorted set: ids of the matches in which a seat's time runs, by the unix ms at which the first one's is up
CLOCKS = f"{PREFIX}:clocks"
#: Stream: what bots answered
ANSWERS = f"{PREFIX}:answers"
#: Consumer group of OUTBOX and ANSWERS
GROUP = "game_state"
#: Hash: the levels that bot workers offer, by name, as JSON
LEVELS = f"{PREFIX}:levels"


def answered(job_id: str) -> str:
    """Name the string that marks a bot job as done, so that a doubled one is not searched again; expires."""
    return f"{PREFIX}:answered:{job_id}"


# Tournaments and ratings --------------------------------------------------------------------------

#: Sorted set: ids of all tournaments, by the unix ms at which they were made
TOURNAMENTS = f"{PREFIX}:tournaments"
#: Set: ids of the tournaments that run
TOURNAMENTS_RUNNING = f"{PREFIX}:tournaments:running"
#: Stream: every entry of every tournament's log; watchers wake by it
TOURNAMENTS_ADVANCED = f"{PREFIX}:tournaments:advanced"
#: List: the results that ratings count, in order, as JSON; its place is a result's number
RESULTS = f"{PREFIX}:results"
#: Set: ids of the matches that RESULTS holds
RATED = f"{PREFIX}:rated"


def ratings(game: str, seats: int) -> str:
    """Hash: player -> rating as leaderboards show it; the director keeps it, others read it."""
    return f"{PREFIX}:ratings:{game}:{seats}"


def tournament_log(tournament_id: str) -> str:
    """List: the entries of a tournament's log, one JSON object each."""
    return f"{PREFIX}:tournament:{tournament_id}:log"


# Accounts -----------------------------------------------------------------------------------------


def account(name: str) -> str:
    """Hash: an account (see tokens.py)."""
    return f"{PREFIX}:account:{name}"


def account_tokens(name: str) -> str:
    """Set: digests of the account's tokens."""
    return f"{PREFIX}:account:{name}:tokens"


def token(digest: str) -> str:
    """Hash: what a token of that digest may do; expires with it."""
    return f"{PREFIX}:token:{digest}"
