"""The calls about what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.registry import GAMES, find_game
from protos.astrarium.v1 import catalog_pb2, catalog_pb2_grpc
from services.game_state.rpc import messages
from services.shared.json import dump_json

if TYPE_CHECKING:
    from services.game_state.store.levels import Levels


class Catalog(catalog_pb2_grpc.CatalogServiceServicer):
    """The games that can be played, and the bots to play against."""

    def __init__(self, levels: Levels) -> None:
        """Read the bots' levels from *levels*."""
        self.levels = levels
        self._details: dict[str, catalog_pb2.GetGameResponse] = {}

    async def ListGames(
        self, _request: catalog_pb2.ListGamesRequest, _context: object
    ) -> catalog_pb2.ListGamesResponse:
        """See the contract."""
        return catalog_pb2.ListGamesResponse(games=[messages.game_message(game) for game in GAMES.values()])

    async def GetGame(self, request: catalog_pb2.GetGameRequest, _context: object) -> catalog_pb2.GetGameResponse:
        """See the contract."""
        game = find_game(request.name)
        if game.name not in self._details:
            self._details[game.name] = messages.game_details(game)
        return self._details[game.name]

    async def ListBots(self, _request: catalog_pb2.ListBotsRequest, _context: object) -> catalog_pb2.ListBotsResponse:
        """See the contract."""
        rows = await self.levels.rows()
        return catalog_pb2.ListBotsResponse(
            bots=[
                catalog_pb2.Bot(
                    level=name,
                    text=row.get("title", ""),
                    think_ms_max=int(row.get("think_ms_max", 0)),
                    measured=dump_json(row.get("measured", {})),
                    chooser=row.get("chooser", ""),
                    iterations=row.get("iterations") or 0,
                )
                for name, row in sorted(rows.items(), key=lambda item: item[1].get("place", 0))
            ]
        )
