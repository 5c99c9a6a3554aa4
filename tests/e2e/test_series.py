"""Analyses and series by REST on the real stack: asked for, followed, exported, plotted, cancelled."""

from __future__ import annotations

import csv
import io
import json
import threading
import time

import httpx

from ai.levels import LEVELS
from engine.replay import verify
from tests.e2e.support import ME, bot, end, kill, new_client, next_decision, refused, table_for
from tests.support.stack import quiet_s

#: for whatever has to happen, however busy the machine
SOON_S = 120
#: a series has its turn after a few decisions of ten seconds each
SERIES_TURNS_S = 280.0


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
    assert client.match(match_id).submit(asked["version"], best["action"])["version"] > asked["version"]
    # Nothing is asked of the player until the bot has answered as well.
    next_decision(client, match_id)
    assert client.post(f"/matches/{match_id}/analysis")["think_ms"] < 5_000 * quiet_s(1)
    with refused(403, "NotYourSeat"):
        other.post(f"/matches/{match_id}/analysis")
    with refused(429, "LimitExceeded") as problem:
        client.post(f"/matches/{match_id}/analysis", {"budget_ms": 60_000})
    assert problem["limit"] == "analysis_budget_ms_max"
    with refused(400, "BadRequest"):
        client.post(f"/matches/{match_id}/analysis", {"threads": 8})
    with refused(409, "MatchNotOver"):
        client.match(match_id).evaluations()
    record = end(client, match_id)
    moments = other.match(match_id).evaluations()["evaluations"]
    assert moments is None or len(moments) == len(record["actions"]) + 1
    told = other.post(f"/matches/{match_id}/analysis", {"version": 0, "seat": 0, "iterations": 50})
    assert told["played"] == next(notation for seat, notation in record["actions"] if seat == 0)
    with refused(400, "BadRequest"):
        other.post(f"/matches/{match_id}/analysis")


def test_a_series_that_searches_for_long_delays_no_analysis_and_no_other_series(client, other):
    """Its matches take minutes, and whatever plays series is busy with them."""
    slow = {"game": "race", "players": ["level8", "level7"], "pairs": 20, "budget_ms": 10_000, "seed": 1}
    slow_id = client.post("/series", slow)["id"]
    try:
        quick = {"game": "race", "players": ["greedy", "random"], "pairs": 5, "seed": 2}
        quick_id = other.post("/series", quick)["id"]
        match_id = table_for(other, ME, bot("random"))
        next_decision(other, match_id)
        for _ in range(3):
            assert other.post(f"/matches/{match_id}/analysis", {"iterations": 200})["iterations"] == 200
        assert over(other, quick_id, SERIES_TURNS_S)["played"] == 10
        found = client.get(f"/series/{slow_id}")
        assert (found["status"], found["played"]) == ("running", 0)
    finally:
        client.post(f"/series/{slow_id}/cancel")


def test_a_series_is_followed_exported_and_plotted(stack, client, other):
    wish = {"game": "race", "players": ["greedy", "random"], "pairs": 10, "seed": 5}
    made = client.post("/series", wish, key="once")
    assert client.post("/series", wish, key="once")["id"] == made["id"]
    path = f"/series/{made['id']}"
    headers = {"Authorization": f"Bearer {other.token}"}
    with httpx.stream("GET", f"{stack.gateway_urls[-1]}/v1{path}/events", headers=headers, timeout=120) as got:
        assert got.headers["content-type"] == "application/x-ndjson"
        lines = [line for line in map(json.loads, got.iter_lines()) if line["type"] == "entry"]
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
    # The first plot loads its library, which a busy machine may not do in time: the client asks again.
    assert b"<svg" in other.series(made["id"]).plot()
    assert fetched(other, f"{path}/plot").headers["content-type"].startswith("image/svg+xml")
    assert other.series(made["id"]).plot().startswith(b"<?xml")
    assert other.series(made["id"]).plot("png").startswith(b"\x89PNG")
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
            assert _slowest(player) < quiet_s(3)
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
        player.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"])
    end(player, match_id)
    return slowest


class Following(threading.Thread):
    """Follows a series by one request, to its end; notes the cursors and entries that came."""

    def __init__(self, stack, client, series_id, form):
        super().__init__(daemon=True)
        self.url = f"{stack.url}/v1/series/{series_id}/events"
        self.headers = {"Authorization": f"Bearer {client.token}", "Accept": form}
        self.heard = []
        self.fault = None
        self.start()

    def run(self):
        try:
            with httpx.stream("GET", self.url, headers=self.headers, timeout=SOON_S) as got:
                number = 0
                for line in got.iter_lines():
                    name, _, value = line.partition(": ")
                    if name == "id":
                        number = int(value)
                    elif name == "data":
                        self.heard.append((number, json.loads(value)["entry"]))
                    elif line.startswith("{") and (told := json.loads(line))["type"] == "entry":
                        self.heard.append((told["cursor"], told["entry"]))
        except Exception as fault:  # noqa: BLE001 (the test looks at it)
            self.fault = fault

    def wait_for(self, count):
        until = time.monotonic() + SOON_S
        while len(self.heard) < count:
            assert self.is_alive(), self.fault or "the stream has ended"
            assert time.monotonic() < until, f"{len(self.heard)} entries, not {count}, within {SOON_S} s"
            time.sleep(0.02)


def test_the_streams_of_a_series_outlive_its_director(breakable):
    """Killed twice while matches end: by the same requests come all entries, each once, and then the end."""
    with new_client(breakable.url) as host:
        wish = {"game": "roll", "players": ["level4", "greedy"], "pairs": 5_000, "iterations": 60}
        path = f"/series/{host.post('/series', wish)['id']}"
        forms = ("application/x-ndjson", "text/event-stream")
        streams = [Following(breakable, host, path.rpartition("/")[2], form) for form in forms]
        try:
            for _ in range(2):
                seen = max(len(each.heard) for each in streams)
                for each in streams:
                    each.wait_for(seen + 3)
                kill(breakable, "director")
                assert all(each.is_alive() for each in streams)
                breakable.start_role("director")
            seen = max(len(each.heard) for each in streams)
            for each in streams:
                each.wait_for(seen + 3)
        finally:
            host.post(f"{path}/cancel")
        for each in streams:
            each.join(SOON_S)
            assert not each.is_alive()
            assert each.fault is None
        log = [json.loads(line) for line in fetched(host, f"{path}/events", follow="false").iter_lines()]
        whole = [(line["cursor"], line["entry"]) for line in log]
        assert [cursor for cursor, _ in whole] == list(range(1, len(whole) + 1))
        assert [whole[0][1]["kind"], whole[-1][1]["kind"]] == ["created", "cancelled"]
        matches = [entry["match_id"] for _, entry in whole if entry["kind"] == "match"]
        assert len(set(matches)) == len(matches) >= 8
        for each in streams:
            assert each.heard == whole
