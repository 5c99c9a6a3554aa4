"""Planet actions, from the surface and as a colony."""

import pytest

from tests.tiny_epic.scenario import ROUTES, Play, reach, shows, table

both = pytest.mark.parametrize("route", ROUTES)


def away(route):
    """How many of the two ships at home the route itself takes out."""
    return 1 if route == "surface" else 0


class TestGains:
    @both
    @shows("planet jakks")
    def test_jakks_gives_one_culture(self, route):
        """P15."""
        assert reach("jakks", route).units() == (2, 2)

    @both
    @shows("planet vici_ks156")
    def test_vici_ks156_gives_one_energy(self, route):
        """P36."""
        assert reach("vici_ks156", route).units() == (3, 1)

    @both
    @shows("planet mj_120210")
    def test_mj_120210_gives_two_energy(self, route):
        """P23."""
        assert reach("mj_120210", route).units() == (4, 1)

    @both
    @shows("planet aughmoore")
    def test_aughmoore_counts_ships_at_home_at_the_moment_of_use(self, route):
        """P02: a ship that has just landed is not at home."""
        assert reach("aughmoore", route).units() == (2, 1 + 2 - away(route))

    @both
    @shows("planet hoefker")
    def test_hoefker_swaps_one_energy_for_two_culture(self, route):
        """P13."""
        assert reach("hoefker", route).units() == (1, 3)
        assert reach("hoefker", route, {"energy": 0}).units() == (0, 1)

    @both
    @shows("planet gleam_zanier")
    def test_gleam_zanier_feeds_everybody(self, route):
        """P09: the others gain even if the owner is at 7, and nobody goes beyond 7."""
        play = reach("gleam_zanier", route, {"energy": 7, "culture": 0}, {"energy": 7}, {"energy": 3})
        assert [play.units(seat)[0] for seat in range(3)] == [7, 7, 4]

    @both
    @shows("planet jac_110912")
    def test_jac_110912_gives_two_and_others_one(self, route):
        """P14, D18: the others may spend it on following the same die."""
        play = reach("jac_110912", route, {"culture": 0}, {"energy": 7}, row=("aughmoore",))
        assert play.units() == (2, 2)
        if route == "surface":
            assert play.asks(1) == "follow"
            play.do(1, "pass")
        else:
            assert play.asks(1) == "follow", "the follower can upgrade with its energy"
        assert play.units(1) == (7, 1)


class TestSwaps:
    @both
    @shows("planet omicron_fenzi")
    def test_omicron_fenzi_turns_energy_into_culture(self, route):
        """P27: any amount; culture above 7 is lost."""
        play = reach("omicron_fenzi", route, {"energy": 5, "culture": 4})
        assert [word for word in play.legal() if word.startswith("swap")] == [f"swap {n}" for n in range(1, 6)]
        assert Play(play.state.clone()).do(0, "swap 2").units() == (3, 6)
        assert play.do(0, "swap 5").units() == (0, 7)

    @both
    @shows("planet pembertonia_major")
    def test_pembertonia_major_turns_culture_into_energy(self, route):
        """P29, D22."""
        assert reach("pembertonia_major", route, {"culture": 3}).do(0, "swap 3").units() == (5, 0)

    @both
    @shows("planet clj_0517")
    def test_clj_0517_takes_one_culture(self, route):
        """P07, D25: from one who has some, once per turn."""
        play = reach("clj_0517", route, {}, {"culture": 2}, {"culture": 1}, {"culture": 0})
        assert [word for word in play.legal() if word.startswith("steal")] == ["steal 1", "steal 2"]
        play.do(0, "steal 1")
        assert play.units() == (2, 2)
        assert play.units(1)[1] == 1
        assert play.galaxy()["used"] == ["clj_0517"]

    @both
    def test_a_thief_at_the_maximum_takes_nothing_home(self, route):
        """P07: the victim still loses it."""
        play = reach("clj_0517", route, {"culture": 7}, {"culture": 1})
        play.take(0, "steal 1")
        assert (play.units()[1], play.units(1)[1]) == (7, 0)

    @both
    @shows("planet la_torres")
    def test_la_torres_takes_one_energy(self, route):
        """P18, D19, D25."""
        play = reach("la_torres", route, {}, {"energy": 2}, {"energy": 0})
        play.take(0, "steal 1")
        assert (play.units()[0], play.units(1)[0]) == (3, 1)
        assert play.galaxy()["used"] == ["la_torres"]


