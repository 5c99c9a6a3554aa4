"""The seed that the matches of a deal share: drawn when the first one is made, and told to nobody."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from engine.replay import SEED_BYTES
from services.game_state.store.changes import Guard
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
        raise _refuse_released(deal)
    return bytes.fromhex(seed.decode())


def release_guard(deal: str) -> Guard:
    """Return the condition that no match is made of a deal once it is released: the release would not see it."""
    return Guard(("HEXISTS", keys.deal(deal), "released"), 0, lambda _found: _refuse_released(deal))


def _refuse_released(deal: str) -> BadRequest:
    return BadRequest(f"the deal {deal} is released: it can't be played any more")
