"""The command `astrarium demo`: one seat played over REST by a tiny client, three bots of different levels."""

from __future__ import annotations

import contextlib
import json
import random
import secrets
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.live import Live
from rich.table import Table

from cli.stacks import (
    GRPC_PORT,
    PORT,
    check_writable,
    console,
    explain_failures,
    open_stack,
    run_stack,
    stack_options,
    until_signal,
    watch_over,
)
from cli.terminal.hosted import name_player
from cli.terminal.wording import Wording
from client import Client
from deploy.local.errors import StackError
from engine.errors import BadRecord
from engine.registry import find_game
from engine.replay import verify

if TYPE_CHECKING:
    from rich.console import Console

    from client.models import Match, SeatChoice

OPPONENTS = 3
BOTS_READY_S_MAX = 30.0
EVENTS_SHOWN = 8
#: slower levels are left out: a demonstration should not take long
THINK_MS_MAX = 250


def demonstrate(url: str, game: str, path: Path, console: Console) -> bool:
    """Play, show, write the record to *path* and verify it; return whether it verifies."""
    with Client(url) as client:
        client.create_account(f"demo-{secrets.token_hex(4)}")
        bots: list[SeatChoice] = [{"kind": "bot", "level": level} for level in choose_opponents(client)]
        seats: list[SeatChoice] = [{"kind": "account"}, *bots]
        began = time.monotonic()
        match = client.create_match(game, seats)
        player = threading.Thread(target=play_randomly, args=(url, client.token, match["id"]), daemon=True)
        player.start()
        final = follow(client, match, console)
        player.join()
        console.print(f"match {match['id']}: {final['version']} actions in {time.monotonic() - began:.1f} s")
        console.print(result_table(final))
        record = client.get(f"/matches/{match['id']}/record")
    path.write_text(json.dumps(record) + "\n")
    try:
        verify(record)
    except BadRecord as wrong:
        console.print(f"[red]the record does not verify[/]: {wrong}")
        return False
    console.print(f"[green]record verified[/]: {path}", soft_wrap=True)
    return True


def choose_opponents(client: Client, count: int = OPPONENTS) -> list[str]:
    """Return levels spread from the weakest to the strongest that is quick enough to watch."""
    end = time.monotonic() + BOTS_READY_S_MAX
    while not (bots := client.get("/bots")["bots"]):
        if time.monotonic() > end:
            raise StackError("no bot worker has started; see the logs of the bots")
        time.sleep(0.1)
    quick = [bot["level"] for bot in bots if bot["think_ms_max"] <= THINK_MS_MAX] or [bots[0]["level"]]
    return [quick[round((place + 1) * (len(quick) - 1) / count)] for place in range(count)]


def play_randomly(url: str, token: str, match_id: str) -> None:
    """Answer every decision with a random legal action: all that a program has to do."""
    chance = random.Random(match_id)  # noqa: S311 (play, not secrecy)
    with Client(url, token) as client:
        while not (asked := client.match(match_id).decision())["is_over"]:
            if asked["is_asked"]:
                client.match(match_id).submit(asked["version"], chance.choice(asked["legal_actions"])["action"])


def follow(client: Client, match: Match, console: Console) -> Match:
    """Show the match as it goes on; return it as it ended."""
    wording = Wording(find_game(match["game"]))
    names = [name_player(match, seat) for seat in range(len(match["seats"]))]
    latest: list[str] = []
    with Live(console=console, refresh_per_second=8, transient=True) as live:
        for line in client.match(match["id"]).events():
            if line["type"] == "match":
                match = line["match"]
            elif line["type"] == "event" and (said := wording.sentence(line["event"], names)):
                latest = [*latest, said][-EVENTS_SHOWN:]
            live.update(_picture(match, latest))
    return client.match(match["id"]).read()


def _picture(match: Match, latest: list[str]) -> Table:
    deciding = ", ".join(name_player(match, seat) for seat in match["deciding_seats"]) or "nobody"
    table = Table(title=f"{match['game']}, {match['status']}, {match['version']} actions; deciding: {deciding}")
    table.add_column("latest events", min_width=60)
    for sentence in latest:
        table.add_row(sentence)
    return table


def result_table(match: Match) -> Table:
    """Return the final points, the best first."""
    table = Table(title="final scores")
    for title in ("place", "seat", "player", "points"):
        table.add_column(title, justify="left" if title == "player" else "right")
    ranks, scores = match["ranks"], match["scores"]
    # A match that is over has both.
    assert ranks is not None
    assert scores is not None
    for seat in sorted(range(len(ranks)), key=ranks.__getitem__):
        table.add_row(str(ranks[seat]), str(seat), name_player(match, seat), str(scores[seat]))
    return table


@click.command()
@click.option("--serve", is_flag=True, help="Keep serving after the match, on the usual ports.")
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="Write the record to this file.")
@click.option("--game", default="roll", show_default=True)
@stack_options
def demo(
    *,
    serve: bool,
    record: Path | None,
    game: str,
    port: int | None,
    grpc_port: int | None,
    data: Path | None,
    **replicas: int,
) -> None:
    """Play a match of four seats on a stack of its own, show it, and verify its record."""
    if serve:
        data, port, grpc_port = data or Path("var"), port or PORT, grpc_port or GRPC_PORT
    with contextlib.ExitStack() as undo:
        folder = data or Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="astrarium-")))
        if record is not None:
            check_writable(record)
        stack = open_stack(folder, port=port, grpc_port=grpc_port, **replicas)
        is_verified = False
        with explain_failures(), until_signal() as stop, run_stack(stack):
            is_verified = demonstrate(stack.url, game, record or folder / "record.json", console)
            if serve and is_verified:
                console.print(f"still serving at {stack.url}; Ctrl-C ends it")
                watch_over(stack, stop)
    if not is_verified:
        sys.exit(1)
