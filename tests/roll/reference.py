"""What a seat can make of a step, worked out from the rulings alone and independent of the engine.

Each function returns every outcome there is. Dice are told apart here, and sets of dice are tried whole; the engine
asks one small question after another about dice by colour. So a choice that is missing there, or one too many,
shows as a difference. What a piece says is taken from the catalogue, which tests of its own compare with the prints.
"""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.roll.scenario import PHASES, ROLL

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

COLORS = tuple(die["id"] for die in ROLL.catalog()["dice"])
TILES = ROLL.catalog()["tiles"]
DEVELOPMENTS = {tile["development"]["id"]: tile["development"] for tile in TILES}
WORLDS = {tile["world"]["id"]: tile["world"] for tile in TILES}
TRADE = {"novelty": 3, "rare_elements": 4, "genes": 5, "alien_technology": 6}
DICTATED = "dictated"

Dice = tuple[Any, ...]


def dice(*places: Iterable[Any]) -> Dice:
    """Dice without an order."""
    return tuple(sorted(die for place in places for die in place))


def without(whole: Dice, *taken: Any) -> Dice:
    left = list(whole)
    for die in taken:
        left.remove(die)
    return tuple(left)


def choices(whole: Dice, count: int) -> set[Dice]:
    return {tuple(sorted(some)) for some in combinations(whole, count)}


# -- Assign ----------------------------------------------------------------------------------------


def _moves(workers: Dice, power: dict[str, Any], selected: str) -> Iterator[Dice]:
    """One use of a power: each choice of workers, each to a column of its own choice (R24, R29, R31, R110)."""
    to = {("any",): PHASES, ("selected",): (selected,)}.get(tuple(power["to_columns"]), power["to_columns"])
    fit = [
        i
        for i, (color, column) in enumerate(workers)
        if column != DICTATED
        and ("any" in power["die_colors"] or color in power["die_colors"])
        and (power["from_column"] != "explore" or column == "explore")
    ]
    for count in range(power["min_workers"], power["max_workers"] + 1):
        for some in combinations(fit, count):
            if power["from_column"] == "same_column" and len({workers[i][1] for i in some}) > 1:
                continue
            for columns in product(*([column for column in to if column != workers[i][1]] for i in some)):
                moved = list(workers)
                for i, column in zip(some, columns, strict=True):
                    moved[i] = (workers[i][0], column)
                yield dice(moved)


def ways_to_assign(workers: Dice, selected: str, owned: Collection[str], novelty_lead: int) -> set[Dice]:
    """Where workers below the strip can end; *novelty_lead* is 2 alone, 1 shared, 0 behind (R22-R31, R106-R129)."""
    powers = {name: power for name in owned for power in DEVELOPMENTS[name]["powers"]}
    reassign = {}
    for name, power in powers.items():
        most = power.get("max_workers")
        if "condition" in power:
            most = (0, power["max_workers_if_tied"], most)[novelty_lead]
        if power["kind"] == "reassign":
            reassign[name] = power | {"max_workers": most}
    repeats = any(power["kind"] == "dictate_repeat" for power in powers.values())
    most = max((power["max_workers"] for power in powers.values() if power["kind"] == "dictate_multi"), default=1)
    dictate = {
        "to_columns": ["any"],
        "die_colors": ["any"],
        "from_column": "any",
        "min_workers": 1,
        "max_workers": most,
    }
    todo = [(dice(workers), frozenset[str]())]
    seen = set(todo)
    while todo:
        now, used = todo.pop()
        after = [
            (moved, used | {name})
            for name, power in reassign.items()
            if name not in used
            for moved in _moves(now, power, selected)
        ]
        for i, (color, column) in enumerate(now):
            if column != DICTATED and (repeats or "dictate" not in used):
                paid = (*now[:i], (color, DICTATED), *now[i + 1 :])
                after += [(moved, used | {"dictate"}) for moved in _moves(paid, dictate, selected)]
        todo += set(after) - seen
        seen |= set(after)
    return {end for end, _ in seen}


