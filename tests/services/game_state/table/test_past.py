"""The past of a finished match: every moment as it was, with everybody's eyes, without replaying from the start."""

from __future__ import annotations

import asyncio
import gc
import time
import tracemalloc
from dataclasses import replace

import orjson
import pytest

from services.game_state.match.model import Entry
from services.game_state.table.past import OPEN_HANDS, STRIDE, Look, Past, Pasts
from services.game_state.table.table import Table
from services.shared.errors import BadRequest, LimitExceeded, MatchNotOver, MatchSealed, NotYourSeat, UnknownMatch
from services.shared.limits import Limits
from tests.services.game_state.table.test_table import GAME_NAMES, random_log, stored


def over(game, seats, log, status="over", **changes):
    """Return the table of a finished match with that log."""
    last = stored(game, seats, log)
    return Table(replace(last, match=replace(last.match, status=status, **changes)))


def past_of(table):
    return asyncio.run(Past.build(table))


@pytest.mark.parametrize("game", GAME_NAMES)
def test_each_moment_is_as_it_was_seen_then(game):
    """Views, cursors and events of every seat and of spectators are those that a table had when it stood there."""
    log, _ = random_log(game, 3, 1)
    past = past_of(over(game, 3, log))
    live = Table(stored(game, 3))
    for moment in range(min(len(log), 3 * STRIDE) + 1):
        live.follow(stored(game, 3, log[:moment], max(0, moment - 1)))
        for eyes in (0, 1, 2, None):
            assert past.view(eyes, moment) == live.view(eyes), moment
            assert past.cursor(eyes, moment) == live.feed.cursor(eyes)
            told = list(past.events(eyes, 0, moment))
            assert [event for *_, event in told] == live.feed.since(eyes, 0)
            assert [number for number, *_ in told] == list(range(1, len(told) + 1))
            assert all(past.cursor(eyes, at - 1) < number <= past.cursor(eyes, at) for number, at, _ in told)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_open_hands_show_what_nobody_alone_knew(game):
    log, state = random_log(game, 2, 1)
    past = past_of(over(game, 2, log))
    moment = min(len(log), STRIDE + 5)
    shown = orjson.loads(past.view(OPEN_HANDS, moment))
    own = [orjson.loads(past.view(seat, moment)) for seat in (0, 1)]
    assert set(shown) == set(own[0])
    assert set(shown["seats"][0]) == set(own[0]["seats"][0])
    for seat in (0, 1):
        assert shown["seats"][seat] == own[seat]["seats"][seat]
    assert b'"unknown"' not in past.view(OPEN_HANDS, moment)
    assert len(list(past.events(OPEN_HANDS, 0, moment))) >= past.cursor(None, moment)
    assert past.position(len(log)).fingerprint() == state.fingerprint()


def test_what_was_taken_back_is_not_in_it():
    log, _ = random_log("roll", 2, 1)
    back = Entry(0, "", 0, back_to=3).to_json()
    past = past_of(over("roll", 2, [*log[:5], back, *log[3:]]))
    straight = past_of(over("roll", 2, log))
    assert past.actions == straight.actions
    assert [*past.events(None, 0, len(log))] == [*straight.events(None, 0, len(log))]


def test_looking_around_replays_a_few_actions_and_no_more(monkeypatch):
    """A long match is replayed once, however often and wherever one looks."""
    log, _ = random_log("tiny_epic", 2, 1)
    table, pasts = over("tiny_epic", 2, log), Pasts()
    steps = []
    step = Table.step
    monkeypatch.setattr(Table, "step", staticmethod(lambda *of: steps.append(1) or step(*of)))

    async def look_around():
        return [await pasts.look(Look(None, at, True), table, "a0", "a0") for at in range(0, len(log), 7)]

    looks = asyncio.run(look_around())
    assert len(steps) == len(log) > 2 * STRIDE
    past, _, moment = looks[-1]
    assert moment - moment % STRIDE == STRIDE * (len(past._kept) - 1)


