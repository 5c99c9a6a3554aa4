"""The Assign step of Roll: arranged on the page, changed at will, and sent as one."""

from __future__ import annotations

import pytest

from tests.support.stack import until
from tests.web.support import SEND, first

STEPS = ".arrangement .steps button"
READY_TO_SEND = ".arrangement[data-ready=true]"
ROUNDS_MAX = 400
BEGUN = "count => document.querySelectorAll('.arrangement .steps button').length === count"


@pytest.fixture
def arranging(person):
    """Somebody who is asked where a wild die goes, with nothing arranged yet; the person and the match's id."""
    match_id = person.begin("roll")
    for _ in range(ROUNDS_MAX):
        asked = person.get(f"/matches/{match_id}/decision")
        if asked["asks"] == "wild" and not person.page.locator(STEPS).count():
            person.page.locator(f".choices[data-version='{asked['version']}'][aria-busy=false]").wait_for()
            person.await_board()
            return person, match_id
        person.play(first, decisions_max=1)
    raise AssertionError("no wild die was rolled")


def column(page, name):
    return page.locator(".empire").first.locator(".column", has=page.locator(".column-name", has_text=name))


def sent(person):
    """How often the page has sent actions."""
    return sum(url.endswith("/actions") for url in person.requests)


def arrange(page):
    """Choose what is listed first until it can be sent."""
    while not page.locator(READY_TO_SEND).count():
        count = page.locator(STEPS).count()
        first(page)
        page.wait_for_function(f"count => !({BEGUN})(count)", arg=count)
    return page.locator(STEPS).all_inner_texts()


def chosen(person, match_id):
    """The phase and the die that selects it, as the own seat sees them."""
    seat = person.get(f"/matches/{match_id}/view")["view"]["seats"][0]
    return seat["selected"], seat["selector"]


def test_all_is_arranged_by_clicks_and_drags_and_sent_once(arranging):
    person, match_id = arranging
    page, asked, before = person.page, person.get(f"/matches/{match_id}/decision"), sent(person)
    wild = len(person.get(f"/matches/{match_id}/view")["view"]["seats"][0]["wild"])
    dice = column(page, "Settle").locator(".die").count()
    column(page, "Settle").locator(".head-spot button").click()
    page.wait_for_function(BEGUN, arg=1)
    assert column(page, "Settle").locator(".die").count() == dice + 1
    made = page.locator(STEPS).first.inner_text()
    assert "Settle" in made
    column(page, "Settle").locator(".column-dice button").first.drag_to(column(page, "Produce").locator(".head-spot"))
    page.wait_for_function("made => document.querySelector('.arrangement .steps button').innerText !== made", arg=made)
    assert "Produce" in page.locator(STEPS).first.inner_text()
    while page.locator(".question").inner_text() != "Which phase do you select?":
        count = page.locator(STEPS).count()
        first(page)
        page.wait_for_function(BEGUN, arg=count + 1)
    assert page.locator(STEPS).count() >= wild
    column(page, "Ship").locator(".head-spot button").click()
    page.locator(STEPS, has_text="Select Ship").wait_for()
    column(page, "Develop").locator(".head-spot .changes").click()
    page.locator(STEPS, has_text="Select Develop").wait_for()
    assert page.locator(STEPS, has_text="Select Ship").count() == 0
    arrange(page)
    page.locator(STEPS).first.click()
    page.locator(f"{STEPS}[aria-pressed=true]").wait_for()
    column(page, "Explore").locator(".head-spot .glows").click()
    page.locator(STEPS, has_text="Explore").first.wait_for()
    told = arrange(page)
    assert (person.get(f"/matches/{match_id}/decision")["version"], sent(person)) == (asked["version"], before)
    assert chosen(person, match_id) == (None, None)
    page.reload()
    page.locator(READY_TO_SEND).wait_for()
    assert page.locator(STEPS).all_inner_texts() == told
    page.locator(SEND).click()
    page.locator(STEPS).first.wait_for(state="detached")
    until(lambda: person.get(f"/matches/{match_id}")["version"] >= asked["version"] + len(told))
    assert sent(person) == before + 1


def test_all_is_arranged_by_keys_taken_back_step_by_step_and_sent_once(arranging):
    person, match_id = arranging
    page, asked, before = person.page, person.get(f"/matches/{match_id}/decision"), sent(person)
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    page.wait_for_function(BEGUN, arg=1)
    page.keyboard.press("u")
    page.wait_for_function(BEGUN, arg=0)
    count = 0
    while not page.locator(READY_TO_SEND).count():
        page.keyboard.press("1")
        page.wait_for_function(
            "count => document.querySelectorAll('.arrangement .steps button').length > count", arg=count
        )
        count = page.locator(STEPS).count()
    page.keyboard.press("u")
    page.wait_for_function("count => document.querySelectorAll('.arrangement .steps button').length < count", arg=count)
    page.get_by_role("button", name="Begin anew").press("Enter")
    page.wait_for_function(BEGUN, arg=0)
    assert (person.get(f"/matches/{match_id}/decision")["version"], sent(person)) == (asked["version"], before)
    told = arrange(page)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.locator(STEPS).first.wait_for(state="detached")
    until(lambda: person.get(f"/matches/{match_id}")["version"] >= asked["version"] + len(told))
    assert sent(person) == before + 1
