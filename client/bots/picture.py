"""The live table of a running bot."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from rich.live import Live
from rich.table import Table

if TYPE_CHECKING:
    from client.bots.runner import Runner

REFRESH_S = 0.5


async def show(runner: Runner) -> None:
    """Show what the bot does until cancelled."""
    with Live(refresh_per_second=1 / REFRESH_S) as live:
        while True:
            live.update(picture_of(runner))
            await asyncio.sleep(REFRESH_S)


def picture_of(runner: Runner) -> Table:
    """Return a row for each match that is being played."""
    state = "stopping" if runner.is_stopping else f"{len(runner.waiting)} waiting"
    table = Table(title=f"{len(runner.sittings)} playing, {state}, {runner.played} played, {runner.won} won")
    for title in ("match", "game", "players", "turns", "since"):
        table.add_column(title)
    for match_id, sitting in runner.sittings.items():
        since = f"{time.monotonic() - sitting.began:.0f} s"
        table.add_row(match_id, sitting.match["game"], ", ".join(sitting.players), str(sitting.turns), since)
    return table
