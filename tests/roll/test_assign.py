"""Roll and Assign, Reveal (R18-R36), and the 18 developments with a Reassign power."""

from collections import Counter

import pytest

from tests.roll.facts import TILE_DEVELOPMENTS
from tests.roll.scenario import ROLL, asks, at, covers, do, gained, legal, of_kind, owned, refused, seat, stacks, word

HOMES = ("doomed_world", "new_sparta", "old_earth")


def assign(me, *others):
    """Seat 0 has rolled; nobody else has a die, so only seat 0 is asked. Three seats: no spare die."""
    rest = others or ({"faction": 7, "home_world": "new_sparta"}, {"faction": 9, "home_world": "old_earth"})
    return at("assign", me, *rest, witness=False)


def selected(me, phase="ship", selector="home explore", *others):
    """Seat 0 has selected a phase with a die and may Reassign."""
    state = assign(me, *others)
    do(state, f"select {phase}", f"selector {selector}")
    return state


def workers(events, number=0):
    """The columns a seat shows at Reveal."""
    shown = {}
    for entry in of_kind(events, "workers", number):
        shown.setdefault(entry["column"], {})[entry["color"]] = entry["count"]
    return shown


FIVE = ["explore", "develop", "settle", "produce", "ship"]


# -- Roll and Assign -------------------------------------------------------------------------------


def test_all_dice_in_the_cup_are_rolled_and_no_others():
    """R18, R145: the whole cup, once; dice in the Citizenry, on stacks and as goods stay."""
    me = {
        "cup": {"home": 3, "genes": 2},
        "citizenry": {"novelty": 1},
        "stack_dice": {"world": {"military": 1}},
        "stacks": stacks(world=["pirate_world"]),
        "tableau": ["spice_world"],
        "goods": {"novelty": {"novelty": 1}},
    }
    words = seat(at("roll", me))
    rolled = Counter(words["wild"])
    for dice in words["columns"].values():
        rolled.update(dice)
    assert rolled == {"home": 3, "genes": 2}
    assert words["cup"] == {}
    assert words["citizenry"] == {"novelty": 1}
    assert words["stack_dice"]["world"] == {"military": 1}
    assert words["goods"] == {"novelty": {"novelty": 1}}


def test_every_wild_die_goes_where_its_owner_likes():
    """R19: each wild die separately, to any column; a fixed face leaves no choice."""
    state = assign({"columns": {"ship": {"home": 1}}, "wild": {"military": 2, "genes": 1}})
    for color, column in (("military", "explore"), ("military", "ship"), ("genes", "produce")):
        assert asks(state) == "wild"
        assert legal(state) == [f"wild {color} {phase}" for phase in FIVE]
        do(state, f"wild {color} {column}")
    assert seat(state)["columns"] == {
        "explore": {"military": 1},
        "produce": {"genes": 1},
        "ship": {"home": 1, "military": 1},
    }
    assert asks(state) == "select"


def test_any_die_selects_any_phase():
    """R20: any of one's dice, any of the five phases, whatever its face; exactly one die."""
    state = assign({"columns": {"ship": {"home": 1}, "develop": {"military": 2, "home": 1}}})
    assert legal(state) == [f"select {phase}" for phase in FIVE]
    do(state, "select produce")
    assert legal(state) == ["selector home develop", "selector military develop", "selector home ship"]
    do(state, "selector military develop")
    assert seat(state)["selector"] == "military"
    assert seat(state)["columns"] == {"ship": {"home": 1}, "develop": {"military": 1, "home": 1}}
    assert asks(state) == "reassign"


def test_the_selector_works_in_the_selected_phase():
    """R21: a yellow selector of Explore is an Alien Technology explorer: Alien Archaeology pays it 4."""
    state = assign({"columns": {"ship": {"alien_technology": 1, "home": 2}}})
    do(state, "select explore", "selector alien_technology ship")
    events = do(state, "done")
    assert workers(events) == {"explore": {"alien_technology": 1}, "ship": {"home": 2}}
    assert legal(state) == ["stock alien_technology", "scout alien_technology"]
    assert gained(do(state, "stock alien_technology"))["credits"] == 4


