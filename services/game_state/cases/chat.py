"""Talk at a table. It is no part of the match: neither log nor record nor this server's own log has it.

What seats say everybody at the table hears; what spectators say, seats don't while the match runs.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from services.game_state.store.changes import change
from services.shared import keys
from services.shared.errors import BadRequest, ChatOff, KeyReused, LimitExceeded, NotYourMatch, Unavailable
from services.shared.limits import limits
from services.shared.paging import size_of
from services.shared.unique import new_name

if TYPE_CHECKING:
    from services.game_state.match.model import Match
    from services.game_state.store.levels import Levels
    from services.game_state.table.at_hand import Tables

SEATS, SPECTATORS = "seats", "spectators"
START = "0-0"
CURSOR = re.compile(r"[0-9]{1,18}-[0-9]{1,18}")
PAGE_SIZE = 100
MINUTE_S = 60
#: a repetition of the same message is known for so long
SENT_KEPT_S = 600
#: what text doesn't consist of: control characters, halves of characters, and what turns the reading direction
UNWANTED = {"Cc", "Cs", "Cn", "Co"}
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

#: Say something, once per key and no oftener than allowed; wake those who listen.
SAY = """
local known = redis.call('GET', KEYS[3])
if known then return {known} end
local said = redis.call('INCR', KEYS[2])
if said == 1 then redis.call('EXPIRE', KEYS[2], ARGV[1]) end
if said > tonumber(ARGV[2]) then return {'', redis.call('PTTL', KEYS[2])} end
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], '*',
                      'account', ARGV[4], 'seat', ARGV[5], 'scope', ARGV[6], 'text', ARGV[7])
redis.call('EXPIRE', KEYS[1], ARGV[8])
redis.call('SET', KEYS[3], id .. ':' .. ARGV[7], 'EX', ARGV[9])
redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[10], '*', 'match_id', ARGV[11], 'token', '')
return {id .. ':' .. ARGV[7]}
"""


@dataclass(frozen=True, slots=True)
class Message:
    """Something said: by whom, from which seat (None: a spectator), to whom, and when (unix ms, in the cursor)."""

    cursor: str
    account: str
    seat: int | None
    scope: str
    text: str

    @property
    def at_ms(self) -> int:
        """When it was said."""
        return int(self.cursor.partition("-")[0])

    @classmethod
    def from_entry(cls, entry: bytes, fields: dict[bytes, bytes]) -> Message:
        """Return the message of a stream's entry."""
        seat = fields[b"seat"].decode()
        account, scope, text = (fields[name].decode() for name in (b"account", b"scope", b"text"))
        return cls(entry.decode(), account, int(seat) if seat else None, scope, text)


