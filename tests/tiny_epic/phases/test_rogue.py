"""The solo game against the Rogue Galaxy."""

import pytest

from engine.errors import BadOptions
from engine.tiny_epic.catalog import MATS
from engine.tiny_epic.rules import TINY_EPIC
from tests.tiny_epic.scenario import Play, rogue_turn, shows, table

SEED = bytes(range(32))
POOR = {"energy": 0, "culture": 0}
#: a mat made for tests: every attack once per turn
MAT = {
    "name": "Test",
    "dice": [1, 2, 3, 4, 5],
    "vp": [0, 1, 2, 3, 4],
    "resource_max": 3,
    "attacks": [
        {"effects": [{"kind": "player_loses", "resource": "energy", "amount": 1}], "once_per_turn": True}
        for _ in range(5)
    ],
}


def setup(**options):
    return Play(TINY_EPIC.setup(1, SEED, options))


def first(wanted, *galaxies, **words):
    """The first of some seeds with which a rogue turn comes to what is wanted."""
    for number in range(200):
        chance = {"seed": number.to_bytes(32, "big").hex()}
        play = rogue_turn(*[dict(galaxy) for galaxy in galaxies], randomness=chance, **words)
        if wanted(play):
            return play
    raise AssertionError("no seed leads there")


class TestSetup:
    @pytest.mark.parametrize("mat", MATS, ids=lambda mat: mat.id)
    @shows(*(f"mat {mat.id}" for mat in MATS))
    def test_as_for_two_with_a_rogue_mat(self, mat):
        """S01, S02, S31, S32, S34, D16, R02: no missions, all four rogue ships, the human first."""
        play = setup(rogue_mat=mat.id)
        rogue = play.state.view(0)["rogue"]
        assert (rogue["energy"], rogue["culture"], rogue["level"], rogue["home"]) == (0, 0, 1, 4)
        assert (rogue["dice"], rogue["points"], rogue["resource_max"]) == (mat.dice[0], mat.vp[0], mat.resource_max)
        assert len(play.row) == 4
        assert play.asks() == "turn"
        assert play.units() == (2, 1)
        assert play.galaxy()["missions"] == [None, None]
        assert play.words["rogue"]["mat"] == mat.id
        assert mat.dice == (5, 5, 6, 6, 7)

    def test_the_mats_in_order_of_difficulty(self):
        """S32."""
        assert [mat.tier for mat in MATS] == ["beginner", "easy", "medium", "hard", "epic"]

    def test_unknown_values_are_marked(self):
        """S30, Q2, Q3, D29, D30: stand-ins and what is not known stand in the catalogue as such."""
        mats = {mat["id"]: mat for mat in TINY_EPIC.catalog()["rogue_mats"]}
        for name in ("rothkel", "hades", "gamelyn"):
            assert mats[name]["status"]["vp"] == mats[name]["status"]["resource_max"] == "stand_in"
        assert (mats["artemis"]["vp"], mats["artemis"]["resource_max"]) == ([0, 1, 2, 4, 7], 6)
        assert (mats["zendica"]["vp"], mats["zendica"]["resource_max"]) == ([0, 2, 4, 6, 9], 5)
        assert all(mat["status"]["once_per_turn"] == "unknown" for mat in mats.values())

    def test_a_mat_of_ones_own_replaces_a_built_in_one(self):
        """S16, S30."""
        play = setup(rogue_mat=MAT)
        assert play.state.view(0)["rogue"]["dice"] == 1
        assert play.words["rogue"]["mat"] == MAT
        assert Play(TINY_EPIC.from_description(play.words)).words == play.words

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"dice": [1, 2, 3]}, "dice is a list of 5"),
            ({"dice": [1, 2, 3, 4, 9]}, r"dice\[4\] is 9; it is 1 to 7"),
            ({"vp": [0, 3, 2, 4, 5]}, "never go down"),
            ({"vp": [0, 1, 2, 3, 21]}, r"vp\[4\] is 21"),
            ({"resource_max": "7"}, "resource_max is '7'"),
            ({"name": ""}, "name is ''"),
            ({"attacks": []}, "attacks is a list of 5"),
            ({"attacks": [{"effects": []}] * 5}, r"attacks\[0\].effects is a list"),
            (
                {"attacks": [{"effects": [{"kind": "player_wins"}]}] * 5},
                r"kind is 'player_wins'; it can be player_loses",
            ),
            ({"attacks": [{"effects": [{"kind": "rogue_gains", "resource": "energy"}]}] * 5}, "has resource, amount"),
            (
                {"attacks": [{"effects": [{"kind": "rogue_gains", "resource": "gold", "amount": 1}]}] * 5},
                "resource is 'gold'; it can be energy, culture",
            ),
            ({"colour": "red"}, "'colour' is unknown"),
        ],
    )
    def test_a_wrong_mat_is_refused_with_the_place(self, change, message):
        """S30."""
        with pytest.raises(BadOptions, match=message):
            setup(rogue_mat=MAT | change)

    def test_solo_options_are_for_one_seat(self):
        """S01."""
        with pytest.raises(BadOptions, match="is for one seat"):
            TINY_EPIC.setup(2, SEED, {"rogue_mat": "hades"})
        with pytest.raises(BadOptions, match="rogue_mat"):
            setup(rogue_mat="nobody")