def test_a_phase_is_selected_before_any_power_is_used():
    """R22: neither Dictate nor a Reassign power before that."""
    me = {"columns": {"ship": {"home": 4}}, "wild": {"genes": 1}, "tableau": ["galactic_influence"]}
    state = assign(me)
    for notation in ("wild genes ship", "select ship", "selector home ship"):
        assert refused(state, "dictate")
        assert refused(state, "use galactic_influence")
        do(state, notation)
    assert not refused(state, "dictate")
    assert not refused(state, "use galactic_influence")


def test_the_selector_stays_on_the_strip():
    """R23: no power moves it and it is never paid for Dictate."""
    below = {"ship": {"home": 1}, "settle": {"genes": 1}}
    me = {"columns": {"explore": {"military": 1}} | below, "tableau": ["galactic_influence"]}
    state = selected(me, "explore", "military explore")
    dictating, moving = state.clone(), state.clone()
    do(dictating, "dictate")
    assert legal(dictating) == ["pay genes settle", "pay home ship"]
    do(moving, "use galactic_influence")
    assert legal(moving) == ["take genes settle", "take home ship"]


def test_a_worker_is_moved_to_a_different_column():
    """R24: its face no longer matters; it may work where none of its faces points."""
    columns = {"explore": {"home": 1}, "ship": {"alien_technology": 1}, "settle": {"home": 2}}
    state = selected({"columns": columns, "tableau": ["galactic_influence"]})
    do(state, "use galactic_influence", "take alien_technology ship")
    assert legal(state) == ["to explore", "to develop", "to settle", "to produce"]
    do(state, "to explore")
    assert workers_of(state) == {"explore": {"alien_technology": 1}, "settle": {"home": 2}}


def workers_of(state):
    return seat(state)["columns"]


def test_each_power_works_once_all_are_optional_and_their_sequence_is_free():
    """R25: also a worker already moved may be moved again, or be put into the Dictate area."""
    me = {
        "columns": {"explore": {"home": 1, "novelty": 3}},
        "tableau": ["galactic_influence", "shipping_affinity"],
    }
    state = selected(me, "develop", "home explore")
    assert legal(state) == ["done", "dictate", "use galactic_influence", "use shipping_affinity"]
    one, other = state.clone(), state.clone()
    do(one, "use galactic_influence", "to settle")
    assert legal(one) == ["done", "dictate", "use shipping_affinity"]
    do(one, "use shipping_affinity", "take novelty settle", "dictate", "pay novelty ship")
    assert workers_of(one) == {"explore": {"novelty": 2}}
    do(other, "use shipping_affinity", "use galactic_influence", "take novelty ship", "to produce")
    assert workers_of(other) == {"explore": {"novelty": 2}, "produce": {"novelty": 1}}
    assert legal(other) == ["done", "dictate"]


def test_dictate_costs_a_worker_and_moves_another():
    """R26: any colour and column; the die paid does nothing and is in the cup after Reveal, for nothing."""
    me = {"columns": {"explore": {"home": 2}, "develop": {"military": 1}, "ship": {"genes": 1}}, "credits": 5}
    state = selected(me, "explore", "home explore")
    do(state, "dictate")
    assert legal(state) == ["pay home explore", "pay military develop", "pay genes ship"]
    do(state, "pay genes ship")
    assert seat(state)["dictated"] == {"genes": 1}
    assert legal(state) == ["take home explore", "take military develop"]
    do(state, "take military develop")
    assert legal(state) == ["to explore", "to settle", "to produce", "to ship"]
    events = do(state, "to explore")
    assert workers(events) == {"explore": {"home": 2, "military": 1}}, "Dictate was the last thing to be asked"
    assert asks(state) == "explore"
    assert seat(state)["cup"] == {"genes": 1}
    assert seat(state)["dictated"] == {}
    assert seat(state)["credits"] == 5


