"""What Consume and Produce offer and bring, written a second time: plain, from the catalogue, a power at a time.

The rules fold powers into numbers and sorts; here every power of every card is looked at by itself. A
phase is played at random on both, and what may be chosen, what is gained and what is left must agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.race.catalog import CARDS, TRADE_PRICES
from engine.race.powers import consume_word
from tests.race.scenario import act, asked, legal

if TYPE_CHECKING:
    import random

BY_ID = {card.id: card for card in CARDS}
HOLDERS = tuple(card.id for card in CARDS if card.production != "none")


def owners(*phases: str) -> tuple[str, ...]:
    """Cards with a power of one of those phases."""
    return tuple(card.id for card in CARDS if any(power.phase in phases for power in card.powers))


def powers(tableau: list[str], phase: str) -> list[Any]:
    return [power for card in tableau for power in BY_ID[card].powers if power.phase == phase]


def kind_of(world: str) -> str:
    return BY_ID[world].good


def sale_price(tableau: list[str], world: str) -> int:
    """R53: the base price and every Trade power that fits."""
    cards = TRADE_PRICES[kind_of(world)]
    for card in tableau:
        for power in BY_ID[card].powers:
            if power.phase == "trade" and power.good_kind in ("any", kind_of(world)):
                cards += power.cards if not power.this_world or card == world else 0
    return cards


class Consumer:
    """Seat 0 in its Consume phase: what it has by the reference, beside the state of the rules."""

    def __init__(self, state: Any, words: dict[str, Any], chance: random.Random) -> None:
        self.state, self.chance = state, chance
        self.tableau, self.goods = words["tableau"], set(words["goods"])
        self.hand, self.vp = len(words["hand"]), 0
        self.actions, self.left = words["actions"], powers(words["tableau"], "consume")

    def choose(self, asks: str, offered: set[str]) -> str:
        """See that the rules ask for and offer exactly that; take one of it."""
        assert (asked(self.state), set(legal(self.state))) == (asks, offered)
        choice = self.chance.choice(sorted(offered))
        self.events = act(self.state, f"0 {choice}")
        return choice

    def sell(self) -> None:
        """R51: one good, if there is any."""
        if "consume_trade" not in self.actions or not self.goods:
            return
        sold = min(self.goods)
        if len(self.goods) > 1:
            sold = self.choose("sale", {f"sell {world}" for world in self.goods}).split()[1]
        self.goods.remove(sold)
        self.hand += sale_price(self.tableau, sold)

    def fitting(self, power: Any, spent: list[str]) -> list[str]:
        taken = {kind_of(world) for world in spent} if power.different_kinds else set()
        fits = [world for world in self.goods if power.good_kind in ("any", kind_of(world))]
        return sorted(world for world in fits if kind_of(world) not in taken)

    def is_usable(self, power: Any) -> bool:
        """R57, R60, R61, R63 to R65."""
        if power.kind in ("draw", "gamble"):
            return True
        if power.kind == "discard_cards_for_vp":
            return self.hand > 0
        goods = self.fitting(power, [])
        count = len({kind_of(world) for world in goods}) if power.different_kinds else len(goods)
        return count >= (power.amount if power.kind == "consume_exact" else 1)

    def play(self) -> None:
        """R56: some usable power as long as a mandatory one is usable; then stopping is possible."""
        self.sell()
        while usable := [power for power in self.left if self.is_usable(power)]:
            words = {consume_word(power) for power in usable}
            must = any(not power.is_optional for power in usable)
            word = min(words)
            if len(words) > 1 or not must:
                choice = self.choose("power", {f"use {word}" for word in words} | (set() if must else {"pass"}))
                if choice == "pass":
                    return
                word = choice.split()[1]
            power = next(power for power in usable if consume_word(power) == word)
            self.left.remove(power)
            self.use(power)

    def use(self, power: Any) -> None:
        if power.kind == "draw":
            self.hand += power.cards
        elif power.kind == "gamble":
            number = int(self.choose("number", {f"call {number}" for number in range(1, 8)}).split()[1])
            (turned,) = [event for event in self.events if event["kind"] == "card_turned"]
            assert turned["is_hit"] == (BY_ID[turned["card"]].cost == number)
            self.hand += turned["is_hit"]
        elif power.kind == "discard_cards_for_vp":
            self.discard(power)
        else:
            self.spend(power)

    def discard(self, power: Any) -> None:
        """R65: up to so many hand cards, one at least; 2x counts for nothing."""
        for count in range(min(power.amount, self.hand)):
            if count > 0 or self.hand > 1:
                assert asked(self.state) == "card_for_vp"
                assert ("pass" in legal(self.state)) == (count > 0)
                choice = self.chance.choice(legal(self.state))
                act(self.state, f"0 {choice}")
                if choice == "pass":
                    return
            self.hand -= 1
            self.vp += power.vp

    def spend(self, power: Any) -> None:
        """R58 to R62, R66: goods one at a time, and what all of them bring."""
        limit = {"consume_all": len(self.goods), "consume_one": 1, "consume_for_trade_price": 1}
        limit = limit.get(power.kind, power.amount)
        spent: list[str] = []
        needed = min(limit, len(self.fitting(power, [])))
        while len(spent) < needed:
            fits = self.fitting(power, spent)
            used = fits
            if len(fits) > needed - len(spent):
                used = [self.choose("good", {f"consume {world}" for world in fits}).split()[1]]
            spent += used
            self.goods -= set(used)
        times = 1 if power.kind == "consume_exact" else len(spent)
        vp = len(spent) + power.vp if power.kind == "consume_all" else power.vp * times
        self.vp += vp * (2 if "consume_2x" in self.actions else 1)
        if power.kind == "consume_for_trade_price":
            price = TRADE_PRICES[kind_of(spent[0])]
            self.hand += sale_price(self.tableau, spent[0]) if power.with_trade_powers else price
        else:
            self.hand += power.cards * times


class Producer:
    """A seat's part of Produce by the reference."""

    def __init__(self, words: dict[str, Any]) -> None:
        self.tableau, self.goods = words["tableau"], set(words["goods"])
        self.has_bonus = "produce" in words["actions"]
        self.hand = 0
        self.made: list[str] = []

    def produce(self, world: str) -> None:
        """R74: the good, and what the world gives for it."""
        self.goods.add(world)
        self.made.append(kind_of(world))
        self.hand += sum(power.cards for power in BY_ID[world].powers if power.kind == "draw_if_produced_here")

    def play(self, state: Any, number: int, chance: random.Random) -> None:
        """R70 to R75, R77, R78, in the order of R79."""
        mine = powers(self.tableau, "produce")
        for power in mine:
            if power.kind == "draw":
                self.hand += power.cards
            elif power.kind == "draw_per_world":
                self.hand += power.cards * sum(kind_of(card) == power.good_kind for card in self.tableau)
        for card in self.tableau:
            if BY_ID[card].production == "production" and card not in self.goods:
                self.produce(card)
        self.windfalls([power.good_kind for power in mine if power.kind == "produce_windfall"], state, number, chance)
        for power in mine:
            if power.kind == "draw_per_good_produced":
                self.hand += power.cards * self.made.count(power.good_kind)
            elif power.kind == "draw_per_kind_produced":
                self.hand += power.cards * len(set(self.made))

    def windfalls(self, left: list[str], state: Any, number: int, chance: random.Random) -> None:
        """R71, R72: powers must, the bonus may, in any order."""
        while True:
            empty = [c for c in self.tableau if BY_ID[c].production == "windfall" and c not in self.goods]
            offered = {f"produce {kind} {c}" for kind in left for c in empty if kind in ("any", kind_of(c))}
            if self.has_bonus and empty:
                may_stop = not offered
                offered |= {f"produce bonus {c}" for c in empty} | ({"pass"} if may_stop else set())
            if not offered:
                return
            choice = chance.choice(sorted(offered))
            if len(offered) > 1:
                assert (asked(state, number), set(legal(state, number))) == ("windfall", offered)
                act(state, f"{number} {choice}")
            if choice == "pass":
                return
            _, source, world = choice.split()
            if source == "bonus":
                self.has_bonus = False
            else:
                left.remove(source)
            self.produce(world)


def draw_for_most(seats: list[Producer]) -> None:
    """R76: after all, for more than every other seat."""
    for seat in seats:
        for power in powers(seat.tableau, "produce"):
            if power.kind == "draw_if_most_produced":
                others = [other.made.count(power.good_kind) for other in seats if other is not seat]
                seat.hand += power.cards if seat.made.count(power.good_kind) > max(others) else 0
