"""The reasons why an action is refused: a stable word for programs, the ruling, and a sentence for people.

Everything said here is known to the seat that asks.
"""

import cython
from cython.cimports.engine.roll.actions import VIRTUAL, ActionKind, DiePlace
from cython.cimports.engine.roll.powers import REASSIGN, TILES
from cython.cimports.engine.roll.state import (
    DICTATING,
    Asked,
    Seat,
    Table,
    goods_on,
    just_moved,
    novelty_lead,
    room,
    total,
    zone_mask,
)

from engine.roll import catalog
from engine.roll.actions import PLACES
from engine.roll.decisions import ASKED, DECISIONS
from engine.roll.powers import POWER_WORDS

#: action kind -> the decision that it answers
ANSWERS = {
    ActionKind.BEGIN: ("begin",),
    ActionKind.WILD_TO: ("wild",),
    ActionKind.SELECT: ("select",),
    ActionKind.SELECTOR: ("selector",),
    ActionKind.USE: ("reassign",),
    ActionKind.DICTATE: ("reassign",),
    ActionKind.PAY: ("pay",),
    ActionKind.TAKE: ("take",),
    ActionKind.MOVE_TO: ("to",),
    ActionKind.STOP: ("take",),
    ActionKind.DONE: ("reassign", "recall"),
    ActionKind.STOCK: ("explore",),
    ActionKind.SCOUT: ("explore",),
    ActionKind.REARRANGE: ("explore",),
    ActionKind.END_EXPLORE: ("explore",),
    ActionKind.ABANDON: ("abandon",),
    ActionKind.DRAW: ("abandon",),
    ActionKind.PLACE: ("place",),
    ActionKind.ARRANGE: ("arrange",),
    ActionKind.GIVE_UP: ("give_up",),
    ActionKind.WORKER: ("worker",),
    ActionKind.USE_UP: ("use_up",),
    ActionKind.SAVE: ("save",),
    ActionKind.SAVE_NO_MORE: ("save",),
    ActionKind.REMOVE: ("remove",),
    ActionKind.PRODUCE: ("produce",),
    ActionKind.TRADE: ("ship",),
    ActionKind.CONSUME: ("ship",),
    ActionKind.SHIPPER: ("shipper",),
    ActionKind.BUY_VP: ("bank",),
    ActionKind.KEEP_CREDIT: ("bank",),
    ActionKind.RECRUIT: ("recruit",),
    ActionKind.RECALL: ("recall",),
}


@cython.cfunc
def _worker(at: cython.pointer(Seat), kind: cython.int, color: cython.int, column: cython.int):
    """Say why a worker of Assign can't be chosen."""
    name, place = catalog.COLORS[color], catalog.PHASES[column]
    if at.column[column][color] == 0:
        rule = "Roll R20" if kind == ActionKind.SELECTOR else "Roll R23"
        return ("no_such_worker", rule, f"no {name} worker of yours stands in the {place} column")
    if just_moved(at, color, column) > 0:
        message = f"the {name} worker in the {place} column has just been moved; a power moves different ones"
        return ("already_moved", "Roll R121" if at.power_in_use == DICTATING else "Roll R29", message)
    power = POWER_WORDS[at.power_in_use] if at.power_in_use < len(POWER_WORDS) else "the power"
    return ("power_does_not_fit", "Roll R31", f"{power} does not move the {name} worker in the {place} column")


@cython.cfunc
def _reassign(table: cython.pointer(Table), seat: cython.int, kind: cython.int, row: cython.int):
    """Say why Dictate or a Reassign power can't be used."""
    at = cython.address(table.seat[seat])
    if kind == ActionKind.DICTATE and at.has_dictated and not at.power.dictate_repeat:
        return ("already_used", "Roll R26", "you have Dictated this round, and nothing of yours lifts the limit")
    if kind == ActionKind.DICTATE:
        return (
            "too_few_workers",
            "Roll R27",
            "Dictate needs two workers besides the selector: one to pay, one to move",
        )
    name = POWER_WORDS[row]
    if not (at.power.reassign >> row) & 1:
        return ("not_owned", "Roll R25", f"{name} is not in your tableau")
    if at.used_powers[row]:
        return ("already_used", "Roll R25", f"{name} has been used this round")
    if REASSIGN[row].needs_novelty_lead and novelty_lead(table, seat) == 0:
        return ("no_lead", "Roll R129", f"{name} needs at least as many Novelty worlds as everybody else has")
    if REASSIGN[row].same_column:
        return ("power_does_not_fit", "Roll R110", f"{name} needs two workers in one column that you didn't select")
    return ("power_does_not_fit", "Roll R31", f"{name} has no worker to move now")


