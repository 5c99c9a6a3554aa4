"""Pairing: what must hold in every round of every event, whatever happens to it."""

import hashlib
import itertools
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from simulated import Event, config

from tests.support.examples import examples
from tournaments.limits import DUTCH_ENTRANTS_MAX
from tournaments.pairing import gauntlet, is_complete
from tournaments.pairing.field import all_players, free_players
from tournaments.standings import standings
from tournaments.tournament import Tournament

SMALL = 8


def met_before(tournament):
    """Pairs who shared a table before the latest round."""
    return {
        pair
        for each in tournament.rounds[:-1]
        for table in each.tables
        for pair in itertools.permutations(table.seats, 2)
    }


def played_before(tournament):
    """The same by the Dutch system: where somebody was absent nothing was played."""
    return {
        pair
        for each in tournament.rounds[:-1]
        for table in each.tables
        if not table.absent()
        for pair in itertools.permutations(table.seats, 2)
    }


def rematches(tournament):
    """Pairs at a table of the latest round who had met before."""
    met = (played_before if tournament.rounds[-1].method == "dutch" else met_before)(tournament)
    tables = tournament.rounds[-1].tables
    return [pair for table in tables for pair in itertools.combinations(table.seats, 2) if pair in met]


def uneven(player, seats):
    """How far an entrant's most and least frequent seats differ."""
    return max(player.seats[:seats]) - min(player.seats[:seats])


def colours_of(tournament):
    """How much more often each has sat in seat 0 than in seat 1, where both were there."""
    played = [table.seats for _, _, table in tournament.tables() if not table.absent()]
    first, second = (Counter(seats[seat] for seats in played) for seat in (0, 1))
    return {entrant: first[entrant] - second[entrant] for entrant in tournament.entrants}


def check_any_round(event):
    """What holds in every format: nobody twice, nobody withdrawn, sane tables, honest notes on seats."""
    tournament = event.tournament
    latest = tournament.rounds[-1]
    seated = [entrant for table in latest.tables for entrant in table.seats]
    resting = [*latest.byes, *latest.walkovers]
    assert len(set(seated + resting)) == len(seated + resting)
    assert not set(seated + resting) & set(tournament.withdrawn)
    seats = tournament.settings.seats
    assert all(2 <= len(table.seats) <= seats for table in latest.tables)
    players = all_players(tournament)
    if not tournament.settings.is_duplicate:
        over = {entrant for entrant in seated if uneven(players[entrant], seats) > 1}
        assert over <= set(latest.relaxed)
    if tournament.settings.format == "arena" and latest.relaxed:
        assert len(tournament.playing()) == len(seated)  # nobody else was playing: waiting would not have helped
    assert all(player.byes <= 1 for player in players.values())
    return players


def balanced_exists(free, seats, byes, met):
    """By going through everything: whether a round with balanced seats exists, and one without rematches too."""
    rows = {player.id: player.seats[:seats] for player in free}

    def is_balanced(table):
        def after(order):
            return all(
                max(c) - min(c) <= 1
                for seat, entrant in enumerate(order)
                for c in [[n + (place == seat) for place, n in enumerate(rows[entrant])]]
            )

        return any(after(order) for order in itertools.permutations(table))

    def search(left, without_rematches):
        if not left:
            return True
        for others in itertools.combinations(left[1:], seats - 1):
            table = (left[0], *others)
            if without_rematches and any(pair in met for pair in itertools.combinations(table, 2)):
                continue
            if is_balanced(table) and search(tuple(e for e in left[1:] if e not in others), without_rematches):
                return True
        return False

    choices = [
        tuple(player.id for player in free if player.id not in out)
        for out in itertools.combinations([player.id for player in free if not player.byes], byes)
    ]
    return any(search(c, without_rematches=False) for c in choices), any(
        search(c, without_rematches=True) for c in choices
    )


