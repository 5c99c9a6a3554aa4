"""Bots of the client library: they find each other, keep to their rules, and end in good order."""

from __future__ import annotations

import asyncio
import math
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from client import AsyncClient, Bot
from client.bots.picture import picture_of
from client.bots.runner import Runner
from tests.e2e.support import make_stack, new_client, verified
from tests.e2e.test_chaos import kill_while

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "client.md"
#: SOAK_S sets another time for the long run
SOAK_S = float(os.environ.get("SOAK_S", "120"))
BOTS = 20
STILL_S_MAX = 240.0


class Chance(Bot):
    """Plays by chance."""

    def choose(self, decision):
        return random.choice(decision.legal_actions)["action"]


class Running:
    """A bot that runs in a thread of its own."""

    def __init__(self, bot, url, token):
        self.bot = bot
        self.url = url
        self.token = token
        self.runner = None
        self.fault = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(30)

    def _run(self):
        async def run():
            async with AsyncClient(self.url, self.token, patience_s=math.inf) as client:
                self.runner = Runner(self.bot, client)
                self._loop = asyncio.get_running_loop()
                self._ready.set()
                await self.runner.run()

        try:
            asyncio.run(run())
        except BaseException as fault:  # noqa: BLE001 (the test looks at it)
            self.fault = fault

    def stop(self, seconds=120):
        self._loop.call_soon_threadsafe(self.runner.stop)
        self._thread.join(seconds)
        assert not self._thread.is_alive()
        assert self.fault is None, self.fault


def wait_until(what, seconds=120):
    until = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < until
        time.sleep(0.2)
    return found


def own(client, status):
    return list(client.matches(own=True, status=status))


