"""A duplicate Swiss tournament by REST: a program among bots, and what a curious one is sent before a set is over."""

from __future__ import annotations

import base64
import contextlib
import re
import secrets
import time
from functools import partial

import httpx
import pytest
from redis import Redis

from client import Client, Refused
from tests.e2e.support import WHOLE_MATCH, new_client, play_on, refused, verified
from tests.e2e.test_leaks import Tapped, Wire
from tests.e2e.test_tournaments import finished, lines_of

CUP = {"name": "Pairs", "game": "roll", "format": "swiss", "seats": 2, "rounds": 2, "is_duplicate": True}
PATHS = ("", "/view", "/decision", "/record", "/events?follow=false", "/chat")


def soon(holds, seconds=60.0):
    """The first true value of *holds*."""
    until = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < until, f"not within {seconds} s"
        time.sleep(0.1)
    return found


def is_open(client, match_id):
    return not client.match(match_id).read()["is_sealed"]


def ask_everything(client, match_id, tournament_id):
    """Whatever a curious account can ask for; the transport keeps what comes."""
    for path in PATHS:
        client.http.get(f"/matches/{match_id}{path}")
    with contextlib.suppress(Refused):
        client.post(f"/matches/{match_id}/analysis", {"version": 0, "iterations": 10})
    for path in ("", "/events?follow=false", "/export?form=csv", "/export?form=trf", "/export?form=markdown"):
        client.http.get(f"/tournaments/{tournament_id}{path}")
    for path in ("/matches?status=over", "/matches?own=true&status=over", "/events?follow=false"):
        client.http.get(path)


def boards_of_round(client, done):
    """The program's two matches of the round."""
    running = client.get("/matches", own=True, status="running")["matches"]
    fresh = [match for match in running if match["id"] not in done]
    return fresh if len(fresh) == 2 else None


@pytest.fixture
def wires(stack):
    """What a program that plays, and a stranger, are sent."""
    redis = Redis.from_url(stack.redis_url)
    return Wire(redis), Wire(redis)


@pytest.fixture
def program(stack, wires):
    with Client(stack.url, patience_s=0, transport=Tapped(wires[0])) as one:
        one.create_account(f"e2e-{secrets.token_hex(5)}", "program")
        yield one


@pytest.fixture
def stranger(stack, wires):
    with new_client(stack.gateway_urls[-1], Tapped(wires[1])) as one:
        yield one


@WHOLE_MATCH
def test_a_duplicate_swiss_is_sealed_until_each_set_is_over(stack, client, program, stranger, wires):
    """Two rounds: the record of the first board is refused while the second is played; afterwards both verify."""
    made = client.post("/tournaments", CUP)
    path = f"/tournaments/{made['id']}"
    assert made["config"]["players"] == ["program", "bot"]
    with refused(403, "NotAdmitted"):
        stranger.post(f"{path}/enter")
    program.post(f"{path}/enter")
    assert client.post(f"{path}/bots", {"level": "random", "count": 3})["entrants"] == 4
    client.post(f"{path}/start")
    done, ends = {}, []
    for number in (1, 2):
        first, second = soon(partial(boards_of_round, program, done))
        assert first["deal"] == second["deal"]
        assert first["deal"].startswith(f"{made['id']}-{number}-")
        assert first["commitment"] != second["commitment"]
        assert [first["own_seats"], second["own_seats"]] in ([[0], [1]], [[1], [0]])
        assert program.get(f"/matches/{first['id']}/view")["seat"] == first["own_seats"][0]
        with refused(409, "MatchSealed"):
            stranger.get(f"/matches/{second['id']}/view")
        play_on(program, first["id"])
        assert program.match(first["id"]).read()["status"] == "over"
        for each in (program, stranger, client):
            with refused(409, "MatchSealed") as told:
                each.get(f"/matches/{first['id']}/record")
            assert "until the last of them is over" in told["detail"]
        for match in (first, second):
            ask_everything(program, match["id"], made["id"])
            ask_everything(stranger, match["id"], made["id"])
        assert program.match(first["id"]).read()["is_sealed"]
        with refused(409, "MatchNotOver"):
            program.get(f"/matches/{second['id']}/record")
        ends.append([len(wire.sent) for wire in wires])
        play_on(program, second["id"])
        for match in (first, second):
            assert soon(partial(is_open, stranger, match["id"]))
            done[match["id"]] = verified(stranger, match["id"])
            assert httpx.get(
                f"{stack.url}/v1/matches/{match['id']}/view", headers={"Authorization": f"Bearer {stranger.token}"}
            ).is_success
        assert done[first["id"]]["seed"] == done[second["id"]]["seed"]
        check_unsaid(wires, ends[-1], [done[first["id"]], done[second["id"]]])
    check_results(stack, client, finished(client, made["id"]), list(done.values()))


def check_unsaid(wires, ends, records):
    """Nothing that was sent before the set was over has the seed, nor the last position's fingerprint."""
    for wire, length in zip(wires, ends, strict=True):
        whole = b"".join(data for _, data in wire.sent[:length])
        assert records[0]["commitment"].encode() in whole
        seed = bytes.fromhex(records[0]["seed"])
        for form in (seed.hex().encode(), seed, base64.b64encode(seed)[:40]):
            assert form not in whole
        for record in records:
            assert record["fingerprint"].encode() not in whole


def check_results(stack, client, full, records):
    """Two rounds of two tables of two boards; one result each in standings, exports and ratings."""
    tables = [table for each in full["rounds"] for table in each["tables"]]
    assert [len(table["boards"]) for table in tables] == [2] * 4
    assert soon(lambda: all(t["is_released"] for e in finished(client, full["id"])["rounds"] for t in e["tables"]))
    assert sum(row["points"] for row in full["standings"]) == 4
    assert {row["tables"] for row in full["standings"]} == {2}
    for table in tables:
        for board in table["boards"]:
            assert board["seats"] == (table["seats"] if board["board"] == 0 else table["seats"][::-1])
            record = verified(client, board["match_id"])
            assert record["ranks"] == board["ranks"]
            records.append(record)
    assert len({record["seed"] for record in records}) == 4
    assert len({record["commitment"] for record in records}) == 8
    kinds = [line["entry"]["kind"] for line in lines_of(stack, client, full["id"])]
    assert (kinds.count("begun"), kinds.count("result"), kinds.count("released")) == (8, 8, 4)
    name = next(row["entrant"] for row in full["standings"] if row["player"] == "program")
    history = soon(lambda: client.get(f"/ratings/{name}", game="roll", seats=2)["changes"])
    assert [change["match_id"] for change in history] == [f"{full['id']}-{n}-{t}" for n, t in places(full, name)]
    export = client.http.get(f"/tournaments/{full['id']}/export?form=trf").text
    lines = [line for line in export.splitlines() if line.startswith("001")]
    assert [len(re.findall(r"\d [wb] [10=]", line)) for line in lines] == [2] * 4, lines


def places(full, name):
    """Round and table at which an entrant played."""
    return [
        (each["round"], number)
        for each in full["rounds"]
        for number, table in enumerate(each["tables"])
        if name in table["seats"]
    ]


def test_persons_and_talk_are_refused_at_duplicate_tables(client):
    for more in ({"players": ["person", "program"]}, {"has_chat": True}):
        with refused(422, "BadConfig"):
            client.post("/tournaments", CUP | more)
