"""A finished match relived: any moment, by rounds, with anybody's eyes, by a link, on a small page too."""

from __future__ import annotations

import json
import re

import pytest

from tests.web.support import PAGE, READY, play_out, violations

TELLS_MORE = "count => document.querySelectorAll('#tab-panel .log li').length > count"
#: both seats have put two of their six cards aside, and one of them has chosen its actions
MOMENT = 5
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def finished(chromium, stack):
    """A finished match of Race, and the browser of the guest who played it."""
    from tests.web.support import Browsing  # noqa: PLC0415 (only where there is a browser)

    one = Browsing(chromium, stack.url)
    match_id = one.begin("race")
    # An open table would give forced answers itself, now and then too late: the server notes what it refuses.
    one.open()
    play_out(match_id, one)
    yield one, match_id
    one.close()


@pytest.fixture
def relived(finished):
    one, match_id = finished
    one.requests.clear()
    one.open(f"/matches/{match_id}")
    one.page.wait_for_selector(".moments.whole")
    yield one, match_id
    assert one.complaints == []


def slider(page):
    return page.get_by_role("slider", name="Moment of the match")


def look(page, moment):
    """Move to a moment and wait until the table shows it: only then is its round told."""
    slider(page).fill(str(moment))
    page.locator(".moments output", has_text=re.compile(rf"Action {moment} of \d+ · Round")).wait_for()


def hand(page, place):
    """How many known cards lie in the hand of a seat, as the table draws it."""
    return page.locator(f".empire.seat-{place} .hand .race-card:not(.unknown)")


def cards(one, match_id, query, place):
    return one.get(f"/matches/{match_id}/view?{query}")["view"]["seats"][place]["hand"]


def test_a_match_is_relived_by_keys_and_rounds(relived):
    one, match_id = relived
    page, last = one.page, len(one.get(f"/matches/{match_id}/record")["actions"])
    assert slider(page).get_attribute("max") == str(last)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**/matches/{match_id}?at={last - 1}&seat=0")
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_function("last => Number(document.querySelector('.moments input').value) < last", arg=last - 1)
    start = int(slider(page).input_value())
    seen = one.get(f"/matches/{match_id}/view?version={start}&seat=0")["view"]
    page.locator(".moments output", has_text=f"Action {start} of {last} · Round {seen['round']}").wait_for()
    assert one.get(f"/matches/{match_id}/view?version={start - 1}&seat=0")["view"]["round"] == seen["round"] - 1
    page.keyboard.press("Escape")
    page.wait_for_url(f"**/matches/{match_id}")


def test_a_moment_is_seen_with_anybodys_eyes_and_by_a_link(relived, people):
    one, match_id = relived
    page = one.page
    look(page, MOMENT)
    page.wait_for_url(f"**?at={MOMENT}&seat=0")
    for seat in (0, 1):
        page.get_by_label("Seen by").select_option(str(seat))
        page.wait_for_url(f"**?at={MOMENT}&seat={seat}")
        page.locator(f".empire.seat-{seat}:not(.other)").wait_for()
        assert hand(page, 1 - seat).count() == 0
        assert hand(page, seat).count() == len(cards(one, match_id, f"version={MOMENT}&seat={seat}", seat))
    page.get_by_label("Seen by").select_option("all")
    page.wait_for_url(f"**?at={MOMENT}&seat=all")
    visitor = people()
    visitor.open(page.url.removeprefix(one.url))
    for other in (page, visitor.page):
        for seat in (0, 1):
            other.locator(f".empire.seat-{seat}:not(.other)").wait_for()
            held = cards(one, match_id, f"version={MOMENT}&has_open_hands=true", seat)
            assert hand(other, seat).count() == len(held) > 0


