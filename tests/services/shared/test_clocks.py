"""Clocks: own time for every seat, exact deadlines, no time lost by restarts, pauses or others."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.shared.clocks import RETURN_MS, Clocks, Control
from services.shared.errors import BadClock
from services.shared.limits import limits

BANK = Control("bank", bank_ms=60_000, increment_ms=2_000)
DECISION = Control("decision", decision_ms=10_000)


def test_bank_with_increment():
    """Time used goes off, the increment comes on, and only the deciding seat's time runs."""
    clocks = Clocks.begin(BANK, 2, [0], 1_000)
    assert clocks.deadlines() == {0: 61_000}
    clocks = clocks.after_action(0, [1], 11_000)
    assert clocks.left_ms == (52_000, 60_000)
    assert clocks.deadlines() == {1: 71_000}
    assert clocks.remaining(0, 99_000) == 52_000
    assert clocks.remaining(1, 12_500) == 58_500
    clocks = clocks.after_action(1, [1], 21_000)
    assert clocks.left_ms[1] == 52_000
    assert clocks.deadlines() == {1: 73_000}


def test_per_decision_is_fresh_each_time():
    """Every decision has the same time, also a second one of the same seat."""
    clocks = Clocks.begin(DECISION, 3, [2], 0)
    clocks = clocks.after_action(2, [2], 9_999)
    assert clocks.deadlines() == {2: 19_999}
    clocks = clocks.after_action(2, [0], 15_000)
    assert clocks.deadlines() == {0: 25_000}


def test_simultaneous_decisions_cost_each_seat_its_own_time():
    """One that answers late takes nothing from one that answered early, nor the other way round."""
    clocks = Clocks.begin(BANK, 3, [0, 1, 2], 0)
    clocks = clocks.after_action(1, [0, 2], 5_000)
    assert clocks.deadlines() == {0: 60_000, 2: 60_000}
    clocks = clocks.after_action(0, [0, 2], 20_000)
    assert clocks.deadlines() == {0: 62_000, 2: 60_000}
    clocks = clocks.after_action(2, [0], 50_000)
    assert clocks.left_ms == (42_000, 57_000, 12_000)
    assert clocks.since_ms == (20_000, None, None)


def test_deadlines_are_exact():
    """Not a millisecond early; due from the very millisecond on."""
    clocks = Clocks.begin(BANK, 2, [0, 1], 1_000).after_action(0, [0, 1], 2_000)
    assert clocks.overdue(60_999) == ()
    assert clocks.overdue(61_000) == (1,)
    assert clocks.overdue(62_999) == (1,)
    assert clocks.overdue(63_000) == (0, 1)


def test_no_clock_never_ends():
    """Without a clock nothing is ever due."""
    clocks = Clocks.begin(Control(), 2, [0], 0).after_action(0, [1], 10**12)
    assert clocks.deadlines() == {}
    assert clocks.overdue(10**15) == ()


def test_a_bot_plays_untimed_and_gives_the_seat_back():
    """While a bot plays for a seat nothing runs; its player comes back to a usable clock."""
    clocks = Clocks.begin(BANK, 2, [0], 0).hand_over(0, 60_000)
    assert clocks.deadlines() == {}
    assert clocks.remaining(0, 80_000) == 0
    clocks = clocks.after_action(0, [1], 61_000).after_action(1, [0], 62_000)
    assert clocks.deadlines() == {}
    assert clocks.remaining(0, 62_000) == 0  # what the bot does earns the player no time
    back = clocks.give_back(0, 70_000)
    assert back.deadlines() == {0: 70_000 + RETURN_MS}
    with pytest.raises(BadClock):
        back.give_back(0, 70_000)


def test_a_server_clock_set_back_harms_nobody():
    """Time never runs backwards for a seat, nor is any lost."""
    clocks = Clocks.begin(BANK, 2, [0], 100_000)
    assert clocks.remaining(0, 50_000) == 60_000
    assert clocks.after_action(0, [1], 50_000).left_ms[0] == 62_000


@given(st.integers(0, 10_000), st.sampled_from([BANK, DECISION, Control()]), st.integers(1, 5))
def test_any_play_keeps_the_books(seed, control, seats):
    """Against a plain ledger: what each seat used is what it lost, through restarts."""
    rng = random.Random(seed)
    now = 1_000
    deciding = {seat for seat in range(seats) if rng.random() < 0.6} or {0}
    clocks = Clocks.begin(control, seats, deciding, now)
    expected = [control.start_ms] * seats
    for _ in range(20):
        spent = rng.randint(0, 1_500)
        now += spent
        clocks = Clocks.from_dict(json.loads(json.dumps(clocks.to_dict())))
        if control.kind == "bank":
            for seat in deciding:
                expected[seat] = max(0, expected[seat] - spent)
            assert [clocks.remaining(seat, now) for seat in range(seats)] == expected
            assert set(clocks.overdue(now)) == {seat for seat in deciding if expected[seat] == 0}
        assert set(clocks.deadlines()) == (set() if control.kind == "none" else deciding)
        actor = rng.choice(sorted(deciding))
        deciding = {seat for seat in deciding if seat != actor or rng.random() < 0.4} or {rng.randrange(seats)}
        expected[actor] += control.increment_ms
        clocks = clocks.after_action(actor, deciding, now)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        {"kind": "sand"},
        {"kind": "none", "bank_ms": 1},
        {"kind": "bank", "bank_ms": 60_000},
        {"kind": "bank", "bank_ms": 60_000, "increment_ms": -1},
        {"kind": "bank", "bank_ms": True, "increment_ms": 0},
        {"kind": "decision", "decision_ms": 10},
        {"kind": "decision", "decision_ms": "10"},
        {"kind": "decision", "decision_ms": 10**12},
    ],
)
def test_bad_clocks_are_refused(wrong):
    """A clock that can't be is refused with the reason."""
    with pytest.raises(BadClock):
        Control.from_dict(wrong)