class TestHumanTurn:
    def test_nobody_follows_the_human(self):
        """S03, S29."""
        play = table({}, {"culture": 5}, solo={}, dice="energy culture").do(0, "activate acquire_energy")
        assert play.asks() == "turn"

    def test_turns_alternate(self):
        """S02, S04: the rogue's dice are rolled one after the other, as many as its level shows."""
        play = table(dict(POOR), {}, solo={"mat": MAT}, dice="energy").do(0, "end_turn")
        assert play.turn["active"] == 0
        assert len(play.happened("rogue_rolled")) == 1
        high = table(dict(POOR), {"level": 5}, solo={"mat": MAT}, dice="energy").do(0, "end_turn")
        assert len(high.happened("rogue_rolled")) == 5

    def test_planets_treat_the_rogue_as_the_one_other_player(self):
        """S29: stolen from, regressed, given, compared with, its colonies used."""
        rogue = {"energy": 2, "culture": 2, "orbit": {"aughmoore": 2, "k_widow": 2}, "colonies": ["jakks"], "level": 2}
        solo = {"mat": "artemis"}
        me = {"colonies": ["la_torres", "gleam_zanier", "sargus_36", "mared", "vizcarra"], "culture": 0}

        def use(planet):
            play = table(dict(me), {**rogue}, solo=solo, dice="colony energy")
            return play.do(0, "activate utilize_colony", f"use {planet}")

        assert use("la_torres").units(1)[0] == 1
        assert use("gleam_zanier").units(1)[0] == 3
        assert use("vizcarra").galaxy(1)["orbit"] == {"aughmoore": 2, "k_widow": 1}
        paid = use("sargus_36")
        assert paid.units(1)[0] == 3
        assert paid.units()[1] == 1
        mared = use("mared")
        assert mared.galaxy()["level"] == 2

    def test_gifts_stop_at_the_rogues_maximum(self):
        """S29, S14, R29."""
        play = table({"colonies": ["jac_110912"], "energy": 0}, {"culture": 6}, solo={}, dice="colony energy")
        play.do(0, "activate utilize_colony", "use jac_110912")
        assert play.units(1)[1] == 6

    def test_terra_bettia_moves_the_foremost_rogue_ship(self):
        """S29, P33: the leftmost of equals."""
        me = {"colonies": ["terra_bettia"], "energy": 0, "orbit": {"gyore": 0}}
        rogue = {"orbit": {"aughmoore": 3, "k_widow": 3, "gyore": 1}}
        play = table(me, rogue, solo={}, dice="colony energy").do(0, "activate utilize_colony", "use terra_bettia")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 4, "k_widow": 3, "gyore": 1}
        assert play.galaxy(0)["orbit"] == {"gyore": 2}

    @pytest.mark.parametrize("planet", ["birkomius", "bisschop", "nibiru"])
    def test_what_is_about_follows_has_no_effect(self, planet):
        """S29."""
        play = table({"colonies": [planet], "energy": 2}, {}, solo={}, dice="colony energy")
        play.do(0, "activate utilize_colony")
        assert f"use {planet}" not in play.legal()

    def test_zavodnick_gives_the_rogue_nothing(self):
        """S29."""
        play = table({"colonies": ["zavodnick"], "energy": 0}, {}, solo={}, dice="colony energy")
        play.do(0, "activate utilize_colony", "use zavodnick", "face acquire_energy")
        assert play.units(1) == (0, 0)
        assert play.asks() == "turn"


