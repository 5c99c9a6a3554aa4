"""Planet actions at the limits, within follows, and within each other."""

import pytest

from engine.tiny_epic.catalog import PLANET_IDS
from tests.tiny_epic.scenario import ROUTES, reach, table

both = pytest.mark.parametrize("route", ROUTES)
EVERYWHERE = ("aughmoore", "k_widow", "gyore", "gort")


class TestLimits:
    @both
    @pytest.mark.parametrize(
        ("planet", "me", "choices", "units"),
        [
            ("jakks", {"culture": 7}, (), (2, 7)),
            ("vici_ks156", {"energy": 7}, (), (7, 1)),
            ("mj_120210", {"energy": 6}, (), (7, 1)),
            ("hoefker", {"energy": 1, "culture": 6}, (), (0, 7)),
            ("jac_110912", {"culture": 6}, (), (2, 7)),
            ("gleam_zanier", {"energy": 6}, (), (7, 1)),
            ("aughmoore", {"culture": 7}, (), (2, 7)),
            ("maia", {"energy": 6, "culture": 6}, ("put_aside move_ship", "put_aside move_ship"), (7, 7)),
            ("omicron_fenzi", {"energy": 7, "culture": 3}, ("swap 7",), (0, 7)),
            ("pembertonia_major", {"energy": 5, "culture": 7}, ("swap 7",), (7, 0)),
            ("la_torres", {"energy": 7}, ("steal 1",), (7, 1)),
        ],
    )
    def test_every_gain_stops_at_seven(self, planet, me, choices, units, route):
        """R29: whatever gives it, and never below 0."""
        play = reach(planet, route, dict(me), {"energy": 1}, dice="move move move")
        for choice in choices:
            play.take(0, choice)
        assert play.units() == units

    @both
    def test_a_recalled_ship_brings_no_more_than_seven(self, route):
        """P01, R29."""
        play = reach("andellouxian_6", route, {"energy": 5, "orbit": {"aughmoore": 4}})
        play.take(0, "recall aughmoore")
        assert play.do(0, "take energy").units() == (7, 1)

    @both
    @pytest.mark.parametrize("planet", ["omicron_fenzi", "pembertonia_major", "clj_0517", "la_torres"])
    def test_with_nothing_to_give_nothing_happens(self, planet, route):
        """P07, P18, P27, P29, R78: neither swapped, nor stolen, nor marked."""
        play = reach(planet, route, {"energy": 0, "culture": 0}, {"energy": 0})
        assert play.asks() == "turn"
        assert play.galaxy()["used"] == []

    @both
    @pytest.mark.parametrize(
        ("planet", "me"),
        [
            ("brumbaugh", {"energy": 1}),
            ("hoefker", {"energy": 0}),
            ("jorg", {"culture": 1}),
            ("nagato", {"culture": 0}),
            ("nakagawakozi", {"energy": 1, "orbit": {"k_widow": 1}}),
            ("padraigin_3110", {"culture": 1, "orbit": {"aughmoore": 1}}),
            ("sargus_36", {"energy": 0}),
            ("walsfeo", {"culture": 0}),
            ("lureena", {"energy": 1, "culture": 0}),
        ],
    )
    def test_a_price_is_paid_in_full_or_not_at_all(self, planet, me, route):
        """R16, R78: one unit too few, and nothing is done, paid or marked."""
        foe = {"orbit": {"aughmoore": 2}, "colonies": ["jakks"]}
        play = reach(planet, route, {"energy": 2, "culture": 1, **me}, foe)
        assert play.asks() == "turn"
        assert play.units() == (me.get("energy", 2), me.get("culture", 1))
        assert play.galaxy()["used"] == []

    def test_rewards_stop_at_seven(self):
        """P03, P04, R29."""
        turn = {"reward": {"energy": 1, "culture": 1}}
        play = table({"energy": 4, "culture": 7}, {"culture": 1}, dice="energy culture", turn=turn)
        play.do(0, "activate acquire_energy").do(1, "follow")
        assert play.units() == (7, 7)


