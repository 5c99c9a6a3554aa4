"""Ratings: a better place never costs, ties are equal, seats don't matter, a rebuild is exact."""

import itertools
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from tournaments.errors import BadResult
from tournaments.ratings import Change, Rating, Ratings, Result, rate, settle_ranks, sum_ranks

rating = st.builds(Rating, st.floats(0, 50), st.floats(0.5, 9))


@st.composite
def tables(draw, seats_min=2):
    count = draw(st.integers(seats_min, 5))
    ratings = draw(st.lists(rating, min_size=count, max_size=count))
    places = draw(st.lists(st.integers(1, count), min_size=count, max_size=count))
    return ratings, settle_ranks(places)


@given(tables(), st.data())
def test_a_better_place_never_lowers(table, data):
    """Whoever moves up, all else equal, never gets a lower mean or a lower shown rating."""
    ratings, ranks = table
    seat = data.draw(st.integers(0, len(ranks) - 1))
    better = list(ranks)
    better[seat] = data.draw(st.integers(1, ranks[seat]))
    low, high = rate(ratings, ranks)[seat], rate(ratings, settle_ranks(better))[seat]
    assert high.mean >= low.mean - 1e-9
    assert high.shown >= low.shown - 1e-9


@given(st.integers(2, 5), rating, st.data())
def test_equals_end_in_the_order_of_their_places(count, start, data):
    """Players of equal strength end ordered as they placed; ties end equal to the last bit."""
    ranks = settle_ranks(data.draw(st.lists(st.integers(1, count), min_size=count, max_size=count)))
    after = rate([start] * count, ranks)
    assert len(after) == count
    for a, b in itertools.combinations(range(count), 2):
        if ranks[a] < ranks[b]:
            assert after[a].mean > after[b].mean
        elif ranks[a] == ranks[b]:
            assert after[a].mean == pytest.approx(after[b].mean, abs=1e-9)
            assert after[a].deviation == pytest.approx(after[b].deviation, abs=1e-9)


@given(tables())
def test_the_winner_never_loses_and_the_last_never_gains(table):
    """A sole winner's mean rises, a sole last one's falls."""
    ratings, ranks = table
    after = rate(ratings, ranks)
    assert len(after) == len(ranks)
    for seat, rank in enumerate(ranks):
        if rank == 1 and ranks.count(1) == 1:
            assert after[seat].mean > ratings[seat].mean
        if rank == max(ranks) and ranks.count(rank) == 1:
            assert after[seat].mean < ratings[seat].mean


def test_plackett_luce_would_rank_ties_wrongly():
    """The reason for the model: a third place overtakes two tied winners of equal strength."""
    model = PlackettLuce()

    def overtakes(ranks):
        after = model.rate([[model.rating()] for _ in ranks], ranks=[float(rank) for rank in ranks])
        return any(
            a[0].mu < b[0].mu
            for a, i in zip(after, ranks, strict=True)
            for b, j in zip(after, ranks, strict=True)
            if i < j
        )

    assert any(overtakes(settle_ranks(places)) for places in itertools.product(range(1, 4), repeat=5))


def results_of(seed, count=60):
    rng = random.Random(seed)
    names = [f"account-{n}" for n in range(12)]
    for number in range(count):
        seats = rng.randint(2, 5)
        places = [rng.randint(1, seats) for _ in range(seats)]
        absent = frozenset(seat for seat in range(seats) if rng.random() < 0.1)
        players = tuple(rng.sample(names, seats))
        yield Result(number, rng.choice(["roll", "race"]), players, settle_ranks(places), absent)


@given(st.integers(0, 10_000))
def test_seats_and_arrival_do_not_enter(seed):
    """Shuffled seats and a shuffled archive give the same numbers to the last digit."""
    results = list(results_of(seed))
    rng = random.Random(seed + 1)
    shuffled = []
    for result in results:
        order = rng.sample(range(len(result.players)), len(result.players))
        shuffled.append(
            Result(
                result.number,
                result.game,
                tuple(result.players[seat] for seat in order),
                tuple(result.ranks[seat] for seat in order),
                frozenset(order.index(seat) for seat in result.absent),
            )
        )
    rng.shuffle(shuffled)
    live = Ratings()
    for result in results:
        live.add(result)
    again = Ratings()
    for result in sorted(shuffled, key=lambda result: result.number):
        again.add(result)
    assert json.dumps(live.to_dict()) == json.dumps(again.to_dict())
    assert live.current == again.current
    for key in live.changes:
        assert live.changes_of(*key) == again.changes_of(*key)
        assert live.changes_of(*key)[-1].after == live.current[key]


