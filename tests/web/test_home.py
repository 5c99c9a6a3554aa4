"""The first page: private tables and their links, invitations, own matches."""

from __future__ import annotations

import secrets

import pytest

from tests.support.stack import until
from tests.web.support import READY, WAIT_MS


def open_private(one, game="race"):
    """Open a private table by click; return its id and the link that is shown."""
    one.open()
    one.page.locator(f".offer.of-{game}").get_by_role("button", name="Private table").click()
    one.page.wait_for_url("**/matches/*")
    link = one.page.get_by_role("textbox", name="A link to send").input_value()
    return one.page.url.rpartition("/")[2], link


def test_a_friend_opens_the_link_and_plays_as_a_guest(people):
    host, friend, stranger = people(), people(), people()
    match_id, link = open_private(host)
    address, _, secret = link.partition("#")
    assert address == f"{host.url}/matches/{match_id}"
    assert len(secret) > 20
    stranger.open(f"/matches/{match_id}")
    stranger.page.get_by_text("There is no such match").wait_for()
    page = friend.page
    page.goto(link)
    page.get_by_role("heading", name="You are invited").wait_for()
    assert secret not in page.url
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(READY)
    host.page.wait_for_selector(READY)
    assert friend.get(f"/matches/{match_id}")["own_seats"] == [1]
    assert not any(secret in url for url in friend.requests + host.requests)
    kept = "() => JSON.stringify([{...localStorage}, {...sessionStorage}])"
    assert secret not in page.evaluate(kept) + host.page.evaluate(kept)


def test_a_new_link_takes_the_place_of_the_one_before(people):
    host, friend = people(), people()
    match_id, before = open_private(host)
    host.page.reload()
    host.page.get_by_role("button", name="Make a new link").click()
    link = host.page.get_by_role("textbox", name="A link to send")
    link.wait_for()
    assert link.input_value() != before
    friend.page.goto(before)
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_role("alert").wait_for()
    friend.page.goto(link.input_value())
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.wait_for_selector(READY)
    assert friend.page.url.endswith(match_id)


def take_name(one):
    """Give a browser a name of its own, and look at the first page; return the name."""
    name = f"p{secrets.token_hex(5)}"
    page = one.open("/account")
    page.get_by_label("A name of your own").fill(name)
    page.get_by_role("button", name="Take this name").click()
    page.get_by_text(f"You are signed in as {name}.").wait_for()
    page.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_selector(".offer")
    return name


@pytest.fixture
def invited(people):
    """Invite somebody who looks at the first page; return host, guest and the match's id."""
    host, guest = people(), people()
    host.post("/session/account")
    name = take_name(guest)
    seats = [{"kind": "account"}, {"kind": "invited", "account": name}]
    made = host.post("/matches", {"game": "race", "seats": seats, "is_private": True})
    return host, guest, made["id"]


def invitations(page):
    return page.locator("section", has=page.get_by_role("heading", name="Invitations")).locator(".match-card")


def test_an_invitation_appears_by_itself_and_is_accepted(invited):
    _, guest, match_id = invited
    invitations(guest.page).first.wait_for()
    invitations(guest.page).get_by_role("button", name="Sit down").click()
    guest.page.wait_for_selector(READY)
    assert guest.page.url.endswith(match_id)


def test_a_page_that_is_open_takes_over_the_seat_that_was_taken_elsewhere(invited):
    """Two tabs: in one somebody sits down, the other shows that seat's hand and question without being loaded anew."""
    _, guest, match_id = invited
    watching = guest.new_page()
    watching.goto(f"{guest.url}/matches/{match_id}")
    watching.get_by_role("button", name="Sit down").wait_for()
    watching.evaluate("() => { window.isTheSame = true; }")
    invitations(guest.page).get_by_role("button", name="Sit down").click()
    watching.locator(".choices .action").first.wait_for()
    own = guest.get(f"/matches/{match_id}/view")["view"]["seats"][1]["hand"]
    watching.locator(".empire.seat-1 .hand .race-card:not(.unknown)").nth(len(own) - 1).wait_for()
    assert watching.evaluate("() => window.isTheSame")


