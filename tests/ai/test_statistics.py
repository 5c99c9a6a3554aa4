"""Win rates, their intervals and the sequential test, against figures worked out by hand or by another formula."""

import math

import pytest

from ai.arena.statistics import ALPHA, BETA, EDGE, Rate, Sprt, lead_of, rate_of, sprt_of

Z = 1.959964


def wilson(share, matches):
    """Wilson's interval as the textbooks write it."""
    spread = Z * math.sqrt(share * (1 - share) / matches + Z * Z / (4 * matches**2))
    middle = share + Z * Z / (2 * matches)
    return (middle - spread) / (1 + Z * Z / matches), (middle + spread) / (1 + Z * Z / matches)


@pytest.mark.parametrize(("won", "lost"), [(6, 4), (1, 9), (30, 70)])
def test_sets_of_one_match_have_the_interval_of_wilson(won, lost):
    """A set that is wholly won or lost counts as one match."""
    sets = won + lost
    rate = rate_of([1.0] * won + [0.0] * lost)
    assert rate.share == pytest.approx(won / sets)
    assert (rate.low, rate.high) == pytest.approx(wilson(won / sets, sets))
    assert rate.sets == sets


def test_sets_that_agree_count_as_up_to_four_matches_each():
    """Twenty sets that differ by a little are worth eighty matches, not more."""
    rate = rate_of([0.5, 0.51] * 10)
    assert (rate.low, rate.high) == pytest.approx(wilson(0.505, 80))


def test_sets_that_vary_as_pairs_do_are_worth_what_their_variance_says():
    """Shares 0, 1/2 and 1 in equal parts: a variance of 0.1875 over a mean of 1/2 makes a third more matches."""
    shares = [0.0, 0.5, 0.5, 1.0] * 4 + [0.5]
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    rate = rate_of(shares)
    assert (rate.low, rate.high) == pytest.approx(wilson(mean, mean * (1 - mean) / variance * len(shares)))


def test_one_set_alone_and_equal_sets_are_as_many_matches_as_sets():
    assert (rate_of([0.25]).low, rate_of([0.25]).high) == pytest.approx(wilson(0.25, 1))
    assert (rate_of([0.25, 0.25]).low, rate_of([0.25, 0.25]).high) == pytest.approx(wilson(0.25, 2))


def test_all_won_and_all_lost_stay_within_nought_and_one():
    """The end that was reached is the end of the interval; the other is Wilson's for ten matches."""
    assert (rate_of([1.0] * 10).low, rate_of([1.0] * 10).high) == pytest.approx((10 / (10 + Z * Z), 1.0))
    assert (rate_of([0.0] * 10).low, rate_of([0.0] * 10).high) == pytest.approx((0.0, Z * Z / (10 + Z * Z)))
    assert rate_of([0.0] * 10).low >= 0.0
    # Twenty are one of the numbers at which Wilson's formula is a rounding above 1.
    assert rate_of([1.0] * 20).high == 1.0


def test_a_rate_is_told_to_four_decimals():
    assert Rate(1 / 3, 0.123456, 0.98765, 7).to_dict() == {"share": 0.3333, "low": 0.1235, "high": 0.9877, "sets": 7}


def log_ratio(shares, fair):
    """The generalised log likelihood ratio of a normal mean, with one win and one loss added to the variance."""
    extended = [*shares, 0.0, 1.0]
    mean = sum(extended) / len(extended)
    variance = sum(share**2 for share in extended) / len(extended) - mean**2
    low, high = fair, fair + EDGE
    return sum(((share - low) ** 2 - (share - high) ** 2) / (2 * variance) for share in shares)


@pytest.mark.parametrize("fair", [0.5, 0.25])
def test_the_ratio_is_that_of_two_normal_means(fair):
    shares = [0.5, 1.0, 0.0, 0.5, 0.5, 1.0]
    test = sprt_of(shares, fair)
    assert test.log_ratio == pytest.approx(log_ratio(shares, fair))
    assert test.decision is None


