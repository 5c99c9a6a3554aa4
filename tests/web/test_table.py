"""Help at the table: a hint, why something can't be done, and cards that are marked before they are paid."""

from __future__ import annotations

import random

import pytest

from tests.web.support import MOVED_ON, READY

LOOKS_MAX = 400


def choose_until(person, match_id, is_there, prefers=()):
    """Choose by chance, but what *prefers* names where it can be, until *is_there* says so of the decision."""
    chance = random.Random(7)
    page = person.page
    for _ in range(LOOKS_MAX):
        page.wait_for_selector(READY)
        asked = person.get(f"/matches/{match_id}/decision")
        if asked["is_asked"] and is_there(asked):
            page.wait_for_selector(f".choices[data-version='{asked['version']}']")
            person.await_board()
            return asked
        assert not page.locator(".outcome").count(), "the match was over before"
        listed = page.locator(".choices .action")
        wished = page.locator(", ".join(f".choices .action[data-notation='{each}']" for each in prefers) or ".none")
        before = page.locator(".choices").get_attribute("data-version")
        (wished.first if wished.count() else listed.nth(chance.randrange(listed.count()))).click()
        person.pay(before)
        page.wait_for_function(MOVED_ON, arg=before)
    raise AssertionError("it never came to that")


def test_a_hint_tells_what_the_search_prefers_and_is_taken_by_a_click(person):
    match_id = person.begin("race")
    page = person.page
    page.keyboard.press("?")
    hints = page.locator(".hint li")
    hints.first.wait_for()
    assert "points against" in hints.first.inner_text()
    best = hints.first.locator("button").inner_text()
    legal = page.locator(".choices .action").all_inner_texts()
    assert any(best in each for each in legal)
    before = page.locator(".choices").get_attribute("data-version")
    page.wait_for_selector(READY)
    hints.first.locator("button").click()
    page.wait_for_function(MOVED_ON, arg=before)
    page.wait_for_selector(READY)
    assert hints.count() == 0, "a hint belongs to its decision"
    assert person.get(f"/matches/{match_id}")["status"] == "running"


def test_a_card_that_can_not_be_placed_says_why_and_nothing_is_done(person):
    match_id = person.begin("race")

    def has_others(asked):
        cards = {each["action"].get("card") for each in asked["legal_actions"]}
        hand = person.get(f"/matches/{match_id}/view")["view"]["seats"][0]["hand"]
        return asked["asks"] in ("development", "world") and not set(hand) <= cards

    asked = choose_until(person, match_id, has_others)
    page = person.page
    page.locator(".hand .reads").first.click()
    why = page.locator(".spot-why")
    why.wait_for()
    assert len(why.inner_text()) > 20
    assert person.get(f"/matches/{match_id}/decision")["version"] == asked["version"]
    page.keyboard.press("Escape")
    why.wait_for(state="detached")
    page.locator(".bar select").first.select_option("de")
    page.wait_for_selector("html[lang=de]")
    page.locator(".hand .reads").first.click()
    why.locator("b").wait_for()
    assert why.locator("b").inner_text().strip().endswith(".")
    assert why.locator("[lang=en]").count() == 0, "nothing is left of the server's English"


def is_price(asked):
    return asked["asks"] == "pay"


@pytest.fixture
def payer(person):
    """Somebody who owes a price of several cards; the person and the match's id."""
    match_id = person.begin("race")

    def is_high(asked):
        view = person.get(f"/matches/{match_id}/view")["view"]
        return is_price(asked) and view["progress"]["price_left"] > 1

    choose_until(person, match_id, is_high)
    return person, match_id


def test_a_price_is_paid_by_cards_that_are_marked_first(payer):
    person, match_id = payer
    page = person.page
    view = person.get(f"/matches/{match_id}/view")["view"]
    price, hand = view["progress"]["price_left"], len(view["seats"][0]["hand"])
    together = page.locator(".together")
    assert together.get_attribute("data-left") == str(price)
    page.locator(".choices .action").first.click()
    page.wait_for_selector(f".together[data-left='{price - 1}']")
    assert page.locator(".hand .glows.marked").count() >= 1
    assert f"{price - 1} card" in page.locator(".hand .to-pay").inner_text()
    page.get_by_role("button", name="Mark none").click()
    page.wait_for_selector(f".together[data-left='{price}']")
    before = page.locator(".choices").get_attribute("data-version")
    assert len(person.get(f"/matches/{match_id}/view")["view"]["seats"][0]["hand"]) == hand, "nothing is paid yet"
    person.pay()
    page.wait_for_function(MOVED_ON, arg=before)


def test_what_is_marked_outlives_a_refusal(payer):
    person, _ = payer
    page = person.page
    page.route("**/actions", lambda route: route.fulfill(status=429, json=TOO_MUCH), times=1)
    before = page.locator(".choices").get_attribute("data-version")
    person.pay()
    page.locator(".choices .refusal").wait_for()
    assert page.locator(".together").get_attribute("data-left") == "0"
    page.wait_for_selector(READY)
    page.keyboard.press("Enter")
    page.wait_for_function(MOVED_ON, arg=before)


TOO_MUCH = {
    "type": "/v1/problems/LimitExceeded",
    "title": "Too much",
    "status": 429,
    "detail": "wait a little",
    "instance": "/v1/matches/x/actions",
    "error": "LimitExceeded",
}