class TestNagato:
    ROW = ("terra_bettia", "k_widow", "jakks", "gort")

    def test_a_first_ship_that_is_displaced_is_still_the_first(self):
        """P24, R25: sent home by another's colonisation, it does not move again."""
        me = {"colonies": ["nagato"], "culture": 1, "orbit": {"k_widow": 1}}
        play = table(me, {"orbit": {"terra_bettia": 5}}, row=self.ROW, dice="colony energy")
        play.do(0, "activate utilize_colony", "use nagato", "ship home", "to terra_bettia/surface", "use terra_bettia")
        play.do(1, "advance terra_bettia")
        assert play.galaxy()["orbit"] == {"k_widow": 3}, "its own part followed"
        assert play.galaxy()["home"] == 1
        assert play.legal() == ["ship k_widow/orbit", "decline"]

    def test_next_to_another_at_home_the_other_one_moves(self):
        """P24: of two ships at home one has not moved yet."""
        me = {"colonies": ["nagato"], "culture": 1, "orbit": {"shouhua": 5}}
        play = table(me, row=("shouhua", "k_widow", "jakks", "gort"), dice="colony energy")
        play.do(0, "activate utilize_colony", "use nagato", "ship home", "to shouhua/surface", "advance shouhua")
        assert play.galaxy()["home"] == 2, "both went home when Shouhua was colonised"
        assert play.legal() == ["ship home", "decline"]
        play.do(0, "ship home", "to jakks/orbit")
        assert play.galaxy()["home"] == 1
        assert play.asks() == "turn"

    def test_once_per_turn_by_any_route(self):
        """P24, R59."""
        me = {"colonies": ["nagato", "umbra_forum"], "culture": 3}
        play = table(me, row=self.ROW, dice="colony colony energy")
        play.do(0, "activate utilize_colony", "use nagato", "to k_widow/orbit", "decline")
        play.do(0, "activate utilize_colony")
        assert "use nagato" not in play.legal()

    def test_a_follower_moves_twice_for_both_prices(self):
        """P24, R47."""
        foe = {"colonies": ["nagato"], "culture": 2, "energy": 0}
        play = table({"energy": 2, "culture": 0}, foe, row=self.ROW, dice="colony energy")
        play.do(0, "activate utilize_colony").do(1, "follow", "use nagato", "to jakks/orbit", "ship home")
        play.do(1, "to k_widow/orbit")
        assert play.units(1) == (0, 0)
        assert play.galaxy(1)["orbit"] == {"k_widow": 0, "jakks": 0}