def test_the_bounds_are_those_of_wald():
    """Both errors are one in twenty: log(19) either way."""
    test = sprt_of([], 0.5)
    assert (test.lower, test.upper) == pytest.approx((-math.log(19), math.log(19)))
    assert (ALPHA, BETA, EDGE) == (0.05, 0.05, 0.05)
    assert (test.log_ratio, test.decision) == (0.0, None)


def test_a_test_decides_at_its_bounds_and_not_before():
    assert Sprt(2.0, -2.0, 2.0).decision == "better"
    assert Sprt(1.999, -2.0, 2.0).decision is None
    assert Sprt(-1.999, -2.0, 2.0).decision is None
    assert Sprt(-2.0, -2.0, 2.0).decision == "not_better"


def test_wins_prove_the_better_and_losses_the_worse():
    """Both end at the first set that decides: later ones are not looked at."""
    for share, decision in ((1.0, "better"), (0.0, "not_better")):
        needed = next(count for count in range(1, 200) if sprt_of([share] * count, 0.5).decision)
        assert sprt_of([share] * needed, 0.5).decision == decision
        assert sprt_of([share] * needed + [1 - share] * 50, 0.5) == sprt_of([share] * needed, 0.5)
        assert needed > 5


def test_a_sequential_test_is_told_to_three_decimals_with_its_decision():
    told = Sprt(2.94444, -2.9444389, 2.9444389).to_dict()
    assert told == {"log_ratio": 2.944, "lower": -2.944, "upper": 2.944, "decision": "better", "course": []}


def test_the_course_of_a_test_has_its_ratio_after_each_set():
    """Up to the set that decides it, as a test of fewer sets would have told; of many sets only some are told."""
    shares = [0.75, 0.25, 0.5, 1.0, 0.5, 0.25] * 2
    course = sprt_of(shares, 0.5).course
    assert course == tuple(sprt_of(shares[:count], 0.5).log_ratio for count in range(1, len(course) + 1))
    told = sprt_of([0.5, 0.53, 0.52, 0.5] * 150, 0.5).to_dict()
    course = sprt_of([0.5, 0.53, 0.52, 0.5] * 150, 0.5).course
    assert len(told["course"]) <= 200
    assert (told["course"][0], told["course"][-1]) == (round(course[0], 3), told["log_ratio"])


def test_of_nothing_played_nothing_is_known():
    assert rate_of([]) == Rate(0.0, 0.0, 1.0, 0)


def test_two_sets_that_differ_show_a_variance_already():
    """They are worth four matches each, as twenty such sets would be."""
    rate = rate_of([0.5, 0.51])
    assert (rate.low, rate.high) == pytest.approx(wilson(0.505, 8))


def test_a_lead_is_the_elo_difference_that_expects_the_share():
    """Three quarters of the points are 191 Elo points, a half none, and the other's lead is the same below zero."""
    three_quarters = lead_of([1.0, 0.5] * 50)
    assert three_quarters.elo == pytest.approx(400 * math.log10(3))
    assert three_quarters.low < three_quarters.elo < three_quarters.high
    assert three_quarters.los > 0.999
    even = lead_of([1.0, 0.0] * 50)
    assert even.elo == pytest.approx(0.0)
    assert even.los == pytest.approx(0.5)
    other = lead_of([0.0, 0.5] * 50)
    assert other.elo == pytest.approx(-three_quarters.elo)
    assert other.high == pytest.approx(-three_quarters.low)
    assert other.los == pytest.approx(1 - three_quarters.los)


def test_superiority_is_the_chance_of_a_normal_mean():
    """Of 20 single matches 14 won: 1.79 deviations above the half."""
    assert lead_of([1.0] * 14 + [0.0] * 6).los == pytest.approx(0.9632, abs=0.003)


def test_all_won_has_no_elo_difference_but_a_bound():
    lead = lead_of([1.0] * 10)
    assert lead.elo is None
    assert lead.low > 100
    assert lead.high is None
    assert 0.99 < lead.los < 1.0
    assert lead_of([]).to_dict() == {"elo": None, "low": None, "high": None, "los": 0.5}
