"""What Develop and Settle offer and what a tableau is worth, written a second time, from the catalogue alone.

The rules fold powers into numbers when a card is placed; here the tableau is walked over at every question.
"""

from __future__ import annotations

from typing import Any

from engine.race.catalog import CARDS

BY_ID = {card.id: card for card in CARDS}


def powers(tableau: list[str], effect: str) -> list[Any]:
    return [power for card in tableau for power in BY_ID[card].powers if power.kind == effect]


def owners(tableau: list[str], effect: str, world: str = "") -> list[str]:
    """Cards that have the power, and not with that world's kind excepted; grey worlds have no kind."""
    kind = BY_ID[world].good if world else "none"
    return [
        card for card in tableau if any(kind == "none" or p.excluded_good_kind != kind for p in powers([card], effect))
    ]


def strength(tableau: list[str], world: str) -> int:
    """R37, R38: before anything is discarded for it."""
    card = BY_ID[world]
    targets = {card.good, "rebel"} if "rebel" in card.flags else {card.good}
    special = [power.amount for power in powers(tableau, "military_vs") if power.good_kind in targets]
    return sum(power.amount for power in powers(tableau, "military")) + sum(special)


def price(tableau: list[str], world: str) -> int:
    """R35, R42, R100."""
    discounts = [p.amount for p in powers(tableau, "settle_discount") if p.good_kind in ("any", BY_ID[world].good)]
    if BY_ID[world].is_military:
        discounts += [power.amount for power in powers(tableau, "pay_for_military")]
    return max(0, BY_ID[world].cost - sum(discounts))


def can_be_bought(tableau: list[str], world: str) -> bool:
    return not BY_ID[world].is_military or bool(owners(tableau, "pay_for_military", world))


def ships(tableau: list[str], world: str) -> list[str]:
    """R41, R44: what can be discarded for a free world."""
    return owners(tableau, "discard_for_zero_cost", world) if can_be_bought(tableau, world) else []


def developments(seat: dict[str, Any], *, is_second: bool) -> set[str]:
    """R28 to R30, R94."""
    chosen = seat["actions"].count("develop") >= (2 if is_second else 1)
    discount = chosen + sum(power.amount for power in powers(seat["tableau"], "develop_discount"))
    fits = [card for card in seat["hand"] if not BY_ID[card].is_world and card not in seat["tableau"]]
    return {"pass"} | {f"place {card}" for card in fits if BY_ID[card].cost - discount < len(seat["hand"])}


def worlds(seat: dict[str, Any]) -> set[str]:
    """R34: by strength, by all other cards in hand, or by what can be discarded from the tableau."""
    tableau, offered = seat["tableau"], {"pass"}
    reserve = sum(power.amount for power in powers(tableau, "discard_for_military"))
    for card in seat["hand"]:
        if not BY_ID[card].is_world:
            continue
        conquered = BY_ID[card].is_military and strength(tableau, card) + reserve >= BY_ID[card].cost
        bought = can_be_bought(tableau, card) and price(tableau, card) < len(seat["hand"])
        if conquered or bought or ships(tableau, card):
            offered.add(f"place {card}")
    return offered


def ways(seat: dict[str, Any], temporary: int) -> set[str]:
    """R33, R40 to R47: the revealed world itself has no say yet (R15)."""
    world = seat["selected"]
    tableau = [card for card in seat["tableau"] if card != world]
    offered = {f"discard_from_tableau {card}" for card in owners(tableau, "discard_for_military")}
    offered |= {f"discard_from_tableau {card}" for card in ships(tableau, world)}
    if BY_ID[world].is_military and strength(tableau, world) + temporary >= BY_ID[world].cost:
        offered.add("conquer")
    if can_be_bought(tableau, world) and price(tableau, world) <= len(seat["hand"]):
        offered.add("buy")
    return offered


def offered(words: dict[str, Any], number: int) -> set[str] | None:
    """What a seat may choose in a step of placing, opening, exploring or discarding; None in another one."""
    seat = words["seats"][number]
    if seat["asks"] == "development":
        return developments(seat, is_second=words["is_second_phase"])
    if seat["asks"] == "world":
        return worlds(seat)
    if seat["asks"] == "way":
        return ways(seat, words["progress"]["temporary_military"])
    piles = {
        "opening_discard": ("discard", "hand"),
        "keep": ("keep", "drawn"),
        "pay": ("pay", "hand"),
        "hand_limit": ("discard", "hand"),
    }
    if seat["asks"] not in piles:
        return None
    verb, pile = piles[seat["asks"]]
    return {f"{verb} {card}" for card in seat[pile]}


def counts(row: Any, card: Any) -> bool:
    """R87 to R89: whether a scoring row is about that card."""
    about = {
        "production_world": card.production == "production" and row.good_kind in ("any", card.good),
        "windfall_world": card.production == "windfall" and row.good_kind in ("any", card.good),
        "flag": row.flag in card.flags,
        "named": card.id in row.names,
        "six_cost_development": not card.is_world and card.cost == 6,
        "development": not card.is_world,
        "world": card.is_world,
        "rebel_military_world": card.is_military and "rebel" in card.flags,
        "military_world": card.is_military,
        "development_with_power": not card.is_world and any(power.phase == row.phase for power in card.powers),
        "world_with_power": card.is_world and any(power.phase == row.phase for power in card.powers),
    }
    return about.get(row.kind, False)


def score(seat: dict[str, Any]) -> int:
    """R85: chips, printed VP, and each six-cost development's first row that is about a card."""
    tableau = [BY_ID[card] for card in seat["tableau"]]
    points = seat["vp_chips"] + sum(card.vp for card in tableau)
    for six in tableau:
        for card in tableau:
            points += next((row.vp for row in six.scoring if counts(row, card)), 0)
        for row in six.scoring:
            if row.kind == "chip_vp":
                points += seat["vp_chips"] // row.every
            if row.kind == "total_military":
                points += sum(power.amount for power in powers(seat["tableau"], "military"))
    return points


def places(seats: list[dict[str, Any]]) -> list[int]:
    """R86, R97."""
    keys = [(score(seat), len(seat["hand"]) + len(seat["goods"])) for seat in seats]
    return [1 + sum(other > key for other in keys) for key in keys]
