"""Ratings of a series: the same results give the same ratings, the better is above, and the plot shows them."""

from __future__ import annotations

import random

import pytest

from ai.arena.schedule import Plan, matches_of
from ai.arena.series import SeriesStanding
from tournaments.strengths import plot, rate_all

STRENGTH = {"level3": 0.9, "level2": 0.5, "level1": 0.1}


def ratings_of(standing):
    return rate_all(standing.outcomes())


def lines(plan, chance):
    """A line per match of the plan; who is stronger comes first more often."""
    for pair in range(plan.pairs):
        for group in range(len(plan.groups)):
            for match in matches_of(plan, group, pair):
                luck = [STRENGTH[player] + chance.random() for player in match.players]
                ranks = [1 + sum(other > mine for other in luck) for mine in luck]
                shares = [float(rank == 1) for rank in ranks]
                place = {"group": group, "pair": pair, "rotation": match.rotation}
                yield place | {"win_shares": shares, "scores": ranks, "ranks": ranks, "forfeits": []}


@pytest.fixture
def played():
    plan = Plan("roll", tuple(STRENGTH), tables=2, pairs=40)
    return plan, list(lines(plan, random.Random(1)))


def standing_of(plan, its_lines):
    standing = SeriesStanding(plan)
    for line in its_lines:
        standing.add(line)
    return standing


def test_order_of_arrival_does_not_matter_and_the_stronger_is_above(played):
    plan, its_lines = played
    rows = ratings_of(standing_of(plan, its_lines))
    random.Random(2).shuffle(its_lines)
    assert ratings_of(standing_of(plan, its_lines)) == rows
    assert [row.player for row in rows] == list(STRENGTH)
    assert [row.results for row in rows] == [160, 160, 160]
    assert rows[0].low > rows[-1].high


def test_more_matches_narrow_the_interval(played):
    plan, its_lines = played
    few, many = ratings_of(standing_of(plan, its_lines[:12]))[0], ratings_of(standing_of(plan, its_lines))[0]
    assert many.high - many.low < few.high - few.low


@pytest.mark.parametrize(("form", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_the_plot_is_a_file_of_the_form_and_always_the_same(played, form, start):
    plan, its_lines = played
    rows = ratings_of(standing_of(plan, its_lines))
    drawn = plot(rows, "title", form)
    assert drawn.startswith(start)
    assert plot(rows, "title", form) == drawn
