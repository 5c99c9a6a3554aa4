"""One position of a match, and what one seat may know of it. README.md beside this file is the contract."""

import hashlib
import random

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.engine.contract.state import (
    EVENTS_MAX,
    FULL,
    LEGAL_MAX,
    SEATS_MAX,
    SPECTATOR,
    EventLog,
    EventRecord,
    Head,
)
from cython.cimports.engine.rng import STREAMS_MAX, Rng, seed_fast, seed_match
from cython.cimports.libc.stdint import int32_t, uint8_t, uint32_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy, memset

from engine.contract.action import Action
from engine.contract.event import Event
from engine.contract.reading import read_list, read_number, read_object
from engine.errors import (
    BadAction,
    BadBytes,
    BadDescription,
    EngineError,
    IllegalAction,
    MatchOver,
    NotYourDecision,
)

MAGIC = b"ASTR1"
DIGEST_BYTES = 8
LEGAL_SHOWN_MAX = 64
VERSION_MAX = 1 << 30
OWN_ACTIONS_MAX = 60_000


def write_event(log, kind, seat, a, b, c, d):
    """Append an event; see `report` in the header."""
    if log.count < EVENTS_MAX:
        event = cython.address(log.event[log.count])
        event.kind = kind
        event.seat = seat
        event.arg[0] = a
        event.arg[1] = b
        event.arg[2] = c
        event.arg[3] = d
    log.count += 1


def begin_simultaneous(head):
    """From here on seats decide unseen by each other."""
    head.is_simultaneous = 1
    head.step_version = head.version
    memset(head.own_actions, 0, cython.sizeof(head.own_actions))


def end_simultaneous(head):
    """All have chosen; everything chosen is open from here on."""
    head.is_simultaneous = 0
    head.step_version = 0
    memset(head.own_actions, 0, cython.sizeof(head.own_actions))


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _count_known(head: cython.pointer(Head), viewer: cython.int) -> uint32_t:
    """Return how many actions a viewer knows of: in a simultaneous step its own beside those before."""
    if not head.is_simultaneous:
        return head.version
    return head.step_version + (head.own_actions[viewer] if viewer >= 0 else 0)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _hide_head(head: cython.pointer(Head), viewer: cython.int) -> cython.void:
    """Forget seed and, in a simultaneous step, how far the others have come."""
    i: cython.int
    memset(cython.address(head.rng), 0, cython.sizeof(Rng))
    head.viewer = viewer
    head.version = _count_known(head, viewer)
    if head.is_simultaneous:
        for i in range(SEATS_MAX):
            if i != viewer:
                head.own_actions[i] = 0


@cython.cfunc
def _event(game, event: cython.pointer(EventRecord)):
    kind = game.events[event.kind]
    seat = None if event.seat < 0 else event.seat
    return Event(kind, seat, tuple([event.arg[i] for i in range(len(kind.fields))]))


def places_from(seats, points, tie_break, out):
    """Write places from 1 by points, then tie-break; equals share and fill the places (1, 2, 2, 4)."""
    i: cython.int
    j: cython.int
    for i in range(seats):
        out[i] = 1
        for j in range(seats):
            if points[j] > points[i] or (points[j] == points[i] and tie_break[j] > tie_break[i]):
                out[i] += 1
    return seats


