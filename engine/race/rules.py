"""The round of Race for the Galaxy: who decides, what is legal, apply.

A choice applies itself where everybody can see that there is only one. Where only hidden cards make it
the only one, the seat is asked all the same: passing it over would tell.
"""

import cython
from cython.cimports.engine.contract.state import FULL, State, count_action
from cython.cimports.engine.race.actions import ActionCard, ActionKind
from cython.cimports.engine.race.description import describe_table, load_table
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.hidden import hide as hide_table
from cython.cimports.engine.race.hidden import imagine as imagine_table
from cython.cimports.engine.race.phases.choose import apply_choose, begin_choose, legal_choose
from cython.cimports.engine.race.phases.consume import (
    apply_card_for_vp,
    apply_good,
    apply_number,
    apply_power,
    apply_sale,
    begin_consume,
    legal_card_for_vp,
    legal_good,
    legal_number,
    legal_power,
    legal_sale,
    stop_consuming,
)
from cython.cimports.engine.race.phases.develop import (
    begin_develop,
    legal_development,
    pay_development,
    select_development,
)
from cython.cimports.engine.race.phases.explore import apply_explore, begin_explore, write_cards
from cython.cimports.engine.race.phases.opening import apply_opening, begin_opening, deal
from cython.cimports.engine.race.phases.produce import apply_windfall, begin_produce, decline_bonus, legal_windfall
from cython.cimports.engine.race.phases.round_end import apply_round_end, begin_round_end
from cython.cimports.engine.race.phases.settle import (
    apply_way,
    begin_settle,
    legal_way,
    legal_world,
    pay_world,
    select_world,
)
from cython.cimports.engine.race.refusals import why_refused
from cython.cimports.engine.race.scoring import has_ended, place_seats, score
from cython.cimports.engine.race.state import NONE, Asked, Phase, Seat, Table, tell
from cython.cimports.engine.race.view import picture_table
from cython.cimports.libc.stdint import int32_t
from cython.cimports.libc.string import memcpy, memset

from engine.contract.game import Game, Option
from engine.race.actions import RaceAction
from engine.race.catalog import catalog
from engine.race.decisions import ASKED, DECISIONS
from engine.race.events import EVENTS

#: raised with every change after which older records would play differently
VERSION = "race-2"
BYTE = cython.declare(cython.int, 255)