class TestTerraBettia:
    ROW = ("terra_bettia", "k_widow", "aughmoore", "gort")

    def test_clockwise_from_the_left_of_a_follower(self):
        """P33: the acting player is the follower, and the active one is among the others."""
        foe = {"colonies": ["terra_bettia"], "culture": 1, "energy": 0, "orbit": {"k_widow": 0}}
        others = {"orbit": {"aughmoore": 1}}
        row = ("k_widow", "aughmoore", "gort", "gyore", "jakks")
        play = table({"energy": 2, "culture": 0, "orbit": {"gort": 0}}, foe, others, row=row, dice="colony energy")
        play.do(0, "activate utilize_colony").do(1, "follow", "use terra_bettia")
        assert play.asks(2) == "others_advance"
        play.do(2, "advance aughmoore")
        assert play.asks(0) == "others_advance"
        play.do(0, "advance gort")
        assert [play.galaxy(seat)["orbit"] for seat in range(3)] == [{"gort": 1}, {"k_widow": 2}, {"aughmoore": 2}]

    def test_without_a_ship_left_the_own_part_is_lost(self):
        """P33, R33: the other's colonisation is completed first."""
        me = {"colonies": ["terra_bettia"], "orbit": {"aughmoore": 5}, "energy": 0}
        play = table(me, {"orbit": {"aughmoore": 5}}, row=self.ROW[1:], dice="colony energy")
        play.do(0, "activate utilize_colony", "use terra_bettia").do(1, "advance aughmoore")
        assert play.galaxy(1)["colonies"] == ["aughmoore"]
        assert play.galaxy()["colonies"] == ["terra_bettia"]
        assert play.asks() == "turn"

    def test_the_others_may_be_the_only_ones_to_gain(self):
        """P33: no ship of the acting player is needed."""
        play = reach("terra_bettia", "colony", {}, {"orbit": {"aughmoore": 1}})
        play.do(1, "advance aughmoore")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 2}

    @both
    def test_two_steps_stop_at_the_symbol(self, route):
        """P33, R32."""
        play = reach("terra_bettia", route, {"orbit": {"jakks": 1}}, row=("jakks",)).take(0, "advance jakks")
        assert "jakks" in play.galaxy()["colonies"]

    def test_each_other_moves_a_ship_of_its_choice_on_either_track(self):
        """P33."""
        foe = {"orbit": {"aughmoore": 1, "k_widow": 1}}
        play = reach("terra_bettia", "colony", {}, foe)
        assert play.legal(1) == ["advance aughmoore", "advance k_widow", "decline"]


class TestGort:
    def test_colonising_by_it_sends_everybody_home(self):
        """P10, R32, R33."""
        me = {"colonies": ["gort"], "orbit": {"aughmoore": 2}, "surface": ["jakks"]}
        foe = {"orbit": {"jakks": 1, "aughmoore": 1}}
        play = table(me, foe, row=("jakks", "aughmoore", "k_widow", "gyore"), dice="colony energy")
        play.do(0, "activate utilize_colony", "use gort")
        play.take(0, "jump aughmoore").do(0, "onto jakks")
        assert play.galaxy()["home"] == 2
        assert play.galaxy(1)["orbit"] == {"aughmoore": 1}
        assert play.galaxy(1)["home"] == 1
        assert play.row[0] not in ("jakks", None)

    def test_nowhere_to_go(self):
        """P10: every other track holds an own ship or is too short."""
        me = {"colonies": ["gort"], "orbit": {"aughmoore": 3}, "energy": 0}
        play = table(me, row=("aughmoore", "jakks", "tifnod", "leandra"), dice="colony energy")
        play.do(0, "activate utilize_colony")
        assert play.asks() == "turn"
        assert play.galaxy()["orbit"] == {"aughmoore": 3}


class TestHelios:
    def test_an_empty_deck_leaves_a_gap(self):
        """P12, R37."""
        rest = [name for name in PLANET_IDS if name not in (*EVERYWHERE, "helios")]
        play = table({"colonies": ["helios"]}, row=EVERYWHERE, discards=rest, dice="colony energy")
        play.do(0, "activate utilize_colony", "use helios", "replace k_widow")
        assert play.row == ["aughmoore", None, "gyore", "gort"]
        assert "k_widow" in play.words["discards"]

    def test_ships_of_anybody_on_surface_or_track_protect(self):
        """P12."""
        me = {"colonies": ["helios"], "energy": 0, "surface": ["aughmoore"], "orbit": {"k_widow": 0}}
        foe = {"surface": ["gyore"], "orbit": {"gort": 3}}
        play = table(me, foe, row=EVERYWHERE, dice="colony energy").do(0, "activate utilize_colony")
        assert play.row == list(EVERYWHERE)
        assert play.asks() == "turn"


