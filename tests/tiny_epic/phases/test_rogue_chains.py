"""The solo game in combination: forcing, following, extra turns, and planets against the rogue."""

from engine.tiny_epic.rules import TINY_EPIC
from tests.tiny_epic.scenario import Play, rogue_turn, table

POOR = {"energy": 0, "culture": 0}
EVERYWHERE = ("aughmoore", "k_widow", "gyore", "gort")
#: attacks that can be told apart by level
MAT = {
    "name": "Test",
    "dice": [1, 2, 3, 4, 5],
    "vp": [0, 1, 2, 3, 4],
    "resource_max": 5,
    "attacks": [
        {"effects": [{"kind": "player_loses", "resource": "energy", "amount": amount}], "once_per_turn": amount == 2}
        for amount in range(1, 6)
    ],
}


def seeds(count):
    return [{"seed": number.to_bytes(32, "big").hex()} for number in range(count)]


class TestDice:
    def test_energy_without_any_ship_that_counts_is_unusable(self):
        """S07, S09: all four rogue ships orbit planets that produce culture."""
        row = ("k_widow", "gyore", "jakks", "zalax")
        rogue = {"orbit": dict.fromkeys(row, 0)}
        play = rogue_turn({"energy": 3, "culture": 3}, rogue, face="energy", row=row)
        assert play.turn["active"] == 0
        assert play.units(1) == (0, 0)

    def test_a_move_into_a_row_with_a_gap(self):
        """S11, R37: the leftmost planet that lies there."""
        row = [None, "aughmoore", "k_widow", "gyore"]
        play = rogue_turn(dict(POOR), {"orbit": {"aughmoore": 2}}, face="move", row=row)
        assert play.galaxy(1)["orbit"] == {"aughmoore": 2, "k_widow": 0}

    def test_ships_of_the_human_do_not_block(self):
        """S11, R20."""
        me = {**POOR, "orbit": {"aughmoore": 3}, "surface": ["aughmoore"]}
        play = rogue_turn(me, {}, face="move", row=EVERYWHERE)
        assert play.galaxy(1)["orbit"] == {"aughmoore": 0}
        assert play.galaxy(0)["orbit"] == {"aughmoore": 3}

    def test_an_acquire_counts_tracks_and_home_up_to_the_maximum(self):
        """S14: three at home and one in orbit, of which three have room."""
        rogue = {"orbit": {"aughmoore": 0}, "energy": 2}
        play = rogue_turn({"energy": 1, "culture": 1}, rogue, face="energy", dice_left=1, solo={"mat": "zendica"})
        play.do(0, "accept")
        assert play.happened("gained")[0] == {
            "kind": "gained", "seat": None, "resource": "energy", "amount": 3, "total": 5,
        }  # fmt: skip

    def test_the_level_of_the_turn_decides_the_attack(self):
        """S15: neither lower nor higher ones."""
        for level in range(1, 6):
            solo = {"mat": MAT | {"resource_max": 20}}
            play = rogue_turn({"energy": 7, "culture": 0}, {"level": level}, face="colony", solo=solo)
            assert play.units()[0] == 7 - level

    def test_each_level_has_its_own_number_of_dice(self):
        """S04: counted at the beginning of the turn."""
        for level in range(1, 6):
            solo = {"mat": MAT | {"resource_max": 20}}
            play = table(dict(POOR), {"level": level}, solo=solo, dice="energy").do(0, "end_turn")
            assert len(play.happened("rogue_rolled")) == level

    def test_only_the_mark_of_the_present_level_counts(self):
        """S16: an attack without a mark may come again and again."""
        for level, usable in [(1, True), (2, False), (3, True)]:
            solo = {"mat": MAT, "has_attacked": True}
            play = rogue_turn({"energy": 7, "culture": 0}, {"level": level}, face="colony", solo=solo)
            assert (play.units()[0] == 7 - level) == usable

    def test_a_mark_ends_with_the_turn(self):
        """S16, R57."""
        solo = {"mat": MAT, "has_attacked": True}
        play = rogue_turn(dict(POOR), {"level": 2}, dice_left=0, solo=solo)
        assert play.turn["active"] == 0
        assert not play.words["rogue"]["has_attacked"]


