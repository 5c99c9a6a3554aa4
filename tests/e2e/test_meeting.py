"""Finding opponents by REST: a program seeks, plays and finishes a rated match; many matches in one call."""

from __future__ import annotations

import json
import secrets
import time

import httpx

from tests.e2e.support import ME, OPEN, WHOLE_MATCH, Playing, bot, end, new_client, play_on, refused


def events_of(stack, client, **query):
    """An account's events so far."""
    headers = {"Authorization": f"Bearer {client.token}"}
    got = httpx.get(f"{stack.url}/v1/events", params={"follow": "false", **query}, headers=headers, timeout=30)
    return [json.loads(line) for line in got.text.splitlines()]


def test_an_accounts_events_go_on_behind_the_last_one_that_a_browser_names(stack, client):
    for _ in range(3):
        client.create_match("roll", [ME, ME])
    first, *rest = events_of(stack, client)
    form = {"Authorization": f"Bearer {client.token}", "Accept": "text/event-stream"}
    where = f"{stack.url}/v1/events"
    got = httpx.get(where, params={"follow": "false"}, headers=form | {"Last-Event-ID": first["cursor"]}, timeout=30)
    ids = [line.removeprefix("id: ") for line in got.text.splitlines() if line.startswith("id: ")]
    assert ids == [event["cursor"] for event in rest]
    wrong = httpx.get(where, params={"follow": "false"}, headers=form | {"Last-Event-ID": "17"}, timeout=30)
    assert (wrong.status_code, wrong.json()["error"]) == (400, "BadRequest")


@WHOLE_MATCH
def test_two_programs_seek_play_and_are_rated(stack, client, other):
    clock = {"kind": "bank", "bank_ms": 600_000 + time.monotonic_ns() % 10**6, "increment_ms": 0}
    seek = {"game": "roll", "seats": 2, "clock": clock}
    first = client.post("/matches/seek", seek)
    assert first["match"]["status"] == "waiting"
    second = other.post("/matches/seek", seek)
    match_id = second["match"]["id"]
    assert (match_id, second["match"]["status"]) == (first["match"]["id"], "running")
    # Looked at now: of a long match an account keeps the last thousand.
    assert [event["kind"] for event in events_of(stack, client)][:2] == ["joined", "match_started"]
    threads = [Playing(lambda each=each: play_on(each, match_id)["status"] == "over") for each in (client, other)]
    for thread in threads:
        thread.join(500)
        assert thread.fault is None, thread.fault
    assert client.match(match_id).read()["ended"] == "finished"
    kinds = [event["kind"] for event in events_of(stack, client)]
    assert kinds[-1] == "match_over"
    cursor = events_of(stack, client)[-2]["cursor"]
    assert [event["kind"] for event in events_of(stack, client, since=cursor)] == ["match_over"]
    name = client.get("/accounts/me")["name"]
    until = time.monotonic() + 60
    while not client.get(f"/ratings/{name}", game="roll", seats=2)["changes"]:
        assert time.monotonic() < until
        time.sleep(0.2)


def test_invitation_rematch_and_many_at_once(client, other):
    name = other.get("/accounts/me")["name"]
    invited = client.create_match("roll", [ME, {"kind": "invited", "account": name}])
    assert invited["status"] == "waiting"
    other.post(f"/matches/{invited['id']}/decline", {"reason": "later"})
    assert client.match(invited["id"]).read()["seats"][1]["cause"] == "later"
    assert other.post(f"/matches/{invited['id']}/join")["match"]["status"] == "running"
    client.post(f"/matches/{invited['id']}/resign")
    again = client.post(f"/matches/{invited['id']}/rematch")
    assert [seat["kind"] for seat in again["seats"]] == ["invited", "account"]
    assert other.post(f"/matches/{invited['id']}/rematch")["status"] == "running"
    made = client.create_matches("roll", [[ME, bot("random")]] * 20, is_rated=False)
    assert len(set(made)) == 20
    with refused(422, "UnknownLevel"):
        client.create_matches("roll", [[ME, bot("random")], [ME, bot("genius")]])
    with refused(429, "LimitExceeded"):
        client.create_matches("roll", [[ME]] * 501)
    for match_id in made:
        client.post(f"/matches/{match_id}/resign")


def test_open_tables_by_kind_of_player_and_rating(client, other):
    """By REST: who is what, whom the host admits, and lists of tables that suit."""
    client.create_account(f"e2e-{secrets.token_hex(5)}", "program")
    assert client.get("/accounts/me")["kind"] == "program"
    clock = {"kind": "decision", "decision_ms": 90_000}
    made = client.create_match("roll", [ME, OPEN, OPEN], clock=clock, admits=["person", "bot"], rating_max=0.5)
    assert (made["seats"][0]["player"], made["admits"]) == ("program", ["person", "bot"])
    assert (made["rating_min"], made["rating_max"], made["is_private"]) == (None, 0.5, False)
    query = {"status": "waiting", "seats": 3, "clock": "decision", "admits": ["person", "bot"], "joinable": True}
    assert made["id"] in {match["id"] for match in other.get("/matches", **query)["matches"]}
    assert made["id"] not in {match["id"] for match in other.get("/matches", **query, rating_min=1)["matches"]}
    with new_client(str(client.http.base_url).removesuffix("/v1/")) as robot:
        robot.create_account(f"e2e-{secrets.token_hex(5)}", "program")
        with refused(403, "NotAdmitted") as problem:
            robot.post(f"/matches/{made['id']}/join")
        assert problem["reason"] == "player"
        assert made["id"] not in {match["id"] for match in robot.get("/matches", **query)["matches"]}
    assert other.post(f"/matches/{made['id']}/join")["match"]["seats"][1]["player"] == "person"
    for member, wrong in (("admits", ["cat"]), ("admits", []), ("rating_min", "high"), ("is_private", "yes")):
        with refused(400, "BadRequest"):
            client.create_match("roll", [ME, OPEN], **{member: wrong})


def test_a_private_table_by_rest(client, other):
    made = client.create_match("roll", [ME, OPEN], is_private=True)
    path = f"/matches/{made['id']}"
    with refused(404, "UnknownMatch"):
        other.post(f"{path}/join", {"invitation": "guess"})
    fresh = client.post(f"{path}/invitation")["invitation"]
    with refused(404, "UnknownMatch"):
        other.post(f"{path}/join", {"invitation": made["invitation"]})
    with refused(404, "UnknownMatch"):
        other.get(f"{path}")
    assert other.post(f"{path}/join", {"invitation": fresh})["match"]["status"] == "running"
    assert "invitation" not in client.match(made["id"]).read()
    with refused(409, "MatchNotPrivate"):
        client.post(f"/matches/{client.create_match('roll', [ME, OPEN])['id']}/invitation")
    end(client, made["id"])
