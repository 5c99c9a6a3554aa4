"""A tournament from its making to its end, in browsers: host, entrants, visitors, and the screen on the wall."""

from __future__ import annotations

import re

import pytest

from tests.support.stack import until

SHORT_WAIT_S = 240


def make(host, name, **fields):
    """Make a tournament by the form; return its path."""
    page = host.open("/tournaments")
    page.get_by_role("link", name="Make a tournament").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Game", exact=True).select_option("race")
    for label, value in fields.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url(re.compile(r"/tournaments/(?!new)\w+$"))
    page.get_by_role("heading", name=name).wait_for()
    return page.url.removeprefix(host.url)


def enter_bots(page, count):
    lines = page.locator(".figures-table").first.locator("tbody tr")
    before = lines.count()
    form = page.locator(".hosting form").first
    form.get_by_label("Level").select_option("random")
    form.get_by_label("How many").fill(str(count))
    form.get_by_role("button", name="Enter bots").click()
    lines.nth(before + count - 1).wait_for()


def give_up(one):
    """Resign the match that the browser shows."""
    one.page.locator(".menu").get_by_role("button", name="Resign").click()
    one.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    one.page.wait_for_selector(".outcome")


def has_played(one, path, number):
    """Whether the browser's account has a result in that round."""
    name = one.get("/accounts/me")["name"]
    rounds = one.get(path)["rounds"][number - 1 : number]
    return any(name in table["seats"] and table["is_done"] for each in rounds for table in each["tables"])


@pytest.mark.timeout(900)
def test_a_swiss_is_made_entered_played_and_followed_on_the_wall(people):
    """Two guests and four bots: every page moves by itself, and the end stands on the screen without a reload."""
    host, guest, wall = people(), people(), people()
    path = make(host, "Autumn cup", Rounds="2")
    host.page.get_by_role("button", name="Enter", exact=True).click()
    host.page.get_by_text("You take part.").wait_for()
    guest.open(path)
    guest.page.get_by_role("button", name="Enter", exact=True).click()
    guest.page.get_by_text("You take part.").wait_for()
    enter_bots(host.page, 4)
    wall.open(f"{path}?screen")
    wall.page.locator(".wall").wait_for()
    assert wall.page.locator(".bar").count() == 0
    host.page.get_by_role("button", name="Begin").click()
    for number in (1, 2):
        for one in (host, guest):
            one.open(f"{path}?round={number}")
            one.page.get_by_role("heading", name=f"Round {number}", exact=True).wait_for()
            link = one.page.get_by_role("link", name="To your table")
            until(lambda link=link, one=one, number=number: link.count() or has_played(one, path, number), SHORT_WAIT_S)
            # The two may be paired with each other: then the first to give up ends it for both.
            if not has_played(one, path, number):
                link.click()
                one.page.wait_for_url("**/matches/*")
                one.page.wait_for_selector(".menu")
                give_up(one)
    wall.page.get_by_text("Over").wait_for()
    assert wall.page.locator(".wall-lines li").count() == 6
    assert wall.get(path)["status"] == "over"
    host.open(path)
    # Who gave up is told from who was beaten.
    assert "+" in host.page.locator(".cross").inner_text()
    assert "absent" in host.page.locator(".pairings").inner_text()


def test_who_withdraws_comes_back_by_one_click(people):
    """Before the start by entering again; later by returning."""
    host = people()
    path = make(host, "Coming and going", Rounds="3")
    page = host.page
    taking = page.locator(".taking")
    enter_bots(page, 3)
    for _ in range(2):
        taking.get_by_role("button", name="Enter", exact=True).click()
        taking.get_by_text("You take part.").wait_for()
        taking.get_by_role("button", name="Withdraw").click()
        taking.get_by_role("button", name="Enter", exact=True).wait_for()
    taking.get_by_role("button", name="Enter", exact=True).click()
    taking.get_by_text("You take part.").wait_for()
    page.get_by_role("button", name="Begin").click()
    taking.get_by_role("link", name="To your table").wait_for()
    taking.get_by_role("button", name="Withdraw").click()
    taking.get_by_text("You have withdrawn and are not paired until you return.").wait_for()
    assert taking.get_by_role("button", name="Enter", exact=True).count() == 0
    taking.get_by_role("button", name="Return").click()
    taking.get_by_text("You take part.").wait_for()
    assert not any(line["is_withdrawn"] for line in host.get(path)["standings"])


