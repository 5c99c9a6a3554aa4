"""End of the match: points, bonuses of the 6-cost developments, places (Roll R98-R101, R147)."""

import cython
from cython.cimports.engine.contract.state import SEATS_MAX, places_from
from cython.cimports.engine.roll.powers import BONUS, BONUS_ROWS, COLORS, GOODS_COLORS, BonusKind
from cython.cimports.engine.roll.state import dice_owned, goods_on, total
from cython.cimports.libc.stdint import int32_t


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _divide_up(amount: cython.int, divisor: cython.int) -> cython.int:
    """Divide, rounding up (Roll R47)."""
    return (amount + divisor - 1) // divisor


def bonus_points(table, seat, row):
    """Return what an end-game bonus is worth to a seat (Roll R112-R134)."""
    at = cython.address(table.seat[seat])
    bonus = cython.address(BONUS[row])
    n: cython.int = 0
    i: cython.int
    if bonus.kind == BonusKind.PER_DEVELOPMENT:
        n = at.developments - (at.reassign_developments if bonus.no_reassign else 0)
        return n * bonus.amount
    if bonus.kind == BonusKind.DEVELOPMENT_COST:
        return _divide_up(at.reassign_cost if bonus.reassign_only else at.development_cost, bonus.amount)
    if bonus.kind == BonusKind.WORLD_COST:
        return _divide_up(at.world_cost[bonus.color], bonus.amount)
    if bonus.kind == BonusKind.PER_WORLD:
        return at.worlds[bonus.color] * bonus.amount
    if bonus.kind == BonusKind.PER_DICE_SET:
        return _divide_up(dice_owned(at, bonus.color), bonus.set_size) * bonus.amount
    if bonus.kind == BonusKind.PER_COLOR_OWNED:
        for i in range(COLORS):
            if dice_owned(at, i) > 0:
                n += 1
        return n * bonus.amount
    if bonus.kind == BonusKind.TRIANGULAR_CHIPS:
        # The largest n with n(n+1)/2 chips, without limit (Roll R123).
        while (n + 1) * (n + 2) // 2 <= at.vp:
            n += 1
        return n
    for i in range(GOODS_COLORS):
        n += goods_on(at, i)
    return n * bonus.amount


def score(table, seat):
    """Return chips, printed costs and bonuses (Roll R98)."""
    at = cython.address(table.seat[seat])
    row: cython.int
    points: cython.int = at.vp + at.printed_points
    for row in range(BONUS_ROWS):
        if at.power.bonus[row]:
            points += bonus_points(table, seat, row)
    return points


def place(table, out):
    """Write places; ties go by dice in the cup plus credits, then are shared (Roll R100, R147)."""
    points = cython.declare(int32_t[SEATS_MAX])
    tie_break = cython.declare(int32_t[SEATS_MAX])
    seat: cython.int
    for seat in range(table.head.seats):
        points[seat] = score(table, seat)
        tie_break[seat] = total(table.seat[seat].cup) + table.seat[seat].credits
    places_from(table.head.seats, points, tie_break, out)
