"""Finished matches move to the archive while the stack runs; to clients nothing changes."""

from __future__ import annotations

import json
import os
import sqlite3

import pytest

from client import refusals
from engine.replay import verify
from services.shared import keys
from tests.e2e.support import ME, OPEN, bot, kill, make_stack, new_client, play_on, table_for
from tests.support.stack import until

pytestmark = pytest.mark.skipif(
    os.environ.get("E2E_STACK") == "containers", reason="looks into the folder of local processes"
)
SETTINGS = {"ASTRARIUM_LIMIT_FINISHED_MATCH_S": "1", "ASTRARIUM_LIMIT_ARCHIVING_MS": "200"}
READS = ("", "/record", "/view", "/view?version=3&has_open_hands=true", "/view?version=5&seat=1", "/chat")


@pytest.fixture
def stack(tmp_path):
    with make_stack(tmp_path, game_states=2, bots=1, settings=SETTINGS) as running:
        yield running


@pytest.fixture
def client(stack):
    with new_client(stack.url) as made:
        yield made


def read(client, match_id):
    told = {path: client.get(f"/matches/{match_id}{path}") for path in READS}
    told["list"] = [each["id"] for each in client.get("/matches", status="over")["matches"]]
    told["own"] = [each["id"] for each in client.get("/matches", own=True)["matches"]]
    told["lines"] = list(client.match(match_id).events(follow=False))
    return told


def wait_moved(stack, match_id):
    until(lambda: not stack._redis.exists(keys.match(match_id)))


def test_a_match_reads_the_same_from_the_archive(stack, client):
    stopped = stack.select("game_state")
    match_id = table_for(client, ME, bot("random"))
    client.post(f"/matches/{match_id}/chat", {"text": "good luck"})
    play_on(client, match_id, turns=12)
    client.post(f"/matches/{match_id}/resign")
    before = read(client, match_id)
    wait_moved(stack, match_id)
    assert read(client, match_id) == before
    with sqlite3.connect(stack.archive) as archive:
        assert archive.execute("SELECT match_id FROM matches").fetchall() == [(match_id,)]
    analysis = client.post(f"/matches/{match_id}/analysis", {"version": 0, "budget_ms": 50})
    assert analysis["version"] == 0
    for process in stopped:
        process.terminate()
        process.wait_ended(10)
    stack.start_role("game_state")
    assert read(client, match_id) == before
    again = client.post(f"/matches/{match_id}/rematch")
    assert again["id"] != match_id
    assert client.match(again["id"]).read()["status"] == "running"


def test_a_search_streams_records_from_both_places(stack, client):
    """Each line can be verified; behind its cursor comes the rest, once; what is wrong is refused by its name."""
    ids = []
    for game in ("roll", "race", "roll"):
        if ids:
            wait_moved(stack, ids[-1])
        ids.append(table_for(client, ME, bot("random"), game=game))
        client.post(f"/matches/{ids[-1]}/resign")
    found = list(client.records())
    assert [each["match_id"] for each in found] == ids
    for each in found:
        assert verify(each).scores() == tuple(each["scores"])
    assert list(client.records(found[0]["cursor"])) == found[1:]
    assert [each["match_id"] for each in client.records(game="race", won_by="bot:random")] == [ids[1]]
    assert list(client.records(game="race", options={"advanced": True})) == []
    assert [each["id"] for each in client.matches(ended="resigned", game="roll", opponent=["bot:random"])] == ids[::-2]
    lines = client.request("GET", "/records", params={"game": "roll"}).text.splitlines()
    assert [json.loads(line)["match_id"] for line in lines] == ids[::2]
    for query, word in {
        "wonby": "did you mean won_by",
        "ended_from": "did you mean ended_from_ms",
        "own": "there are clock",
    }.items():
        with pytest.raises(refusals.BadRequest, match=word):
            list(client.records(**{query: "1"}))
    for query, refusal in (
        ({"game": "chess"}, refusals.UnknownGame),
        ({"options": "{}"}, refusals.BadRequest),
        ({"game": "race", "options": {"deck": 3}}, refusals.BadOptions),
        ({"won_by": "nobody"}, refusals.UnknownAccount),
        ({"player": "bot:\0"}, refusals.BadRequest),
        ({"length_min": 9, "length_max": 3}, refusals.BadRequest),
        ({"since": "yesterday"}, refusals.BadRequest),
    ):
        with pytest.raises(refusal):
            list(client.records(**query))


def test_each_thing_that_can_be_searched_for_finds_its_matches(stack, client):
    """One of two archived matches, by REST: by player, pair, game, options, result, time, tournament, level, length."""
    ids = []
    for game, level, turns in (("roll", "random", 1), ("race", "greedy", 8)):
        ids.append(table_for(client, ME, bot(level), game=game))
        play_on(client, ids[-1], turns=turns)
        client.post(f"/matches/{ids[-1]}/resign")
        wait_moved(stack, ids[-1])
    first, second = (client.get(f"/matches/{match_id}") for match_id in ids)
    short, long = (len(each["actions"]) for each in client.records())
    assert short < long
    name = first["seats"][0]["account"]
    for query, expected in (
        ({"player": name}, ids),
        ({"player": "bot:greedy"}, ids[1:]),
        ({"player": "bot:random", "opponent": [name]}, ids[:1]),
        ({"player": "bot:random", "opponent": ["bot:greedy"]}, []),
        ({"game": "roll"}, ids[:1]),
        ({"seats": 3}, []),
        ({"game": "race", "options": {"advanced": False}}, ids[1:]),
        ({"ended": "resigned"}, ids),
        ({"ended": "finished"}, []),
        ({"won_by": "bot:greedy"}, ids[1:]),
        ({"ended_from_ms": second["ended_ms"]}, ids[1:]),
        ({"ended_from_ms": first["ended_ms"], "ended_until_ms": second["ended_ms"]}, ids[:1]),
        ({"tournament": "none"}, []),
        ({"length_min": long, "length_max": long}, ids[1:]),
        ({"length_max": long - 1}, ids[:1]),
    ):
        assert [each["match_id"] for each in client.records(**query)] == expected, query
        assert [each["id"] for each in client.matches(status="over", **query)] == expected[::-1], query


def test_game_state_may_be_killed_while_matches_move(stack, client):
    ids = []
    for _ in range(20):
        match_id = table_for(client, ME, bot("random"))
        client.post(f"/matches/{match_id}/resign")
        ids.append(match_id)
        if len(ids) % 5 == 0:
            kill(stack, "game_state")
            stack.start_role("game_state")
    for match_id in ids:
        wait_moved(stack, match_id)
        assert client.get(f"/matches/{match_id}/record")["match_id"] == match_id
    listed = [each["id"] for each in client.get("/matches", status="over", page_size=100)["matches"]]
    assert sorted(listed) == sorted(ids)


def test_a_waiting_table_and_a_running_match_stay(stack, client):
    waiting = table_for(client, ME, OPEN)
    running = table_for(client, ME, bot("random"))
    over = table_for(client, ME, bot("random"))
    client.post(f"/matches/{over}/resign")
    wait_moved(stack, over)
    assert stack._redis.exists(keys.match(waiting), keys.match(running)) == 2