@cython.cfunc
def _must_move(at: cython.pointer(Seat)):
    """Say why the power in use can't stop yet."""
    if at.power_in_use == DICTATING:
        return ("must_move", "Roll R27", "a worker has been paid: another one has to be moved")
    if at.moves_done > 0:
        return ("must_move", "Roll R110", f"{POWER_WORDS[at.power_in_use]} moves two workers: one more has to be moved")
    return ("must_move", "Roll R25", f"{POWER_WORDS[at.power_in_use]} is being used: a worker has to be moved")


@cython.cfunc
def _explore(at: cython.pointer(Seat), kind: cython.int, a: cython.int):
    """Say why an explorer can't do that."""
    explorers: cython.int = total(at.column[0]) + total(at.virtual_worker)
    if kind == ActionKind.REARRANGE and not at.power.rearrange:
        return ("not_owned", "Roll R102", "no power of yours rearranges the construction zone")
    if kind == ActionKind.REARRANGE:
        return (
            "nothing_to_rearrange",
            "Roll R102",
            "the zone is empty, or nothing has changed since you rearranged it",
        )
    if kind == ActionKind.END_EXPLORE:
        return ("must_use_workers", "Roll R39", f"you have {explorers} explorers to use", {"count": explorers})
    if explorers == 0:
        return ("no_such_worker", "Roll R48", "you have no explorer left")
    if a == 0:
        return ("explorer_matters", "Roll R60", "a power of yours asks for the colour: say alien_technology or other")
    return ("no_such_worker", "Roll R60", "you have no such explorer, or its colour makes no difference: then say any")


@cython.cfunc
def _zone(at: cython.pointer(Seat), kind: cython.int, tile: cython.int, stack: cython.int):
    """Say why a tile can't be abandoned, given up or placed."""
    name = catalog.TILE_IDS[tile]
    if kind == ActionKind.PLACE or kind == ActionKind.ARRANGE:
        if not (at.hand >> tile) & 1:
            return ("no_such_tile", "Roll R50", f"{name} is not among the tiles to place")
        return _end(at, kind, stack)
    rule = "Roll R57" if kind == ActionKind.GIVE_UP else "Roll R50"
    if not (zone_mask(at) >> tile) & 1:
        return ("no_such_tile", rule, f"{name} is not in your construction zone")
    message = f"tiles are abandoned from the bottom up, the development stack first, and {name} has been passed over"
    return ("out_of_order", rule, message)


@cython.cfunc
def _end(at: cython.pointer(Seat), kind: cython.int, stack: cython.int):
    """Say why a tile can't be placed at that end of that stack."""
    if kind == ActionKind.ARRANGE or stack < at.cursor // TILES:
        return ("out_of_order", "Roll R50", "tiles go to the development stack first; the world stack has been begun")
    if not at.power.place_on_top:
        return ("not_owned", "Roll R141", "tiles go underneath: no power of yours puts them on top")
    if at.is_extra_draw:
        return ("power_does_not_fit", "Roll R104", "the tile of Alien Research Team is not scouted: it goes underneath")
    return ("no_such_end", "Roll R141", "no older tile lies on that stack: lay the top one first, at the bottom")


