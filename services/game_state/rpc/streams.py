"""The content and timing of a match's stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protos.astrarium.v1 import match_pb2
from services.game_state.rpc import messages
from services.rpc.caller import asking
from services.rpc.watching import Heartbeat
from services.shared.bells import Bell
from services.shared.errors import BadRequest
from services.shared.tokens import PUBLIC

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from services.game_state.cases.all import Cases
    from services.game_state.match.model import Match
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.feed import Viewer
    from services.game_state.table.table import Table
    from services.rpc.watching import StreamCount

#: who sees what everybody may; no account can be called so
NOBODY = "-"
EVENTS_AT_ONCE = 200
HEARTBEAT = match_pb2.WatchEventsResponse(items=[match_pb2.WatchedItem(heartbeat=match_pb2.Heartbeat())])


class MatchBell(Bell):
    """Rings for a match; knows besides whether something may have been said since it was last looked for."""

    def __init__(self, digest: str) -> None:
        """Begin unrung."""
        super().__init__(digest)
        self.may_have_chat = True

    def ring(self, token: str | None) -> None:
        """Wake the call; None: the match may have changed, or something was said."""
        super().ring(token)
        self.may_have_chat |= token is None


class Streams:
    """The open streams of matches of one process."""

    def __init__(self, tables: Tables, cases: Cases, made: messages.MatchMessages, count: StreamCount) -> None:
        """Read from *tables* and *cases*; matches are told as *made*; each stream takes a place of *count*."""
        self._tables = tables
        self._chat = cases.chat
        self._pasts = cases.pasts
        self._made = made
        self._open = count

    async def watch_match(self, request: match_pb2.WatchEventsRequest) -> AsyncIterator[match_pb2.WatchEventsResponse]:
        """Yield what comes, everything of one moment together: sending an answer costs more than its content."""
        who = asking()
        who.need(PUBLIC)
        account, look = NOBODY if request.for_spectators else who.account, messages.look_in(request)
        with self._open.place(), self._tables.bells.lend(request.match_id, MatchBell(who.digest)) as bell:
            heartbeat = Heartbeat()
            following = _Following(request, account)
            while True:
                table = await self._tables.fresh(request.match_id, bell.token)
                match = self._made.find(table, account)
                if following.shown is None and look.is_of_past(table, account):
                    for answer in _in_parts(await self._past_items(request, table, account, who.account)):
                        yield answer
                    return
                if following.is_another_viewer(table):
                    yield match_pb2.WatchEventsResponse(items=[_match_item(match)])
                    return
                # The table may change while an item is being sent: everything sent together is of one moment.
                current, items = table.match, following.take_events(table)
                items += await self._take_chat(current, following, bell)
                if match != following.shown:
                    following.shown = match
                    items.append(_match_item(match))
                for answer in _in_parts(items):
                    yield answer
                if current.status == "over" or request.is_snapshot:
                    return
                if not await bell.wait(heartbeat.due):
                    heartbeat.beat()
                    yield HEARTBEAT

    async def _past_items(
        self, request: match_pb2.WatchEventsRequest, table: Table, account: str, reader: str
    ) -> list[match_pb2.WatchedItem]:
        past, eyes, moment = await self._pasts.look(messages.look_in(request), table, account, reader)
        events = past.events(eyes, request.since, moment)
        told = [messages.event_item(number, event, version) for number, version, event in events]
        return [*told, _match_item(self._made.find(table, account))]

    async def _take_chat(self, match: Match, following: _Following, bell: MatchBell) -> list[match_pb2.WatchedItem]:
        """Return what was said since it was last looked for, as far as the account may hear it."""
        items = []
        while bell.may_have_chat:
            bell.may_have_chat = False
            heard, newest = await self._chat.listen(match, following.account, following.said)
            bell.may_have_chat |= newest != following.said
            following.said = newest
            items += [match_pb2.WatchedItem(chat=messages.chat_message(each)) for each in heard]
        return items


class _Following:
    """The position of a match's stream, and its viewer."""

    def __init__(self, request: match_pb2.WatchEventsRequest, account: str) -> None:
        self.account = account
        self.cursor, self.said = request.since, request.chat_since
        self.shown: match_pb2.Match | None = None
        self._seat = request.seat if request.HasField("seat") else None
        self._eyes: Viewer = None

    def is_another_viewer(self, table: Table) -> bool:
        """Whether the account has given its seat up, or is back at it: other eyes' events are numbered otherwise."""
        own = table.match.seats_of(self.account)
        if self._eyes is not None:
            return self._eyes not in own
        return bool(own and self.shown is not None and self.cursor)

    def take_events(self, table: Table) -> list[match_pb2.WatchedItem]:
        """Return the events that were not sent yet; raise BadRequest for a cursor that is ahead of them."""
        self._eyes = table.viewer(self.account, self._seat)
        there = table.feed.cursor(self._eyes)
        if not 0 <= self.cursor <= there:
            raise BadRequest(f"since is {self.cursor}; the events so far are numbered 1 to {there}")
        events = table.feed.since(self._eyes, self.cursor)
        items = [messages.event_item(number, event) for number, event in enumerate(events, self.cursor + 1)]
        self.cursor += len(events)
        return items


def _match_item(match: match_pb2.Match) -> match_pb2.WatchedItem:
    return match_pb2.WatchedItem(match=match)


def _in_parts(items: list[match_pb2.WatchedItem]) -> Iterator[match_pb2.WatchEventsResponse]:
    for start in range(0, len(items), EVENTS_AT_ONCE):
        yield match_pb2.WatchEventsResponse(items=items[start : start + EVENTS_AT_ONCE])