class TestForcing:
    def test_again_and_again_while_both_resources_last(self):
        """S05, S35: a usable new face may be forced as well; then it is carried out."""
        longest = 0
        for chance in seeds(40):
            play = rogue_turn({"energy": 2, "culture": 3}, {}, face="move", dice_left=1, randomness=chance)
            forced = 0
            while forced < 2 and "force" in play.legal():
                play.do(0, "force")
                forced += 1
            longest = max(longest, forced)
            assert play.units()[0] <= 2 - forced
        assert longest == 2

    def test_an_unusable_new_face_is_neither_rolled_again_nor_followed(self):
        """S35: the human has paid for a die that does nothing."""
        rogue = {"orbit": dict.fromkeys(EVERYWHERE, 0), "culture": 6}
        seen = set()
        for chance in seeds(40):
            me = {"energy": 5, "culture": 5, "colonies": ["jakks"]}
            play = rogue_turn(me, rogue, face="economy", row=EVERYWHERE, dice_left=0, randomness=chance)
            play.do(0, "force")
            rolled = [fact["face"] for fact in play.happened("rogue_rolled")]
            if rolled[0] in ("move_ship", "acquire_culture"):
                seen.add(rolled[0])
                assert play.happened("rogue_die_unusable")[0]["face"] == rolled[0]
                assert not play.happened("activated")[:1] or play.words["rogue"]["is_extra_turn"]
                assert play.asks() != "follow"
        assert seen == {"move_ship", "acquire_culture"}


class TestFollowing:
    def test_what_the_attack_took_cannot_pay(self):
        """S10, R45, R52: the follow comes after the action, with the culture left."""
        me = {"energy": 0, "culture": 1, "colonies": ["jakks"]}
        play = rogue_turn(me, {"level": 2}, face="colony", solo={"mat": "artemis"})
        assert play.turn["active"] == 0
        assert play.units() == (0, 0)

    def test_the_human_uses_piedes_on_the_bay_of_the_rogue(self):
        """P30, S10: but not the die going on."""
        me = {"energy": 0, "culture": 1}
        play = rogue_turn(me, {}, face="move", row=("piedes", *EVERYWHERE[:3]), bay="energy move")
        play.do(0, "follow", "to piedes/surface")
        assert play.legal() == ["repeat move_ship", "repeat acquire_energy", "decline"]
        play = rogue_turn(me, {}, face="move", row=("piedes", *EVERYWHERE[:3]), bay="energy")
        play.do(0, "follow", "to piedes/surface")
        assert play.legal() == ["repeat acquire_energy", "decline"]

    def test_a_theft_by_the_last_follow_keeps_the_level_down(self):
        """S36, S29, S21: specials look at what is left after the last follow."""
        me = {"energy": 0, "culture": 1, "colonies": ["la_torres"]}
        play = rogue_turn(me, {"energy": 6, "level": 1}, face="colony", solo={"mat": "rothkel"})
        play.do(0, "follow", "use la_torres")
        assert play.galaxy(1)["level"] == 1
        assert play.units(1)[0] == 5
        assert play.units()[0] == 1

    def test_a_gift_by_the_last_follow_raises_the_level(self):
        """S36, S29, S21."""
        me = {"energy": 0, "culture": 1, "colonies": ["gleam_zanier"]}
        play = rogue_turn(me, {"energy": 5, "level": 1}, face="colony", solo={"mat": "rothkel"})
        play.do(0, "follow", "use gleam_zanier")
        assert play.galaxy(1)["level"] == 2

    def test_a_reward_or_a_price_of_the_own_turn_is_over(self):
        """R57, P03, P26: what the human set in its own turn is nothing in the rogue's."""
        turn = {"follow_price": 2, "reward": {"energy": 1, "culture": 1}}
        play = table({"energy": 0, "culture": 1}, solo={"mat": MAT}, dice="energy", turn=turn).do(0, "end_turn")
        if play.asks() == "follow":
            play.do(0, "follow")
        assert play.turn["follow_price"] == 1

    def test_once_per_turn_planets_are_fresh_in_the_extra_turn(self):
        """S26, R58: it is a turn."""
        me = {"energy": 1, "culture": 1, "used": ["nagato"]}
        plays = (rogue_turn(dict(me), {"culture": 6}, dice_left=0, randomness=chance) for chance in seeds(40))
        play = next(play for play in plays if play.words["rogue"]["is_extra_turn"])
        assert play.galaxy()["used"] == []


