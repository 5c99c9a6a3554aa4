"""The refused submissions of an account, for whoever writes the program that sent them.

It is not part of the match: it is in no log and no record, and nobody else may read it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import orjson
from redis.exceptions import RedisError

from services.shared import keys
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from engine.errors import EngineError
    from services.game_state.cases.actions import Actions
    from services.game_state.table.at_hand import Tables
    from services.shared.errors import ServiceError


@dataclass(frozen=True, slots=True)
class RefusedSubmission:
    """A submission that was refused: when (unix ms), for which seat and version, and why.

    `reason` and `rule` are empty where the error has none.
    """

    at_ms: int
    seat: int | None
    version: int
    actions: tuple[str, ...]
    error: str
    detail: str
    reason: str = ""
    rule: str = ""


class Refusals:
    """The latest refusals of each account at each match."""

    def __init__(self, tables: Tables) -> None:
        """Work on *tables*."""
        self.tables = tables
        self.redis = tables.store.redis

    async def note(self, wish: Actions, refusal: ServiceError | EngineError) -> None:
        """Keep a refusal for a while; without Redis it is not kept."""
        told = refusal.to_dict()
        refused = RefusedSubmission(
            now_ms(),
            wish.seat,
            wish.version,
            tuple(raw.decode(errors="replace")[: limits().refused_action_chars_max] for raw in wish.actions),
            type(refusal).__name__,
            str(refusal),
            str(told.get("reason", "")),
            str(told.get("rule", "")),
        )
        name = keys.refusals(wish.match_id, wish.account)
        with suppress(RedisError):
            async with self.redis.pipeline(transaction=True) as pipe:
                pipe.rpush(name, dump_json(asdict(refused)))
                pipe.ltrim(name, -limits().refusals_max, -1)
                pipe.expire(name, limits().refusals_kept_s)
                await pipe.execute()

    async def list_own(self, match_id: str, account: str) -> list[RefusedSubmission]:
        """Return what was refused of an account's submissions, oldest first; raise UnknownMatch."""
        match = (await self.tables.fresh(match_id)).match
        match.check_visible(account)
        found = await self.redis.lrange(keys.refusals(match_id, account), 0, -1)
        return [RefusedSubmission(**orjson.loads(each)) for each in found]
