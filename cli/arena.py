"""The command `astrarium arena`: bots against bots on this machine."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from ai.arena.match import STEPS
from ai.arena.openings import read_openings
from ai.arena.schedule import Plan
from ai.arena.series import SeriesStanding, export_csv, run_series
from cli.endings import Interrupted
from cli.options import read_options, setup_options
from engine.errors import EngineError
from tournaments.strengths import NEEDED, PLOT_FORMS, plot, rate_all

if TYPE_CHECKING:
    from ai.arena.statistics import Lead
    from tournaments.strengths import Strength

FOLDER = Path("var/arena")
PAIRS = 100


def show_standing(console: Console, standing: SeriesStanding) -> None:
    """Print a table of win rates per group, and the ratings."""
    table = Table(title=f"{standing.plan.game}, tables of {standing.plan.tables}, seed {standing.plan.seed}")
    for column in ("player", "against", "matches", "wins", "95 % interval", "mean score", "test"):
        table.add_column(column, justify="left" if column in {"player", "against", "test"} else "right")
    for group in standing.summary():
        for seat, player in enumerate(group.players):
            others = ", ".join(name for other, name in enumerate(group.players) if other != seat)
            rate = group.rates[seat]
            is_tested = seat == 0 and standing.plan.tables > 1
            test = (group.sprt.decision or f"open ({group.sprt.log_ratio:+.2f})") if is_tested else ""
            interval = f"{rate.low:.1%} to {rate.high:.1%}"
            score = f"{group.mean_scores[seat]:.1f}"
            table.add_row(player, others, str(group.matches), f"{rate.share:.1%}", interval, score, test)
        table.add_section()
    console.print(table)
    for group in standing.summary():
        if group.lead is not None and group.matches:
            console.print(_say_lead(group.players, group.lead), soft_wrap=True)
    if standing.plan.tables > 1:
        show_ratings(console, standing)
    forfeits = sum(group.forfeits for group in standing.summary())
    if standing.adjudicated:
        console.print(f"{standing.adjudicated} matches were ended before they were over")
    if forfeits:
        console.print(f"{forfeits} forfeits; the causes stand in the file")


def _say_lead(players: tuple[str, ...], lead: Lead) -> str:
    """Return a sentence on the first player's lead over the second."""
    points = "all or nothing, no Elo difference" if lead.elo is None else f"Elo {lead.elo:+.0f}"
    bounds = " to ".join("unbounded" if each is None else f"{each:+.0f}" for each in (lead.low, lead.high))
    return f"{players[0]} against {players[1]}: {points} ({bounds}), likelihood of superiority {lead.los:.1%}"


def show_ratings(console: Console, standing: SeriesStanding) -> None:
    """Print a table of ratings, or what they need."""
    rows = rate(standing)
    if rows is None:
        console.print("ratings need an extra: pip install 'astrarium[tournament]'", markup=False)
        return
    table = Table(title="ratings, 95 % intervals")
    for column in ("player", "rating", "interval", "results"):
        table.add_column(column, justify="left" if column == "player" else "right")
    for row in rows:
        table.add_row(row.player, f"{row.mean:.1f}", f"{row.low:.1f} to {row.high:.1f}", str(row.results))
    console.print(table)


def rate(standing: SeriesStanding) -> list[Strength] | None:
    """Return the players' ratings, or None where what they are made with is not installed."""
    return None if find_spec("openskill") is None else rate_all(standing.outcomes())