# -- Explore ---------------------------------------------------------------------------------------

Zone = tuple[tuple[str, ...], tuple[str, ...]]


class Exploring(NamedTuple):
    """A seat in the midst of Explore, another one with tiles, and the bag."""

    own: Zone
    other: Zone
    bag: Dice
    pile: Dice
    explorers: int


def _lacking(zone: Zone, tiles: Collection[str]) -> Zone:
    development, world = (tuple(tile for tile in stack if tile not in tiles) for stack in zone)
    return development, world


def _placed(zone: Zone, drawn: Dice, on_top: bool) -> set[Zone]:
    """Lay drawn tiles underneath, with Improved Reconnaissance also on top, in any order (R50, R141)."""
    zones = set()
    ends = product(range(2), (False, True) if on_top else (False,))
    for order, places in product(permutations(drawn), product(list(ends), repeat=len(drawn))):
        stacks = [list(zone[0]), list(zone[1])]
        for tile, (stack, is_top) in zip(order, places, strict=True):
            stacks[stack].insert(0 if is_top else len(stacks[stack]), tile)
        zones.add((tuple(stacks[0]), tuple(stacks[1])))
    return zones


def _drawn(seat: Exploring, owed: int) -> Iterator[tuple[Exploring, Dice, int]]:
    """Draw what bag and pile yield, whichever tiles come; how many are still owed then (R56)."""
    for first in choices(seat.bag, min(owed, len(seat.bag))):
        rest = seat._replace(bag=without(seat.bag, *first))
        if len(first) == owed or not seat.pile:
            yield rest, first, owed - len(first)
            continue
        rest = rest._replace(bag=seat.pile, pile=())
        for second in choices(rest.bag, min(owed - len(first), len(rest.bag))):
            left = owed - len(first) - len(second)
            yield rest._replace(bag=without(rest.bag, *second)), dice(first, second), left


def _scouted(seat: Exploring, owed: int, on_top: bool) -> Iterator[Exploring]:
    """Draw and place; whoever has three tiles gives one up if there are too few (R57, R58, R149)."""
    for after, tiles, left in _drawn(seat, owed):
        for own in _placed(after.own, tiles, on_top):
            placed = after._replace(own=own)
            gifts = [list(sum(zone, ())) if len(sum(zone, ())) >= 3 else [None] for zone in (own, after.other)]
            if not left or gifts == [[None], [None]]:
                yield placed
                continue
            for given in product(*gifts):
                bag = dice(placed.bag, filter(None, given))
                zones = {"own": _lacking(own, given), "other": _lacking(after.other, given)}
                yield from _scouted(placed._replace(bag=bag, **zones), left, on_top)


def ways_to_explore(start: Exploring, on_top: bool, arranges: bool) -> set[tuple[Zone, Zone, Dice]]:
    """Both zones and the bag after Explore, whichever tiles are drawn (R48-R58, R102, R141)."""
    todo, seen, ends = [start], {start}, set()
    while todo:
        seat = todo.pop()
        tiles = seat.own[0] + seat.own[1]
        after = set()
        if arranges:
            orders = product(permutations(tiles), range(len(tiles) + 1))
            after |= {seat._replace(own=(order[:at], order[at:])) for order, at in orders}
        if seat.explorers == 0:
            ends.add((seat.own, seat.other, dice(seat.bag, seat.pile)))
        else:
            rest = seat._replace(explorers=seat.explorers - 1)
            after.add(rest)
            for count in range(len(tiles) + 1):
                for gone in combinations(tiles, count):
                    scouting = rest._replace(own=_lacking(seat.own, gone), pile=dice(seat.pile, gone))
                    after |= set(_scouted(scouting, count + 1, on_top))
        todo += after - seen
        seen |= after
    return ends


# -- Develop and Settle ----------------------------------------------------------------------------


