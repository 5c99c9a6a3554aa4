"""FIDE's report format: another program reads it at any time, and pairs from it what this one pairs."""

import random
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from simulated import Event, config, entrant

from tournaments.errors import BadConfig
from tournaments.pairing import next_round
from tournaments.standings import standings
from tournaments.tournament import Tournament
from tournaments.trf import to_trf

pytest.importorskip("py4swiss")

from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch import Engine
from py4swiss.trf import TrfParser

from tests.support.examples import examples

EVENTS, EVENTS_OF_A_SOAK = 60, 1_000


def read(tournament, path):
    """What the library's reader makes of the file."""
    path.write_text(to_trf(tournament))
    return TrfParser.parse(path, strict=True)


def pair_by_file(tournament, path):
    """What the library pairs from the file: tables and bye, as ids; None if its absolute rules allow none."""
    ids = [each.id for each in tournament.seeding]
    try:
        pairs = Engine.generate_pairings(read(tournament, path))
    except PairingError:
        return None
    tables = [(ids[pair.white - 1], ids[pair.black - 1]) for pair in pairs if pair.black]
    return tables, tuple(ids[pair.white - 1] for pair in pairs if not pair.black)


def compare_an_event(seed, path):
    """Play a Swiss of two seats by chance; return how many of its rounds were paired both ways, always alike."""
    rng = random.Random(seed)
    points = rng.choice([[1, 0], [1, 0], [3, 1], [2, "0.4"]])
    event = Event(
        config(
            "swiss",
            2,
            rounds=rng.randint(3, 9),
            points=points,
            bye_points=rng.choice([0, "0.5", 1]),
            late_points=rng.choice([0, "0.5", 1]),
            late_rounds=4,
            method="dutch",
        ),
        rng.randint(4, 24),
        seed,
    )
    absences, leaving, late, compared = rng.choice([0, 0.1, 0.3]), rng.choice([0, 0.05]), rng.choice([0, 0.4]), 0
    event.add("started")
    while len(event.tournament.active) > 1:
        found = next_round(event.tournament, event.now_ms)
        if found is None:
            break
        expected = pair_by_file(event.tournament, path)
        if expected is not None:
            assert found.method == "dutch"
            assert ([table.seats for table in found.tables], found.byes) == expected
            compared += 1
        event.pair()
        event.play_round(leaving, absences)
        if rng.random() < late and len(event.tournament.rounds) < 4:
            event.add("entered", entrant=entrant(len(event.tournament.entrants), rating=rng.randint(1, 2500)))
    return compared


def test_the_product_pairs_as_the_library_does_from_its_file(tmp_path):
    """Absences, late entries, withdrawals, half-point byes, other points: the same tables, colours and byes."""
    assert sum(compare_an_event(seed, tmp_path / "event.trf") for seed in range(EVENTS)) > 3 * EVENTS


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_the_product_pairs_as_the_library_does_at_length(tmp_path):
    """The same of many more events."""
    events = range(EVENTS, EVENTS + EVENTS_OF_A_SOAK)
    assert sum(compare_an_event(seed, tmp_path / "event.trf") for seed in events) > 3 * EVENTS_OF_A_SOAK


def forfeited(names, method):
    """A Swiss of two after a first round at which *names* were absent."""
    event = Event(config("swiss", 2, rounds=5, method=method), 5)
    event.add("started")
    event.pair()
    for number, place, board in event.open_boards():
        seats = event.tournament.rounds[0].tables[place].seats
        event.result(number, place, board, absent=[seat for seat in (0, 1) if seats[seat] in names])
    return event


@pytest.mark.parametrize("method", ["dutch", "pods"])
def test_no_bye_follows_a_win_by_forfeit_while_others_may_have_it(method):
    """e000 and e001 won without playing, e004 had a bye: the next byes are for the two others."""
    event = forfeited({"e002", "e003"}, method)
    assert event.tournament.rounds[0].byes == ("e004",)
    for _ in range(2):
        latest = event.pair()
        assert latest.method == method
        assert set(latest.byes) <= {"e002", "e003"}
        for board in event.open_boards():
            event.result(*board)