OUT = {"orbit": {"aughmoore": 2, "k_widow": 1}, "level": 3}


class TestOwnTracks:
    @both
    @shows("planet drewkaiden")
    def test_drewkaiden_is_an_advance_of_diplomacy(self, route):
        """P08: not followed as an advance, only the die that led here is."""
        play = reach("drewkaiden", route, dict(OUT)).take(0, "advance aughmoore")
        assert play.galaxy()["orbit"] == {"aughmoore": 3, "k_widow": 1}

    @both
    @shows("planet leandra")
    def test_leandra_is_an_advance_of_economy(self, route):
        """P19, D20."""
        play = reach("leandra", route, dict(OUT)).take(0, "advance k_widow")
        assert play.galaxy()["orbit"] == {"aughmoore": 2, "k_widow": 2}

    @both
    @shows("planet shouhua")
    def test_shouhua_advances_on_either_track(self, route):
        """P32: and may colonise."""
        play = reach("shouhua", route, dict(OUT))
        assert {"advance aughmoore", "advance k_widow"} <= set(play.legal())
        play.do(0, "advance k_widow")
        assert play.galaxy()["orbit"] == {"aughmoore": 2, "k_widow": 2}
        near = reach("shouhua", route, {"orbit": {"aughmoore": 5, "k_widow": 0}, "level": 3}).do(0, "advance aughmoore")
        assert "aughmoore" in near.galaxy()["colonies"]

    @both
    @shows("planet nakagawakozi")
    def test_nakagawakozi_pushes_two_spaces_for_two_energy(self, route):
        """P25: both steps with one ship on an economy track."""
        play = reach("nakagawakozi", route, {**OUT, "energy": 3}).take(0, "advance k_widow")
        assert play.units()[0] == 1
        assert play.galaxy()["orbit"] == {"aughmoore": 2, "k_widow": 3}

    @both
    def test_without_such_a_ship_nothing_is_paid(self, route):
        """P25, R78."""
        play = reach("nakagawakozi", route, {"orbit": {"aughmoore": 2}, "energy": 3, "level": 3})
        assert play.units()[0] == 3
        assert play.asks() == "turn"

    @both
    @shows("planet padraigin_3110")
    def test_padraigin_pushes_two_spaces_for_two_culture(self, route):
        """P28: left-over steps are lost at the symbol."""
        play = reach("padraigin_3110", route, {"orbit": {"aughmoore": 5, "k_widow": 1}, "culture": 3, "level": 3})
        play.take(0, "advance aughmoore")
        assert play.units()[1] == 1
        assert "aughmoore" in play.galaxy()["colonies"]

    @both
    @shows("planet bsw_10_1")
    def test_bsw_pushes_one_ship_back_and_another_forward(self, route):
        """P06: the first must really move; the second is another one, on any track."""
        play = reach("bsw_10_1", route, {**OUT, "orbit": {"aughmoore": 2, "k_widow": 5}})
        assert {"regress 0 aughmoore", "regress 0 k_widow"} <= set(play.legal())
        play.do(0, "regress 0 aughmoore")
        assert "k_widow" in play.galaxy()["colonies"], "the only other ship went forward by itself"
        assert play.galaxy()["orbit"] == {"aughmoore": 1}

    @both
    def test_bsw_needs_a_ship_above_the_start_space(self, route):
        """P06."""
        play = reach("bsw_10_1", route, {**OUT, "orbit": {"aughmoore": 0, "k_widow": 0}})
        assert play.asks() == "turn"
        assert play.galaxy()["orbit"] == {"aughmoore": 0, "k_widow": 0}

    @both
    @shows("planet andellouxian_6")
    def test_andellouxian_takes_the_level_of_a_ship_sent_home(self, route):
        """P01, D07: one resource type, nothing from the start space."""
        play = reach("andellouxian_6", route, {"orbit": {"aughmoore": 4, "k_widow": 0}, "level": 3})
        home = play.galaxy()["home"]
        other = Play(play.state.clone())
        play.do(0, "recall aughmoore")
        assert play.legal() == ["take energy", "take culture"]
        play.do(0, "take culture")
        assert play.units() == (2, 5)
        assert play.galaxy()["orbit"] == {"k_widow": 0}
        assert play.galaxy()["home"] == home + 1
        other.do(0, "recall k_widow")
        assert other.units() == (2, 1)
        assert other.asks() == "turn"

    @both
    @shows("planet gort")
    def test_gort_carries_a_ship_over_to_the_same_number(self, route):
        """P10: to any other planet whose track holds the number and no own ship."""
        play = reach(
            "gort", route, {"orbit": {"aughmoore": 4, "k_widow": 0}, "level": 3}, row=("jakks", "aughmoore", "k_widow")
        )
        play.do(0, "jump aughmoore")
        assert "onto jakks" not in play.legal(), "4 is beyond its symbol"
        assert "onto k_widow" not in play.legal(), "an own ship is there"
        play.take(0, "onto gort" if route == "surface" else "onto gyore")
        assert play.galaxy()["orbit"] == {"k_widow": 0, "gort" if route == "surface" else "gyore": 4}

    @both
    def test_gort_colonises_where_the_number_is_the_symbol(self, route):
        """P10, D09, Q5."""
        play = reach(
            "gort", route, {"orbit": {"aughmoore": 2, "k_widow": 0}, "level": 3}, row=("jakks", "aughmoore", "k_widow")
        )
        play.do(0, "jump aughmoore", "onto jakks")
        assert "jakks" in play.galaxy()["colonies"]
        assert play.galaxy()["orbit"] == {"k_widow": 0}

    @both
    def test_gort_moves_from_start_space_to_start_space(self, route):
        """P10."""
        play = reach(
            "gort", route, {"orbit": {"aughmoore": 2, "k_widow": 0}, "level": 3}, row=("jakks", "aughmoore", "k_widow")
        )
        play.do(0, "jump k_widow", "onto jakks")
        assert play.galaxy()["orbit"] == {"aughmoore": 2, "jakks": 0}


