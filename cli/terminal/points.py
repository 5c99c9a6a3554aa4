"""The sources of the points of a finished match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.contract.game import Game

#: by game: what is not counted from the table itself
REST = {"race": "six-cost developments", "roll": "six-cost developments", "tiny_epic": "missions"}


def split_points(game: Game, seat: dict[str, Any], total: int) -> dict[str, int]:
    """Return a seat's points by source; *seat* is what a view of the finished match shows of it."""
    catalog = game.catalog()
    if game.name == "race":
        printed = {card["id"]: card["vp"] for card in catalog["cards"]}
        counted = {"VP chips": seat["vp_chips"], "cards": sum(printed[card] for card in seat["tableau"])}
    elif game.name == "roll":
        costs = _read_costs(catalog)
        tiles = [*seat["start_tiles"], *seat["tableau"]]
        counted = {"VP chips": seat["vp_chips"], "tiles": sum(costs[tile] for tile in tiles)}
    else:
        planets = {planet["id"]: planet["vp"] for planet in catalog["planets"]}
        levels = {level["level"]: level["vp"] for level in catalog["levels"]}
        colonies = sum(planets[planet] for planet in seat["colonies"])
        counted = {"empire": levels[seat["level"]], "planets": colonies}
    return counted | {REST[game.name]: total - sum(counted.values())}


def _read_costs(catalog: dict[str, Any]) -> dict[str, int]:
    """Return what each side of a tile of Roll costs, which is what it brings."""
    squares = [square for faction in catalog["factions"] for square in faction["squares"]]
    sides = [side for tile in catalog["tiles"] for side in (tile["development"], tile["world"])]
    return {piece["id"]: piece["cost"] for piece in (*squares, *sides, *catalog["home_worlds"])}


def tabulate_points(
    game: Game, names: Sequence[str], seats: Iterable[dict[str, Any]], scores: Sequence[int], ranks: Sequence[int]
) -> Table:
    """Return the final points by source, the best first."""
    rows = [split_points(game, seat, scores[number]) for number, seat in enumerate(seats)]
    table = Table(title="final points", title_justify="left")
    table.add_column("place", justify="right")
    table.add_column("player", overflow="fold")
    for source in rows[0]:
        table.add_column(source, justify="right")
    table.add_column("points", justify="right", style="bold")
    for seat in sorted(range(len(rows)), key=ranks.__getitem__):
        table.add_row(str(ranks[seat]), names[seat], *map(str, rows[seat].values()), str(scores[seat]))
    return table
