"""Keeps a bot at its tables: hears what concerns its account, and plays each match in a task of its own."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, cast

import httpx

from client import refusals
from client.bots.bot import Bot, BotDecision, BotFailure
from client.bots.delay import NetworkDelay
from client.bots.rules import Seek
from client.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from client.awaited.client import AsyncClient
    from client.bots.bot import Action
    from client.models import Decision, MadeMatch, Match, SeatChoice

Given = TypeVar("Given")
log = logging.getLogger("astrarium.bot")
#: the match that whatever is done and logged concerns; empty: none
MATCH_ID: contextvars.ContextVar[str] = contextvars.ContextVar("MATCH_ID", default="")

#: how often it looks whether there is room for another match
LOOK_S = 5.0
#: how often it looks for tournaments to enter, which reads the whole list
ENTER_S = 30.0
#: pause after a failure that is not of the connection
PAUSE_S = 1.0
#: how soon a second signal is noticed
WAIT_S = 0.2
#: whoever stops does not wait longer for a server that is away
LEAVE_S_MAX = 5.0
#: how many matches may think in threads at once; a thread is made when it is needed
THREADS_MAX = 512
#: the decision is no longer what it was: read it again
STALE = (refusals.StaleVersion, refusals.NotYourDecision, refusals.TimeIsUp, refusals.MatchNotRunning)
#: the seat is no longer the bot's, or there is nothing more to play
GONE = (
    refusals.UnknownMatch,
    refusals.NotYourSeat,
    refusals.MatchOver,
    refusals.MatchDamaged,
    refusals.RulesVersionGone,
)
FATAL = (refusals.Unauthenticated, refusals.MissingScope)


@dataclass(slots=True)
class BotMatch:
    """A match that the bot plays."""

    match: Match
    began: float
    turns: int = 0
    errors: int = 0
    #: the match after its end
    ended: Match | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The players who sit there."""
        return name_players(self.match)


def name_players(match: Match) -> tuple[str, ...]:
    """Return who sits at a match's seats, as bots and programs are told: accounts' names, `bot:LEVEL`."""
    return tuple(
        f"bot:{seat.get('level')}" if seat["kind"] == "bot" else seat.get("account", "") or seat["kind"]
        for seat in match["seats"]
    )