def test_a_private_table_takes_the_clock_of_the_first_page_and_admits_whoever_has_the_link(person):
    """Who may join is said by the link; other terms are for tables that anybody finds."""
    page = person.open()
    page.get_by_label("Who may join").select_option("people only")
    page.locator(".terms").get_by_label("Clock").select_option("quick")
    made = {}
    for button in ("Private table", "Open a table"):
        page.locator(".offer.of-race").get_by_role("button", name=button).click()
        page.wait_for_url("**/matches/*")
        made[button] = person.get(f"/matches/{page.url.rpartition('/')[2]}")
        page.go_back()
    private, public = made["Private table"], made["Open a table"]
    assert (private["is_private"], private["is_rated"], "program" in private["admits"]) == (True, False, True)
    assert (public["is_private"], public["is_rated"], public["admits"]) == (False, True, ["person"])
    assert private["clock"] == public["clock"] == {"kind": "decision", "decision_ms": 30_000}


def test_an_invitation_is_declined(invited):
    """It goes from the guest's page, and the host is told."""
    host, guest, match_id = invited
    invitations(guest.page).get_by_role("button", name="Decline").click()
    invitations(guest.page).wait_for(state="detached")
    until(lambda: host.get(f"/matches/{match_id}")["seats"][1].get("cause"), WAIT_MS / 1000)


def test_a_match_that_waits_for_the_reader_stands_first(person):
    """However many are finished since, and whichever began later."""
    due = person.begin("race")
    open_seats = [{"kind": "account"}, {"kind": "open"}]
    for _ in range(2):
        person.post("/matches", {"game": "roll", "seats": open_seats})
    bots = [{"kind": "account"}, {"kind": "bot", "level": "random"}]
    for _ in range(13):
        over = person.post("/matches", {"game": "race", "seats": bots})
        person.post(f"/matches/{over['id']}/resign", {})
    person.open()
    own = person.page.locator("section", has=person.page.get_by_role("heading", name="Your matches"))
    own.locator(".match-card").first.wait_for()
    assert own.locator(".match-card a").first.get_attribute("href") == f"/matches/{due}"
    assert own.locator(".match-card.due").count() == 1
    assert person.page.title().startswith("1 match waits for you")


def test_a_table_is_made_for_somebody_by_name_with_a_clock(people):
    host, guest = people(), people()
    name = take_name(guest)
    page = host.open()
    page.locator(".offer.of-race").get_by_role("link", name="More settings").click()
    page.get_by_label("Seat 2", exact=True).select_option("A player by name")
    page.get_by_label("Name of the player on seat 2").fill("nobody-here")
    page.get_by_label("Clock", exact=True).select_option("A time for each decision")
    page.get_by_label("Seconds for each decision").fill("300")
    page.get_by_label("Two actions a round").select_option("Yes")
    page.get_by_label("Chat at the table").uncheck()
    send = page.get_by_role("button", name="Make the table")
    send.click()
    # What is refused stays as it was written.
    page.get_by_role("alert").get_by_text("There is no player of that name.").wait_for()
    assert page.get_by_label("Seconds for each decision").input_value() == "300"
    page.get_by_label("Name of the player on seat 2").fill(name)
    send.click()
    page.wait_for_url("**/matches/*")
    match_id = page.url.rpartition("/")[2]
    invitations(guest.page).get_by_role("button", name="Sit down").click()
    guest.page.wait_for_selector(READY)
    page.wait_for_selector(READY)
    match = host.get(f"/matches/{match_id}")
    assert match["clock"] == {"kind": "decision", "decision_ms": 300_000}
    assert match["options"]["advanced"] is True
    assert (match["is_rated"], match["has_chat"]) == (True, False)
    assert page.locator(".clock").count() > 0


def test_what_is_for_one_seat_is_asked_there_alone(person):
    """And what was chosen for one seat doesn't come along to a table of two."""
    page = person.open("/tables/new?game=tiny_epic&seats=1")
    page.get_by_label("Rogue's mat").select_option("hades")
    page.get_by_label("Table for").select_option("2")
    page.get_by_label("Rogue's mat").wait_for(state="detached")
    assert page.get_by_label("Follow the rogue's extra turn").count() == 0
    page.get_by_label("Chance says who begins").select_option("No")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/matches/*")
    options = person.get(f"/matches/{page.url.rpartition('/')[2]}")["options"]
    assert (options["rogue_mat"], options["random_start"]) == ("artemis", False)
    page = person.open("/tables/new?game=race&seats=3")
    page.get_by_label("First game").wait_for()
    assert page.get_by_label("Two actions a round").count() == 0
