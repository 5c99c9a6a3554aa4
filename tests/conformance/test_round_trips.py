"""Copy, bytes, description and log lead back to the same position."""

import copy
import json
import pickle
import random

import pytest

from engine.errors import BadBytes, BadDescription
from engine.replay import commitment, replay, verify
from tests.conformance.checks import shown_without_finished
from tests.support.matches import played, random_choice, random_match, seed_bytes


def play_on(state, number, actions):
    """Play some random actions; the same number gives the same ones."""
    chance = random.Random(number)
    for _ in range(actions):
        if state.is_over:
            break
        state.submit(*random_choice(state, chance))
    return state


def assert_same(one, other):
    """Equal now and after the same further actions: nothing that matters was left behind."""
    assert other.fingerprint() == one.fingerprint()
    assert other.describe() == one.describe()
    assert other.deciding_seats() == one.deciding_seats()
    for seat in range(one.seats):
        assert other.legal_actions(seat) == one.legal_actions(seat)
    for viewer in [*range(one.seats), None]:
        assert other.view(viewer) == one.view(viewer)
    later = play_on(one.clone(), 9, 12)
    assert play_on(other, 9, 12).fingerprint() == later.fingerprint()


def test_a_clone_is_equal_and_independent(positions):
    """What is done to the copy leaves the first one as it was."""
    for state in positions:
        twin = state.clone()
        assert twin == state
        assert hash(twin) == hash(state)
        before = state.to_bytes()
        play_on(twin, 2, 5)
        assert state.to_bytes() == before
        assert_same(state, state.clone())


def test_bytes_round_trip(table, positions):
    """A snapshot is the position."""
    for state in positions:
        twin = table.game.from_bytes(state.to_bytes())
        assert twin == state
        assert_same(state, twin)


def test_a_description_round_trips_through_json(table, positions):
    """The words are the position."""
    for state in positions:
        words = json.loads(json.dumps(state.describe()))
        twin = table.game.from_description(words)
        assert twin == state
        assert_same(state, twin)


def test_reading_a_position_does_not_change_it(positions):
    """Views, scores and imagined tables are made from copies."""
    for state in positions:
        before = state.to_bytes()
        state.describe(), state.fingerprint(), state.scores(), state.ranks()
        for viewer in [*range(state.seats), None]:
            state.view(viewer)
            state.information_set(viewer).imagine(random.Random(1))
        assert state.to_bytes() == before


def test_different_positions_have_different_fingerprints(positions):
    """Within a match no position comes twice."""
    assert len({state.fingerprint() for state in positions}) == len(positions)


