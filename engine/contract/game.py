"""A rule set: its name, how a match of it begins, and the ways back from bytes and words (see README.md)."""

from __future__ import annotations

import copy
import hashlib
import importlib
import itertools
import json
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from engine.contract import action, drawing
from engine.contract.event import EventKind
from engine.contract.state import InformationSet, State
from engine.errors import BadBytes, BadDescription, BadOptions, EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator


#: how often the hidden pieces of a view are filled in anew until they make a table that may be
COMPLETIONS_MAX = 20


class Decision(TypedDict):
    """A question to a seat: its name, the ruling it rests on, and the question."""

    asks: str
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Option:
    """A setup option: its default, the values it may take (None: any of the default's type) and its meaning.

    *seats*: the sizes of table that it is for; none: all.
    """

    default: Any
    choices: tuple[Any, ...] | None
    text: str
    seats: tuple[int, ...] = ()


class Game:
    """Base of every game; one instance each, found through `engine.registry`."""

    name: ClassVar[str]
    title: ClassVar[str]
    seats_min: ClassVar[int]
    seats_max: ClassVar[int]
    rules_version: ClassVar[str]
    options: ClassVar[dict[str, Option]] = {}
    Action: ClassVar[type[action.Action]]
    #: name of a decision -> (ruling, what is asked, in a sentence)
    decisions: ClassVar[dict[str, tuple[str, str]]]
    #: the event kinds; an EventRecord's kind is the index
    events: ClassVar[tuple[EventKind, ...]]

    def blank(self) -> State:
        """Return an empty state of this game. Each game."""
        raise NotImplementedError

    def begin(self, state: State, seats: int, options: dict[str, Any]) -> None:
        """Set a blank, seeded state up and run on to the first decision. Each game."""
        raise NotImplementedError

    def catalog(self) -> dict[str, Any]:
        """Return every piece of the game as JSON-able data. Each game."""
        raise NotImplementedError

    def enumerate_actions(self) -> Iterator[action.Action]:
        """Yield every action of the game, each once, by kind and fields; the same for all matches of a rules version.

        Many are never legal: fields are combined as if they had nothing to do with each other.
        """
        for index, kind in enumerate(self.Action.KINDS):
            for chosen in itertools.product(*(field.codes() for field in kind.fields)):
                code = index
                for place, value in enumerate(chosen):
                    code |= value << (action.BYTE * (place + 1))
                yield self.Action(code)

    def __reduce__(self) -> str:
        """Pickle as the one instance, which its module names in capitals."""
        return self.name.upper()

    def __repr__(self) -> str:
        """Tell name and rules version."""
        return f"<game {self.name}, rules {self.rules_version}>"

    def setup(self, seats: int, seed: bytes, options: dict[str, Any] | None = None) -> State:
        """Return the first position; everything follows from these and the actions.

        *seed* is 32 bytes. Raises BadOptions for a wrong number of seats or a wrong option,
        EngineError for a wrong seed.
        """
        checked = self.check_options(seats, options)
        if not isinstance(seed, bytes):
            raise EngineError(f"a match seed is 32 bytes, not {type(seed).__name__}")
        state = self.blank()
        state.seed_from(seed)
        self.begin(state, seats, checked)
        return state

    def check_options(self, seats: int, options: dict[str, Any] | None) -> dict[str, Any]:
        """Return the options with defaults filled in, or raise BadOptions."""
        if not isinstance(seats, int) or isinstance(seats, bool) or not self.seats_min <= seats <= self.seats_max:
            raise BadOptions(f"seats is {seats!r}; {self.title} takes {self.seats_min} to {self.seats_max}")
        if options is not None and not isinstance(options, dict):
            raise BadOptions(f"options are an object of names and values, not {type(options).__name__}")
        full = {name: option.default for name, option in self.options.items()}
        for name, value in (options or {}).items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(self.options) or "none"
                raise BadOptions(f"option {name!r} is unknown; {self.name} has: {known}")
            if option.choices is not None and value not in option.choices:
                raise BadOptions(f"option {name} is {value!r}; it can be {', '.join(map(repr, option.choices))}")
            if option.default is not None and type(value) is not type(option.default):
                raise BadOptions(f"option {name} is {value!r}; it is a {type(option.default).__name__}")
            full[name] = value
        self.check_sizes(seats, full)
        return full

    def check_sizes(self, seats: int, options: dict[str, Any]) -> None:
        """Raise BadOptions if an option was chosen that is for tables of other sizes."""
        for name, option in self.options.items():
            if option.seats and seats not in option.seats and options[name] != option.default:
                sizes = "one seat" if option.seats == (1,) else f"{' or '.join(map(str, option.seats))} seats"
                raise BadOptions(f"option {name} is for {sizes}; this match has {seats}")

    def from_bytes(self, data: bytes) -> State:
        """Return the full state whose `to_bytes` gave *data*; raise BadBytes."""
        state = self._load(data)
        if state.viewer is not None:
            raise BadBytes("the bytes are an information set, not a full state")
        return state

    def information_set_from_bytes(self, data: bytes) -> InformationSet:
        """Return the information set whose `to_bytes` gave *data*; raise BadBytes."""
        state = self._load(data)
        if state.viewer is None:
            raise BadBytes("the bytes are a full state, not an information set")
        return InformationSet(state)

    def _load(self, data: bytes) -> State:
        if not isinstance(data, bytes):
            raise BadBytes(f"a snapshot is bytes, not {type(data).__name__}")
        state = self.blank()
        state.load_bytes(data)
        return state

    def from_description(self, description: dict[str, Any]) -> State:
        """Return the state that *description* says in words; raise BadDescription naming what is wrong."""
        if not isinstance(description, dict):
            raise BadDescription(f"a description is an object, not {type(description).__name__}")
        state = self.blank()
        state.load(description)
        return state

    def information_set_from_view(self, view: dict[str, Any]) -> InformationSet:
        """Return the information set whose `view` gave *view*; raise BadDescription naming what is wrong.

        It knows no more than the view says: in a simultaneous step not how many of the actions so far came within it.
        """
        if not isinstance(view, dict):
            raise BadDescription(f"a view is an object, not {type(view).__name__}")
        found = self._complete(view)
        shown = found.view()
        for name in {**shown, **view}:
            if name not in view or name not in shown or shown[name] != view[name]:
                raise BadDescription(f"the view's {name} does not fit the rest: {view.get(name)!s:.80}")
        return found

    def _complete(self, view: dict[str, Any]) -> InformationSet:
        """Return the viewer's information set of a table that looks as *view* says, if it says what can be."""
        # Each game has one, in plain Python: nothing that is compiled needs it.
        complete = importlib.import_module(f"engine.{self.name}.completion").complete_view
        refusal: EngineError | None = None
        for attempt in range(COMPLETIONS_MAX):
            try:
                head = {name: view[name] for name in ("game", "rules_version", "version")}
                words = complete(copy.deepcopy(view), random.Random(attempt))  # noqa: S311 - any table will do
                hidden = self.from_description(words | head).information_set(view["viewer"])
                found = InformationSet(hidden.state, tuple(view["deciding_seats"]))
                found.view()
            except EngineError as wrong:
                # The pieces that were filled in may be the wrong ones.
                refusal = refusal or wrong
            except (KeyError, IndexError, TypeError, ValueError, AttributeError) as wrong:
                raise BadDescription(f"the view is malformed: {type(wrong).__name__}: {wrong!s:.100}") from wrong
            else:
                return found
        raise BadDescription(f"no table looks so: {refusal}") from refusal

    def draw_view(self, view: dict[str, Any]) -> str:
        """Return a view as text for a terminal of 80 columns; raise BadDescription if it is none of this game."""
        return drawing.draw_view(self.name, self.title, self.decisions, view)

    @staticmethod
    def fingerprint_of(description: dict[str, Any]) -> str:
        """Return 32 hex digits for a description; layout and build of the engine don't enter."""
        text = json.dumps(description, sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


__all__ = ["Game", "Option", "State"]
