"""The seed that the matches of a deal share: drawn when the first one is made, and told to nobody."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from engine.replay import SEED_BYTES
from services.shared import keys
from services.shared.errors import BadRequest

if TYPE_CHECKING:
    from services.shared.clients import Redis


async def seed_for(redis: Redis, deal: str, match_id: str) -> bytes:
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


async def is_released(redis: Redis, deal: str) -> bool:
    """Whether a deal is no secret any more."""
    return bool(await redis.hexists(keys.deal(deal), "released"))