def test_control_round_trip_and_turns():
    """Dicts go both ways; a seat that owes nothing has no clock to press."""
    for control in (BANK, DECISION, Control()):
        assert Control.from_dict(control.to_dict()) == control
    with pytest.raises(BadClock):
        Clocks.begin(BANK, 2, [0], 0).after_action(1, [0], 5)
    with pytest.raises(BadClock):
        Clocks.begin(BANK, 6, [0], 0)


def test_time_controls_have_bounds():
    """The bounds themselves are allowed, and an increment of nothing."""
    for ms in (limits().clock_ms_min, limits().clock_ms_max):
        assert Control.from_dict({"kind": "decision", "decision_ms": ms}).start_ms == ms
        with pytest.raises(BadClock, match=f"a whole number from {limits().clock_ms_min} to {limits().clock_ms_max}"):
            Control.from_dict({"kind": "decision", "decision_ms": ms + (1 if ms == limits().clock_ms_max else -1)})
    assert Control.from_dict({"kind": "bank", "bank_ms": limits().clock_ms_max, "increment_ms": 0}).increment_ms == 0


def test_a_refusal_names_the_times_of_the_kind():
    """And which of them is missing or too much."""
    with pytest.raises(BadClock, match=r"kind bank has bank_ms, increment_ms; increment_ms is missing"):
        Control.from_dict({"kind": "bank", "bank_ms": 60_000})
    with pytest.raises(BadClock, match=r"kind none has no times; bank_ms is"):
        Control.from_dict({"kind": "none", "bank_ms": 60_000})


@pytest.mark.parametrize("seat", [-1, 2, 3])
def test_seats_that_are_not_there_are_refused(seat):
    """As one without a running clock is."""
    with pytest.raises(BadClock):
        Clocks.begin(BANK, 2, [0, 1], 0).after_action(seat, [0], 5)


def test_a_seat_that_a_bot_plays_loses_no_time():
    """Nor does any other seat lose or gain some when a bot takes over or the player comes back."""
    clocks = Clocks.begin(BANK, 3, [0, 1], 0).hand_over(0, 10_000)
    assert clocks.left_ms == (50_000, 60_000, 60_000)
    assert clocks.remaining(0, 80_000) == 50_000
    assert Clocks.from_dict(json.loads(json.dumps(clocks.to_dict()))) == clocks
    back = clocks.give_back(0, 40_000)
    assert (back.left_ms, back.since_ms) == ((50_000, 60_000, 60_000), (40_000, 0, None))
    waiting = clocks.after_action(0, [1], 20_000).give_back(0, 30_000)
    assert (waiting.left_ms, waiting.since_ms) == ((50_000, 60_000, 60_000), (None, 0, None))


def test_without_a_clock_no_time_passes():
    """Not even the time that a player who comes back is given."""
    clocks = Clocks.begin(Control(), 2, [0], 0).hand_over(0, 5).give_back(0, 10)
    assert clocks.remaining(0, 10**6) == RETURN_MS


def test_after_a_take_back_others_decide():
    """A seat that goes on deciding keeps its running clock; one that no longer does stops."""
    clocks = Clocks.begin(BANK, 3, [0, 1], 0).redirect([1, 2], 10_000)
    assert clocks.left_ms == (50_000, 60_000, 60_000)
    assert clocks.since_ms == (None, 0, 10_000)


def test_all_clocks_stop_at_the_end():
    """With what every seat has left then."""
    clocks = Clocks.begin(BANK, 2, [0], 0).after_action(0, [0, 1], 10_000).stop(15_000)
    assert (clocks.left_ms, clocks.since_ms) == ((47_000, 55_000), (None, None))
    assert clocks.deadlines() == {}


@given(st.integers(0, 40_000), st.integers(0, 40_000), st.integers(0, 20_000))
def test_time_that_nobody_had_is_skipped_once(acted_ms, from_ms, length_ms):
    """A clock that ran stands still for the part of the time that it ran; one that was started later is as it was."""
    until_ms = from_ms + length_ms
    clocks = Clocks.begin(BANK, 3, [0, 1], 0).after_action(0, [0, 1], acted_ms).hand_over(1, acted_ms)
    skipped = clocks.skip(from_ms, until_ms)
    moved_ms = max(0, until_ms - max(from_ms, acted_ms))
    # Whose time was up before has none left, no less.
    assert skipped.deadlines()[0] == max(clocks.deadlines()[0] + moved_ms, until_ms if moved_ms else 0)
    assert skipped.deadlines().keys() == {0}
    assert skipped.left_ms[1:] == clocks.left_ms[1:]
    assert skipped.skip(from_ms, until_ms) == skipped


@pytest.mark.parametrize("game", ["roll", "race", "tiny_epic"])
def test_a_match_that_nobody_may_hold_up_has_its_games_bank(game):
    bank_ms = getattr(limits(), f"bank_{game}_ms")
    assert Control.default(game) == Control("bank", bank_ms=bank_ms, increment_ms=limits().bank_increment_ms)


def test_a_game_that_there_is_not_has_no_clock():
    assert Control.default("chess") == Control()