@pytest.mark.parametrize(("below", "possible"), [(0, False), (1, False), (2, True)])
def test_dictate_needs_two_workers_besides_the_selector(below, possible):
    """R27: paying without moving is not allowed (a fault once seen elsewhere)."""
    columns = {"explore": {"military": 1}} | ({"settle": {"home": below}} if below else {})
    state = assign({"columns": columns, "tableau": ["shipping_affinity"]})
    do(state, "select explore", *(["selector military explore"] if below else []))
    assert ("dictate" in legal(state)) == possible
    if possible:
        do(state, "dictate")
        assert legal(state) == ["to explore", "to develop", "to produce", "to ship"], "paid; now a move is owed"


def test_a_dictated_die_is_no_worker_any_more():
    """R28: no power moves it."""
    me = {"columns": {"explore": {"home": 1, "genes": 1, "novelty": 1}}, "tableau": ["galactic_influence"]}
    state = selected(me, "ship", "home explore")
    do(state, "dictate", "pay genes explore", "to develop", "use galactic_influence")
    assert legal(state) == ["to explore", "to settle", "to produce", "to ship"], "only the Novelty die is left"
    assert refused(state, "take genes explore")


def test_two_workers_may_go_to_different_columns():
    """R29: unless the power names the destination."""
    me = {"columns": {"explore": {"home": 1, "genes": 2}}, "tableau": ["nanotechnology"]}
    state = selected(me, "ship", "home explore")
    do(state, "use nanotechnology", "to settle", "take genes explore", "to produce")
    assert workers_of(state) == {"settle": {"genes": 1}, "produce": {"genes": 1}}


def test_wild_dice_stand_where_they_were_put():
    """R30: powers may move them from there."""
    me = {"columns": {"ship": {"home": 1}}, "wild": {"novelty": 1}, "tableau": ["isolation_policy"]}
    state = assign(me)
    do(state, "wild novelty explore", "select develop", "selector home ship", "use isolation_policy")
    assert legal(state) == ["to develop", "to settle", "to produce", "to ship"]
    assert refused(state, "to explore")


def test_limits_look_at_the_colour_and_the_column_never_at_the_face():
    """R31: and Consumption dice are purple, nothing else, for every power."""
    every = {"consumption": 1, "novelty": 1, "genes": 1, "military": 1}
    me = {"columns": {"ship": {"home": 1}, "explore": every}, "tableau": ["hydroponics_guild", "space_mercenaries"]}
    state = selected(me, "ship", "home ship")
    guild, mercenaries = state.clone(), state.clone()
    do(guild, "use hydroponics_guild")
    assert legal(guild) == ["take novelty explore", "take genes explore"]
    do(mercenaries, "use space_mercenaries")
    assert legal(mercenaries) == ["to develop", "to settle", "to produce", "to ship"], "the Military die alone"


def test_nothing_is_assigned_after_reveal():
    """R32: from the first phase on no die, wild ones included, can be assigned or reassigned."""
    me = {"columns": {"explore": {"home": 2}, "develop": {"genes": 1}}, "tableau": ["galactic_influence"]}
    state = selected(me, "explore", "home explore")
    do(state, "done")
    assert asks(state) == "explore"
    for notation in (
        "wild genes ship",
        "use galactic_influence",
        "dictate",
        "take home explore",
        "to ship",
        "select ship",
    ):
        assert refused(state, notation)


def test_a_power_completed_this_round_works_from_the_next_on():
    """R33: the Assign step is over when a tile is completed."""
    me = {
        "columns": {"develop": {"home": 3}},
        "stacks": stacks(["galactic_influence"]),
        "cup": {"home": 3},
        "credits": 5,
    }
    state = at("develop", me, played=["develop"], witness=False)
    assert seat(state)["tableau"] == ["galactic_influence"]
    assert state.describe()["step"] == "assign"
    while asks(state) != "reassign":
        do(state, legal(state)[0])
    assert "use galactic_influence" in legal(state)