def check_swiss(event):
    """Swiss rounds: everybody seated or resting; within 1 and no rematch wherever that is possible."""
    check_any_round(event)
    tournament = event.tournament
    latest, seats = tournament.rounds[-1], tournament.settings.seats
    seated = {entrant for table in latest.tables for entrant in table.seats}
    assert seated | set(latest.byes) == {entrant.id for entrant in tournament.active}
    full = all(len(table.seats) == seats for table in latest.tables)
    if not tournament.settings.short_tables and full:
        assert len(latest.byes) < seats
    if latest.method == "dutch":
        assert not rematches(tournament)
        assert all(abs(ahead) <= 3 for ahead in colours_of(tournament).values())
        return
    if len(tournament.active) > SMALL or not full or tournament.settings.is_duplicate:
        return
    before = Tournament(event.log[:-1])
    balanced, fresh = balanced_exists(free_players(before), seats, len(latest.byes), met_before(tournament))
    assert not (balanced and latest.relaxed)
    assert not (fresh and rematches(tournament))


@pytest.mark.timeout(1_200)
@settings(max_examples=examples(500), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 10**6),
    st.integers(2, 5),
    st.integers(2, 22),
    st.integers(1, 8),
    st.booleans(),
    st.sampled_from([False, False, True]),
    st.sampled_from([0.0, 0.05, 0.2]),
)
def test_swiss_events(seed, seats, entrants, rounds, short, duplicate, withdrawals):  # noqa: PLR0917 (drawn)
    """Swiss events with withdrawals, absences, late entries and crashes."""
    settings_ = config(
        "swiss", seats, rounds=rounds, short_tables=short, is_duplicate=duplicate, method=["auto", "pods"][seed % 2]
    )
    event = Event(settings_, entrants, seed)
    event.play(withdrawals, absences=0.05, late=0.3 if withdrawals else 0.0, crashes=0.1, look=check_swiss)
    assert len(event.tournament.rounds) <= rounds
    assert Tournament(event.log).finished


@pytest.mark.timeout(1_200)
@settings(max_examples=examples(500), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 10**6),
    st.sampled_from(["round_robin", "knockout", "gauntlet", "arena"]),
    st.integers(2, 5),
    st.integers(3, 16),
    st.sampled_from([0.0, 0.0, 0.05]),
    st.integers(1, 2),
)
def test_other_events(seed, form, seats, entrants, withdrawals, cycles):  # noqa: PLR0917 (drawn)
    """Round robins, knockouts, gauntlets and arenas with withdrawals and crashes."""
    event = Event(
        config(form, seats, duration_ms=60_000, cycles=cycles, short_tables=True),
        entrants,
        seed,
        challengers=1 + seed % 2,
    )
    event.play(withdrawals, absences=0.02, crashes=0.1, look=check_any_round)
    tournament = event.tournament
    full = all(len(table.seats) == seats for _, _, table in tournament.tables())
    if form in ("round_robin", "gauntlet") and not withdrawals and full:
        assert not any(each.relaxed for each in tournament.rounds)
    if form == "knockout" and not withdrawals:
        assert len(tournament.rounds[-1].tables) == 1
        if seats == 2:
            assert sum(len(each.tables) for each in tournament.rounds) <= entrants - 1


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds"),
    [(64, 4, 7), (60, 3, 8), (50, 5, 6), (40, 2, 9), (62, 4, 7), (47, 5, 6), (101, 3, 7)],
)
def test_large_fields_are_balanced_and_fresh(entrants, seats, rounds):
    """Events without withdrawals: nobody's seats differ by more than 1, nobody meets twice, one bye at most."""

    def look(event):
        players = check_any_round(event)
        assert max(uneven(player, seats) for player in players.values()) <= 1
        assert not rematches(event.tournament)

    event = Event(config("swiss", seats, rounds=rounds, method="pods"), entrants, 7)
    event.play(crashes=0.0, look=look)
    assert len(event.tournament.rounds) == rounds


