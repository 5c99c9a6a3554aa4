"""A session by REST on the real stack: whole matches, and everything that a client may get wrong."""

from __future__ import annotations

import json
import random
import re
import secrets
import threading
from pathlib import Path

import httpx
import pytest

from tests.e2e.support import (
    ME,
    OPEN,
    WHOLE_MATCH,
    Playing,
    account_of,
    bot,
    end,
    new_client,
    next_decision,
    play_on,
    play_together,
    refused,
    table_for,
    turn_of,
    verified,
)

ROOT = Path(__file__).parents[2]


@WHOLE_MATCH
def test_a_match_with_bots_is_played_to_its_end(client):
    match_id = table_for(client, ME, *(bot("random"),) * 3)
    last = play_on(client, match_id)
    assert last["status"] == "over"
    match = client.match(match_id).read()
    assert (match["status"], match["ended"], match["deciding_seats"]) == ("over", "finished", [])
    assert min(match["ranks"]) == 1
    record = verified(client, match_id)
    assert record["match_id"] == match_id
    assert match["version"] == len(record["actions"])


def test_a_match_is_played_on_the_decisions_that_answers_bring(client):
    match_id = table_for(client, ME, bot("random"))
    asked = next_decision(client, match_id)
    brought = 0
    while not asked["is_over"] and brought < 10:
        body = {"version": asked["version"], "action": asked["legal_actions"][0]["notation"], "with_decision": True}
        asked = client.post(f"/matches/{match_id}/actions", body)["decision"]
        brought += asked["is_asked"]
        if not asked["is_asked"]:
            asked = next_decision(client, match_id)
    assert brought
    if not asked["is_over"]:
        body = {"version": asked["version"], "action": asked["legal_actions"][0]["notation"]}
        assert client.post(f"/matches/{match_id}/actions", body)["decision"] is None
        end(client, match_id)


def test_two_accounts_at_two_gateways_meet_at_an_open_table(client, other):
    match_id = table_for(client, ME, OPEN, starts_when_full=False)
    assert [found["id"] for found in other.get("/matches", status="waiting")["matches"]].count(match_id) == 1
    with refused(409, "SeatsOpen"):
        client.post(f"/matches/{match_id}/start")
    joined = other.post(f"/matches/{match_id}/join")
    assert (joined["seat"], joined["match"]["own_seats"]) == (1, [1])
    assert other.post(f"/matches/{match_id}/join")["seat"] == 1
    with refused(403, "NotYourMatch"):
        other.post(f"/matches/{match_id}/start")
    assert client.post(f"/matches/{match_id}/start")["status"] == "running"
    with refused(409, "MatchNotWaiting"):
        other.post(f"/matches/{match_id}/leave")
    play_together(25, *(Playing(turn_of(each, match_id)) for each in (client, other)))
    client.post(f"/matches/{match_id}/resign")
    assert verified(other, match_id)["scores"] == client.match(match_id).read()["scores"]


def test_leaving_opens_the_seat_again(client, other):
    match_id = table_for(client, ME, OPEN, bot("random"), starts_when_full=False)
    other.post(f"/matches/{match_id}/join")
    other.post(f"/matches/{match_id}/leave")
    assert client.match(match_id).read()["seats"][1] == {"kind": "open"}
    with refused(403, "NotYourSeat"):
        other.post(f"/matches/{match_id}/leave")


def test_a_full_table_takes_nobody(client, other):
    match_id = table_for(client, ME, bot("random"), starts_when_full=False)
    with refused(409, "SeatTaken"):
        other.post(f"/matches/{match_id}/join")


def test_a_stale_version_is_refused_and_names_the_present_one(client):
    match_id = table_for(client, ME, bot("random"))
    first = next_decision(client, match_id)
    client.match(match_id).submit(first["version"], first["legal_actions"][0]["notation"])
    now = next_decision(client, match_id)
    with refused(409, "StaleVersion") as problem:
        client.match(match_id).submit(first["version"], first["legal_actions"][0]["notation"])
    assert problem["version"] == now["version"]