points = st.sampled_from([0, 1, 2, "0.5", "1/3", "1.1"])


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 10**6),
    st.sampled_from(["swiss", "round_robin", "knockout", "gauntlet", "arena"]),
    st.integers(2, 12),
    st.lists(points, min_size=2, max_size=2).filter(
        lambda drawn: Fraction(drawn[0]) - Fraction(drawn[1]) > Fraction(1, 10)
    ),
    st.tuples(points, points),
)
def test_a_strict_reader_accepts_the_file_at_any_time(  # noqa: PLR0917 (drawn)
    tmp_path_factory, seed, form, entrants, scale, unplayed
):
    """Before, while and after rounds are played, whatever a place, a bye or a missed round is worth."""
    path = tmp_path_factory.mktemp("trf") / "event.trf"
    settings_ = config(
        form,
        2,
        rounds=4,
        points=scale,
        bye_points=unplayed[0],
        late_points=unplayed[1],
        late_rounds=3,
        duration_ms=60_000,
    )
    event = Event(settings_, entrants, seed, challengers=1)

    def look(event):
        parsed = read(event.tournament, path)
        assert len(parsed.player_sections) == len(event.tournament.entrants)
        assert all(len(each.results) == len(event.tournament.rounds) for each in parsed.player_sections)

    look(event)
    add = event.add

    def add_and_look(kind, **fields):
        add(kind, **fields)
        look(event)

    event.add = add_and_look
    event.play(withdrawals=0.05, absences=0.1, late=0.3 if form == "swiss" else 0.0, crashes=0.0)


def test_points_of_the_file_are_those_of_the_standings(tmp_path):
    """Where tenths tell them exactly: byes, missed rounds and places alike."""
    event = Event(config("swiss", 2, rounds=5, points=[3, 1], bye_points=2, late_points="0.5", late_rounds=4), 9, 3)
    event.play(absences=0.1, late=0.5, crashes=0.0)
    told = [each.points_times_ten for each in read(event.tournament, tmp_path / "event.trf").player_sections]
    points = {line.entrant.id: line.points for line in standings(event.tournament)}
    assert told == [10 * points[each.id] for each in event.tournament.seeding]


def test_a_usual_event_needs_no_scoring_codes():
    """A win of 1 and byes of 1 go without saying; other worths stand in an XXS line."""
    lines = to_trf(Event(config("swiss", 2, rounds=3), 4).tournament).splitlines()
    assert [line[:3] for line in lines] == ["012", "062", "092", "XXR", "001", "001", "001", "001"]
    lines = to_trf(Event(config("swiss", 2, rounds=3, points=[3, 0]), 4).tournament).splitlines()
    assert lines[4] == ("XXS WW=3.0 BW=3.0 WD=1.5 BD=1.5 WL=0.0 BL=0.0 ZPB=0.0 HPB=0.0 FPB=3.0 PAB=3.0 FW=3.0 FL=0.0")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seats": 4}, "two seats"),
        ({"points": [1, -1]}, "below 0"),
        ({"points": ["0.02", 0]}, "finer"),
        ({"points": [100, 0]}, "room for 99.9"),
    ],
)
def test_what_the_columns_cannot_hold_is_refused(change, why):
    """More seats, points below 0 or above 99.9, and points that tenths don't tell apart."""
    event = Event(config("swiss", **{"seats": 2, "rounds": 1, "method": "pods", **change}), 8).play(crashes=0.0)
    with pytest.raises(BadConfig, match=why):
        to_trf(event.tournament)


@pytest.mark.parametrize("scale", [[1, -1], ["0.02", 0], [500, 0], ["1/3", "1/7"]])
def test_any_points_are_paired_by_the_dutch_system(scale):
    """What a file can't tell is paired as a win, a draw and a loss are anywhere."""
    events = [Event(config("swiss", 2, rounds=4, points=each, late_points=0), 9, 5) for each in ([1, 0], scale)]
    for event in events:
        event.play(crashes=0.0)
        assert {each.method for each in event.tournament.rounds} == {"dutch"}
    rounds = [[(t.seats, each.byes) for each in event.tournament.rounds for t in each.tables] for event in events]
    assert rounds[0] == rounds[1]
    assert Tournament(events[1].log).finished
