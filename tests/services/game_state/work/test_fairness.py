"""A player's bot does not wait behind the bots of another account."""

from __future__ import annotations

from protos.astrarium.v1 import match_pb2
from services.shared.limits import limits
from tests.services.game_state.work.test_bots import answer, legal, offer_levels, queued
from tests.support.stack import until

MATCHES = 60
BOT = match_pb2.Seat(kind=match_pb2.SEAT_KIND_BOT, level="random")
ROLL = match_pb2.MatchSettings(game="roll", starts_when_full=True)


def test_whatever_one_account_has_its_bots_play_anothers_job_comes_soon(own_stack):
    """The test is the only worker: it sees every job in the order in which workers would take them."""
    _, target = own_stack.game_state(ASTRARIUM_LIMIT_BOT_GRACE_MS="600000")
    offer_levels(own_stack, "random")
    greedy, player = own_stack.client(target, "anna"), own_stack.client(target, "bert")
    made = greedy.call("CreateMatches", settings=ROLL, tables=[match_pb2.Seats(seats=[BOT, BOT])] * MATCHES).match_ids
    most = limits().bot_jobs_instant_per_account_max
    until(lambda: len(queued(own_stack)) == most)
    own = player.create(["account:", "bot:random"], starts_when_full=True)
    until(lambda: own in {job["match_id"] for job in queued(own_stack)})
    assert len(queued(own_stack)) == most + 1
    answered, seen = set(), set()
    while len(seen) < MATCHES:
        job = until(lambda: next((each for each in queued(own_stack) if each["job_id"] not in answered), None))
        answered.add(job["job_id"])
        seen |= {job["match_id"]} & set(made)
        answer(own_stack, job, legal(job)[:1])
    assert len(answered) < 8 * MATCHES, "matches of one account take turns"
