"""The end of the match, missions, points and places."""

import pytest

from tests.tiny_epic.scenario import Play, shows, table

#: 20 points in colonies
TWENTY = ["aughmoore", "k_widow", "brumbaugh", "jorg"]
ROW = ("jakks", "zalax", "helios", "tifnod", "vizcarra", "leandra")


def near(*others, dice="diplomacy energy", me=None, **words):
    """Seat 0 has 20 points and one advance to go on Jakks."""
    mine = {"colonies": TWENTY, "orbit": {"jakks": 1}, "culture": 0, **(me or {})}
    return table(mine, *(others or ({},)), row=ROW, dice=dice, **words)


class TestEnd:
    def test_points_during_play_are_planets_and_level(self):
        """R61, R67: missions never count before the end."""
        play = table({"colonies": ["jakks", "k_widow"], "level": 4, "missions": ["hermit", "elder"]}, dice="energy")
        assert play.points() == 1 + 7 + 3

    def test_twenty_one_points_trigger_the_end(self):
        """R62, R64, R65: and play goes on without restriction."""
        play = near().do(0, "activate advance_diplomacy")
        assert play.happened("end_triggered") == [{"kind": "end_triggered", "seat": 0}]
        assert play.turn["trigger"] == 0
        assert not play.state.is_over
        play.do(0, "activate acquire_energy")

    def test_the_round_is_finished(self):
        """R63, D04: everybody has had as many turns; the starting player gets none more."""
        play = near({}, {}).do(0, "activate advance_diplomacy", "end_turn")
        assert play.turn["active"] == 1
        play.do(1, "end_turn")
        assert play.turn["active"] == 2
        assert not play.state.is_over
        play.do(2, "end_turn")
        assert play.state.is_over
        assert play.state.deciding_seats() == ()

    def test_the_last_player_of_a_round_ends_it_with_its_own_turn(self):
        """R63: with the last follow decisions."""
        play = near({"culture": 1}, dice="diplomacy energy", first_seat=1)
        play.do(0, "activate advance_diplomacy", "activate acquire_energy")
        assert not play.state.is_over
        play.do(1, "follow")
        assert play.state.is_over
        assert play.units(1)[0] == 4

    def test_the_order_of_turns_counts_from_the_first_player(self):
        """R63."""
        play = near({}, {}, first_seat=2).do(0, "activate advance_diplomacy", "end_turn")
        assert not play.state.is_over
        play.do(1, "end_turn")
        assert play.state.is_over

    def test_a_follow_can_trigger_the_end(self):
        """R62: on anybody's turn."""
        foe = {"colonies": TWENTY, "orbit": {"jakks": 1}, "culture": 1}
        play = table({"orbit": {"zalax": 0}}, foe, row=ROW, dice="diplomacy energy")
        play.do(0, "activate advance_diplomacy").do(1, "follow")
        assert play.turn["trigger"] == 1

    def test_terra_bettia_can_trigger_the_end_for_another(self):
        """R62, R64: whoever's points changed first."""
        foe = {"colonies": TWENTY, "orbit": {"jakks": 1}}
        me = {"colonies": ["shouhua", "gort", "nagato", "terra_bettia"], "orbit": {"zalax": 2}}
        play = table(me, foe, row=ROW, dice="colony energy")
        assert play.turn["trigger"] == 0, "the position has 24 points already"
        me = {"colonies": ["shouhua", "terra_bettia"], "orbit": {"zalax": 2}}
        play = table(me, foe, row=ROW, dice="colony energy").do(0, "activate utilize_colony", "use terra_bettia")
        play.do(1, "advance jakks")
        assert play.turn["trigger"] == 1

    def test_an_upgrade_can_trigger_the_end(self):
        """R62, R64."""
        play = table({"colonies": TWENTY, "energy": 2, "culture": 0}, dice="colony energy", row=ROW)
        play.do(0, "activate utilize_colony", "upgrade energy")
        assert play.turn["trigger"] == 0

    def test_points_never_go_down(self):
        """R66: so the trigger stays with the first one."""
        foe = {"colonies": ["gort", "gyore", "shouhua"]}
        play = table(
            {"colonies": TWENTY, "orbit": {"jakks": 1}}, foe, row=ROW, dice="diplomacy energy", turn={"trigger": 1}
        )
        play.do(0, "activate advance_diplomacy")
        assert play.turn["trigger"] == 1
        assert play.points(0) == play.points(1) == 21

    def test_effects_of_the_turn_end_with_it(self):
        """R57: dice, rewards, price of follows, marks of once per turn."""
        turn = {"spent": 1, "follow_price": 2, "reward": {"energy": 1, "culture": 1}, "has_converted": True}
        play = table({"used": ["nagato"]}, {"used": ["zavodnick"]}, dice="energy", bay="move culture", turn=turn)
        play.do(0, "end_turn")
        now = play.turn
        assert (now["bay"], now["spent"], now["follow_price"], now["has_converted"]) == ({}, 0, 1, False)
        assert now["reward"] == {"energy": 0, "culture": 0}
        assert play.galaxy(0)["used"] == play.galaxy(1)["used"] == []