class TestRogueDice:
    def test_a_move_goes_to_the_leftmost_free_track(self):
        """S11: never to a surface."""
        play = rogue_turn(dict(POOR), {"orbit": {"aughmoore": 1}}, face="move")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 1, "k_widow": 0}
        assert play.galaxy(1)["home"] == 2
        assert play.galaxy(1)["surface"] == []

    def test_every_ship_on_a_track_of_the_type_advances(self):
        """S12."""
        rogue = {"orbit": {"aughmoore": 1, "k_widow": 2, "gyore": 0}}
        play = rogue_turn(dict(POOR), rogue, face="economy")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 1, "k_widow": 3, "gyore": 1}

    def test_rogue_colonising_sends_the_human_home(self):
        """S12, S13, S37: left to right, replacements at once; no planet action."""
        rogue = {"orbit": {"jakks": 1, "aughmoore": 5, "k_widow": 2}}
        me = {**POOR, "surface": ["jakks"], "orbit": {"jakks": 0}}
        play = rogue_turn(me, rogue, face="diplomacy", row=("jakks", "aughmoore", "k_widow"))
        assert play.galaxy(1)["colonies"] == ["aughmoore", "jakks"]
        assert play.galaxy(1)["orbit"] == {"k_widow": 2}
        assert play.galaxy(0)["home"] == 2
        assert play.points(1) == 8
        assert "jakks" not in play.row
        assert None not in play.row

    def test_rogue_ships_go_home_when_the_human_colonises(self):
        """S37, S11: the replacement is a row planet like any other."""
        play = table({"orbit": {"jakks": 1}}, {"orbit": {"jakks": 1}}, solo={}, row=("jakks",), dice="diplomacy energy")
        play.do(0, "activate advance_diplomacy")
        assert play.galaxy(1)["home"] == 4
        assert play.galaxy(1)["orbit"] == {}

    def test_both_resources_are_produced_at_home(self):
        """S14: up to the mat's maximum."""
        rogue = {"orbit": {"k_widow": 0}}
        assert rogue_turn(dict(POOR), {**rogue}, face="culture").units(1)[1] == 4
        assert rogue_turn(dict(POOR), {**rogue}, face="energy").units(1)[0] == 3
        # At the maximum its level would rise at the end of the turn, so a die is left.
        full = rogue_turn({"energy": 1, "culture": 1}, {"energy": 5}, face="energy", dice_left=1).do(
            0, "accept", "pass"
        )
        assert full.happened("gained")[0]["total"] == 6

    @pytest.mark.parametrize(
        ("face", "rogue"),
        [
            ("move", {"orbit": {"aughmoore": 0, "k_widow": 0, "gyore": 0, "gort": 0}}),
            ("diplomacy", {"orbit": {"k_widow": 0}}),
            ("economy", {"orbit": {"aughmoore": 0}}),
            ("culture", {"orbit": {"aughmoore": 0, "gort": 0, "shouhua": 0, "mared": 0}}),
        ],
    )
    def test_unusable_dice_are_discarded(self, face, rogue):
        """S06, S07, S09: they can be neither followed nor forced."""
        row = (
            ("aughmoore", "gort", "shouhua", "mared")
            if face == "culture"
            else ("aughmoore", "k_widow", "gyore", "gort")
        )
        play = rogue_turn({"energy": 3, "culture": 3, "colonies": ["jakks"]}, rogue, face=face, row=row)
        assert play.turn["active"] == 0, "the rogue's turn is over"
        assert play.galaxy(1)["orbit"] == rogue["orbit"]

    def test_a_resource_at_its_maximum_makes_acquire_unusable(self):
        """S07, S24."""
        play = rogue_turn({"energy": 1, "culture": 1}, {"culture": 6}, face="culture", solo={"is_extra_turn": True})
        assert play.turn["active"] == 0
        assert play.units(1)[1] == 0, "the extra turn is over"

    def test_an_attack_is_usable_even_with_nothing_to_lose(self):
        """S08, S17: and may be followed."""
        play = rogue_turn({"energy": 0, "culture": 1, "colonies": ["jakks"]}, face="colony", dice_left=0)
        assert play.units()[0] == 0
        assert play.asks() == "follow"

    def test_an_unusable_die_still_counts(self):
        """S09, S04."""
        play = rogue_turn(dict(POOR), {"orbit": {"k_widow": 0}}, face="diplomacy", dice_left=0)
        assert play.turn["active"] == 0

    def test_the_harder_game_rolls_unusable_dice_again_once(self):
        """S33, S35: off by default."""
        assert not TINY_EPIC.options["rogue_rerolls_unusable"].default
        rolls = set()
        for number in range(40):
            chance = {"seed": number.to_bytes(32, "big").hex()}
            solo = {"mat": MAT | {"resource_max": 20}, "rerolls_unusable": True}
            play = table(dict(POOR), {"orbit": {}}, solo=solo, dice="energy", randomness=chance).do(0, "end_turn")
            rolls.add((len(play.happened("rogue_rolled")), len(play.happened("rogue_die_unusable"))))
        assert rolls <= {(1, 0), (2, 1), (2, 2)}
        assert {(1, 0), (2, 1)} <= rolls