class TestFollowersOnPlanets:
    @pytest.mark.parametrize("planet", ["birkomius", "bisschop", "gyore", "maia", "nibiru", "zalax"])
    def test_own_turn_only_holds_on_every_route(self, planet):
        """R60, P35, P31: nor as a colony, nor through Umbra-Forum, nor through Sargus-36."""
        mine = {"energy": 2, "culture": 0}
        foe = {"colonies": [planet, "umbra_forum"], "culture": 1, "energy": 0}
        play = table(mine, foe, dice="colony energy culture move")
        play.do(0, "activate utilize_colony").do(1, "follow")
        assert f"use {planet}" not in play.legal(1)
        foe = {"colonies": ["umbra_forum"], "culture": 1, "energy": 0}
        row = (planet, "jakks", "aughmoore", "gort")
        play = table({**mine}, foe, row=row, dice="colony energy culture move")
        play.do(0, "activate utilize_colony").do(1, "follow", "use umbra_forum")
        assert f"use {planet}" not in play.legal(1)
        foe = {"colonies": ["sargus_36"], "culture": 1, "energy": 1}
        play = table({**mine, "colonies": [planet]}, foe, dice="colony energy culture move")
        play.do(0, "activate utilize_colony", "upgrade energy").do(1, "follow")
        assert "use sargus_36" not in play.legal(1)

    def test_a_follower_that_colonises_changes_what_the_next_one_can_do(self):
        """R33, R46, R80: the third player's ship is sent home before it is asked."""
        foes = ({"orbit": {"jakks": 1}, "culture": 1, "energy": 0}, {"orbit": {"jakks": 1}, "culture": 3, "energy": 0})
        play = table({"orbit": {"aughmoore": 0}}, *foes, row=("jakks", "aughmoore"), dice="diplomacy energy")
        play.do(0, "activate advance_diplomacy").do(1, "follow")
        assert play.galaxy(1)["colonies"] == ["jakks"]
        assert play.galaxy(2)["home"] == 2
        assert play.asks(2) is None
        assert play.asks() == "turn"

    def test_a_follower_displaces_the_active_player(self):
        """R33, R34: who advanced first keeps nothing."""
        foe = {"orbit": {"jakks": 1}, "culture": 1}
        play = table({"orbit": {"jakks": 0}, "surface": ["jakks"]}, foe, row=("jakks",), dice="diplomacy energy")
        play.do(0, "activate advance_diplomacy").do(1, "follow")
        assert play.galaxy(1)["colonies"] == ["jakks"]
        assert play.galaxy()["home"] == 2

    def test_the_price_is_gone_when_the_planet_asks_for_its_own(self):
        """R47, R54: one culture follows, and then Nagato can't be paid."""
        play = table({}, {"culture": 1}, row=("nagato", "aughmoore"), dice="move energy")
        play.do(0, "activate move_ship", "to aughmoore/orbit").do(1, "follow", "to nagato/surface")
        assert play.units(1)[1] == 0
        assert play.asks() == "turn"
        assert play.galaxy(1)["used"] == []

    def test_mared_while_following(self):
        """P22, R54: the follow first, then one less than the next level."""
        foe = {"colonies": ["mared"], "culture": 2, "energy": 0}
        play = table({"level": 2, "energy": 3, "culture": 0}, foe, dice="colony energy")
        play.do(0, "activate utilize_colony").do(1, "follow", "use mared")
        assert play.galaxy(1)["level"] == 2
        assert play.units(1) == (0, 0)


