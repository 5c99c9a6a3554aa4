"""The calls about tournaments and ratings."""

from __future__ import annotations

from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING

import orjson

from protos.astrarium.v1 import director_pb2, director_pb2_grpc
from services.director import host
from services.director.requests import parse_json
from services.rpc.asked import request_key
from services.rpc.caller import asking
from services.shared import keys, paging
from services.shared.errors import BadRequest, UnknownAccount
from services.shared.guests import find_id
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.tokens import KINDS, PUBLIC, check_account, find_kinds
from tournaments import exports, report
from tournaments.trf import to_trf

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from protos.astrarium.v1 import archive_pb2
    from services.director.store import KeptTournament, TournamentStore
    from services.director.watching import LogStreams
    from tournaments.ratings import Change, Ratings


def summary(tournament_id: str, kept: KeptTournament) -> dict[str, object]:
    """Return a tournament in brief."""
    tournament = kept.tournament
    started, finished = tournament.started_ms is not None, tournament.finished is not None
    status = "over" if finished else "paused" if tournament.is_paused else "running" if started else "open"
    return {
        "id": tournament_id,
        "host": kept.host,
        "status": status,
        "entrants": len(tournament.entrants) - len(tournament.withdrawn),
        "round": len(tournament.rounds),
        "cursor": len(kept.entries),
        "config": public_config(kept),
    }


def public_config(kept: KeptTournament) -> dict[str, object]:
    """Return the settings, without the seed of pairings until the tournament is over."""
    config = kept.tournament.settings.to_dict()
    if kept.tournament.finished is None:
        del config["seed"]
    return config


def whole(tournament_id: str, kept: KeptTournament) -> bytes:
    """Return a tournament as JSON: the summary, standings, rounds, and the host's decisions."""
    full = exports.to_json(kept.tournament)
    return dump_json(summary(tournament_id, kept) | {name: full[name] for name in ("standings", "rounds", "audit")})


class TournamentCalls(director_pb2_grpc.TournamentServiceServicer):
    """Tournaments, from their making to their report."""

    def __init__(self, store: TournamentStore, watching: LogStreams) -> None:
        """Serve from *store*; streams are *watching*'s."""
        self.store = store
        self._watching = watching

    async def CreateTournament(
        self, request: director_pb2.CreateTournamentRequest, _context: object
    ) -> director_pb2.CreateTournamentResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        key = request_key(request, who.account)
        tournament_id = await host.create(self.store, who.account, parse_json(request.config, "config"), key)
        kept = await self.store.fresh(tournament_id)
        return director_pb2.CreateTournamentResponse(tournament_id=tournament_id, tournament=whole(tournament_id, kept))

    async def ListTournaments(
        self, request: director_pb2.ListTournamentsRequest, _context: object
    ) -> director_pb2.ListTournamentsResponse:
        """See the contract."""
        asking().need(PUBLIC)
        size, after = paging.read_request(request)
        page = await paging.newest(self.store.redis, keys.TOURNAMENTS, after, size)
        rows = [dump_json(summary(each.entry, await self.store.fresh(each.entry))) for each in page]
        return director_pb2.ListTournamentsResponse(tournaments=rows, next_page_token=paging.token_after(page, size))

    async def GetTournament(
        self, request: director_pb2.GetTournamentRequest, _context: object
    ) -> director_pb2.GetTournamentResponse:
        """See the contract."""
        asking().need(PUBLIC)
        kept = await self.store.fresh(request.tournament_id)
        return director_pb2.GetTournamentResponse(tournament=whole(request.tournament_id, kept))

    async def ChangeTournament(
        self, request: director_pb2.ChangeTournamentRequest, _context: object
    ) -> director_pb2.ChangeTournamentResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        wish = parse_json(request.change, "change")
        if isinstance(wish, dict) and isinstance(wish.get("entrant"), str):
            wish["entrant"] = await find_id(self.store.redis, wish["entrant"])
        config = (await self.store.fresh(request.tournament_id)).tournament.settings
        rating = (await self.store.results.read_ratings()).of(config.game, config.seats, who.account).shown
        player = (await find_kinds(self.store.redis, [who.account])).get(who.account, KINDS[0])
        levels = frozenset(each.decode() for each in await self.store.redis.hkeys(keys.LEVELS))
        asked = host.Asking(who.account, player, rating, levels, is_operator="operator" in who.scopes)
        key = request_key(request, who.account)
        kept = await self.store.change(request.tournament_id, lambda kept: host.answer_wish(kept, asked, wish), key)
        return director_pb2.ChangeTournamentResponse(tournament=whole(request.tournament_id, kept))

    async def ExportTournament(
        self, request: director_pb2.ExportTournamentRequest, _context: object
    ) -> director_pb2.ExportTournamentResponse:
        """See the contract."""
        asking().need(PUBLIC)
        forms = {"csv": exports.to_csv, "trf": to_trf, "markdown": report.to_markdown}
        if request.form not in forms:
            raise BadRequest(f"form is {request.form!r}; it is one of {', '.join(forms)}")
        kept = await self.store.fresh(request.tournament_id)
        return director_pb2.ExportTournamentResponse(text=forms[request.form](kept.tournament))

    async def WatchTournament(
        self, request: director_pb2.WatchTournamentRequest, _context: object
    ) -> AsyncIterator[director_pb2.WatchTournamentResponse]:
        """See the contract."""
        asking().need(PUBLIC)
        log, fresh = keys.tournament_log(request.tournament_id), partial(self.store.fresh, request.tournament_id)
        async with aclosing(self._watching.follow(log, fresh, _is_closed, request)) as found:
            async for cursor, raw in found:
                yield director_pb2.WatchTournamentResponse(cursor=cursor, entry=public_entry(raw) if cursor else raw)


