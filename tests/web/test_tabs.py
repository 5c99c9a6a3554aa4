"""Many tabs of one browser: one of them holds the stream for all, whichever is closed, and all show the same."""

from __future__ import annotations

import time

import pytest

from tests.support.stack import until
from tests.web.support import MOVED_ON, READY, SHOWS

TABS = 6
#: a stream is taken over at once, but a loaded machine is slow
TAKEN_OVER_S = 60


class Tab:
    """A tab, and the streams that it has open."""

    def __init__(self, page):
        self.page, self.streams = page, set()
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def _begin(self, request):
        if "/v1/events" in request.url:
            self.streams.add(request)

    def _end(self, request):
        self.streams.discard(request)


@pytest.fixture
def tabs(person):
    """A match of Race in six tabs of one browser, which begins there."""
    first = Tab(person.page)
    match_id = person.begin("race")
    more = [Tab(person.new_page()) for _ in range(TABS - 1)]
    for tab in more:
        tab.page.goto(f"{person.url}/matches/{match_id}")
    for tab in more:
        tab.page.wait_for_selector(READY)
    return person, match_id, [first, *more]


def leader_of(tabs):
    """The one tab that holds the stream; a stream that makes way for another is no second one for long."""

    def leading():
        # Playwright hears of what happened only while it is asked for something.
        tabs[0].page.wait_for_timeout(50)
        return [tab for tab in tabs if tab.streams]

    until(lambda: [len(tab.streams) for tab in leading()] == [1], TAKEN_OVER_S)
    return leading()[0]


def answer(person, match_id, tab, others):
    """Answer in one tab, and see that every other one shows what came of it."""
    page = tab.page
    page.wait_for_selector(READY)
    version = page.locator(".choices").get_attribute("data-version")
    page.locator(".choices .action").first.click()
    page.wait_for_function(MOVED_ON, arg=version)
    seen = person.get(f"/matches/{match_id}/view")["version"]
    for other in others:
        other.page.wait_for_function(SHOWS, arg=seen)


def test_one_tab_listens_for_all_and_another_takes_over(tabs):
    person, match_id, tabs = tabs
    leader = leader_of(tabs)
    others = [tab for tab in tabs if tab is not leader]
    answer(person, match_id, others[0], tabs)
    answer(person, match_id, leader, tabs)
    leader.page.close()
    following = leader_of(others)
    assert following is not leader
    answer(person, match_id, others[-1], others)
    questions = {tab.page.locator(".question").inner_text() for tab in others}
    assert len(questions) == 1


def test_what_concerns_the_account_is_heard_in_every_tab(tabs, people):
    """Invitations show by themselves in a tab that doesn't lead, also after the leader has gone."""
    person, _, tabs = tabs
    leader = leader_of(tabs)
    others = [tab for tab in tabs if tab is not leader]
    home = others[0].page
    home.clock.install()
    home.goto(person.url)
    home.locator(".offer").first.wait_for()
    # It doesn't look again by itself from now on.
    home.clock.pause_at(time.time() + 3600)
    leader.page.close()
    leader_of(others)
    name, host = person.get("/accounts/me")["name"], people()
    host.post("/session/account")
    seats = [{"kind": "account"}, {"kind": "invited", "account": name}]
    host.post("/matches", {"game": "roll", "seats": seats, "is_private": True})
    home.get_by_role("heading", name="Invitations").wait_for()