class TestPayingPlanets:
    def test_nobody_is_paid_for_nothing(self):
        """P31, P38, R78: whose only colony can't be used is not paid, and with nobody to pay there is no action."""
        for planet, colony in (("sargus_36", "brumbaugh"), ("walsfeo", "jorg")):
            play = reach(planet, "colony", {"energy": 1, "culture": 1}, {"colonies": [colony], "energy": 0})
            assert play.units() == (1, 1)
            assert play.asks() == "turn"

    def test_of_several_only_those_whose_colony_can_be_used(self):
        """P31: the third player's colony asks for a price that nobody could pay after paying."""
        foes = ({"colonies": ["jakks"], "energy": 0}, {"colonies": ["brumbaugh"], "energy": 0})
        play = reach("sargus_36", "surface", {"energy": 2}, *foes)
        assert play.legal() == ["pay 1", "decline"]

    def test_the_price_is_gone_when_the_colony_asks_for_its_own(self):
        """P31, P13: with one energy Hoefker can't be used after Sargus-36 is paid, with two it can."""
        foe = {"colonies": ["hoefker"], "energy": 0}
        assert reach("sargus_36", "colony", {"energy": 1, "culture": 1}, foe).units() == (1, 1)
        assert reach("sargus_36", "colony", {"energy": 2, "culture": 1}, foe).take(0, "pay 1").units() == (0, 3)

    def test_what_the_payee_is_paid_can_be_taken_back(self):
        """P18, P31, P38: La-Torres takes energy of one who had none before it was paid in energy, not in culture."""
        foe = {"colonies": ["la_torres"], "energy": 0, "culture": 0}
        paid = reach("sargus_36", "colony", {"energy": 1}, dict(foe))
        assert [fact["planet"] for fact in paid.happened("planet_used")] == ["sargus_36", "la_torres"]
        assert paid.units()[0] == 1
        unpaid = reach("walsfeo", "colony", {"energy": 0, "culture": 1}, dict(foe))
        assert unpaid.happened("planet_used") == []

    def test_payments_that_lead_to_each_other_end(self):
        """P31, P35, P38: Umbra-Forum of the payee leads back to both of them; with nothing else there it is nothing."""
        foe = {"colonies": ["umbra_forum"], "energy": 0, "culture": 0}
        row = ("sargus_36", "walsfeo", "brumbaugh", "jorg")
        play = table({"colonies": ["nakagawakozi"], "energy": 7, "culture": 7}, foe, row=row, dice="move energy")
        play.do(0, "activate move_ship").take(0, "ship home")
        play.do(0, "to sargus_36/surface")
        assert play.asks() == "turn"

    def test_the_mark_is_that_of_the_one_who_acts(self):
        """P38, R58, R59: the owner of the colony keeps its own use."""
        foe = {"colonies": ["la_torres"], "energy": 1}
        play = reach("walsfeo", "colony", {"energy": 0, "culture": 1}, foe)
        play.take(0, "pay 1").take(0, "use la_torres").take(0, "steal 1")
        assert play.galaxy(0)["used"] == ["la_torres"]
        assert play.galaxy(1)["used"] == []

    def test_dice_and_ships_are_those_of_the_one_who_acts(self):
        """P31: with the limits of the colony, on the own turn."""
        foe = {"colonies": ["maia"], "energy": 0}
        play = reach("sargus_36", "colony", {"energy": 1}, foe, dice="energy energy culture")
        play.take(0, "pay 1").take(0, "use maia").take(0, "put_aside acquire_energy").take(
            0, "put_aside acquire_energy"
        )
        assert play.units() == (2, 3)
        assert play.units(1)[0] == 1

    def test_nobody_has_a_colony(self):
        """P31, P38."""
        for planet in ("sargus_36", "walsfeo"):
            play = reach(planet, "surface", {"energy": 2, "culture": 2}, {}, {})
            assert play.units() == (2, 2)
            assert play.asks() == "turn"

    def test_through_umbra_forum_of_another(self):
        """P31, P35: a row planet, not another colony."""
        foe = {"colonies": ["umbra_forum", "zalax"], "energy": 0}
        play = reach("sargus_36", "colony", {"energy": 1}, foe, row=("jakks", "mj_120210", "brumbaugh", "jorg"))
        play.take(0, "pay 1").do(0, "use umbra_forum")
        assert play.legal() == ["use jakks", "use mj_120210"]