FOES = ({"orbit": {"aughmoore": 2, "k_widow": 1}}, {"orbit": {"aughmoore": 0, "k_widow": 3}})


def foes():
    return [{"orbit": dict(foe["orbit"])} for foe in FOES]


class TestOpposingShips:
    @both
    @shows("planet k_widow")
    def test_k_widow_pushes_any_opposing_ship_back(self, route):
        """P17, D06: not one on the start space, which never goes home."""
        foe = ({"orbit": {"aughmoore": 2, "gyore": 1}}, {"orbit": {"aughmoore": 0, "gyore": 3}})
        play = reach("k_widow", route, {}, *foe)
        targets = [word for word in play.legal() if word.startswith("regress")]
        assert sorted(targets) == ["regress 1 aughmoore", "regress 1 gyore", "regress 2 gyore"]
        play.do(0, "regress 1 gyore")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 2, "gyore": 0}

    @both
    @shows("planet tifnod")
    def test_tifnod_needs_a_diplomacy_track(self, route):
        """P34, D23: no price."""
        play = reach("tifnod", route, {}, *foes())
        assert not {"regress 1 k_widow", "regress 2 k_widow"} & set(play.legal())
        play.take(0, "regress 1 aughmoore")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 1, "k_widow": 1}
        assert play.units() == (2, 1)

    @both
    @shows("planet vizcarra")
    def test_vizcarra_needs_an_economy_track(self, route):
        """P37, D23: no price."""
        play = reach("vizcarra", route, {}, *foes())
        assert "regress 1 aughmoore" not in play.legal()
        play.do(0, "regress 2 k_widow")
        assert play.galaxy(2)["orbit"] == {"aughmoore": 0, "k_widow": 2}
        assert play.units() == (2, 1)

    @both
    @shows("planet jorg")
    def test_jorg_pushes_one_ship_back_two_spaces(self, route):
        """P16: up to two, for the full price."""
        play = reach("jorg", route, {"culture": 3}, *foes())
        play.do(0, "regress 1 k_widow")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 2, "k_widow": 0}
        assert play.units() == (2, 1)

    @both
    @shows("planet brumbaugh")
    def test_brumbaugh_pushes_two_different_ships_back(self, route):
        """P05: of one or two opponents, any tracks."""
        play = reach("brumbaugh", route, {"energy": 2}, *foes())
        play.do(0, "regress 1 aughmoore")
        assert "regress 1 aughmoore" not in play.legal()
        play.do(0, "regress 2 k_widow")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 1, "k_widow": 1}
        assert play.galaxy(2)["orbit"] == {"aughmoore": 0, "k_widow": 2}
        assert play.units()[0] == 0

    @both
    def test_brumbaugh_takes_one_ship_if_there_is_one(self, route):
        """P05: for the full price."""
        play = reach("brumbaugh", route, {"energy": 2}, {"orbit": {"aughmoore": 2, "k_widow": 0}})
        play.take(0, "regress 1 aughmoore")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 1, "k_widow": 0}
        assert play.units()[0] == 0
        assert play.asks() == "turn"

    @both
    def test_a_price_that_is_not_there_stops_the_action(self, route):
        """R16, R78: nothing happens and nothing is marked."""
        play = reach("brumbaugh", route, {"energy": 1}, *foes())
        assert play.units()[0] == 1
        assert play.asks() == "turn"


