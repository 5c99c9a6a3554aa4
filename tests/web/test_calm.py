"""What goes wrong is told in one calm sentence, mends by itself or says what to do, and nothing typed is lost."""

from __future__ import annotations

import secrets

import pytest

from tests.support.stack import until
from tests.web.support import MOVED_ON, READY, SHOWS, WAIT_MS, first, play_out, sit_down_together

PROBLEM = {"type": "x", "title": "x", "detail": "x", "instance": "x"}
FULL = PROBLEM | {"status": 503, "error": "Unavailable"}
TOO_MUCH = PROBLEM | {"status": 429, "error": "LimitExceeded", "retry_after_s": 1}


def refuse(page, pattern, problem, times=1):
    """Have the next requests there refused."""
    page.route(pattern, lambda route: route.fulfill(status=problem["status"], json=problem), times=times)


@pytest.fixture
def two(people):
    """Two guests at a table of Race; the match's id."""
    host, guest = people(), people()
    return host, guest, sit_down_together(host, guest)


def one_asked(host, guest, match_id):
    """Whom the table waits for, and the other, once that one's page asks."""
    due = host.get(f"/matches/{match_id}")["deciding_seats"][0]
    one, other = (host, guest) if due == 0 else (guest, host)
    one.page.wait_for_selector(READY)
    return one, other


def act(one):
    """Answer by the first choice; return the question's version."""
    one.page.wait_for_selector(READY)
    before = one.page.locator(".choices").get_attribute("data-version")
    first(one.page)
    one.pay(before)
    one.page.wait_for_function(MOVED_ON, arg=before)
    return before


def test_an_action_is_taken_back_if_the_other_agrees(people):
    """Asked by a key; a refusal leaves all as it is, a yes brings the question back."""
    host, guest = people(), people()
    match_id = sit_down_together(host, guest, "tiny_epic")
    # Both choose a mission unseen; then one activates a die, which reveals nothing.
    for _ in range(2):
        act(one_asked(host, guest, match_id)[0])
    one, other = one_asked(host, guest, match_id)
    asked = one.page.locator(".choices .action").all_inner_texts()
    act(one)
    after = one.get(f"/matches/{match_id}/view")["version"]
    wish = one.page.get_by_text("You asked to take an action back.")
    for answer in ("Decline", "Agree"):
        one.page.keyboard.press("u")
        wish.wait_for()
        other.page.get_by_role("button", name=answer, exact=True).click()
        wish.wait_for(state="detached")
        if answer == "Decline":
            assert one.get(f"/matches/{match_id}/view")["version"] == after
    until(lambda: one.page.locator(".choices .action").all_inner_texts() == asked)
    act(one)


def test_what_is_typed_outlives_a_refusal_and_is_said_once(two):
    """Also if it was said and only the answer got lost."""
    host, guest, _ = two
    for each in (host, guest):
        each.page.get_by_role("tab", name="Chat").click()
    field = host.page.get_by_label("Say something")
    refuse(host.page, "**/chat", TOO_MUCH)
    field.fill("good luck")
    field.press("Enter")
    host.page.get_by_role("alert").get_by_text("wait a little").wait_for()
    assert field.input_value() == "good luck"

    def lose(route):
        route.fetch()
        route.abort()

    host.page.route("**/chat", lose, times=1)
    field.press("Enter")
    host.page.get_by_role("alert").get_by_text("can't be reached").wait_for()
    assert field.input_value() == "good luck"
    field.press("Enter")
    host.page.wait_for_function("field => field.value === ''", arg=field.element_handle())
    assert host.page.get_by_role("alert").count() == 0
    field.fill("have fun")
    field.press("Enter")
    guest.page.locator(".chat li", has_text="have fun").wait_for()
    assert [each.split(maxsplit=1)[1] for each in guest.page.locator(".chat li").all_inner_texts()] == [
        "good luck",
        "have fun",
    ]


def test_both_come_to_the_same_next_match(two):
    """Whoever is refused is told so, and comes by another click."""
    host, guest, match_id = two
    play_out(match_id, host, guest)
    refuse(host.page, "**/rematch", FULL)
    again = host.page.get_by_role("button", name="Play again")
    again.click()
    host.page.locator(".outcome [role=alert]").get_by_text("Try again in a moment").wait_for()
    again.click()
    host.page.wait_for_url(lambda url: match_id not in url)
    guest.page.get_by_role("button", name="Play again").click()
    guest.page.wait_for_url(host.page.url)
    for one in (host, guest):
        one.page.wait_for_selector(READY)


