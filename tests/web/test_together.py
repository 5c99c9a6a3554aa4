"""What one does is seen by others, and only what they may see; broken connections mend by themselves."""

from __future__ import annotations

import json

from tests.web.support import READY, first, sit_down_together, violations


def test_the_moment_survives_a_reload(person):
    person.begin("race")
    person.play(first, decisions_max=3)
    person.page.wait_for_selector(READY)
    question = person.page.locator(".question").inner_text()
    choices = person.page.locator(".choices .action").all_inner_texts()
    person.page.reload()
    person.page.wait_for_selector(READY)
    assert person.page.locator(".question").inner_text() == question
    assert person.page.locator(".choices .action").all_inner_texts() == choices


def test_two_tabs_of_one_account_agree(person):
    match_id = person.begin("race")
    other = person.new_page()
    other.goto(f"{person.url}/matches/{match_id}")
    other.wait_for_selector(READY)
    before = other.locator(".choices").get_attribute("data-version")
    person.play(first, decisions_max=1)
    other.wait_for_function("before => document.querySelector('.choices')?.dataset.version !== before", arg=before)


def test_a_spectator_sees_the_table_and_no_hand(people):
    player, spectator = people(), people()
    match_id = player.begin("race")
    heard = []
    spectator.page.on("response", lambda answer: heard.append(answer) if f"/{match_id}/view" in answer.url else None)
    spectator.open(f"/matches/{match_id}")
    spectator.page.wait_for_selector(".board .panel")
    hand = player.get(f"/matches/{match_id}/view")["view"]["seats"][0]["hand"]
    assert hand
    views = json.dumps([answer.json() for answer in heard])
    assert views != "[]"
    assert [card for card in hand if f'"{card}"' in views] == []
    assert spectator.page.locator(".choices").count() == 0
    player.play(first, decisions_max=2)
    cursor = player.get(f"/matches/{match_id}/view")["version"]
    assert cursor > 0


def test_a_refusal_stands_where_the_question_stands_and_loses_nothing(person):
    match_id = person.begin("race")
    person.page.route(
        "**/actions",
        lambda route: route.fulfill(
            status=409,
            content_type="application/problem+json",
            body=json.dumps(
                {"type": "x", "title": "x", "status": 409, "detail": "x", "instance": "x", "error": "StaleVersion"}
            ),
        ),
    )
    first(person.page)
    alert = person.page.locator(".choices [role=alert]")
    alert.wait_for()
    assert "your current decision" in alert.inner_text()
    person.page.unroute("**/actions")
    alert.get_by_role("button").click()
    person.play(first, decisions_max=1)
    assert person.get(f"/matches/{match_id}")["version"] > 0


def test_play_goes_on_after_the_gateway_was_killed(person, stack, gateway):
    person.begin("race")
    person.play(first, decisions_max=2)
    gateway.signal(9)
    gateway.wait_ended(5)
    person.page.locator(".told").wait_for()
    stack.start_role(gateway.name)
    person.page.locator(".told").wait_for(state="detached")
    person.play(first, decisions_max=3)


def test_a_guest_takes_a_seat_at_an_open_table_and_both_play(people):
    host, guest = people(), people()
    host.open()
    host.page.locator(".offer.of-race").get_by_role("button", name="Open a table").click()
    host.page.wait_for_url("**/matches/*")
    guest.open(host.page.url.removeprefix(host.url))
    guest.page.get_by_role("button", name="Sit down").wait_for()
    assert made_accounts(guest) == 0
    guest.page.get_by_role("button", name="Sit down").click()
    for one in (host, guest):
        one.page.wait_for_selector(READY)
        assert one.page.locator(".players-bar .player").count() == 2
    host.play(first, decisions_max=1)
    guest.play(first, decisions_max=1)


def made_accounts(one):
    """How often a browser asked for an account."""
    return sum(url.endswith("/v1/session/account") for url in one.requests)


def test_a_visitor_watches_a_match_live_without_an_account(people):
    """From the first page to the table, and what happens there: a visitor needs no account, and gets none."""
    player, visitor = people(), people()
    match_id = player.begin("race")
    visitor.open()
    visitor.page.locator(f"a[href='/matches/{match_id}']").first.click()
    visitor.page.wait_for_selector(".board .panel")
    visitor.page.wait_for_selector("[aria-busy=true]", state="detached")
    player.play(first, decisions_max=1)
    resigned = player.context.request.post(
        f"{player.url}/v1/matches/{match_id}/resign", headers={"Astrarium-Page": "1"}, data={}
    )
    assert resigned.ok, resigned.text()
    visitor.page.wait_for_selector(".outcome")
    assert made_accounts(visitor) == 0
    assert visitor.complaints == []


def test_whoever_waited_long_enough_ends_a_match_without_a_clock(people):
    host, guest = people(), people()
    match_id = sit_down_together(host, guest)
    [seat] = host.get(f"/matches/{match_id}")["own_seats"]
    button = host.page.get_by_role("button", name="Wait no longer")
    while seat in host.get(f"/matches/{match_id}")["deciding_seats"]:
        assert button.count() == 0
        decision = host.get(f"/matches/{match_id}/decision")
        action = decision["legal_actions"][0]["notation"]
        host.post(f"/matches/{match_id}/actions", {"version": decision["version"], "action": action})
    button.click()
    assert violations(host.page) == []
    host.page.get_by_role("button", name="End it unrated").click()
    host.page.locator(".outcome").get_by_role("heading", name="Ended without rating").wait_for()
    match = guest.get(f"/matches/{match_id}")
    assert (match["ended"], match["is_rated"]) == ("aborted", False)
