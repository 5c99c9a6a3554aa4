"""Tries what a file describes, once and without playing: the token, the server, the tournaments, whoever plays."""

from __future__ import annotations

import asyncio
import inspect
import json
from typing import TYPE_CHECKING, Any, cast

import httpx

from ai.arena.compliance import Finding
from bridge.making import make_bot
from client import AsyncClient, BotDecision, BotFailure, Refused
from engine.errors import EngineError
from engine.registry import GAMES, find_game

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from bridge.config import BridgeConfig
    from client import Bot
    from client.models import Match

#: a server that is away is told of soon
PATIENCE_S = 3.0
SEED = bytes(32)
MATCH_ID = "trial"


async def try_connection(connection: BridgeConfig, token: str) -> AsyncIterator[Finding]:
    """Yield what was found, good and bad, in the order in which things would be needed."""
    rules: dict[str, str] = {}
    async with AsyncClient(connection.server, token, patience_s=PATIENCE_S) as client:
        try:
            account = await client.account.read()
            rules = {game["name"]: game["rules_version"] for game in await client.games()}
        except (Refused, httpx.HTTPError) as failure:
            yield Finding("server", holds=False, seen=f"{connection.server}: {failure or type(failure).__name__}")
        else:
            yield Finding("server", holds=True, seen=f"{connection.server} has {', '.join(rules)}")
            may_play = "play" in account["scopes"]
            kind = account["kind"] if may_play else f"its token may {', '.join(account['scopes'])} and not play"
            yield Finding("account", holds=may_play, seen=f"{account['name']}, {kind}")
            for finding in [await _try_tournament(client, place) for place in connection.tournaments.ids]:
                yield finding
    try:
        bot = make_bot(connection)
    except EngineError as wrong:
        yield Finding("engine", holds=False, seen=str(wrong))
        return
    for game_name in _games_of(connection):
        yield await _try_bot(bot, game_name, rules)


async def _try_tournament(client: AsyncClient, tournament_id: str) -> Finding:
    name = f"tournament {tournament_id}"
    try:
        tournament = await client.tournament(tournament_id).read()
    except (Refused, httpx.HTTPError) as failure:
        return Finding(name, holds=False, seen=str(failure))
    return Finding(name, holds=True, seen=f"{tournament['config']['name']}, {tournament['status']}")


def _games_of(connection: BridgeConfig) -> Iterable[str]:
    """Return the games that it may have to play."""
    sought = {seek.game for seek in connection.seeks}
    challenged = {*connection.invitations.games} or {*GAMES} if connection.invitations.is_open else set()
    entered = {*GAMES} if connection.tournaments.ids or connection.tournaments.is_open else set()
    wanted = sought | challenged | {*connection.tournaments.games} or entered or {*GAMES}
    return [name for name in GAMES if name in wanted]


async def _try_bot(bot: Bot, game_name: str, rules: dict[str, str]) -> Finding:
    """Let it answer the first decision of a match."""
    check = f"plays {game_name}"
    game = find_game(game_name)
    if rules.get(game_name, game.rules_version) != game.rules_version:
        seen = f"the server keeps {rules[game_name]}, this installation {game.rules_version}"
        return Finding(check, holds=False, seen=seen)
    decision = describe_first(game_name)
    try:
        if inspect.iscoroutinefunction(bot.begin):
            await bot.begin(decision.match)
        else:
            await asyncio.to_thread(bot.begin, decision.match)
        if inspect.iscoroutinefunction(bot.choose):
            chosen = await bot.choose(decision)
        else:
            chosen = await asyncio.to_thread(bot.choose, decision)
    except BotFailure as failure:
        return Finding(check, holds=False, seen=str(failure))
    except Exception as failure:  # noqa: BLE001 - whatever stands in somebody's class
        return Finding(check, holds=False, seen=f"{type(failure).__name__}: {failure}")
    finally:
        bot.end(MATCH_ID, None)
    is_legal = any(chosen in (legal["notation"], legal["action"]) for legal in decision.legal_actions)
    return Finding(check, holds=is_legal, seen=f"answered {chosen!r}{'' if is_legal else ', which is not legal'}")


def describe_first(game_name: str) -> BotDecision:
    """Return the first decision of a match of two, as a server without clocks would put it."""
    game = find_game(game_name)
    seats = max(2, game.seats_min)
    options = game.check_options(seats, None)
    state = game.setup(seats, SEED, options)
    seat = state.deciding_seats()[0]
    information_set = state.information_set(seat)
    asked = information_set.decision()
    assert asked is not None
    sitting = [{"kind": "account", "account": f"player {number}", "player": "program"} for number in range(seats)]
    match = {
        "id": MATCH_ID,
        "game": game_name,
        "rules_version": game.rules_version,
        "options": options,
        "seats": sitting,
        "own_seats": [seat],
        "clock": {"kind": "none"},
        "status": "running",
    }
    legal = [{"notation": str(each), "action": each.to_dict()} for each in information_set.legal_actions()]
    return BotDecision(
        match=cast("Match", match),
        match_id=MATCH_ID,
        game=game_name,
        seat=seat,
        players=tuple(each["account"] for each in sitting),
        version=information_set.version,
        asks=asked["asks"],
        rule=asked["rule"],
        text=asked["text"],
        legal_actions=cast("Any", legal),
        remaining_ms=None,
        # Over the network it comes as JSON.
        view=json.loads(json.dumps(information_set.view())),
    )
