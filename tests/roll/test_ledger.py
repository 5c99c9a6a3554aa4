"""Whole matches of Roll, read from the outside: what events tell is what has happened."""

from collections import Counter

import pytest

from tests.roll.scenario import ROLL, owned
from tests.support.matches import Table, random_match

TABLES = [Table(ROLL, seats) for seats in range(2, 6)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_dice_come_and_go_only_as_events_say(table):
    """R1, R46, R75: a seat's dice change by what it gains and returns to the supply, and by nothing else."""
    for state, number, action in random_match(table, 21):
        before = [Counter(owned(state, place)) for place in range(table.seats)]
        after = state.clone()
        for event in after.submit(number, action):
            fact = event.to_dict()
            if fact["kind"] == "die_gained":
                before[fact["seat"]][fact["color"]] += 1
            elif fact["kind"] == "die_removed":
                before[fact["seat"]][fact["color"]] -= 1
        assert [+dice for dice in before] == [Counter(owned(after, place)) for place in range(table.seats)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_chips_come_from_the_pool_only_as_events_say(table):
    """R90: every chip is announced; pool and seats hold 12 a player together."""
    for state, number, action in random_match(table, 22):
        words = state.describe()
        held = [each["vp_chips"] for each in words["seats"]]
        after = state.clone()
        for event in after.submit(number, action):
            fact = event.to_dict()
            if fact["kind"] == "vp_gained":
                held[fact["seat"]] += fact["amount"]
        now = after.describe()
        assert [each["vp_chips"] for each in now["seats"]] == held
        assert sum(held) + now["vp_pool"] == 12 * table.seats


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_round_goes_assign_phases_manage(table):
    """R37, R97, R78: steps never go back within a round, and the match ends after Manage Empire alone."""
    order = ["setup", "assign", "explore", "develop", "settle", "produce", "ship", "manage", "over"]
    place = (0, 0)
    for state, number, action in random_match(table, 23):
        words = state.describe()
        now = (words["round"], order.index(words["step"]))
        assert now >= place
        place = now
        after = state.clone()
        after.submit(number, action)
        if after.is_over:
            ended = after.describe()
            assert (ended["round"], ended["step"]) == (words["round"], "over")
            squares = [each["squares"] for each in after.view(None)["seats"]]
            assert ended["vp_pool"] <= 0 or max(squares) >= 12
        else:
            assert after.describe()["round"] - words["round"] in (0, 1)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_scores_add_up_from_what_lies_open(table):
    """R98: nothing hidden counts: a spectator sees every seat's points as they are."""
    looked = 0
    for count, (state, _, _) in enumerate(random_match(table, 24)):
        if count % 50 == 0 and not state.is_simultaneous:
            looked += 1
            assert tuple(each["points"] for each in state.view(None)["seats"]) == state.scores()
    assert looked > 0