def play_series(console: Console, plan: Plan, path: Path, workers: int) -> SeriesStanding:
    """Play a series with a progress bar."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("matches", total=plan.matches)

        def tell(standing: SeriesStanding, _line: dict[str, Any]) -> None:
            bar.update(task, completed=standing.matches, total=_count_matches(standing))

        return run_series(plan, path, workers=workers, progress=tell)


def _count_matches(standing: SeriesStanding) -> int:
    """Return how many matches the series will have: decided groups get no more."""
    plan = standing.plan
    per_group = plan.pairs * plan.tables
    decided = [group for group in range(len(plan.groups)) if standing.is_decided(group)]
    played = {index: group.matches for index, group in enumerate(standing.summary()) if index in decided}
    return sum(played.get(group, per_group) for group in range(len(plan.groups)))


@click.command()
@click.argument("game")
@click.option(
    "--players",
    required=True,
    help="Levels, or cmd:COMMAND for an external program, separated by commas; NAME= before one names it.",
)
@click.option("--tables", default=2, show_default=True, help="Seats at a table; 1 if the game can be played alone.")
@click.option(
    "--pairs", type=int, help="Sets per group: one seed, every rotation of seats [default: 100, or each opening once]."
)
@click.option("--sprt", is_flag=True, help="Stop a group when the sequential test of its first player is decided.")
@click.option(
    "--no-duplicates", "is_duplicate", flag_value=False, default=True, help="Use a different seed for each match."
)
@click.option("--fixed-seats", "rotates", flag_value=False, default=True, help="Seats don't rotate (no duplicates).")
@click.option("--seed", default=1, show_default=True, help="Number that determines the matches' seeds.")
@click.option("--budget-ms", type=click.FloatRange(1), help="Time per decision instead of the levels' own.")
@click.option("--iterations", type=click.IntRange(1), help="Iterations per decision instead of the levels' own.")
@click.option(
    "--openings",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File with a position on each line (a description or a seat's view) at which the sets begin in turn.",
)
@click.option(
    "--max-decisions", "decisions_max", type=click.IntRange(1), help="End a match as it is after this many decisions."
)
@click.option("--lead", type=click.IntRange(1), help="End a match as it is at a lead of this many points.")
@click.option(
    "--resign",
    type=click.FloatRange(0, 50, min_open=True, max_open=True),
    help="A player gives up at a lower chance of winning than this (percent, by the package's network).",
)
@click.option(
    "--steps", type=click.IntRange(1), default=STEPS, show_default=True, help="Steps in a row, for --lead and --resign."
)
@setup_options
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File of the series (JSON Lines).")
@click.option("--csv", "csv_path", type=click.Path(path_type=Path, dir_okay=False), help="Write all matches as CSV.")
@click.option(
    "--plot", "plot_path", type=click.Path(path_type=Path, dir_okay=False), help="Draw the ratings (.svg, .png)."
)
@click.option("--json", "as_json", is_flag=True, help="Print the standing as JSON.")
def arena(
    game: str,
    players: str,
    workers: int,
    out: Path | None,
    *,
    csv_path: Path | None,
    plot_path: Path | None,
    as_json: bool,
    options: tuple[str, ...],
    openings: Path | None,
    pairs: int | None,
    **plan: Any,  # noqa: ANN401 - click gives each option by the name that the plan has for it
) -> None:
    """Let bots and programs play GAME against each other and compare them.

    Every match is written to the file as it ends, with its record; the same command continues an interrupted
    series.
    """
    console = Console(stderr=as_json)
    form = _plot_form(plot_path, plan["tables"])
    try:
        plan["options"] = read_options(options)
        plan["openings"] = () if openings is None else read_openings(openings, game, plan["tables"], plan["options"])
        plan["pairs"] = pairs if pairs is not None else len(plan["openings"]) or PAIRS
        series = Plan(game, tuple(word.strip() for word in players.split(",")), **plan)
        path = out or FOLDER / f"{game}-{series.key}.jsonl"
        for each in filter(None, (path, csv_path, plot_path)):
            # Report unwritable files before anything is played.
            each.parent.mkdir(parents=True, exist_ok=True)
            each.open("ab").close()
        standing = play_series(console, series, path, workers)
        if csv_path is not None:
            export_csv(path, csv_path)
        if plot_path is not None:
            plot_path.write_bytes(plot(rate_all(standing.outcomes()), standing.title, form))
    except (EngineError, OSError) as wrong:
        raise click.ClickException(str(wrong)) from wrong
    except KeyboardInterrupt:
        raise Interrupted from None
    if as_json:
        rows = rate(standing)
        click.echo(
            json.dumps(
                {
                    "plan": series.to_dict(),
                    "adjudicated": standing.adjudicated,
                    "groups": [group.to_dict() for group in standing.summary()],
                    "ratings": None if rows is None else [row.to_dict() for row in rows],
                }
            )
        )
    else:
        show_standing(console, standing)
        console.print(f"matches and records: {path}", soft_wrap=True)


def _plot_form(path: Path | None, tables: int) -> str:
    """Return the format of a plot's file; report what can't be drawn before anything is played."""
    if path is None:
        return ""
    form = path.suffix.removeprefix(".").lower()
    if form not in PLOT_FORMS:
        raise click.BadParameter(f"{path.name!r} ends in neither .svg nor .png", param_hint="--plot")
    if tables == 1:
        raise click.BadParameter("at tables of one nobody is rated against anybody", param_hint="--plot")
    if find_spec("matplotlib") is None:
        raise click.ClickException(NEEDED)
    return form