class TestDice:
    @both
    @shows("planet gyore")
    def test_gyore_turns_an_inactive_die(self, route):
        """P11: any face, and the converter is not used."""
        play = reach("gyore", route, dice="energy culture")
        play.do(0, "turn acquire_energy", "set utilize_colony")
        assert play.turn["inactive"] == {"acquire_culture": 1, "utilize_colony": 1}
        assert not play.turn["has_converted"]

    @both
    @shows("planet maia")
    def test_maia_spends_two_dice(self, route):
        """P21: exactly two, and the converter is neither used nor needed."""
        play = reach("maia", route, dice="energy culture move")
        play.do(0, "put_aside move_ship", "put_aside acquire_culture")
        assert play.turn["inactive"] == {"acquire_energy": 1}
        assert play.turn["spent"] == 2
        assert play.units() == (4, 3)
        assert not play.turn["has_converted"]

    @both
    def test_maia_needs_two_inactive_dice(self, route):
        """P21."""
        play = reach("maia", route, dice="energy")
        assert play.units() == (2, 1)
        assert play.asks() == "turn"

    @both
    @shows("planet zalax")
    def test_zalax_rolls_inactive_dice_for_nothing(self, route):
        """P39: the free reroll is still there."""
        play = reach("zalax", route, {"energy": 0}, dice="energy culture culture")
        play.do(0, "pick acquire_energy", "pick acquire_culture", "roll")
        assert sum(play.turn["inactive"].values()) == 3
        assert not play.turn["has_rerolled"]
        assert play.happened("rerolled") == [{"kind": "rerolled", "seat": 0, "count": 2, "price": 0}]
        assert any(word.startswith("pick") for word in play.legal())

    @pytest.mark.parametrize("planet", ["birkomius", "bisschop", "gyore", "maia", "nibiru", "zalax"])
    def test_own_turn_only_planets_do_nothing_when_following(self, planet):
        """R60: one may land there all the same."""
        play = table({}, {"culture": 3}, row=(planet,), dice="move energy culture colony")
        play.do(0, "activate move_ship", "to k_widow/orbit")
        play.do(1, "follow", f"to {planet}/surface")
        assert play.galaxy(1)["surface"] == [planet]
        assert play.units(1) == (2, 2)
        assert play.asks(0) == "turn"


