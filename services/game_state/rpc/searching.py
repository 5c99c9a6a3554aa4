"""The wish of a search, read from a request; and the records that it finds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import orjson

from engine.errors import BadOptions
from engine.registry import find_game
from protos.astrarium.v1 import match_pb2
from services.game_state.match.admission import Admission
from services.game_state.match.record import record_of
from services.game_state.match.wanted import Wanted
from services.game_state.rpc import messages
from services.shared.clocks import SEATS_MAX
from services.shared.ends import ENDS
from services.shared.errors import BadRequest
from services.shared.json import dump_json
from services.shared.paging import Place

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.game_state.cases.finding import Finder
    from services.shared.turns import Turns

    Request = match_pb2.ListMatchesRequest | match_pb2.StreamRecordsRequest

#: names in a search, which are compared as they are
NAMES = ("tournament_id", "ended", "won_by")
NUMBERS = ("ended_from_ms", "ended_until_ms", "length_min", "length_max")


def read_list(request: match_pb2.ListMatchesRequest) -> Wanted:
    """Return what a request for a list asks for; raise BadRequest, UnknownGame, BadOptions."""
    low, high = (getattr(request, name) if request.HasField(name) else None for name in ("rating_min", "rating_max"))
    return replace(
        _read(request),
        status=messages.STATUS_WORDS.get(request.status, ""),
        own=request.own,
        admission=replace(Admission.of(request.admits, low, high), admits=tuple(request.admits)),
        joinable=request.joinable,
    )


def _read(request: Request) -> Wanted:
    search = request.search
    if len(search.opponents) > SEATS_MAX:
        raise BadRequest(f"there are {len(search.opponents)} opponents; a match has at most {SEATS_MAX} seats")
    if search.ended and search.ended not in ENDS:
        raise BadRequest(f"ended is {search.ended!r:.60}; it is {', '.join(ENDS)}")
    for name in NUMBERS:
        if getattr(search, name) < 0:
            raise BadRequest(f"{name} is {getattr(search, name)}; it is positive, or 0 for no bound")
    wanted = Wanted(
        game=request.game,
        player=request.player,
        seats=request.seats,
        clock=request.clock,
        opponents=tuple(filter(None, search.opponents)),
        options=_read_options(search.options, request) if search.options else {},
        **{name: getattr(search, name) for name in NAMES + NUMBERS},
    )
    for each in (wanted.game, wanted.clock, wanted.tournament_id, wanted.player, wanted.won_by, *wanted.opponents):
        if "\0" in each:
            raise BadRequest(f"{each!r:.60} holds a zero character, which no name does")
    return wanted


def _read_options(text: bytes, request: Request) -> dict[str, Any]:  # Any: each game has its own
    """Return the options that a search wants; raise BadRequest, UnknownGame, BadOptions."""
    if not request.game:
        raise BadRequest("options are those of a game: name the game as well")
    try:
        options = orjson.loads(text)
    except orjson.JSONDecodeError as wrong:
        raise BadRequest(f"options are no JSON: {wrong}") from wrong
    if not isinstance(options, dict):
        raise BadOptions(f"options are an object of names and values, not {type(options).__name__}")
    game = find_game(request.game)
    full = game.check_options(request.seats or game.seats_min, options)
    return {name: full[name] for name in options}


async def find_records(
    finding: Finder, request: match_pb2.StreamRecordsRequest, account: str, turns: Turns
) -> AsyncIterator[match_pb2.StreamRecordsResponse]:
    """Yield the records that a search finds, from its cursor on; raise what `read_list` and `records` raise.

    The streams of one account take *turns*: to make a record takes the loop a millisecond.
    """
    after = Place.parse(request.since, "since") if request.since else None
    if request.game:
        find_game(request.game)
    async for place, stored in finding.records(_read(request), account, after):
        cursor = str(place)
        async with turns.take(account):
            record = dump_json({"cursor": cursor, **record_of(stored)})
        yield match_pb2.StreamRecordsResponse(record=record, cursor=cursor)
