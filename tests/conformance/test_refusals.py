"""What comes from outside and is wrong is refused with a typed error, and nothing changes."""

import random

import pytest

from engine.contract.action import Action, Kind
from engine.errors import BadAction, BadOptions, EngineError, IllegalAction, MatchOver, NotYourDecision
from engine.registry import GAMES
from tests.conformance.checks import any_action
from tests.support.matches import random_choice, random_match


class ForeignAction(Action):
    __slots__ = ()
    KINDS = (Kind("pass", (), "none", "An action of no game."),)


def test_a_seat_that_is_not_asked_is_refused(table):
    """With the seats that are waited for."""
    chance, refusals = random.Random(1), 0
    for state, _, action in random_match(table, 11):
        for seat in set(range(table.seats)) - set(state.deciding_seats()):
            before = state.to_bytes()
            with pytest.raises(NotYourDecision) as refused:
                state.submit(seat, chance.choice([action, any_action(table.game, table.game.Action.KINDS[0], chance)]))
            assert refused.value.seat == seat
            assert refused.value.deciding == state.deciding_seats()
            assert state.to_bytes() == before
            refusals += 1
    assert (refusals > 0) == (table.seats > 1)


def test_a_finished_match_takes_nothing_more(table, positions):
    """Neither legal nor illegal actions."""
    state = positions[-1]
    assert state.is_over
    before = state.to_bytes()
    chance = random.Random(1)
    for seat in range(table.seats):
        assert state.legal_actions(seat) == []
        for kind in table.game.Action.KINDS:
            with pytest.raises(MatchOver):
                state.submit(seat, any_action(table.game, kind, chance))
    assert state.to_bytes() == before


# What is no whole number at all is a slip of the caller's program, and Python says so.
@pytest.mark.parametrize("seat", [-1, 5, 99, 2**70, "0", None, [0]])
def test_there_is_no_such_seat(positions, seat):
    """A seat is one of the whole numbers from 0."""
    state = positions[0]
    action = state.legal_actions(state.deciding_seats()[0])[0]
    for ask in (
        lambda: state.legal_actions(seat),
        lambda: state.decision(seat),
        lambda: state.submit(seat, action),
        *([lambda: state.view(seat), lambda: state.information_set(seat)] if seat is not None else []),
    ):
        with pytest.raises(EngineError if type(seat) is int else (EngineError, TypeError)):
            ask()


@pytest.mark.parametrize("action", [None, 0, "pass", {"kind": "pass"}, ForeignAction.parse("pass"), b"x", [1]])
def test_only_actions_of_the_game_are_taken(positions, action):
    """No codes, words or actions of other games."""
    for state in positions[:3]:
        before = state.to_bytes()
        with pytest.raises(BadAction):
            state.submit(state.deciding_seats()[0], action)
        assert state.to_bytes() == before


def test_a_list_of_actions_is_taken_all_or_none(table):
    """The refusal names the place in the list."""
    chance, refusals = random.Random(2), 0
    for state, seat, action in random_match(table, 12):
        before = state.to_bytes()
        twin = state.clone()
        events = twin.submit(seat, action)
        if seat in twin.deciding_seats():
            following = chance.choice(twin.legal_actions(seat))
            events += twin.submit(seat, following)
            both = state.clone()
            assert both.submit_all(seat, [action, following]) == events
            assert both == twin
            good = [action, following]
        else:
            good = [action]
        wrong = any_action(table.game, chance.choice(table.game.Action.KINDS), chance)
        if not twin.is_over and wrong in twin.legal_actions(seat):
            continue
        tried = state.clone()
        with pytest.raises((IllegalAction, NotYourDecision, MatchOver)) as refused:
            tried.submit_all(seat, [*good, wrong, action])
        if isinstance(refused.value, IllegalAction):
            assert refused.value.index == len(good)
        assert tried.to_bytes() == before
        refusals += 1
    assert refusals > 0


def test_an_empty_list_changes_nothing(positions):
    """And is no mistake."""
    for state in positions[:5]:
        before = state.to_bytes()
        assert state.submit_all(state.deciding_seats()[0], []) == []
        assert state.to_bytes() == before


def test_an_information_set_takes_no_actions(positions):
    """What follows from an action may depend on what is hidden."""
    for state in positions[:5]:
        seat = state.deciding_seats()[0]
        hidden = state.information_set(seat).state
        with pytest.raises(IllegalAction, match="information set"):
            hidden.submit(seat, hidden.legal_actions(seat)[0])


def test_every_submitted_list_has_few_enough_events(table):
    """A match played in the longest lists possible never overflows the buffer of events."""
    chance = random.Random(3)
    state = table.setup(13)
    assert not state.is_over
    while not state.is_over:
        seat, action = random_choice(state, chance)
        twin, actions = state.clone(), [action]
        twin.submit(seat, action)
        while seat in twin.deciding_seats():
            actions.append(chance.choice(twin.legal_actions(seat)))
            twin.submit(seat, actions[-1])
        state.submit_all(seat, actions)
        assert state == twin


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
class TestSetup:
    @pytest.mark.parametrize("seats", [-1, 0, 6, 99, True, "2", None, 2.0, [2], 2**70])
    def test_a_wrong_number_of_seats_is_refused(self, game, seats):
        """With the numbers that the game takes."""
        with pytest.raises(BadOptions, match="seats is"):
            game.setup(seats=seats, seed=bytes(32))

    @pytest.mark.parametrize("options", [{"no such option": 1}, {1: 2}, [], [1], "x", 7, {"": None}])
    def test_unknown_options_are_refused(self, game, options):
        """With the names of those there are."""
        with pytest.raises(BadOptions, match="option"):
            game.setup(seats=game.seats_max, seed=bytes(32), options=options)

    def test_options_take_only_their_values(self, game):
        """Of their type, and of their list where there is one."""
        for name in (*game.options, "no such option"):
            for wrong in ("no such value", None, 10**9, [], {}, 1.5):
                with pytest.raises(BadOptions, match="option"):
                    game.setup(seats=game.seats_max, seed=bytes(32), options={name: wrong})

    @pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), "0" * 32, None, 0, bytearray(32)])
    def test_a_seed_is_32_bytes(self, game, seed):
        """No shorter, no longer, no text."""
        with pytest.raises(EngineError, match="32 bytes"):
            game.setup(seats=game.seats_max, seed=seed)

    def test_the_game_describes_itself(self, game):
        """Actions, decisions and events have names, rulings and texts."""
        assert game.title
        assert game.rules_version
        assert 1 <= game.seats_min <= game.seats_max <= 5
        assert all(rule and text for rule, text in game.decisions.values())
        assert all(kind.rule and kind.text for kind in game.Action.KINDS)
        assert len({kind.name for kind in game.Action.KINDS}) == len(game.Action.KINDS)
        assert all(kind.text for kind in game.events)
        assert all(set(kind.secret) <= {field.name for field in kind.fields} for kind in game.events)
        assert all(option.text for option in game.options.values())