class TestEnds:
    def test_of_both_the_first_one_to_reach_21_wins(self):
        """S28, P33: the rogue's part comes before the human's."""
        me = {"colonies": ["terra_bettia", "shouhua"], "orbit": {"gort": 4}, "energy": 0}
        rogue = {"colonies": ["piedes", "nibiru"], "orbit": {"aughmoore": 5}}
        play = table(me, rogue, solo={}, row=EVERYWHERE, dice="colony energy")
        play.do(0, "activate utilize_colony", "use terra_bettia")
        assert play.state.is_over
        assert (play.points(0), play.points(1)) == (14, 21)
        assert play.state.ranks() == (2,)
        mine = table(me, {**rogue, "orbit": {"aughmoore": 4}}, solo={}, row=EVERYWHERE, dice="colony energy")
        mine.do(0, "activate utilize_colony", "use terra_bettia")
        assert mine.state.is_over
        assert mine.state.ranks() == (1,)

    def test_an_upgrade_wins_at_once(self):
        """S28."""
        me = {"colonies": ["gort", "gyore", "walsfeo", "jakks"], "energy": 2, "culture": 0}
        play = table(me, {}, solo={}, dice="colony energy").do(0, "activate utilize_colony", "upgrade energy")
        assert play.state.is_over
        assert play.state.ranks() == (1,)

    def test_an_attack_that_colonises_can_end_the_match(self):
        """S20, S28: what was still to come of it does not happen."""
        rogue = {"colonies": ["shouhua", "piedes"], "level": 4, "orbit": {"aughmoore": 5}}
        play = rogue_turn({"energy": 3, "culture": 0}, rogue, face="colony", solo={"mat": "gamelyn"}, row=EVERYWHERE)
        assert play.state.is_over
        assert play.units()[0] == 3
        assert play.state.ranks() == (2,)

    def test_the_skull_comes_before_the_extra_turn(self):
        """S22, S27."""
        play = rogue_turn(dict(POOR), {"energy": 6, "culture": 6, "level": 5}, dice_left=0)
        assert play.state.is_over
        assert not play.happened("rogue_extra_turn")

    def test_points_of_the_level_are_those_of_the_mat(self):
        """S27, S31, D30: the level gained counts by the rogue's own table."""
        for mat, points in [("artemis", (0, 1, 2, 4, 7)), ("zendica", (0, 2, 4, 6, 9))]:
            for level in range(1, 5):
                rogue = {"level": level, "energy": 6 if mat == "artemis" else 5}
                play = rogue_turn(dict(POOR), rogue, dice_left=0, solo={"mat": mat})
                assert play.points(1) == points[level]

    def test_culture_in_the_extra_turn_starts_and_ends_at_the_maximum(self):
        """S23, S24: it is spent when the extra turn is over, not before."""
        play = table(dict(POOR), {"culture": 5}, solo={"mat": MAT}, dice="energy").do(0, "end_turn")
        lost = [fact for fact in play.happened("lost") if fact["seat"] is None and fact["resource"] == "culture"]
        assert lost == [{"kind": "lost", "seat": None, "resource": "culture", "amount": 5, "total": 0}]
        kinds = [event.kind.name for event in play.events]
        assert len(kinds) - 1 - kinds[::-1].index("rogue_rolled") < play.events.index(
            next(event for event in play.events if event.to_dict() == lost[0])
        )