class Site(NamedTuple):
    """A seat in the midst of building."""

    stack: tuple[str, ...]
    on_stack: Dice
    workers: Dice
    cup: Dice
    citizenry: Dice
    goods: Dice
    owned: tuple[str, ...]
    credits: int


def _cost(name: str, owned: Collection[str]) -> int:
    """R67."""
    piece = DEVELOPMENTS.get(name) or WORLDS[name]
    cost, color = int(piece["cost"]), piece.get("color")
    if color is None:
        return max(
            1, cost - ("investment_credits" in owned) - ("biological_adaptation" in owned and piece["has_reassign"])
        )
    if color == "gray" and "free_trade_zone" in owned and cost > 2:
        cost = max(2, cost - 2)
    alien = color in ("genes", "alien_technology") and "alien_uplift_blueprints" in owned
    return max(1, cost - ("replicant_robots" in owned) - alien)


def _income(name: str, owned: Collection[str]) -> int:
    """R72."""
    if name in DEVELOPMENTS:
        return ("galactic_recycling" in owned) + ("public_works" in owned)
    robots = 2 if WORLDS[name]["color"] == "rare_elements" else 1
    return ("galactic_recycling" in owned) + ("terraforming_robots" in owned) * robots


def _saved(name: str, used: Dice, owned: Collection[str]) -> set[Dice]:
    """The dice used that may go to the cup (R71, R151)."""
    by_order = tuple(die for die in used if die == "military" and name in WORLDS and "new_galactic_order" in owned)
    if ("galactic_federation" if name in DEVELOPMENTS else "galactic_exchange") not in owned:
        return {by_order}
    left = without(used, *by_order)
    return {dice(by_order, some) for count in range(0 if by_order else 1, 3) for some in choices(left, count)}


def _removals(site: Site) -> Iterator[Site]:
    """R73."""
    for place in ("cup", "citizenry", "on_stack", "workers", "goods"):
        for die in set(getattr(site, place)):
            yield site._replace(**{place: without(getattr(site, place), die)})


def _effects(site: Site, name: str) -> Iterator[Site]:
    """Carry the one-off effects out (R73, R76)."""
    sites = [site]
    piece = DEVELOPMENTS.get(name) or WORLDS[name]
    for effect in piece["effects"]:
        if effect["kind"] == "remove_die":
            sites = [after for each in sites for after in _removals(each)]
        elif effect["kind"] == "gain_credits":
            sites = [each._replace(credits=min(10, each.credits + effect["amount"])) for each in sites]
        else:
            place = {"good_on_world": "goods"}.get(effect["to"], effect["to"])
            die = (piece["color"], effect["color"]) if place == "goods" else effect["color"]
            gained = [die] * effect["count"]
            sites = [each._replace(**{place: dice(getattr(each, place), gained)}) for each in sites]
    yield from sites


def _completions(site: Site) -> Iterator[Site]:
    """Complete the top tile with each choice of the dice that lie there (R62, R66)."""
    name = site.stack[0]
    paid = min(10, site.credits + _income(name, site.owned))
    for used in choices(site.on_stack, _cost(name, site.owned)):
        for saved in _saved(name, used, site.owned):
            built = site._replace(
                stack=site.stack[1:],
                on_stack=without(site.on_stack, *used),
                cup=dice(site.cup, saved),
                citizenry=dice(site.citizenry, without(used, *saved)),
                owned=tuple(sorted((*site.owned, name))),
                credits=paid,
            )
            yield from _effects(built, name)


def ways_to_build(start: Site) -> set[Site]:
    """How Develop or Settle can end for a seat, before incomes of its end (R62-R77)."""
    todo, seen, ends = [start], {start}, set()
    while todo:
        site = todo.pop()
        if not site.stack:
            # R65: nothing is left to build.
            ends.add(site._replace(cup=dice(site.cup, site.workers, site.on_stack), workers=(), on_stack=()))
            continue
        if len(site.on_stack) >= _cost(site.stack[0], site.owned):
            after = set(_completions(site))
        elif site.workers:
            after = {
                site._replace(on_stack=dice(site.on_stack, [die]), workers=without(site.workers, die))
                for die in site.workers
            }
        else:
            ends.add(site)
            continue
        todo += after - seen
        seen |= after
    return ends


