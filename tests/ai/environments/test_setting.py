"""Actions have numbers, positions arrays, and ends rewards; all three say what the engine says."""

import copy
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

from ai.environments.numbering import REWARDS
from ai.environments.setting import Setting, number_game
from ai.evaluate.features import ENCODERS
from engine.errors import BadAction, BadOptions, IllegalAction, NotYourDecision, UnknownGame
from engine.registry import GAMES, find_game
from tests.support.environments import FEW, TABLES, walk


def setting_of(name, seats, reward="win", max_decisions=4096):
    return Setting(name, seats, None, reward, max_decisions)


@pytest.mark.parametrize("name", GAMES)
def test_an_action_is_numbered_by_its_place(name):
    """In the order of `enumerate_actions`, there and back."""
    numbering = number_game(name)
    actions = list(find_game(name).enumerate_actions())
    assert numbering.actions == len(actions)
    assert [numbering.number_of(action) for action in actions] == [*range(len(actions))]
    assert [numbering.action_of(number) for number in range(len(actions))] == actions


def test_what_is_no_action_has_no_number():
    numbering = number_game("race")
    for wrong in (-1, numbering.actions, 1 << 31):
        with pytest.raises(BadAction, match=r"no action of race; they are 0 to 1074"):
            numbering.action_of(wrong)
    for wrong in (next(find_game("roll").enumerate_actions()), 3):
        with pytest.raises(BadAction, match="not an action of race"):
            numbering.number_of(wrong)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_masks_and_inputs_are_what_a_seat_may_do_and_know(name, seats):
    """From the full state and from the information set alike; only standing answers are left out."""
    setting = setting_of(name, seats)
    for course, decider in walk(setting, 1):
        assert setting.mask(course.state, decider).sum() > 0
        for seat in range(seats):
            hidden = course.state.information_set(seat).state
            legal = {str(action) for action in course.state.legal_actions(seat)}
            mask = setting.mask(course.state, seat)
            shown = {str(setting.numbering.action_of(int(number))) for number in np.flatnonzero(mask)}
            assert shown <= legal
            assert {each.split()[0] for each in legal - shown} <= {"ask", "never"}
            on, dense = ENCODERS[name].observe(course.state, seat)
            inputs = setting.see(course.state, seat)
            sparse = np.bincount(on, minlength=len(inputs) - len(dense))
            assert (inputs == np.concatenate([sparse, np.float32(dense)])).all()
            assert (setting.see(hidden, seat) == inputs).all()
            assert seat != decider or (setting.mask(hidden, seat) == mask).all()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_rewards_say_how_the_match_ended(name, seats):
    """Winning sums to 0 among several; what is gained sums to the points."""
    settings = {reward: setting_of(name, seats, reward, 1 << 20) for reward in REWARDS}
    for number in range(3):
        chance = random.Random(number)
        courses = {reward: setting.deal(bytes([number] * 32)) for reward, setting in settings.items()}
        got = {reward: np.zeros(seats) for reward in REWARDS}
        state = courses["win"].state
        before = np.array(state.scores())
        while not state.is_over:
            seat = chance.choice(state.deciding_seats())
            action = chance.choice(settings["win"].numbering.legal(state, seat))
            for reward, course in courses.items():
                assert reward == "gain" or not got[reward].any()
                got[reward] += course.act(seat, action)
        points, ranks = np.array(state.scores()), state.ranks()
        assert (got["points"] == points).all()
        assert (before + got["gain"] == points).all()
        if seats == 1:
            assert got["win"] == [1 if ranks == (1,) else -1]
            assert (got["margin"] == points).all()
            continue
        assert sum(got["win"]) == pytest.approx(0, abs=1e-6)
        assert [reward == got["win"].max() for reward in got["win"]] == [rank == 1 for rank in ranks]
        assert ranks.count(1) > 1 or got["win"].max() == 1
        assert [*got["margin"]] == [points[seat] - np.delete(points, seat).max() for seat in range(seats)]


def test_a_course_refuses_what_is_not_legal_and_stays_as_it_was():
    """With the engine's reasons; standing answers, which masks leave out, too."""
    setting = setting_of("tiny_epic", 3)
    never = setting.numbering.number_of(setting.game.Action.parse("never any"))
    reasons = set()
    for course, seat in walk(setting, 2):
        before = course.state.to_bytes()
        for other in set(range(3)) - set(course.state.deciding_seats()):
            with pytest.raises(NotYourDecision):
                course.act(other, never)
        with pytest.raises(IllegalAction) as refused:
            course.act(seat, never)
        reasons.add((course.state.decision_of(seat) == "follow", refused.value.reason == "standing_answer"))
        assert course.state.to_bytes() == before
    assert reasons == {(True, True), (False, False)}


def test_settings_that_can_not_be_are_refused():
    for wrong, message in (
        ({"name": "race", "seats": 5}, "takes 2 to 4"),
        ({"name": "race", "seats": 2, "reward": "fun"}, "win, margin, points, gain"),
        ({"name": "race", "seats": 2, "max_decisions": 0}, "whole number from 1"),
        ({"name": "race", "seats": 2, "max_decisions": 1.5}, "whole number from 1"),
    ):
        with pytest.raises(BadOptions, match=message):
            setting_of(**wrong)
    with pytest.raises(UnknownGame):
        setting_of("chess", 2)


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_matches_under_way_copy_and_pickle(name, seats):
    """What is done to the copy leaves the first one as it was."""
    course = list(walk(setting_of(name, seats), 3, decisions=20))[-1][0]
    for twin in (copy.deepcopy(course), pickle.loads(pickle.dumps(course))):
        before = course.state.to_bytes()
        assert (twin.state.to_bytes(), twin.decisions) == (before, course.decisions)
        seat = twin.state.deciding_seats()[0]
        twin.act(seat, twin.setting.numbering.legal(twin.state, seat)[0])
        assert course.state.to_bytes() == before
        assert twin.state.to_bytes() != before


def test_the_compiled_core_needs_no_numpy():
    """The plain package plays without it."""
    program = "import sys; sys.modules['numpy'] = None; import ai.environments.tables, ai.levels"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
