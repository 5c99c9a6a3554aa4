"""Players, bots and series in the browser: what ratings and tests say, and where it comes from."""

from __future__ import annotations

from tests.support.stack import until

#: what can be read at arm's length
LABEL_PX_MIN = 10


def label_px(page):
    """How large the labels of the page's chart are drawn."""
    return page.locator(".curve svg[role=img] text").first.evaluate(
        "label => parseFloat(getComputedStyle(label).fontSize) * label.getScreenCTM().a"
    )


def rated(one, name):
    """Have two bots of a series' strength and the person play a match that counts; return its id."""
    match_id = one.begin("race", level="random")
    one.post(f"/matches/{match_id}/resign")
    until(lambda: one.get(f"/ratings/{name}?game=race&seats=2")["rating"]["results"] > 0, 120)
    return match_id


def test_a_profile_shows_the_course_of_a_rating_and_who_was_met(person):
    person.begin("race", level="random")
    name = person.get("/accounts/me")["name"]
    matches = [rated(person, name) for _ in range(2)]
    until(lambda: len(person.get(f"/ratings/{name}?game=race&seats=2")["changes"]) >= len(matches), 120)
    page = person.open(f"/players/{name}")
    page.get_by_role("heading", name=name).wait_for()
    assert "2 results" in page.get_by_role("img").get_attribute("aria-label")
    page.set_viewport_size({"width": 360, "height": 800})
    until(lambda: label_px(page) >= LABEL_PX_MIN)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_text("The latest 2 results").click()
    row = page.locator("table tbody tr")
    row.wait_for()
    assert row.inner_text().split("\t") == ["2", "Random bot", "0%"]
    assert {page.locator(f"a[href='/matches/{each}']").count() for each in matches} == {1}
    page.get_by_role("link", name="Random bot").click()
    page.get_by_role("heading", name="Random bot").wait_for()


def test_leaderboards_and_the_ladder_go_by_game_and_seats(person):
    page = person.open()
    page.get_by_role("link", name="Players", exact=True).click()
    page.get_by_label("Tables of").select_option(label="Tiny Epic Galaxies, 5 players")
    page.get_by_role("heading", name="The bots' ladder: Tiny Epic Galaxies").wait_for()
    assert page.url.endswith("/players?game=tiny_epic&seats=5")
    levels = person.get("/bots")["bots"]
    measured = {bot["level"] for bot in levels if "tiny_epic" in bot["measured"]}
    page.locator(".ladder > li").first.wait_for()
    # Each has a name for people.
    named = page.locator(".ladder > li b").all_inner_texts()
    assert len(set(named)) == len(levels)
    assert not {bot["level"] for bot in levels} & set(named)
    # And what is said of it is the reader's language, not the server's.
    assert page.locator(".ladder > li p[lang=en]").count() == 0
    assert page.locator(".ladder .interval").count() == len(measured)
    yardstick = page.locator(".ladder > li", has=page.get_by_role("link", name="Classic bot"))
    yardstick.get_by_text("Not on the ladder of levels.").wait_for()


def one_test(one, series_id):
    """How the test of a series' first group stands, with its number of sets."""
    [group] = one.get(f"/series/{series_id}")["groups"]
    return group["sprt"] | {"sets": group["rates"][0]["sets"]}


def test_a_series_is_followed_to_its_end(person):
    person.begin("race", level="random")
    made = person.post("/series", {"game": "race", "players": ["greedy", "random"], "pairs": 3, "sprt": True})
    page = person.open("/series")
    page.locator(f"a[href='/series/{made['id']}']").click()
    page.get_by_text("Over", exact=True).wait_for()
    page.get_by_text("6 of 6 matches").wait_for()
    assert page.locator(".series-group .interval").count() == 2
    assert page.locator(".test-state").inner_text().endswith("is better.")
    assert page.get_by_role("heading", name="Ratings in this series").is_visible()
    test = one_test(person, made["id"])
    told = page.get_by_role("img", name=f"Test of Greedy bot after {test['sets']} set").get_attribute("aria-label")
    assert f": {test['log_ratio']:.2g}"[:4] in told
    drawn = page.locator(".curve .line").get_attribute("points").split()
    assert len(drawn) == len(test["course"]) >= 2
