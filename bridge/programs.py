"""A bot whose choices a program of the engine protocol makes: a process for each match."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from ai.arena.program import PlayerFailure, ProgramPlayer
from bridge.budgets import find_budget_ms
from client import Bot, BotFailure, Client
from client.bots.runner import name_players
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.config import EngineSettings
    from client import BotDecision
    from client.models import Match

log = logging.getLogger("astrarium.program")
#: how much of a line a log shows, unless it is to show all
LINE_CHARS_MAX = 400


class ProgramBot(Bot):
    """Plays with a program; one that fails is started anew, and after `errors_max` failures in a match it resigns."""

    needs_view = True

    def __init__(self, settings: EngineSettings, url: str, *, has_whole_lines: bool = False) -> None:
        """Take the engine's settings and the server that has the catalogs."""
        assert settings.command is not None
        self._settings = settings
        self._command = settings.command
        self._has_whole_lines = has_whole_lines
        self._seated: dict[tuple[str, int], SeatedProgram] = {}
        self._catalogs = Catalogs(url)

    async def begin(self, match: Match) -> None:
        """Start the program for each seat of the bot; raise BotFailure."""
        for seat in match["own_seats"]:
            await self._find(match, seat).begin()

    async def choose(self, decision: BotDecision) -> str:
        """Ask the program, which is started if it does not run; raise BotFailure."""
        return await self._find(decision.match, decision.seat).choose(decision)

    def end(self, match_id: str, match: Match | None) -> None:
        """Tell the program the result, or end it at once."""
        for key in [key for key in self._seated if key[0] == match_id]:
            self._seated.pop(key).end(match)

    def _find(self, match: Match, seat: int) -> SeatedProgram:
        key = (match["id"], seat)
        if key not in self._seated:
            player = ProgramPlayer(self._command, self._settings.budget_ms)
            player.find_catalog = self._catalogs.find
            self._seated[key] = SeatedProgram(
                player, match, seat, self._settings.bank_share, has_whole_lines=self._has_whole_lines
            )
        return self._seated[key]


class SeatedProgram:
    """A program in one seat of one match. It is asked in a thread of its own, which waits as long as it thinks."""

    def __init__(
        self, player: ProgramPlayer, match: Match, seat: int, bank_share: float, *, has_whole_lines: bool
    ) -> None:
        """Take a program that is not running yet."""
        self._player = player
        self._match = match
        self._seat = seat
        self._bank_share = bank_share
        self._line_chars_max = None if has_whole_lines else LINE_CHARS_MAX
        self._starts = 0
        self._thread = ThreadPoolExecutor(1, f"program-{match['id']}")
        player.trace = self._trace

    def _trace(self, sign: str, text: str) -> None:
        limit = self._line_chars_max
        is_cut = limit is not None and len(text) > limit
        log.debug("%s %s%s", sign, text[:limit], f"… ({len(text)} characters)" if is_cut else "")

    async def begin(self) -> None:
        """Start the program and tell it of the match; raise BotFailure."""
        await self._run(self._announce)

    async def choose(self, decision: BotDecision) -> str:
        """Return what the program chooses; raise BotFailure."""

        def ask() -> str:
            if not self._player.is_running:
                self._announce()
            return self._ask(decision)

        chosen = await self._run(ask)
        assert chosen is not None
        return chosen

    async def _run(self, what: Callable[[], str | None]) -> str | None:
        context = contextvars.copy_context()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, context.run, what)
        except PlayerFailure as failure:
            raise BotFailure(f"{failure.cause}: {failure}") from failure

    def _announce(self) -> None:
        match = self._match
        self._starts += 1
        if self._starts > 1:
            log.info("%s: start %d of the program in this match", match["id"], self._starts)
        self._player.announce(
            {
                "game": match["game"],
                "rules_version": match["rules_version"],
                "seats": len(match["seats"]),
                "seat": self._seat,
                "options": match["options"],
                "match_id": match["id"],
                "players": list(name_players(match)),
                "clock": match["clock"],
            }
        )

    def _ask(self, decision: BotDecision) -> str:
        legal = [legal["notation"] for legal in decision.legal_actions]
        budget_ms = find_budget_ms(self._player.budget_ms, decision, self._bank_share)
        words = {
            "budget_ms": budget_ms,
            "remaining_ms": decision.remaining_ms,
            "version": decision.version,
            "decision": {"asks": decision.asks, "rule": decision.rule, "text": decision.text},
            "legal": legal,
            "view": decision.view,
        }
        return self._player.answer(words, legal, budget_ms)

    def end(self, match: Match | None) -> None:
        """Tell the program the result and stop it; at once if there is no result."""
        if match is None:
            self._player.interrupt()
        context = contextvars.copy_context()
        self._thread.submit(context.run, self._finish, match)
        self._thread.shutdown(wait=False)

    def _finish(self, match: Match | None) -> None:
        if match is not None and match["scores"] is not None and match["ranks"] is not None and self._player.is_running:
            # A program that fails now has already played its match to the end.
            with contextlib.suppress(PlayerFailure):
                self._player.end(match["scores"], match["ranks"])
        self._player.close()


class Catalogs:
    """The catalogs of a server, each read once."""

    def __init__(self, url: str) -> None:
        """Read from the server at *url*."""
        self._url = url
        self._lock = threading.Lock()
        self._known: dict[str, object] = {}

    def find(self, game_name: str) -> object:
        """Return a game's catalog; raise EngineError if there is no such game."""
        find_game(game_name)
        with self._lock:
            if game_name not in self._known:
                with Client(self._url) as client:
                    self._known[game_name] = client.catalog(game_name)
            return self._known[game_name]
