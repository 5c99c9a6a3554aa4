"""The content and timing of an account's stream: its news, which are kept for a while, and the decisions that it owes.

What is owed is no history: it is read from the matches when a stream begins, and then told as it falls due.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from protos.astrarium.v1 import match_pb2
from services.game_state.match.model import Due
from services.rpc.caller import asking
from services.rpc.watching import Heartbeat
from services.shared import keys
from services.shared.bells import Bell
from services.shared.errors import BadRequest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.game_state.cases.finding import Finder
    from services.rpc.watching import StreamCount
    from services.shared.bells import Bells

EVENTS_AT_ONCE = 200
CURSOR = re.compile(r"[0-9]{1,18}-[0-9]{1,18}")
START = "0-0"
#: what an account's bell is rung with if there are news; otherwise with what fell due
NEWS = ""


class AccountBell(Bell):
    """Rings for an account; knows what fell due since it was last looked, or that all that is due must be read."""

    def __init__(self, account: str, digest: str) -> None:
        """Begin unrung."""
        super().__init__(digest)
        self.account = account
        self.may_have_missed = True
        self._due: dict[tuple[str, int], Due] = {}

    def ring(self, token: str | None) -> None:
        """Wake the call: NEWS, what fell due, or None if nobody knows what was missed."""
        super().ring(token)
        if token is None:
            self.may_have_missed = True
        elif token != NEWS:
            due = Due.from_text(self.account, token)
            self._due[due.match_id, due.seat] = due

    def take_due(self) -> list[Due]:
        """Return what fell due since the last time, of each seat the latest."""
        due, self._due = list(self._due.values()), {}
        return due


class AccountStreams:
    """The open streams of accounts of one process."""

    def __init__(self, finder: Finder, bells: Bells, count: StreamCount) -> None:
        """Find with *finder* what is due, wait at *bells*; each stream takes a place of *count*."""
        self._finder = finder
        self._bells = bells
        self._open = count

    async def watch(self, request: match_pb2.WatchAccountRequest) -> AsyncIterator[match_pb2.WatchAccountResponse]:
        """Yield the asking account's news from a cursor on and what it owes, then both as they come."""
        who = asking()
        who.need("watch")
        reading = _News(self._finder, who.account, request.since or START)
        bell = AccountBell(who.account, who.digest)
        with self._open.place(), self._bells.lend(keys.account_events(who.account), bell):
            heartbeat, told = Heartbeat(), set[Due]()
            while True:
                async for item in reading.read_on():
                    yield item
                if bell.may_have_missed:
                    bell.may_have_missed = False
                    bell.take_due()
                    due = await self._finder.due(who.account)
                    told = set(due)
                else:
                    # What fell due while it was read has been told.
                    due = [each for each in bell.take_due() if each not in told]
                for each in due:
                    yield _due_item(each, reading.cursor)
                if request.is_snapshot:
                    return
                if not await bell.wait(heartbeat.due):
                    heartbeat.beat()
                    yield match_pb2.WatchAccountResponse()


class _News:
    """The position of a stream in an account's news."""

    def __init__(self, finder: Finder, account: str, since: str) -> None:
        if CURSOR.fullmatch(since) is None:
            raise BadRequest("since is the cursor of an event that you have seen, or empty")
        self._redis = finder.redis
        self._name = keys.account_events(account)
        self.cursor = since

    async def read_on(self) -> AsyncIterator[match_pb2.WatchAccountResponse]:
        """Yield what is there behind the cursor; first, if some of it may be gone, that there is a gap."""
        while True:
            found = await self._redis.xrange(self._name, self.cursor, "+", count=EVENTS_AT_ONCE + 1)
            has_more = len(found) > EVENTS_AT_ONCE
            if self.cursor != START:
                if found and found[0][0].decode() == self.cursor:
                    del found[0]
                else:
                    # The event at the cursor is gone, so those right behind it may be gone too.
                    self.cursor = START
                    yield match_pb2.WatchAccountResponse(cursor=START, kind="gap")
            for entry, fields in found:
                self.cursor = entry.decode()
                yield _news_item(self.cursor, fields)
            if not has_more:
                return


def _due_item(due: Due, cursor: str) -> match_pb2.WatchAccountResponse:
    return match_pb2.WatchAccountResponse(cursor=cursor, kind="decision_due", match_id=due.match_id, seat=due.seat)


def _news_item(cursor: str, fields: dict[bytes, bytes]) -> match_pb2.WatchAccountResponse:
    return match_pb2.WatchAccountResponse(
        cursor=cursor,
        kind=fields[b"kind"].decode(),
        match_id=fields.get(b"match_id", b"").decode(),
        seat=int(fields.get(b"seat", 0)),
        tournament_id=fields.get(b"tournament_id", b"").decode(),
        round=int(fields.get(b"round", 0)),
        table=int(fields.get(b"table", 0)),
    )