class TestFollowRewards:
    @both
    @shows("planet birkomius")
    def test_birkomius_pays_for_each_follow_from_now_on(self, route):
        """P03, D08: beginning with follows of the die that was used for it; not for those before."""
        self.check("birkomius", route, (0, 1))

    @both
    @shows("planet bisschop")
    def test_bisschop_pays_energy_for_each_follow(self, route):
        """P04, D08."""
        self.check("bisschop", route, (1, 0))

    def check(self, planet, route, reward):
        play = reach(planet, route, {"energy": 0, "culture": 0}, {"culture": 3, "energy": 7}, dice="energy culture")
        assert play.turn["reward"] == {"energy": reward[0], "culture": reward[1]}
        play.do(1, "follow")
        assert play.units() == reward
        play.take(1, "to aughmoore/orbit").take(1, "upgrade energy")
        play.do(0, "activate acquire_culture")
        play.do(1, "follow")
        assert play.units() == (2 * reward[0], 2 * reward[1] + (planet == "birkomius" and route == "surface"))
        play.do(0, "end_turn")
        assert play.turn["reward"] == {"energy": 0, "culture": 0}

    def test_twice_is_not_more(self):
        """P03, P04: once per turn."""
        play = reach("birkomius", "colony", {}, dice="colony energy")
        play.do(0, "activate utilize_colony")
        assert "use birkomius" not in play.legal()
        assert play.turn["reward"] == {"energy": 0, "culture": 1}

    @both
    @shows("planet nibiru")
    def test_nibiru_makes_follows_cost_two(self, route):
        """P26, R47: from the die that was used for it to the end of the turn; two uses do not add up."""
        play = reach("nibiru", route, {}, {"culture": 5, "energy": 7}, dice="colony culture move")
        assert play.turn["follow_price"] == 2
        play.do(1, "follow")
        assert play.units(1)[1] == 3
        play.take(1, "to aughmoore/orbit").take(1, "upgrade energy")
        if route == "colony":
            play.do(0, "activate utilize_colony")
            assert "use nibiru" not in play.legal()
            play.take(0, "decline")
            play.take(1, "pass")
        play.take(0, "end_turn")
        assert play.turn["follow_price"] == 1

    def test_one_culture_is_not_enough_under_nibiru(self):
        """R47, R80, P26: who can't pay is not asked."""
        play = reach("nibiru", "surface", {}, {"culture": 1})
        assert play.turn["follow_price"] == 2
        assert play.asks(1) is None


class TestUpgrades:
    @both
    @shows("planet lureena")
    def test_lureena_takes_any_mix(self, route):
        """P20, R43: a normal upgrade otherwise."""
        play = reach("lureena", route, {"level": 2, "energy": 2, "culture": 2})
        assert [word for word in play.legal() if word.startswith("mix")] == ["mix 1", "mix 2"]
        home = play.galaxy()["home"]
        play.do(0, "mix 1")
        assert play.units() == (1, 0)
        assert play.galaxy()["level"] == 3
        assert play.galaxy()["home"] == home + 1

    @both
    def test_lureena_does_nothing_at_the_last_level(self, route):
        """P20, R41."""
        play = reach("lureena", route, {"level": 6, "energy": 7, "culture": 7})
        assert play.units() == (7, 7)
        assert play.galaxy()["level"] == 6

    @both
    @shows("planet mared")
    def test_mared_makes_the_lowest_one_cheaper(self, route):
        """P22, R40: one less than normal, one resource."""
        play = reach("mared", route, {"level": 1, "energy": 1, "culture": 1}, {"level": 2}, {"level": 3})
        assert {"upgrade energy", "upgrade culture"} <= set(play.legal())
        play.do(0, "upgrade energy")
        assert play.units() == (0, 1)
        assert play.galaxy()["level"] == 2

    @both
    def test_mared_does_nothing_for_one_who_is_tied(self, route):
        """P22, D21: not even an upgrade at full price."""
        play = reach("mared", route, {"energy": 1, "culture": 1}, {"level": 1}, {"level": 3})
        assert play.units() == (1, 1)
        assert play.asks() == "turn"


