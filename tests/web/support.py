"""A person at a browser: what it opens, clicks, presses, and what the browser complains about."""

from __future__ import annotations

import json
import random
from pathlib import Path

#: a loaded machine is slow, never wrong
WAIT_MS = 120_000
#: what the page sends with every request, which other sites can't
PAGE = {"Astrarium-Page": "1"}
AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
READY = '.outcome, .choices[aria-busy="false"]'
#: asked at every frame: waiting for a selector looks again only after up to half a second
IS_READY = "selector => document.querySelector(selector) !== null"
#: the page takes no answer for so long after a question has changed (`SETTLE_MS` in web/src/match/model.ts)
SETTLE_MS = 300
#: the question that stands there is another one than the given, or the match is over
MOVED_ON = """before => {
  const asked = document.querySelector(".choices");
  return document.querySelector(".outcome") || asked === null || asked.dataset.version !== before;
}"""
#: all of an arrangement is there, and only waits to be sent
WHOLE = ".choices:not(:has(.action)) .arrangement[data-ready=true]"
SEND = ".arrangement [aria-keyshortcuts=Enter]"
#: the table shows so much of the match
SHOWS = "version => Number(document.querySelector('.board')?.dataset.version) >= version"
#: the version of the question whose answers are sent together; null: there is none
ASKED_TOGETHER = """() => document.querySelector(".together") === null
  ? null : document.querySelector(".choices").dataset.version"""
#: fewer are to be marked than before
LEFT = "before => Number(document.querySelector('.together').dataset.left) < before"


def first(page):
    """Choose what is listed first."""
    page.locator(".choices .action").first.click()


class Browsing:
    """One browser with one page, on *url*."""

    def __init__(self, chromium, url, **options):
        self.url = url
        self.complaints = []
        self.requests = []
        self.context = chromium.new_context(viewport={"width": 1440, "height": 900}, **options)
        self.context.set_default_timeout(WAIT_MS)
        self.page = self.new_page()

    def new_page(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error.stack}"))
        page.on("console", self._hear)
        page.on("request", lambda request: self.requests.append(request.url))
        return page

    def _hear(self, message):
        # What the server refuses, or doesn't answer, the browser tells as well; whether that is right, tests say.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    def open(self, path="/"):
        self.page.goto(self.url + path)
        return self.page

    def close(self):
        self.context.close()

    def begin(self, game, seats=2, level="level1"):
        """Start a match in one click and return its id."""
        self.open()
        offer = self.page.locator(f".offer.of-{game}")
        offer.get_by_label("Table for").select_option(str(seats))
        if seats > 1:
            offer.get_by_label("Against").select_option(level)
        offer.get_by_role("button", name="Play now").click()
        self.page.wait_for_url("**/matches/*")
        self.page.wait_for_selector(READY)
        return self.page.url.rpartition("/")[2]

    def await_board(self):
        """Wait until the drawn table shows the position that is asked about, and return its version.

        The question comes with the answer to the one before, the table a moment later.
        """
        version = self.page.locator(".choices").get_attribute("data-version")
        self.page.wait_for_function(SHOWS, arg=int(version))
        return version

    def play(self, act, decisions_max=100_000):
        """Answer by *act*, which is given the page, until the match is over; return how often.

        The page's clock jumps over the pause after each question, which is most of the time of a match played so.
        """
        self.page.clock.install()
        for count in range(decisions_max):
            self.page.wait_for_function(IS_READY, arg=READY)
            if self.page.locator(".outcome").count():
                return count
            before = self.await_board()
            if self.page.locator(WHOLE).count():
                self.page.locator(SEND).click()
            else:
                act(self.page)
                self.pay(before)
            self.page.wait_for_function(MOVED_ON, arg=before)
            self.page.clock.fast_forward(SETTLE_MS)
        return decisions_max

    def pay(self, version=None):
        """Mark what is still to be marked of answers that are sent together, and send them; else do nothing.

        Nothing is done either if the question is no longer that of *version*: the next one takes no answer yet.
        """
        page = self.page
        together = page.locator(".together")
        # At one look: the next question, of the same kind, may be there at the second.
        if version is not None and page.evaluate(ASKED_TOGETHER) != version:
            return
        for choice in page.locator(".choices .action").all() if together.count() else ():
            while (left := int(together.get_attribute("data-left"))) and choice.get_attribute(
                "data-marks"
            ) != choice.get_attribute("data-copies"):
                page.keyboard.press(choice.get_attribute("aria-keyshortcuts"))
                page.wait_for_function(LEFT, arg=left)
        if together.count() and page.evaluate("() => document.activeElement === document.body"):
            page.keyboard.press("Enter")
        elif together.count():
            # Who has clicked last is on a button, where Enter means that button.
            together.locator("[aria-keyshortcuts=Enter]").click()

    def post(self, path, body=None):
        """Ask the interface for a change as this browser."""
        answer = self.context.request.post(f"{self.url}/v1{path}", headers=PAGE, data={} if body is None else body)
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path):
        """Ask the interface as this browser."""
        answer = self.context.request.get(f"{self.url}/v1{path}", headers=PAGE)
        assert answer.ok, answer.text()
        return answer.json()


def sit_down_together(host, guest, game="race"):
    """Have one open a table and another sit down at it; return the match's id."""
    host.open()
    host.page.locator(f".offer.of-{game}").get_by_role("button", name="Open a table").click()
    host.page.wait_for_url("**/matches/*")
    guest.open(host.page.url.removeprefix(host.url))
    guest.page.get_by_role("button", name="Sit down").click()
    host.page.wait_for_selector(READY)
    return host.page.url.rpartition("/")[2]


def play_out(match_id, *players):
    """Answer for all players by chance, faster than by clicks, until the match is over; return how often."""
    chance, path, count = random.Random(match_id), f"/matches/{match_id}", 0
    wait_s = 5 if len(players) == 1 else 0
    while players[0].get(path)["status"] != "over":
        for one in players:
            asked = one.context.request.get(f"{one.url}/v1{path}/decision", headers=PAGE, params={"wait_s": wait_s})
            # It may just have ended.
            decision = asked.json() if asked.ok else {}
            if decision.get("is_asked"):
                action = chance.choice(decision["legal_actions"])["notation"]
                body = {"version": decision["version"], "seat": decision["seat"], "action": action}
                answer = one.context.request.post(f"{one.url}/v1{path}/actions", headers=PAGE, data=body)
                # An open page may have given a forced answer meanwhile.
                assert answer.ok or answer.json()["error"] in ("StaleVersion", "NotYourDecision", "MatchOver")
                count += answer.ok
    return count


def violations(page):
    """Return what axe-core finds wrong with a page: rule and elements."""
    # Not as a script of the page, whose policy allows none from outside.
    if page.evaluate("() => typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {json.dumps([node['html'][:200] for node in each['nodes']])}" for each in found["violations"]
    ]
