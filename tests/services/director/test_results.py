"""What a finished match counts for: in ratings, and in a tournament."""

from __future__ import annotations

from protos.astrarium.v1 import match_pb2
from services.director.run import counts, ratings_entry, result_of
from services.shared.tokens import DELETED
from tests.support.stack import SEAT_KINDS
from tournaments.tournament import CAUSES


def match_of(*names, **fields):
    seats = [match_pb2.Seat(kind=SEAT_KINDS["account"], account=name) for name in names]
    return match_pb2.Match(seats=seats, settings=match_pb2.MatchSettings(is_rated=True), **fields)


def test_a_match_of_an_account_that_was_deleted_is_not_rated():
    """All deleted accounts have one name: it must not get a rating of its own."""
    match = match_of("anna", "bert", ranks=[1, 2])
    assert counts(match)
    assert ratings_entry(match)["players"] == ["anna", "bert"]
    assert not counts(match_of("anna", DELETED, ranks=[1, 2]))
    match.seats[1].resigned_by = DELETED
    assert not counts(match)


def test_a_match_without_places_is_shared_first_until_the_host_corrects_it():
    """The operator ended it and nobody could replay it: the tournament goes on."""
    result = result_of(match_of("anna", "bert", "carl"))
    assert result == {"ranks": [1, 1, 1], "scores": [0, 0, 0], "absent": [], "cause": "adjudicated"}
    assert result["cause"] in CAUSES