# -- Reveal ----------------------------------------------------------------------------------------


def three(*columns):
    """Three seats that have rolled."""
    seats = [
        {"faction": faction, "home_world": home, "columns": dice}
        for faction, home, dice in zip((2, 7, 9), HOMES, columns, strict=False)
    ]
    return at("assign", seats[0], *seats[1:], witness=False)


def choose(state, number, phase):
    """Select a phase with whatever die, and no powers; return the events."""
    events = do(state, f"select {phase}", seat=number)
    while number in state.deciding_seats() and asks(state, number) in ("selector", "reassign"):
        events += do(state, "done" if asks(state, number) == "reassign" else legal(state, number)[0], seat=number)
    return events


def test_phases_selected_by_anybody_are_played():
    """R34: each once, in order, and no other."""
    state = three({"explore": {"home": 1}}, {"ship": {"home": 1}}, {"ship": {"home": 1}})
    choose(state, 0, "produce")
    choose(state, 1, "settle")
    events = choose(state, 2, "settle")
    assert [event["phase"] for event in events if event["kind"] == "phase_begins"] == ["settle", "produce"]
    assert not [event for event in events if event["kind"] == "spare_die"]


def two_with_seed(number, first="explore", second="explore"):
    words = {
        "step": "assign",
        "seats": [
            {"faction": 2, "home_world": "doomed_world", "columns": {"ship": {"home": 2}}},
            {"faction": 7, "home_world": "new_sparta", "columns": {"ship": {"home": 2}}},
        ],
        "randomness": {"seed": number.to_bytes(32, "little").hex()},
    }
    state = ROLL.from_description(words)
    choose(state, 0, first)
    return state, choose(state, 1, second)


def test_two_players_roll_a_spare_home_die():
    """R35: Explore 2 in 6, each other phase 1 in 6; also if both selected the same; the die belongs to nobody."""
    faces = Counter()
    for number in range(900):
        state, events = two_with_seed(number, "explore", "develop" if number % 2 else "explore")
        (face,) = [event["face"] for event in events if event["kind"] == "spare_die"]
        faces[face] += 1
        begun = [event["phase"] for event in events if event["kind"] == "phase_begins"]
        assert begun[0] == "explore"
        assert owned(state, 0) == owned(state, 1) == {"home": 2}
        assert face in state.describe()["played"]
    assert set(faces) == set(FIVE)
    for face, sides in zip(FIVE, (2, 1, 1, 1, 1), strict=True):
        assert abs(faces[face] - 150 * sides) < 4.5 * (150 * sides) ** 0.5


def test_the_spare_die_adds_a_phase_nobody_selected():
    """R35: a repeated phase adds nothing (test vector 11)."""
    seen = set()
    for number in range(60):
        state, events = two_with_seed(number)
        (face,) = [event["face"] for event in events if event["kind"] == "spare_die"]
        assert state.describe()["played"] == sorted({"explore", face}, key=FIVE.index)
        seen.add(face)
    assert seen == set(FIVE)


def test_workers_of_phases_not_played_go_to_the_cups_at_once():
    """R36: before phase I, as do dictated dice; they cost nothing."""
    state = three(
        {"explore": {"home": 2}, "develop": {"military": 2}, "ship": {"genes": 1}},
        {"produce": {"novelty": 2}, "explore": {"home": 1}},
        {"ship": {"home": 1}},
    )
    choose(state, 1, "explore")
    choose(state, 2, "explore")
    do(state, "select explore", "selector home explore", "dictate", "pay genes ship", "take home explore", "to settle")
    assert asks(state) == "explore"
    assert seat(state, 0)["cup"] == {"home": 1, "military": 2, "genes": 1}
    assert seat(state, 0)["columns"] == {"explore": {"home": 1}}
    assert seat(state, 0)["dictated"] == {}
    assert seat(state, 1)["cup"] == {"novelty": 2}
    assert seat(state, 1)["columns"] == {"explore": {"home": 1}}
    assert [seat(state, number)["credits"] for number in range(3)] == [1, 1, 1]


