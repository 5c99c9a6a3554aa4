"""Chat at a table. It is not part of the match: it is in no log and no record.

Everybody at the table can read what seats say. While the match runs, seats can't read what spectators say.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from services.game_state.store.changes import Write, announce
from services.game_state.store.writer import newest_match
from services.shared import idempotency, keys
from services.shared.errors import BadRequest, ChatOff, LimitExceeded, NotYourMatch
from services.shared.idempotency import RequestKey
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.paging import size_of
from services.shared.unique import new_name
from services.shared.writing import NOTHING, Nothing

if TYPE_CHECKING:
    from services.game_state.match.model import Match, Stored
    from services.game_state.table.at_hand import Tables

SEATS, SPECTATORS = "seats", "spectators"
START = "0-0"
CURSOR = re.compile(r"[0-9]{1,18}-[0-9]{1,18}")
PAGE_SIZE = 100
MINUTE_S = 60
#: characters that are not text: control characters, halves of characters, and marks of reading direction
UNWANTED = {"Cc", "Cs", "Cn", "Co", "Zl", "Zp"}
#: invisible characters: a message must have others as well
INVISIBLE = {"Zs", "Cf", "Mn", "Me"}
#: characters that are letters by name but are drawn as nothing
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

#: Say something and wake those who listen: `{asked, rate, rate_max, stream, fields, kept_s, advanced}`.
SAY = (
    idempotency.LUA
    + """
local wish = cjson.decode(ARGV[1])
local known = recall(wish.asked)
if known then return {'known', known} end
local said = redis.call('INCR', wish.rate)
if said == 1 then redis.call('EXPIRE', wish.rate, wish.rate_s) end
if said > wish.rate_max then return {'refused', redis.call('PTTL', wish.rate)} end
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', wish.entries_max, '*', unpack(wish.fields))
redis.call('EXPIRE', KEYS[1], wish.kept_s)
redis.call(unpack(wish.announcement))
remember(wish.asked, id)
return {'done', id}
"""
)


@dataclass(frozen=True, slots=True)
class Message:
    """A message: by whom, from which seat (None: a spectator), to whom, and when (unix ms, in the cursor)."""

    cursor: str
    account: str
    seat: int | None
    scope: str
    text: str

    @property
    def at_ms(self) -> int:
        """The unix ms at which it was said."""
        return int(self.cursor.partition("-")[0])

    @classmethod
    def from_entry(cls, entry: bytes, fields: dict[bytes, bytes]) -> Message:
        """Return the message of a stream's entry."""
        seat = fields[b"seat"].decode()
        account, scope, text = (fields[name].decode() for name in (b"account", b"scope", b"text"))
        return cls(entry.decode(), account, int(seat) if seat else None, scope, text)