class TestForcing:
    def test_one_energy_and_one_culture_roll_the_die_again(self):
        """S05: as long as both are there, before it takes effect."""
        me = {"energy": 2, "culture": 3}
        play = rogue_turn(me, face="move", dice_left=1)
        assert play.asks() == "force"
        assert play.legal() == ["force", "accept"]
        play.do(0, "force")
        assert play.units() == (1, 2)
        assert play.happened("rogue_rolled")
        assert play.galaxy(1)["home"] == 4

    @pytest.mark.parametrize("me", [{"energy": 0, "culture": 3}, {"energy": 3, "culture": 0}])
    def test_both_are_needed(self, me):
        """S05."""
        play = rogue_turn(me, face="move", dice_left=0)
        assert play.galaxy(1)["home"] == 3

    def test_a_die_rolled_again_stays_one_of_the_dice(self):
        """S35, S04."""
        for number in range(20):
            chance = {"seed": number.to_bytes(32, "big").hex()}
            play = rogue_turn({"energy": 1, "culture": 1}, face="move", dice_left=0, randomness=chance)
            play.do(0, "force")
            assert len(play.happened("rogue_rolled")) == 1
            assert play.turn["active"] == 0

    def test_a_face_rolled_away_has_not_used_its_mark(self):
        """S35, S16."""
        me = {"energy": 2, "culture": 2}
        play = first(
            lambda play: play.do(0, "force").asks() == "force", me, face="colony", solo={"mat": MAT}, dice_left=1
        )
        assert not play.words["rogue"]["has_attacked"]
        assert not play.happened("rogue_attacks")


class TestFollowingTheRogue:
    def test_each_usable_die_once_for_one_culture(self):
        """S10, S36: after the rogue's action, under the normal rules."""
        play = rogue_turn({"energy": 0, "culture": 2, "colonies": ["jakks"]}, face="colony", dice_left=0)
        play.do(0, "follow")
        assert set(play.legal()) <= {"use jakks", "decline"}
        play.do(0, "use jakks")
        assert play.units() == (0, 2)
        assert play.turn["active"] == 0

    def test_own_turn_planets_do_nothing_then(self):
        """R60, S10."""
        play = rogue_turn({"energy": 0, "culture": 1}, face="move", dice_left=0, row=("maia",))
        play.do(0, "follow", "to maia/surface")
        assert play.units() == (0, 0)

    def test_the_last_follow_comes_before_the_specials(self):
        """S36, S28: a human who reaches 21 wins before the skull."""
        me = {"energy": 0, "culture": 1, "colonies": ["gort", "gyore", "nagato", "mared"], "orbit": {"tifnod": 1}}
        rogue = {"level": 5, "energy": 6, "orbit": {"tifnod": 0}}
        play = rogue_turn(me, rogue, face="economy", row=("tifnod",), dice_left=0)
        assert not play.state.is_over
        # 7 + 7 + 3 + 2 and the planet's own point, and one level: the die is followed with an advance.
        play.do(0, "follow")
        assert play.points() == 20
        assert play.state.is_over, "20 points are not enough: the skull comes"
        assert play.state.ranks() == (2,)
        me = {**me, "colonies": ["gort", "gyore", "nagato", "umbra_forum"]}
        play = rogue_turn(me, {**rogue}, face="economy", row=("tifnod",), dice_left=0).do(0, "follow")
        assert play.state.is_over
        assert play.state.ranks() == (1,)

    def test_the_control_mat_is_cleared_before_the_extra_turn(self):
        """S36: nothing of the first part lies in the bay then."""
        me = {"energy": 1, "culture": 1}
        play = first(lambda play: play.asks() == "force", me, {"culture": 6}, dice_left=0, bay="move move")
        assert play.words["rogue"]["is_extra_turn"]
        assert play.turn["bay"] == {}