@given(st.integers(0, 10_000), st.integers(0, 60))
def test_ratings_go_on_from_their_state_to_the_last_bit(seed, cut):
    results = list(results_of(seed))
    whole, begun = Ratings(), Ratings()
    for result in results[:cut]:
        whole.add(result)
        begun.add(result)
    after = Ratings.from_state(json.loads(json.dumps(begun.to_state())))
    assert after.first == after.number + 1 == cut
    for result in results[cut:]:
        whole.add(result)
        after.add(result)
    whole.forget_changes(cut)
    assert (after.current, after.changes) == (whole.current, whole.changes)
    assert all(after.opponents_of(*key) == whole.opponents_of(*key) for key in whole.current)
    assert all(met == whole.opponents[key] for key, met in after.opponents.items())
    assert (after.number, after.first) == (whole.number, whole.first)


def test_ratings_are_per_game_and_seat_count():
    """A table of three says nothing about tables of two, nor about another game."""
    ratings = Ratings()
    ratings.add(Result(1, "roll", ("ann", "bob", "cat"), (1, 2, 3)))
    assert ratings.of("roll", 3, "ann").mean > ratings.of("roll", 3, "bob").mean > ratings.of("roll", 3, "cat").mean
    assert ratings.of("roll", 2, "ann") == Rating()
    assert ratings.of("race", 3, "ann") == Rating()
    assert [player for player, _ in ratings.leaderboard("roll", 3)] == ["ann", "bob", "cat"]


def test_a_leaderboard_is_of_those_who_met_enough_different_opponents():
    """Cautious numbers decide the order; wins against one and the same, or by others' absence, lead nowhere."""
    ratings = Ratings()
    results = [("ann", "bob", ()) for _ in range(20)]
    results += [("ann", f"gone{number}", (1,)) for number in range(5)]
    results += [("cat", "bob", ()), ("cat", "dan", ()), ("dan", "bob", ())]
    for number, (winner, loser, absent) in enumerate(results):
        ratings.add(Result(number, "roll", (winner, loser), (1, 2), frozenset(absent)))
    assert ratings.leaderboard("roll", 2)[0][0] == "ann"
    assert [player for player, _ in ratings.leaderboard("roll", 2, opponents_min=2)] == ["cat", "dan", "bob"]
    assert [player for player, _ in ratings.leaderboard("roll", 2, opponents_min=3)] == ["bob"]
    assert [ratings.opponents_of("roll", 2, player) for player in ("ann", "bob", "cat", "gone1")] == [1, 3, 2, 0]
    assert ratings.opponents_of("roll", 3, "ann") == 0
    shown = [rating.shown for _, rating in ratings.leaderboard("roll", 2)]
    assert shown == sorted(shown, reverse=True)


@given(tables(seats_min=3), st.data())
def test_nobody_who_stayed_loses_by_an_absence(table, data):
    """However well a substitute does, the others get no less than had the absent one come last."""
    ratings, ranks = table
    gone = data.draw(st.integers(0, len(ranks) - 1))
    with_substitute = rate(ratings, settle_ranks(ranks, {gone}))
    worst = list(ranks)
    worst[gone] = len(ranks) + 1
    plain = rate(ratings, settle_ranks(worst))
    assert len(plain) == len(ranks)
    for seat in range(len(ranks)):
        if seat != gone:
            assert with_substitute[seat] == plain[seat]
            assert with_substitute[seat].mean >= rate(ratings, ranks)[seat].mean - 1e-9


def test_counted_ranks_close_the_gaps():
    """Absent seats share the last place."""
    assert settle_ranks((1, 2, 3, 4), {0, 2}) == (3, 1, 3, 2)
    assert settle_ranks((1, 1, 3)) == (1, 1, 3)


def test_a_duplicate_table_is_one_result():
    """Each wins once: a draw, whatever the order; a sweep is one win, not two."""
    assert sum_ranks([(1, 2), (2, 1)]) == (1, 1)
    assert sum_ranks([(1, 2), (1, 2)]) == (1, 2)
    assert sum_ranks([(1, 2, 3), (2, 1, 3), (1, 3, 2)]) == (1, 2, 3)
    ratings = Ratings()
    ratings.add(Result(1, "roll", ("ann", "bob"), sum_ranks([(1, 2), (2, 1)])))
    assert ratings.of("roll", 2, "ann").mean == pytest.approx(25)
    assert ratings.of("roll", 2, "ann").results == 1
    with pytest.raises(BadResult):
        sum_ranks([])


def test_a_bot_may_hold_several_seats():
    """Its rating is the mean of its seats'; three equal bots and a loser move as they should."""
    ratings = Ratings()
    changes = ratings.add(Result(1, "roll", ("bot-1", "ann", "bot-1"), (1, 3, 2)))
    assert set(changes) == {"bot-1", "ann"}
    assert ratings.of("roll", 3, "bot-1").mean > 25 > ratings.of("roll", 3, "ann").mean
    assert ratings.of("roll", 3, "bot-1").results == 1