class Chat:
    """Chat at tables, and who may read it."""

    def __init__(self, tables: Tables) -> None:
        """Work on *tables*."""
        self.tables = tables
        self.redis = tables.store.redis
        self._say = self.redis.register_script(SAY)

    async def say(self, match_id: str, account: str, text: str, key: RequestKey) -> Message:
        """Say something to the table; raise ChatOff, LimitExceeded."""
        if not key.key:
            # The connection itself repeats a command whose reply was lost.
            key = RequestKey(keys.answers(account, match_id), f" {new_name(64)}")
        text = check_text(text)
        match = await self._match(match_id, account)
        if not match.settings.has_chat:
            raise ChatOff("chat is off in this match")
        seat = seat_at(match, account)
        scope = SPECTATORS if seat is None else SEATS
        most = limits().chat_messages_per_minute_max
        stream = keys.chat(match_id)
        wish = {
            "asked": key.to_script(),
            "rate": keys.chat_rate(match_id, account),
            "rate_s": MINUTE_S,
            "rate_max": most,
            "entries_max": limits().chat_entries_max,
            "fields": ["account", account, "seat", "" if seat is None else str(seat), "scope", scope, "text", text],
            "kept_s": limits().chat_kept_s,
            "announcement": announce(match_id, ""),
        }
        outcome, found = await self.tables.store.writes.run(self._say, [stream], [dump_json(wish)])
        if outcome == b"refused":
            raise LimitExceeded(
                f"that is more than {most} messages a minute",
                limit="chat_messages_per_minute_max",
                limit_max=most,
                retry_after_ms=max(found, 1),
            )
        cursor = key.answer_in(found) if outcome == b"known" else found.decode()
        return Message(cursor, account, seat, scope, text)

    async def listen(self, match: Match, account: str, since: str, most: int = PAGE_SIZE) -> tuple[list[Message], str]:
        """Return what an account may hear of the next *most* messages after a cursor, and the last one's cursor."""
        if CURSOR.fullmatch(since or START) is None:
            raise BadRequest("the cursor is that of a message, or empty")
        found = await self.redis.xrange(keys.chat(match.match_id), f"({since or START}", "+", count=most)
        if not found:
            return [], since
        muted = await self._find_muted(match.match_id, account)
        messages = [Message.from_entry(*each) for each in found]
        heard = [each for each in messages if each.account not in muted and is_audible(match, account, each)]
        return heard, messages[-1].cursor

    async def page(self, match_id: str, account: str, since: str, size: int) -> tuple[list[Message], str]:
        """Return what an account may hear of a match, as `heard`."""
        most = size_of(size, PAGE_SIZE)
        return await self.listen(await self._match(match_id, account), account, since, most)

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
        muted = await self._find_muted(match_id, account)
        return [number for number in range(len(match.seats)) if player_of(match, number) in muted]

    async def switch(self, match_id: str, account: str, *, has_chat: bool) -> Match:
        """Switch chat on or off; for the creator."""

        def switch(stored: Stored) -> Write | Nothing:
            match = stored.match
            match.check_visible(account)
            if account != match.creator:
                raise NotYourMatch(f"only its creator {match.creator!r} may do that")
            if match.settings.has_chat == has_chat:
                return NOTHING
            return Write(match.with_settings(has_chat=has_chat), stored.token)

        return newest_match(await self.tables.writer.change_stored(match_id, switch), match_id)

    async def _match(self, match_id: str, account: str) -> Match:
        match = (await self.tables.fresh(match_id)).match
        match.check_visible(account)
        return match

    async def _find_muted(self, match_id: str, account: str) -> set[str]:
        members = await self.redis.smembers(keys.chat_muted(match_id))
        pairs = (member.decode().split(":") for member in members)
        return {muted for by, muted in pairs if by == account}


def check_text(text: str) -> str:
    """Return what is said without blanks around it; raise BadRequest, LimitExceeded."""
    text = text.strip()
    limits().check("chat_chars_max", len(text))
    if any(unicodedata.category(letter) in UNWANTED or letter in TURNING for letter in text):
        raise BadRequest("a message is one line of text, without control characters")
    if all(unicodedata.category(letter) in INVISIBLE or letter in BLANK for letter in text):
        raise BadRequest("a message has at least one character that can be seen")
    return text


def player_of(match: Match, seat: int) -> str:
    """Return the account that holds a seat, or is away from it; "" for none."""
    held = match.seats[seat]
    return "" if held.kind in {"open", "invited"} else held.account or held.stands_in_for or held.resigned_by


def seat_at(match: Match, account: str) -> int | None:
    """Return the first seat that an account holds, or that a bot keeps for it; None for a spectator."""
    own = (*match.seats_of(account), *match.seats_left_by(account))
    return own[0] if own else None


def is_audible(match: Match, account: str, message: Message) -> bool:
    """Whether an account may hear a message; it always hears its own."""
    is_apart = message.scope == SPECTATORS and match.status == "running" and seat_at(match, account) is not None
    return message.account == account or not is_apart