@pytest.mark.parametrize(("form", "seats"), [("swiss", 2), ("swiss", 4), ("swiss", 5), ("knockout", 4), ("arena", 4)])
def test_large_fields_are_paired_in_every_format(form, seats):
    """500 entrants, round after round; `make bench` says how long it takes."""
    event = Event(config(form, seats, rounds=7), 500, 3)
    event.add("started")
    for number in (1, 2, 3):
        latest = event.pair()
        assert latest.number == number
        check_any_round(event)
        for board in event.open_boards():
            event.result(*board)


def test_points_lie_close():
    """Late Swiss rounds bring equal points together: most tables of 64 hold neighbouring scores."""
    event = Event(config("swiss", 4, rounds=5), 64, 5)
    spreads = []

    def look(event):
        before = all_players(Tournament(event.log[:-1]))
        for table in event.tournament.rounds[-1].tables:
            points = [before[entrant].points for entrant in table.seats]
            spreads.append(max(points) - min(points))

    event.play(crashes=0.0, look=look)
    assert sum(spread <= 1 for spread in spreads) >= 0.75 * len(spreads)


def test_dutch_first_round():
    """As the handbook pairs it: upper half against lower half in order, colours by turns."""
    pytest.importorskip("py4swiss")
    event = Event(config("swiss", 2, rounds=3), 9)
    event.add("started")
    latest = event.pair()
    assert latest.method == "dutch"
    assert [table.seats for table in latest.tables] == [
        ("e000", "e004"),
        ("e005", "e001"),
        ("e002", "e006"),
        ("e007", "e003"),
    ]
    assert latest.byes == ("e008",)


def test_dutch_pairs_winners_with_winners():
    """In the second round of eight the four winners meet, nobody meets again, and colours change."""
    pytest.importorskip("py4swiss")
    event = Event(config("swiss", 2, rounds=3), 8)
    event.add("started")
    event.pair()
    for number, table in enumerate(event.tournament.rounds[0].tables):
        low, high = (1, 2) if table.seats[0] < table.seats[1] else (2, 1)
        event.add(
            "result", round=1, table=number, board=0, ranks=[low, high], scores=[0, 0], cause="finished", match_id=""
        )
    latest = event.pair()
    winners = {"e000", "e001", "e002", "e003"}
    assert all(len(winners & set(table.seats)) in (0, 2) for table in latest.tables)
    whites = {table.seats[0] for each in event.tournament.rounds for table in each.tables}
    assert len(whites) == 8


def test_large_fields_of_two_are_pods():
    """Above its limit the Dutch system gives way, and the round says so."""
    event = Event(config("swiss", 2), DUTCH_ENTRANTS_MAX + 2)
    event.add("started")
    assert event.pair().method == "pods"


@pytest.mark.parametrize(
    ("challengers", "opponents", "seats"), [(1, 9, 2), (2, 9, 2), (1, 10, 4), (3, 20, 4), (5, 3, 2), (4, 2, 5)]
)
def test_gauntlets_meet_the_whole_pool(challengers, opponents, seats):
    """Every challenger meets every opponent once a cycle, and no other challenger."""
    rounds = gauntlet.schedule(challengers, opponents, seats, 2)
    meetings = Counter()
    for tables in rounds:
        seated = [entrant for table in tables for entrant in table]
        assert len(set(seated)) == len(seated)
        for table in tables:
            assert sum(entrant < challengers for entrant in table) == 1
            meetings.update(itertools.combinations(sorted(table), 2))
    for challenger in range(challengers):
        assert all(meetings[challenger, challengers + opponent] == 2 for opponent in range(opponents))


def test_an_arena_ends_in_time():
    """Nothing begins after the time is up; what is on is played out; it is complete then."""
    event = Event(config("arena", 3, duration_ms=60_000), 12, 4)
    event.play(crashes=0.2)
    started = event.tournament.started_ms
    assert all(entry["at_ms"] <= started + 61_000 for entry in event.log if entry["kind"] == "paired")
    assert not event.open_boards()
    waves = [each for each in event.tournament.rounds if len(each.tables) > 0]
    assert len(waves) > 5
    last_played = {entrant: each.number for each in waves for table in each.tables for entrant in table.seats}
    assert len(last_played) == 12


