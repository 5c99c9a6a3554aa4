"""Analyses and series by REST on the real stack: asked for, followed, exported, plotted, cancelled."""

from __future__ import annotations

import csv
import io
import json
import time

import httpx

from ai.levels import LEVELS
from engine.replay import verify
from tests.e2e.support import ME, bot, end, new_client, next_decision, refused, table_for


def over(client, series_id, seconds=150.0):
    """The series once it is no longer running."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = client.get(f"/series/{series_id}")
        if found["status"] != "running":
            return found
        time.sleep(0.2)
    raise AssertionError(f"not over within {seconds} s")


def fetched(client, path, **query):
    got = client.http.get(path, params=query)
    assert got.status_code == 200, got.text
    return got


def test_bots_say_how_strong_they_proved(client):
    bots = {each["level"]: each for each in client.get("/bots")["bots"]}
    assert set(bots) == set(LEVELS)
    for name, level in LEVELS.items():
        shown = bots[name]
        assert (shown["chooser"], shown["iterations"]) == (level.chooser, level.iterations)
        assert (shown["think_ms_max"], shown["measured"]) == (level.think_ms_max, level.to_dict()["measured"])
    assert any(each["measured"] for each in bots.values())


def test_a_player_has_its_decision_analysed(client, other):
    match_id = table_for(client, ME, bot("random"))
    asked = next_decision(client, match_id)
    told = client.post(f"/matches/{match_id}/analysis", {"iterations": 400})
    assert (told["seat"], told["version"], told["played"], told["iterations"]) == (0, asked["version"], None, 400)
    legal = {each["notation"]: each["action"] for each in asked["legal_actions"]}
    assert {each["notation"]: each["action"] for each in told["candidates"]} == legal
    best = told["candidates"][0]
    assert client.submit(match_id, asked["version"], best["action"])["version"] > asked["version"]
    assert client.post(f"/matches/{match_id}/analysis")["think_ms"] < 5_000 or next_decision(client, match_id)
    with refused(403, "NotYourSeat"):
        other.post(f"/matches/{match_id}/analysis")
    with refused(429, "LimitExceeded") as problem:
        client.post(f"/matches/{match_id}/analysis", {"budget_ms": 60_000})
    assert problem["limit"] == "analysis_budget_ms_max"
    with refused(400, "BadRequest"):
        client.post(f"/matches/{match_id}/analysis", {"threads": 8})
    record = end(client, match_id)
    told = other.post(f"/matches/{match_id}/analysis", {"version": 0, "seat": 0, "iterations": 50})
    assert told["played"] == next(notation for seat, notation in record["actions"] if seat == 0)
    with refused(400, "BadRequest"):
        other.post(f"/matches/{match_id}/analysis")


def test_a_series_is_followed_exported_and_plotted(stack, client, other):
    wish = {"game": "race", "players": ["greedy", "random"], "pairs": 10, "seed": 5}
    made = client.post("/series", wish, key="once")
    assert client.post("/series", wish, key="once")["id"] == made["id"]
    path = f"/series/{made['id']}"
    headers = {"Authorization": f"Bearer {other.token}"}
    with httpx.stream("GET", f"{stack.gateway_urls[-1]}/v1{path}/events", headers=headers, timeout=120) as got:
        assert got.headers["content-type"] == "application/x-ndjson"
        lines = [line for line in map(json.loads, got.iter_lines()) if line["cursor"]]
    assert [line["cursor"] for line in lines] == list(range(1, 23))
    assert [lines[0]["entry"]["kind"], lines[-1]["entry"]["kind"]] == ["created", "finished"]
    sse = {**headers, "Accept": "text/event-stream", "Last-Event-ID": "21"}
    got = httpx.get(f"{stack.url}/v1{path}/events", headers=sse, timeout=30)
    assert got.text.startswith("id: 22\nevent: entry\n")
    full = client.get(path)
    assert (full["status"], full["played"], full["left_s"]) == ("over", 20, None)
    assert [each["player"] for each in full["ratings"]] == ["greedy", "random"]
    head, *matches = map(json.loads, fetched(other, f"{path}/matches").iter_lines())
    assert (head["plan"]["players"], len(matches)) == (["greedy", "random"], 20)
    for match in matches:
        verify(match["record"])
    rows = list(csv.DictReader(io.StringIO(fetched(other, f"{path}/matches", form="csv").text)))
    assert [row["match_id"] for row in rows] == [match["match_id"] for match in matches]
    assert fetched(other, f"{path}/plot").headers["content-type"].startswith("image/svg+xml")
    assert fetched(other, f"{path}/plot", form="png").content.startswith(b"\x89PNG")
    assert made["id"] in {each["id"] for each in other.get("/series", page_size=100)["series"]}


def test_series_refuse_and_end_as_asked(client, other):
    wish = {"game": "roll", "players": ["level4", "greedy"], "pairs": 5_000}
    made = client.post("/series", wish)
    with refused(403, "NotYourSeries"):
        other.post(f"/series/{made['id']}/cancel")
    assert client.post(f"/series/{made['id']}/cancel")["status"] == "cancelled"
    assert over(client, made["id"])["status"] == "cancelled"
    for status, error, change in (
        (422, "UnknownLevel", {"players": ["greedy", "cmd:true"]}),
        (404, "UnknownGame", {"game": "go"}),
        (422, "BadPlan", {"rotates": False}),
        (400, "BadRequest", {"tables": 9}),
        (429, "LimitExceeded", {"pairs": 500_000}),
    ):
        with refused(status, error):
            client.post("/series", wish | change)
    with refused(404, "UnknownSeries"):
        client.get("/series/nowhere/plot")


def test_players_bots_do_not_wait_behind_series_and_analyses(stack, client):
    """While a series of searching levels runs, a bot of an instant level answers as it does otherwise."""
    series = client.post("/series", {"game": "roll", "players": ["level4", "level5"], "pairs": 500})
    try:
        until = time.monotonic() + 60
        while not client.get(f"/series/{series['id']}")["played"]:
            assert time.monotonic() < until
            time.sleep(0.2)
        with new_client(stack.url) as player:
            assert _slowest(player) < 3.0
    finally:
        client.post(f"/series/{series['id']}/cancel")


def _slowest(player, decisions=12):
    """The longest that a player waited for its next decision while a bot of level `random` played."""
    match_id = table_for(player, ME, bot("random"))
    slowest = 0.0
    for _ in range(decisions):
        began = time.monotonic()
        asked = next_decision(player, match_id)
        slowest = max(slowest, time.monotonic() - began)
        if asked["is_over"]:
            break
        player.submit(match_id, asked["version"], asked["legal_actions"][0]["action"])
    end(player, match_id)
    return slowest
