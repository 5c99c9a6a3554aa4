"""Who follows a match together with others gets every line, or is told that it has to catch up."""

from __future__ import annotations

import threading
import time

import pytest

from protos.astrarium.v1 import match_pb2
from services.gateway.reading import BUFFERED_MAX
from services.gateway.rooms import Ended, Rooms
from services.gateway.streams import sse


def event(cursor):
    return match_pb2.WatchEventsResponse(event=match_pb2.Event(cursor=cursor, event=b"{}"))


def match(*accounts):
    seats = [match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT, account=name) for name in accounts]
    return match_pb2.WatchEventsResponse(match=match_pb2.Match(match_id="m", seats=seats))


class Source:
    """A stream that gives its items once it may, and notes what it was asked for and whether it was cancelled."""

    def __init__(self, *items):
        self.items = items
        self.may_begin = threading.Event()
        self.is_cancelled = threading.Event()
        self.asked = 0

    def watch(self, _request):
        self.asked += 1
        return self

    def __iter__(self):
        assert self.may_begin.wait(10)
        yield from self.items

    def cancel(self):
        self.is_cancelled.set()


def entered(rooms, source, key="m"):
    return rooms.entered(key, source.watch, match_pb2.WatchEventsRequest(), match("anna").match)


def test_one_stream_serves_all_and_each_line_is_written_once():
    rooms, source = Rooms(), Source(event(1), match("anna"), match("anna", "bert"), event(2))
    with entered(rooms, source) as (one, is_first), entered(rooms, source) as (two, is_second):
        assert (is_first, is_second) == (True, True)
        source.may_begin.set()
        heard = [[], []]
        for follower, lines in zip((one, two), heard, strict=True):
            while len(lines) < 3:
                lines.extend(follower.next_lines())
            with pytest.raises(Ended) as end:
                follower.next_lines()
            assert end.value.error is None
        assert heard[0] == heard[1]
        # The match that everybody was shown is not shown again.
        assert [line.item.WhichOneof("item") for line in heard[0]] == ["event", "match", "event"]
        assert [(line.at, line.is_reseated) for line in heard[0]] == [(1, False), (1, True), (2, False)]
        assert heard[0][0].written(sse) is heard[1][0].written(sse)
    assert source.asked == 1


def test_who_is_too_slow_is_told_so_before_the_end():
    rooms, source = Rooms(), Source(*map(event, range(1, 2 * BUFFERED_MAX)))
    with entered(rooms, source) as (slow, _):
        source.may_begin.set()
        until = time.monotonic() + 10
        while not slow.is_behind:
            assert time.monotonic() < until
            time.sleep(0.01)
        heard = slow.next_lines()
        assert [line.item.event.cursor for line in heard] == list(range(1, BUFFERED_MAX + 1))
        assert slow.next_lines() == []
        slow.is_behind = False
        with pytest.raises(Ended):
            slow.next_lines()


def test_who_comes_later_is_told_what_was_heard_before():
    rooms, source = Rooms(), Source(event(1))
    with entered(rooms, source) as (one, _):
        source.may_begin.set()
        one.next_lines()
        # The room is at its end, and so forgotten: a new one is opened.
        with pytest.raises(Ended):
            one.next_lines()
        with entered(rooms, source):
            assert source.asked == 2


def test_a_room_that_everybody_has_left_is_closed():
    rooms, source = Rooms(), Source()
    with entered(rooms, source), entered(rooms, source):
        until = time.monotonic() + 10
        while not source.asked:
            assert time.monotonic() < until
            time.sleep(0.01)
    assert source.is_cancelled.wait(10)
    source.may_begin.set()