class TestPiedes:
    def test_of_two_equal_dice_the_other_one(self):
        """P30: the die going on can't be chosen, its twin can."""
        me = {"colonies": ["piedes", "jakks"], "culture": 0, "energy": 0}
        play = table(me, dice="colony energy", bay="colony")
        play.do(0, "activate utilize_colony", "use piedes")
        play.take(0, "repeat utilize_colony").do(0, "use jakks")
        assert play.units() == (0, 1)
        alone = table({**me}, dice="colony energy", bay="").do(0, "activate utilize_colony")
        assert "use piedes" not in alone.legal()

    def test_not_again_by_a_detour(self):
        """P30: a repeated move lands on Umbra-Forum, which may not lead back to Piedes."""
        me = {"colonies": ["piedes"], "energy": 0, "culture": 0}
        row = ("umbra_forum", "jakks", "aughmoore", "gort")
        play = table(me, row=row, dice="colony energy", bay="move culture")
        play.do(0, "activate utilize_colony", "use piedes", "repeat move_ship", "to umbra_forum/surface")
        assert "use jakks" in play.legal()
        row = ("umbra_forum", "jakks", "piedes", "gort")
        play = table({**me, "colonies": []}, row=row, dice="move energy", bay="move culture")
        play.do(0, "activate move_ship", "to piedes/surface", "repeat move_ship", "ship home", "to umbra_forum/surface")
        assert "use piedes" not in play.legal()

    def test_spent_dice_are_not_repeated(self):
        """P30, R11."""
        play = table({"colonies": ["piedes"], "energy": 0}, dice="colony energy", turn={"spent": 3})
        play.do(0, "activate utilize_colony")
        assert "use piedes" not in play.legal()

    def test_what_cannot_be_carried_out_is_not_repeated(self):
        """P30, R15."""
        play = table({"colonies": ["piedes"], "energy": 0}, dice="colony energy", bay="diplomacy economy culture")
        play.do(0, "activate utilize_colony", "use piedes")
        assert play.happened("die_repeated") == [{"kind": "die_repeated", "seat": 0, "face": "acquire_culture"}]

    def test_the_repetition_is_not_followed(self):
        """P30, R51: the others decide once, about the die that led here."""
        foe = {"culture": 2, "colonies": ["jakks"], "energy": 0}
        play = table({"colonies": ["piedes"], "energy": 0}, foe, dice="colony energy", bay="energy")
        play.do(0, "activate utilize_colony", "use piedes")
        assert play.asks(1) == "follow"
        play.do(1, "follow", "use jakks")
        assert play.asks() == "turn"