def test_the_guides_bot_plays_and_stops_at_a_signal(stack, client):
    """Two of them meet by seeking; a signal ends each in good order, and no match is left behind."""
    code = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)[0]
    assert len([line for line in code.splitlines() if line]) <= 15
    code = code.replace("http://127.0.0.1:8080", stack.url).replace("random.choice", "(lambda _: print('chose') or _)")
    code = code.replace("(decision.legal_actions)", "(random.choice(decision.legal_actions))")
    bots = [
        subprocess.Popen([sys.executable, "-u", "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [bot.stdout.readline() for bot in bots] == ["chose\n"] * 2
    # A second signal does not wait for the end of the match; with one resigned, the other has nothing to wait for.
    bots[0].send_signal(signal.SIGTERM)
    time.sleep(0.5)
    bots[0].send_signal(signal.SIGTERM)
    bots[1].send_signal(signal.SIGTERM)
    assert [bot.wait(60) for bot in bots] == [0, 0]
    names = {seat["account"] for match in client.matches(game="race") for seat in match["seats"] if "account" in seat}
    assert not {name for name in names if name.startswith("chance-")}


def test_a_bot_accepts_by_its_rules_and_plays_to_the_end(stack, client, other):
    class OnlyRace(Chance):
        games = ("race",)
        needs_view = True
        turns = 0

        def choose(self, decision):
            assert decision.view["viewer"] == decision.seat
            assert decision.players[decision.seat] == name
            OnlyRace.turns += 1
            return super().choose(decision)

    name = other.account.read()["name"]
    bot = Running(OnlyRace(), stack.url, other.token)
    seats = [{"kind": "account"}, {"kind": "invited", "account": name}]
    refused = client.create_match("roll", seats)["id"]
    wait_until(lambda: client.match(refused).read()["seats"][1].get("cause") == "I play race")
    news = [line for line in client.account.events(follow=False) if line.get("kind") == "declined"]
    assert [line["match_id"] for line in news] == [refused]
    match_id = client.create_match("race", seats)["id"]
    wait_until(lambda: client.match(match_id).read()["status"] == "running")
    while not (asked := client.match(match_id).decision(wait_s=5))["is_over"]:
        if asked["is_asked"]:
            client.match(match_id).submit(asked["version"], random.choice(asked["legal_actions"])["action"])
    wait_until(lambda: bot.runner.played == 1)
    assert picture_of(bot.runner).title.endswith("1 played, 1 won" if bot.runner.won else "1 played, 0 won")
    bot.stop()
    assert OnlyRace.turns > 10
    verified(client, match_id)


def test_a_bot_that_fails_resigns_there_alone(stack, client):
    """An error in one match ends neither the bot nor its other matches."""

    class Faulty(Chance):
        def choose(self, decision):
            if decision.match_id == broken:
                raise ValueError("no idea")
            return super().choose(decision)

    seats = [{"kind": "account"}, {"kind": "bot", "level": "random"}]
    broken, whole = (client.create_match("race", seats)["id"] for _ in range(2))
    bot = Running(Faulty(), stack.url, client.token)
    wait_until(lambda: bot.runner.played == 2)
    bot.stop()
    ended = {match["id"]: match["seats"][0].get("cause") for match in own(client, "over")}
    assert ended == {broken: "resigned", whole: None}


def test_a_bot_enters_a_tournament_and_plays_it(client, other, stack):
    made = client.create_tournament("Cup of one match", "race", "round_robin", 2)["id"]

    class Entering(Chance):
        tournaments = (made,)
        matches_max = 0

    bot = Running(Entering(), stack.url, other.token)
    wait_until(lambda: client.tournament(made).read()["entrants"] == 1)
    client.tournament(made).add_bots("random")
    client.tournament(made).start()
    wait_until(lambda: client.tournament(made).read()["status"] == "over")
    wait_until(lambda: bot.runner.played == 1)
    bot.stop()
    standings = client.tournament(made).read()["standings"]
    assert sum(row["points"] for row in standings) == 1


def test_a_bot_survives_rules_and_actions_that_fail(stack, client, other):
    """An error in its rules costs it an invitation, an answer that can't be sent its seat; neither ends the bot."""

    class Careless(Bot):
        def accepts(self, match):
            if match["game"] == "roll":
                raise ValueError("no idea")
            return super().accepts(match)

        def choose(self, _):
            return {object()}

    seats = [{"kind": "account"}, {"kind": "invited", "account": other.account.read()["name"]}]
    bot = Running(Careless(), stack.url, other.token)
    unanswered = client.create_match("roll", seats)["id"]
    match_id = client.create_match("race", seats)["id"]
    wait_until(lambda: client.match(match_id).read()["status"] == "over")
    assert client.match(unanswered).read()["seats"][1]["kind"] == "invited"
    wait_until(lambda: bot.runner.played == 1)
    bot.stop()


def test_a_bot_stops_though_its_server_is_away():
    bot = Running(Chance(), "http://127.0.0.1:9", "a-token")
    time.sleep(1)
    bot.stop(seconds=30)


@pytest.mark.soak
@pytest.mark.timeout(SOAK_S + 900)
def test_twenty_bots_stay_through_kills_of_every_service(tmp_path):
    """They seek each other and play; each goes on after the last kill, and every match of theirs verifies."""
    settings = {"ASTRARIUM_LIMIT_ACCOUNTS_PER_HOUR_PER_ADDRESS_MAX": "1000"}

    class Seeking(Chance):
        seeks = (("race", 2), ("race", 3))
        matches_max = 2
        finish_s = 0

    with make_stack(tmp_path / "stack", game_states=2, gateways=2, bots=2, settings=settings) as stack:
        clients = [new_client(stack.url) for _ in range(BOTS)]
        bots = [Running(Seeking(), stack.gateway_urls[place % 2], each.token) for place, each in enumerate(clients)]
        until = time.monotonic() + SOAK_S
        kills = kill_while(stack, random.Random(18), lambda: time.monotonic() < until)
        assert min(kills.values()) > 0, kills
        before, since = [bot.runner.played for bot in bots], time.monotonic()
        wait_until(
            lambda: all(bot.runner.played > old for bot, old in zip(bots, before, strict=True)), seconds=STILL_S_MAX
        )
        again_s = time.monotonic() - since
        for bot in bots:
            bot.stop()
        watcher = new_client(stack.url)
        over = {match["id"] for client in clients for match in own(client, "over")}
        assert len(over) > BOTS
        for match_id in over:
            verified(watcher, match_id)
        sys.stdout.write(
            f"\n{BOTS} bots, {SOAK_S:.0f} s: {len(over)} matches, kills {kills}, all played on in {again_s:.0f} s\n"
        )
        for client in [*clients, watcher]:
            client.http.close()