class TestEndOfTheRogueTurn:
    def test_energy_at_max_raises_the_level(self):
        """S21, S27: for no price, and its energy becomes 0."""
        play = rogue_turn(dict(POOR), {"energy": 6, "level": 1}, dice_left=0)
        assert play.galaxy(1)["level"] == 2
        assert play.units(1)[0] == 0
        assert play.points(1) == 1
        assert play.turn["active"] == 0

    def test_only_then(self):
        """S21, S04: not while dice are left."""
        play = rogue_turn({"energy": 1, "culture": 1}, {"energy": 6, "level": 1}, face="move", dice_left=2)
        play.do(0, "accept")
        assert play.galaxy(1)["level"] == 1

    def test_culture_at_max_gives_an_extra_turn_of_three_dice(self):
        """S21, S23: after which its culture becomes 0 and nothing special happens."""
        play = rogue_turn(dict(POOR), {"culture": 6, "level": 5}, dice_left=0, solo={"mat": "artemis"})
        assert play.turn["active"] == 0
        assert play.units(1)[1] == 0

    @pytest.mark.parametrize("level", [1, 2, 5])
    def test_the_extra_turn_has_three_dice(self, level):
        """S23: whatever the level."""
        mat = {**MAT, "dice": [2, 4, 4, 4, 7], "resource_max": 3}
        play = table(dict(POOR), {"culture": 3, "level": level}, solo={"mat": mat}, dice="energy").do(0, "end_turn")
        assert len(play.happened("rogue_extra_turn")) == 1
        assert len(play.happened("rogue_rolled")) == mat["dice"][level - 1] + 3 or play.state.is_over

    def test_energy_comes_first(self):
        """S22: the extra turn already uses the attack of the new level."""
        play = rogue_turn({"energy": 0, "culture": 1}, {"energy": 6, "culture": 6}, face="move", dice_left=0)
        assert play.asks() == "follow"
        play.do(0, "pass")
        kinds = [event.kind.name for event in play.events]
        assert kinds.index("rogue_level") < kinds.index("rogue_extra_turn")
        assert play.galaxy(1)["level"] == 2

    def test_energy_that_fills_up_in_the_extra_turn_waits(self):
        """S23: until the end of the next rogue turn."""
        solo = {"is_extra_turn": True}
        play = rogue_turn(dict(POOR), {"energy": 5, "culture": 6}, face="energy", dice_left=0, solo=solo)
        assert play.galaxy(1)["level"] == 1
        assert play.units(1) == (6, 0)

    def test_follows_and_forced_rerolls_go_on_in_the_extra_turn(self):
        """S25, D05: with a switch for the later edition's way."""
        me = {"energy": 1, "culture": 2}
        solo = {"is_extra_turn": True}
        play = rogue_turn(dict(me), {"culture": 6}, face="move", dice_left=0, solo=solo)
        assert play.asks() == "force"
        play.do(0, "accept")
        assert play.asks() == "follow"
        later = rogue_turn(
            dict(me), {"culture": 6}, face="move", dice_left=0, solo={**solo, "extra_turn_is_followed": False}
        )
        later.do(0, "accept")
        assert later.turn["active"] == 0

    def test_attack_marks_are_fresh_in_the_extra_turn(self):
        """S26, S16, Q2."""

        def attacks(play):
            return play.asks() == "force" and play.words["rogue"]["face"] == "utilize_colony"

        solo = {"mat": MAT, "has_attacked": True}
        play = first(attacks, {"energy": 1, "culture": 1}, {"culture": 3}, dice_left=0, solo=solo)
        assert play.words["rogue"]["is_extra_turn"]
        assert not play.words["rogue"]["has_attacked"]

    def test_the_second_attack_of_a_turn_is_unusable(self):
        """S16, Q2: where the mat says once per turn."""
        solo = {"mat": MAT, "has_attacked": True}
        play = rogue_turn({"energy": 3, "culture": 3}, face="colony", dice_left=0, solo=solo)
        assert play.units() == (3, 3)
        assert play.turn["active"] == 0
        again = rogue_turn({"energy": 3, "culture": 3}, face="colony", dice_left=0, solo={"has_attacked": True})
        assert again.asks() == "force"

    def test_the_skull_ends_the_match(self):
        """S27, S28."""
        play = rogue_turn(dict(POOR), {"energy": 6, "level": 5}, dice_left=0)
        assert play.state.is_over
        assert play.state.ranks() == (2,)

    def test_twenty_one_rogue_points_end_the_match(self):
        """S28: at once, in the middle of the turn; no missions, no tie-breakers."""
        rogue = {"colonies": ["gort", "gyore", "walsfeo"], "orbit": {"mared": 2}}
        play = rogue_turn({"energy": 0, "culture": 5}, rogue, face="economy", dice_left=3, row=("mared",))
        assert play.state.is_over
        assert play.points(1) == 21
        assert play.state.ranks() == (2,)
        assert play.state.scores() == (0,)

    def test_twenty_one_human_points_win_at_once(self):
        """S28: no equalising turn."""
        me = {"colonies": ["gort", "gyore", "walsfeo", "jakks"], "orbit": {"tifnod": 1}}
        play = table(me, {}, solo={}, dice="economy energy", row=("tifnod",)).do(0, "activate advance_economy")
        assert play.state.is_over
        assert play.state.ranks() == (1,)
        assert play.state.scores() == (21,)

    def test_a_level_can_bring_the_rogue_to_twenty_one(self):
        """S28."""
        rogue = {"colonies": ["gort", "gyore", "walsfeo"], "energy": 6, "level": 2}
        play = rogue_turn(dict(POOR), rogue, dice_left=0)
        assert play.points(1) == 21
        assert play.state.is_over


