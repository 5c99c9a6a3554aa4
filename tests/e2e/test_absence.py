"""Matches without clocks that somebody has left, over REST and gRPC: claimed, or aborted."""

from __future__ import annotations

import time

import grpc
import pytest

from protos.astrarium.v1 import match_pb2
from protos.astrarium.v1.match_pb2_grpc import MatchServiceStub
from tests.e2e.support import ME, OPEN, account_of, make_stack, new_client, refused, table_for, verified

AFTER_MS = 5_000


@pytest.fixture(scope="module")
def stack(tmp_path_factory):
    settings = {"ASTRARIUM_LIMIT_CLAIM_AFTER_MS": str(AFTER_MS)}
    with make_stack(tmp_path_factory.mktemp("absence"), bots=0, settings=settings) as running:
        yield running


def left_match(client, other):
    """Return a match in which only the other owes a decision, as the client sees it."""
    match_id = table_for(client, ME, OPEN)
    other.post(f"/matches/{match_id}/join")
    while 0 in (match := client.match(match_id).read())["deciding_seats"]:
        asked = client.match(match_id).decision()
        client.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"])
    return match


def wait_until(at_ms):
    time.sleep(max(0.0, at_ms / 1000 - time.time()) + 0.05)


def test_a_left_match_is_claimed(client, other, stack):
    match = left_match(client, other)
    with refused(409, "CannotClaim") as told:
        other.match(match["id"]).claim()
    assert told["reason"] == "own_decision"
    with new_client(stack.url) as stranger, refused(403, "NotYourSeat"):
        stranger.match(match["id"]).claim()
    wait_until(match["claimable_ms"])
    for _ in range(2):
        claimed = client.match(match["id"]).claim()
        assert (claimed["ended"], claimed["ranks"], claimed["claimable_ms"]) == ("absent", [1, 2], None)
    assert claimed["is_rated"]
    gone = {"resigned_by": account_of(other), "cause": "absent"}
    assert gone.items() <= claimed["seats"][1].items()
    assert verified(client, match["id"])["ended"] == "absent"


def test_a_left_match_is_aborted(client, other, stack):
    match = left_match(client, other)
    with refused(409, "CannotClaim") as told:
        client.match(match["id"]).abort()
    assert (told["reason"], 0 < told["retry_after_s"] <= AFTER_MS / 1000) == ("too_early", True)
    wait_until(match["claimable_ms"])
    with grpc.insecure_channel(stack.grpc_target) as channel:
        request = match_pb2.AbortMatchRequest(match_id=match["id"])
        metadata = (("authorization", f"Bearer {client.token}"),)
        aborted = MatchServiceStub(channel).AbortMatch(request, timeout=20, metadata=metadata).match
    assert (aborted.ended, aborted.settings.is_rated) == ("aborted", False)
    assert verified(client, match["id"])["ended"] == "aborted"
    with refused(409, "MatchOver"):
        client.match(match["id"]).claim()
