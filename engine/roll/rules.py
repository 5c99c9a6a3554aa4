"""The round of Roll for the Galaxy: who decides, what is legal, apply."""

import cython
from cython.cimports.engine.contract.state import FULL, LEGAL_MAX, State, count_action, report
from cython.cimports.engine.roll.description import describe_table, load_table
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.hidden import hide as hide_table
from cython.cimports.engine.roll.hidden import imagine as imagine_table
from cython.cimports.engine.roll.phases.assign import apply_assign, begin_assign, legal_assign
from cython.cimports.engine.roll.phases.build import apply_build, legal_build, run_build
from cython.cimports.engine.roll.phases.explore import apply_explore, legal_explore, run_explore
from cython.cimports.engine.roll.phases.manage import apply_manage, begin_manage, end_manage, legal_manage
from cython.cimports.engine.roll.phases.produce import apply_produce, legal_produce, run_produce
from cython.cimports.engine.roll.phases.reveal import reveal
from cython.cimports.engine.roll.phases.setup import apply_setup, begin_setup, end_setup, legal_setup
from cython.cimports.engine.roll.phases.ship import apply_ship, legal_ship, run_ship
from cython.cimports.engine.roll.powers import BUILD_DEVELOPMENT, BUILD_WORLD
from cython.cimports.engine.roll.refusals import why_refused
from cython.cimports.engine.roll.scoring import place, score
from cython.cimports.engine.roll.state import Asked, Seat, Step, Table, lowest
from cython.cimports.engine.roll.view import picture_table
from cython.cimports.libc.stdint import int32_t, uint32_t
from cython.cimports.libc.string import memcpy, memset

from engine.contract.game import Game
from engine.errors import BadDescription
from engine.roll.actions import RollAction
from engine.roll.catalog import catalog
from engine.roll.decisions import ASKED, DECISIONS
from engine.roll.events import EVENTS

#: raised with every change after which older records would play differently
VERSION = "roll-3"
BYTE = cython.declare(cython.int, 255)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _deciding(table: cython.pointer(Table)) -> uint32_t:
    """Return the seats that are asked something, as a mask."""
    seat: cython.int
    mask: uint32_t = 0
    for seat in range(table.head.seats):
        if table.seat[seat].asked != Asked.NOTHING:
            mask |= 1 << seat
    return mask


