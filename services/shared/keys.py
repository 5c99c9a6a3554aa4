"""The names of all Redis keys, and the type and content of each.

Only game_state uses match keys; the director looks which matches run, and bots never do.

A key consists of words of ours, ids and names, and colons between them. Any other text is refused here, so that
nothing from outside can name another key than the one that is meant.
"""

from __future__ import annotations

import re

from services.shared.errors import BadRequest
from services.shared.ids import QUOTED_CHARS_MAX, WORD

PREFIX = "astrarium"
#: an id or a name, of the server's own accounts (~) as well; or the id of a bot's job (see jobs.py)
_PART = re.compile(rf"~?{WORD}|{WORD}:[0-9]+:[0-9]+")


def _key(*parts: str) -> str:
    for part in parts:
        if _PART.fullmatch(part) is None:
            raise BadRequest(f"{part[:QUOTED_CHARS_MAX]!r} is neither an id nor a name")
    return ":".join((PREFIX, *parts))


#: String: nothing; written after other writes, so that replicas can be waited for (see confirming.py)
CONFIRMED = f"{PREFIX}:confirmed"

# Matches ------------------------------------------------------------------------------------------


def match(match_id: str) -> str:
    """Hash: everything of a match except its actions (see game_state/store/store.py)."""
    return _key("match", match_id)


def log(match_id: str) -> str:
    """List: the actions so far, each a JSON array [seat, notation, unix ms]."""
    return _key("match", match_id, "log")


def chat(match_id: str) -> str:
    """Stream: the chat of a match (account, seat, scope, text); the ids of its entries are the cursors."""
    return _key("match", match_id, "chat")


def chat_rate(match_id: str, account: str) -> str:
    """Name the number of messages that an account has said at a match within a minute; expires."""
    return _key("match", match_id, "chat", "rate", account)


def chat_muted(match_id: str) -> str:
    """Set: "account:muted account" for every account that has muted another one at a match."""
    return _key("match", match_id, "chat", "muted")


def refusals(match_id: str, account: str) -> str:
    """List: what was refused of an account's submissions at a match, as JSON, oldest first; expires."""
    return _key("match", match_id, "refusals", account)


def status_index(status: str) -> str:
    """Sorted set: ids of the matches with that status, by the unix ms at which they got it."""
    return _key("matches", status)


def account_index(account: str) -> str:
    """Sorted set: ids of the matches in which the account holds or held a seat, by unix ms."""
    return _key("account", account, "matches")


def account_events(account: str) -> str:
    """Stream: news for the account (`kind`, and `match_id`, `seat`, `tournament_id`, `round`, `table` as they apply).

    The ids of its entries are the cursors. game_state and the director add to it; it expires a while after the last.
    """
    return _key("account", account, "events")


def seeks(wanted: str) -> str:
    """Sorted set: ids of waiting matches made by seeks with the same wishes (their digest is *wanted*), by unix ms."""
    return _key("seeks", wanted)


def answers(account: str, match_id: str = "", tournament_id: str = "", series_id: str = "") -> str:
    """Hash: idempotency key -> digest of the account's request, and the answer (see idempotency.py); expires."""
    if match_id:
        return _key("match", match_id, "answers", account)
    if tournament_id:
        return _key("tournament", tournament_id, "answers", account)
    if series_id:
        return _key("series", series_id, "answers", account)
    return _key("account", account, "answers")


def open_index(account: str) -> str:
    """Sorted set: ids of the account's own matches that are not over, by unix ms."""
    return _key("account", account, "open")


def open_invitations(account: str) -> str:
    """Sorted set: "match:seat" of the seats that the account keeps for others who have not answered, by unix ms."""
    return _key("account", account, "invitations")


def deal(name: str) -> str:
    """Hash: the `seed` of the matches that share a deal, and `released` once it is public, when the hash expires."""
    return _key("deal", name)


def deal_matches(name: str) -> str:
    """Set: ids of the matches of a deal; expires when it is released."""
    return _key("deal", name, "matches")


# Between the services -----------------------------------------------------------------------------