def test_the_same_key_gets_the_same_answer_and_is_applied_once(client):
    match_id = table_for(client, ME, OPEN)
    with refused(409, "MatchNotRunning"):
        client.match(match_id).submit(0, "x")
    other = new_client(str(client.http.base_url).removesuffix("/v1/"))
    other.post(f"/matches/{match_id}/join")
    asked = next_decision(client, match_id)
    action = asked["legal_actions"][0]["action"]
    answers = [client.match(match_id).submit(asked["version"], action, key="k-1") for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert client.match(match_id).read()["version"] == asked["version"] + 1
    with refused(422, "KeyReused"):
        client.match(match_id).submit(asked["version"], action, action, key="k-1")


def test_the_same_key_at_once_from_many_threads_is_applied_once(client):
    match_id = table_for(client, ME, bot("random"))
    asked = next_decision(client, match_id)
    action = asked["legal_actions"][-1]["action"]
    answers = []

    def submit():
        answers.append(client.match(match_id).submit(asked["version"], action, key="k-2"))

    threads = [threading.Thread(target=submit) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(answers) == 8
    assert all(answer == answers[0] for answer in answers)


def test_the_same_key_makes_one_match(client):
    body = {"game": "roll", "seats": [ME, OPEN]}
    made = [client.post("/matches", body, key="make-1")["id"] for _ in range(2)]
    assert made[0] == made[1]


def test_an_illegal_action_says_why_and_what_would_be_legal(client):
    match_id = table_for(client, ME, bot("random"))
    asked = next_decision(client, match_id)
    legal = [each["notation"] for each in asked["legal_actions"]]
    illegal = "done" if "done" not in legal else "dictate"
    with refused(422, "IllegalAction") as problem:
        client.match(match_id).submit(asked["version"], illegal)
    assert problem["reason"]
    assert problem["rule"].startswith("Roll R")
    assert (problem["seat"], problem["index"], problem["legal"]) == (0, 0, legal)
    assert next_decision(client, match_id)["legal_actions"] == asked["legal_actions"]


def test_an_illegal_action_tells_its_figures(client):
    """For sentences in other languages: here how much is missing to place a card."""
    chance = random.Random(3)
    told = {}
    while not told:
        match_id = table_for(client, ME, bot("random"), game="race")
        while not told and (asked := next_decision(client, match_id))["is_asked"]:
            legal = [each["notation"] for each in asked["legal_actions"]]
            hand = client.get(f"/matches/{match_id}/view")["view"]["seats"][0]["hand"]
            for card in hand if asked["asks"] in {"development", "world"} else ():
                if f"place {card}" not in legal:
                    with refused(422, "IllegalAction") as problem:
                        client.match(match_id).submit(asked["version"], f"place {card}")
                    told = told or problem.get("figures", {})
            client.match(match_id).submit(asked["version"], chance.choice(legal))
    assert (set(told), min(told.values()) < max(told.values())) in (
        ({"price", "have"}, True),
        ({"defense", "strength"}, True),
    )


def test_a_list_is_taken_all_or_none(client):
    match_id = table_for(client, ME, bot("random"))
    asked = next_decision(client, match_id)
    good = asked["legal_actions"][0]["notation"]
    before = client.get(f"/matches/{match_id}/view")
    with refused(422, "IllegalAction") as problem:
        client.match(match_id).submit(asked["version"], good, good)
    assert problem["index"] == 1
    assert client.get(f"/matches/{match_id}/view")["version"] == before["version"]


@pytest.mark.parametrize(
    "action", ["", "nonsense", "reassign", "begin 0 0 0", {}, {"kind": 7}, {"kind": "dictate", "x": 1}]
)
def test_what_is_no_action_is_refused_with_what_would_be_one(client, action):
    match_id = table_for(client, ME, bot("random"))
    asked = next_decision(client, match_id)
    with refused(422, "BadAction") as problem:
        client.match(match_id).submit(asked["version"], action)
    assert problem["detail"]


@pytest.mark.parametrize("action", ["x" * 60_000, {"kind": "ä" * 9_000}, {"kind": "pass", "y" * 60_000: 1}])
def test_what_is_refused_may_be_long(client, action):
    """A refusal quotes what was sent, and has little room on its way."""
    match_id = table_for(client, ME, bot("random"))
    with refused(422, "BadAction") as problem:
        client.match(match_id).submit(next_decision(client, match_id)["version"], action)
    assert len(problem["detail"]) < 1_000
    with refused(422, "BadOptions"):
        table_for(client, ME, OPEN, options={"z" * 50_000: 1})


def test_bodies_that_are_too_large_once_they_are_written_again_or_have_no_length(client, stack):
    made = httpx.post(f"{stack.url}/v1/accounts", json={"name": f"long-{secrets.token_hex(5)}"}).json()
    headers = {"Authorization": f"Bearer {made['token']}", "Content-Type": "application/json"}
    path = f"{stack.url}/v1/matches/{table_for(client, ME, bot('random'))}"
    numbers = ",".join(["1e15"] * 5_000)
    many = f'{{"version": 0, "action": {{"kind": "pass", "numbers": [{numbers}]}}}}'

    def chunks():
        yield b'{"text": "hello"}'
        for _ in range(20):
            yield b" " * 8_000

    for where, body in (("actions", many), ("chat", chunks())):
        got = httpx.post(f"{path}/{where}", content=body, headers=headers)
        assert (got.status_code, got.json()["error"]) == (413, "BodyTooLarge"), got.text


def test_another_account_can_not_act_or_look_from_a_seat(client, other):
    match_id = table_for(client, ME, bot("random"))
    asked = next_decision(client, match_id)
    action = asked["legal_actions"][0]["action"]
    for seat in (None, 0):
        with refused(403, "NotYourSeat"):
            other.match(match_id).submit(asked["version"], action, **({} if seat is None else {"seat": seat}))
    with refused(403, "NotYourSeat"):
        client.match(match_id).submit(asked["version"], action, seat=1)
    for path in ("decision", "view", "events"):
        with refused(403, "NotYourSeat"):
            other.get(f"/matches/{match_id}/{path}", seat=0)
    with refused(403, "NotYourSeat"):
        other.post(f"/matches/{match_id}/resign")
    assert other.get(f"/matches/{match_id}/view")["seat"] is None


def test_with_a_wrong_token_nothing_can_be_seen(client, stack):
    match_id = table_for(client, ME, bot("random"))
    for path in ("", "/decision", "/view", "/events", "/record"):
        for headers in ({"Authorization": "Bearer wrong"}, *([{}] if path == "/decision" else [])):
            got = httpx.get(f"{stack.url}/v1/matches/{match_id}{path}", headers=headers)
            assert (got.status_code, got.json()["error"]) == (401, "Unauthenticated")


@pytest.mark.parametrize("path", ["", "/decision", "/view", "/events", "/record"])
def test_an_unknown_match(client, path):
    """Every address below a match that there is not says so."""
    with refused(404, "UnknownMatch"):
        client.get(f"/matches/nosuchmatch{path}")


def test_tokens_are_revoked_and_the_account_deleted(stack):
    """What a token may not do any more is refused; an account that is gone takes along its table, not its name."""
    with new_client(stack.url) as leaving, new_client(stack.url) as lent:
        name = leaving.account.read()["name"]
        lent.token = leaving.account.create_token(["watch"], days=1)["token"]
        lent.account.revoke_this_token()
        with refused(401, "Unauthenticated"):
            lent.account.read()
        match_id = leaving.create_match("race", [ME, OPEN])["id"]
        leaving.account.delete()
        with refused(401, "Unauthenticated"):
            leaving.account.read()
    with new_client(stack.url) as other:
        with refused(404, "UnknownMatch"):
            other.match(match_id).read()
        with refused(409, "AccountExists"):
            other.create_account(name)


def test_an_unknown_game_level_account_and_option(client):
    with refused(404, "UnknownGame"):
        client.get("/games/chess")
    with refused(404, "UnknownGame"):
        table_for(client, ME, OPEN, game="chess")
    with refused(422, "UnknownLevel"):
        table_for(client, ME, bot("level99"))
    with refused(404, "UnknownAccount"):
        table_for(client, ME, {"kind": "account", "account": "nobody-of-that-name"})
    with refused(422, "BadOptions"):
        table_for(client, ME, OPEN, options={"colour": "red"})
    for seats in ([ME], [ME] + [OPEN] * 5):
        with refused(422, "BadOptions"):
            table_for(client, *seats)


def test_there_is_no_record_before_the_end(client):
    match_id = table_for(client, ME, bot("random"))
    with refused(409, "MatchNotOver"):
        client.get(f"/matches/{match_id}/record")


def test_resigning_at_a_table_of_two_ends_the_match(client, other):
    match_id = table_for(client, ME, bot("random"))
    play_on(client, match_id, turns=5)
    match = client.post(f"/matches/{match_id}/resign")
    assert (match["status"], match["ended"]) == ("over", "resigned")
    assert match["ranks"] == [2, 1]
    assert client.match(match_id).decision()["is_over"]
    with refused(409, "MatchOver"):
        client.match(match_id).submit(match["version"], "done")
    assert verified(client, match_id)["ended"] == "resigned"


def test_resigning_at_a_larger_table_lets_the_others_play_on(client, other):
    match_id = table_for(client, ME, OPEN, bot("random"))
    other.post(f"/matches/{match_id}/join")
    play_on(other, match_id, turns=1)
    match = client.post(f"/matches/{match_id}/resign")
    assert match["status"] == "running"
    assert match["seats"][0] == {
        "kind": "bot",
        "level": match["seats"][0]["level"],
        "resigned_by": account_of(client),
        "cause": "resigned",
        "player": "bot",
    }
    before = match["version"]
    play_on(other, match_id, turns=20)
    record = end(other, match_id)
    assert 0 in {seat for seat, _ in record["actions"][before:]}


def test_the_stream_numbers_events_and_resumes_where_it_dropped(client):
    match_id = table_for(client, ME, bot("random"), bot("random"))
    player = threading.Thread(target=lambda: (play_on(client, match_id, turns=60), end(client, match_id)), daemon=True)
    player.start()
    seen = {}
    drops = 0
    while True:
        since = max(seen, default=0)
        is_over = False
        for line in client._lines(f"/matches/{match_id}/events", {"since": since}):
            if line["type"] == "event":
                assert line["cursor"] not in seen
                seen[line["cursor"]] = line["event"]
                if line["cursor"] >= since + 10:
                    drops += 1
                    break
            is_over = line["type"] == "match" and line["match"]["status"] == "over"
        if is_over:
            break
    player.join(60)
    whole = [line for line in client.match(match_id).events(follow=False) if line["type"] == "event"]
    assert drops > 3
    assert sorted(seen) == list(range(1, len(seen) + 1))
    assert seen == {line["cursor"]: line["event"] for line in whole}


def test_server_sent_events_have_ids_and_resume_by_last_event_id(client):
    match_id = table_for(client, ME, bot("random"))
    play_on(client, match_id, turns=15)
    end(client, match_id)
    path = f"/matches/{match_id}/events"
    headers = {"Accept": "text/event-stream"}
    with client.http.stream("GET", path, headers=headers) as got:
        assert got.headers["Content-Type"].startswith("text/event-stream")
        blocks = got.read().decode().split("\n\n")
    events = [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks if block.startswith("id: ")]
    assert [int(event["id"]) for event in events] == list(range(1, len(events) + 1))
    assert json.loads(events[0]["data"])["cursor"] == 1
    last = dict(line.split(": ", 1) for line in blocks[-2].split("\n"))
    assert (last["event"], json.loads(last["data"])["match"]["status"]) == ("match", "over")
    half = len(events) // 2
    rest = client.http.get(path, headers=headers | {"Last-Event-ID": str(half)})
    assert rest.text.startswith(f"id: {half + 1}\n")
    ended = client.http.get(path, headers=headers | {"Last-Event-ID": str(len(events))})
    assert (ended.status_code, ended.content) == (204, b"")


def test_a_cursor_beyond_the_end_is_no_fault(client):
    match_id = table_for(client, ME, OPEN)
    got = client.http.get(f"/matches/{match_id}/events", params={"since": 10**9, "follow": "false"})
    assert got.status_code < 500


def test_views_decisions_and_events_agree_on_version_and_cursor(client):
    match_id = table_for(client, ME, bot("random"))
    for _ in range(20):
        asked = next_decision(client, match_id)
        view = client.get(f"/matches/{match_id}/view")
        assert view["version"] == asked["version"]
        done = client.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"])
        assert done["version"] > asked["version"]
        assert [event["cursor"] for event in done["events"]] == list(range(view["cursor"] + 1, done["cursor"] + 1))


def test_games_catalog_and_bots_need_no_token(stack):
    api = httpx.Client(base_url=f"{stack.url}/v1")
    (roll,) = [game for game in api.get("/games").json()["games"] if game["name"] == "roll"]
    assert (roll["seats_min"], roll["seats_max"]) == (2, 5)
    words = api.get("/games/roll").json()
    assert {"recruit", "ship"} <= {each["kind"] for each in words["actions"]} | set(words["decisions"])
    assert len(api.get("/games/roll/catalog").json()["tiles"]) == 55
    assert "random" in [each["level"] for each in api.get("/bots").json()["bots"]]


@pytest.mark.parametrize("path", ["/games", "/games/race", "/games/race/catalog"])
def test_what_lasts_as_long_as_the_server_is_not_sent_again(stack, path):
    """A client shows the ETag that it was given."""
    api = httpx.Client(base_url=f"{stack.url}/v1")
    first = api.get(path)
    assert "max-age" in first.headers["Cache-Control"]
    again = api.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@WHOLE_MATCH
def test_the_shortest_bot_of_the_documentation_plays_a_match(stack):
    """The program as it stands there, word for word but for the address."""
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/api.md").read_text(), re.DOTALL)
    assert len(program.splitlines()) <= 15
    program = program.replace("http://127.0.0.1:8080", stack.url)
    assert stack.url in program
    names = {}
    exec(compile(program, "bot.py", "exec"), names)
    assert names["asked"]["is_over"]