def over(*galaxies, trigger=None):
    """A finished table of those galaxies."""
    turn = {} if trigger is None else {"trigger": trigger}
    taken = {name for galaxy in galaxies for name in galaxy.get("colonies", [])}
    return table(*galaxies, row=tuple(name for name in ROW if name not in taken), step="over", turn=turn)


class TestFinalScoring:
    def test_missions_are_revealed_together(self):
        """R67: and the returned ones stay hidden."""
        play = near({"missions": ["hermit", "trader"]}, me={"missions": ["elder", "noble"]}, first_seat=1)
        assert play.state.view(1)["seats"][0]["missions"] == ["unknown", "unknown"]
        play.do(0, "activate advance_diplomacy", "end_turn")
        assert play.state.is_over
        revealed = play.happened("mission_revealed")
        assert [(fact["seat"], fact["mission"], fact["points"]) for fact in revealed] == [
            (0, "elder", 2),
            (1, "hermit", 3),
        ]
        assert play.state.view(1)["seats"][0]["missions"] == ["elder", "unknown"]
        assert play.state.view(None)["seats"][1]["missions"] == ["hermit", "unknown"]
        assert play.state.scores() == (23, 3)
        assert play.state.ranks() == (1, 2)

    def test_ties_go_to_more_planets(self):
        """R68: whatever levels and resources say."""
        rich = {"energy": 7, "culture": 7}
        assert over({"colonies": ["gort"], **rich}, {"colonies": ["walsfeo", "mared"]}).state.ranks() == (2, 1)
        play = over({"colonies": ["mared"], "level": 4, **rich}, {"colonies": ["helios", "jakks"], "level": 3})
        assert play.state.scores() == (5, 5)
        assert play.state.ranks() == (2, 1)

    def test_then_to_the_higher_level(self):
        """R68: whatever resources say."""
        rich = {"colonies": ["helios", "mared"], "level": 2, "energy": 7, "culture": 7}
        play = over({"colonies": ["jakks", "zalax"], "level": 3, "energy": 0, "culture": 0}, rich)
        assert play.state.scores() == (5, 5)
        assert play.state.ranks() == (1, 2)

    def test_then_to_more_resources_then_the_win_is_shared(self):
        """R68."""
        assert over({"energy": 3, "culture": 2}, {"energy": 0, "culture": 6}).state.ranks() == (2, 1)
        assert over({"energy": 3, "culture": 2}, {"energy": 0, "culture": 5}).state.ranks() == (1, 1)


def mission(name, *galaxies, trigger=None):
    """Points of seat 0's mission at the end."""
    mine = {**galaxies[0], "missions": [name]}
    play = over(mine, *galaxies[1:], trigger=trigger)
    return play.state.scores()[0] - play.points(0)