#: Stream: every change of a match (`match_id`, `token`), the accounts that have news of it (`accounts`), and the
#: decisions that fell due by it (`due`: "account/match:seat:version" each)
ADVANCED = f"{PREFIX}:advanced"
#: Stream: bot decisions to be requested, written together with the action that made them due
OUTBOX = f"{PREFIX}:outbox"
#: Set: lanes in which bots' jobs wait for room
JOB_LANES = f"{PREFIX}:lanes"
#: The beginning of the name of a string for each queue: there while somebody plays against its bots; expires
PEOPLE = f"{PREFIX}:people:"
#: Sorted set: bot decisions that were let out of their lanes and are owed, by the unix ms at which they are overdue
DEADLINES = f"{PREFIX}:deadlines"
#: The beginning of the names of a sorted set for each queue: ids of the bots' jobs that are owed, those that wait in
#: lanes among them, by the unix ms at which they were asked for
OWED = f"{PREFIX}:owed:"
#: Sorted set: ids of the matches with a running clock, by the unix ms at which the first seat's time is up
CLOCKS = f"{PREFIX}:clocks"
#: String: the unix ms at which a game_state process last noted that it serves
SERVED = f"{PREFIX}:served"
#: Sorted set: times in which none served ("from:until" in unix ms), by their end
DOWNTIMES = f"{PREFIX}:downtimes"
#: Stream: answers of bots
ANSWERS = f"{PREFIX}:answers"
#: Consumer group of OUTBOX and ANSWERS
GROUP = "game_state"
#: Hash: the levels that bot workers offer, by name, as JSON
LEVELS = f"{PREFIX}:levels"


#: The beginning of the names of two sorted sets for each lane: the jobs that wait (`LANE:waiting`), as JSON, by when
#: they are to be let out, and those let out (`LANE:out`), by when they count no more. A lane is an account or a
#: tournament and a queue (see game_state/store/lanes.py).
JOB_LANE = f"{PREFIX}:lane:"


def job_answered(job_id: str) -> str:
    """Name the string with the unix ms at which a bot job was answered; expires.

    A copy of the job that was sent before then is a duplicate.
    """
    return _key("answered", job_id)


def analysis(job_id: str) -> str:
    """Name the string with the result of an analysis, as JSON; expires."""
    return _key("analysis", job_id)


def champion(fingerprint: str) -> str:
    """Name the string with the network that plays a training's matches, as its file has it; expires."""
    return _key("champion", fingerprint)


def training_chunk(chunk_id: str) -> str:
    """Name the string with a played chunk of a training (see jobs.py); expires."""
    return _key("trained", chunk_id)


def analyses_now(account: str) -> str:
    """Name the sorted set of the account's analyses that are not answered, by the unix ms when each is given up."""
    return _key("account", account, "analyses")


def analyses(account: str, minute: int) -> str:
    """Name the number of analyses that the account requested in that minute of unix time; expires."""
    return _key("account", account, "analyses", str(minute))


# Tournaments and ratings --------------------------------------------------------------------------

#: Sorted set: ids of all tournaments, by the unix ms at which they were made
TOURNAMENTS = f"{PREFIX}:tournaments"
#: Set: ids of the tournaments that run, or have ended with duplicate tables to release
TOURNAMENTS_RUNNING = f"{PREFIX}:tournaments:running"
#: Sorted set: ids of the tournaments that are over and whose logs are here, by the unix ms of the last entry
TOURNAMENTS_OVER = f"{PREFIX}:tournaments:over"
#: Hash: id of a tournament whose log has left for the archive -> the number of its entries then
TOURNAMENTS_LEFT = f"{PREFIX}:tournaments:left"
#: Stream: every change of a tournament's log (`tournament_id`), and the accounts that it concerns (`accounts`)
TOURNAMENTS_ADVANCED = f"{PREFIX}:tournaments:advanced"
#: List: the rated results in order, as JSON, but for the first ones, which have left for the archive
RESULTS = f"{PREFIX}:results"
#: Hash: how many `results` have left, the `last` of them, and the `ratings` that they give (see director/results.py)
RATINGS_LEFT = f"{PREFIX}:ratings:left"
#: Sorted set: ids of matches that ended lately and are counted, of duplicate tables and their matches, and of unrated
#: matches, by a unix ms of their end or later
RATED = f"{PREFIX}:rated"
#: String: the unix ms up to which every ended match was looked at, and is in RATED if it ended within a day before
RATED_UNTIL = f"{PREFIX}:rated:until"


