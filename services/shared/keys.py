"""The names of all Redis keys, once. Match keys are for game_state alone; bots never read them."""

from __future__ import annotations

PREFIX = "astrarium"

# Matches ------------------------------------------------------------------------------------------


def match(match_id: str) -> str:
    """Hash: all of a match but its actions (see game_state/store/store.py)."""
    return f"{PREFIX}:match:{match_id}"


def log(match_id: str) -> str:
    """List: the actions so far, one JSON array [seat, notation, unix ms] each."""
    return f"{PREFIX}:match:{match_id}:log"


def chat(match_id: str) -> str:
    """Stream: what was said at a match (account, seat, scope, text); its entries' ids are the cursors."""
    return f"{PREFIX}:match:{match_id}:chat"


def chat_muted(match_id: str) -> str:
    """Set: "account:muted account" for everybody who doesn't want to hear somebody at a match."""
    return f"{PREFIX}:match:{match_id}:chat:muted"


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


def answers(account: str, match_id: str = "", tournament_id: str = "") -> str:
    """Hash: idempotency key -> digest of the account's request and its answer (see idempotency.py); expires."""
    if match_id:
        return f"{PREFIX}:match:{match_id}:answers:{account}"
    if tournament_id:
        return f"{PREFIX}:tournament:{tournament_id}:answers:{account}"
    return f"{PREFIX}:account:{account}:answers"


def open_index(account: str) -> str:
    """Sorted set: ids of the matches that the account made and that are not over, by unix ms."""
    return f"{PREFIX}:account:{account}:open"


def deal(name: str) -> str:
    """Hash: the `seed` of the matches that share a deal, and `released` once it is no secret; expires then."""
    return f"{PREFIX}:deal:{name}"


def deal_matches(name: str) -> str:
    """Set: ids of the matches of a deal; expires when it is released."""
    return f"{PREFIX}:deal:{name}:matches"


# Between the services -----------------------------------------------------------------------------

#: Stream: every change of a match (`match_id`, `token`), and the accounts that it concerns (`accounts`)
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


def job_answered(job_id: str) -> str:
    """Name the string with the unix ms at which a bot job was answered; one sent before is a double. It expires."""
    return f"{PREFIX}:answered:{job_id}"


def analysis(job_id: str) -> str:
    """Name the string with what an analysis found, as JSON, for whoever asked; expires."""
    return f"{PREFIX}:analysis:{job_id}"


def analyses(account: str, minute: int) -> str:
    """Name the count of analyses that the account asked for in that minute of the unix time; expires."""
    return f"{PREFIX}:account:{account}:analyses:{minute}"


# Tournaments and ratings --------------------------------------------------------------------------

#: Sorted set: ids of all tournaments, by the unix ms at which they were made
TOURNAMENTS = f"{PREFIX}:tournaments"
#: Set: ids of the tournaments that run, or have ended with duplicate tables to release
TOURNAMENTS_RUNNING = f"{PREFIX}:tournaments:running"
#: Stream: every change of a tournament's log (`tournament_id`), and the accounts that it concerns (`accounts`)
TOURNAMENTS_ADVANCED = f"{PREFIX}:tournaments:advanced"
#: List: the results that ratings count, in order, as JSON; its place is a result's number
RESULTS = f"{PREFIX}:results"
#: Set: ids of the matches that RESULTS holds, of duplicate tables, of those tables' matches, and of unrated ones
RATED = f"{PREFIX}:rated"
#: String: the unix ms up to which RATED has every match that had ended
RATED_UNTIL = f"{PREFIX}:rated:until"


def ratings(game: str, seats: int) -> str:
    """Hash: player -> rating as leaderboards show it; the director keeps it, others read it."""
    return f"{PREFIX}:ratings:{game}:{seats}"


def tournament_log(tournament_id: str) -> str:
    """List: the entries of a tournament's log, one JSON object each."""
    return f"{PREFIX}:tournament:{tournament_id}:log"


# Series -------------------------------------------------------------------------------------------

#: Sorted set: ids of all series, by the unix ms at which they were made
SERIES = f"{PREFIX}:series"
#: Set: ids of the series that run
SERIES_RUNNING = f"{PREFIX}:series:running"
#: Stream: every change of a series' log (`series_id`)
SERIES_ADVANCED = f"{PREFIX}:series:advanced"


def series_log(series_id: str) -> str:
    """List: the entries of a series' log, one JSON object each."""
    return f"{PREFIX}:series:{series_id}:log"


def series_summary(series_id: str) -> str:
    """Name the string with a series in short, as JSON, once it is over."""
    return f"{PREFIX}:series:{series_id}:summary"


def series_matches(series_id: str) -> str:
    """Hash: place of a match in the plan -> its line with the record, as zlib'd JSON."""
    return f"{PREFIX}:series:{series_id}:matches"


def series_chunks(series_id: str) -> str:
    """Hash: the chunks that were given to workers and are not known to be played, as JSON."""
    return f"{PREFIX}:series:{series_id}:chunks"


def series_lead(series_id: str) -> str:
    """Name the string with the director process that conducts the series; expires."""
    return f"{PREFIX}:series:{series_id}:lead"


def series_played(series_id: str) -> str:
    """Stream: matches that workers have played, until they stand in the series' log."""
    return f"{PREFIX}:played:{series_id}"


def chunk(chunk_id: str) -> str:
    """Name the string that says who plays a chunk, or that it is done; expires."""
    return f"{PREFIX}:chunk:{chunk_id}"


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


#: Stream: digests of tokens that were revoked; whoever holds calls open that were made with one ends them
REVOKED = f"{PREFIX}:revoked"
