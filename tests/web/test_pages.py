"""Every page in every language, theme and width: nothing overflows, nothing is left to sight alone."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.support.stack import until
from tests.web.support import violations

LANGUAGES = ("en", "de", "pl")
THEMES = ("light", "dark")
WIDTHS = (360, 1280, 2560)
#: each theme at each width, each language in each theme: looked at by axe, and kept as a picture
SEEN = tuple(
    (LANGUAGES[(place + turn) % 3], theme, width)
    for turn, theme in enumerate(THEMES)
    for place, width in enumerate(WIDTHS)
)
PICTURES = Path(os.environ.get("WEB_SCREENSHOTS", "build/screenshots"))
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
#: the first page asks again after so long (`SEEN_AGAIN_MS` in web/src/pages/home.tsx)
AGAIN_MS = 10_000
#: writes what has words of a language with marks and half as long again, as the page fills in what it says
PSEUDO = """
const marked = text => text.split(/(\\{\\w+\\})/).map((part, place) => place % 2 ? part : `⟦${part}${" ··".repeat(
  part.length / 6)}⟧`).join("");
const replace = String.prototype.replace;
String.prototype.replace = function (pattern, by) {
  const isFilled = pattern instanceof RegExp && pattern.source === "\\\\{(\\\\w+)\\\\}";
  return replace.call(isFilled ? marked(String(this)) : this, pattern, by);
};"""
#: guests, numbers of phases, dates
OF_NO_LANGUAGE = re.compile(r"guest-|[IVX]+$|(\w{3} )?\d+,? (\w{3} )?\d{4}(, \d+:\d+(\s[AP]M)?)?$")
#: what is shown or read out with letters, without marks, and not in no language
UNMARKED = """() => {
  const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), parent = walker.currentNode.parentElement;
    if (/\\p{L}{2}/u.test(text) && !text.includes("⟦") && !parent.closest("code, kbd, noscript, option[lang]"))
      found.add(text);
  }
  return [...found];
}"""


@pytest.fixture(scope="module")
def tables(chromium, stack):
    """A match of each game, some decisions in, all of one guest; and that guest's browser."""
    from tests.web.support import Browsing  # noqa: PLC0415

    one = Browsing(chromium, stack.url)
    places = {"home": "/", "account": "/account"}
    for game in ("roll", "race", "tiny_epic"):
        match_id = one.begin(game, seats=3)
        one.play(lambda page: page.locator(".choices .action").first.click(), decisions_max=8)
        places[game] = f"/matches/{match_id}"
    over = one.begin("race")
    one.play(lambda page: page.locator(".choices .action").first.click(), decisions_max=4)
    one.post(f"/matches/{over}/resign")
    waiting = one.post(
        "/matches", {"game": "roll", "seats": [{"kind": "account"}, {"kind": "open"}], "is_private": True}
    )
    places |= {
        "waiting": f"/matches/{waiting['id']}",
        "relived": f"/matches/{over}?at=2&seat=all",
    }
    places |= {"decisions": f"/matches/{over}/decisions", "new-table": "/tables/new?game=tiny_epic&seats=4"}
    tournament = f"/tournaments/{played_tournament(one)}"
    places |= {"tournaments": "/tournaments", "new-tournament": "/tournaments/new", "tournament": tournament}
    places["tournament-screen"] = f"{tournament}?screen"
    series = one.post("/series", {"game": "race", "players": ["greedy", "random"], "pairs": 3, "sprt": True})
    until(lambda: one.get("/ratings/bot:random?game=race&seats=2")["rating"]["results"] > 1, 120)
    places |= {"players": "/players?game=race&seats=2", "player": "/players/bot:random", "series": "/series"}
    places |= {"one-series": f"/series/{series['id']}", "pieces": "/pieces/race"}
    yield one, places
    one.close()


def played_tournament(one):
    """A tournament of bots that a guest hosts, paused, with a round behind it; returns its id."""
    config = {"name": "Autumn cup", "game": "race", "format": "swiss", "seats": 2, "rounds": 3, "bye_points": 0.5}
    made = one.post("/tournaments", config)
    path = f"/tournaments/{made['id']}"
    one.post(f"{path}/bots", {"level": "random", "count": 7})
    one.post(f"{path}/start")
    until(lambda: one.get(path)["round"] > 1, 240)
    one.post(f"{path}/pause", {"reason": "lunch"})
    table = {"round": 1, "table": 0, "ranks": [1, 1], "scores": [9, 9], "reason": "a seat was cut off"}
    one.post(f"{path}/corrections", table)
    until(lambda: one.get(path)["rounds"][-1]["tables"][0]["is_done"], 240)
    return made["id"]


