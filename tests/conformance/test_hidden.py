"""A seat sees its information set, nothing else: re-drawing the rest changes no byte of what it is shown."""

import json
import random

import pytest

from engine.errors import EngineError, NotYourDecision
from tests.conformance.checks import any_action, assert_sound, pieces, seen, shown_without_finished
from tests.support.matches import random_choice, seed_bytes

DRAWS = 3
PLAYOUTS = 12


def imaginations(info):
    return [info.imagine(random.Random(number)) for number in range(DRAWS)]


def refusal(state, seat, action):
    try:
        state.clone().submit(seat, action)
    except NotYourDecision:
        # It says who has finished, which is open.
        return "NotYourDecision"
    except EngineError as refused:
        return refused.to_dict()
    return None


def test_what_is_imagined_looks_the_same_to_the_viewer(table, positions):
    """Otherwise a search would think about another table."""
    for state in positions:
        for viewer in (*range(table.seats), None):
            info = state.information_set(viewer)
            assert state.view(viewer) == info.view()
            for full in imaginations(info):
                assert full.viewer is None
                assert full.information_set(viewer) == info
                assert full.information_set(viewer).to_bytes() == info.to_bytes()
                assert shown_without_finished(full.view(viewer)) == shown_without_finished(info.view())
                assert full.is_over == state.is_over
                if viewer is not None:
                    assert full.legal_actions(viewer) == info.legal_actions() == state.legal_actions(viewer)
                    assert full.decision(viewer) == info.decision() == state.decision(viewer)


def test_what_is_imagined_is_a_sound_position(table, positions):
    """Every piece lies in one place, and who is asked can answer."""
    for state in positions:
        for viewer in (*range(table.seats), None):
            full = state.information_set(viewer).imagine(random.Random(1))
            assert_sound(full)
            assert pieces(full) == pieces(state)
            assert table.game.from_description(full.describe()).describe() == full.describe()


def test_what_is_imagined_can_be_played_to_the_end(table, positions):
    """A playout never gets stuck."""
    chance = random.Random(1)
    pairs = [(state, viewer) for state in positions[:-1] for viewer in table.viewers()]
    assert pairs
    for state, viewer in chance.sample(pairs, min(PLAYOUTS, len(pairs))):
        full = state.information_set(viewer).imagine(chance)
        whole = pieces(full)
        while not full.is_over:
            full.apply(*random_choice(full, chance))
        assert_sound(full)
        assert pieces(full) == whole


def test_imagining_knows_nothing_but_the_information_set(table, positions):
    """Two tables that look alike to a seat are imagined alike, whatever really lies there."""
    for state in positions:
        for viewer in (*range(table.seats), None):
            info = state.information_set(viewer)
            other = info.imagine(random.Random(1)).information_set(viewer)
            again = table.game.information_set_from_bytes(info.to_bytes())
            one, two, three = (each.imagine(random.Random(2)) for each in (info, other, again))
            assert one == two == three


def test_errors_say_the_same_whatever_lies_hidden(table, positions):
    """A refusal tells nothing that its seat may not know."""
    chance = random.Random(4)
    for state in positions:
        for viewer in range(table.seats):
            others = imaginations(state.information_set(viewer))
            for kind in table.game.Action.KINDS:
                action = any_action(table.game, kind, chance)
                wrong = refusal(state, viewer, action)
                assert [refusal(full, viewer, action) for full in others] == [wrong] * DRAWS


def test_everybody_knows_who_has_finished_and_nothing_else_of_it(table):
    """In a simultaneous step the views of those who wait differ in that alone, and every refusal says the same."""
    chance, finished, steps = random.Random(7), 0, 0
    state = table.setup(7)
    while not state.is_over and steps < 200:
        before = {viewer: state.view(viewer) for viewer in (*range(table.seats), None)}
        step, (seat, action) = state.is_simultaneous, random_choice(state, chance)
        was = state.deciding_seats()
        state.submit(seat, action)
        steps += 1
        deciding = state.deciding_seats()
        for viewer in (*range(table.seats), None):
            view = state.view(viewer)
            assert view["deciding_seats"] == list(deciding) == list(state.information_set(viewer).deciding_seats())
            goes_on = step and state.is_simultaneous and set(deciding) <= set(was) and len(was) > 1
            if goes_on and viewer != seat:
                finished += seat not in deciding
                assert shown_without_finished(view) == shown_without_finished(before[viewer])
        for waiting in set(range(table.seats)) - set(deciding) if deciding else ():
            with pytest.raises(NotYourDecision) as refused:
                state.submit(waiting, action)
            assert refused.value.deciding == deciding
    assert finished or table.seats == 1


def test_the_next_step_shows_nothing_hidden(table, positions):
    """If after a step a seat can't tell two tables apart, the events must not have told them apart either."""
    compared = 0
    for state in positions[:-1]:
        for viewer in range(table.seats):
            legal = state.legal_actions(viewer)
            for action in legal[:: max(1, len(legal) // 6)]:
                steps = []
                for full in [state.clone(), *imaginations(state.information_set(viewer))]:
                    events = full.submit(viewer, action)
                    shown = sorted(json.dumps(fact) for fact in seen(events, viewer))
                    steps.append((full.information_set(viewer).to_bytes(), shown))
                for after, events in steps[1:]:
                    if after == steps[0][0]:
                        compared += 1
                        assert events == steps[0][1]
    assert compared


def test_no_seed_leaves_the_table(table, positions):
    """Neither the bytes nor the view of an information set hold any word of the seed."""
    seed = random.Random(5).randbytes(32)
    state = table.game.setup(seats=table.seats, seed=seed, options=table.options)
    chance = random.Random(6)
    for _ in range(40):
        for viewer in (*range(table.seats), None):
            info = state.information_set(viewer)
            data = info.to_bytes()
            assert all(seed[at : at + 4] not in data for at in range(0, 32, 4))
            text = json.dumps(info.view())
            assert seed.hex() not in text
            assert "seed" not in text
        if state.is_over:
            break
        state.submit(*random_choice(state, chance))
    assert seed_bytes(1).hex() not in json.dumps(positions[-1].view(None))
