"""Tournaments and ratings by REST on the real stack: hosted, entered, played, followed, exported."""

from __future__ import annotations

import json
import secrets
import time

import httpx
import jsonschema

from tests.e2e.support import ME, OPEN, WHOLE_MATCH, next_decision, play_on, refused, table_for, verified

CUP = {"name": "Cup", "game": "roll", "format": "swiss", "seats": 2, "rounds": 1}


def finished(client, tournament_id, seconds=120.0):
    """The tournament once it is over."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = client.get(f"/tournaments/{tournament_id}")
        if found["status"] == "over":
            return found
        time.sleep(0.2)
    raise AssertionError(f"not over within {seconds} s")


def lines_of(stack, client, tournament_id, **query):
    """The entries of a tournament's stream until it ends."""
    headers = {"Authorization": f"Bearer {client.token}"}
    with httpx.stream(
        "GET", f"{stack.url}/v1/tournaments/{tournament_id}/events", params=query, headers=headers, timeout=60
    ) as got:
        return [line for line in map(json.loads, got.iter_lines()) if line["type"] == "entry"]


@WHOLE_MATCH
def test_a_program_and_a_bot_play_a_tournament(stack, client, other):
    """Made, entered, started: the round runs itself; the program finds its match, plays it, and is rated."""
    made = other.post("/tournaments", {**CUP, "clock": {"kind": "bank", "bank_ms": 600_000, "increment_ms": 1_000}})
    client.create_account(f"e2e-{secrets.token_hex(5)}", "program")
    path = f"/tournaments/{made['id']}"
    assert made["status"] == "open"
    assert client.post(f"{path}/enter")["standings"][0]["player"] == "program"
    assert other.post(f"{path}/bots", {"level": "random", "count": 1})["entrants"] == 2
    assert other.post(f"{path}/start")["status"] == "running"
    until = time.monotonic() + 60
    while not (mine := client.get("/matches", own=True, status="running")["matches"]):
        assert time.monotonic() < until
        time.sleep(0.1)
    assert mine[0]["tournament"] == {"id": made["id"], "round": 1, "table": 0}
    asked = next_decision(client, mine[0]["id"])
    assert 0 < asked["remaining_ms"] <= 600_000
    play_on(client, mine[0]["id"])
    full = finished(client, made["id"])
    assert sum(row["points"] for row in full["standings"]) == 1
    assert full["rounds"][0]["tables"][0]["boards"][0]["match_id"] == mine[0]["id"]
    assert full["rounds"][0]["tables"][0]["matches"] == [mine[0]["id"]]
    verified(client, mine[0]["id"])
    lines = lines_of(stack, client, made["id"])
    assert [line["cursor"] for line in lines] == list(range(1, len(lines) + 1))
    assert {"created", "entered", "started", "paired", "begun", "result", "finished"} == {
        line["entry"]["kind"] for line in lines
    }
    assert lines_of(stack, client, made["id"], since=len(lines) - 1) == lines[-1:]
    name = client.get("/accounts/me")["name"]
    until = time.monotonic() + 60
    while not (history := client.get(f"/ratings/{name}", game="roll", seats=2))["changes"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    assert history["changes"][0]["match_id"] == mine[0]["id"]
    board = client.get("/ratings", game="roll", seats=2, page_size=100)
    assert all(row["opponents"] >= board["opponents_min"] for row in board["ratings"])
    assert history["rating"]["opponents"] == 1
    corrected = {"round": 1, "table": 0, "ranks": [1, 1], "scores": [0, 0], "reason": "a test"}
    document = httpx.get(f"{stack.url}/docs/openapi.json", timeout=30).json()
    for answer in (made, full, other.post(f"{path}/corrections", corrected)):
        jsonschema.validate(answer, {"components": document["components"], "$ref": "#/components/schemas/Tournament"})


def test_refusals_are_typed(client, other):
    """What can't be done is said with its own status."""
    made = client.post("/tournaments", CUP)
    path = f"/tournaments/{made['id']}"
    with refused(403, "NotYourTournament"):
        other.post(f"{path}/start")
    with refused(409, "BadEntry"):
        client.post(f"{path}/start")
    with refused(404, "UnknownTournament"):
        client.get("/tournaments/nowhere")
    with refused(422, "BadConfig"):
        client.post("/tournaments", {**CUP, "points": [1, 2]})
    with refused(422, "BadConfig"):
        client.get(f"/tournaments/{client.post('/tournaments', {**CUP, 'seats': 4})['id']}/export", form="trf")
    with refused(422, "BadClock"):
        table_for(client, ME, OPEN, clock={"kind": "decision"})
    assert other.post(f"{path}/enter")["entrants"] == 1
    assert other.post(f"{path}/return")["entrants"] == 1
    assert other.post(f"{path}/withdraw")["entrants"] == 0
    assert client.get("/tournaments", page_size=1)["tournaments"]


def test_a_repetition_with_its_key_changes_nothing_more_and_another_request_is_refused(client, other):
    """Made, entered, started, ended, each asked for twice as after a lost answer; and series are made and cancelled."""

    def twice(path, body=None, **more):
        key = secrets.token_hex(8)
        first, again = (client.post(path, body, key=key) for _ in range(2))
        assert first["id"] == again["id"]
        if more:
            with refused(422, "KeyReused"):
                client.post(path, {**(body or {}), **more}, key=key)
        return key, again

    made = twice("/tournaments", CUP, name="Mug")[1]
    path = f"/tournaments/{made['id']}"
    twice(f"{path}/bots", {"level": "random", "count": 2}, count=1)
    assert twice(f"{path}/enter")[1]["entrants"] == 3
    twice(f"{path}/withdraw")
    key = twice(f"{path}/start")[0]
    with refused(422, "KeyReused"):
        client.post(f"{path}/enter", key=key)
    twice(f"{path}/pause", {"reason": "rain"}, reason="snow")
    twice(f"{path}/resume")
    ended = twice(f"{path}/finish", {"reason": "rain"}, reason="snow")[1]
    assert (ended["status"], [each["reason"] for each in ended["audit"]].count("rain")) == ("over", 1)
    assert other.post("/tournaments", CUP, key=key)["id"] != made["id"]
    plan = {"game": "roll", "players": ["random", "greedy"], "pairs": 2_000}
    series = twice("/series", plan, seed=5)[1]
    assert twice(f"/series/{series['id']}/cancel")[1]["status"] == "cancelled"