class TestZavodnick:
    def test_clockwise_and_only_who_can(self):
        """P40: nobody pays, and a seat without a ship on such a track is left out."""
        foes = ({"orbit": {"aughmoore": 1}}, {}, {"orbit": {"aughmoore": 2}})
        me = {"colonies": ["zavodnick"], "orbit": {"aughmoore": 0}, "culture": 0, "energy": 0}
        play = table(me, *foes, dice="colony energy")
        play.do(0, "activate utilize_colony", "use zavodnick", "face advance_diplomacy")
        assert play.asks(1) == "free_follow"
        play.do(1, "follow")
        assert play.asks(3) == "free_follow"
        play.do(3, "pass")
        assert [play.galaxy(seat)["orbit"].get("aughmoore") for seat in range(4)] == [1, 2, None, 2]

    def test_after_the_free_action_nibiru_holds_for_the_die(self):
        """P40, R79, P26: the free follow costs nothing, the die two."""
        foe = {"culture": 2, "energy": 0}
        play = table({"culture": 0}, foe, row=("zavodnick", "aughmoore"), dice="move energy", turn={"follow_price": 2})
        play.do(0, "activate move_ship", "to zavodnick/surface", "face acquire_culture")
        play.do(1, "follow")
        assert play.units(1)[1] == 2
        play.do(1, "follow")
        assert play.units(1)[1] == 0

    def test_the_active_player_in_a_free_follow_has_its_own_turn(self):
        """P40, R60: what works on the own turn alone works then."""
        foe = {"colonies": ["zavodnick"], "culture": 1, "energy": 0}
        me = {"colonies": ["maia"], "energy": 2, "culture": 0}
        play = table(me, foe, dice="colony energy energy culture")
        play.do(0, "activate utilize_colony", "upgrade energy").do(1, "follow", "use zavodnick", "face move_ship")
        play.do(1, "to gort/orbit")
        assert play.asks() == "free_follow"
        row = ("maia", "aughmoore", "gort", "gyore")
        play = table({"energy": 2, "culture": 0}, {**foe}, row=row, dice="colony energy energy culture")
        play.do(0, "activate utilize_colony").do(1, "follow", "use zavodnick", "face move_ship", "to gort/orbit")
        play.do(0, "follow", "to maia/surface", "put_aside acquire_energy", "put_aside acquire_energy")
        assert play.units() == (2, 2)

    def test_a_face_that_cannot_be_carried_out_is_not_offered(self):
        """P40, R15."""
        play = reach("zavodnick", "colony", {"energy": 0, "culture": 0})
        faces = [word for word in play.legal() if word.startswith("face")]
        assert faces == ["face move_ship", "face acquire_energy", "face acquire_culture", "face utilize_colony"]

    def test_a_free_action_of_a_follower_brings_the_active_player_no_reward(self):
        """P03, P40: only the follow of its own die does."""
        turn = {"reward": {"energy": 0, "culture": 1}}
        foes = ({"colonies": ["zavodnick"], "culture": 1, "energy": 0}, {"culture": 0, "energy": 0})
        play = table({"energy": 2, "culture": 0}, *foes, dice="colony move", turn=turn)
        play.do(0, "activate utilize_colony").do(1, "follow")
        assert play.units()[1] == 1
        play.do(1, "use zavodnick", "face acquire_energy").do(2, "follow")
        assert play.units(2)[0] == 2
        assert play.asks() == "free_follow"
        play.do(0, "follow")
        assert play.units()[1] == 1

    def test_once_per_turn(self):
        """P40, R58."""
        me = {"colonies": ["zavodnick"], "energy": 0, "culture": 0}
        play = table(me, dice="colony colony move energy").do(0, "activate utilize_colony", "use zavodnick")
        play.do(0, "face acquire_culture").do(1, "pass").do(0, "activate utilize_colony")
        assert play.asks() == "turn"
        assert play.galaxy()["used"] == ["zavodnick"]