@cython.cclass
class State:
    """One position of one match. Full, unless `viewer` says whose information set it is."""

    def head(self):
        return cython.NULL

    def size(self):
        return 0

    def deciding(self):
        return 0

    def legal(self, seat, out):
        return 0

    def apply_code(self, seat, code):
        pass

    def ask(self, seat, out):
        mask: uint32_t = self.deciding()
        if mask == 0:
            return 0
        seat[0] = 0
        while not (mask >> seat[0]) & 1:
            seat[0] += 1
        return self.legal(seat[0], out)

    def apply_and_ask(self, seat, code, out):
        self.apply_code(seat[0], code)
        return self.ask(seat, out)

    def copy_from(self, other):
        pass

    def hide(self, viewer):
        pass

    def imagine(self, seed):
        pass

    def points(self, out):
        pass

    def places(self, out):
        pass

    # -- each game ---------------------------------------------------------------------------------

    def decision_of(self, seat: int) -> str:
        """Return the name of the decision *seat* is asked now (a key of game.decisions). Each game."""
        raise NotImplementedError

    def refusal(self, seat: int, action: Action) -> tuple:
        """Return (reason, rule, message) for an illegal action of a deciding seat, and figures if it is about some.

        Each game may refine it.
        """
        asked = self.decision_of(seat)
        rule, text = self.game.decisions[asked]
        return ("not_legal_now", rule, f"{action} is not possible now; the decision is {asked}: {text}")

    def describe_table(self) -> dict:
        """Return what `describe` says of this game alone, an entry per seat as `seats` among it. Each game."""
        raise NotImplementedError

    def load_table(self, words: dict) -> None:
        """Become what `describe_table` said and run on to the next decision, or raise BadDescription. Each game.

        Called on a blank state whose version and generator are set; *words* has `step_version` and
        `own_actions` besides, for `load_step`.
        """
        raise NotImplementedError

    def picture(self) -> dict:
        """Return what the view of a hidden state says of this game alone, an entry per seat as `seats`. Each game."""
        raise NotImplementedError

    # -- the Python door ---------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.head().seats

    @property
    def version(self) -> int:
        """Number of actions so far, as far as the viewer may know."""
        return self.head().version

    def version_for(self, seat) -> int:
        """Return the number of actions that *seat* knows of (None: a spectator): its information set's version."""
        return _count_known(self.head(), self.check_seat(seat, True))

    @property
    def viewer(self):
        """The seat whose information set this is, "spectator", or None for a full state."""
        viewer = self.head().viewer
        return None if viewer == FULL else "spectator" if viewer == SPECTATOR else viewer

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.head().is_over)

    @property
    def is_simultaneous(self) -> bool:
        """Whether the deciding seats decide unseen by each other."""
        return bool(self.head().is_simultaneous)

    def deciding_seats(self) -> tuple:
        """Return the seats that owe a decision now, in seat order."""
        mask: uint32_t = self.deciding()
        return tuple([seat for seat in range(SEATS_MAX) if (mask >> seat) & 1])

    def legal_actions(self, seat: int) -> list:
        """Return the legal actions of *seat*; empty if it owes no decision."""
        out = cython.declare(int32_t[LEGAL_MAX])
        place: cython.int = self.check_seat(seat, False)
        if not (self.deciding() >> place) & 1:
            return []
        n: cython.int = self.legal(place, out)
        kind = self.game.Action
        return [kind(out[i]) for i in range(n)]

    def decision(self, seat: int):
        """Return what *seat* is asked now as a dict with `asks`, `rule` and `text`, or None."""
        if not (self.deciding() >> self.check_seat(seat, False)) & 1:
            return None
        asks = self.decision_of(seat)
        rule, text = self.game.decisions[asks]
        return {"asks": asks, "rule": rule, "text": text}

    def apply(self, seat: int, action) -> None:
        """Carry out an action that is known to be legal (a code or an Action); nothing is checked."""
        code: int32_t = action.code if isinstance(action, Action) else action
        self.apply_code(seat, code)

    def submit(self, seat: int, action) -> list:
        """Check and carry out one action; return the events. Raises and leaves the state as it was."""
        return self.submit_all(seat, [action])

    def submit_all(self, seat: int, actions) -> list:
        """Check and carry out a list of actions, all or none; return the events.

        Raises MatchOver, NotYourDecision or IllegalAction (with `index`); then nothing has changed.
        """
        before: State = self.blank_copy()
        log = cython.cast(cython.pointer(EventLog), malloc(cython.sizeof(EventLog)))
        if log == cython.NULL:
            raise MemoryError
        log.count = 0
        try:
            for index, action in enumerate(actions):
                self._check(seat, action, index)
                self.head().log = log
                self.apply_code(seat, action.code)
                self.head().log = cython.NULL
            if log.count > EVENTS_MAX:
                raise AssertionError(f"one submission made {log.count} events, more than EVENTS_MAX")
            return [_event(self.game, cython.address(log.event[i])) for i in range(log.count)]
        except EngineError:
            self.copy_from(before)
            raise
        finally:
            self.head().log = cython.NULL
            free(log)

    def _check(self, seat, action, index: int) -> None:
        if self.head().viewer != FULL:
            raise IllegalAction("not_a_full_state", "an information set takes no actions; imagine a state first")
        if self.head().is_over:
            raise MatchOver("the match is over; no seat owes a decision")
        place: cython.int = self.check_seat(seat, False)
        if not (self.deciding() >> place) & 1:
            raise NotYourDecision(seat, self.deciding_seats())
        if type(action) is not self.game.Action:
            raise BadAction(f"not an action of {self.game.name}: {action!r}; build one with Action.from_dict or parse")
        if self.is_legal(place, action.code):
            return
        legal = tuple([str(each) for each in self.legal_actions(seat)[:LEGAL_SHOWN_MAX]])
        reason, rule, message, *figures = self.refusal(seat, action)
        told = figures[0] if figures else None
        raise IllegalAction(reason, message, rule=rule, seat=seat, legal=legal, index=index, figures=told)

    def is_legal(self, seat, code):
        """Whether *code* is among the legal actions of a deciding seat."""
        out = cython.declare(int32_t[LEGAL_MAX])
        i: cython.int
        n: cython.int = self.legal(seat, out)
        for i in range(n):
            if out[i] == code:
                return True
        return False

    def scores(self) -> tuple:
        """Return each seat's points if the match ended now; final once it is over."""
        out = cython.declare(int32_t[SEATS_MAX])
        self.points(out)
        return tuple([out[i] for i in range(self.head().seats)])

    def ranks(self) -> tuple:
        """Return each seat's place from 1 if the match ended now; equals share a place. Solo: 1 won, 2 lost."""
        out = cython.declare(uint8_t[SEATS_MAX])
        self.places(out)
        return tuple([out[i] for i in range(self.head().seats)])

    def describe(self) -> dict:
        """Return the whole table in words; `game.from_description` is the way back.

        Every game has `game`, `rules_version`, `version`, `seats` and `randomness`, and in a simultaneous step
        `step_version` (the version when it began) and `own_actions` (each seat's in it). Raises EngineError
        for a hidden state.
        """
        head = self.head()
        if head.viewer != FULL:
            raise EngineError("an information set has a view, not a description")
        words = {"game": self.game.name, "rules_version": self.game.rules_version, "version": head.version}
        if head.is_simultaneous:
            words["step_version"] = head.step_version
            words["own_actions"] = [head.own_actions[i] for i in range(head.seats)]
        words.update(self.describe_table())
        words["randomness"] = self.describe_rng()
        return words

    def load(self, description: dict) -> None:
        """Become what *description* says or raise BadDescription; called on a blank state."""
        head = self.head()
        words = dict(description)
        for name, expected in (("game", self.game.name), ("rules_version", self.game.rules_version)):
            if words.pop(name, expected) != expected:
                raise BadDescription(f"{name} is {description[name]!r:.40}; this is {expected}")
        head.viewer = FULL
        head.version = read_number(words.pop("version", 0), "version", 0, VERSION_MAX)
        randomness = read_object(words.pop("randomness", {}), "randomness", ("seed", "drawn", "fast"))
        try:
            self.load_rng(randomness)
        except EngineError as wrong:
            raise BadDescription(str(wrong)) from wrong
        self.load_table(words)

    def load_step(self, words: dict, is_simultaneous: bool) -> None:
        """Take how far the seats have come in a simultaneous step, for `load_table` once the seats are known."""
        head = self.head()
        i: cython.int
        own = read_list(words.get("own_actions", []), "own_actions", head.seats)
        if not is_simultaneous:
            if words.get("step_version", 0) != 0 or any([count != 0 for count in own]):
                raise BadDescription("step_version and own_actions are for simultaneous steps; this is none")
            return
        head.is_simultaneous = 1
        head.step_version = read_number(words.get("step_version", head.version), "step_version", 0, head.version)
        for i in range(len(own)):
            head.own_actions[i] = read_number(own[i], f"own_actions[{i}]", 0, OWN_ACTIONS_MAX)

    def clone(self):
        """Return an independent copy."""
        return self.blank_copy()

    def blank_copy(self):
        """Return a new state equal to this one."""
        other: State = self.game.blank()
        other.copy_from(self)
        return other

    def fingerprint(self) -> str:
        """Return 32 hex digits that two states share only if their descriptions are equal."""
        return self.game.fingerprint_of(self.describe())

    def to_bytes(self) -> bytes:
        """Return a snapshot: a memory image, good for the same build only; the log is what lasts."""
        here = cython.cast(cython.p_char, self.head())
        raw = PyBytes_FromStringAndSize(here, self.size())
        # The first field of the struct is a pointer; it means nothing elsewhere.
        raw = bytes(cython.sizeof(cython.p_void)) + raw[cython.sizeof(cython.p_void) :]
        body = MAGIC + self.game.rules_version.encode() + b"\0" + raw
        return body + hashlib.blake2b(body, digest_size=DIGEST_BYTES).digest()

    def load_bytes(self, data: bytes) -> None:
        """Become the snapshot *data*, or raise BadBytes."""
        start = MAGIC + self.game.rules_version.encode() + b"\0"
        size: cython.Py_ssize_t = self.size()
        if not data.startswith(start):
            raise BadBytes(f"no snapshot of {self.game.name} under rules version {self.game.rules_version}")
        if len(data) != len(start) + size + DIGEST_BYTES:
            raise BadBytes(f"a snapshot of {self.game.name} has another length in this build")
        if hashlib.blake2b(data[:-DIGEST_BYTES], digest_size=DIGEST_BYTES).digest() != data[-DIGEST_BYTES:]:
            raise BadBytes("the snapshot is damaged: its digest does not fit")
        raw: bytes = data[len(start) : -DIGEST_BYTES]
        memcpy(self.head(), cython.cast(cython.p_char, raw), size)
        self.head().log = cython.NULL

    def seed_from(self, seed: bytes) -> None:
        """Key the state's generator with a 32-byte match seed (for games' setup)."""
        if len(seed) != 32:
            raise EngineError("a match seed is 32 bytes")
        seed_match(cython.address(self.head().rng), seed)

    def reseed(self, seed: int) -> None:
        """Go on with the fast generator from *seed*, for playouts and tests; not for matches."""
        seed_fast(cython.address(self.head().rng), seed)

    def describe_rng(self) -> dict:
        """Return the generator in words, for `describe`."""
        rng = self.head().rng
        if rng.is_fast:
            return {"fast": f"{rng.fast:016x}"}
        key = b"".join([int(word).to_bytes(4, "little") for word in rng.key])
        used: cython.int = STREAMS_MAX
        while used > 0 and rng.drawn[used - 1] == 0:
            used -= 1
        return {"seed": key.hex(), "drawn": [rng.drawn[i] for i in range(used)]}

    def load_rng(self, words: dict) -> None:
        """Set the generator from what `describe_rng` returned; raise EngineError if it is malformed."""
        head = self.head()
        try:
            if "fast" in words:
                seed_fast(cython.address(head.rng), int(words["fast"], 16))
                return
            self.seed_from(bytes.fromhex(words.get("seed", "00" * 32)))
            for stream, count in enumerate(words.get("drawn", [])):
                head.rng.drawn[min(stream, STREAMS_MAX - 1)] = count
        except (TypeError, ValueError, AttributeError, OverflowError) as wrong:
            raise EngineError(f"randomness: {wrong}; it is {{seed: 64 hex digits, drawn: counts}}") from wrong

    def information_set(self, seat):
        """Return what *seat* may know (None: a spectator), as an InformationSet."""
        hidden: State = self.blank_copy()
        viewer: cython.int = self.check_seat(seat, True)
        hidden.hide(viewer)
        _hide_head(hidden.head(), viewer)
        return InformationSet(hidden, self.deciding_seats())

    def view(self, seat) -> dict:
        """Return the JSON-able picture of what *seat* may know (None: a spectator)."""
        return self.information_set(seat).view()

    def reveal(self) -> dict:
        """Return the view with all hands open, for matches that are over."""
        return _picture(self, None, self.deciding_seats())

    def to_text(self) -> str:
        """Return the whole table as text for a terminal of 80 columns, all hands open."""
        return self.game.draw_view(self.reveal())

    def check_seat(self, seat, spectator):
        """Return *seat* as an int, or raise EngineError; None is the spectator where allowed."""
        if seat is None and spectator:
            return SPECTATOR
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.head().seats:
            raise EngineError(f"seat is {seat!r}; the seats are 0 to {self.head().seats - 1}")
        return seat

    def __copy__(self):
        """Copy as `clone` does."""
        return self.clone()

    def __deepcopy__(self, memo: dict):
        """Copy as `clone` does: a state shares nothing that changes."""
        return self.clone()

    def __reduce__(self) -> tuple:
        """Pickle by `to_bytes`, so for the same build only."""
        return (_load_state, (self.game, self.to_bytes()))

    def __repr__(self) -> str:
        """Tell game, seats, version, round (where the game counts them) and who is asked what."""
        return f"<{_sum_up(self, 'state')}>"

    def __eq__(self, other) -> bool:
        """Equal if of the same game and equal in every byte."""
        return isinstance(other, State) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        """Hash by content."""
        return hash(self.to_bytes())