class TestMoves:
    @both
    @shows("planet nagato")
    def test_nagato_moves_two_different_ships(self, route):
        """P24, Q5: one after the other, the first finished with its surface action; once per turn."""
        play = reach("nagato", route, {"culture": 2, "level": 3}, row=("jakks", "aughmoore", "k_widow"))
        assert play.units()[1] == 1
        play.take(0, "ship home").do(0, "to jakks/surface")
        assert play.asks() == "planet"
        play.do(0, "use jakks")
        assert play.units()[1] == 2
        assert play.asks() == "ship"
        assert "ship jakks/surface" not in play.legal(), "it has just moved"
        assert "decline" in play.legal()
        play.do(0, "ship home", "to aughmoore/orbit")
        assert play.galaxy()["orbit"] == {"aughmoore": 0}
        assert play.galaxy()["used"] == ["nagato"]
        assert play.galaxy()["marked"] is None

    def test_nagato_may_move_the_ship_that_landed_there(self):
        """P24."""
        play = reach("nagato", "surface", {"culture": 2}, row=("jakks", "aughmoore", "k_widow"))
        play.do(0, "ship nagato/surface", "to k_widow/orbit")
        assert play.legal() == ["ship home", "decline"]
        play.do(0, "decline")
        assert play.galaxy()["orbit"] == {"k_widow": 0}
        assert play.asks() == "turn"

    def test_the_second_ship_of_nagato_is_not_the_first_one_at_home(self):
        """P24: a ship that went home is told apart from those that were there."""
        me = {"culture": 2, "orbit": {"aughmoore": 3}}
        play = reach("nagato", "surface", me, row=("aughmoore", "k_widow"))
        play.do(0, "ship aughmoore/orbit", "to home")
        assert play.galaxy()["marked"] == "home"
        assert play.legal() == ["ship nagato/surface", "decline"]

    def test_nagato_ships_cannot_swap_places(self):
        """P24, R19: the first move is finished before the second begins."""
        play = reach("nagato", "colony", {"culture": 2, "surface": ["aughmoore", "k_widow"]})
        play.do(0, "ship aughmoore/surface")
        assert "to k_widow/surface" not in play.legal()

    @both
    @shows("planet helios")
    def test_helios_replaces_an_empty_planet(self, route):
        """P12, R36, D17: discarded for good, the new card in the same gap."""
        play = reach(
            "helios",
            route,
            {"orbit": {"aughmoore": 1}},
            {"surface": ["k_widow"]},
            row=("jakks", "aughmoore", "k_widow"),
        )
        targets = [word for word in play.legal() if word.startswith("replace")]
        assert targets == (["replace jakks"] if route == "surface" else ["replace jakks", "replace gyore"])
        place = play.row.index("jakks")
        play.do(0, "replace jakks")
        assert "jakks" not in play.row
        assert play.words["discards"] == ["jakks"]
        assert play.row[place] is not None
        assert play.happened("discovered")[0]["place"] == place


