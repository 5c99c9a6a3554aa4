"""The bot that a file describes."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.config import BadConnection
from bridge.levels import LevelBot
from bridge.programs import ProgramBot
from client import Bot

if TYPE_CHECKING:
    from bridge.config import BridgeConfig


def make_bot(connection: BridgeConfig) -> Bot:
    """Return the bot with its rules; raise BadConnection if its class can't be had."""
    engine = connection.engine
    bot: Bot
    if engine.command is not None:
        bot = ProgramBot(engine, connection.server, has_whole_lines=connection.has_whole_lines)
    elif engine.level is not None:
        bot = LevelBot(engine)
    else:
        assert engine.python is not None
        bot = load_bot(engine.python)
    bot.games = connection.invitations.games
    bot.invitations = connection.invitations.to_rules()
    bot.seeks = tuple(seek.to_seek() for seek in connection.seeks)
    bot.tournaments = connection.tournaments.ids
    bot.entries = connection.tournaments.to_rules()
    bot.matches_max = connection.play.at_once
    bot.matches_in_all = connection.play.in_all
    bot.finish_s = connection.play.finish_s
    bot.errors_max = engine.restarts_max + 1
    return bot


def load_bot(name: str) -> Bot:
    """Return a bot of the class `MODULE:CLASS`, found from the current folder too; raise BadConnection."""
    module_name, _, class_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        made = getattr(importlib.import_module(module_name), class_name, None)
        bot = made() if callable(made) else None
    except Exception as wrong:  # whatever stands in somebody's module
        raise BadConnection(f"engine.python is {name!r}; {type(wrong).__name__}: {wrong}") from wrong
    if not isinstance(bot, Bot):
        raise BadConnection(f"engine.python is {name!r}; it should name a class derived from client.Bot")
    return bot
