"""Deals that several matches share: the boards of a duplicate table.

A deal's seed is drawn here, when its first match is made, and told to nobody, not even to the director. Until the
deal is released its matches are sealed: they are played, and everybody may know of them, but their records and
analyses, and all that spectators would see, tell what the others have yet to play.

A release ends what still runs, and only then unseals, one match after the other; each step may be done again. So a
process that dies on the way leaves matches sealed, never one open while another is played. Commitments say nothing
of a shared seed, for the match's id is in them.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from engine.replay import SEED_BYTES
from services.shared import keys
from services.shared.errors import BadRequest
from services.shared.limits import limits

if TYPE_CHECKING:
    from services.game_state.lobby import Lobby
    from services.game_state.play import Play


async def seed_for(redis: Any, deal: str, match_id: str) -> bytes:
    """Return the seed of a match that is about to be made of *deal*; raise BadRequest if that was released."""
    async with redis.pipeline(transaction=True) as pipe:
        pipe.hsetnx(keys.deal(deal), "seed", secrets.token_hex(SEED_BYTES))
        # Noted before it is made, so that a release can't miss it.
        pipe.sadd(keys.deal_matches(deal), match_id)
        pipe.hmget(keys.deal(deal), "seed", "released")
        _, _, (seed, released) = await pipe.execute()
    if released:
        raise BadRequest(f"the deal {deal} is released: it can't be played any more")
    return bytes.fromhex(seed.decode())


async def is_released(redis: Any, deal: str) -> bool:
    """Whether a deal is no secret any more."""
    return bool(await redis.hexists(keys.deal(deal), "released"))


class Deals:
    """What becomes of deals."""

    def __init__(self, lobby: Lobby, play: Play) -> None:
        """Work by these."""
        self.lobby = lobby
        self.play = play
        self.redis: Any = lobby.redis

    async def release(self, deal: str) -> None:
        """End the matches of a deal that go on, then let everybody see them all; doing it again changes nothing."""
        await self.redis.hset(keys.deal(deal), "released", 1)
        ids = sorted(each.decode() for each in await self.redis.smembers(keys.deal_matches(deal)))
        for match_id in ids:
            await self.lobby.discard(match_id)
        for match in await self.lobby.store.matches(ids):
            await self.play.adjudicate(match.match_id)
        for match in await self.lobby.store.matches(ids):
            await self.lobby.unseal(match.match_id)
        # As long as a key may ask for one of its matches again.
        for key in (keys.deal(deal), keys.deal_matches(deal)):
            await self.redis.expire(key, limits().created_key_s)