class TestPlanetsAgainstTheRogue:
    def use(self, planet, me, rogue, *choices, **words):
        mine = {"colonies": [planet], "energy": 0, "culture": 0, **me}
        play = table(mine, rogue, solo={}, dice="colony energy culture move", **words)
        play.do(0, "activate utilize_colony").take(0, f"use {planet}")
        for choice in choices:
            play.take(0, choice)
        return play

    def test_nothing_to_steal(self):
        """S29, P07, P18: it can be stolen from if it has some."""
        for planet in ("clj_0517", "la_torres"):
            assert self.use(planet, {}, {}).galaxy()["used"] == []
        play = self.use("clj_0517", {}, {"culture": 2})
        assert (play.units(), play.units(1)) == ((0, 1), (0, 1))

    def test_two_rogue_ships_are_pushed_back(self):
        """S29, P05, P16."""
        rogue = {"orbit": {"aughmoore": 2, "k_widow": 3}}
        play = self.use("brumbaugh", {"energy": 2}, rogue, "regress 1 aughmoore", "regress 1 k_widow")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 1, "k_widow": 2}
        play = self.use("jorg", {"culture": 2}, {"orbit": {"aughmoore": 2, "k_widow": 3}}, "regress 1 k_widow")
        assert play.galaxy(1)["orbit"] == {"aughmoore": 2, "k_widow": 1}

    def test_rogue_ships_protect_a_planet_from_helios(self):
        """S29, P12."""
        rogue = {"orbit": {"aughmoore": 0, "k_widow": 2, "gyore": 1}}
        play = self.use("helios", {}, rogue, row=EVERYWHERE)
        assert play.words["discards"] == ["gort"]

    def test_payment_to_the_rogue_stops_at_its_maximum(self):
        """S29, P31, P38."""
        play = self.use("sargus_36", {"energy": 1}, {"energy": 6, "colonies": ["jakks"]}, "pay 1", "use jakks")
        assert (play.units(), play.units(1)) == ((0, 1), (6, 0))
        play = self.use("walsfeo", {"culture": 1}, {"culture": 2, "colonies": ["vici_ks156"]})
        assert (play.units(), play.units(1)) == ((1, 0), (0, 3))

    def test_mared_is_compared_with_the_rogue(self):
        """S29, P22: tied is not lower."""
        assert self.use("mared", {"energy": 1}, {"level": 1}).galaxy()["level"] == 1
        assert self.use("mared", {"energy": 1}, {"level": 2}).galaxy()["level"] == 2

    def test_terra_bettia_without_rogue_ships(self):
        """S29, P33: the human's part remains."""
        play = self.use("terra_bettia", {"orbit": {"gort": 1}}, {}, row=EVERYWHERE)
        assert play.galaxy()["orbit"] == {"gort": 3}
        play = self.use("terra_bettia", {}, {"orbit": {"gort": 1}}, row=EVERYWHERE)
        assert play.galaxy(1)["orbit"] == {"gort": 2}

    def test_colonising_resets_the_rogues_ship_and_its_next_move_sees_the_new_planet(self):
        """S37, S11."""
        me = {"orbit": {"jakks": 1}, **POOR}
        row = ("jakks", "k_widow", "gyore", "gort")
        play = table(me, {"orbit": {"jakks": 1, "k_widow": 0}}, solo={}, row=row, dice="diplomacy energy")
        play.do(0, "activate advance_diplomacy")
        new = play.row[0]
        words = play.words
        words["turn"] |= {"active": 1, "inactive": {}, "bay": {}}
        words["rogue"] |= {"face": "move_ship", "dice_left": 0}
        words["doing"] = [{"kind": "rogue_turn", "actor": 1, "stage": 1}]
        moved = Play(TINY_EPIC.from_description(words))
        assert moved.galaxy(1)["orbit"] == {new: 0, "k_widow": 0}


class TestLosses:
    def test_a_choice_of_units_is_bounded_by_what_there_is(self):
        """S18, S17."""
        play = rogue_turn({"energy": 1, "culture": 0}, {"level": 5}, face="colony", solo={"mat": "artemis"})
        assert play.units() == (0, 0)
        assert play.units(1) == (1, 0)
        me = {"energy": 1, "culture": 3}
        play = rogue_turn(me, {"level": 5}, face="colony", solo={"mat": "hades"}).do(0, "accept")
        assert play.legal() == ["lose 0", "lose 1"]
        play.do(0, "lose 1")
        assert play.galaxy(1)["energy"] == 1
        assert play.galaxy(1)["culture"] == 2

    def test_all_ships_go_back_but_not_beyond_the_start(self):
        """S17, S18, D06."""
        me = {**POOR, "level": 5, "orbit": {"aughmoore": 0, "k_widow": 1, "gyore": 3}}
        play = rogue_turn(me, {"level": 5}, face="colony", solo={"mat": "zendica"}, row=EVERYWHERE)
        assert play.galaxy()["orbit"] == {"aughmoore": 0, "k_widow": 0, "gyore": 2}

    def test_dice_lost_over_several_turns(self):
        """S19: counted turn by turn."""
        steps = [{"kind": "player_loses_die", "dice": 2, "turns": 2}]
        mat = MAT | {"attacks": [{"effects": steps}] * 5, "dice": [1, 1, 1, 1, 1], "resource_max": 20}
        play = rogue_turn(dict(POOR), {}, face="colony", solo={"mat": mat})
        assert sum(play.turn["inactive"].values()) == 2
        assert play.galaxy()["dice_lost"] == [2, 0, 0, 0]

    def test_a_mat_that_pushes_one_ship_back_several_spaces(self):
        """S18, S30."""
        steps = [
            {"kind": "player_regresses", "ships": 1, "steps": 3},
            {"kind": "rogue_gains", "resource": "culture", "amount": 1},
        ]
        mat = MAT | {"attacks": [{"effects": steps}] * 5}
        me = {**POOR, "orbit": {"aughmoore": 5, "k_widow": 1}}
        play = rogue_turn(me, {}, face="colony", solo={"mat": mat}, row=EVERYWHERE)
        assert play.legal() == ["regress 0 aughmoore", "regress 0 k_widow"]
        play.do(0, "regress 0 aughmoore")
        assert play.galaxy()["orbit"] == {"aughmoore": 2, "k_widow": 1}
        assert play.units(1)[1] == 1
