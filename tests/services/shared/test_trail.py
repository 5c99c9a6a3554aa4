"""A request's id is taken if it can be one, told in logs, and carried along with what the request causes."""

from __future__ import annotations

import contextvars
import secrets

import pytest
from structlog.contextvars import get_contextvars

from services.shared import trail


@pytest.mark.parametrize(
    "sent", ["a", "5c0f3a9be2d14476", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "a.b_c:d-1", "x" * 64]
)
def test_an_id_that_was_sent_is_kept(sent):
    assert trail.take_id(sent) == sent


@pytest.mark.parametrize(
    "sent", [None, "", "-a", "x" * 65, "a b", 'a"b', "a\nb", "a\r\nx: y", "naïve", "{}", "[removed]", "a/b"]
)
def test_what_can_not_be_an_id_is_replaced(sent):
    taken = trail.take_id(sent)
    assert taken != sent
    assert trail.ID.fullmatch(taken)
    assert taken != trail.take_id(sent)


@pytest.mark.parametrize(
    "secret", [secrets.token_urlsafe(32).replace("-", "x"), secrets.token_hex(32)], ids=["url", "hex"]
)
def test_a_credential_is_never_taken_for_an_id(secret):
    assert trail.take_id(secret) != secret


def test_what_a_request_causes_carries_its_id_and_nothing_else_does():
    assert trail.carry() == {}
    inside = contextvars.copy_context()
    inside.run(trail.enter, "r-1", match_id="m", tournament_id="", other='"no id"')
    assert inside.run(trail.carry) == {trail.REQUEST_ID: "r-1"}
    assert inside.run(get_contextvars) == {"request_id": "r-1", "match_id": "m"}
    assert trail.carry() == {}


def test_the_next_step_carries_on_what_it_came_with_and_no_more():
    fields = {"job_id": "m:0:1", "actions": "[]", trail.REQUEST_ID: "r-1", "traceparent": "00-1-2-01"}
    assert trail.pass_on(fields) == {trail.REQUEST_ID: "r-1", "traceparent": "00-1-2-01"}
    trail.tell(request_id="r-1", match_id="m")
    assert trail.carry() == {}, "what a bot's answer causes is no part of the request"
