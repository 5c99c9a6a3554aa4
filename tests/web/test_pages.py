"""Every page in every language, theme and width: nothing overflows, nothing is left to sight alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.stack import until
from tests.web.support import violations

LANGUAGES = ("en", "de", "pl")
THEMES = ("light", "dark")
WIDTHS = (360, 1024, 2560)
PLACES = (
    *("home", "account", "roll", "race", "tiny_epic", "decisions", "new-table"),
    *("tournaments", "new-tournament", "tournament", "tournament-screen"),
    *("players", "player", "series", "one-series", "pieces"),
)
#: the first page asks again after so long (`SEEN_AGAIN_MS` in web/src/pages/home.tsx)
AGAIN_MS = 10_000
SHOTS = Path(os.environ.get("WEB_SCREENSHOTS", "build/screenshots"))


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


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_page_is_accessible_and_fits_at_every_width(tables, place, theme):
    one, places = tables
    one.page.emulate_media(color_scheme=theme)
    one.open(places[place])
    one.page.wait_for_selector("main h1", state="attached")
    one.page.wait_for_selector("[aria-busy=true]", state="detached")
    assert violations(one.page) == []
    SHOTS.mkdir(parents=True, exist_ok=True)
    for width in WIDTHS:
        one.page.set_viewport_size({"width": width, "height": 900})
        one.page.screenshot(path=SHOTS / f"{place}-{theme}-{width}.png", full_page=True)
        too_wide = one.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert too_wide <= 0, f"{too_wide} px too wide at {width}"
    one.page.set_viewport_size({"width": 1440, "height": 900})
    assert one.complaints == []


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_speaks_the_readers_language(tables, place, language):
    one, places = tables
    # The page for a wall has nothing around it where a language could be chosen.
    one.open(places["tournament" if place == "tournament-screen" else place])
    one.page.locator(".bar select").first.select_option(language)
    one.page.wait_for_selector(f"html[lang={language}]")
    play = {"en": "Play", "de": "Spielen", "pl": "Graj"}[language]
    assert one.page.locator(".bar nav a").first.inner_text() == play
    one.open(places[place])
    one.page.wait_for_selector(f"html[lang={language}]")
    one.page.wait_for_selector("main h1", state="attached")
    SHOTS.mkdir(parents=True, exist_ok=True)
    one.page.screenshot(path=SHOTS / f"{place}-{language}.png", full_page=True)
    one.open("/account")
    one.page.locator(".bar select").first.select_option("en")


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


def test_no_request_leaves_the_origin(tables):
    one, _ = tables
    assert {url for url in one.requests if not url.startswith(one.url + "/")} == set()