def attack(mat, level, me=None, rogue=None):
    """The attack of a level, carried out up to the human's first choice."""
    me = {"energy": 2, "culture": 2, **(me or {})}
    play = rogue_turn(me, {"level": level, **(rogue or {})}, face="colony", dice_left=0, solo={"mat": mat})
    play.take(0, "accept")
    while play.asks() in ("follow", "force"):
        play.do(0, "pass" if play.asks() == "follow" else "accept")
    return play


OUT = {"orbit": {"aughmoore": 2, "k_widow": 1}}
#: mat, level -> (position of human, of rogue), choices, (human's units, rogue's units, human's orbit, rogue's orbit)
ATTACKS = [
    ("artemis", 1, {}, {}, (), (1, 2), (0, 0), {}, {}),
    ("artemis", 2, {}, {}, (), (2, 1), (0, 0), {}, {}),
    ("artemis", 3, {}, {}, (), (2, 1), (0, 1), {}, {}),
    ("artemis", 4, OUT, {}, ("regress 0 k_widow",), (2, 2), (0, 0), {"aughmoore": 2, "k_widow": 0}, {}),
    ("artemis", 5, {}, {}, ("lose 1",), (1, 1), (1, 1), {}, {}),
    ("rothkel", 1, {}, {}, (), (1, 2), (0, 0), {}, {}),
    ("rothkel", 2, {}, {}, (), (2, 1), (0, 0), {}, {}),
    ("rothkel", 3, {}, {}, (), (2, 2), (2, 0), {}, {}),
    ("rothkel", 4, OUT, {}, ("regress 0 aughmoore",), (2, 2), (0, 0), {"aughmoore": 1, "k_widow": 1}, {}),
    ("rothkel", 5, OUT, OUT, (), (2, 2), (0, 0), OUT["orbit"], {"aughmoore": 3, "k_widow": 2}),
    ("zendica", 1, {}, {}, (), (1, 2), (0, 0), {}, {}),
    ("zendica", 2, {}, {}, (), (2, 2), (0, 2), {}, {}),
    ("zendica", 3, OUT, {}, ("regress 0 k_widow",), (2, 2), (0, 0), {"aughmoore": 2, "k_widow": 0}, {}),
    ("zendica", 4, {}, {}, (), (2, 2), (0, 0), {}, {}),
    ("zendica", 5, OUT, OUT, (), (2, 2), (0, 0), {"aughmoore": 1, "k_widow": 0}, OUT["orbit"]),
    ("hades", 1, {}, {}, (), (2, 2), (1, 1), {}, {}),
    ("hades", 2, {}, {}, (), (0, 2), (2, 0), {}, {}),
    ("hades", 3, {}, {}, (), (2, 0), (0, 2), {}, {}),
    ("hades", 4, OUT, OUT, (), (2, 2), (0, 0), OUT["orbit"], {"aughmoore": 4, "k_widow": 3}),
    ("hades", 5, {}, {}, ("lose 2",), (0, 1), (2, 1), {}, {}),
    ("gamelyn", 1, {}, {}, (), (1, 1), (0, 0), {}, {}),
    ("gamelyn", 2, {}, {}, (), (1, 1), (1, 1), {}, {}),
    ("gamelyn", 3, OUT, OUT, (), (2, 2), (0, 0), OUT["orbit"], {"aughmoore": 3, "k_widow": 2}),
    ("gamelyn", 4, OUT, OUT, (), (1, 2), (1, 0), OUT["orbit"], {"aughmoore": 3, "k_widow": 2}),
    ("gamelyn", 5, OUT, OUT, (), (2, 2), (0, 0), OUT["orbit"], {"aughmoore": 4, "k_widow": 3}),
]


