"""The command `astrarium train`: networks for the bots, by matches of the bots themselves."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from cli.endings import Interrupted
from cli.extras import OURS, explain_missing
from engine.errors import EngineError

if TYPE_CHECKING:
    from ai.train.generations import Progress
    from ai.train.orders import Playing

FOLDER = Path("var/train")
NEEDED = "training needs the extra `train`: pip install astrarium[train]"


@click.command()
@click.argument("game")
@click.option("--seats", default=2, show_default=True, help="Seats of the matches.")
@click.option("--variant", default="", help="Variant of the rules: advanced (Race, two action cards).")
@click.option("--seed", default=1, show_default=True, help="Number that determines everything.")
@click.option("--generations", default=1, show_default=True, help="Generations; a later call may ask for more.")
@click.option("--light-matches", default=60_000, show_default=True, help="Matches of the light policy at first.")
@click.option("--search-matches", default=4_000, show_default=True, help="Matches of the search, each generation.")
@click.option("--search-iterations", default=150, show_default=True, help="Iterations per decision in them.")
@click.option("--chunk-matches", default=5_000, show_default=True, help="Matches per file.")
@click.option("--held-out", default=2_000, show_default=True, help="Matches on which the error is measured.")
@click.option("--epochs", default=2, show_default=True, help="How often each position is learned from.")
@click.option(
    "--gate-sets",
    default=200,
    show_default=True,
    help="Most sets in which a new network must pass the gate; 0: no gate.",
)
@click.option("--gate-iterations", default=200, show_default=True, help="Iterations of the playout search in the gate.")
@click.option(
    "--workers",
    "on_workers",
    is_flag=True,
    help="Let the installation's workers of the queue `train` play the matches (needs ASTRARIUM_REDIS_URL).",
)
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="Folder for everything.")
def train(game: str, folder: Path | None, *, on_workers: bool, **plan: Any) -> None:  # noqa: ANN401 - options by name
    """Train a network for GAME: matches, fitting, and a gate against the previous network.

    The same command continues where the last one stopped or was killed. The best network is champion.net in the
    folder; the bots look for theirs at `ai/evaluate/networks/GAME-SEATS.net`, or GAME-SEATS-VARIANT.net.
    """
    if find_spec("torch") is None:
        raise click.ClickException(NEEDED)
    from ai.train.generations import TrainingPlan  # noqa: PLC0415 - needs torch
    from ai.train.generations import train as train_all  # noqa: PLC0415

    console = Console(stderr=True)
    try:
        checked = TrainingPlan(game, **plan)
        where = folder or FOLDER / game
        with console.status("training") as status:

            def tell(progress: Progress) -> None:
                status.update(f"{game}, {progress.what}: {progress.done} of {progress.total} {progress.figure}")

            train_all(checked, where, tell, _call_workers() if on_workers else None)
    except (EngineError, OSError) as wrong:
        raise click.ClickException(str(wrong)) from wrong
    except KeyboardInterrupt:
        raise Interrupted from None
    for number in range(checked.generations):
        verdict = where / f"generation-{number}" / "verdict.json"
        click.echo(f"generation {number}: {verdict.read_text('utf-8')}", nl=False)
    click.echo(f"the best network: {where / 'champion.net'}")


def _call_workers() -> Playing:
    """Return the workers of the installation that the settings name."""
    try:
        from services.bots.training import Workers  # noqa: PLC0415 - needs the server's packages
        from services.shared.settings import settings  # noqa: PLC0415 - the same
    except ModuleNotFoundError as missing:
        if missing.name is not None and missing.name.partition(".")[0] in OURS:
            raise
        raise explain_missing("training on workers", "server", missing) from None
    return Workers(settings())
