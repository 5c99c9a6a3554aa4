"""`python -m bench [NAME…]`: run benchmarks, print a table, and JSON lines to a file or stdout."""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from pathlib import Path
from typing import IO

import click
from rich.console import Console
from rich.table import Table

import bench
from bench import BENCHES, Figure
from bench.page import beside_of, figure, machine, target_of, write_section


def find_benches() -> None:
    """Import all modules of the package, which registers their functions."""
    for module in pkgutil.iter_modules(bench.__path__):
        if module.name != "__main__":
            importlib.import_module(f"bench.{module.name}")


def show(console: Console, rows: list[Figure]) -> None:
    """Print the table."""
    table = Table()
    for column in ("what", "measured", "unit", "target", "met", "beside it, same run"):
        table.add_column(column, justify="right" if column in {"measured", "target"} else "left")
    for row in rows:
        table.add_row(row.name, figure(row.value), row.unit, target_of(row), row.verdict, beside_of(row))
    console.print(table)


@click.command()
@click.argument("names", nargs=-1)
@click.option("--scale", default=1.0, show_default=True, help="Length of the runs; 0.1 for a quick look.")
@click.option("--soak", is_flag=True, help="Run the long jobs, and nothing else.")
@click.option("--json", "json_file", type=click.File("a"), help="Append JSON lines to this file (- for stdout).")
@click.option(
    "--write", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Renew this page's figures."
)
@click.option("--list", "only_list", is_flag=True, help="List what there is.")
def main(
    names: tuple[str, ...], scale: float, json_file: IO[str] | None, write: Path | None, *, soak: bool, only_list: bool
) -> None:
    """Run benchmarks: those whose name begins with one of NAMES, or all."""
    find_benches()
    chosen = [
        each
        for name, each in sorted(BENCHES.items())
        if each.is_soak == soak and (not names or any(name.startswith(start) for start in names))
    ]
    console = Console(stderr=json_file is not None and json_file.name in {"-", "<stdout>"})
    if only_list:
        for each in sorted(BENCHES.values(), key=lambda each: each.name):
            console.print(f"{each.name:24}{'soak  ' if each.is_soak else '      '}{each.text}", highlight=False)
        return
    if not chosen:
        raise click.ClickException("no such benchmark; --list shows what there is")
    rows: list[Figure] = []
    topics: dict[str, list[Figure]] = {}
    about = machine()
    for each in chosen:
        with console.status(each.name):
            for row in each.run(scale):
                rows.append(row)
                topics.setdefault(each.name.partition(".")[0], []).append(row)
                if json_file is not None:
                    json_file.write(json.dumps({"bench": each.name, **row.to_dict()}) + "\n")
                    json_file.flush()
    show(console, rows)
    for topic, found in topics.items():
        if write is not None:
            shortened = "" if scale == 1 else f" --scale {scale:g}"
            write_section(write, topic, f"python -m bench {topic}{shortened}", about, found)
    sys.exit(0)


if __name__ == "__main__":
    main()