# -- the Reassign powers ---------------------------------------------------------------------------

EVERY = {
    "home": 1,
    "military": 1,
    "consumption": 1,
    "novelty": 1,
    "rare_elements": 1,
    "genes": 1,
    "alien_technology": 1,
}
ALL = list(EVERY)

#: name -> colours it moves, columns it moves from, columns it moves to ("selected" is Ship here), fewest, most
POWERS = {
    "colonial_affinity": (ALL, FIVE, ["settle"], 1, 1),
    "executive_power": (ALL, FIVE, ["ship"], 2, 2),
    "galactic_influence": (ALL, FIVE, FIVE, 1, 1),
    "homeworld_patriotism": (["home"], FIVE, ["ship"], 1, 2),
    "hydroponics_guild": (["novelty", "genes"], FIVE, FIVE, 1, 1),
    "isolation_policy": (ALL, ["explore"], FIVE, 1, 2),
    "local_subsidies": (["home"], FIVE, FIVE, 1, 1),
    "mad_scientists": (ALL, FIVE, FIVE, 1, 2),
    "nanotechnology": (ALL, FIVE, FIVE, 1, 2),
    "operations_affinity": (ALL, FIVE, ["explore", "produce"], 1, 1),
    "propaganda_campaign": (ALL, FIVE, ["ship"], 1, 2),
    "shipping_affinity": (ALL, FIVE, ["ship"], 1, 1),
    "space_mercenaries": (["military", "rare_elements"], FIVE, FIVE, 1, 1),
    "system_diversification": (ALL[1:], FIVE, FIVE, 1, 2),
    "technology_affinity": (ALL, FIVE, ["develop"], 1, 1),
}


def takes(state):
    return [tuple(choice.split()[1:]) for choice in legal(state) if choice.startswith("take")]


def power_state(name):
    """Dice of every colour in every column, Ship selected."""
    columns = {phase: dict(EVERY) for phase in FIVE}
    columns["ship"]["home"] += 1
    # Mad Scientists needs the lead in Novelty worlds.
    state = assign({"columns": columns, "tableau": [name, "artist_colony"]})
    do(state, "select ship", "selector home ship")
    return state


@covers(*POWERS)
@pytest.mark.parametrize("name", POWERS)
def test_a_reassign_power_moves_what_its_tile_says(name):
    """R108, R109, R110, R119, R126, R128: colours, columns it moves from and to, fewest and most workers."""
    colors, sources, targets, fewest, most = POWERS[name]
    state = power_state(name)
    do(state, f"use {word(name)}")
    wanted = {(color, column) for column in sources for color in colors if set(targets) - {column}}
    assert set(takes(state)) == wanted
    for color, column in wanted:
        trial = state.clone()
        do(trial, f"take {color} {column}")
        reachable = [target for target in targets if target != column]
        # A single destination needs no question.
        if len(reachable) > 1:
            assert legal(trial) == [f"to {target}" for target in reachable]
            do(trial, f"to {reachable[-1]}")
        assert asks(trial) == ("take" if most == 2 else "reassign")
        if most == 2:
            assert ("stop" in legal(trial)) == (fewest == 1)
            if name == "executive_power":
                assert {source for _, source in takes(trial)} == {column}
            second = takes(trial)[0]
            do(trial, f"take {' '.join(second)}")
            if targets != ["ship"]:
                do(trial, legal(trial)[0])
        assert asks(trial) == "reassign"
        assert f"use {word(name)}" not in legal(trial)