def legal_codes(table, seat, out):
    """Write the legal actions of a seat that is asked something; return their number."""
    at = cython.address(table.seat[seat])
    asked = table.asked
    if asked == Asked.ASK_ACTION or asked == Asked.ASK_TWO_ACTIONS:
        return legal_choose(table, out)
    if asked == Asked.ASK_KEEP:
        return write_cards(cython.address(at.drawn), ActionKind.KEEP, out)
    if asked == Asked.ASK_DEVELOPMENT:
        return legal_development(table, seat, out)
    if asked == Asked.ASK_WORLD:
        return legal_world(table, seat, out)
    if asked == Asked.ASK_PAY:
        return write_cards(cython.address(at.hand), ActionKind.PAY, out)
    if asked == Asked.ASK_WAY:
        return legal_way(table, seat, out)
    if asked == Asked.ASK_POWER:
        return legal_power(table, seat, out)
    if asked == Asked.ASK_GOOD:
        return legal_good(table, seat, out)
    if asked == Asked.ASK_SALE:
        return legal_sale(table, seat, out)
    if asked == Asked.ASK_WINDFALL:
        return legal_windfall(table, seat, out)
    if asked == Asked.ASK_NUMBER:
        return legal_number(out)
    if asked == Asked.ASK_CARD_FOR_VP:
        return legal_card_for_vp(table, seat, out)
    return write_cards(cython.address(at.hand), ActionKind.DISCARD, out)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _apply_one(table: cython.pointer(Table), seat: cython.int, code: int32_t) -> cython.void:
    """Carry out one action."""
    kind: cython.int = code & BYTE
    a: cython.int = (code >> 8) & BYTE
    b: cython.int = (code >> 16) & BYTE
    card: cython.int = NONE if kind == ActionKind.PASS else a
    asked = table.asked
    if asked == Asked.ASK_ACTION:
        apply_choose(table, seat, a, NONE)
    elif asked == Asked.ASK_TWO_ACTIONS:
        apply_choose(table, seat, a, b)
    elif asked == Asked.ASK_KEEP:
        apply_explore(table, seat, a)
    elif asked == Asked.ASK_DEVELOPMENT:
        select_development(table, seat, card)
    elif asked == Asked.ASK_WORLD:
        select_world(table, seat, card)
    elif asked == Asked.ASK_PAY:
        if table.phase == Phase.DEVELOP:
            pay_development(table, seat, a)
        else:
            pay_world(table, seat, a)
    elif asked == Asked.ASK_WAY:
        apply_way(table, seat, kind, a)
    elif asked == Asked.ASK_POWER:
        if card == NONE:
            stop_consuming(table)
        else:
            apply_power(table, seat, a)
    elif asked == Asked.ASK_GOOD:
        apply_good(table, seat, a)
    elif asked == Asked.ASK_SALE:
        apply_sale(table, seat, a)
    elif asked == Asked.ASK_WINDFALL:
        if card == NONE:
            decline_bonus(table)
        else:
            apply_windfall(table, seat, a, b)
    elif asked == Asked.ASK_NUMBER:
        apply_number(table, seat, a)
    elif asked == Asked.ASK_CARD_FOR_VP:
        apply_card_for_vp(table, seat, card)
    elif asked == Asked.ASK_OPENING_DISCARD:
        apply_opening(table, seat, a)
    else:
        apply_round_end(table, seat, a)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _begin_phase(table: cython.pointer(Table)) -> cython.void:
    """Begin the phase that table.phase names."""
    phase = table.phase
    if phase >= Phase.EXPLORE and phase <= Phase.PRODUCE:
        tell(table, EventIndex.PHASE_BEGINS, -1, phase, 0)
    if phase == Phase.EXPLORE:
        begin_explore(table)
    elif phase == Phase.DEVELOP:
        begin_develop(table)
    elif phase == Phase.SETTLE:
        begin_settle(table)
    elif phase == Phase.CONSUME:
        begin_consume(table)
    elif phase == Phase.PRODUCE:
        begin_produce(table)
    elif phase == Phase.ROUND_END:
        begin_round_end(table)
    elif phase == Phase.CHOOSE:
        begin_choose(table)
    else:
        begin_opening(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _is_repeated(table: cython.pointer(Table), actions: cython.int) -> cython.bint:
    """Whether a Develop or Settle phase follows on itself (Race R94)."""
    if table.is_second:
        return False
    if table.phase == Phase.DEVELOP:
        return (actions >> ActionCard.DEVELOP_AGAIN) & 1
    return table.phase == Phase.SETTLE and (actions >> ActionCard.SETTLE_AGAIN) & 1


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _is_called(phase: cython.int, actions: cython.int) -> cython.bint:
    """Whether an action card that somebody picked calls a phase (Race R11)."""
    if phase == Phase.EXPLORE:
        return (actions & (1 << ActionCard.EXPLORE_5 | 1 << ActionCard.EXPLORE_1_1)) != 0
    if phase == Phase.DEVELOP:
        return (actions >> ActionCard.DEVELOP_CARD) & 1
    if phase == Phase.SETTLE:
        return (actions >> ActionCard.SETTLE_CARD) & 1
    if phase == Phase.CONSUME:
        return (actions & (1 << ActionCard.CONSUME_TRADE | 1 << ActionCard.CONSUME_2X)) != 0
    return (actions >> ActionCard.PRODUCE_CARD) & 1


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _next_phase(table: cython.pointer(Table)) -> cython.void:
    """Go on to the next phase that anybody picked, or to the end of the round (Race R11, R12, R81)."""
    seat: cython.int
    actions: cython.int = 0
    if table.phase == Phase.OPENING:
        table.phase = Phase.CHOOSE
    elif table.phase == Phase.ROUND_END:
        if has_ended(table):
            table.phase = Phase.OVER
            table.head.is_over = 1
            tell(table, EventIndex.MATCH_ENDS, -1, 0, 0)
            return
        table.phase = Phase.CHOOSE
    else:
        for seat in range(table.head.seats):
            actions |= table.seat[seat].actions
        if _is_repeated(table, actions):
            table.is_second = 1
        else:
            table.is_second = 0
            table.phase += 1
            while table.phase < Phase.ROUND_END and not _is_called(table.phase, actions):
                table.phase += 1
    _begin_phase(table)


def run_on(table):
    """Run on through phases without a choice to the next decision or the end."""
    while table.asked == Asked.NOTHING and not table.head.is_over:
        _next_phase(table)


@cython.final
@cython.cclass
class RaceState(State):
    """A position of Race for the Galaxy."""

    def __cinit__(self):
        memset(cython.address(self.table), 0, cython.sizeof(Table))
        self.table.head.viewer = FULL
        self.game = RACE

    def head(self):
        return cython.address(self.table.head)

    def size(self):
        return cython.sizeof(Table)

    def deciding(self):
        return self.table.owing

    def legal(self, seat, out):
        return legal_codes(cython.address(self.table), seat, out)

    def apply_code(self, seat, code):
        table = cython.address(self.table)
        count_action(cython.address(table.head), seat)
        _apply_one(table, seat, code)
        run_on(table)

    def copy_from(self, other):
        """Copy what is in use: seats beyond the last stay zero."""
        to = cython.address(self.table)
        source = cython.address(cython.cast(RaceState, other).table)
        log = to.head.log
        seats: cython.int = source.head.seats
        if to.head.seats > seats:
            memset(to.seat, 0, cython.sizeof(to.seat))
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
        place_seats(cython.address(self.table), out)

    def decision_of(self, seat: int) -> str:
        """Return the name of the decision that the deciding seats are asked."""
        return ASKED[self.table.asked]

    def refusal(self, seat: int, action) -> tuple:
        """Return why an action of a deciding seat is refused."""
        said = why_refused(cython.address(self.table), seat, action)
        return State.refusal(self, seat, action) if said is None else said

    def describe_table(self) -> dict:
        """Return the table in words."""
        return describe_table(cython.address(self.table))

    def load_table(self, words: dict) -> None:
        """Become what a description says; a step that is said to begin does so."""
        table = cython.address(self.table)
        if load_table(self, table, words):
            if table.phase == Phase.CHOOSE and table.round > 0:
                table.round -= 1
            _begin_phase(table)
            run_on(table)

    def picture(self) -> dict:
        """Return the view of a hidden state."""
        return picture_table(cython.address(self.table))

    def begin(self, seats: int, is_preset: bool, is_advanced: bool) -> None:
        """Set a blank, seeded state up."""
        table = cython.address(self.table)
        seat: cython.int
        for seat in range(seats):
            table.seat[seat].selected = NONE
        memset(table.face, NONE, cython.sizeof(table.face))
        table.is_advanced = is_advanced
        deal(table, seats, is_preset)
        run_on(table)


class Race(Game):
    """Race for the Galaxy, base game."""

    name = "race"
    title = "Race for the Galaxy"
    seats_min = 2
    seats_max = 4
    rules_version = VERSION
    options = {  # noqa: RUF012 read only
        "preset_hands": Option(
            False, (False, True), "First game: start worlds with a hand of four cards each (Race R5)."
        ),
        "advanced": Option(
            False, (False, True), "Two seats: two action cards out of nine every round (Race R92).", seats=(2,)
        ),
    }
    Action = RaceAction
    decisions = DECISIONS
    events = EVENTS

    def blank(self) -> RaceState:
        """Return an empty state."""
        return RaceState()

    def begin(self, state, seats, options):
        """Deal and run on to the first decision."""
        state.begin(seats, options["preset_hands"], options["advanced"])

    def catalog(self):
        """Return every card and action card."""
        return catalog()


RACE = Race()