def ratings(game: str, seats: int) -> str:
    """Hash: player -> rating as leaderboards show it; the director writes it, other services read it."""
    return _key("ratings", game, str(seats))


def open_tournaments(account: str) -> str:
    """Sorted set: ids of the tournaments that the account hosts and that are not over, by unix ms."""
    return _key("account", account, "tournaments")


def tournament_log(tournament_id: str) -> str:
    """List: the entries of a tournament's log, one JSON object each; it moves to the archive a while after the end."""
    return _key("tournament", tournament_id, "log")


# Series -------------------------------------------------------------------------------------------

#: Sorted set: ids of all series, by the unix ms at which they were made
SERIES = f"{PREFIX}:series"
#: Set: ids of the series that run
SERIES_RUNNING = f"{PREFIX}:series:running"
#: Sorted set: ids of the series that are over and whose logs are here, by the unix ms of their end
SERIES_OVER = f"{PREFIX}:series:over"
#: Hash: id of a series whose log has left for the archive -> the number of its entries
SERIES_LEFT = f"{PREFIX}:series:left"
#: Stream: every change of a series' log (`series_id`)
SERIES_ADVANCED = f"{PREFIX}:series:advanced"


def series_log(series_id: str) -> str:
    """List: the entries of a series' log, one JSON object each; it moves to the archive a while after the end."""
    return _key("series", series_id, "log")


def series_summary(series_id: str) -> str:
    """Name the string with the summary of a series, as JSON; set once the series is over."""
    return _key("series", series_id, "summary")


def series_matches(series_id: str) -> str:
    """Hash: place of a match in the plan -> its line with the record, as JSON in zlib; it moves with the log."""
    return _key("series", series_id, "matches")


def series_chunks(series_id: str) -> str:
    """Hash: the chunks that workers got and whose matches are not all played yet, as JSON."""
    return _key("series", series_id, "chunks")


def series_lead(series_id: str) -> str:
    """Name the string with the name of the director process that runs the series; expires."""
    return _key("series", series_id, "lead")


def series_played(series_id: str) -> str:
    """Stream: matches that workers have played, until they are in the log of the series."""
    return _key("played", series_id)


#: Start of the names of all chunks' keys
CHUNKS = f"{PREFIX}:chunk:"


def chunk(chunk_id: str) -> str:
    """Name the string with the worker that plays a chunk, or that the chunk is over (see jobs.py); expires."""
    return _key("chunk", chunk_id)


# Accounts -----------------------------------------------------------------------------------------


#: Sorted set: names of the accounts of people and programs, by the unix ms at which they were last active, about
ACCOUNTS = f"{PREFIX}:accounts"


def account(name: str) -> str:
    """Hash: an account (see tokens.py), or a name that a guest has taken (see guests.py)."""
    return _key("account", name)


#: Start of the names under which the library `limits` counts requests
LIMIT = f"{PREFIX}:limit"


def streams(name: str) -> str:
    """Sorted set: streams that the account has open by gRPC, by the unix ms at which each counts no more."""
    return _key("account", name, "streams")


def account_tokens(name: str) -> str:
    """Set: digests of the account's tokens."""
    return _key("account", name, "tokens")


def token(digest: str) -> str:
    """Hash: the token with that digest, as HeldToken in tokens.py; expires with the token."""
    return _key("token", digest)


def server_token(digest: str) -> str:
    """Hash: the same for a token of one of the server's own accounts; gateways may read it, and not write it."""
    return _key("server_token", digest)


#: Stream: digests of revoked tokens; processes end the open calls that were made with them
REVOKED = f"{PREFIX}:revoked"
