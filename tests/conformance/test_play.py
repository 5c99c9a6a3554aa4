"""Random matches of every game: what must hold after every step."""

import random

import pytest

from engine.contract.state import State
from engine.registry import GAMES
from tests.conformance.checks import (
    assert_events_consistent,
    assert_refuses_the_rest,
    assert_sound,
    assert_spelled,
    pieces,
    seen,
)
from tests.conformance.pieces import PIECES
from tests.support.matches import all_tables, option_sets, played, random_match

REFUSALS_MAX = 60


def test_every_game_says_what_its_pieces_are():
    """These tests count them for every game."""
    assert set(PIECES) == set(GAMES)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_option_can_be_chosen_at_some_number_of_seats(game):
    """No option is there in vain."""
    played = [table.options for table in all_tables() if table.game is game]
    assert all(options in played for options in option_sets(game))


@pytest.mark.parametrize("number", range(2))
def test_every_step_of_a_random_match_keeps_the_invariants(table, number):
    """Pieces, decisions, events and refusals, at every step."""
    chance = random.Random(number)
    whole = pieces(table.setup(number))
    every = 1 + len(played(table, number)[1]) // REFUSALS_MAX
    state, count = None, -1
    for count, (state, seat, action) in enumerate(random_match(table, number)):
        assert isinstance(state, State)
        assert state.version == count
        assert_sound(state)
        assert pieces(state) == whole
        assert_spelled(action)
        if count % every == 0:
            assert_refuses_the_rest(state, seat, chance)
    assert state.is_over
    assert state.version == count + 1
    assert_sound(state)
    assert pieces(state) == whole


def test_everybody_sees_consistent_events(table):
    """Nobody sees a wrong fact, and a spectator sees what all others see."""
    for state, seat, action in random_match(table, 3):
        twin = state.clone()
        events = twin.submit(seat, action)
        assert_events_consistent(twin, events)


def test_the_trusted_door_does_what_the_checked_door_does(table):
    """`apply` and `submit` lead to the same position."""
    for state, seat, action in random_match(table, 4):
        checked, trusted, by_code = state.clone(), state.clone(), state.clone()
        checked.submit(seat, action)
        trusted.apply(seat, action)
        by_code.apply(seat, action.code)
        assert checked == trusted == by_code


def test_a_choice_made_unseen_stays_unseen_until_all_have_chosen(table):
    """Whether, when and what others have chosen changes no byte of what a seat is shown."""
    unseen = 0
    for state, seat, action in random_match(table, 5):
        others = [other for other in state.deciding_seats() if other != seat]
        if not others:
            continue
        unseen += 1
        after = state.clone()
        events = after.submit(seat, action)
        for viewer in [v for v in table.viewers() if v != seat]:
            assert seen(events, viewer) == []
            assert after.information_set(viewer) == state.information_set(viewer)
    assert (unseen > 0) == (table.seats > 1)


def _match_in_order(table, number, pick):
    """Play a match in which *pick* says who of several deciding seats goes first; each seat has its own chance."""
    chances = [random.Random(f"{number} {seat}") for seat in range(table.seats)]
    state = table.setup(number)
    while not state.is_over:
        seat = pick(state.deciding_seats())
        state.submit(seat, chances[seat].choice(state.legal_actions(seat)))
    return state


def test_the_order_in_which_seats_answer_changes_nothing(table):
    """Seats that decide unseen have chance of their own."""
    forward = _match_in_order(table, 6, min)
    backward = _match_in_order(table, 6, max)
    mixed = _match_in_order(table, 6, random.Random(6).choice)
    assert forward.fingerprint() == backward.fingerprint() == mixed.fingerprint()
    assert forward == backward == mixed


def test_a_finished_match_has_ranks_that_follow_the_scores(table):
    """A better place never has fewer points."""
    for number in range(3):
        state, _ = played(table, number)
        scores, ranks = state.scores(), state.ranks()
        if table.seats == 1:
            assert ranks[0] in (1, 2)
            continue
        assert min(ranks) == 1
        for a in range(table.seats):
            assert ranks[a] == 1 + sum(rank < ranks[a] for rank in ranks), "ties fill the places they share"
            for b in range(table.seats):
                assert scores[a] <= scores[b] or ranks[a] < ranks[b]


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_thousands_of_random_matches_run_without_a_fault(table):
    """10,000 for every number of seats, 1,000 for every option; each fiftieth is looked at step by step."""
    for number in range(1_000 if table.options else 10_000):
        is_close = number % 50 == 0
        whole = pieces(table.setup(number))
        state = None
        for state, _, _ in random_match(table, number):
            if is_close:
                assert_sound(state)
                assert pieces(state) == whole
        assert state.is_over
        assert_sound(state)
        assert pieces(state) == whole
