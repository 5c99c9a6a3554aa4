"""One request can be followed through every process's log, and no log tells what its reader may not know."""

from __future__ import annotations

import base64
import json
import random
import re
import secrets
import time

import grpc
import httpx
import pytest

from deploy.local.stack import Stack
from engine.registry import find_game
from protos.astrarium.v1 import match_pb2
from protos.astrarium.v1.match_pb2_grpc import MatchServiceStub
from tests.e2e.support import ME, bot, end, new_client, next_decision, play_on, refused, table_for

WORD = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")
ROLES = ("gateway", "game_state", "bots", "director")
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def talkative(tmp_path_factory):
    """A stack that logs all it can."""
    settings = {"ASTRARIUM_LOG_LEVEL": "debug"}
    with Stack(tmp_path_factory.mktemp("talkative"), bots=1, settings=settings) as running:
        yield running


def text_of(stack, role):
    return (stack.data / "log" / f"{role}.0.log" if role != "director" else stack.data / "log/director.log").read_text()


def lines_of(stack, role):
    return [json.loads(line) for line in text_of(stack, role).rpartition("\n")[0].splitlines()]


def lines_about(stack, role, **fields):
    """The lines of a role with these fields, once there are any."""
    until = time.monotonic() + PATIENCE_S
    while True:
        found = [line for line in lines_of(stack, role) if fields.items() <= line.items()]
        if found:
            return found
        assert time.monotonic() < until, f"no line of {role} has {fields}:\n{text_of(stack, role)[-3000:]}"
        time.sleep(0.1)


def answer_with(client, match_id, asked, headers):
    body = {"version": asked["version"], "actions": [asked["legal_actions"][0]["action"]]}
    return client.http.post(f"/matches/{match_id}/actions", json=body, headers=headers)


def sent_for_requests(stack, match_id):
    """Where a request of the test's own made a bot's job."""
    return [
        line
        for line in lines_of(stack, "game_state")
        if line["event"] == "a bot job was sent"
        and line.get("match_id") == match_id
        and str(line.get("request_id")).startswith("follow-")
    ]


def test_a_request_is_followed_from_rest_to_the_bots_search_and_back(talkative):
    with new_client(talkative.url) as client:
        match_id = table_for(client, ME, bot("level4"))
        number = 0
        # What an answer causes is logged after it.
        while not (sent := sent_for_requests(talkative, match_id)):
            asked = next_decision(client, match_id)
            own = f"follow-{number}"
            got = answer_with(client, match_id, asked, {"X-Request-Id": own})
            assert (got.status_code, got.headers["X-Request-Id"]) == (200, own)
            number += 1
        about = {"request_id": sent[0]["request_id"], "match_id": match_id}
        assert lines_about(talkative, "gateway", **about, event="answered", status=200)
        submit = "/astrarium.v1.MatchService/SubmitActions"
        assert lines_about(talkative, "game_state", **about, method=submit, code="OK")
        (done,) = lines_about(talkative, "bots", **about, event="a bot job was done")
        assert done["job_id"].startswith(f"{match_id}:1:")
        assert lines_about(talkative, "game_state", **about, job_id=done["job_id"], event="a bot's answer was taken")
        end(client, match_id)


def test_every_answer_has_an_id_and_problems_tell_it_too(talkative):
    with new_client(talkative.url) as client:
        for path, status in (
            ("/matches", 200),
            ("/matches/none", 404),
            ("/nowhere", 404),
            ("/matches?page_size=x", 400),
        ):
            got = client.http.get(path)
            assert got.status_code == status
            assert re.fullmatch("[0-9a-f]{16}", got.headers["X-Request-Id"])
            if status != 200:
                assert got.json()["request_id"] == got.headers["X-Request-Id"]
        assert httpx.get(f"{talkative.url}/livez", headers={"X-Request-Id": "mine"}).headers["X-Request-Id"] == "mine"
        forged = client.http.get("/matches", headers={"X-Request-Id": "two words"}).headers["X-Request-Id"]
        assert re.fullmatch("[0-9a-f]{16}", forged)
        with client.http.stream("GET", "/events?follow=false", headers={"X-Request-Id": "stream-1"}) as answer:
            assert answer.headers["X-Request-Id"] == "stream-1"


def test_calls_by_grpc_and_to_the_director_have_their_ids_as_well(talkative):
    with new_client(talkative.url) as client, grpc.insecure_channel(talkative.grpc_target) as channel:
        stub = MatchServiceStub(channel)
        metadata = (("authorization", f"Bearer {client.token}"), ("x-request-id", "by-grpc"))
        _, call = stub.ListMatches.with_call(match_pb2.ListMatchesRequest(), metadata=metadata)
        assert ("x-request-id", "by-grpc") in call.trailing_metadata()
        with pytest.raises(grpc.RpcError) as failed:
            stub.GetMatch(match_pb2.GetMatchRequest(match_id="none"), metadata=metadata)
        assert ("x-request-id", "by-grpc") in failed.value.trailing_metadata()
        got = client.http.get("/tournaments/none", headers={"X-Request-Id": "to-director"})
        assert (got.status_code, got.headers["X-Request-Id"]) == (404, "to-director")
    assert lines_about(talkative, "director", request_id="to-director", tournament_id="none", code="NOT_FOUND")


def piece_names():
    """Names of pieces that no other word of ours looks like."""
    return {
        word
        for name in ("roll", "race", "tiny_epic")
        for word in WORD.findall(json.dumps(find_game(name).catalog()))
        if len(word) > 8
    }


def field_words(stack):
    """Words that stand in logs by their nature: names of fields, routes, methods, metrics."""
    lines = [line for role in ROLES for line in lines_of(stack, role)]
    return {key for line in lines for key in line} | {"astrarium", "game_state", "match_id", "tournament_id"}


@pytest.mark.parametrize("game", ["roll", "race", "tiny_epic"])
def test_no_log_holds_a_token_a_seed_an_information_set_or_a_piece(talkative, game):
    with new_client(talkative.url) as client:
        match_id = table_for(client, ME, bot("level4"), game=game)
        play_on(client, match_id, random.Random(1), turns=25)
        asked = next_decision(client, match_id)
        if asked["is_asked"]:
            with refused(422, "BadAction"):
                client.match(match_id).submit(asked["version"], f"no such action, and {client.token}")
        client.http.get("/matches", headers={"X-Request-Id": client.token})
        client.http.get(f"/matches/{client.token}")
        client.http.get("/matches", headers={"Authorization": f"Bearer {secrets.token_urlsafe(32)}"})
        record = end(client, match_id)
    whole = "\n".join(text_of(talkative, role) for role in ROLES)
    seed = bytes.fromhex(record["seed"])
    for secret in (client.token, record["seed"], base64.b64encode(seed).decode()):
        assert secret not in whole
    assert match_id in whole, "these are the logs of this match"
    assert not re.search(r"[\w+/]{200}", whole), "nothing as long as the bytes of a state"
    notations = {notation for _, notation in record["actions"] if len(notation) > 8 and " " in notation}
    assert not {notation for notation in notations if notation in whole}
    assert not (set(WORD.findall(whole)) - field_words(talkative)) & piece_names()
