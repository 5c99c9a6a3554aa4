"""Replay a sample of the matches in a store: `python -m deploy.check_matches`. Nothing is written.

Each log must have the digest that its match names, and must lead to the position that was reached.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from typing import Any

from redis.exceptions import RedisError

from services.game_state.store.store import Store
from services.game_state.table.table import Table
from services.shared import keys
from services.shared.connections import connect
from services.shared.errors import ServiceError
from services.shared.settings import settings

STATUSES = ("running", "over")


async def find_wrong(store: Store, match_id: str) -> str:
    """Return what is wrong with a match, or ""."""
    try:
        stored = await store.load(match_id)
        table = await Table.build(stored)
    except (ServiceError, RuntimeError, ValueError) as wrong:
        return f"{type(wrong).__name__}: {wrong}"
    reached = table.playing().fingerprint()
    is_other = stored.match.status == "over" and reached != stored.match.fingerprint
    return f"it ended at {stored.match.fingerprint}, and its log leads to {reached}" if is_other else ""


async def check_matches(redis_url: str, sample: int) -> int:
    """Replay up to *sample* matches of each status and report; return how many are wrong."""
    redis: Any = connect(redis_url)
    store, wrong = Store(redis), 0
    for status in STATUSES:
        found = [each.decode() for each in await redis.zrange(keys.status_index(status), 0, -1)]
        chosen = random.sample(found, min(sample, len(found)))
        for match_id in chosen:
            if cause := await find_wrong(store, match_id):
                wrong += 1
                sys.stderr.write(f"match {match_id}: {cause}\n")
        sys.stdout.write(f"{status}: {len(found)} matches, {len(chosen)} replayed\n")
    await redis.aclose()
    return wrong


def main() -> None:
    """Check the store of the environment's settings; exit code 1: matches are wrong, 2: it can't be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=100, help="matches of each status")
    try:
        wrong = asyncio.run(check_matches(settings().redis_url, parser.parse_args().sample))
    except RedisError as fault:
        sys.stderr.write(f"the store can't be read: {fault}\n")
        sys.exit(2)
    sys.exit(1 if wrong else None)


if __name__ == "__main__":
    main()
