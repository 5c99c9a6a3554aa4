"""Manage Empire (R92-R96)."""

import pytest

from tests.roll.scenario import ROLL, asks, at, do, legal, of_kind, refused, seat


def manage(me, **table):
    """Manage Empire begins; the other seats have a die in the cup and nothing to choose."""
    rest = [
        {"faction": 7, "home_world": "new_sparta", "cup": {"home": 1}},
        {"faction": 9, "home_world": "old_earth", "cup": {"home": 1}},
    ]
    return at("manage", me, *rest, witness=False, **table)


HELD = {"stack_dice": {"world": {"genes": 1}}, "stacks": {"development": [], "world": ["conscription"]}}


@pytest.mark.parametrize(("before", "recruited", "after"), [(4, 4, 1), (5, 5, 1), (6, 5, 1), (10, 5, 5), (1, 1, 1)])
def test_dice_are_recruited_until_dice_or_credits_run_out(before, recruited, after):
    """R92, R93: compulsory, 1 credit a die; a marker on 0 moves to 1 (test vector 9)."""
    state = manage(HELD | {"credits": before, "citizenry": {"home": 5}})
    assert asks(state) == "recall"
    assert seat(state)["cup"] == {"home": recruited}
    assert seat(state)["citizenry"] == ({"home": 5 - recruited} if recruited < 5 else {})
    assert seat(state)["credits"] == after


def test_the_owner_chooses_whom_to_recruit():
    """R92: if the credits do not suffice for all."""
    state = manage({"credits": 2, "citizenry": {"home": 2, "genes": 1, "novelty": 1}} | HELD)
    assert asks(state) == "recruit"
    found = set()
    open_states = [state]
    while open_states:
        current = open_states.pop()
        if asks(current) != "recruit":
            found.add(tuple(sorted(seat(current)["cup"].items())))
            assert seat(current)["credits"] == 1
            continue
        for choice in legal(current):
            trial = current.clone()
            do(trial, choice)
            open_states.append(trial)
    assert found == {
        (("home", 2),),
        (("genes", 1), ("home", 1)),
        (("home", 1), ("novelty", 1)),
        (("genes", 1), ("novelty", 1)),
    }


def test_recruiting_goes_on_while_both_last():
    """R92: fewer than one can pay for is refused."""
    state = manage({"credits": 3, "citizenry": {"home": 3, "genes": 1}} | HELD)
    assert legal(state) == ["recruit home 2", "recruit home 3"]
    assert refused(state, "recruit home 1")


def test_the_credit_from_zero_cannot_recruit_now():
    """R93: a die left in the Citizenry stays there."""
    state = manage({"credits": 1, "citizenry": {"home": 2}} | HELD)
    assert seat(state)["citizenry"] == {"home": 1}
    assert seat(state)["credits"] == 1


def test_with_no_credit_nobody_is_recruited():
    """R93: the credit comes after recruiting, also where nothing was paid."""
    state = manage(HELD | {"credits": 0, "citizenry": {"home": 1}, "cup": {"genes": 1}})
    assert seat(state)["citizenry"] == {"home": 1}
    assert seat(state)["credits"] == 1


def test_any_number_of_dice_is_recalled_for_nothing():
    """R94: from either stack and of the goods, into the cup; not from the Citizenry."""
    me = {
        "credits": 1,
        "cup": {"home": 1},
        "citizenry": {"military": 2},
        "stacks": {"development": ["space_docks"], "world": ["conscription"]},
        "stack_dice": {"development": {"home": 1}, "world": {"genes": 1}},
        "tableau": ["spice_world"],
        "goods": {"novelty": {"novelty": 1}},
    }
    state = manage(me)
    assert legal(state) == [
        "done",
        "recall home development_stack",
        "recall genes world_stack",
        "recall novelty goods_novelty",
    ]
    assert refused(state, "recall military citizenry")
    none, all_of_them = state.clone(), state.clone()
    events = do(none, "done")
    assert of_kind(events, "recalled") == []
    do(all_of_them, "recall home development_stack", "recall genes world_stack")
    assert seat(all_of_them)["cup"] == {"home": 2, "military": 1, "genes": 1}
    assert seat(all_of_them)["credits"] == 1
    events = do(all_of_them, "recall novelty goods_novelty")
    assert of_kind(events, "recalled") == [
        {"color": "home", "place": "development_stack", "count": 1},
        {"color": "genes", "place": "world_stack", "count": 1},
        {"color": "novelty", "place": "goods_novelty", "count": 1},
    ]


def test_with_an_empty_cup_a_die_must_be_recalled():
    """R95, R143: at least one; then the rest is free again."""
    state = manage(HELD | {"stack_dice": {"world": {"genes": 2, "home": 1}}})
    assert legal(state) == ["recall home world_stack", "recall genes world_stack"]
    do(state, "recall home world_stack")
    assert legal(state) == ["done", "recall genes world_stack"]


def test_with_dice_in_the_cup_none_need_be_recalled():
    """R95: recruiting alone fills the cup."""
    state = manage(HELD | {"citizenry": {"home": 1}})
    assert legal(state) == ["done", "recall genes world_stack"]


def test_then_the_phase_tiles_are_reset():
    """R96: the next round begins with a roll, nothing selected, nothing played."""
    state = manage(HELD | {"citizenry": {"home": 1}, "selected": "ship"}, round=3)
    do(state, "done")
    words = state.describe()
    assert (words["step"], words["round"], words["played"]) == ("assign", 4, [])
    assert [each["selected"] for each in words["seats"]] == [None, None, None]


def test_all_manage_their_empires_unseen():
    """R17, R94: who recalls what is known when all are through."""
    seats = [
        {"faction": faction, "home_world": home, "cup": {"home": 1}, "stack_dice": {"world": {"home": 2}}}
        for faction, home in ((2, "doomed_world"), (7, "new_sparta"), (9, "old_earth"))
    ]
    state = at("manage", seats[0], *seats[1:], witness=False)
    do(state, "recall home world_stack", "done")
    do(state, "done", seat=2)
    assert state.view(1)["seats"][0]["stack_dice"]["world"] == {"home": 2}
    events = [event.show_to(1) for event in state.submit(1, ROLL.Action.parse("done"))]
    assert {"kind": "recalled", "seat": 0, "color": "home", "place": "world_stack", "count": 1} in events