@pytest.mark.parametrize(
    "name", [name for name, power in POWERS.items() if power[4] == 2 and name != "executive_power"]
)
def test_a_power_that_moves_two_may_move_one(name):
    """R29, R126, R128: one is enough where the tile says one or two."""
    state = power_state(name)
    do(state, f"use {word(name)}", f"take {' '.join(takes_of(state, name)[0])}")
    if asks(state) == "to":
        do(state, legal(state)[0])
    do(state, "stop")
    assert asks(state) == "reassign"


def takes_of(state, name):
    trial = state.clone()
    do(trial, f"use {word(name)}")
    return takes(trial)


def test_all_eighteen_reassign_developments_are_covered():
    """R106, R121: 16 plain Reassign powers, Backup Planning and Galactic Mandate."""
    has_reassign = {name for name, (_, reassign, _) in TILE_DEVELOPMENTS.items() if reassign}
    assert {*POWERS, "backup_planning", "diversification", "galactic_mandate"} == has_reassign
    assert len(has_reassign) == 18


@pytest.mark.parametrize(("ship", "possible"), [(1, False), (2, True), (3, True)])
def test_executive_power_moves_two_of_one_column_or_none(ship, possible):
    """R110: not out of the selected column, no more and no fewer than two."""
    me = {
        "columns": {"explore": {"home": 1}, "ship": {"genes": ship}, "settle": {"home": 1}, "develop": {"novelty": 4}}
    }
    state = selected(me | {"tableau": ["executive_power"]}, "develop", "home explore")
    assert refused(state, "use executive_power") != possible
    if possible:
        do(state, "use executive_power")
        while asks(state) in ("take", "to"):
            assert "stop" not in legal(state)
            do(state, legal(state)[0])
        assert seat(state)["columns"]["develop"] == {"novelty": 4, "genes": 2}


def test_executive_power_moves_a_wild_die_with_a_fixed_one():
    """R110, R150: a wild die standing in the column is one of the two (refused elsewhere by mistake)."""
    me = {
        "columns": {"explore": {"home": 1}, "settle": {"military": 1}},
        "wild": {"genes": 1},
        "tableau": ["executive_power"],
    }
    state = assign(me)
    do(state, "wild genes settle", "select ship", "selector home explore", "use executive_power")
    while asks(state) in ("take", "to"):
        do(state, legal(state)[0])
    assert workers_of(state) == {"ship": {"genes": 1, "military": 1}}


def test_a_wild_die_is_placed_before_powers_and_then_moves_by_powers_only():
    """R150: once the phase is selected no wild die is asked for, and none can be placed again."""
    me = {"columns": {"ship": {"home": 3}}, "wild": {"genes": 1}}
    state = assign(me)
    do(state, "wild genes settle", "select ship", "selector home ship")
    assert refused(state, "wild genes ship")
    assert legal(state) == ["done", "dictate"]


@covers("backup_planning")
def test_backup_planning_lifts_the_limit_on_dictate():
    """R106: any number of times, each with its own die to pay and its own move."""
    me = {"columns": {"explore": {"home": 6}, "develop": {"genes": 1}}, "tableau": ["backup_planning"]}
    state = selected(me, "ship", "home explore")
    for paid in (1, 2):
        do(state, "dictate", "pay home explore", "take home explore", "to settle")
        assert seat(state)["dictated"] == {"home": paid}
    assert workers_of(state) == {"explore": {"home": 1}, "develop": {"genes": 1}, "settle": {"home": 2}}
    assert legal(state) == ["done", "dictate"]


