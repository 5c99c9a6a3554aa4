"""Two people at two browsers, and somebody who watches: whatever breaks meanwhile, all see the same, and only what they may."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from tests.web.support import MOVED_ON, SHOWS, play_out, sit_down_together

#: hands on all that the page gets, streams too while they run, without leaving anything in its memory
OVERHEAR = """const ask = window.fetch;
window.fetch = async (...asked) => {
  const answer = await ask(...asked);
  if (answer.body === null) return answer;
  const [own, copy] = answer.body.tee();
  const address = answer.url;
  const told = async () => {
    for await (const text of copy.pipeThrough(new TextDecoderStream())) window.overheard(address, text);
  };
  told().catch(() => undefined);
  return new Response(own, answer);
};"""
#: of each array that a page keeps the texts in it
KEPT = """function () {
  return this.map(each => each.filter(one => typeof one === "string")).filter(each => each.length > 0);
}"""
#: so many answers by the page between two breaks
BETWEEN = 2


class Sent:
    """The answers to questions that a browser sends, and what became of each request."""

    def __init__(self, one):
        self.requests = []
        one.page.on("request", self._hear)

    def _hear(self, request):
        if request.method == "POST" and request.url.endswith("/actions"):
            self.requests.append(request)

    def statuses(self):
        """By key how its requests were answered; None: not at all."""
        found = defaultdict(list)
        for each in self.requests:
            found[each.headers["idempotency-key"]].append(None if each.failure else each.response().status)
        return found


class Table:
    """Two players at one table, each at a browser."""

    def __init__(self, match_id, players):
        self.path, self.players = f"/matches/{match_id}", players
        self.chance = random.Random(15)
        #: so many actions were chosen on the pages
        self.chosen = 0

    def asked(self, one):
        """Whether that player is asked, once its page shows the question."""
        decision = one.get(f"{self.path}/decision")
        if decision["is_asked"]:
            one.page.wait_for_selector(f".choices[data-version='{decision['version']}'][aria-busy=false]")
        return decision["is_asked"]

    def one_asked(self):
        """A player that the table waits for."""
        return next(one for one in self.players if self.asked(one))

    def answer(self, one):
        """Answer by the page, without waiting for what comes of it; return the version of the question."""
        version = one.page.locator(".choices").get_attribute("data-version")
        together = one.page.locator(".together")
        self.chosen += int(together.get_attribute("data-left")) if together.count() else 1
        listed = one.page.locator(".choices .action")
        listed.nth(self.chance.randrange(listed.count())).click()
        one.pay(version)
        return version

    def go_on(self):
        """Let both answer some questions."""
        for _ in range(BETWEEN):
            for one in filter(self.asked, self.players):
                one.page.wait_for_function(MOVED_ON, arg=self.answer(one))

    def catch_up(self, *people):
        """Wait until each page shows as much of the match as its reader may see."""
        for one in people:
            one.page.wait_for_function(SHOWS, arg=one.get(f"{self.path}/view")["version"])


@pytest.fixture
def table(people):
    """Two guests at a table of Race, and what each sends."""
    host, guest = people(), people()
    sent = [Sent(host), Sent(guest)]
    return Table(sit_down_together(host, guest), (host, guest)), sent


def lose_an_answer(table):
    """Have the server's answer to an action lost on its way: it was carried out, and nobody knows."""
    one = table.one_asked()

    def lose(route):
        route.fetch()
        route.abort()

    one.page.route("**/actions", lose, times=1)
    one.page.wait_for_function(MOVED_ON, arg=table.answer(one))


def cut_off(table):
    """Have one answer without a connection while the other plays on."""
    one = table.one_asked()
    one.context.set_offline(True)
    version = table.answer(one)
    one.page.get_by_text("No answer yet; sending it again.").wait_for()
    one.page.locator(".told").wait_for()
    for other in table.players:
        if other is not one and table.asked(other):
            other.page.wait_for_function(MOVED_ON, arg=table.answer(other))
    one.context.set_offline(False)
    one.page.wait_for_function(MOVED_ON, arg=version)
    one.page.locator(".told").wait_for(state="detached")


def kill(gateway, stack, table):
    """Have one answer while nothing answers; the gateway comes back."""
    one = table.one_asked()
    gateway.signal(9)
    gateway.wait_ended(5)
    version = table.answer(one)
    for each in table.players:
        each.page.locator(".told").wait_for()
    stack.start_role(gateway.name)
    one.page.wait_for_function(MOVED_ON, arg=version)
    for each in table.players:
        each.page.locator(".told").wait_for(state="detached")