@pytest.fixture
def limited(monkeypatch):
    """Set limits by name."""
    return lambda **named: monkeypatch.setattr("services.game_state.table.past.limits", lambda: Limits(**named))


@pytest.mark.parametrize(("game", "seats"), [("roll", 2), ("race", 4), ("tiny_epic", 5)])
def test_what_it_is_said_to_take_is_what_it_takes(game, seats):
    table = over(game, seats, random_log(game, seats, 1)[0])
    past_of(table)
    gc.collect()
    tracemalloc.start()
    past = past_of(table)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.8 < past.bytes_kept / taken < 1.3


def test_as_many_are_kept_as_there_is_room_for(limited):
    log, _ = random_log("race", 2, 1)
    size = past_of(over("race", 2, log)).bytes_kept
    limited(cached_pasts_bytes_max=2 * size)
    pasts = Pasts()
    for name in "abcab":
        asyncio.run(pasts.find(over("race", 2, log, match_id=name), "a0", "a0"))
    assert [key[0] for key in pasts._pasts] == ["a", "b"]
    assert pasts._bytes_kept == 2 * size
    limited(cached_pasts_bytes_max=size // 2)
    asyncio.run(pasts.find(over("race", 2, log, match_id="c"), "a0", "a0"))
    assert [key[0] for key in pasts._pasts] == ["c"]


def test_one_reader_has_only_so_many_made_in_a_minute(limited, monkeypatch):
    """What is at hand is shown nevertheless, and to others everything is."""
    limited(pasts_per_minute_max=2)
    monkeypatch.setattr(time, "time", lambda: 90.0)
    log, _ = random_log("race", 2, 1)
    pasts = Pasts()

    def open_match(name, reader):
        return asyncio.run(pasts.find(over("race", 2, log, match_id=name), "a0", reader))

    for name in "aab":
        open_match(name, "eve")
    with pytest.raises(LimitExceeded) as refused:
        open_match("c", "eve")
    assert refused.value.details == {"limit": "pasts_per_minute_max", "limit_max": 2, "retry_after_ms": 30_001}
    open_match("a", "eve")
    open_match("c", "bert")
    monkeypatch.setattr(time, "time", lambda: 120.0)
    open_match("d", "eve")


REFUSALS = [
    (Look(version=-1), {}, BadRequest),
    (Look(version=10_000), {}, BadRequest),
    (Look(seat=2), {}, BadRequest),
    (Look(seat=-1), {}, BadRequest),
    (Look(seat=0, has_open_hands=True), {}, BadRequest),
    (Look(version=3), {"status": "running"}, MatchNotOver),
    (Look(has_open_hands=True), {"status": "running"}, MatchNotOver),
    (Look(version=3), {"is_sealed": True}, MatchSealed),
]


@pytest.mark.parametrize(("look", "changes", "error"), REFUSALS)
def test_what_is_not_there_is_refused_by_name(look, changes, error):
    log, _ = random_log("race", 2, 1)
    with pytest.raises(error):
        asyncio.run(Pasts().look(look, over("race", 2, log, **changes), "a0", "a0"))


def test_a_private_match_has_no_past_for_strangers():
    log, _ = random_log("race", 2, 1)
    table = over("race", 2, log)
    table.match = table.match.with_settings(is_private=True)
    with pytest.raises(UnknownMatch):
        asyncio.run(Pasts().look(Look(version=0), table, "stranger", "stranger"))
    assert asyncio.run(Pasts().look(Look(version=0), table, "a1", "a1"))[1] == 1


def test_who_holds_several_seats_names_one():
    log, _ = random_log("race", 2, 1)
    table = over("race", 2, log)
    table.match = replace(table.match, seats=(table.match.seats[0],) * 2)
    with pytest.raises(NotYourSeat):
        asyncio.run(Pasts().look(Look(version=0), table, "a0", "a0"))
