"""The lines of a drawn table of Roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.contract.drawing import count, join, name_of, spell, tally
from engine.roll.catalog import DEVELOPMENTS, TILES, WORLDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.contract.drawing import Line
    from engine.roll.catalog import Development, World


def _sum_up(piece: Development | World) -> str:
    """Return a side of a tile with what it costs, which is its points, too, and a world's colour."""
    color = getattr(piece, "color", "gray")
    return f"{piece.name} ({piece.cost}{'' if color == 'gray' else f', {spell(color)}'})"


NAMES = {piece.id: piece.name for piece in DEVELOPMENTS} | {piece.id: piece.name for piece in WORLDS}
FIGURES = {piece.id: _sum_up(piece) for piece in DEVELOPMENTS} | {piece.id: _sum_up(piece) for piece in WORLDS}
#: a tile goes by its development; on the world stack its other side counts
WORLD_NAMES = {tile.development.id: tile.world.name for tile in TILES}
WORLD_SIDES = {tile.development.id: _sum_up(tile.world) for tile in TILES}
SIDES = FIGURES | {tile.development.id: f"{_sum_up(tile.development)} / {_sum_up(tile.world)}" for tile in TILES}
ON_STACKS = {"development": FIGURES, "world": FIGURES | WORLD_SIDES}


def say_table(view: dict[str, Any]) -> Iterator[Line]:
    """Yield what is common."""
    yield "round", f"{view['round']}, {spell(view['step'])}"
    yield "phases", join(view["played"])
    yield "spare die", spell(view["spare_face"])
    yield "VP pool", count("chip", view["vp_pool"])
    yield "tiles", f"{view['bag_count']} in the bag, {view['pile_count']} abandoned"
    yield "player order", join(str(seat) for seat in view["player_order"])


def say_seat(_view: dict[str, Any], seat: dict[str, Any]) -> Iterator[Line]:
    """Yield what lies before a seat."""
    yield "has", f"{count('credit', seat['credits'])}, {count('VP chip', seat['vp_chips'])}"
    yield f"tableau {seat['squares']}", join([*seat["start_tiles"], *seat["tableau"]], FIGURES)
    yield from _say_dice(seat)
    for kind, names in ON_STACKS.items():
        yield f"{kind}s", _say_stack(seat, kind, names)
    yield "completing", "" if seat["building"] is None else name_of(seat["building"], SIDES)
    yield "in hand", join(seat["hand"], SIDES)
    yield "put away", join(seat["abandoned"], SIDES)
    selector = f" with a {spell(seat['selector'])} die" if seat["selector"] else ""
    yield "selects", f"{spell(seat['selected'])}{selector}" if seat["selected"] else ""
    yield "powers used", join(seat["used_powers"])


def _say_dice(seat: dict[str, Any]) -> Iterator[Line]:
    yield "cup", tally(seat["cup"])
    yield "Citizenry", tally(seat["citizenry"])
    for phase, dice in seat["columns"].items():
        yield phase, tally(dice)
    yield "wild", tally(seat["wild"])
    yield "Dictate", tally(seat["dictated"])
    yield "virtual", tally(seat["virtual_workers"])
    goods = (f"{tally(dice)} on {spell(world)} worlds" for world, dice in seat["goods"].items() if any(dice.values()))
    yield "goods", "; ".join(goods)
    yield "has scouted", tally(seat["has_scouted"])
    yield "used up", tally(seat["used"])


def _say_stack(seat: dict[str, Any], kind: str, names: dict[str, str]) -> str:
    """Return a stack from the top down, with the top tile's price and the dice on it."""
    tiles = [name_of(tile, names) for tile in seat["stacks"][kind]]
    if tiles:
        price = seat["stack_cost"][kind]
        dice = tally(seat["stack_dice"][kind])
        tiles[0] += "" if price is None else f" (costs {price})"
        tiles[0] += f" with {dice}" if dice else ""
    return ", ".join(tiles)
