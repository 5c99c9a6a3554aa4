"""Who sees which event, when, and under which number."""

from __future__ import annotations

import itertools
from sys import getsizeof

import orjson
import pytest

from engine.contract.event import Event, EventKind
from engine.contract.vocabulary import Field
from services.game_state.table.feed import PLACE_BYTES, Feed, encode, show_take_back
from services.game_state.table.feed import Step as EncodedStep

NUMBER = Field("number", range(100))
OPEN = EventKind("open", (NUMBER,), "everybody sees it")
PRIVATE = EventKind("private", (NUMBER,), "its seat sees it", private=True)
SECRET = EventKind("secret", (NUMBER,), "its seat sees the number", secret=("number",))


def step_of(seat, events, is_open):
    return EncodedStep(seat, tuple(encode(event) for event in events), is_open)


def seen(feed, viewer):
    return [orjson.loads(each) for each in feed.since(viewer, 0)]


def numbers(feed, viewer):
    return [event.get("number") for event in seen(feed, viewer)]


def test_secrecy_is_kept_in_numbers_and_fields():
    feed = Feed(2)
    feed.add([step_of(0, (Event(OPEN, 0, (1,)), Event(PRIVATE, 0, (2,)), Event(SECRET, 0, (3,))), is_open=True)])
    assert numbers(feed, 0) == [1, 2, 3]
    assert numbers(feed, 1) == numbers(feed, None) == [1, None]
    assert "number" not in seen(feed, 1)[1]
    assert (feed.cursor(0), feed.cursor(1), feed.cursor(None)) == (3, 2, 2)


def test_in_a_simultaneous_step_a_seat_sees_its_own_events_at_once_and_the_others_at_the_end():
    feed = Feed(3)
    feed.add([step_of(2, (Event(OPEN, 2, (20,)),), is_open=False), step_of(0, (Event(OPEN, 0, (1,)),), is_open=False)])
    assert (numbers(feed, 0), numbers(feed, 1), numbers(feed, 2), numbers(feed, None)) == ([1], [], [20], [])
    feed.add([step_of(1, (Event(OPEN, 1, (10,)), Event(OPEN, None, (99,))), is_open=True)])
    assert numbers(feed, None) == [1, 20, 10, 99]
    assert numbers(feed, 0) == [1, 20, 10, 99]
    assert numbers(feed, 1) == [1, 20, 10, 99]
    assert numbers(feed, 2) == [20, 1, 10, 99]


@pytest.mark.parametrize("order", list(itertools.permutations([0, 1, 2])))
def test_a_bystander_cannot_tell_in_which_order_the_others_answered(order):
    feed = Feed(4)
    for seat in order:
        for number in (10 * seat, 10 * seat + 1):
            feed.add([step_of(seat, (Event(OPEN, seat, (number,)),), is_open=False)])
            assert feed.cursor(3) == 0
    feed.add([step_of(3, (Event(OPEN, 3, (30,)),), is_open=True)])
    assert numbers(feed, 3) == numbers(feed, None) == [0, 1, 10, 11, 20, 21, 30]


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_looking_ahead_counts_right_and_changes_nothing(viewer):
    feed = Feed(3)
    feed.add([step_of(2, (Event(OPEN, 2, (20,)), Event(PRIVATE, 2, (21,))), is_open=False)])
    steps = [
        step_of(0, (Event(SECRET, 0, (1,)),), is_open=False),
        step_of(1, (Event(OPEN, 1, (2,)), Event(PRIVATE, 1, (3,))), is_open=True),
        step_of(1, (Event(OPEN, 1, (4,)),), is_open=True),
    ]
    before = (dict(feed.seen), {seat: list(held) for seat, held in feed.held.items()})
    ahead = feed.ahead(steps, viewer)
    assert (dict(feed.seen), feed.held) == before
    feed.add(steps)
    assert feed.cursor(viewer) == ahead


def test_looking_ahead_counts_what_was_seen_what_is_held_and_what_comes():
    """Own steps count at once, those of others when the step ends, and only what the viewer may know of them."""
    feed = Feed(3)
    feed.add([step_of(0, (Event(OPEN, 0, (1,)), Event(OPEN, 0, (2,))), is_open=True)])
    feed.add([step_of(1, (Event(PRIVATE, 2, (3,)), Event(OPEN, 1, (4,))), is_open=False)])
    steps = [
        step_of(0, (Event(OPEN, 0, (5,)),), is_open=False),
        step_of(2, (Event(OPEN, 2, (6,)), Event(PRIVATE, 2, (7,))), is_open=False),
    ]
    end = step_of(1, (Event(OPEN, 1, (8,)),), is_open=True)
    assert [feed.ahead(steps, viewer) for viewer in (0, 1, 2, None)] == [3, 3, 4, 2]
    expected = [feed.ahead([*steps, end], viewer) for viewer in feed.viewers]
    feed.add([*steps, end])
    assert [feed.cursor(viewer) for viewer in feed.viewers] == expected == [6, 6, 8, 6]


def test_a_take_back_is_told_to_everybody_at_once():
    """Whose wish it was, and how many actions stand no more; what was held comes before it."""
    feed = Feed(2)
    feed.add([step_of(0, (Event(OPEN, 0, (1,)),), is_open=False), show_take_back(1, 3)])
    told = {"kind": "take_back", "seat": 1, "actions": 3}
    assert [seen(feed, viewer)[-1] for viewer in feed.viewers] == [told] * 3
    assert [feed.cursor(viewer) for viewer in feed.viewers] == [2, 2, 2]


def test_a_feed_knows_what_its_events_take():
    """Every text once, and a place in each viewer's list."""
    feed = Feed(2)
    assert feed.bytes_kept == 0
    events = [encode(Event(kind, 0, (1,))) for kind in (OPEN, PRIVATE, SECRET)]
    feed.add([EncodedStep(0, tuple(events), is_open=True)])
    texts = {id(text): text for event in events for text in (event.own, event.others) if text is not None}
    assert len(texts) == 4
    assert feed.bytes_kept == sum(map(getsizeof, texts.values())) + 3 * 3 * PLACE_BYTES