class Chat:
    """What is said at tables, and who hears it."""

    def __init__(self, tables: Tables, levels: Levels) -> None:
        """Work on *tables*."""
        self.tables = tables
        self.store = tables.store
        self.levels = levels
        self.redis = tables.store.redis
        self._say = self.redis.register_script(SAY)

    async def say(self, match_id: str, account: str, text: str, key: str) -> Message:
        """Say something to the table; the same key says it once."""
        text = checked_text(text)
        limits().check("idempotency_key_chars_max", len(key))
        match = await self._match(match_id, account)
        if not match.has_chat:
            raise ChatOff("chat is off in this match")
        seat = seat_at(match, account)
        scope = SPECTATORS if seat is None else SEATS
        place = "" if seat is None else str(seat)
        most = limits().chat_messages_per_minute_max
        stream = keys.chat(match_id)
        # Without a key of the caller's the message has one all the same: a command whose reply is lost is repeated.
        key = key or f" {new_name(64)}"
        said = await self._say(
            keys=[stream, f"{stream}:rate:{account}", f"{stream}:sent:{account}:{key}", keys.ADVANCED],
            args=[
                *(MINUTE_S, most, limits().chat_entries_max, account, place, scope, text),
                *(limits().chat_kept_s, SENT_KEPT_S, limits().advanced_entries_max, match_id),
            ],
        )
        cursor, _, words = said[0].decode().partition(":")
        if not cursor:
            name, wait_ms = "chat_messages_per_minute_max", max(said[1], 1)
            raise LimitExceeded(
                f"that is more than {most} messages a minute", limit=name, limit_max=most, retry_after_ms=wait_ms
            )
        if words != text:
            raise KeyReused("the idempotency key belongs to another message; use a new one for each")
        return Message(cursor, account, seat, scope, text)

    async def heard(self, match: Match, account: str, since: str, most: int = PAGE_SIZE) -> tuple[list[Message], str]:
        """Return what an account may hear of the next *most* messages after a cursor, and the last one's cursor."""
        if CURSOR.fullmatch(since or START) is None:
            raise BadRequest("the cursor is that of a message, or empty")
        found = await self.redis.xrange(keys.chat(match.match_id), f"({since or START}", "+", count=most)
        if not found:
            return [], since
        muted = await self._muted(match.match_id, account)
        messages = [Message.from_entry(*each) for each in found]
        heard = [each for each in messages if each.account not in muted and is_audible(match, account, each)]
        return heard, messages[-1].cursor

    async def page(self, match_id: str, account: str, since: str, size: int) -> tuple[list[Message], str]:
        """Return what an account may hear of a match, as `heard`."""
        most = size_of(size, PAGE_SIZE)
        return await self.heard(await self._match(match_id, account), account, since, most)

    async def mute(self, match_id: str, account: str, seat: int, *, is_muted: bool) -> list[int]:
        """Stop hearing who holds a seat, or hear it again; return the seats that are muted."""
        match = await self._match(match_id, account)
        if not 0 <= seat < len(match.seats) or not player_of(match, seat):
            raise BadRequest(f"no account holds seat {seat}")
        name, member = keys.chat_muted(match_id), f"{account}:{player_of(match, seat)}"
        async with self.redis.pipeline(transaction=True) as pipe:
            (pipe.sadd if is_muted else pipe.srem)(name, member)
            pipe.expire(name, limits().chat_kept_s)
            await pipe.execute()
        muted = await self._muted(match_id, account)
        return [number for number in range(len(match.seats)) if player_of(match, number) in muted]

    async def switch(self, match_id: str, account: str, *, has_chat: bool) -> Match:
        """Switch chat on or off; for the creator."""
        async with self.tables.lock(match_id):
            for _ in range(limits().submissions_retried_max):
                stored = await self.store.load(match_id)
                match = stored.match
                match.check_visible(account)
                if account != match.creator:
                    raise NotYourMatch(f"only its creator {match.creator!r} may do that")
                if match.has_chat == has_chat:
                    return match
                write = change(match, replace(match, has_chat=has_chat), stored.token, self.levels)
                if (await self.store.write(write))[0] == "done":
                    self.tables.bells.ring(match_id, write.token)
                    return write.match
        raise Unavailable("the match changes too fast; try again", retry_after_ms=100)

    async def _match(self, match_id: str, account: str) -> Match:
        match = (await self.tables.fresh(match_id)).match
        match.check_visible(account)
        return match

    async def _muted(self, match_id: str, account: str) -> set[str]:
        members = await self.redis.smembers(keys.chat_muted(match_id))
        pairs = (member.decode().split(":") for member in members)
        return {muted for by, muted in pairs if by == account}


def checked_text(text: str) -> str:
    """Return what is said without blanks around it; raise BadRequest, LimitExceeded."""
    text = text.strip()
    limits().check("chat_chars_max", len(text))
    if not text or any(unicodedata.category(letter) in UNWANTED or letter in TURNING for letter in text):
        raise BadRequest("a message is a line of text")
    return text


def player_of(match: Match, seat: int) -> str:
    """Return the account that holds a seat, or is away from it; "" for none."""
    held = match.seats[seat]
    return "" if held.kind in {"open", "invited"} else held.account or held.stands_in_for or held.resigned_by


def seat_at(match: Match, account: str) -> int | None:
    """Return the first seat that an account holds, or that a bot keeps for it; None for a spectator."""
    own = (*match.seats_of(account), *match.left_seats(account))
    return own[0] if own else None


def is_audible(match: Match, account: str, message: Message) -> bool:
    """Whether an account may hear a message; its own it hears in any case."""
    is_apart = message.scope == SPECTATORS and match.status == "running" and seat_at(match, account) is not None
    return message.account == account or not is_apart