def _picture(state, viewer, deciding) -> dict:
    """Return a position as *viewer* is shown it (None: a spectator, or whoever knows everything)."""
    words = {
        "game": state.game.name,
        "rules_version": state.game.rules_version,
        "viewer": viewer,
        "version": state.version,
        "is_over": state.is_over,
        "deciding_seats": list(deciding),
        "asks": None,
    }
    words.update(state.picture())
    points = state.scores()
    for seat, shown in enumerate(words["seats"]):
        asks = state.decision_of(seat) if seat in deciding else None
        words["seats"][seat] = {"seat": seat, "points": points[seat], **shown, "asks": asks}
    if deciding:
        words["asks"] = state.decision_of(viewer if viewer in deciding else deciding[0])
    return words


class InformationSet:
    """A state with all that its viewer can't know removed; the only thing that leaves the server for a seat.

    Who has finished a simultaneous step is open to everybody, but it bears on nobody's choice: `deciding_seats` and the
    view tell it; bytes, comparison and search know the others as they stood when the step began.
    """

    __slots__ = ("_deciding", "state")

    def __init__(self, hidden, deciding=None) -> None:
        """Wrap a hidden state; *deciding* are the seats that owe a decision, if anybody may have finished."""
        if hidden.viewer is None:
            raise EngineError("a full state is no information set")
        self.state = hidden
        self._deciding = hidden.deciding_seats() if deciding is None else deciding

    @property
    def game(self):
        """The game."""
        return self.state.game

    @property
    def seat(self):
        """The viewer; None is a spectator."""
        return None if self.state.viewer == "spectator" else self.state.viewer

    @property
    def version(self) -> int:
        """Number of actions that the viewer can know of; what its next submission is compared with."""
        return self.state.version

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.state.is_over

    def deciding_seats(self) -> tuple:
        """Return the seats that owe a decision now; made from bytes, all that were asked when the step began."""
        return self._deciding

    def legal_actions(self) -> list:
        """Return the viewer's legal actions; empty if it owes no decision."""
        return [] if self.seat is None else self.state.legal_actions(self.seat)

    def decision(self):
        """Return what the viewer is asked now, or None."""
        return None if self.seat is None else self.state.decision(self.seat)

    def view(self) -> dict:
        """Return the JSON-able picture of what the viewer may know.

        Every game has `game`, `rules_version`, `viewer` (None: a spectator), `version`, `is_over`,
        `deciding_seats`, `asks` (what the viewer is asked, or else the first of the deciding seats), `player_order`
        and `seats`, an entry each with `seat`, `asks` and `points` (if the match ended now, as far as is known).
        """
        return _picture(self.state, self.seat, self._deciding)

    def to_text(self) -> str:
        """Return the view as text for a terminal of 80 columns."""
        return self.game.draw_view(self.view())

    def imagine(self, rng: random.Random):
        """Return a full state that this viewer can't tell from the real one; *rng* gives the chance."""
        full = self.state.clone()
        _imagine(full, rng.getrandbits(64))
        return full

    def to_bytes(self) -> bytes:
        """Return a snapshot, good for the same build only."""
        return self.state.to_bytes()

    def fingerprint(self) -> str:
        """Return 32 hex digits that two information sets share only if they are equal."""
        return hashlib.blake2b(self.to_bytes(), digest_size=16).hexdigest()

    def __copy__(self):
        """Copy what is held too, as `State.clone` does."""
        return InformationSet(self.state.clone(), self._deciding)

    def __deepcopy__(self, memo: dict):
        """Copy as `__copy__` does."""
        return InformationSet(self.state.clone(), self._deciding)

    def __reduce__(self) -> tuple:
        """Pickle by `to_bytes`, so for the same build only."""
        return (InformationSet, (self.state, self._deciding))

    def __repr__(self) -> str:
        """Tell game, whose it is, version, round and who is asked what."""
        whose = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{_sum_up(self.state, f'information set of {whose}')}>"

    def __eq__(self, other) -> bool:
        """Equal if equal in every byte."""
        return isinstance(other, InformationSet) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        """Hash by content."""
        return hash(self.to_bytes())


def _load_state(game, data: bytes):
    """Return what was pickled, full or hidden."""
    state = game.blank()
    state.load_bytes(data)
    return state


def _sum_up(state, what: str) -> str:
    """Return one line on a state for whoever debugs."""
    if not state.seats:
        return f"blank {state.game.name} {what}"
    hidden = state if state.viewer is not None else state.information_set(None).state
    parts = [f"{state.game.name} {what}", f"{state.seats} seats", f"version {state.version}"]
    picture = hidden.picture()
    # Tiny Epic counts no rounds.
    if "round" in picture:
        parts.append(f"round {picture['round']}")
    if state.is_over:
        parts.append(f"over, {' : '.join([str(points) for points in state.scores()])}")
    parts += [f"seat {seat} is asked {state.decision_of(seat)}" for seat in state.deciding_seats()]
    return ", ".join(parts)


def _imagine(full: State, seed: cython.ulonglong):
    full.imagine(seed)
    full.head().viewer = FULL