def legal_codes(table, seat, out):
    """Write the legal actions of a seat that is asked something."""
    step = table.step
    if step == Step.ASSIGN:
        return legal_assign(table, seat, out)
    if step == Step.EXPLORE:
        return legal_explore(table, seat, out)
    if step == Step.DEVELOP or step == Step.SETTLE:
        return legal_build(table, seat, out)
    if step == Step.PRODUCE:
        return legal_produce(table, seat, out)
    if step == Step.SHIP:
        return legal_ship(table, seat, out)
    if step == Step.MANAGE:
        return legal_manage(table, seat, out)
    if step == Step.SETUP:
        return legal_setup(table, seat, out)
    return 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _apply_one(table: cython.pointer(Table), seat: cython.int, code: int32_t) -> cython.void:
    """Carry out one action without running on."""
    kind: cython.int = code & BYTE
    a: cython.int = (code >> 8) & BYTE
    b: cython.int = (code >> 16) & BYTE
    c: cython.int = (code >> 24) & BYTE
    table.seat[seat].asked = Asked.NOTHING
    step = table.step
    if step == Step.ASSIGN:
        apply_assign(table, seat, kind, a, b)
    elif step == Step.EXPLORE:
        apply_explore(table, seat, kind, a, b, c)
    elif step == Step.DEVELOP or step == Step.SETTLE:
        apply_build(table, seat, kind, a, b)
    elif step == Step.PRODUCE:
        apply_produce(table, seat, a, b)
    elif step == Step.SHIP:
        apply_ship(table, seat, kind, a, b)
    elif step == Step.MANAGE:
        apply_manage(table, seat, kind, a, b)
    else:
        apply_setup(table, seat, a)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _phase_is_over(table: cython.pointer(Table)) -> cython.bint:
    """Go on with the phase of the present step until a seat is asked something or it is over."""
    step = table.step
    if not (table.played >> (step - Step.EXPLORE)) & 1:
        return True
    if step == Step.EXPLORE:
        return run_explore(table)
    if step == Step.DEVELOP:
        return run_build(table, BUILD_DEVELOPMENT)
    if step == Step.SETTLE:
        return run_build(table, BUILD_WORLD)
    if step == Step.PRODUCE:
        return run_produce(table)
    return run_ship(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _next_step(table: cython.pointer(Table)) -> cython.void:
    """Nobody is asked anything: go on to the next step of the round (Roll R37)."""
    step = table.step
    if step == Step.SETUP:
        end_setup(table)
        begin_assign(table)
    elif step == Step.ASSIGN:
        reveal(table)
    elif step < Step.MANAGE:
        if _phase_is_over(table):
            table.step += 1
            if table.step == Step.MANAGE:
                begin_manage(table)
    elif end_manage(table):
        table.step = Step.OVER
        table.head.is_over = 1
        report(cython.address(table.head), EventIndex.MATCH_ENDS, -1, 0, 0, 0, 0)
    else:
        begin_assign(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _ask(table: cython.pointer(Table), seat: cython.int, out: cython.pointer(int32_t)) -> cython.int:
    """Let forced choices of a seat apply themselves; write the answers to a real one, and return how many there are."""
    n: cython.int
    while table.seat[seat].asked != Asked.NOTHING:
        n = legal_codes(table, seat, out)
        if n != 1:
            return n
        _apply_one(table, seat, out[0])
    return 0


def run_on(table, asked, out):
    """Run on to the next real decision; *asked* is the seat that just chose, -1 if all have to be looked at.

    Set *asked* to the lowest seat that decides, write its answers and return how many they are: 0 if the match is over,
    or if that seat was asked before and hasn't chosen since.
    """
    others = cython.declare(int32_t[LEGAL_MAX])
    n: cython.int = 0
    seat: cython.int
    mask: uint32_t = 0
    waiting: cython.bint = asked[0] >= 0
    if waiting:
        n = _ask(table, asked[0], out)
        if not table.head.is_simultaneous:
            # Nobody else is asked anything.
            waiting = table.seat[asked[0]].asked == Asked.NOTHING
            if not waiting:
                return n
        else:
            mask = _deciding(table)
            if mask != 0:
                return n if lowest(mask) == asked[0] else 0
    while not table.head.is_over:
        if waiting:
            _next_step(table)
        waiting = True
        for seat in range(table.head.seats):
            if waiting:
                n = _ask(table, seat, out)
                asked[0] = seat
                waiting = table.seat[seat].asked == Asked.NOTHING
            else:
                _ask(table, seat, others)
        if not waiting:
            return n
    return 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _apply(table: cython.pointer(Table), seat: cython.p_int, code: int32_t, out: cython.pointer(int32_t)) -> cython.int:
    """Carry out an action and run on; return what `run_on` does."""
    count_action(cython.address(table.head), seat[0])
    _apply_one(table, seat[0], code)
    return run_on(table, seat, out)


@cython.final
@cython.cclass
class RollState(State):
    """A position of Roll for the Galaxy."""

    def __cinit__(self):
        memset(cython.address(self.table), 0, cython.sizeof(Table))
        self.table.head.viewer = FULL
        self.game = ROLL

    def head(self):
        return cython.address(self.table.head)

    def size(self):
        return cython.sizeof(Table)

    def deciding(self):
        return _deciding(cython.address(self.table))

    def legal(self, seat, out):
        return legal_codes(cython.address(self.table), seat, out)

    def apply_code(self, seat, code):
        out = cython.declare(int32_t[LEGAL_MAX])
        acted: cython.int = seat
        _apply(cython.address(self.table), cython.address(acted), code, out)

    def apply_and_ask(self, seat, code, out):
        n: cython.int = _apply(cython.address(self.table), seat, code, out)
        return n if n > 0 else self.ask(seat, out)

    def copy_from(self, other):
        """Copy what is in use: seats beyond the last, and the shown seats outside simultaneous steps, stay zero."""
        to = cython.address(self.table)
        source = cython.address(cython.cast(RollState, other).table)
        log = to.head.log
        seats: cython.int = source.head.seats
        if to.head.seats > seats:
            memset(to.seat, 0, cython.sizeof(to.seat))
        if to.head.is_simultaneous and (to.head.seats > seats or not source.head.is_simultaneous):
            memset(to.shown, 0, cython.sizeof(to.shown))
        if source.head.is_simultaneous:
            memcpy(to.shown, source.shown, seats * cython.sizeof(Seat))
        before_seats: cython.size_t = cython.cast(cython.p_char, source.seat) - cython.cast(cython.p_char, source)
        memcpy(to, source, before_seats + seats * cython.sizeof(Seat))
        to.head.log = log

    def hide(self, viewer):
        hide_table(cython.address(self.table), viewer)

    def imagine(self, seed):
        imagine_table(cython.address(self.table), seed)

    def points(self, out):
        seat: cython.int
        for seat in range(self.table.head.seats):
            out[seat] = score(cython.address(self.table), seat)

    def places(self, out):
        place(cython.address(self.table), out)

    def decision_of(self, seat: int) -> str:
        """Return the name of the decision a seat is asked."""
        return ASKED[self.table.seat[cython.cast(cython.int, seat)].asked]

    def refusal(self, seat, action):
        """Return (reason, rule, message) for an illegal action."""
        return why_refused(cython.address(self.table), seat, action)

    def describe_table(self) -> dict:
        """Return the table in words."""
        return describe_table(cython.address(self.table))

    def load_table(self, words: dict) -> None:
        """Become what a description says, then run on to the next decision."""
        out = cython.declare(int32_t[LEGAL_MAX])
        table = cython.address(self.table)
        starts = load_table(self, table, words)
        if starts == "roll":
            begin_assign(table)
        elif starts == "manage":
            begin_manage(table)
        for seat in self.deciding_seats():
            if not self.legal_actions(seat):
                raise BadDescription(f"seats[{seat}] is asked {self.decision_of(seat)} and has no answer")
        everybody: cython.int = -1
        run_on(table, cython.address(everybody), out)

    def picture(self) -> dict:
        """Return the view of a hidden state."""
        return picture_table(cython.address(self.table))

    def begin(self, seats: int) -> None:
        """Set a blank, seeded state up."""
        out = cython.declare(int32_t[LEGAL_MAX])
        begin_setup(cython.address(self.table), seats)
        everybody: cython.int = -1
        run_on(cython.address(self.table), cython.address(everybody), out)


class Roll(Game):
    """Roll for the Galaxy, base game."""

    name = "roll"
    title = "Roll for the Galaxy"
    seats_min = 2
    seats_max = 5
    rules_version = VERSION
    Action = RollAction
    decisions = DECISIONS
    events = EVENTS

    def blank(self) -> RollState:
        """Return an empty state."""
        return RollState()

    def begin(self, state, seats, options):
        """Deal and run on to the choice of start tiles."""
        state.begin(seats)

    def catalog(self):
        """Return every die, tile, faction and home world."""
        return catalog()


ROLL = Roll()
