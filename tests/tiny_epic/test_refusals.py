"""Refusals say what is wrong, by which ruling, and what would be right."""

import random

import pytest

from engine.errors import IllegalAction
from engine.tiny_epic.refusals import ANSWERS
from engine.tiny_epic.rules import TINY_EPIC
from tests.conformance.checks import any_action
from tests.tiny_epic.scenario import reach, rogue_turn, table

KINDS = {kind.name: kind for kind in TINY_EPIC.Action.KINDS}


def refused(play, notation, seat=0):
    """What is said of an action, and (reason, number of the ruling)."""
    with pytest.raises(IllegalAction) as wrong:
        play.do(seat, notation)
    assert wrong.value.legal, "what may be done instead stands there"
    return wrong.value.reason, wrong.value.rule.removeprefix("Tiny Epic "), str(wrong.value)


def turn(me=None, dice="move energy culture", **words):
    return table(me, dice=dice, **words)


def moving(place, me=None, **words):
    return table(me, dice="move energy", **words).do(0, "activate move_ship").take(0, f"ship {place}")


CASES = [
    (turn, "activate utilize_colony", "no_such_die", "R11", "there is move_ship, acquire_energy"),
    (lambda: turn(dice="diplomacy move"), "activate advance_diplomacy", "nothing_to_do", "R15", "track of diplomacy"),
    (lambda: turn({"energy": 1}, "colony move"), "activate utilize_colony", "nothing_to_do", "R15", "2 energy or 2"),
    (lambda: turn({"level": 6}, "colony move"), "activate utilize_colony", "nothing_to_do", "R15", "last level"),
    (lambda: turn({"energy": 0}, turn={"has_rerolled": True}), "pick move_ship", "no_energy", "R09", "costs 1 energy"),
    (turn, "pick advance_economy", "no_such_die", "R09", "no inactive die"),
    (lambda: turn().do(0, "pick acquire_energy"), "pick move_ship", "out_of_order", "R09", "passed over"),
    (lambda: turn(turn={"has_converted": True}), "spend move_ship", "already_used", "R13", "in this turn"),
    (lambda: turn(dice="move energy"), "spend move_ship", "too_few_dice", "R13", "three inactive dice"),
    (turn, "spend acquire_culture", "out_of_order", "R13", "earlier face is named first"),
    (lambda: turn(dice="move energy energy culture").do(0, "spend acquire_energy"), "spend move_ship", "out_of_order",
     "R13", "passed over"),
    (turn, "ask", "nothing_to_take_back", "R47", "every face"),
    (lambda: moving("home", {"orbit": {"gort": 1}}), "to home", "same_place", "R18", "comes from home"),
    (lambda: moving("gort/orbit", {"orbit": {"gort": 1}}), "to gort/surface", "same_place", "R18", "another planet"),
    (lambda: moving("home", {"orbit": {"gort": 1}}), "to gort/orbit", "own_ship_there", "R19", "room for one orbit"),
    (lambda: moving("home"), "to jakks/orbit", "not_in_row", "R24", "Jakks does not lie in the row"),
    (lambda: moving("", {"orbit": {"gort": 1}}), "ship gort/surface", "no_ship_there", "R17", "gort/surface"),
    (lambda: table({"orbit": {"gort": 1, "k_widow": 1}}, dice="economy energy").do(0, "activate advance_economy"),
     "advance aughmoore", "no_ship_there", "R30", "Aughmoore"),
    (lambda: table({"orbit": {"gort": 1, "k_widow": 1, "aughmoore": 1}, "level": 3}, dice="economy energy").do(
        0, "activate advance_economy"), "advance aughmoore", "wrong_track", "R30", "for tracks of economy"),
    (lambda: turn({"colonies": ["jakks"]}, "colony energy").do(0, "activate utilize_colony"), "use zalax",
     "not_your_colony", "R39", "Zalax"),
    (lambda: turn({"colonies": ["nagato"], "used": ["nagato"]}, "colony energy").do(0, "activate utilize_colony"),
     "use nagato", "already_used", "R58", "in this turn"),
    (lambda: turn({"colonies": ["brumbaugh"], "energy": 1, "culture": 2}, "colony energy").do(
        0, "activate utilize_colony"), "use brumbaugh", "too_expensive", "R16", "costs 2 energy; you have 1"),
    (lambda: turn({"colonies": ["k_widow"]}, "colony energy").do(0, "activate utilize_colony"), "use k_widow",
     "no_effect", "P17", "could do now"),
    (lambda: turn({"colonies": ["jakks"], "energy": 2}, "colony energy").do(0, "activate utilize_colony"),
     "upgrade culture", "too_expensive", "R40", "costs 2 culture; you have 1"),
    (lambda: turn({"colonies": ["jakks"], "level": 6}, "colony energy").do(0, "activate utilize_colony"),
     "upgrade energy", "last_level", "R41", "last level"),
    (lambda: turn({"energy": 2, "culture": 2}, "colony energy").do(0, "activate utilize_colony"), "decline",
     "mandatory", "R39", "the upgrade has to be made"),
    (lambda: table(row=("jakks", "zalax"), dice="move energy").do(
        0, "activate move_ship", "to jakks/surface"), "use zalax", "not_here", "R22", "landed on Jakks"),
    (lambda: reach("lureena", "surface", {"energy": 2, "culture": 1}), "upgrade energy", "say_the_mix", "P20", "mix"),
    (lambda: reach("lureena", "surface", {"energy": 2, "culture": 1}), "mix 0", "too_expensive", "P20", "2 culture"),
    (lambda: reach("lureena", "surface", {"energy": 2, "culture": 1}), "mix 7", "too_much", "P20", "2 units in all"),
    (lambda: reach("mared", "surface", {"energy": 1}, {"level": 2}), "mix 1", "never_mixed", "R40", "one resource"),
    (lambda: reach("omicron_fenzi", "surface", {"energy": 2}), "swap 3", "too_expensive", "P27", "2 energy to swap"),
    (lambda: reach("clj_0517", "surface", {}, {}, {"culture": 1}), "steal 1", "nothing_there", "P07", "no culture"),
    (lambda: reach("clj_0517", "surface", {}, {"culture": 1}), "steal 0", "wrong_owner", "P07", "another player"),
    (lambda: reach("walsfeo", "surface", {}, {"colonies": ["jakks"]}, {}), "pay 2", "no_colony", "P38", "no colony"),
    (lambda: reach("helios", "surface", {}, {"orbit": {"gyore": 0}}, row=("gyore",)), "replace gyore", "occupied",
     "P12", "Gyore"),
    (lambda: reach("jorg", "surface", {"culture": 2}, {"orbit": {"gyore": 0, "aughmoore": 1}},
                   row=("gyore", "aughmoore")), "regress 1 gyore", "on_the_start_space", "P16", "start space"),
    (lambda: reach("tifnod", "surface", {}, {"orbit": {"gyore": 1, "aughmoore": 1}}, row=("gyore", "aughmoore")),
     "regress 1 gyore", "wrong_track", "P34", "for tracks of diplomacy"),
    (lambda: reach("k_widow", "surface", {"orbit": {"gyore": 1}}, {"orbit": {"gyore": 1}}, row=("gyore",)),
     "regress 0 gyore", "wrong_owner", "P17", "another player"),
    (lambda: reach("gort", "colony", {"orbit": {"aughmoore": 4}}, row=("jakks", "aughmoore", "k_widow")).take(
        0, "jump aughmoore"), "onto jakks", "track_too_short", "P10", "ends at 2, before 4"),
    (lambda: reach("umbra_forum", "surface", row=("jakks", "brumbaugh", "zalax")), "use umbra_forum", "not_itself",
     "P35", "itself"),
    (lambda: reach("umbra_forum", "surface", row=("jakks", "brumbaugh", "zalax")), "use helios", "not_in_row", "P35",
     "row"),
    (lambda: reach("piedes", "surface", dice="energy", bay="culture energy"), "repeat move_ship", "going_on", "P30",
     "carried out now"),
    (lambda: reach("piedes", "surface", dice="energy", bay="culture energy"), "repeat advance_economy",
     "not_activated", "P30", "no activated die"),
    (lambda: reach("zavodnick", "colony"), "face advance_economy", "nothing_to_do", "P40", "track of economy"),
    (lambda: reach("maia", "surface", dice="energy culture culture"), "put_aside move_ship",
     "no_such_die", "P21", "inactive"),
    (lambda: rogue_turn({"energy": 0, "orbit": {"gort": 0, "aughmoore": 1, "k_widow": 1}, "level": 3}, {"level": 4},
                        face="colony"),
     "regress 0 gort", "on_the_start_space", "S18", "start space"),
    (lambda: rogue_turn({"energy": 2, "culture": 2}, {"level": 5}, face="colony").do(0, "accept"), "lose 7",
     "wrong_units", "S18", "you have 2 energy and 2 culture"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[f"{case[1]}: {case[2]}" for case in CASES])
def test_what_is_wrong_is_said(case):
    """R15, R16, R39, R58: reason, ruling, and the numbers it is about."""
    make, notation, reason, rule, words = case
    said = refused(make(), notation)
    assert said[:2] == (reason, rule)
    assert words in said[2]


def test_a_follower_is_told_about_the_die():
    """R47, R60."""
    play = table({}, {"culture": 2}, row=("umbra_forum", "maia", "jakks"), dice="move energy culture")
    play.do(0, "activate move_ship", "to jakks/orbit")
    assert refused(play, "never acquire_energy", 1)[:2] == ("wrong_face", "R47")
    play.do(1, "follow", "to umbra_forum/surface")
    assert refused(play, "use maia", 1)[:2] == ("own_turn_only", "R60")


def test_an_answer_to_another_question_names_the_question():
    """R08."""
    reason, _, text = refused(turn(), "follow")
    assert reason == "not_legal_now"
    assert "the decision is turn" in text


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_every_wrong_action_gets_a_reason(seats):
    """R08: in random play, whatever is tried; and what answers the question is never refused with a shrug."""
    chance = random.Random(seats)
    seen = set()
    for number in range(6):
        state = TINY_EPIC.setup(seats, number.to_bytes(32, "big"))
        for _ in range(400):
            if state.is_over:
                break
            seat = state.deciding_seats()[0]
            legal = state.legal_actions(seat)
            asked = state.decision_of(seat)
            for name in ANSWERS.get(asked, ()):
                action = any_action(TINY_EPIC, KINDS[name], chance)
                if action not in legal:
                    with pytest.raises(IllegalAction) as wrong:
                        state.submit(seat, action)
                    assert wrong.value.reason != "not_legal_now"
                    assert wrong.value.rule.startswith("Tiny Epic ")
                    seen.add((asked, wrong.value.reason))
            state.submit(seat, chance.choice(legal))
    assert len(seen) > 15
