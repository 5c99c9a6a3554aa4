"""Replay a sample of the matches in a store and its archive: `python -m services.game_state.check_matches`.

Nothing is written. Each log must have the digest that its match names, and must lead to the position that was reached.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from typing import TYPE_CHECKING, Any

from redis.exceptions import RedisError

from services.game_state.archive.archive import open_archive
from services.game_state.archive.search import ArchiveQuery
from services.game_state.store.store import Store
from services.game_state.table.table import Table
from services.shared import keys
from services.shared.connections import connect
from services.shared.errors import ServiceError, Unavailable
from services.shared.settings import settings

if TYPE_CHECKING:
    from services.game_state.archive.archive import Archive

PAGE_SIZE = 1_000
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


async def find_archived(archive: Archive) -> list[str]:
    """Return the ids of all matches in the archive."""
    search = ArchiveQuery(viewer="", is_of_all=True)
    page = await archive.page(search, None, PAGE_SIZE)
    found = page.places
    while page.until is not None:
        page = await archive.page(search, page.until, PAGE_SIZE)
        found += page.places
    return [place.entry for place in found]


async def check_matches(redis_url: str, archive_url: str, sample: int) -> int:
    """Replay up to *sample* matches of each status, and archived ones, and report; return how many are wrong."""
    redis: Any = connect(redis_url)  # Any: its types are those of another client
    archive = open_archive(archive_url)
    store, wrong = Store(redis, archive), 0
    there = {status: await redis.zrange(keys.status_index(status), 0, -1) for status in STATUSES}
    held = {status: [each.decode() for each in ids] for status, ids in there.items()}
    if archive.is_there:
        held["archived"] = await find_archived(archive)
    for status, found in held.items():
        chosen = random.sample(found, min(sample, len(found)))
        for match_id in chosen:
            if cause := await find_wrong(store, match_id):
                wrong += 1
                sys.stderr.write(f"match {match_id}: {cause}\n")
        sys.stdout.write(f"{status}: {len(found)} matches, {len(chosen)} replayed\n")
    archive.close()
    await redis.aclose()
    return wrong


def main() -> None:
    """Check the store of the environment's settings; exit code 1: matches are wrong, 2: it can't be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=100, help="matches of each status")
    try:
        wrong = asyncio.run(check_matches(settings().redis_url, settings().archive_url, parser.parse_args().sample))
    except (RedisError, Unavailable) as fault:
        sys.stderr.write(f"the store can't be read: {fault}\n")
        sys.exit(2)
    sys.exit(1 if wrong else None)


if __name__ == "__main__":
    main()