class TestOtherPlanets:
    @both
    @shows("planet umbra_forum")
    def test_umbra_forum_uses_a_row_planet(self, route):
        """P35: with ships there or not, its price paid; not itself."""
        play = reach(
            "umbra_forum", route, {"energy": 1}, {"surface": ["hoefker"]}, row=("hoefker", "jakks", "aughmoore")
        )
        assert {"use hoefker", "use jakks"} <= set(play.legal())
        assert "use umbra_forum" not in play.legal()
        play.do(0, "use hoefker")
        assert play.units() == (0, 3)

    def test_umbra_forum_cannot_use_what_cannot_be_used(self):
        """P35: limits and prices of that planet apply."""
        play = reach(
            "umbra_forum", "colony", {"energy": 0, "culture": 0}, row=("hoefker", "jakks", "brumbaugh", "maia")
        )
        assert play.units() == (0, 1), "only Jakks was left"

    def test_the_mark_belongs_to_the_planet(self):
        """R59: used through another planet it is used up all the same."""
        me = {"colonies": ["umbra_forum"], "culture": 1}
        play = table(me, {"energy": 3}, row=("la_torres", "jakks"), dice="colony move energy")
        play.do(0, "activate utilize_colony", "use umbra_forum", "use la_torres")
        assert play.galaxy()["used"] == ["la_torres"]
        play.do(0, "activate move_ship", "to la_torres/surface")
        assert play.asks() == "turn", "it can't be used a second time"

    @both
    @shows("planet sargus_36")
    def test_sargus_36_uses_a_colony_of_the_one_paid(self, route):
        """P31: one energy to another player who has a colony."""
        play = reach("sargus_36", route, {"energy": 2}, {"energy": 1, "colonies": ["jakks", "mj_120210"]}, {})
        assert "pay 2" not in play.legal()
        play.take(0, "pay 1")
        assert play.units(1)[0] == 2
        assert play.legal() == ["use jakks", "use mj_120210"]
        play.do(0, "use mj_120210")
        assert play.units() == (3, 1)

    @both
    @shows("planet walsfeo")
    def test_walsfeo_is_paid_in_culture(self, route):
        """P38, Q5: never to oneself."""
        play = reach(
            "walsfeo", route, {"culture": 1}, {"colonies": ["jakks"]}, {"colonies": ["vici_ks156"], "culture": 7}
        )
        assert {"pay 1", "pay 2"} <= set(play.legal())
        assert "pay 0" not in play.legal()
        play.do(0, "pay 2")
        assert play.units(2)[1] == 7, "above 7 it is lost"
        assert play.units() == (3, 0)

    @both
    @shows("planet piedes")
    def test_piedes_repeats_a_die_of_the_bay(self, route):
        """P30, R51: with fresh choices; the repetition is not followed, the die that led here is."""
        play = reach("piedes", route, {}, {"culture": 1, "energy": 0}, dice="energy", bay="culture energy")
        assert {"repeat acquire_energy", "repeat acquire_culture"} <= set(play.legal())
        play.do(0, "repeat acquire_energy")
        # Ships at home, and the one on Piedes, which produces energy.
        assert play.units()[0] == 4
        follows = [play.asks(1)] if play.asks(1) else []
        assert follows == (["follow"] if route == "surface" else [])

    def test_piedes_leaves_out_the_die_going_on(self):
        """P30."""
        play = reach("piedes", "surface", dice="energy", bay="culture")
        assert play.legal() == ["repeat acquire_culture", "decline"]

    def test_piedes_is_not_used_within_a_repetition(self):
        """P30: which rules out endless loops."""
        play = reach("piedes", "colony", {"colonies": ["jakks"]}, bay="colony culture")
        play.do(0, "repeat utilize_colony")
        assert play.legal() == ["upgrade energy", "use jakks", "decline"]

    def test_a_colony_die_may_be_repeated_as_an_upgrade(self):
        """P30."""
        play = reach("piedes", "colony", {"energy": 2}, bay="colony culture")
        play.do(0, "repeat utilize_colony", "upgrade energy")
        assert play.galaxy()["level"] == 2

    def test_a_follower_uses_piedes_on_the_bay_of_the_active_player(self):
        """P30."""
        play = table({}, {"culture": 1, "energy": 0}, row=("piedes",), dice="move energy", bay="energy")
        play.do(0, "activate move_ship", "to k_widow/orbit")
        play.do(1, "follow", "to piedes/surface", "repeat acquire_energy")
        assert play.units(1)[0] == 2

    @both
    @shows("planet terra_bettia")
    def test_terra_bettia_lets_the_others_go_first(self, route):
        """P33: each one ship or none, clockwise; then two steps; all may colonise."""
        others = ({"orbit": {"aughmoore": 5}}, {"orbit": {"k_widow": 1}}, {})
        play = reach("terra_bettia", route, {"orbit": {"aughmoore": 1, "k_widow": 2}, "level": 3}, *others)
        assert play.asks(1) == "others_advance"
        play.do(1, "advance aughmoore")
        assert "aughmoore" in play.galaxy(1)["colonies"]
        assert play.galaxy()["orbit"] == {"k_widow": 2}, "the ship was sent home"
        play.do(2, "decline")
        assert play.galaxy(2)["orbit"] == {"k_widow": 1}
        assert play.galaxy()["orbit"] == {"k_widow": 4}
        assert play.asks() == "turn"

    @both
    @shows("planet zavodnick")
    def test_zavodnick_carries_out_any_face_and_lets_the_others(self, route):
        """P40, Q5, R79: for nothing; then the die that led here is followed for its price."""
        play = reach("zavodnick", route, {"energy": 0}, {"culture": 1, "energy": 0}, dice="culture move")
        play.do(0, "face acquire_energy")
        gained = 2 if route == "colony" else 1 + 1  # Zavodnick itself produces energy
        assert play.units()[0] == gained
        assert play.asks(1) == "free_follow"
        play.do(1, "follow")
        assert play.units(1) == (2, 1)
        if route == "surface":
            assert play.asks(1) == "follow"
            play.do(1, "pass")
        else:
            assert play.asks(1) == "follow", "it can upgrade now"
        assert play.galaxy()["used"] == ["zavodnick"]

    def test_a_free_follow_stays_free_under_nibiru_and_counts_for_rewards(self):
        """R79, P03: and does not use up the right to follow the die."""
        turn = {"follow_price": 2, "reward": {"energy": 0, "culture": 1}}
        play = reach("zavodnick", "colony", {"culture": 0}, {"culture": 2, "energy": 7}, turn=turn)
        play.do(0, "face acquire_energy")
        play.do(1, "follow")
        assert play.units(1)[1] == 2
        assert play.units()[1] == 1
        assert play.asks(1) == "follow"

    def test_a_free_follower_has_a_use_of_zavodnick_of_its_own(self):
        """P40, R58."""
        play = reach("zavodnick", "surface", {}, {"culture": 0}, row=("jakks", "aughmoore", "k_widow"))
        play.do(0, "face move_ship", "ship home", "to aughmoore/orbit")
        play.do(1, "follow", "to zavodnick/surface")
        assert play.asks(1) == "action"
        play.do(1, "face acquire_energy")
        assert play.asks(0) == "free_follow"
        play.do(0, "follow")
        assert play.galaxy(0)["used"] == play.galaxy(1)["used"] == ["zavodnick"]


