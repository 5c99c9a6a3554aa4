"""Series that begin at given positions, and matches that end as they stand."""

import json
import random
from dataclasses import replace

import pytest

from ai.arena.match import NoJudge, judge
from ai.arena.openings import BadOpenings, read_openings
from ai.arena.schedule import BadPlan, Plan, matches_of
from ai.arena.series import BadSeries, read_series, run_series
from engine.registry import GAMES, find_game
from engine.replay import first_position, verify

#: so many actions by chance lead into the middle of a match, in all games
MIDDLE = 25


def reach(game_name, seats=2, actions=MIDDLE, **options):
    game, chance = find_game(game_name), random.Random(game_name)
    state = game.setup(seats, bytes(32), options)
    while actions and not state.is_over:
        seat = state.deciding_seats()[0]
        state.apply(seat, chance.choice(state.legal_actions(seat)))
        actions -= 1
    return state


def write(path, *lines):
    path.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines))
    return path


def records_of(path):
    return [line["record"] for line in read_series(path) if "record" in line]


@pytest.mark.parametrize("game_name", GAMES)
def test_every_opening_is_played_by_a_pair_with_seats_exchanged(game_name, tmp_path):
    """From a whole description and from what one seat sees; all records verify, in one process and in two."""
    state = reach(game_name)
    file = write(tmp_path / "openings.jsonl", state.describe(), "\n", state.view(1), state.view(None))
    openings = read_openings(file, game_name, 2, {})
    assert openings == read_openings(file, game_name, 2, {})
    plan = Plan(game_name, ("greedy", "random"), pairs=4, openings=openings)
    first = [list(matches_of(plan, 0, pair)) for pair in range(4)]
    assert [{match.opening for match in pair} for pair in first] == [{each} for each in (*openings, openings[0])]
    for workers in (1, 2):
        out = tmp_path / f"{workers}.jsonl"
        assert run_series(plan, out, workers=workers).matches == 8
        found = sorted(records_of(out), key=lambda record: record["match_id"])
        for number, record in enumerate(found):
            assert record["start"]["description"] == json.loads(openings[number // 2 % 3])
            assert verify(record).is_over
        assert {pair[0].players for pair in first} == {pair[1].players[::-1] for pair in first}


@pytest.mark.parametrize("game_name", GAMES)
def test_a_view_is_filled_in_without_changing_what_it_says(game_name, tmp_path):
    state, game = reach(game_name, seats=3), find_game(game_name)
    (opening,) = read_openings(write(tmp_path / "o.jsonl", state.view(2)), game_name, 3, {})
    filled = game.from_description(json.loads(opening) | {"randomness": {"seed": bytes(32).hex()}})
    assert {**filled.view(2), "version": 0} == {**state.view(2), "version": 0}


def test_a_series_with_other_openings_is_another_series(tmp_path):
    """Its file says which ones, by their digest, and so does its key."""
    state = reach("race")
    files = [write(tmp_path / f"{seat}.jsonl", state.view(seat)) for seat in range(2)]
    plans = [Plan("race", ("greedy", "random"), pairs=1, openings=read_openings(file, "race", 2, {})) for file in files]
    assert plans[0].key != plans[1].key
    run_series(plans[0], tmp_path / "series.jsonl")
    with pytest.raises(BadSeries, match="openings is"):
        run_series(plans[1], tmp_path / "series.jsonl")
    assert run_series(plans[0], tmp_path / "series.jsonl").matches == 2
    assert plans[0].key == replace(plans[1], openings=plans[0].openings).key


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["{\n"], r"line 1: Expecting"),
        (["[]\n"], r"line 1: a description is an object, not list"),
        (["\n", "7\n"], r"line 2: a description is an object, not int"),
        (["[" * 100_000 + "\n"], "line 1: "),
        ([], "has 0 openings"),
        ([reach("roll").describe()], "line 1: .*'roll'"),
        ([reach("race", seats=3).describe()], "line 1: a table of 3"),
        ([reach("race", seats=3).view(1)], "line 1: a table of 3"),
        ([reach("race", actions=-1).describe()], "line 1: the match is over"),
        ([reach("race").describe(), reach("race", advanced=True).describe()], "line 2: the option advanced is True"),
        ([reach("race").describe() | {"vp_pool": -1}], "line 1: .*vp_pool"),
        ([reach("race").view(0) | {"seats": 3}], "line 1: "),
        ([{"viewer": 0}], "line 1: "),
    ],
)
def test_openings_that_cannot_be_played_are_refused(tmp_path, lines, says):
    """With the line, before anything is played."""
    with pytest.raises(BadOpenings, match=says):
        read_openings(write(tmp_path / "o.jsonl", *lines), "race", 2, {})


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(BadOpenings, match="can't be read"):
        read_openings(tmp_path / "none.jsonl", "race", 2, {})
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(BadOpenings, match="can't be read"):
        read_openings(tmp_path / "bytes.jsonl", "race", 2, {})


