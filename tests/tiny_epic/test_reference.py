"""The rules against a second writing of them, in random matches."""

import random

import pytest

from engine.tiny_epic.catalog import MAT_IDS
from engine.tiny_epic.rules import TINY_EPIC
from tests.tiny_epic.reference import Table, mission_points, places, points
from tests.tiny_epic.scenario import galaxies_of

MATCHES = 10
LIVELY = ("advance", "upgrade", "use", "activate", "follow", "face", "repeat", "pay", "mix", "jump", "onto", "ship")


def lively(chance, actions):
    """Choose at random, but rather get on, and land or orbit rather than go home."""
    actions = [action for action in actions if action.kind != "never" or chance.random() < 0.05]
    forward = [action for action in actions if action.kind in LIVELY or str(action).endswith(("/surface", "/orbit"))]
    return chance.choice(forward if forward and chance.random() < 0.5 else actions)


def is_asked_rightly(table, asks):
    """Whether the seat is one that can follow, force a die, or use the planet landed on."""
    if asks == "follow":
        return table.can_follow(table.top["face"])
    if asks == "free_follow":
        return table.can_act(table.top["face"])
    if asks == "force":
        return table.mine["energy"] > 0 and table.mine["culture"] > 0
    return asks != "planet" or table.is_usable(table.top["planet"])


def passed_over(before, after):
    """Seats behind the one that passed, none of whom is asked about the die any more, that could have followed."""
    die, now = before["doing"][-1], after["doing"][-1] if after["doing"] else None
    galaxies = len(galaxies_of(after))
    last = now["stage"] if now and len(after["doing"]) == len(before["doing"]) else galaxies
    seats = [(die["actor"] + stage) % galaxies for stage in range(die["stage"] + 1, last)]
    return [each for each in seats if each < len(after["seats"]) and Table(after, each).can_follow(die["face"])]


def play(state, chance):
    while not state.is_over:
        before = state.describe()
        each = chance.choice(state.deciding_seats())
        actions = state.legal_actions(each)
        asks = state.decision(each)["asks"]
        if asks != "mission":
            table = Table(before, each)
            assert {str(action) for action in actions} == table.offered(asks)
            assert is_asked_rightly(table, asks)
        action = lively(chance, actions)
        state.submit(each, action)
        if (
            str(action) == "pass"
            and asks == "follow"
            and before["turn"]["active"] == state.describe()["turn"]["active"]
        ):
            assert passed_over(before, state.describe()) == []
    return state.describe()


@pytest.mark.parametrize("seats", range(2, 6))
def test_matches_offer_and_score_what_the_reference_says(seats):
    """R08, R09, R13, R15, R17, R18, R19, R39, R40, R46, R47, R54, R55, R58, R60, R63, R67, R68, R69, R78, R80."""
    chance = random.Random(seats)
    for _ in range(MATCHES):
        state = TINY_EPIC.setup(seats, chance.randbytes(32), {})
        words = play(state, chance)
        each_has = [points(galaxy) for galaxy in words["seats"]]
        assert list(state.scores()) == [each_has[n] + mission_points(words, n) for n in range(seats)]
        assert list(state.ranks()) == places(words)
        assert max(each_has) >= 21
        assert (words["turn"]["active"] + 1) % seats == words["first_seat"]


@pytest.mark.parametrize("mat", MAT_IDS)
def test_solo_matches_offer_what_the_reference_says(mat):
    """S05, S17, S18, S28, S29."""
    chance = random.Random(mat)
    for _ in range(MATCHES):
        state = TINY_EPIC.setup(1, chance.randbytes(32), {"rogue_mat": mat})
        words = play(state, chance)
        assert state.ranks() == (1 if points(words["seats"][0]) >= 21 else 2,)
