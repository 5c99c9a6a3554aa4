"""No text from outside becomes a key, or a fault: whatever stands in a request, the answer is a typed one."""

from __future__ import annotations

import pytest

from tests.attack.target import make_stack, make_target
from tests.attack.texts import attack_texts_by_grpc, attack_texts_by_rest, code_of
from tests.support.hostile import grpc_calls


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    with make_stack(tmp_path_factory.mktemp("outside")) as stack:
        yield make_target(stack)


def test_no_text_in_a_call_is_a_fault(target):
    """Some of the texts in each place, others in each; `make attack` sends them all."""
    outcome = attack_texts_by_grpc(target, 2_000, 0)
    assert outcome.failures == []
    assert outcome.inputs > 1_000


def test_no_text_in_a_request_is_a_fault(target):
    """As by gRPC."""
    outcome = attack_texts_by_rest(target, 2_000, 0)
    assert outcome.failures == []
    assert outcome.inputs > 1_000


@pytest.mark.parametrize("end", ["", ":log", ":chat", ":chat:muted", ":answers:host", ":chat:rate:host"])
def test_a_stranger_learns_nothing_of_a_private_match(target, end):
    """Whatever stands behind its id, the answer is that of a match that there is not."""
    answers = {}
    with target.open_channels() as channel_of:
        for match_id in (target.known.match_id, "nothing"):
            subject = target.known._replace(match_id=match_id + end)
            for call in grpc_calls(subject, [subject.match_id]):
                if call.place.startswith("match_id="):
                    answers.setdefault(call.method, []).append(code_of(channel_of(call.method), call, target.token))
    assert len(answers) > 15
    assert {method: found for method, found in answers.items() if found != ["NOT_FOUND"] * 2} == {}
