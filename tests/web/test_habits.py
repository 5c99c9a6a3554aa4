"""What the reader lets the page do: confirm a kind of choice first, go through a finished match by itself."""

from __future__ import annotations

from tests.support.stack import until
from tests.web.support import READY, SETTLE_MS

#: so long the only answer stands to be read (`FORCED_MS` in web/src/pages/match.tsx)
FORCED_MS = 700


def test_a_choice_that_is_confirmed_is_sent_by_the_second_step(person):
    match_id = person.begin("tiny_epic")
    page = person.page
    page.wait_for_timeout(2 * SETTLE_MS)
    page.get_by_text("Habits").click()
    page.get_by_label("Confirm this kind of choice").select_option("always")
    before = page.locator(".choices").get_attribute("data-version")
    first, second = page.locator(".choices .action").all()[:2]
    first.click()
    second.click()
    assert second.get_attribute("aria-pressed") == "true"
    assert first.get_attribute("aria-pressed") == "false"
    assert person.get(f"/matches/{match_id}/decision")["version"] == int(before)
    page.get_by_role("button", name="Do it:").click()
    until(lambda: person.get(f"/matches/{match_id}")["version"] > int(before), 30)


def play_until_forced(person, match_id):
    """Answer for the person, without the page, until only one answer is legal: whoever spends all soon has no choice."""
    path = f"/matches/{match_id}"
    while True:
        asked = person.get(f"{path}/decision?wait_s=5")
        assert not asked["is_over"], "no answer was forced"
        if not asked["is_asked"]:
            continue
        if len(asked["legal_actions"]) == 1:
            return asked
        answer = {"version": asked["version"], "action": asked["legal_actions"][-1]["notation"]}
        person.post(f"{path}/actions", answer)


def test_the_only_answer_is_given_by_the_page_where_the_reader_lets_it(person):
    """Switched off it waits, however long; switched on it answers, and says so."""
    match_id = person.begin("race")
    page = person.page
    page.get_by_text("Habits").click()
    by_itself = page.get_by_label("Answer automatically if there is only one answer")
    by_itself.uncheck()
    asked = play_until_forced(person, match_id)
    page.locator(f".choices[data-version='{asked['version']}']").wait_for()
    page.wait_for_timeout(3 * FORCED_MS)
    assert person.get(f"/matches/{match_id}/decision")["version"] == asked["version"]
    if not by_itself.is_visible():
        page.get_by_text("Habits").click()
    by_itself.check()
    page.get_by_text("Done automatically, because nothing else was possible").wait_for()
    until(lambda: person.get(f"/matches/{match_id}")["version"] > asked["version"], 30)


def test_the_title_and_icon_tell_whose_turn_it_is(person):
    person.begin("tiny_epic")
    page = person.page
    page.wait_for_selector(READY)
    until(lambda: page.title().startswith("Your turn"), 10)
    assert "icon-due" in page.locator('link[rel="icon"]').get_attribute("href")
    page.get_by_role("link", name="Pieces", exact=True).click()
    until(lambda: "icon-due" not in page.locator('link[rel="icon"]').get_attribute("href"), 10)


def test_a_finished_match_plays_by_itself_until_somebody_stops_it(person):
    match_id = person.begin("race")
    page = person.page
    for _ in range(8):
        page.wait_for_selector(READY)
        page.wait_for_timeout(SETTLE_MS + 50)
        page.locator(".choices .action").first.click()
        page.wait_for_timeout(200)
    page.get_by_role("button", name="Resign").first.click()
    page.locator("dialog[open] .danger").click()
    page.wait_for_selector(".moments.whole")
    page.keyboard.press("Space")
    page.wait_for_url("**?at=*")
    page.get_by_label("Speed").select_option(index=4)
    page.wait_for_url(lambda url: "?" not in url)
    page.get_by_role("button", name="Play automatically").wait_for()
    page.keyboard.press(",")
    page.wait_for_url("**?at=*")
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: "at=" not in url)
    page.get_by_role("button", name="To the next mistake").click()
    told = page.locator(".moments [role=status]", has_text="mistake").or_(
        page.locator(".moments [role=status]", has_text="chances")
    )
    told.wait_for()
    assert match_id in page.url


def test_a_card_that_is_dragged_onto_another_is_chosen_as_by_its_button(person):
    """The opening hand of Race: each card can be put away; where it is dropped does not matter."""
    person.begin("race")
    page = person.page
    page.wait_for_selector(READY)
    page.wait_for_timeout(2 * SETTLE_MS)
    before = page.locator(".choices").get_attribute("data-version")
    cards = page.locator(".hand .card-spot")
    cards.nth(0).locator("button.glows").drag_to(cards.nth(3))
    page.wait_for_function(
        "before => document.querySelector('.choices .marked, .card-spot .marked')"
        " || document.querySelector('.choices')?.dataset.version !== before",
        arg=before,
    )