@pytest.fixture
def paused(people):
    """A tournament of bots, its host's browser on its page, with a round behind it."""
    host = people()
    path = make(host, "Bots' cup", Rounds="5")
    enter_bots(host.page, 5)
    host.page.get_by_role("button", name="Begin").click()
    until(lambda: host.get(path)["round"] > 1, SHORT_WAIT_S)
    return host, path


def test_the_host_halts_decides_and_ends(paused):
    host, path = paused
    page = host.page
    page.get_by_label("Reason").fill("lunch")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").first.wait_for()
    page.get_by_text("Reason: lunch").wait_for()
    page.get_by_label("Round", exact=True).select_option("1")
    assert page.url.endswith("?round=1")
    page.get_by_text("Bye:").wait_for()
    page.get_by_role("button", name="Correct (table 1)").click()
    dialog = page.get_by_role("dialog")
    for place in dialog.get_by_label("Place").all():
        place.fill("1")
    dialog.get_by_label("Why (everybody can read it)").fill("a seat was cut off")
    dialog.get_by_role("button", name="Decide the result").click()
    dialog.wait_for(state="hidden")
    page.get_by_text("Reason: a seat was cut off").wait_for()
    assert host.get(path)["rounds"][0]["tables"][0]["points"] == [0.5, 0.5]
    page.get_by_role("button", name="End the tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="End the tournament").click()
    page.get_by_text("Over", exact=True).wait_for()
    assert page.locator(".hosting").count() == 0


def test_standings_explain_themselves_and_go_along(paused):
    """Tie-breaks in the host's order, each with a sentence; results as files that other programs read."""
    host, _ = paused
    page = host.page
    head = page.locator(".figures-table thead").first.inner_text().split()
    assert [head.index(each) for each in ("Points", "Opposition", "Direct", "Places", "Margin")] == sorted(
        head.index(each) for each in ("Points", "Opposition", "Direct", "Places", "Margin")
    )
    page.get_by_text("How places come about").click()
    page.get_by_text("the points of the opponents").wait_for()
    for button, start in (("Standings as CSV", "rank,"), ("FIDE report (TRF16)", "012 "), ("Report as Markdown", "# ")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=button).click()
        assert saved.value.path().read_text().startswith(start)


def test_a_visitor_follows_without_an_account_and_enters_as_a_guest(people):
    host, visitor = people(), people()
    path = make(host, "Open cup")
    visitor.open()
    visitor.page.get_by_role("link", name="Open cup").first.wait_for()
    visitor.page.get_by_role("link", name="Tournaments", exact=True).click()
    visitor.page.get_by_role("link", name="Open cup").first.click()
    visitor.page.get_by_role("heading", name="Open cup").wait_for()
    assert not any(url.endswith("/v1/session/account") for url in visitor.requests)
    visitor.page.get_by_role("button", name="Enter", exact=True).click()
    visitor.page.get_by_role("button", name="Withdraw").click()
    visitor.page.get_by_role("button", name="Enter", exact=True).wait_for()
    assert visitor.page.locator(".hosting").count() == 0
    assert visitor.get(path)["entrants"] == 0


def test_a_refused_tournament_keeps_what_was_written(people):
    host = people()
    page = host.open("/tournaments/new")
    page.get_by_label("Name", exact=True).fill("Bad cup")
    page.get_by_label("Lowest rating").fill("20")
    page.get_by_label("Highest rating").fill("10")
    page.get_by_role("button", name="Make it").click()
    assert "nobody could enter" in page.get_by_role("alert").inner_text()
    assert page.get_by_label("Name", exact=True).input_value() == "Bad cup"
    page.get_by_label("Highest rating").fill("30")
    page.get_by_role("button", name="Make it").click()
    page.get_by_role("heading", name="Bad cup").wait_for()