def visit(page, address):
    """Open a page and wait until all of it is there."""
    page.goto(address)
    page.wait_for_selector("main h1", state="attached")
    page.wait_for_selector("[aria-busy=true]", state="detached")


def speak(one, language):
    """Switch the language where the page can, else for the next look at it."""
    chooser = one.page.locator(".bar select").first
    if chooser.count():
        chooser.select_option(language)
    else:
        one.page.evaluate("language => localStorage.setItem('astrarium.language', language)", language)
        visit(one.page, one.page.url)
    one.page.wait_for_selector(f"html[lang={language}]")


def faults_of(one, place):
    """Look at a page in every language, theme and width; return what is wrong, and where."""
    page, wrong = one.page, []
    for language in LANGUAGES:
        speak(one, language)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                found = [f"{over} px too wide"] if (over := page.evaluate(TOO_WIDE)) > 0 else []
                if (language, theme, width) in SEEN:
                    found += violations(page)
                    picture = PICTURES / f"{place}-{language}-{theme}-{width}.jpeg"
                    page.screenshot(path=picture, full_page=True, type="jpeg", quality=70)
                wrong += [f"{place}, {language}, {theme}, {width} px: {each}" for each in found]
    return wrong


@pytest.mark.timeout(1200)
def test_every_page_is_accessible_and_fits_in_every_language_theme_and_width(tables):
    """And asks nobody but its own server for anything."""
    one, places = tables
    PICTURES.mkdir(parents=True, exist_ok=True)
    wrong = []
    for place, path in places.items():
        visit(one.page, one.url + path)
        wrong += faults_of(one, place)
    assert wrong == []
    assert one.complaints == []
    assert {url for url in one.requests if not url.startswith(one.url + "/")} == set()


def names_of(value):
    """All names and titles in what the interface answered."""
    if isinstance(value, dict):
        own = {value[each] for each in ("name", "title") if isinstance(value.get(each), str)}
        return own.union(*map(names_of, value.values()))
    return set().union(*map(names_of, value)) if isinstance(value, list) else set()


@pytest.mark.timeout(600)
def test_nothing_is_said_but_words_of_a_language(tables):
    """In German, with every word longer and marked, on a small page: what is not marked is a name or a date.

    So nothing that the server says in English is left, and nothing that German has no words for.
    """
    one, places = tables
    games = [one.get("/games"), *(one.get(f"/games/{game}/catalog") for game in ("roll", "race", "tiny_epic"))]
    # Other tests on this stack have hosted tournaments too.
    names = names_of([*games, one.get("/tournaments")]) | {"Astrarium", "English", "Deutsch", "Polski"}
    page = one.new_page()
    page.add_init_script(PSEUDO)
    page.add_init_script("localStorage.setItem('astrarium.language', 'de')")
    page.set_viewport_size({"width": 360, "height": 800})
    wrong = {}
    for place, path in {**places, "tiles": "/pieces/roll", "planets": "/pieces/tiny_epic"}.items():
        visit(page, one.url + path)
        assert page.get_by_text("⟦").count()
        wrong[place] = [
            text for text in page.evaluate(UNMARKED) if text not in names and not OF_NO_LANGUAGE.match(text)
        ]
        if (over := page.evaluate(TOO_WIDE)) > 0:
            wrong[place].append(f"({over} px too wide)")
    page.close()
    assert {place: found for place, found in wrong.items() if found} == {}


def test_offers_come_once_a_busy_server_answers(person):
    busy = {"type": "about:blank", "title": "Unavailable", "status": 503, "detail": "busy", "error": "Unavailable"}
    person.page.route("**/v1/bots", lambda route: route.fulfill(status=503, json=busy), times=1)
    person.page.clock.install()
    person.open()
    person.page.locator(".told, [role=alert]").first.wait_for()
    assert person.page.locator(".offer").count() == 0
    person.page.clock.run_for(AGAIN_MS)
    person.page.locator(".offer.of-tiny_epic").wait_for()


def test_a_running_match_is_drawn_live_on_the_first_page(people):
    player, watcher = people(), people()
    player.begin("race")
    watcher.open()
    place = watcher.page.locator(".live-board.of-race").first
    place.wait_for(state="attached")
    # It is drawn once it is in sight, and other tests' tournaments may stand above it.
    place.evaluate("place => place.scrollIntoView()")
    place.locator(".game-table.race").wait_for()
    assert violations(watcher.page) == []
    # Only to look at: the keys and a screen reader go past it, to the link beside it.
    assert watcher.page.locator(".live-board[inert][aria-hidden=true]").count() >= 1
    assert watcher.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
