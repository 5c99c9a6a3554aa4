"""Who follows a match together with others gets every line, or is told that it has to catch up."""

from __future__ import annotations

import threading
import time

import pytest

from protos.astrarium.v1 import match_pb2
from services.gateway.broadcasts import Broadcasts
from services.gateway.lines import SSE
from services.gateway.listening import Listener, StreamEnded
from services.shared.limits import limits


def event(cursor):
    return match_pb2.WatchedItem(event=match_pb2.Event(cursor=cursor, event=b"{}"))


def match(*accounts):
    seats = [match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT, account=name) for name in accounts]
    return match_pb2.WatchedItem(match=match_pb2.Match(match_id="m", seats=seats))


class Source:
    """A stream that gives its items once it may, and notes what was asked of it, read and cancelled."""

    def __init__(self, *items):
        self.items = items
        self.may_begin = threading.Event()
        self.is_cancelled = threading.Event()
        self.is_read = threading.Event()
        self.asked = 0

    def watch(self, _request):
        self.asked += 1
        return self

    def __iter__(self):
        assert self.may_begin.wait(60)
        yield from self.items
        self.is_read.set()

    def cancel(self):
        self.is_cancelled.set()


def joined(broadcasts, source, key="m"):
    return broadcasts.join(key, source.watch, match_pb2.WatchEventsRequest(), match("anna").match)


def wait_until_asked(source, times):
    """A broadcast asks from a thread of its own."""
    until = time.monotonic() + 60
    while source.asked < times:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert source.asked == times


def test_one_stream_serves_all_and_each_line_is_written_once():
    broadcasts, source = Broadcasts(), Source(event(1), match("anna"), match("anna", "bert"), event(2))
    with joined(broadcasts, source) as (one, is_first), joined(broadcasts, source) as (two, is_second):
        assert (is_first, is_second) == (True, True)
        source.may_begin.set()
        heard = [[], []]
        for follower, lines in zip((one, two), heard, strict=True):
            while len(lines) < 3:
                lines.extend(follower.next_lines(Listener("anna", "")))
            with pytest.raises(StreamEnded) as end:
                follower.next_lines(Listener("anna", ""))
            assert end.value.error is None
        assert heard[0] == heard[1]
        # The match that everybody was shown is not shown again.
        assert [line.item.WhichOneof("item") for line in heard[0]] == ["event", "match", "event"]
        assert [(line.at, line.is_reseated) for line in heard[0]] == [(1, False), (1, True), (2, False)]
        assert heard[0][0].write(SSE) is heard[1][0].write(SSE)
    assert source.asked == 1


def test_who_is_too_slow_is_told_so_before_the_end():
    broadcasts, source = Broadcasts(), Source(*map(event, range(1, 2 * limits().stream_lines_waiting_max)))
    with joined(broadcasts, source) as (slow, _):
        source.may_begin.set()
        # All of it: once it has caught up, a follower hears what comes later.
        assert source.is_read.wait(60)
        assert slow.is_behind
        heard = slow.next_lines(Listener("anna", ""))
        assert [line.item.event.cursor for line in heard] == list(range(1, limits().stream_lines_waiting_max + 1))
        assert slow.next_lines(Listener("anna", "")) == []
        slow.is_behind = False
        with pytest.raises(StreamEnded):
            slow.next_lines(Listener("anna", ""))


def test_who_comes_later_is_told_what_was_heard_before():
    broadcasts, source = Broadcasts(), Source(event(1))
    with joined(broadcasts, source) as (one, _):
        source.may_begin.set()
        one.next_lines(Listener("anna", ""))
        # The broadcast is at its end, and so forgotten: a new one is opened.
        with pytest.raises(StreamEnded):
            one.next_lines(Listener("anna", ""))
        with joined(broadcasts, source):
            wait_until_asked(source, 2)


def test_a_broadcast_that_everybody_has_left_is_closed():
    broadcasts, source = Broadcasts(), Source()
    with joined(broadcasts, source), joined(broadcasts, source):
        wait_until_asked(source, 1)
    assert source.is_cancelled.wait(60)
    source.may_begin.set()
