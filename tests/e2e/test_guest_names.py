"""A guest plays, takes a name, and keeps what was played, on the real stack."""

from __future__ import annotations

import json
import secrets

import httpx
import pytest

from tests.e2e.support import ME, bot, end, table_for

PAGE = {"Astrarium-Page": "1"}


@pytest.fixture
def guest(stack):
    """A browser's session as a guest, with a token for the client library."""
    with httpx.Client(base_url=f"{stack.url}/v1", headers=PAGE, timeout=60) as browser:
        browser.account = browser.post("/session/account").json()["name"]
        yield browser


def take(browser):
    name = f"n{secrets.token_hex(6)}"
    taken = browser.post("/accounts/me/name", json={"name": name})
    assert taken.json()["name"] == name
    return name


def make(browser, *seats, **more):
    made = browser.post("/matches", json={"game": "roll", "seats": list(seats), **more})
    assert made.status_code == 201, made.text
    return made.json()["id"]


def seats_of(match):
    return [seat.get("account", "") for seat in match["seats"]]


def test_a_match_that_runs_goes_on_under_the_new_name(guest, client):
    match_id = make(guest, ME, bot("random"))
    assert seats_of(client.match(match_id).read())[0] == guest.account
    name = take(guest)
    mine = guest.get(f"/matches/{match_id}").json()
    assert (mine["own_seats"], seats_of(mine)[0], mine["creator"]) == ([0], name, name)
    assert seats_of(client.match(match_id).read())[0] == name
    asked = guest.get(f"/matches/{match_id}/decision", params={"wait_s": 20}).json()
    body = {"version": asked["version"], "action": asked["legal_actions"][0]["notation"]}
    assert guest.post(f"/matches/{match_id}/actions", json=body).status_code == 200
    assert guest.post(f"/matches/{match_id}/resign", json={}).status_code == 200
    record = client.match(match_id).record()
    assert guest.account not in json.dumps(record)
    assert name in json.dumps(record)


def test_matches_and_ratings_are_found_by_the_new_name_alone(guest, client):
    match_id = make(guest, ME, bot("random"))
    guest.post(f"/matches/{match_id}/resign", json={})
    name = take(guest)
    found = client.get("/matches", player=name)["matches"]
    assert [each["id"] for each in found] == [match_id]
    assert client.get(f"/ratings/{name}", game="roll", seats=2)["rating"]["player"] == name


def test_streams_tell_the_new_name_as_soon_as_it_is_taken(guest, stack):
    match_id = make(guest, ME, bot("random"))
    name = take(guest)
    url = f"{stack.gateway_urls[-1]}/v1/matches/{match_id}/events"
    with httpx.stream("GET", url, headers={"Accept": "application/x-ndjson"}, timeout=30) as told:
        guest.post(f"/matches/{match_id}/resign", json={})
        lines = list(told.iter_lines())
    matches = [json.loads(line)["match"] for line in lines if json.loads(line)["type"] == "match"]
    assert seats_of(matches[-1])[0] == name
    assert guest.account not in "".join(lines)


def test_a_friend_invites_by_the_new_name(guest, client):
    name = take(guest)
    match_id = table_for(client, ME, {"kind": "account", "account": name})
    assert guest.post(f"/matches/{match_id}/join", json={}).status_code == 200
    assert seats_of(client.match(match_id).read())[1] == name
    end(client, match_id)