@pytest.mark.timeout(900)
def test_two_people_end_at_one_result_whatever_breaks(table, stack, gateway):
    """A reload, a lost answer, a cut connection and a killed gateway; nothing is carried out twice."""
    table, sent = table
    host, guest = table.players
    table.go_on()
    guest.page.reload()
    table.catch_up(guest)
    table.go_on()
    lose_an_answer(table)
    table.go_on()
    cut_off(table)
    table.go_on()
    kill(gateway, stack, table)
    table.go_on()
    table.catch_up(host, guest)
    afterwards = play_out(table.path.rpartition("/")[2], host, guest)
    match = host.get(table.path)
    told = []
    for one in (host, guest):
        one.page.wait_for_selector(".outcome")
        told.append([each.split()[-2] for each in one.page.locator(".outcome li").all_inner_texts()])
    assert told[0] == told[1] == sorted(map(str, match["scores"]), key=int, reverse=True)
    assert len(host.get(f"{table.path}/record")["actions"]) == table.chosen + afterwards
    statuses = [status for each in sent for status in each.statuses().values()]
    assert {one for each in statuses for one in each} == {200, None}
    assert {each.count(200) for each in statuses} == {1}


def lists_in(value):
    """All lists of texts in what the interface answered."""
    if isinstance(value, dict):
        return set().union(*map(lists_in, value.values()))
    if not isinstance(value, list):
        return set()
    own = {tuple(value)} if value and all(isinstance(each, str) for each in value) else set()
    return own.union(*map(lists_in, value))


def in_memory(one):
    """All texts in some array of the page's memory, but for those that say what every match of the game has.

    Hands are kept in arrays; the catalog's pieces are not.
    """
    session = one.context.new_cdp_session(one.page)
    prototype = session.send("Runtime.evaluate", {"expression": "Array.prototype"})["result"]["objectId"]
    found = session.send("Runtime.queryObjects", {"prototypeObjectId": prototype})["objects"]["objectId"]
    asked = {"objectId": found, "functionDeclaration": KEPT, "returnByValue": True}
    kept = {tuple(each) for each in session.send("Runtime.callFunctionOn", asked)["result"]["value"]}
    known = lists_in([one.get("/games/race"), one.get("/games/race/catalog")])
    return {text for each in kept - known for text in each}


def never_shown(one, path, until):
    """The cards that somebody held or drew up to a version, and that never lay on the table; with their names."""
    held, shown = set(), set()
    for version in range(until + 1):
        view = one.get(f"{path}/view?version={version}&has_open_hands=true")["view"]
        for seat in view["seats"]:
            held |= {*seat["hand"], *seat["drawn"], *seat["set_aside"], *seat["put_away"], *seat["goods"].values()}
            shown |= set(seat["tableau"])
    names = {card["id"]: card["name"] for card in one.get("/games/race/catalog")["cards"]}
    return {card: names[card] for card in held - shown}


@pytest.fixture
def watched(table, people):
    """The table, a spectator beside it, and all that the spectator's page is told besides what every match of a game has."""
    table, _ = table
    spectator, heard = people(), defaultdict(str)

    def hear(_, address, text):
        if "/v1/games/" not in address:
            heard[address] += text

    spectator.context.expose_binding("overheard", hear)
    spectator.context.add_init_script(OVERHEAR)
    spectator.open(table.path)
    return table, spectator, heard


@pytest.mark.timeout(900)
def test_a_spectator_is_told_nothing_that_only_players_know(watched):
    """Whatever came, is kept or is drawn; the same search finds it on a player's page."""
    table, spectator, heard = watched
    host, _ = table.players
    for _ in range(3):
        table.go_on()
    table.catch_up(spectator, host)
    until = host.get(table.path)["version"]
    told = "\n".join(heard.values())
    kept, drawn = in_memory(spectator), spectator.page.content()
    own, own_drawn = in_memory(host), host.page.content()
    own_hand = host.get(f"{table.path}/view")["view"]["seats"][0]["hand"]
    host.post(f"{table.path}/resign")
    secrets = never_shown(host, table.path, until)
    assert f"/v1/events?match={table.path.rpartition('/')[2]}" in " ".join(spectator.requests)
    assert '"actions_revealed"' in told
    mine = set(own_hand) & set(secrets)
    assert mine <= own
    assert mine
    assert all(secrets[card] in own_drawn for card in mine)
    assert [card for card in secrets if f'"{card}"' in told] == []
    assert set(secrets) & kept == set()
    assert [name for name in secrets.values() if f">{name}<" in drawn] == []