def test_the_log_is_the_match(table):
    """The same seed and actions give the same position at every point."""
    log, fingerprints = [], []
    state = None
    for state, seat, action in random_match(table, 7):
        fingerprints.append(state.fingerprint())
        log.append((seat, table.game.Action.parse(str(action))))
    for cut in {0, len(log) // 3, len(log) // 2, len(log) - 1}:
        again = replay(table.game, table.seats, seed_bytes(7), table.options, log[:cut])
        assert again.fingerprint() == fingerprints[cut]
    assert_same(state, replay(table.game, table.seats, seed_bytes(7), table.options, log))


def test_a_record_of_a_match_verifies(table):
    """Anybody can replay it."""
    state, log = played(table, 8)
    record = {
        "match_id": "sample",
        "game": table.game.name,
        "rules_version": table.game.rules_version,
        "seats": table.seats,
        "options": table.options,
        "seed": seed_bytes(8).hex(),
        "commitment": commitment(seed_bytes(8), "sample"),
        "actions": [[seat, str(action)] for seat, action in log],
        "scores": state.scores(),
        "ranks": state.ranks(),
        "fingerprint": state.fingerprint(),
    }
    assert verify(json.loads(json.dumps(record))) == state


@pytest.mark.parametrize("number", range(3))
def test_the_seed_decides(table, number):
    """The same seed gives the same table, another seed another one."""
    assert table.setup(number) == table.setup(number)
    assert table.setup(number).describe() != table.setup(number + 100).describe()


def test_an_information_set_round_trips_through_bytes(table, positions):
    """With its view, its choices and its question."""
    for state in positions:
        for viewer in (*range(table.seats), None):
            info = state.information_set(viewer)
            twin = table.game.information_set_from_bytes(info.to_bytes())
            assert twin == info
            assert twin.seat == viewer
            assert twin.fingerprint() == info.fingerprint()
            assert shown_without_finished(twin.view()) == shown_without_finished(info.view())
            assert (twin.legal_actions(), twin.decision()) == (info.legal_actions(), info.decision())
            assert json.loads(json.dumps(info.view())) == info.view()


def test_full_states_and_information_sets_are_not_mistaken_for_each_other(table, positions):
    """Their bytes say which they are."""
    state = positions[len(positions) // 2]
    with pytest.raises(BadBytes, match="information set"):
        table.game.from_bytes(state.information_set(0).to_bytes())
    with pytest.raises(BadBytes, match="full state"):
        table.game.information_set_from_bytes(state.to_bytes())


def test_damaged_bytes_are_refused(table, positions):
    """One bit is enough."""
    data = positions[len(positions) // 2].to_bytes()
    chance = random.Random(1)
    damaged = [b"", b"x", data[:-1], data + b"x", data[1:], data[: len(data) // 2], bytes(len(data)), data[::-1]]
    for _ in range(200):
        at = chance.randrange(len(data))
        damaged.append(data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :])
    for wrong in [*damaged, None, "text", 5, bytearray(data), memoryview(data)]:
        with pytest.raises(BadBytes):
            table.game.from_bytes(wrong)
        with pytest.raises(BadBytes):
            table.game.information_set_from_bytes(wrong)


def test_copies_and_pickles_are_equal_and_independent(positions):
    """`copy`, `deepcopy` and `pickle` give states and information sets that nothing ties to the first one."""
    for state in positions:
        before = state.to_bytes()
        for twin in (copy.copy(state), copy.deepcopy([state])[0], pickle.loads(pickle.dumps(state))):
            assert twin == state
            assert twin.game is state.game
            play_on(twin, 3, 5)
            assert state.to_bytes() == before
        for viewer in [*range(state.seats), None]:
            info = state.information_set(viewer)
            for twin in (copy.copy(info), copy.deepcopy(info), pickle.loads(pickle.dumps(info))):
                assert twin == info
                assert twin.state is not info.state
                assert twin.view() == info.view()


def test_a_state_says_where_it_is(table, positions):
    """`repr` names game, version and who is asked what; that of an information set no more than may be known."""
    for state in positions:
        assert repr(state).startswith(f"<{table.game.name} state, {state.seats} seats, version {state.version}, ")
        for seat in state.deciding_seats():
            assert f"seat {seat} is asked {state.decision_of(seat)}" in repr(state)
        for viewer in [*range(state.seats), None]:
            info = state.information_set(viewer)
            imagined = info.imagine(random.Random(5))
            assert repr(imagined.information_set(viewer)) == repr(info)
    assert repr(table.game.blank()) == f"<blank {table.game.name} state>"


def test_every_action_is_enumerated_once(table, positions):
    """What is legal anywhere is among all actions, whose order never changes."""
    every = list(table.game.enumerate_actions())
    assert every == list(table.game.enumerate_actions())
    numbers = {action: number for number, action in enumerate(every)}
    assert len(numbers) == len(every)
    for state in positions:
        for seat in state.deciding_seats():
            assert all(action in numbers for action in state.legal_actions(seat))
    for action in every[:: max(1, len(every) // 500)]:
        assert table.game.Action.parse(str(action)) == action


def test_an_information_set_comes_back_from_its_view(table, positions):
    """Also through JSON, with the same choices, and other worlds are imagined behind it as before."""
    for state in positions:
        for viewer in [*range(state.seats), None]:
            info = state.information_set(viewer)
            twin = table.game.information_set_from_view(json.loads(json.dumps(info.view())))
            assert twin.view() == info.view()
            assert twin.legal_actions() == info.legal_actions()
            assert twin.seat == info.seat
            one, other = (each.imagine(random.Random(3)).describe() for each in (info, twin))
            # Neither what came within a simultaneous step nor what only a step that is past has left is in a view.
            for words in (one, other):
                for name in ("step_version", "own_actions", "shown", "giver_place", "has_given"):
                    words.pop(name, None)
            assert one == other


def test_a_view_that_can_not_be_is_refused_with_a_reason(table, positions):
    """Whatever is changed in it, left out of it or put in its place."""
    game = table.game
    view = json.loads(json.dumps(positions[len(positions) // 2].view(0)))
    for name in view:
        for wrong in ("nonsense", -(10**6), [], {}, [view[name]]):
            if wrong == view[name]:
                continue
            with pytest.raises(BadDescription, match=r"\w{3}"):
                game.information_set_from_view(view | {name: wrong})
        with pytest.raises(BadDescription):
            game.information_set_from_view({key: value for key, value in view.items() if key != name})
    for nonsense in (None, [], "view", {}):
        with pytest.raises(BadDescription):
            game.information_set_from_view(nonsense)