def _is_closed(kept: KeptTournament) -> bool:
    """Whether nothing happens by itself any more."""
    return kept.tournament.finished is not None and not kept.tournament.to_release()


def public_entry(raw: bytes) -> bytes:
    """Return an entry as everybody may know it: without the seed."""
    entry = orjson.loads(raw)
    if entry["kind"] == "created":
        entry["config"].pop("seed", None)
    return dump_json(entry)


class RatingCalls(director_pb2_grpc.RatingServiceServicer):
    """Leaderboards and histories."""

    def __init__(self, store: TournamentStore) -> None:
        """Serve from *store*."""
        self.store = store

    async def GetLeaderboard(
        self, request: director_pb2.GetLeaderboardRequest, _context: object
    ) -> director_pb2.GetLeaderboardResponse:
        """See the contract."""
        asking().need(PUBLIC)
        size = paging.size_of(request.page_size)
        ratings, opponents_min = await self.store.results.read_ratings(), limits().leaderboard_opponents_min
        rows = ratings.leaderboard(request.game, request.seats, opponents_min)
        shown: list[director_pb2.Rating] = []
        for start in range(0, len(rows), size):
            part = rows[start : start + size]
            # Who was disabled or deleted leads nobody.
            known = await find_kinds(self.store.redis, [player for player, _ in part])
            listed = [player for player, _ in part if player in known or player.startswith(host.BOT_PREFIX)]
            shown += [_rating(ratings, request.game, request.seats, player) for player in listed]
            if len(shown) >= size:
                break
        return director_pb2.GetLeaderboardResponse(ratings=shown[:size], opponents_min=opponents_min)

    async def GetHistory(
        self, request: director_pb2.GetHistoryRequest, _context: object
    ) -> director_pb2.GetHistoryResponse:
        """See the contract."""
        asking().need(PUBLIC)
        player = await find_id(self.store.redis, request.player)
        ratings = await self.store.results.read_ratings()
        # Now, for while the archive is read the ratings go on.
        rating = _rating(ratings, request.game, request.seats, player)
        changes = [_tell_change(each) for each in ratings.changes_of(request.game, request.seats, player)]
        left = await self.store.results.read_left_changes(player, request.game, request.seats, ratings.first)
        if not left and not changes:
            await self._check_player(player)
        return director_pb2.GetHistoryResponse(rating=rating, changes=[*map(_tell_archived, left), *changes])

    async def _check_player(self, player: str) -> None:
        """Raise UnknownAccount for a name that is neither an account's nor an offered bot's."""
        if not player.startswith(host.BOT_PREFIX):
            await check_account(self.store.redis, player)
        elif not await self.store.redis.hexists(keys.LEVELS, player.removeprefix(host.BOT_PREFIX)):
            raise UnknownAccount(f"there is no bot called {player!r:.60}")


def _rating(ratings: Ratings, game: str, seats: int, player: str) -> director_pb2.Rating:
    rating = ratings.of(game, seats, player)
    return director_pb2.Rating(
        player=player,
        mean=rating.mean,
        deviation=rating.deviation,
        results=rating.results,
        shown=rating.shown,
        opponents=ratings.opponents_of(game, seats, player),
    )


def _tell_change(each: Change) -> director_pb2.Change:
    told = {"mean": each.after.mean, "deviation": each.after.deviation}
    return director_pb2.Change(at_ms=each.at_ms, match_id=each.source, rank=each.rank, **told)


def _tell_archived(each: archive_pb2.RatingChange) -> director_pb2.Change:
    told = {"mean": each.mean, "deviation": each.deviation}
    return director_pb2.Change(at_ms=each.at_ms, match_id=each.source, rank=each.rank, **told)