@covers("galactic_mandate")
@pytest.mark.parametrize("moves", [1, 2, 3])
def test_galactic_mandate_moves_up_to_three_by_one_dictate(moves):
    """R121: one, two or three other workers, each to any column; one to three are enough."""
    columns = {"explore": {"home": 1}, "develop": {"military": 5}, "settle": {"home": 1}}
    state = selected({"columns": columns, "tableau": ["galactic_mandate", "local_subsidies"]}, "ship", "home explore")
    do(state, "dictate", "pay military develop")
    targets = ["explore", "produce", "ship"]
    for number in range(moves):
        assert ("stop" in legal(state)) == (number > 0)
        do(state, "take military develop", f"to {targets[number]}")
    do(state, *(["stop"] if moves < 3 else []))
    assert legal(state) == ["done", "use local_subsidies"]
    assert seat(state)["dictated"] == {"military": 1}
    moved = {target: {"military": 1} for target in targets[:moves]}
    assert workers_of(state) == {"develop": {"military": 4 - moves}, "settle": {"home": 1}} | moved


def test_with_backup_planning_every_dictate_may_move_up_to_three():
    """R121: a new Dictate is possible after fewer than three moves (a fault once seen elsewhere)."""
    columns = {"explore": {"home": 1}, "develop": {"military": 7}, "settle": {"home": 1}}
    state = selected({"columns": columns, "tableau": ["galactic_mandate", "backup_planning"]}, "ship", "home explore")
    for paid in (1, 2):
        do(state, "dictate", "pay military develop", "take military develop", "to explore", "stop")
        assert seat(state)["dictated"] == {"military": paid}
        assert legal(state) == ["done", "dictate"]


def test_dictate_and_every_power_are_there_again_the_next_round():
    """R25, R26: the limits are those of one round."""
    me = {"columns": {"explore": {"home": 1, "genes": 5}}, "tableau": ["galactic_influence"]}
    state = selected(me, "produce", "home explore")
    for number in (1, 2):
        assert state.describe()["round"] == number
        assert {"dictate", "use galactic_influence"} <= set(legal(state))
        for notation in ("dictate", "use galactic_influence"):
            do(state, notation)
            while asks(state) in ("pay", "take", "to"):
                do(state, legal(state)[0])
        # Produce alone is played, and no good can lie anywhere: all six dice are rolled again.
        while asks(state) in ("wild", "select", "selector"):
            do(state, "select produce" if asks(state) == "select" else legal(state)[0])


def test_a_dictate_moves_different_workers():
    """R121, R27: one just moved is none of the two others; taken back, the Dictate would have moved nobody."""
    columns = {"explore": {"home": 1}, "develop": {"genes": 1}, "settle": {"home": 1}, "ship": {"novelty": 1}}
    state = selected({"columns": columns, "tableau": ["galactic_mandate"]}, "produce", "home explore")
    do(state, "dictate", "pay genes develop", "take home settle", "to ship")
    assert legal(state) == ["take novelty ship", "stop"]
    events = do(state, "take novelty ship", "to settle")
    assert workers(events) == {"settle": {"novelty": 1}, "ship": {"home": 1}, "produce": {"home": 1}}, "all are moved"


def test_a_worker_beside_one_just_moved_may_be_the_next():
    """R29: two alike in one column, one of them moved there by this very power: the other one moves on."""
    columns = {"explore": {"home": 1, "genes": 1}, "settle": {"genes": 1}, "ship": {"home": 2}}
    state = selected({"columns": columns, "tableau": ["nanotechnology"]}, "produce", "home explore")
    do(state, "use nanotechnology", "take genes explore", "to settle")
    assert legal(state) == ["take genes settle", "take home ship", "stop"]
    do(state, "take genes settle", "to develop")
    assert workers_of(state) == {"settle": {"genes": 1}, "develop": {"genes": 1}, "ship": {"home": 2}}