@pytest.mark.parametrize("is_away", [False, True], ids=["seen", "missed"])
def test_a_revoked_token_is_told_at_once_and_another_signs_in(people, is_away):
    """In the middle of a match, though nothing is clicked, or the connection was away; the match goes on as it was."""
    one, elsewhere = people(), people()
    name = f"p{secrets.token_hex(5)}"
    one.open("/account")
    one.page.get_by_label("A name of your own").fill(name)
    one.page.get_by_role("button", name="Take this name").click()
    one.page.get_by_text(f"You are signed in as {name}.").wait_for()
    token = one.post("/accounts/me/tokens", {"name": "spare"})["token"]
    [here] = [each for each in one.get("/accounts/me/tokens")["tokens"] if each["name"] != "spare"]
    match_id = one.begin("race")
    act(one)
    question = one.page.locator(".question").inner_text()
    bearer = {"Authorization": f"Bearer {token}"}
    one.context.set_offline(is_away)
    gone = elsewhere.context.request.delete(f"{one.url}/v1/accounts/me/tokens/{here['id']}", headers=bearer)
    assert gone.ok, gone.text()
    one.context.set_offline(False)
    told = one.page.locator(".told")
    told.get_by_text("your token was revoked").wait_for()
    told.get_by_role("link").click()
    one.page.get_by_label("A token of an account you have").fill(token)
    one.page.get_by_role("button", name="Sign in").click()
    one.page.get_by_text(f"You are signed in as {name}.").wait_for()
    assert told.count() == 0
    one.open(f"/matches/{match_id}")
    one.page.wait_for_selector(READY)
    assert one.page.locator(".question").inner_text() == question
    act(one)


def test_a_full_server_is_asked_again_until_the_page_is_there(people):
    """Match, game and the pages of players each tell why there is nothing yet."""
    one = people()
    match_id = one.begin("race")
    for part, problem in (
        (f"/matches/{match_id}", FULL),
        (f"/matches/{match_id}/view", TOO_MUCH),
        ("/games/race", FULL),
    ):
        refuse(one.page, f"{one.url}/v1{part}", problem)
        one.open(f"/matches/{match_id}")
        one.page.get_by_role("alert").wait_for()
        one.page.wait_for_selector(READY)
        assert one.page.get_by_role("alert").count() == 0
    refuse(one.page, "**/v1/ratings/**", FULL)
    one.open("/players/bot:random")
    one.page.get_by_role("alert").wait_for()
    one.page.get_by_role("alert").wait_for(state="detached")


def test_a_table_that_could_not_be_read_again_is_not_left_as_it_was(two):
    """The stream told of something new while the server was too full to show it."""
    host, guest, match_id = two
    one, other = one_asked(host, guest, match_id)
    refuse(other.page, "**/view", TOO_MUCH)
    refuse(other.page, "**/decision**", FULL)
    act(one)
    while (seen := other.get(f"/matches/{match_id}/view"))["version"] == 0:
        act(host if 0 in host.get(f"/matches/{match_id}")["deciding_seats"] else guest)
    other.page.wait_for_function(SHOWS, arg=seen["version"])


def test_a_click_on_what_has_passed_changes_nothing_and_shows_what_is_asked(person):
    """The page hears nothing while another program of the account plays."""
    match_id = person.begin("race")
    page = person.page
    page.route("**/v1/events**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector(READY)
    page.locator(".told").wait_for()
    decision = person.get(f"/matches/{match_id}/decision")
    action = decision["legal_actions"][-1]["notation"]
    person.post(f"/matches/{match_id}/actions", {"version": decision["version"], "action": action})
    version = until(
        lambda: (now := person.get(f"/matches/{match_id}/decision"))["is_asked"] and now["version"], WAIT_MS / 1000
    )
    first(page)
    page.locator(".choices [role=alert]").get_by_text("your current decision").wait_for()
    page.wait_for_selector(f".choices[data-version='{version}']")
    assert person.get(f"/matches/{match_id}/decision")["version"] == version
    page.unroute("**/v1/events**")
    page.locator(".told").wait_for(state="detached")
    page.locator(".choices [role=alert]").get_by_role("button").click()
    act(person)
