"""The match: how it begins, who decides, what is legal, what follows a choice.

What is being carried out stands on a stack of frames, innermost on top (state.FrameKind): a die, the
action of the planet landed on, another planet's action used by that one, and below them the follows
that wait until all of it is finished (Tiny Epic R45). `run_on` goes on with the top frame until somebody
has a real choice; a choice of one is made at once.
"""

import cython
from cython.cimports.engine.contract.state import LEGAL_MAX, State, count_action, report
from cython.cimports.engine.rng import below
from cython.cimports.engine.tiny_epic import hidden, scoring
from cython.cimports.engine.tiny_epic.actions import NEVER_ANY, ActionKind, kind_of, pack
from cython.cimports.engine.tiny_epic.description import describe_table, load_table
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.phases import (
    advance_colonization,
    follow,
    mission_choice,
    move_ship,
    planet_action,
    rogue,
    turn,
    utilize_colony,
)
from cython.cimports.engine.tiny_epic.powers import MISSIONS, Face, fold_mat
from cython.cimports.engine.tiny_epic.refusals import why_refused
from cython.cimports.engine.tiny_epic.state import (
    ACT,
    ASK_ADVANCE,
    ASK_COLONY,
    ASK_CONVERTER,
    ASK_DESTINATION,
    ASK_DIE,
    ASK_FACE,
    ASK_FOLLOW,
    ASK_FREE_FOLLOW,
    ASK_REROLL,
    ASK_SHIP,
    ASK_TURN,
    ATTACK,
    BUILT_IN_END,
    CHOOSING_MISSIONS,
    CONVERT,
    FOLLOW,
    FREE_FOLLOW,
    NONE,
    NOTHING,
    PLAYING,
    REROLL,
    ROGUE,
    ROGUE_TURN,
    STREAM_FIRST,
    TURN_DIE,
    USE,
    Table,
    ask,
    asked_of,
    discover,
    finish,
    pop,
    start_table,
    top,
)
from cython.cimports.engine.tiny_epic.view import picture_table
from cython.cimports.libc.stdint import int32_t, uint32_t
from cython.cimports.libc.string import memset