def test_refusals():
    """A result counts once and in order, and its parts fit."""
    ratings = Ratings()
    ratings.add(Result(3, "roll", ("ann", "bob"), (1, 2)))
    for number in (3, 2):
        with pytest.raises(BadResult):
            ratings.add(Result(number, "roll", ("ann", "bob"), (1, 2)))
    for players, ranks, absent in (
        (("a",), (1, 2), ()),
        ((), (), ()),
        (("a", "b"), (0, 1), ()),
        (("a", "b"), (1, 2), (2,)),
    ):
        with pytest.raises(BadResult):
            Result(9, "roll", players, ranks, frozenset(absent))
    with pytest.raises(BadResult):
        rate([Rating()], [1, 2])
    assert rate([Rating(30, 2, 4)], [1]) == [Rating(30, 2, 4)]


def test_a_change_says_what_was_before_and_what_came_of_which_result():
    """Results of one player follow each other, apart for each game and number of seats."""
    ratings = Ratings()
    first = ratings.add(Result(1, "roll", ("bob", "ann"), (2, 1), at_ms=50, source="m1"))
    assert first["ann"] == Change(1, 50, "m1", 1, Rating(), ratings.of("roll", 2, "ann"))
    assert first["bob"] == Change(1, 50, "m1", 2, Rating(), ratings.of("roll", 2, "bob"))
    old = ratings.of("roll", 2, "ann")
    second = ratings.add(Result(2, "roll", ("ann", "bob"), (2, 1), at_ms=60, source="m2"))
    assert second["ann"] == Change(2, 60, "m2", 2, old, ratings.of("roll", 2, "ann"))
    assert ratings.of("roll", 2, "ann").results == 2
    assert ratings.changes_of("roll", 2, "ann") == [first["ann"], second["ann"]]
    assert ratings.changes_of("race", 2, "ann") == ratings.changes_of("roll", 2, "cleo") == []


def test_what_is_known_of_a_player_counts():
    """The better known a rating is, the less a result moves it; absent seats count as last."""
    sure, unsure = rate([Rating(25, 1), Rating(25, 8)], [1, 2])
    assert 0 < sure.mean - 25 < 25 - unsure.mean
    ratings = Ratings()
    ratings.add(Result(1, "roll", ("ann", "bob"), (1, 2), frozenset({0})))
    assert ratings.of("roll", 2, "bob").mean > 25 > ratings.of("roll", 2, "ann").mean


def test_a_bots_rating_is_the_mean_of_what_its_seats_would_get():
    """To the number, for mean and deviation; whoever holds one seat gets what that brings."""
    ratings = Ratings()
    ratings.add(Result(1, "roll", ("ann", "bot", "bot"), (1, 2, 3)))
    ann, second, third = rate([Rating()] * 3, [1, 2, 3])
    bot = ratings.of("roll", 3, "bot")
    assert ratings.of("roll", 3, "ann") == ann
    assert bot.mean == pytest.approx((second.mean + third.mean) / 2)
    assert bot.deviation == pytest.approx((second.deviation + third.deviation) / 2)
    assert bot.results == 1


def test_the_board_has_the_best_first_and_equal_ones_by_name():
    ratings = Ratings()
    ratings.add(Result(1, "roll", ("dora", "cleo", "bob", "ann"), (1, 1, 3, 4)))
    assert [player for player, _ in ratings.leaderboard("roll", 4)] == ["cleo", "dora", "bob", "ann"]
    equal = Ratings(current={("roll", 2, name): Rating(30, 5, 1) for name in ("bob", "ann")})
    assert [player for player, _ in equal.leaderboard("roll", 2)] == ["ann", "bob"]


def test_who_plays_alone_is_compared_with_nobody():
    """Such a result changes no rating and counts for none."""
    ratings = Ratings()
    ratings.add(Result(1, "tiny_epic", ("ann",), (1,)))
    assert ratings.of("tiny_epic", 1, "ann") == Rating()


def test_all_ratings_are_told_by_game_seats_and_player():
    ratings = Ratings()
    ratings.add(Result(1, "roll", ("ann", "bob"), (1, 2)))
    ratings.add(Result(2, "race", ("ann", "bob", "cleo"), (1, 2, 3)))
    told = ratings.to_dict()
    assert {game: {seats: sorted(rows) for seats, rows in table.items()} for game, table in told.items()} == {
        "race": {"3": ["ann", "bob", "cleo"]},
        "roll": {"2": ["ann", "bob"]},
    }
    ann = ratings.of("roll", 2, "ann")
    assert told["roll"]["2"]["ann"] == {
        "mean": ann.mean,
        "deviation": ann.deviation,
        "results": 1,
        "shown": ann.shown,
    }


def test_boards_of_a_table_have_the_same_players():
    with pytest.raises(BadResult, match="same players"):
        sum_ranks([(1, 2), (1, 2, 3)])