def test_the_story_goes_as_far_as_the_moment(relived):
    one, match_id = relived
    page = one.page
    page.get_by_role("tab", name="Log").click()
    slider(page).fill("0")
    page.wait_for_url("**?at=0&seat=0")
    page.locator("#tab-panel .log li").first.wait_for(state="detached")
    told = 0
    for moment in (MOMENT, int(slider(page).get_attribute("max")) // 2):
        look(page, moment)
        page.wait_for_function(TELLS_MORE, arg=told)
        told = page.locator("#tab-panel .log li").count()
    path = f"{one.url}/v1/matches/{match_id}/events?version={moment}&seat=0&follow=false"
    lines = one.context.request.get(path).text().splitlines()
    assert told <= sum(json.loads(line)["type"] == "event" for line in lines)


def test_a_slider_that_moves_asks_for_few_moments(relived):
    one, _ = relived
    page = one.page
    page.evaluate(
        """() => {
          const slider = document.querySelector(".moments input");
          for (let moment = 0; moment < Number(slider.max); moment += 1) {
            slider.value = moment;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
          }
        }"""
    )
    last = int(slider(page).get_attribute("max"))
    page.wait_for_url(f"**?at={last - 1}&seat=0")
    page.locator(".moments").get_by_role("button", name="One step back").click()
    page.wait_for_url(f"**?at={last - 2}&seat=0")
    asked = [url for url in one.requests if "/view?" in url and "seat=0" in url]
    assert 1 < len(asked) <= 25 < last


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_moments_take_one_line_on_a_usual_screen(relived, language):
    one, _ = relived
    page = one.page
    assert page.viewport_size["width"] == 1440
    page.locator(".bar select").first.select_option(language)
    page.wait_for_selector(f"html[lang={language}]")
    line = page.locator(".moments.whole select").first.bounding_box()["height"]
    height = page.locator(".moments.whole").bounding_box()["height"]
    # Other tests look at the same match in English.
    page.locator(".bar select").first.select_option("en")
    page.wait_for_selector("html[lang=en]")
    assert height < 2 * line


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_reliving_is_accessible_and_fits_a_small_page(relived, theme):
    one, _ = relived
    page = one.page
    page.emulate_media(color_scheme=theme)
    look(page, MOMENT)
    page.get_by_label("Seen by").select_option("all")
    page.locator(".empire.seat-1:not(.other)").wait_for()
    assert slider(page).get_attribute("aria-valuetext").startswith(f"Action {MOMENT} of ")
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    page.set_viewport_size({"width": 1440, "height": 900})
    assert violations(page) == []


@pytest.mark.parametrize(("game", "seats"), [("roll", 2), ("tiny_epic", 1)])
def test_every_table_opens_all_hands(person, game, seats):
    match_id = person.begin(game, seats=seats)
    play_out(match_id, person)
    person.open(f"/matches/{match_id}?at=8&seat=all")
    person.page.locator(f".game-table.{game} .empire.seat-{seats - 1}:not(.other)").wait_for()
    assert person.page.locator(".empire:not(.other)").count() == seats
    assert violations(person.page) == []


def test_a_visitor_goes_on_from_a_moment_against_bots(relived, people):
    """As a guest, with the table as it was for those eyes; what the other match was stands beside it."""
    one, match_id = relived
    last = int(slider(one.page).get_attribute("max"))
    visitor = people()
    visitor.open(f"/matches/{match_id}?at={last // 2}&seat=1")
    visitor.page.locator(".empire.seat-1:not(.other)").wait_for()
    visitor.page.get_by_role("button", name="Go on from here").click()
    visitor.page.wait_for_url(lambda url: f"/matches/{match_id}" not in url)
    visitor.page.wait_for_selector(READY)
    practice = visitor.page.url.rpartition("/")[2]
    match = visitor.get(f"/matches/{practice}")
    assert match["start"] == {"match_id": match_id, "version": last // 2}
    assert (match["own_seats"], match["is_private"], match["is_rated"]) == ([1], True, False)
    visitor.play(lambda page: page.locator(".choices .action").first.click(), decisions_max=2)
    visitor.page.get_by_role("link", name="Practice, from action").click()
    visitor.page.wait_for_url(f"**/matches/{match_id}?at={last // 2}*")
    # From the end nothing goes on.
    further = visitor.page.get_by_role("button", name="Go on from here")
    further.wait_for()
    visitor.page.keyboard.press("Escape")
    further.wait_for(state="detached")


def analysed(page):
    """How many decisions have been analysed."""
    return int(page.locator(".analysis progress").get_attribute("value"))


def test_the_analysis_grows_stops_and_keeps_what_it_has(relived):
    """What is looked at comes first; a point of the curve, and a line of the losses, lead to their moments."""
    one, match_id = relived
    page = one.page
    look(page, MOMENT)
    page.get_by_role("tab", name="Analysis").click()
    # The network's curve is there at once, a point for every moment.
    chances = page.get_by_role("img", name="Chances of winning")
    chances.wait_for()
    moments = len(one.get(f"/matches/{match_id}/record")["actions"]) + 1
    assert [
        len(points.split())
        for points in chances.locator("polyline").evaluate_all(
            "lines => lines.map(line => line.getAttribute('points'))"
        )
    ] == [moments, moments]
    page.get_by_role("button", name="Analyse this match").click()
    page.get_by_role("img", name="Expected places").wait_for()
    page.get_by_role("button", name="Stop").click()
    decides = one.get(f"/matches/{match_id}/record")["actions"][MOMENT][0]
    page.get_by_role("table", name=f"{['You', 'Bot, level 1'][decides]} decides here").wait_for()
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("tab", name="Analysis").click()
    before = analysed(page)
    assert before >= 2
    assert violations(page) == []
    page.get_by_role("img", name="Expected places").click(position={"x": 5, "y": 60})
    page.wait_for_url("**?at=0&seat=0")
    page.get_by_role("button", name="Go on", exact=True).click()
    page.wait_for_function("before => document.querySelector('.analysis progress').value > before", arg=before)
    page.get_by_role("button", name="Stop").click()
    assert one.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_bots_author_reads_every_decision_as_json(relived):
    one, match_id = relived
    record = one.get(f"/matches/{match_id}/record")
    page = one.page
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("link", name="Every decision as JSON").click()
    page.get_by_label("Seat").select_option("1")
    page.wait_for_url(f"**/matches/{match_id}/decisions?seat=1")
    versions = [version for version, (seat, _) in enumerate(record["actions"]) if seat == 1]
    lines = page.locator(".decisions summary")
    lines.nth(len(versions) - 1).wait_for()
    assert lines.count() == len(versions)
    taken = record["times_ms"][versions[1]] - record["times_ms"][versions[1] - 1]
    assert f"{taken:,} ms after" in lines.nth(1).inner_text()
    lines.nth(1).click()
    page.locator(".json pre").nth(1).wait_for()
    asked, answered = (json.loads(text) for text in page.locator(".json pre").all_inner_texts())
    assert asked == one.get(f"/matches/{match_id}/view?version={versions[1]}&seat=1")
    assert answered == {"version": versions[1], "seat": 1, "action": record["actions"][versions[1]][1]}
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    page.set_viewport_size({"width": 1440, "height": 900})


def test_a_bots_author_reads_what_the_server_refused(relived):
    """Only of its own seat; whoever sent nothing wrong is told so."""
    one, match_id = relived
    page = one.open(f"/matches/{match_id}/decisions?seat=0")
    page.get_by_text("The server refused none of your submissions in the last days").wait_for()
    late = {"version": 3, "seat": 0, "action": "nonsense"}
    refused = one.context.request.post(f"{one.url}/v1/matches/{match_id}/actions", headers=PAGE, data=late)
    assert refused.status == 409
    page.reload()
    page.get_by_text("1 refused submission").click()
    row = page.locator(".decisions li").first
    assert "MatchOver" in row.inner_text()
    assert json.loads(row.locator("pre").inner_text())["actions"] == ['"nonsense"']
    assert violations(page) == []
    page.get_by_label("Seat").select_option("1")
    page.wait_for_url("**?seat=1")
    assert page.get_by_text("refused submission").count() == 0