from engine.contract.game import Game, Option
from engine.errors import BadOptions
from engine.tiny_epic import catalog, powers
from engine.tiny_epic.actions import TinyEpicAction
from engine.tiny_epic.decisions import ASKED, DECISIONS
from engine.tiny_epic.events import EVENTS
from engine.tiny_epic.powers import BadMat, read_mat


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _legal(table: cython.pointer(Table), out: cython.pointer(int32_t)) -> cython.int:
    """Write what the one seat that is asked may do."""
    asked: cython.int = table.asked
    if asked == ASK_TURN:
        return turn.legal_turn(table, out)
    if asked == ASK_FOLLOW or asked == ASK_FREE_FOLLOW:
        return follow.legal(out)
    kind: cython.int = top(table).kind
    if kind == ACT:
        if asked == ASK_SHIP:
            return move_ship.legal_ship(table, out)
        if asked == ASK_DESTINATION:
            return move_ship.legal_destination(table, out)
        if asked == ASK_ADVANCE:
            return advance_colonization.legal(table, out)
        return utilize_colony.legal(table, out)
    if kind == USE:
        return planet_action.legal(table, out)
    if kind == REROLL:
        return turn.legal_reroll(table, out)
    if kind == CONVERT:
        return turn.legal_converter(table, out)
    if kind == TURN_DIE:
        return turn.legal_turn_die(table, out)
    return rogue.legal(table, out)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _answer(table: cython.pointer(Table), code: int32_t) -> cython.void:
    """Carry out the choice of the one seat that is asked."""
    asked: cython.int = table.asked
    kind: cython.int
    if asked == ASK_TURN:
        turn.answer_turn(table, code)
    elif asked == ASK_FOLLOW or asked == ASK_FREE_FOLLOW:
        follow.answer(table, code)
    else:
        kind = top(table).kind
        if kind == ACT:
            if asked == ASK_SHIP or asked == ASK_DESTINATION:
                move_ship.answer(table, code)
            elif asked == ASK_ADVANCE:
                advance_colonization.answer(table, code)
            else:
                utilize_colony.answer(table, code)
        elif kind == USE:
            planet_action.answer(table, code)
        elif kind == REROLL:
            turn.answer_reroll(table, code)
        elif kind == CONVERT:
            turn.answer_converter(table, code)
        elif kind == TURN_DIE:
            turn.answer_turn_die(table, code)
        else:
            rogue.answer(table, code)
    table.asked = NOTHING
    table.asked_seat = 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _go_on(table: cython.pointer(Table)) -> cython.void:
    """Go on with the top frame, or with the turn if there is none, to the next question."""
    if table.depth == 0:
        if table.has_ended:
            _next_turn(table)
        else:
            ask(table, ASK_TURN, table.active)
        return
    frame = top(table)
    kind: cython.int = frame.kind
    if kind == ACT:
        if frame.what == Face.MOVE_SHIP:
            ask(table, ASK_SHIP if frame.stage == 0 else ASK_DESTINATION, frame.actor)
        elif frame.what == Face.UTILIZE_COLONY:
            ask(table, ASK_COLONY, frame.actor)
        else:
            ask(table, ASK_ADVANCE, frame.actor)
    elif kind == USE:
        planet_action.run(table)
    elif kind == FOLLOW:
        follow.run(table)
    elif kind == FREE_FOLLOW:
        follow.run_free(table)
    elif kind == REROLL:
        ask(table, ASK_REROLL, frame.actor)
    elif kind == CONVERT:
        ask(table, ASK_CONVERTER, frame.actor)
    elif kind == TURN_DIE:
        ask(table, ASK_DIE if frame.stage == 0 else ASK_FACE, frame.actor)
    elif kind == ROGUE_TURN:
        rogue.run(table)
    else:
        rogue.run_attack(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _skip(table: cython.pointer(Table)) -> cython.void:
    """Leave out what can't be done in any way."""
    kind: cython.int = top(table).kind
    table.asked = NOTHING
    table.asked_seat = 0
    if kind == USE:
        planet_action.skip(table)
    elif kind == ATTACK:
        rogue.skip(table)
    else:
        table.galaxy[top(table).actor].marked = NONE
        pop(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _next_turn(table: cython.pointer(Table)) -> cython.void:
    """Pass the turn clockwise, or end the match (Tiny Epic R57, R63, S02)."""
    seat: cython.int
    table.has_ended = 0
    if not scoring.is_last_turn(table):
        turn.begin_turn(table, (table.active + 1) % table.galaxies)
        return
    finish(table)
    for seat in range(table.head.seats):
        if table.galaxy[seat].mission[0] < MISSIONS:
            report(
                cython.address(table.head),
                EventIndex.MISSION_REVEALED,
                seat,
                table.galaxy[seat].mission[0],
                scoring.mission_points(table, seat),
                0,
                0,
            )


def run_on(table, out):
    """Go on until somebody has a real choice; write its answers and return how many: 0 if the match is over."""
    n: cython.int
    while not table.head.is_over:
        _go_on(table)
        if table.asked == NOTHING:
            continue
        n = _legal(table, out)
        if n > 1:
            return n
        if n == 1:
            _answer(table, out[0])
        else:
            _skip(table)
    report(cython.address(table.head), EventIndex.MATCH_ENDS, -1, 0, 0, 0, 0)
    return 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _apply(table: cython.pointer(Table), seat: cython.int, code: int32_t, out: cython.pointer(int32_t)) -> cython.int:
    """Carry out an action; return how many answers to the next question were written, 0 if none were."""
    count_action(cython.address(table.head), seat)
    if table.step == CHOOSING_MISSIONS:
        if not mission_choice.answer(table, seat, code):
            return 0
        turn.begin_turn(table, table.first)
    elif kind_of(code) == ActionKind.ASK_AGAIN:
        table.galaxy[seat].never = 0
        report(cython.address(table.head), EventIndex.ASKS_AGAIN, seat, 0, 0, 0, 0)
        return 0
    else:
        _answer(table, code)
    return run_on(table, out)


@cython.final
@cython.cclass
class TinyEpicState(State):
    """A position of Tiny Epic Galaxies."""

    def __init__(self, game):
        self.game = game
        memset(cython.address(self.table), 0, cython.sizeof(Table))

    # -- the C door --------------------------------------------------------------------------------

    def head(self):
        return cython.address(self.table.head)

    def size(self):
        return cython.sizeof(Table)

    def deciding(self):
        table = cython.address(self.table)
        seat: cython.int
        mask: uint32_t = 0
        if table.step == CHOOSING_MISSIONS:
            for seat in range(table.head.seats):
                if not table.galaxy[seat].has_chosen:
                    mask |= 1 << seat
            return mask
        return 1 << table.asked_seat if table.asked != NOTHING else 0

    def legal(self, seat, out):
        table = cython.address(self.table)
        if table.step == CHOOSING_MISSIONS:
            return 0 if table.galaxy[seat].has_chosen else mission_choice.legal(table, seat, out)
        if table.asked == NOTHING or table.asked_seat != seat:
            return 0
        return _legal(table, out)

    def apply_code(self, seat, code):
        out = cython.declare(int32_t[LEGAL_MAX])
        _apply(cython.address(self.table), seat, code, out)

    def apply_and_ask(self, seat, code, out):
        n: cython.int = _apply(cython.address(self.table), seat[0], code, out)
        if n == 0:
            return self.ask(seat, out)
        seat[0] = self.table.asked_seat
        return n

    def copy_from(self, other):
        log = self.table.head.log
        self.table = cython.cast(TinyEpicState, other).table
        self.table.head.log = log

    def hide(self, viewer):
        hidden.hide(cython.address(self.table), viewer)

    def imagine(self, seed):
        hidden.imagine(cython.address(self.table), seed)

    def points(self, out):
        scoring.points(cython.address(self.table), out)

    def places(self, out):
        scoring.places(cython.address(self.table), out)

    # -- standing answers: open to everybody, but nothing that search need try -----------------------

    def standing(self, seat, out):
        table = cython.address(self.table)
        if table.asked_seat != seat:
            return 0
        if table.asked == ASK_FOLLOW:
            out[0] = pack(ActionKind.NEVER, top(table).what, 0)
            out[1] = pack(ActionKind.NEVER, NEVER_ANY, 0)
            return 2
        if table.asked == ASK_TURN and table.galaxy[seat].never != 0:
            out[0] = pack(ActionKind.ASK_AGAIN, 0, 0)
            return 1
        return 0

    def is_legal(self, seat, code):
        out = cython.declare(int32_t[2])
        i: cython.int
        n: cython.int = self.standing(seat, out)
        for i in range(n):
            if out[i] == code:
                return True
        return State.is_legal(self, seat, code)

    # -- the Python door ---------------------------------------------------------------------------

    def legal_actions(self, seat: int) -> list:
        """Return the legal actions of *seat*, standing answers last; empty if it owes no decision."""
        out = cython.declare(int32_t[2])
        actions = State.legal_actions(self, seat)
        n: cython.int = self.standing(seat, out) if actions else 0
        return actions + [TinyEpicAction(out[i]) for i in range(n)]

    def decision_of(self, seat: int) -> str:
        """Return the name of the decision a seat is asked."""
        return ASKED[asked_of(cython.address(self.table))]

    def refusal(self, seat: int, action) -> tuple:
        """Return why an action of a deciding seat is refused."""
        said = why_refused(cython.address(self.table), seat, action)
        return State.refusal(self, seat, action) if said is None else said

    def describe_table(self) -> dict:
        """Return the table in words."""
        return describe_table(cython.address(self.table))

    def load_table(self, words: dict) -> None:
        """Become what a description says, then run on to the next decision."""
        out = cython.declare(int32_t[LEGAL_MAX])
        table = cython.address(self.table)
        load_table(self, table, words)
        if table.step == PLAYING:
            run_on(table, out)

    def picture(self) -> dict:
        """Return the view of a hidden state."""
        return picture_table(cython.address(self.table))


#: raised with every change after which older records would play differently
VERSION = "tiny_epic-2"
OPTIONS = {
    "random_start": Option(True, (True, False), "The seed chooses who begins; otherwise seat 0 (Tiny Epic R06)."),
    "rogue_mat": Option(
        "artemis",
        catalog.MAT_IDS,
        "Solo: the rogue's mat, or an object in the catalogue's form in place of a built-in one (Tiny Epic S30).",
        seats=(1,),
    ),
    "rogue_rerolls_unusable": Option(
        False, (True, False), "Solo: an unusable rogue die is rolled again once (Tiny Epic S33).", seats=(1,)
    ),
    "extra_turn_is_followed": Option(
        True, (True, False), "Solo: dice of the rogue's extra turn can be followed (Tiny Epic S25).", seats=(1,)
    ),
}


class TinyEpic(Game):
    """Tiny Epic Galaxies, base game."""

    name = "tiny_epic"
    title = "Tiny Epic Galaxies"
    seats_min = 1
    seats_max = 5
    rules_version = VERSION
    Action = TinyEpicAction
    decisions = DECISIONS
    events = EVENTS
    options = OPTIONS

    def blank(self):
        """Return an empty state."""
        return TinyEpicState(self)

    def check_options(self, seats, options):
        """Return the options with defaults filled in; a mat of one's own is checked here."""
        given = options
        own_mat = options.get("rogue_mat") if isinstance(options, dict) else None
        if isinstance(own_mat, dict):
            try:
                read_mat(own_mat)
            except BadMat as wrong:
                raise BadOptions(f"option rogue_mat: {wrong}") from wrong
            given = {name: value for name, value in options.items() if name != "rogue_mat"}
        full = super().check_options(seats, given)
        if isinstance(own_mat, dict):
            full["rogue_mat"] = own_mat
            self.check_sizes(seats, full)
        return full

    def begin(self, state, seats, options):
        """Set out the table and run on to the first decision (Tiny Epic R01-R06, S01)."""
        _begin(state, seats, options)

    def catalog(self):
        """Return every piece, and what the words of their effects mean."""
        return catalog.catalog() | {
            "vocabulary": {
                "effects": powers.VOCABULARY,
                "attacks": powers.ATTACKS,
                "conditions": powers.CONDITIONS,
            }
        }


@cython.cfunc
def _begin(state: TinyEpicState, seats: cython.int, options):
    out = cython.declare(int32_t[LEGAL_MAX])
    table = cython.address(state.table)
    slot: cython.int
    start_table(table, seats)
    if options["random_start"] and seats > 1:
        table.first = below(cython.address(table.head.rng), STREAM_FIRST, seats)
    table.active = table.first
    for slot in range(table.row_places):
        discover(table, slot)
    if seats > 1:
        mission_choice.deal(table)
        return
    mat = read_mat(options["rogue_mat"])
    fold_mat(cython.address(table.mat), mat)
    table.mat_number = catalog.MATS.index(mat) if mat in catalog.MATS else BUILT_IN_END
    table.galaxy[ROGUE].resource_max = mat.resource_max
    table.galaxy[ROGUE].level_points = mat.vp[0]
    table.rerolls_unusable = options["rogue_rerolls_unusable"]
    table.extra_turn_is_followed = options["extra_turn_is_followed"]
    turn.begin_turn(table, table.first)
    run_on(table, out)


TINY_EPIC = TinyEpic()
