"""What an analysis says of the why is what the playouts showed."""

import pytest

from ai.evaluate.reasons import REASONS
from ai.levels import analyse
from ai.search.run import EXPLAINED, SearchSettings, search
from engine.registry import GAMES
from tests.support.beginners import beginners_match

TABLES = [("roll", 2), ("roll", 4), ("race", 2), ("race", 4), ("tiny_epic", 1), ("tiny_epic", 3)]


def walk(name, seats, seed, options=None):
    """A match of beginners: the state and the seat that decides next, and the end."""
    for state, seat in beginners_match(name, seats, seed, options):
        yield state, seat
    yield state, None


def find(name, asks, seed=1, after=0, options=None):
    """The information set of the first decision of that sort after so many actions."""
    for state, seat in walk(name, 2, seed, options):
        if seat is not None and state.version >= after and state.decision(seat)["asks"] == asks:
            return state.information_set(seat)
    raise AssertionError(f"nobody is asked for {asks}")


def test_every_game_has_its_reasons():
    assert set(REASONS) == set(GAMES)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_sources_add_up_to_the_score(name, seats):
    """At every moment of a match, and each of them counts for somebody at the end of some match."""
    reasons = REASONS[name]
    seen = dict.fromkeys(reasons.sources, 0)
    for seed in range(6):
        for state, seat in walk(name, seats, seed):
            told = [reasons.points_by_source(state, place) for place in range(seats)]
            assert tuple(sum(each.values()) for each in told) == state.scores()
            assert all(tuple(each) == reasons.sources for each in told)
            if seat is None:
                for source in seen:
                    seen[source] += sum(abs(each[source]) for each in told)
    assert all(seen.values()) or (name, seats) == ("tiny_epic", 1)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_sources_add_up_to_the_expected_scores(name, seats):
    """For the best two candidates, by seat; the others have no reasons, and nothing else changes."""
    for state, seat in walk(name, seats, 3):
        if seat is None or state.version % 25 or len(state.legal_actions(seat)) <= EXPLAINED:
            continue
        known = state.information_set(seat)
        found = analyse(known, iterations=200)
        plain = search(known, SearchSettings(), iterations=200, stop_early=False)
        for one, other in zip(found.candidates, plain.candidates, strict=True):
            assert (one.action, one.visits, one.values) == (other.action, other.visits, other.values)
            assert other.why is None
        for each in found.candidates[:EXPLAINED]:
            if each.why is not None:
                sums = [sum(points.values()) for points in each.why.sources]
                assert sums == pytest.approx(each.expected_scores)
                assert tuple(each.why.phases) == REASONS[name].phases
        assert found.candidates[0].why is not None
        assert all(each.why is None for each in found.candidates[EXPLAINED:])


def test_several_threads_add_their_reasons_up():
    found = search(find("race", "action"), SearchSettings(), iterations=300, threads=3, explains=True)
    for each in found.candidates[:EXPLAINED]:
        assert [sum(points.values()) for points in each.why.sources] == pytest.approx(each.expected_scores)
        assert all(0 <= share <= 1 for share in each.why.phases.values())


@pytest.mark.parametrize(("name", "asks"), [("race", "action"), ("roll", "select")])
def test_a_chosen_phase_is_played(name, asks):
    """Whoever chooses a phase sees it played in this round, whatever the others choose."""
    best, second = analyse(find(name, asks, after=40), iterations=400).candidates[:EXPLAINED]
    for each in (best, second):
        words = each.action.to_dict()
        phase = words.get("phase") or str(words["action"]).split("_")[0]
        assert each.why.phases[phase] == 1.0
    assert any(0 < share < 1 for share in best.why.phases.values())


def test_within_a_round_the_next_one_is_told():
    """While a round's phases are played, those of the round after it are still open."""
    for name, asks in (("race", "development"), ("roll", "explore")):
        why = analyse(find(name, asks), iterations=400).candidates[0].why
        assert any(0 < share < 1 for share in why.phases.values())
        assert sum(why.phases.values()) > 1


def test_a_match_that_ends_with_the_round_has_no_next_phases():
    """In the last round's phases nothing is chosen any more."""
    last = None
    for state, seat in walk("roll", 2, 1):
        if seat is not None and state.decision(seat)["asks"] not in {"select", "selector", "reassign", "recruit"}:
            last = state.information_set(seat) if len(state.legal_actions(seat)) > 1 else last
    best = analyse(last, iterations=50).candidates[0]
    assert set(best.why.phases.values()) == {0.0}
