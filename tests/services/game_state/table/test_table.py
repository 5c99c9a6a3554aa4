"""A match in a process: replay, lists of actions, and what they may not betray."""

from __future__ import annotations

import random
from dataclasses import replace

import orjson
import pytest
from structlog.testing import capture_logs

from engine.errors import EngineError, IllegalAction
from engine.foresight import foresee
from engine.registry import GAMES
from services.game_state.match.model import Entry, Stored
from services.game_state.store.changes import EMPTY_CHAIN, extend_chain
from services.game_state.table.table import NEW_INFORMATION, Table
from services.shared.errors import RulesVersionGone, StaleVersion
from tests.support.stored import match_of

GAME_NAMES = sorted(GAMES)


def stored(game, seats, log=(), start=0, number=1):
    log = list(log)
    token = f"{extend_chain(EMPTY_CHAIN, log)}-x"
    return Stored(match_of(game, seats), bytes([number]) * 32, token, start, log[start:])


def random_log(game, seats, number):
    """Return the log of a random match."""
    rng = random.Random(number)
    state = GAMES[game].setup(seats=seats, seed=bytes([number]) * 32, options={})
    log = []
    while not state.is_over:
        seat = rng.choice(state.deciding_seats())
        action = rng.choice(state.legal_actions(seat))
        state.apply(seat, action)
        log.append(Entry(seat, str(action), 0).to_json())
    return log, state


@pytest.mark.parametrize("game", GAME_NAMES)
def test_catching_up_step_by_step_is_the_same_as_all_at_once(game):
    log, state = random_log(game, 2, 1)
    whole = Table(stored(game, 2, log))
    grown = Table(stored(game, 2))
    rng = random.Random(1)
    while grown.count < len(log):
        reach = min(len(log), grown.count + rng.randint(1, 9))
        assert grown.follow(stored(game, 2, log[:reach], grown.count))
    assert grown.state.fingerprint() == whole.state.fingerprint() == state.fingerprint()
    assert grown.feed.seen == whole.feed.seen
    assert not whole.feed.held


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_log_that_redis_has_lost_and_grown_anew_is_not_built_upon(game):
    log, _ = random_log(game, 2, 1)
    other, _ = random_log(game, 2, 1)
    other = [*log[:5], other[6], *log[6:9]]
    table = Table(stored(game, 2, log[:8]))
    before = table.state.fingerprint()
    assert not table.follow(stored(game, 2, other, 8))
    assert not table.follow(stored(game, 2, log[:7], 7))
    assert (table.count, table.state.fingerprint()) == (8, before)


def test_a_match_of_other_rules_is_not_replayed():
    kept = stored("roll", 2)
    kept.match = replace(kept.match, rules_version="0.0.0")
    with pytest.raises(RulesVersionGone, match=r"0\.0\.0"):
        Table(kept)


def test_a_log_that_the_rules_refuse_is_told_as_a_fault():
    """Its digest is right, so the rules have changed under their version: whoever runs the server must learn of it."""
    with capture_logs() as lines, pytest.raises(RulesVersionGone, match="no longer replays"):
        Table(stored("roll", 2, [b'[0,"x",1]']))
    assert [(line["log_level"], line["match_id"]) for line in lines] == [("error", "m")]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_trying_changes_nothing_and_a_wrong_version_is_stale(game):
    table = Table(stored(game, 2))
    seat = table.state.deciding_seats()[0]
    action = table.state.legal_actions(seat)[0]
    before = table.state.to_bytes()
    tried = table.try_actions(seat, 0, (action,))
    assert tried.state.to_bytes() != before
    with pytest.raises(StaleVersion) as refusal:
        table.try_actions(seat, 1, (action,))
    assert refusal.value.details["version"] == 0
    assert table.state.to_bytes() == before