@cython.cfunc
def _die(at: cython.pointer(Seat), color: cython.int, place: cython.int, rule):
    """Say that no such die lies there, or that it has been passed over."""
    name, where = catalog.COLORS[color], PLACES[place]
    lies: cython.bint = False
    if DiePlace.PLACE_STACK <= place < DiePlace.PLACE_GOOD:
        lies = at.zone_dice[place - DiePlace.PLACE_STACK][color] > 0
    elif DiePlace.PLACE_GOOD <= place < DiePlace.DIE_PLACES:
        lies = at.goods[place - DiePlace.PLACE_GOOD][color] > 0
    elif rule == "Roll R94":
        return ("not_recallable", rule, f"dice are recalled from stacks and goods, not from {where}")
    if lies:
        return ("out_of_order", rule, f"dice are recalled place by place, and {name} at {where} has been passed over")
    return ("no_such_die", rule, f"no {name} die of yours lies at {where}")


@cython.cfunc
def _goods(at: cython.pointer(Seat), kind: cython.int, a: cython.int, b: cython.int):
    """Say why a good can't be produced or shipped, or by that shipper."""
    if kind == ActionKind.PRODUCE and at.column[3][a] == 0:
        return ("no_such_worker", "Roll R80", f"no {catalog.COLORS[a]} producer is left")
    if kind == ActionKind.PRODUCE and room(at, b) <= 0:
        return ("no_room", "Roll R82", f"no {catalog.WORLD_COLORS[b]} world of yours has room for a good")
    if kind == ActionKind.PRODUCE:
        return ("out_of_order", "Roll R80", "producers and spaces are asked for one by one; see the legal actions")
    if kind == ActionKind.SHIPPER:
        sort = "virtual " if a >= VIRTUAL else ""
        return ("no_such_worker", "Roll R84", f"no {sort}{catalog.COLORS[a % VIRTUAL]} shipper is left")
    if goods_on(at, a) == 0:
        return ("no_such_good", "Roll R84", f"no good lies on a {catalog.WORLD_COLORS[a]} world of yours")
    wanted = f"no {catalog.COLORS[b]} die is a good on a {catalog.WORLD_COLORS[a]} world of yours"
    return ("no_such_good", "Roll R84", wanted)


def why_refused(table, seat, action):
    """Return (reason, rule, message) and perhaps figures for an action that a deciding seat may not do now."""
    at = cython.address(table.seat[seat])
    code: cython.int = action.code
    kind: cython.int = code & 255
    a: cython.int = (code >> 8) & 255
    b: cython.int = (code >> 16) & 255
    asked = ASKED[at.asked]
    rule, text = DECISIONS[asked]
    if asked not in ANSWERS[kind]:
        return ("not_legal_now", rule, f"the decision now is {asked}: {text}")
    if kind == ActionKind.USE or kind == ActionKind.DICTATE:
        return _reassign(table, seat, kind, a)
    if kind == ActionKind.SELECTOR or kind == ActionKind.PAY or kind == ActionKind.TAKE:
        return _worker(at, kind, a, b)
    if kind == ActionKind.MOVE_TO:
        return ("power_does_not_fit", "Roll R24", f"the taken worker can't be moved to the {catalog.PHASES[a]} column")
    if kind == ActionKind.STOP:
        return _must_move(at)
    if at.asked == Asked.ASK_EXPLORE:
        return _explore(at, kind, a)
    if kind in (ActionKind.ABANDON, ActionKind.GIVE_UP, ActionKind.PLACE, ActionKind.ARRANGE):
        return _zone(at, kind, a, b)
    if kind == ActionKind.SAVE_NO_MORE:
        return ("must_save", "Roll R71", "at least one of the dice used has to go to the cup")
    if kind == ActionKind.REMOVE or kind == ActionKind.RECALL:
        return _die(at, a, b, rule)
    if kind == ActionKind.DONE:
        return ("cup_is_empty", "Roll R95", "your cup is empty: at least one die has to be recalled")
    if kind in (ActionKind.PRODUCE, ActionKind.TRADE, ActionKind.CONSUME, ActionKind.SHIPPER):
        return _goods(at, kind, a, b)
    if kind == ActionKind.RECRUIT:
        return ("wrong_count", "Roll R92", "recruiting goes on while credits and dice last; see the legal counts")
    return ("not_available", rule, f"{text} See the legal actions for what there is.")