@pytest.mark.parametrize("name", ["nanotechnology", "mad_scientists", "system_diversification"])
def test_another_power_moves_a_moved_worker_again(name):
    """R25, R29: only the power in use moves each worker once."""
    columns = {"explore": {"home": 1}, "settle": {"genes": 1}, "ship": {"novelty": 3}}
    state = selected({"columns": columns, "tableau": [name, "galactic_influence", "artist_colony"]}, "produce")
    do(state, f"use {word(name)}", "take genes settle", "to ship")
    if asks(state) == "take":
        assert "take genes ship" not in legal(state)
        do(state, "stop")
    do(state, "use galactic_influence", "take genes ship", "to settle")
    assert workers_of(state) == {"settle": {"genes": 1}, "ship": {"novelty": 3}}


NOVELTY = ["artist_colony", "star_nomad_lair", "secluded_world"]


@pytest.mark.parametrize(
    ("own", "other", "third", "workers"),
    [(0, 0, 0, 1), (2, 1, 1, 2), (1, 2, 0, 0), (1, 1, 0, 1), (1, 0, 0, 2), (0, 1, 1, 0), (2, 2, 2, 1)],
)
def test_mad_scientists_follow_the_lead_in_novelty_worlds(own, other, third, workers):
    """R129: strict lead two, shared lead (0 to 0 too) one, no lead none (test vector 12)."""
    spare = [
        "spice_world",
        "new_vinland",
        "space_port",
        "galactic_survey_headquarters",
        "prosperous_world",
        "galactic_resort",
    ]
    others = [
        {"faction": 7, "home_world": "new_sparta", "tableau": spare[:other]},
        {"faction": 9, "home_world": "old_earth", "tableau": spare[other : other + third]},
    ]
    me = {"columns": {"explore": {"home": 1, "genes": 4}}, "tableau": ["mad_scientists", *NOVELTY[:own]]}
    state = selected(me, "ship", "home explore", *others)
    assert ("use mad_scientists" in legal(state)) == (workers > 0)
    if workers:
        do(state, "use mad_scientists", "to settle")
        assert (asks(state) == "take") == (workers == 2)


def test_mad_scientists_count_home_and_faction_worlds():
    """R129: Earth's Lost Colony and Space Mall are Novelty worlds too."""
    me = {"columns": {"explore": {"home": 1, "genes": 4}}, "tableau": ["mad_scientists", "artist_colony"]}
    others = [
        {"faction": 3, "home_world": "earths_lost_colony"},
        {"faction": 9, "home_world": "old_earth"},
    ]
    state = selected(me, "ship", "home explore", *others)
    assert "use mad_scientists" not in legal(state)


def test_dictate_works_once_a_round():
    """R26: without Backup Planning a second one is refused, whatever workers are left."""
    state = selected({"columns": {"explore": {"home": 6}, "settle": {"genes": 1}}, "tableau": ["galactic_influence"]})
    do(state, "dictate", "pay home explore", "take home explore", "to develop")
    assert legal(state) == ["done", "use galactic_influence"]


@covers("diversification")
def test_diversification_moves_one_home_die_out_of_explore():
    """R109: nothing else, and never the selector (R23)."""
    columns = {phase: dict(EVERY) for phase in FIVE}
    state = selected({"columns": columns, "tableau": ["diversification"]}, "ship", "home ship")
    do(state, "use diversification")
    assert legal(state) == ["to develop", "to settle", "to produce", "to ship"]
    do(state, "to produce")
    assert workers_of(state)["explore"] == {color: 1 for color in EVERY if color != "home"}
    assert workers_of(state)["produce"] == EVERY | {"home": 2}
    assert "use diversification" not in legal(state)
    columns["explore"].pop("home")
    state = selected({"columns": columns, "tableau": ["diversification"]}, "explore", "home ship")
    assert refused(state, "use diversification")


def test_nothing_is_rolled_again():
    """R18, R145: no action rolls a die; the faces stay as they fell."""
    state = assign({"columns": {"explore": {"home": 2}, "ship": {"genes": 2}}})
    do(state, "select develop", "selector home explore")
    assert legal(state) == ["done", "dictate"]
    assert not any("roll" in kind.name for kind in ROLL.Action.KINDS)
