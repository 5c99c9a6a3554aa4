"""A spectator's stream, shared with others, when its account takes a seat."""

from __future__ import annotations

import threading

from protos.astrarium.v1 import match_pb2
from services.gateway import following
from services.gateway.broadcasts import Broadcasts
from services.gateway.listening import Listener

PATIENCE_S = 20


def event(cursor):
    return match_pb2.WatchedItem(event=match_pb2.Event(cursor=cursor, event=b"{}"))


def chat(text):
    said = match_pb2.ChatMessage(cursor="1-0", account="eve", scope="spectators", text=text)
    return match_pb2.WatchedItem(chat=said)


def match(*accounts):
    seats = [match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT, account=name) for name in accounts]
    return match_pb2.WatchedItem(match=match_pb2.Match(match_id="m", seats=seats))


class Calls:
    """A stream's items."""

    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)

    def cancel(self):
        pass


class Backend:
    """Has a snapshot of two events for whoever asks; what is heard in the broadcast comes once somebody has followed it."""

    def __init__(self, *heard):
        self.heard = heard
        self.may_begin, self.is_told = threading.Event(), threading.Event()
        self.snapshots = 0

    def watch(self, request, *_, **__):
        if not request.is_snapshot:
            return self._broadcast()
        self.snapshots += 1
        if self.snapshots > 1:
            self.may_begin.set()
            assert self.is_told.wait(PATIENCE_S)
        return Calls([*map(event, range(request.since + 1, 3)), match("anna")])

    def _broadcast(self):
        def told():
            assert self.may_begin.wait(PATIENCE_S)
            yield from self.heard
            self.is_told.set()

        return Calls(told())


def test_its_last_lines_are_news_and_no_talk_of_spectators(monkeypatch):
    monkeypatch.setattr(following, "_broadcasts", broadcasts := Broadcasts())
    backend = Backend(event(1), event(2), chat("seats are not to hear it"), match("anna", "bert"), event(3))
    first, later = (match_pb2.WatchEventsRequest(match_id="m") for _ in range(2))
    stream = following.Following(backend, later, (), Listener("bert", ""))
    with broadcasts.join("m", backend.watch, first, match("anna").match):
        lines = [line.item for news in stream.lines() for line in news if line.item is not None]
    assert [line.event.cursor for line in lines if line.HasField("event")] == [1, 2, 3]
    assert [len(line.match.seats) for line in lines if line.HasField("match")] == [1, 2]
    assert not any(line.HasField("chat") for line in lines)
