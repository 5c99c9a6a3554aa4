"""What happened is told again after a reload, leads to its moments and pieces, and is read by a finger that stays."""

from __future__ import annotations

import re

from tests.web.support import READY

#: touches the element and stays there
HOLD = """element => {
  const box = element.getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, pointerType: "touch" };
  element.dispatchEvent(new PointerEvent("pointerdown", at));
}"""
LIFT = """element => {
  element.dispatchEvent(new PointerEvent("pointerup", { bubbles: true, pointerType: "touch" }));
  element.click();
}"""


def story_of(page):
    return page.locator("#tab-panel .log li")


def text_of(line):
    """A line without the number of the moment that it leads to, which is not known after a reload."""
    return re.sub(r"\s*\d+$", "", line.inner_text())


def answer_some(one, count):
    """Answer so many decisions by their first choice."""
    done = 0

    def act(page):
        nonlocal done
        done += 1
        page.locator(".choices .action").first.click()

    one.play(act, decisions_max=count)


def test_the_story_goes_on_after_a_reload_and_marks_what_is_new(person):
    match_id = person.begin("race")
    answer_some(person, 6)
    page = person.page
    page.wait_for_selector(READY)
    story_of(page).first.wait_for()
    begins = text_of(story_of(page).first)
    page.reload()
    page.wait_for_selector(READY)
    story_of(page).first.wait_for()
    assert text_of(story_of(page).first) == begins
    page.get_by_role("tab", name="Log").click()
    page.wait_for_function("count => document.querySelectorAll('#tab-panel .log li').length > count", arg=3)
    assert match_id in page.url


def test_a_piece_in_the_log_is_read_and_a_line_leads_to_its_moment(person):
    person.begin("race")
    answer_some(person, 6)
    page = person.page
    page.wait_for_selector(READY)
    page.get_by_role("tab", name="Log").click()
    piece = page.locator("#tab-panel .piece-link").first
    piece.hover()
    assert page.locator(".reader h3").inner_text() == piece.inner_text()
    link = page.locator("#tab-panel .to-moment").first
    version = link.inner_text()
    link.click()
    page.wait_for_url(f"**?at={version}")
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: "at=" not in url)


def test_a_finger_that_stays_reads_a_piece_and_chooses_nothing(people):
    one = people(has_touch=True)
    one.begin("race")
    page = one.page
    before = page.locator(".choices").get_attribute("data-version")
    card = page.locator(".empire .card-spot button.glows").first
    name = card.get_attribute("title")
    card.evaluate(HOLD)
    held = page.locator("dialog.held")
    held.wait_for()
    card.evaluate(LIFT)
    assert held.locator("h3").inner_text() in name
    held.get_by_role("button", name="Close").click()
    held.wait_for(state="detached")
    assert page.locator(".choices").get_attribute("data-version") == before
    assert page.locator(".choices .marked").count() == 0