# -- Produce, Ship, Manage Empire ------------------------------------------------------------------


def ways_to_produce(workers: Dice, goods: Dice, room: dict[str, int]) -> set[tuple[Dice, Dice]]:
    """Unused producers and goods (R80-R82)."""
    if not workers or not any(room.values()):
        return {(workers, goods)}
    ends = set()
    for die in set(workers):
        for world in (world for world, free in room.items() if free):
            rest = room | {world: room[world] - 1}
            ends |= ways_to_produce(without(workers, die), dice(goods, [(world, die)]), rest)
    return ends


def _trade(world: str, owned: Collection[str]) -> int:
    """R85, R111, R115."""
    bonus = (world == "novelty" and "galactic_demand" in owned) * 2
    bonus += world == "rare_elements" and "jumpdrive_research" in owned
    return TRADE[world] + bonus + ("export_duties" in owned)


def _consume(world: str, good: str, shipper: str, owned: Collection[str]) -> tuple[int, int]:
    """VP and credits (R86, R87, R133)."""
    vp = 1 + (good in (world, "consumption")) + (shipper in (world, "consumption"))
    vp += "galactic_renaissance" in owned
    vp += world in ("genes", "alien_technology") and "minor_research_labs" in owned
    vp += world == "rare_elements" and "space_refineries" in owned
    paid = ("new_economy" in owned) * 2 + ("trade_levies" in owned)
    return vp, paid + (world == "rare_elements" and "mining_industry" in owned)


def ways_to_ship(
    workers: Dice, goods: Dice, citizenry: Dice, purse: int, owned: Collection[str]
) -> set[tuple[Dice, Dice, Dice, int, int]]:
    """Unused shippers, goods, Citizenry, credits and VP gained, before incomes of the end (R84-R88, R45)."""
    virtual = ("home",) * ("space_docks" in owned) + ("genes", "home") * ("organic_shipyards" in owned)
    start = (workers, dice(virtual), goods, citizenry, purse, 0)
    todo, seen, ends = [start], {start}, set()
    while todo:
        real, unreal, left, rest, money, vp = todo.pop()
        if not left or not real + unreal:
            ends.add((real, left, rest, money, vp))
        after = set()
        shippers = [(die, without(real, die), unreal, [die]) for die in set(real)]
        shippers += [(die, real, without(unreal, die), []) for die in set(unreal)]
        for (world, good), (die, still, still_unreal, resting) in product(set(left), shippers):
            there = (still, still_unreal, without(left, (world, good)), dice(rest, [good], resting))
            rich = min(10, money + _trade(world, owned))
            after.add((*there, rich, vp))
            if "galactic_bankers" in owned:
                after.add((*there, rich - 1, vp + 1))
            gained, paid = _consume(world, good, die, owned)
            after.add((*there, min(10, money + paid), vp + gained))
        todo += after - seen
        seen |= after
    return ends


def ways_to_manage(cup: Dice, citizenry: Dice, purse: int, goods: Dice, stacks: Dice) -> set[Any]:
    """Cup, Citizenry, credits, goods and dice on stacks; the latter are pairs of stack and colour (R92-R95)."""
    ends = set()
    count = min(purse, len(citizenry))
    away = [("good", *good) for good in goods] + [("stack", *die) for die in stacks]
    for recruited in choices(citizenry, count):
        for number in range(len(away) + 1):
            for recalled in choices(tuple(away), number):
                full = dice(cup, recruited, (color for _, _, color in recalled))
                left = without(tuple(away), *recalled)
                if full or not away:
                    kept = [dice(each[1:] for each in left if each[0] == sort) for sort in ("good", "stack")]
                    ends.add((full, without(citizenry, *recruited), purse - count or 1, *kept))
    return ends