@pytest.mark.parametrize("game_name", GAMES)
def test_a_match_over_its_limit_ends_as_it_stands(game_name, tmp_path):
    """At the end of a step; ranks are those of the table, and the record can be verified."""
    plan = Plan(game_name, ("greedy", "random"), pairs=3, decisions_max=MIDDLE)
    standing = run_series(plan, tmp_path / "series.jsonl")
    assert standing.adjudicated == 6
    for record in records_of(tmp_path / "series.jsonl"):
        state = verify(record)
        assert (record["ended"], state.is_over) == ("adjudicated", False)
        assert MIDDLE <= len(record["actions"]) <= MIDDLE + 1
        assert (record["scores"], record["ranks"]) == (list(state.scores()), list(state.ranks()))
    free = run_series(Plan(game_name, ("greedy", "random"), pairs=1, decisions_max=100_000), tmp_path / "free.jsonl")
    assert free.adjudicated == 0
    with pytest.raises(BadPlan, match="decisions_max is 0"):
        Plan(game_name, ("greedy", "random"), decisions_max=0)


@pytest.mark.parametrize(("game_name", "lead"), [("race", 8), ("roll", 8), ("tiny_epic", 6)])
def test_a_match_with_a_great_lead_ends_as_it_stands(game_name, lead, tmp_path):
    """As soon as one seat has led by so much for as many steps as are asked for, and not before."""
    file = tmp_path / "series.jsonl"
    standing = run_series(Plan(game_name, ("greedy", "random"), pairs=2, lead=lead, steps=2), file)
    assert standing.adjudicated
    for record in records_of(file):
        leads, state = [], first_position(GAMES[game_name], 2, bytes.fromhex(record["seed"]), record["options"], None)
        due, version = [], 0
        while True:
            leads = leads if due else [*leads, leader_of(state, lead)]
            if version == len(record["actions"]):
                break
            assert due or len(leads) < 2 or leads[-1] is None or leads[-1] != leads[-2]
            due = due or list(state.deciding_seats())
            seat, notation = record["actions"][version]
            state.apply(seat, state.game.Action.parse(notation))
            due.remove(seat)
            version += 1
        assert (record["ended"] == "adjudicated") == (not state.is_over)
        assert state.is_over or leads[-1] == leads[-2] == record["ranks"].index(1)


def leader_of(state, lead):
    points = state.scores()
    ahead = points[0] - points[1]
    return None if abs(ahead) < lead else int(ahead < 0)


def test_players_without_hope_resign(tmp_path):
    """By the network's word: who is left has won, however the table stands; without a limit all play on."""
    plan = Plan("race", ("greedy", "random"), pairs=4, resign=10, steps=3)
    standing = run_series(plan, tmp_path / "series.jsonl")
    assert standing.adjudicated > 0
    for line in [line for line in read_series(tmp_path / "series.jsonl") if "record" in line]:
        state, record = verify(line["record"]), line["record"]
        if record["ended"] == "finished":
            assert line["ranks"] == record["ranks"]
            continue
        chances = [prospect.win for prospect in judge(state)]
        assert sorted(line["ranks"]) == [1, 2]
        assert min(chances) < 0.1
        assert line["ranks"].index(1) == chances.index(max(chances))
        assert record["ranks"] == list(state.ranks())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"lead": 0}, "lead is 0; it is 1 or more"),
        ({"steps": 0}, "steps is 0"),
        ({"resign": 50}, "resign is 50; it is a chance of winning in percent"),
        ({"game": "tiny_epic", "tables": 1, "lead": 5}, "leave lead and resign out"),
    ],
)
def test_limits_that_can_not_be_are_refused(change, says):
    with pytest.raises(BadPlan, match=says):
        Plan(**{"game": "race", "players": ("greedy", "random")} | change)


def test_where_no_network_judges_nobody_can_be_told_to_resign():
    with pytest.raises(NoJudge, match="no network knows race at 3 seats"):
        Plan("race", ("greedy", "random", "level1"), tables=3, resign=5)