RANKS = {
    "charger": ({"energy": 5}, {"energy": 4}),
    "seeker": ({"culture": 5}, {"culture": 4}),
    "conqueror": ({"colonies": ["jakks", "zalax"]}, {"colonies": ["gort"]}),
    "hermit": ({"colonies": ["gort"]}, {"colonies": ["jakks", "zalax"]}),
    "noble": ({"colonies": ["jakks"]}, {"colonies": ["gort"]}),
    "trader": ({"colonies": ["gort"]}, {"colonies": ["jakks"]}),
}
TIED = {
    "charger": ({"energy": 4}, {"energy": 4}),
    "seeker": ({"culture": 4}, {"culture": 4}),
    "conqueror": ({"colonies": ["jakks"]}, {"colonies": ["gort"]}),
    "hermit": ({"colonies": ["gort"]}, {"colonies": ["jakks"]}),
    "noble": ({"colonies": ["jakks"]}, {"colonies": ["zalax"]}),
    "trader": ({"colonies": ["gort"]}, {"colonies": ["gyore"]}),
}


class TestMissions:
    @pytest.mark.parametrize("name", RANKS)
    @shows(*(f"mission {name}" for name in RANKS))
    def test_rank_missions(self, name):
        """R69, R72, R73: alone 3, shared 2, else 0; all take part, the ones not owning the card too."""
        first, second = ({**galaxy} for galaxy in RANKS[name])
        assert mission(name, {**first}, {**second}) == 3
        assert mission(name, {**second}, {**first}) == 0
        assert mission(name, *({**galaxy} for galaxy in TIED[name])) == 2

    def test_a_third_player_takes_part(self):
        """R69."""
        assert mission("charger", {"energy": 4}, {"energy": 3}, {"energy": 5}) == 0
        assert mission("charger", {"energy": 4}, {"energy": 3}, {"energy": 4}) == 2

    def test_zeros_are_shared_literally(self):
        """R70."""
        assert mission("trader", {}, {}) == 2
        assert mission("noble", {}, {}) == 2

    @shows("mission equalizer")
    def test_equalizer(self):
        """R71, R72, Q1: types of track, not what is produced; none of either is equal, too."""
        assert mission("equalizer", {}, {}) == 3
        assert mission("equalizer", {"colonies": ["gort", "jakks"]}, {}) == 3
        assert mission("equalizer", {"colonies": ["gort"]}, {}) == 0

    @shows("mission hoarder")
    def test_hoarder(self):
        """R73, R77: units left at the very end; fully or not at all."""
        assert mission("hoarder", {"energy": 3, "culture": 3}, {}) == 2
        assert mission("hoarder", {"energy": 7, "culture": 2}, {}) == 0
        assert mission("hoarder", {"energy": 2, "culture": 7}, {}) == 0

    @shows("mission elder")
    def test_elder(self):
        """R64, R74, D27: the trigger player and nobody else, however many points others have."""
        both = ({"colonies": ["aughmoore", "k_widow", "gort"]}, {"colonies": ["shouhua", "gyore", "nibiru"]})
        assert mission("elder", {**both[0]}, {**both[1]}, trigger=0) == 2
        assert mission("elder", {**both[0]}, {**both[1]}, trigger=1) == 0

    @shows("mission industrialist")
    def test_industrialist(self):
        """R75."""
        assert mission("industrialist", {"level": 6}, {}) == 2
        assert mission("industrialist", {"level": 5}, {}) == 0

    @shows("mission explorer")
    def test_explorer(self):
        """R76, Q1: locked ships are ignored."""
        assert mission("explorer", {"surface": ["jakks", "zalax"]}, {}) == 2
        assert mission("explorer", {"surface": ["jakks"]}, {}) == 0

    @shows("mission orbiter")
    def test_orbiter(self):
        """R76, Q1."""
        assert mission("orbiter", {}, {}) == 2
        assert mission("orbiter", {"orbit": {"jakks": 0}}, {}) == 0

    def test_a_missed_mission_costs_nothing(self):
        """R77."""
        play = over({"colonies": ["jakks"], "missions": ["industrialist"]}, {})
        assert play.state.scores()[0] == 1


def test_a_missing_mission_scores_nothing():
    """R77: a table may be described without."""
    assert Play(over({}, {}).state.clone()).state.scores() == (0, 0)