class TestAttacks:
    @pytest.mark.parametrize("case", ATTACKS, ids=[f"{case[0]}-{case[1]}" for case in ATTACKS])
    @shows(*(f"attack {case[0]} {case[1]}" for case in ATTACKS))
    def test_each_attack(self, case):
        """S15, S17, S18, S20: only the action of the present level."""
        mat, level, me, rogue, choices, units, rogue_units, orbit, rogue_orbit = case
        play = attack(mat, level, me, rogue)
        play.do(0, *choices)
        while play.asks() in ("follow", "force"):
            play.do(0, "pass")
        assert play.units(0) == units
        assert play.units(1) == rogue_units
        assert play.galaxy(0)["orbit"] == orbit
        assert play.galaxy(1)["orbit"] == rogue_orbit

    def test_losing_a_die(self):
        """S19: one fewer in the next own turn alone."""
        play = attack("zendica", 4)
        assert play.turn["active"] == 0
        assert sum(play.turn["inactive"].values()) == 3

    def test_losses_of_dice_add_up_but_one_is_always_rolled(self):
        """S19."""
        me = {**POOR, "dice_lost": [2, 0, 0, 0]}
        play = rogue_turn(me, {"level": 4}, face="colony", dice_left=0, solo={"mat": "zendica"})
        assert sum(play.turn["inactive"].values()) == 1
        me = {**POOR, "dice_lost": [7, 1, 0, 0]}
        play = rogue_turn(me, {"level": 4}, face="colony", dice_left=0, solo={"mat": "zendica"})
        assert sum(play.turn["inactive"].values()) == 1
        assert play.galaxy()["dice_lost"] == [1, 0, 0, 0]

    def test_the_human_chooses_a_ship_above_the_start_space(self):
        """S18: if there is one."""
        play = attack("artemis", 4, {"orbit": {"aughmoore": 2, "k_widow": 0}})
        assert play.galaxy()["orbit"] == {"aughmoore": 1, "k_widow": 0}
        none = attack("artemis", 4, {"orbit": {"aughmoore": 0}})
        assert none.galaxy()["orbit"] == {"aughmoore": 0}

    def test_the_rogue_adds_only_what_was_taken(self):
        """S17: up to its maximum."""
        play = attack("hades", 2, {"energy": 1, "culture": 0})
        assert (play.units(), play.units(1)[0]) == ((0, 0), 1)
        foe = {"energy": 4, "level": 2}
        full = rogue_turn({"energy": 2, "culture": 1}, foe, face="colony", dice_left=1, solo={"mat": "hades"}).do(
            0, "accept"
        )
        gained = {"kind": "gained", "seat": None, "resource": "energy", "amount": 1, "total": 5}
        assert full.happened("lost")[0] == {"kind": "lost", "seat": 0, "resource": "energy", "amount": 2, "total": 0}
        assert gained in full.happened("gained")

    def test_all_units_go_without_a_question_if_there_are_too_few(self):
        """S17, S18."""
        play = attack("hades", 5, {"energy": 1, "culture": 1})
        assert play.units() == (0, 0)
        assert play.units(1) == (1, 1)

    def test_ships_advanced_by_an_attack_may_colonise(self):
        """S20, S13."""
        play = attack("hades", 4, {}, {"orbit": {"aughmoore": 4, "k_widow": 1}})
        assert play.galaxy(1)["colonies"] == ["aughmoore"]
        assert play.galaxy(1)["orbit"] == {"k_widow": 3}
