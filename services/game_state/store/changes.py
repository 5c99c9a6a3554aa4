"""A change of a match as what is written: the match, its log, and whatever follows from it in other keys."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from services.game_state.match.progress import decisions_fallen_due, news_of_change
from services.game_state.store.lanes import describe_job, lane_of
from services.shared import jobs, keys
from services.shared.clocks import Clocks
from services.shared.jobs import job_id
from services.shared.limits import limits
from services.shared.news import tell_account
from services.shared.now import now_ms
from services.shared.unique import new_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from services.game_state.match.model import Ask, Due, Entry, Match
    from services.game_state.store.levels import Levels
    from services.shared.errors import ServiceError

EMPTY_CHAIN = "0" * 32


def extend_chain(chain: str, entries: Iterable[bytes]) -> str:
    """Return the digest of a log that had the digest *chain* and grew by *entries*."""
    for entry in entries:
        chain = hashlib.blake2b(chain.encode() + entry, digest_size=16).hexdigest()
    return chain


def chain_of(token: str) -> str:
    """Return the log digest in a token."""
    return token.partition("-")[0]


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition of a write: that a command finds no more than *most*, or the write is refused so."""

    command: tuple[str, ...]
    most: int
    refuse: Callable[[int], ServiceError]


@dataclass(slots=True)
class Write:
    """One change of a match: compared with what it rests on (`expected`), then done as a whole or not at all."""

    match: Match
    expected: str
    entries: list[bytes] = field(default_factory=list)
    #: what a repetition of the request needs to know
    answer: str = ""
    commands: list[list[str]] = field(default_factory=list)
    #: bots' jobs that are owed from now on, and no more, as the script takes them (see lanes.py)
    asked: list[dict[str, object]] = field(default_factory=list)
    settled: list[dict[str, str]] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)
    is_removal: bool = False
    #: accounts that have news
    accounts: set[str] = field(default_factory=set)
    #: decisions that accounts owe from now on; nothing keeps them, for they follow from the match
    due: list[Due] = field(default_factory=list)
    token: str = ""

    def __post_init__(self) -> None:
        """Choose the token that the match will have."""
        before = chain_of(self.expected) if self.expected else EMPTY_CHAIN
        self.token = f"{extend_chain(before, self.entries)}-{new_name(48)}"

    def add(self, *command: str | int) -> None:
        """Add a Redis command to what is done."""
        self.commands.append([str(part) for part in command])

    def ask(self, ask: Ask, wait_ms: int, levels: Levels) -> None:
        """Owe a bot's decision, overdue *wait_ms* after a worker can have been asked."""
        job = job_id(self.match.match_id, ask.seat, ask.version)
        self.asked.append(describe_job(self.match, ask.seat, job, wait_ms, levels))

    def tell(self, account: str, kind: str, seat: int) -> None:
        """Put what happened into an account's news."""
        fields = ["kind", kind, "match_id", self.match.match_id, "seat", str(seat)]
        self.commands += tell_account(account, fields)
        self.accounts.add(account)

    def settle(self, ask: Ask, before: Match, levels: Levels) -> None:
        """Owe a bot's decision no more, which was owed in the match as it was *before*."""
        job = job_id(self.match.match_id, ask.seat, ask.version)
        self.settled.append({"job_id": job, "lane": lane_of(before, ask.seat, levels)})

    def index(self, status: str, at_ms: int) -> None:
        """Move the match to the index of a status."""
        for each in ("waiting", "running", "over"):
            if each != status:
                self.add("ZREM", keys.status_index(each), self.match.match_id)
        self.add("ZADD", keys.status_index(status), at_ms, self.match.match_id)

    def to_commands(self) -> list[list[str]]:
        """Return all commands in order; those who wait for the match are told last."""
        match_id, token = self.match.match_id, self.token
        if self.is_removal:
            # What its accounts' requests were answered stays: the last one to leave may ask again.
            gone = [keys.match(match_id), keys.log(match_id), keys.chat(match_id), keys.chat_muted(match_id)]
            done, token = [["DEL", *gone], ["ZREM", keys.status_index("waiting"), match_id]], ""
        else:
            done = [
                ["HSET", keys.match(match_id), "match", self.match.to_json().decode(), "token", token],
                *(["RPUSH", keys.log(match_id), entry.decode()] for entry in self.entries),
            ]
            if self.match.status == "over":
                # Of two copies of a finished match the archive keeps the newer one.
                done.append(["HINCRBY", keys.match(match_id), "revision", "1"])
        return [*done, *self.commands, announce(match_id, token, self.accounts, self.due)]