@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("number", range(4))
def test_a_list_cannot_look_behind_a_draw(game, number):
    """Whatever follows an action that brings new information is refused in the same words in every possible world.

    Otherwise a list that fails, and so costs nothing, would tell what lies ahead.
    """
    log, _ = random_log(game, 2, number)
    table = Table(stored(game, 2, number=number))
    rng = random.Random(number)
    refused = 0
    for place, raw in enumerate(log):
        entry = Entry.from_json(raw)
        action = table.game.Action.parse(entry.notation)
        info = table.information_set(entry.seat)
        if foresee(info, action, rng) is None:
            outcomes = set()
            for real in [table.state, *(info.imagine(rng) for _ in range(4))]:
                probe = Table(stored(game, 2))
                probe.state = real
                for follow_up in (action, table.game.Action(0)):
                    with pytest.raises(EngineError) as refusal:
                        probe.try_actions(entry.seat, info.version, (action, follow_up))
                    outcomes.add(repr(refusal.value.to_dict()))
            assert len(outcomes) == 1
            assert NEW_INFORMATION in outcomes.pop()
            refused += 1
        assert table.follow(stored(game, 2, log[: place + 1], place, number=number))
    assert refused > 5


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_turn_without_news_is_taken_as_a_list_and_a_bots_list_up_to_the_news(game):
    """Group a random match's actions into lists as long as nothing new comes up; they lead to the same end."""
    log, state = random_log(game, 2, 3)
    entries = [Entry.from_json(raw) for raw in log]
    table = Table(stored(game, 2, number=3))
    place = lists = 0
    while place < len(entries):
        seat = entries[place].seat
        reach = place + 1
        while reach < len(entries) and reach - place < 64 and entries[reach].seat == seat:
            reach += 1
        actions = tuple(table.game.Action.parse(entry.notation) for entry in entries[place:reach])
        version = table.information_set(seat).version
        tried = table.try_actions(seat, version, actions, is_prefix=True)
        assert 1 <= len(tried.actions) <= len(actions)
        assert table.try_actions(seat, version, tried.actions).state == tried.state
        if len(tried.actions) < len(actions):
            with pytest.raises(IllegalAction) as refusal:
                table.try_actions(seat, version, actions)
            assert (refusal.value.reason, refusal.value.index) == (NEW_INFORMATION, len(tried.actions))
        lists += len(tried.actions) > 1
        place += len(tried.actions)
        assert table.follow(stored(game, 2, log[:place], table.count, number=3))
    assert table.state.fingerprint() == state.fingerprint()
    assert lists > 5


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_viewer_sees_each_event_it_may_see_once_and_none_other(game):
    """Against the engine's own word on every event of a match."""
    log, _ = random_log(game, 3, 2)
    table = Table(stored(game, 3, log, number=2))
    state = GAMES[game].setup(seats=3, seed=bytes([2]) * 32, options={})
    expected = {viewer: [] for viewer in (0, 1, 2, None)}
    for raw in log:
        entry = Entry.from_json(raw)
        for event in state.submit(entry.seat, GAMES[game].Action.parse(entry.notation)):
            for viewer, seen in expected.items():
                told = event.show_to(viewer)
                if told is not None:
                    seen.append(repr(told))
    assert all(expected.values())
    for viewer, seen in expected.items():
        assert sorted(repr(orjson.loads(each)) for each in table.feed.since(viewer, 0)) == sorted(seen)


#: decisions of a match that previews are compared at
PREVIEWED_MAX = 300


def preview(state, seat, version, *actions):
    """Return what a seat gets of a preview at a position: decision, view and how far, or the refusal."""
    table = Table(stored(state.game.name, state.seats))
    table.state = state
    before = state.to_bytes()
    try:
        foreseen = table.foresee_actions(seat, version, actions)
    except EngineError as refusal:
        told = (type(refusal).__name__, repr(refusal.to_dict()))
    else:
        told = (foreseen.count, repr(foreseen.info.view()), repr(foreseen.info.legal_actions()))
    assert state.to_bytes() == before
    return told


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_preview_is_the_same_in_all_worlds_that_the_seat_can_not_tell_apart(game):
    """So it tells nothing of dice still to be rolled, cards to be drawn and what others hold or have chosen."""
    rng = random.Random(1)
    state = GAMES[game].setup(seats=3, seed=bytes(32), options={})
    news = refused = 0
    while not state.is_over and state.version < PREVIEWED_MAX:
        seat = rng.choice(state.deciding_seats())
        info = state.information_set(seat)
        worlds = [info.imagine(rng) for _ in range(2)]
        follow_up = rng.choice(list(state.game.enumerate_actions()))
        for action in info.legal_actions()[:3]:
            for actions in ((action,), (action, follow_up)):
                told = {preview(world, seat, info.version, *actions) for world in worlds}
                # Who has finished a simultaneous step is open, and no imagined world knows it.
                if info.deciding_seats() == info.state.deciding_seats():
                    told.add(preview(state, seat, info.version, *actions))
                assert len(told) == 1
                [(first, *_)] = told
                news += first == 0
                refused += first == "IllegalAction"
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    assert min(news, refused) > 5


@pytest.mark.parametrize("game", GAME_NAMES)
def test_what_is_foreseen_is_what_comes(game):
    """As long as others do nothing in between: view, question and legal actions after each list of own actions."""
    rng = random.Random(4)
    state = GAMES[game].setup(seats=3, seed=bytes(32), options={})
    foretold = 0
    while not state.is_over:
        seat = rng.choice(state.deciding_seats())
        real, actions, version = state.clone(), [], state.version_for(seat)
        while seat in real.deciding_seats() and len(actions) < 8:
            actions.append(rng.choice(real.legal_actions(seat)))
            before = real.information_set(seat)
            real.apply(seat, actions[-1])
            table = Table(stored(game, 3))
            table.state = state
            foreseen = table.foresee_actions(seat, version, tuple(actions))
            if foreseen.count < len(actions):
                assert (foreseen.count, foreseen.info.view()) == (len(actions) - 1, before.view())
                break
            after = real.information_set(seat)
            assert (foreseen.info.view(), foreseen.info.legal_actions()) == (after.view(), after.legal_actions())
            foretold += 1
        state = real
    assert foretold > 20