class TestOtherEffects:
    @both
    def test_bsw_with_one_ship_only_goes_back(self, route):
        """P06: there is no other ship to push forward."""
        play = reach("bsw_10_1", route, {"orbit": {"aughmoore": 2}}).take(0, "regress 0 aughmoore")
        assert play.galaxy()["orbit"] == {"aughmoore": 1}
        assert play.asks() == "turn"

    @both
    def test_bsw_pushes_any_other_ship_forward(self, route):
        """P06: track types are free, and a ship on the start space goes forward as well."""
        me = {"orbit": {"aughmoore": 1, "gyore": 0, "k_widow": 4}, "level": 5}
        play = reach("bsw_10_1", route, me, row=("aughmoore", "gyore", "k_widow"))
        assert "regress 0 gyore" not in play.legal(), "it stands on the start space"
        play.do(0, "regress 0 aughmoore")
        assert play.legal() == ["advance gyore", "advance k_widow"]
        play.do(0, "advance gyore")
        assert play.galaxy()["orbit"] == {"aughmoore": 0, "gyore": 1, "k_widow": 4}

    @both
    def test_brumbaugh_takes_two_ships_of_one_opponent(self, route):
        """P05."""
        foe = {"orbit": {"aughmoore": 2, "k_widow": 1}}
        play = reach("brumbaugh", route, {}, foe, {}).do(0, "regress 1 k_widow")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 1, "k_widow": 0}
        assert play.asks() == "turn"

    @both
    def test_jorg_stops_at_the_start_space(self, route):
        """P16, D06."""
        play = reach("jorg", route, {"culture": 2}, {"orbit": {"aughmoore": 1}}).take(0, "regress 1 aughmoore")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 0}
        assert play.units()[1] == 0

    @both
    def test_an_advance_by_a_planet_asks_for_the_type(self, route):
        """P08, P19, P25, P28: a ship on the other type is not moved."""
        for planet, orbit in [("drewkaiden", "k_widow"), ("leandra", "aughmoore")]:
            play = reach(planet, route, {"orbit": {orbit: 1}})
            assert play.asks() == "turn"
            assert play.galaxy()["orbit"] == {orbit: 1}
        play = reach("padraigin_3110", route, {"orbit": {"k_widow": 1}, "culture": 3})
        assert play.units()[1] == 3

    @both
    def test_lureena_at_each_level(self, route):
        """P20, R43."""
        for level in range(1, 6):
            play = reach("lureena", route, {"level": level, "energy": level, "culture": 1})
            play.take(0, f"mix {level}")
            assert play.galaxy()["level"] == level + 1
            assert play.units() == (0, 0)

    @both
    @pytest.mark.parametrize("level", range(1, 6))
    def test_mared_costs_one_less_and_no_more(self, level, route):
        """P22, R40: the rest of what was there is left."""
        play = reach("mared", route, {"level": level, "energy": 7, "culture": 0}, {"level": 6})
        play.take(0, "upgrade energy")
        assert play.galaxy()["level"] == level + 1
        assert play.units() == (7 - level, 0)

    @both
    def test_prices_take_no_more_than_they_say(self, route):
        """R16, P05, P13, P16, P24, P25, P28, P31, P38: of 7 units the rest is left."""
        prices = {
            "brumbaugh": (2, 0, "regress 1 aughmoore"),
            "hoefker": (1, 0, ""),
            "jorg": (0, 2, "regress 1 aughmoore"),
            "nakagawakozi": (2, 0, "advance k_widow"),
            "padraigin_3110": (0, 2, "advance aughmoore"),
            "sargus_36": (1, 0, "pay 1"),
            "walsfeo": (0, 1, "pay 1"),
        }
        for planet, (energy, culture, choice) in prices.items():
            me = {"energy": 7, "culture": 7, "orbit": {"aughmoore": 1, "k_widow": 1}, "level": 5}
            foe = {"orbit": {"aughmoore": 2}, "colonies": ["bsw_10_1"], "energy": 0}
            play = reach(planet, route, me, foe, dice="").take(0, choice)
            assert play.units() == (7 - energy, 7 - culture), planet

    @both
    def test_mared_takes_one_resource(self, route):
        """P22, R40: two and two are not three."""
        play = reach("mared", route, {"level": 3, "energy": 2, "culture": 2}, {"level": 4})
        assert play.galaxy()["level"] == 3
        play = reach("mared", route, {"level": 3, "energy": 2, "culture": 3}, {"level": 4})
        play.take(0, "upgrade culture")
        assert (play.galaxy()["level"], play.units()) == (4, (2, 0))

    def test_gyore_and_zalax_need_an_inactive_die(self):
        """P11, P39, R11: dice in the bay or spent are out of reach."""
        for planet in ("gyore", "zalax"):
            play = table({"colonies": [planet], "energy": 0}, dice="colony", bay="energy", turn={"spent": 2})
            play.do(0, "activate utilize_colony")
            assert play.turn["active"] == 1

    def test_a_planet_colonised_while_in_use_goes_on(self):
        """P32, R33: the ship on its surface is sent home, the turn goes on."""
        play = table({"orbit": {"shouhua": 5}}, row=("shouhua",), dice="move energy")
        play.do(0, "activate move_ship", "ship home", "to shouhua/surface", "advance shouhua")
        assert play.galaxy()["colonies"] == ["shouhua"]
        assert play.galaxy()["home"] == 2
        assert play.asks() == "turn"