class Runner:
    """One bot at one server."""

    def __init__(self, bot: Bot, client: AsyncClient) -> None:
        """Run a bot with a client, whose patience should not end."""
        self.bot = bot
        self.client = client
        self.sittings: dict[str, BotMatch] = {}
        #: matches that wait for others to sit down -> what was sought there, if anything
        self.waiting: dict[str, Seek | None] = {}
        self.played = 0
        self.won = 0
        self.delay = NetworkDelay()
        # The loop's own threads are few, and its look-ups of addresses need them.
        self._threads = ThreadPoolExecutor(THREADS_MAX, "astrarium-bot")
        self._stopping = asyncio.Event()
        self._is_hurried = False
        self._name = ""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._entered: set[str] = set()

    async def run(self) -> None:
        """Play until `stop` is called and all is finished; raise Refused if the token is not good."""
        async with asyncio.TaskGroup() as group:
            hearing = group.create_task(self._hear(group))
            looking = [group.create_task(self._look(group)), group.create_task(self._look_for_tournaments())]
            await self._stopping.wait()
            # Cut off in the middle it might hold a seat that it does not know of.
            _, late = await asyncio.wait(looking, timeout=LEAVE_S_MAX)
            for task in late:
                task.cancel()
            await self._finish(group)
            hearing.cancel()
        self._threads.shutdown(wait=False)
        log.info("stopped after %d matches, %d of them won", self.played, self.won)

    @property
    def is_stopping(self) -> bool:
        """Whether it only finishes what has begun."""
        return self._stopping.is_set()

    def stop(self) -> None:
        """Finish what has begun; called again, resign it."""
        self._is_hurried = self.is_stopping
        self._stopping.set()
        log.info("stopping: %d matches are being played", len(self._tasks))

    async def _finish(self, group: asyncio.TaskGroup) -> None:
        """Leave the tables that wait, play the others to the end, and resign what is left when the time is up."""
        until = time.monotonic() + self.bot.finish_s
        await self._leave_tables(group)
        while self._tasks and not self._is_hurried and time.monotonic() < until:
            await asyncio.wait(self._tasks.values(), timeout=WAIT_S)
            await self._leave_tables(group)
        for match_id, task in list(self._tasks.items()):
            task.cancel()
            await self._attempt(self._give_up(match_id, self.client.match(match_id).resign()))

    async def _leave_tables(self, group: asyncio.TaskGroup) -> None:
        for match_id in list(self.waiting):
            await self._attempt(self._leave(match_id, group))

    async def _leave(self, match_id: str, group: asyncio.TaskGroup) -> None:
        try:
            await self._give_up(match_id, self.client.match(match_id).leave())
        except refusals.MatchNotWaiting:
            # It has begun in this moment, and the news of it are still on their way.
            self._sit(match_id, group)

    async def _give_up(self, match_id: str, leaving: Coroutine[object, object, object]) -> None:
        """Leave or resign, as well as it can be done in a short time."""
        MATCH_ID.set(match_id)
        self.waiting.pop(match_id, None)
        try:
            async with asyncio.timeout(LEAVE_S_MAX):
                await leaving
        except TimeoutError:
            log.warning("%s: not given up: the server does not answer", match_id)
        else:
            log.info("%s: given up", match_id)

    # -- what happens to the account -------------------------------------------------------------------

    async def _hear(self, group: asyncio.TaskGroup) -> None:
        """Hear of matches that begin and of invitations, whatever happens in between."""
        while True:
            await self._attempt(self._follow(group))
            await asyncio.sleep(PAUSE_S)

    async def _follow(self, group: asyncio.TaskGroup) -> None:
        """Follow the account's stream."""
        self._name = (await self.client.account.read())["name"]
        log.info("playing as %s", self._name)
        since = ""
        # The news so far are told by what there is now.
        async for line in self.client.account.events(follow=False):
            since = line.get("cursor", since)
        await self._read_anew(group)
        async for line in self.client.account.events(since):
            match line.get("kind"):
                case "match_started" | "tournament_match" | "decision_due":
                    self._sit(line["match_id"], group)
                case "invited" if not self.is_stopping:
                    await self._attempt(self._answer(line["match_id"]))
                case "gap":
                    await self._read_anew(group)

    async def _read_anew(self, group: asyncio.TaskGroup) -> None:
        """Go on with all that there is: after a start, and after news were lost."""
        for status in ("running", "waiting"):
            async for match in self.client.matches(own=True, status=status):
                if status == "running":
                    self._sit(match["id"], group)
                elif self._is_invited(match):
                    await self._attempt(self._answer(match["id"]))
                else:
                    self.waiting.setdefault(match["id"], None)

    def _is_invited(self, match: Match) -> bool:
        # A seat that was declined stays kept for whom it was, with the cause.
        return any(
            seat["kind"] == "invited" and seat.get("account") == self._name and not seat.get("cause")
            for seat in match["seats"]
        )

    async def _attempt(self, doing: Coroutine[object, object, None]) -> None:
        """Do something of which a failure ends nothing else."""
        concerned = MATCH_ID.set("")
        try:
            await doing
        except FATAL:
            raise
        except (Refused, httpx.TransportError) as failure:
            log.warning("failed: %s", failure)
        except Exception:
            # The bot's own rules may fail, too.
            log.exception("failed")
        finally:
            MATCH_ID.reset(concerned)

    async def _answer(self, match_id: str) -> None:
        """Accept or decline an invitation."""
        MATCH_ID.set(match_id)
        match = await self.client.match(match_id).read()
        if match["status"] != "waiting" or not self._is_invited(match):
            return
        answer: bool | str = self.bot.accepts(match)
        if answer is True and not self._can_play_more():
            answer = f"I play {self.bot.matches_max} matches at once already"
        if answer is True:
            await self.client.match(match_id).join()
            self.waiting.setdefault(match_id, None)
            log.info("%s: accepted %s of %s", match_id, match["game"], match["creator"])
        else:
            await self.client.match(match_id).decline(answer or None)
            log.info("%s: declined: %s", match_id, answer or "no reason")

    # -- what it looks for -----------------------------------------------------------------------------

    async def _look(self, group: asyncio.TaskGroup) -> None:
        """Keep the tables full."""
        while not self.is_stopping:
            for wanted in self.bot.seeks:
                sought = wanted if isinstance(wanted, Seek) else Seek(*wanted)
                if self._can_play_more() and self._may_seek() and sought not in self.waiting.values():
                    await self._attempt(self._seek(sought, group))
            for match_id in list(self.waiting):
                await self._attempt(self._look_after(match_id, group))
            await self._pause(LOOK_S)

    async def _pause(self, seconds: float) -> None:
        """Wait, but not longer than until it is told to stop."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

    def _can_play_more(self) -> bool:
        return not self.is_stopping and len(self._tasks) + len(self.waiting) < self.bot.matches_max

    def _may_seek(self) -> bool:
        """Whether it does not have, with those that are being played, all the matches that it is to play."""
        limit = self.bot.matches_in_all
        return not limit or self.played + len(self._tasks) + len(self.waiting) < limit

    async def _seek(self, sought: Seek, group: asyncio.TaskGroup) -> None:
        match: Match | MadeMatch
        if sought.level:
            bots: list[SeatChoice] = [{"kind": "bot", "level": sought.level}] * (sought.seats - 1)
            match = await self.client.create_match(sought.game, [{"kind": "account"}, *bots], **sought.settings)
        else:
            match = (await self.client.seek(sought.game, sought.seats, **sought.settings))["match"]
        if match["status"] == "running":
            self._sit(match["id"], group)
        else:
            self.waiting[match["id"]] = sought
            log.info("%s: waiting for others at %s", match["id"], sought.game)

    async def _look_for_tournaments(self) -> None:
        """Enter what the bot wants to enter, if it wants any."""
        has_own_rules = type(self.bot).enters is not Bot.enters
        wants_any = bool(self.bot.tournaments) or self.bot.entries is not None or has_own_rules
        while wants_any and not self.is_stopping:
            await self._attempt(self._enter())
            await self._pause(ENTER_S)

    async def _enter(self) -> None:
        async for row in self.client.tournaments():
            if row["status"] == "open" and row["id"] not in self._entered and self.bot.enters(row):
                try:
                    await self.client.tournament(row["id"]).enter()
                except (refusals.BadEntry, refusals.NotAdmitted) as refused:
                    # It has entered before, or may not.
                    log.info("%s: tournament not entered: %s", row["id"], refused)
                else:
                    log.info("%s: entered tournament %s", row["id"], row["config"]["name"])
                self._entered.add(row["id"])

    async def _look_after(self, match_id: str, group: asyncio.TaskGroup) -> None:
        """See whether a match that waits has begun, or was removed."""
        try:
            status = (await self.client.match(match_id).read())["status"]
        except refusals.UnknownMatch:
            status = "over"
        if status == "running":
            self._sit(match_id, group)
        elif status == "over":
            self.waiting.pop(match_id, None)

    # -- playing ---------------------------------------------------------------------------------------

    def _sit(self, match_id: str, group: asyncio.TaskGroup) -> None:
        """Play a match, if it is not being played already."""
        self.waiting.pop(match_id, None)
        if match_id not in self._tasks:
            self._tasks[match_id] = group.create_task(self._play(match_id))

    async def _play(self, match_id: str) -> None:
        """Play a match until it is over or lost, whatever happens in between."""
        MATCH_ID.set(match_id)
        sitting: BotMatch | None = None
        try:
            while True:
                try:
                    if sitting is None:
                        match = await self.client.match(match_id).read()
                        sitting = self.sittings[match_id] = BotMatch(match, time.monotonic())
                        log.info("%s: playing %s: %s", match_id, match["game"], ", ".join(sitting.players))
                        await self._begin(match_id, sitting)
                    await self._play_on(match_id, sitting)
                except FATAL:
                    raise
                except GONE as refused:
                    log.info("%s: nothing more to play: %s", match_id, refused)
                    return
                except (Refused, httpx.TransportError) as failure:
                    log.warning("%s: %s; trying again", match_id, failure)
                    await asyncio.sleep(PAUSE_S)
                else:
                    return
        finally:
            self.sittings.pop(match_id, None)
            self._tasks.pop(match_id, None)
            if sitting is not None:
                self._end(match_id, sitting)

    async def _begin(self, match_id: str, sitting: BotMatch) -> None:
        try:
            await self._call(self.bot.begin, sitting.match)
        except Exception as failure:  # noqa: BLE001 - whatever the bot does ends nothing else
            self._note_failure(match_id, sitting, failure, "the match's beginning")

    def _end(self, match_id: str, sitting: BotMatch) -> None:
        try:
            self.bot.end(match_id, sitting.ended)
        except Exception:
            log.exception("%s: the bot failed at the match's end", match_id)

    async def _play_on(self, match_id: str, sitting: BotMatch) -> None:
        """Answer every decision until the match is over, or the bot has failed too often."""
        while not (asked := await self._ask(match_id))["is_over"]:
            if asked["is_asked"]:
                await self._take_turn(match_id, sitting, asked)
            if sitting.errors >= self.bot.errors_max:
                log.error("%s: the bot has failed %d times; it resigns", match_id, sitting.errors)
                await self.client.match(match_id).resign()
                break
        sitting.ended = await self.client.match(match_id).read()
        self._note_end(match_id, sitting.ended)

    async def _ask(self, match_id: str) -> Decision:
        while True:
            try:
                return await self.client.match(match_id).decision()
            except STALE:
                await asyncio.sleep(PAUSE_S)

    async def _take_turn(self, match_id: str, sitting: BotMatch, asked: Decision) -> None:
        """Let the bot choose, and say what it has chosen."""
        decision = await self._describe(match_id, sitting, asked)
        if decision is None:
            return
        try:
            action = cast("Action", await self._call(self.bot.choose, decision))
        except Exception as failure:  # noqa: BLE001 - whatever the bot does ends nothing else
            self._note_failure(match_id, sitting, failure, asked["asks"])
            await asyncio.sleep(PAUSE_S)
            return
        try:
            began = time.monotonic()
            await self.client.match(match_id).submit(asked["version"], action, seat=asked["seat"])
            self.delay.note((time.monotonic() - began) * 1000)
            sitting.turns += 1
            log.debug("%s: %s: %s", match_id, asked["asks"], action)
        except STALE:
            await asyncio.sleep(PAUSE_S)
        except (TypeError, ValueError):
            sitting.errors += 1
            log.exception("%s: %r is no action", match_id, action)
        except (refusals.IllegalAction, refusals.BadAction, refusals.BadRequest) as refused:
            sitting.errors += 1
            log.error("%s: %s is refused: %s; legal: %s", match_id, action, refused, ", ".join(refused.legal))  # noqa: TRY400

    def _note_failure(self, match_id: str, sitting: BotMatch, failure: Exception, at: str) -> None:
        sitting.errors += 1
        is_told = isinstance(failure, BotFailure)
        log.error("%s: the bot failed at %s: %s", match_id, at, failure, exc_info=None if is_told else failure)

    async def _describe(self, match_id: str, sitting: BotMatch, asked: Decision) -> BotDecision | None:
        """Return a decision as the bot is told of it; None if it is no longer owed."""
        view = None
        began = time.monotonic()
        if self.bot.needs_view:
            got = await self.client.match(match_id).view(asked["seat"])
            if got["version"] != asked["version"]:
                return None
            view = cast("dict[str, object]", got["view"])
        remaining_ms = asked["remaining_ms"]
        if remaining_ms is not None:
            spent_ms = (time.monotonic() - began) * 1000 + self.delay.expected_ms
            remaining_ms = max(0, int(remaining_ms - spent_ms))
        return BotDecision(
            match=sitting.match,
            match_id=match_id,
            game=sitting.match["game"],
            seat=asked["seat"],
            players=sitting.players,
            version=asked["version"],
            asks=asked["asks"],
            rule=asked["rule"],
            text=asked["text"],
            legal_actions=asked["legal_actions"],
            remaining_ms=remaining_ms,
            view=view,
        )

    async def _call(self, what: Callable[[Given], object], given: Given) -> object:
        """Call the bot: in a thread unless it is to be awaited."""
        if inspect.iscoroutinefunction(what):
            return await cast("Awaitable[object]", what(given))
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, contextvars.copy_context().run, what, given
        )

    def _note_end(self, match_id: str, match: Match) -> None:
        self.played += 1
        ranks, seats = match["ranks"], match["own_seats"]
        places = [ranks[seat] for seat in seats] if ranks else []
        self.won += 1 in places
        log.info("%s: over, place %s, points %s", match_id, places, match["scores"])
        if self.bot.matches_in_all and self.played >= self.bot.matches_in_all and not self.is_stopping:
            self.stop()