class TestOnceAndOptional:
    def test_landing_may_be_declined(self):
        """R16, R78: then the use of the turn stays open."""
        play = reach("la_torres", "surface", {}, {"energy": 2}, dice="move energy colony")
        play.do(0, "decline")
        assert play.galaxy()["used"] == []
        assert play.units(1)[0] == 2

    def test_a_colony_may_do_nothing(self):
        """R16, R39."""
        play = table({"colonies": ["jakks"], "energy": 0, "culture": 0}, dice="colony energy")
        play.do(0, "activate utilize_colony", "decline")
        assert play.units() == (0, 0)
        assert play.turn["bay"] == {"utilize_colony": 1}

    def test_once_per_turn_is_counted_for_each_player_and_game_turn(self):
        """R58: once in the own turn and once more in another's, by following."""
        follower = {"culture": 2, "energy": 0, "colonies": ["la_torres"]}
        play = table({"energy": 6, "culture": 0}, follower, dice="colony colony energy")
        play.do(0, "activate utilize_colony")
        play.do(1, "follow", "use la_torres")
        assert play.galaxy(1)["used"] == ["la_torres"]
        play.do(0, "activate utilize_colony")
        play.do(1, "follow")
        assert play.units(1) == (1, 0), "the second follow of this turn brought nothing"
        play.do(0, "end_turn")
        assert play.galaxy(1)["used"] == []

    def test_a_colony_may_be_used_several_times(self):
        """R44."""
        play = table({"colonies": ["jakks"], "energy": 0, "culture": 0}, dice="colony colony energy")
        play.do(0, "activate utilize_colony", "use jakks", "activate utilize_colony", "use jakks")
        assert play.units() == (0, 2)