def test_hash_seeds_do_not_enter():
    """Other processes, with other hash seeds, write the same logs."""
    script = (
        "import json, hashlib, sys; sys.path[:0] = ['.', 'tests/tournaments']\n"
        "from simulated import Event, config\n"
        "logs = [Event(config(form, seats, duration_ms=60000, rounds=4), 23, 5, challengers=2).play(0.03, crashes=0).log\n"
        "        for form, seats in (('swiss', 2), ('swiss', 4), ('knockout', 3), ('round_robin', 4), ('arena', 3), ('gauntlet', 3))]\n"
        "print(hashlib.sha256(json.dumps(logs).encode()).hexdigest())\n"
    )
    root = Path(__file__).parents[2]
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=root,
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(next(iter(digests)).strip()) == len(hashlib.sha256().hexdigest())


def knockout_of_four(*results):
    """A knockout of four: the ranks of the first round's tables, and who was absent there."""
    event = Event(config("knockout", 2), 4)
    event.add("started")
    event.pair()
    for table, (ranks, absent) in enumerate(results):
        event.add("result", round=1, table=table, board=0, ranks=ranks, scores=[9, 9], cause="finished", absent=absent)
    return event


def finish(event):
    """Pair what is still to be paired; return the ranks of all by entrant."""
    while event.pair() is not None:
        pass
    assert is_complete(event.tournament, event.now_ms)
    return {line.entrant.id: line.rank for line in standings(event.tournament)}


def test_whoever_is_left_before_the_final_wins():
    """The other finalist withdraws, or both of a semifinal were absent: the one who stays has a walkover and is first."""
    event = knockout_of_four(([1, 2], []), ([1, 2], []))
    gone, here = (table.seats[0] for table in event.tournament.rounds[0].tables)
    event.add("withdrawn", entrant=gone)
    ranks = finish(event)
    assert (ranks[here], ranks[gone]) == (1, 2)
    assert event.tournament.rounds[-1].walkovers == (here,)
    event = knockout_of_four(([1, 1], [0, 1]), ([2, 1], []))
    away, (lost, won) = (table.seats for table in event.tournament.rounds[0].tables)
    ranks = finish(event)
    assert ranks[won] == 1
    assert ranks[lost] <= min(ranks[each] for each in away)


@pytest.mark.parametrize(("form", "seats"), [("round_robin", 2), ("round_robin", 4), ("gauntlet", 2), ("swiss", 2)])
def test_who_withdrew_before_the_start_is_not_played_against(form, seats):
    """The rounds are those of the ones who came: no walkovers, no empty rounds, no rounds for a larger field."""
    left, came = Event(config(form, seats), 12, challengers=2), Event(config(form, seats), 6, challengers=2)
    for number in range(6, 12):
        left.add("withdrawn", entrant=f"e{number:03}")
    for event in (left, came):
        event.play(crashes=0.0)
    assert [each.tables for each in left.tournament.rounds] == [each.tables for each in came.tournament.rounds]
    assert not any(each.walkovers for each in left.tournament.rounds)


def test_two_who_were_absent_have_no_points_in_the_pairing_either():
    """Both stayed away: they are paired with those who lost, not as if they had drawn."""
    pytest.importorskip("py4swiss")
    event = Event(config("swiss", 2, rounds=2), 8)
    event.add("started")
    event.pair()
    for table in range(4):
        absent = [0, 1] if table == 0 else []
        event.add("result", round=1, table=table, board=0, ranks=[1, 2], scores=[9, 8], cause="finished", absent=absent)
    losers = {table.seats[1] for table in event.tournament.rounds[0].tables[1:]}
    away = set(event.tournament.rounds[0].tables[0].seats)
    points = {each.id: each.points for each in all_players(event.tournament).values()}
    assert {points[each] for each in losers | away} == {0}
    found = event.pair()
    assert found.method == "dutch"
    # Three have a point, five have none: one of the five plays upwards.
    upwards = [table for table in found.tables if len({points[each] for each in table.seats}) == 2]
    assert len(upwards) == 1
    assert not set(upwards[0].seats) & away