def announce(match_id: str, token: str, accounts: Iterable[str] = (), due: Iterable[Due] = ()) -> list[str]:
    """Return the command that wakes those who wait for a match or for what concerns accounts, in every process.

    Without a *token* whoever waits looks what there is.
    """
    fields = ["match_id", match_id, "token", token, "accounts", " ".join(sorted(accounts))]
    fields += ["due", " ".join(f"{each.account}/{each.text}" for each in due)]
    return ["XADD", keys.ADVANCED, "MAXLEN", "~", str(limits().advanced_entries_max), "*", *fields]


def change(before: Match, after: Match, token: str, levels: Levels, entries: tuple[Entry, ...] = ()) -> Write:
    """Return the write that turns *before* (at *token*) into *after*: asks, deadlines and indexes included."""
    write = Write(after, token, [entry.to_json() for entry in entries])
    follow(write, before, levels)
    return write


def follow(write: Write, before: Match, levels: Levels) -> None:
    """Add what follows from a write for asks, deadlines, indexes and accounts, if the match was *before*."""
    after = write.match
    old = {ask.what: ask for ask in before.asks}
    new = {ask.what: ask for ask in after.asks}
    for what in old.keys() - new.keys():
        write.settle(old[what], before, levels)
    for what in sorted(new.keys() - old.keys()):
        write.ask(new[what], first_wait_ms(levels, after, new[what]), levels)
    if after.clocks is not None:
        due = Clocks.from_dict(after.clocks).deadlines().values()
        if due:
            write.add("ZADD", keys.CLOCKS, min(due), after.match_id)
        else:
            write.add("ZREM", keys.CLOCKS, after.match_id)
    keep_count(write, before)
    for account, kind, seat in news_of_change(before, after):
        write.tell(account, kind, seat)
    write.due += decisions_fallen_due(before, after)
    if after.status != before.status:
        write.index(after.status, after.ended_ms or after.started_ms)
    if after.status == "over" != before.status:
        write.add("ZREM", keys.open_index(after.creator), after.match_id)


def keep_count(write: Write, before: Match | None) -> None:
    """Count invitations of the match's creator that nobody has answered, if the match was *before*; None: it is new."""
    after, name = write.match, keys.open_invitations(write.match.creator)
    old = set() if before is None else before.open_invitations()
    new = set() if write.is_removal else after.open_invitations()
    for place in sorted(old - new):
        write.add("ZREM", name, place)
    for place in sorted(new - old):
        write.add("ZADD", name, after.created_ms, place)


def first_wait_ms(levels: Levels, match: Match, ask: Ask) -> int:
    """Return how long a bot's answer is waited for; a job may take twice the level's thinking time.

    A worker that plays a whole match holds a lease, which tells others that it is at work.
    """
    if match.settings.is_fast:
        return jobs.CHUNK_LEASE_MS + limits().bot_grace_ms
    return 2 * levels.think_ms(match.seats[ask.seat].level) + limits().bot_grace_ms


def due_ms(levels: Levels, match: Match, ask: Ask) -> int:
    """Return when a bot's decision, asked again now, is overdue.

    The longer it has been owed, the longer the next wait: duplicate jobs don't help workers that lag behind.
    """
    now = now_ms()
    first = first_wait_ms(levels, match, ask)
    return now + max(first, min(now - ask.asked_ms, limits().bot_backoff_ms_max))
