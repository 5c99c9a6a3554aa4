"""A match as it is stored: everything except its actions, its seed and its token."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import orjson

from services.game_state.match.settings import MatchSettings
from services.shared.clocks import Clocks
from services.shared.errors import MatchDamaged, MatchSealed, UnknownMatch
from services.shared.json import dump_json, read_stored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from services.shared.clocks import ClocksDict


Status = Literal["waiting", "running", "over"]
#: how the name of a bot as a player begins; its level follows
BOT = "bot:"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: open, kept for an account that is invited, held by one, or played by a bot of a level."""

    kind: Literal["open", "account", "bot", "invited"]
    account: str = ""
    level: str = ""
    #: the account that gave up here, where a bot took over
    resigned_by: str = ""
    #: the account that a bot plays for until it comes back
    stands_in_for: str = ""
    #: why the account is away: "resigned", "timeout" or "absent"; why it declined, if it was invited
    cause: str = ""
    #: what the account that sits here, or is away from here, is: "person" or "program"
    account_kind: str = ""
    #: whether somebody else seated the account by its standing consent, and it has not acted itself since
    is_unasked: bool = False

    @property
    def player(self) -> str:
        """The kind of the present player: "person", "program" or "bot"; "" while nobody does."""
        return "bot" if self.kind == "bot" else self.account_kind


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision that a bot's seat owes: the seat's version, and when it was first asked (unix ms)."""

    seat: int
    version: int
    asked_ms: int

    @property
    def what(self) -> tuple[int, int]:
        """Seat and version: what makes two asks the same."""
        return self.seat, self.version


@dataclass(frozen=True, slots=True)
class Due:
    """A decision that an account owes, at a version of its seat."""

    account: str
    match_id: str
    seat: int
    version: int

    @property
    def text(self) -> str:
        """All but the account, in a word."""
        return f"{self.match_id}:{self.seat}:{self.version}"

    @classmethod
    def from_text(cls, account: str, text: str) -> Due:
        """Return what a word says."""
        match_id, seat, version = text.split(":")
        return cls(account, match_id, int(seat), int(version))


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A wish to take actions back: whose, how many it undoes and how many stay, and who agrees.

    Its id distinguishes it from every other wish, so that nobody agrees to another one than they saw.
    """

    seat: int
    take_back_id: str
    actions: int
    back_to: int
    agreed: tuple[int, ...]

    @classmethod
    def from_dict(cls, d: dict[str, Any]) -> TakeBack:  # as it was written here
        """Return what the stored form says."""
        return read_stored(cls, {**d, "agreed": tuple(d["agreed"])})


@dataclass(frozen=True, slots=True)
class Downtime:
    """A time in which no process served the installation: its bounds in unix ms."""

    from_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a match of practice: a moment of a finished match, and the table as it was (engine/replay.py)."""

    match_id: str
    version: int
    description: dict[str, Any]  # Any: each game has its own words


@dataclass(frozen=True, slots=True)
class Match:
    """A match without its actions; immutable, every write makes a new one."""

    match_id: str
    settings: MatchSettings
    rules_version: str
    seats: tuple[Seat, ...]
    creator: str
    commitment: str
    created_ms: int
    #: of a private match: the digest of the token that lets others join
    invitation: str = ""
    #: whether its deal is played elsewhere and not released: only those who play see what happens
    is_sealed: bool = False
    #: the moment of another match that it goes on from; None: it began with the setup
    start: Start | None = None
    #: the wish to take actions back that is open
    take_back: TakeBack | None = None
    #: what versions are ahead of the number of actions that stand: for a version never comes again
    versions_ahead: int = 0
    #: the running clocks (Clocks.to_dict); none before the start, nor without a clock
    clocks: ClocksDict | None = None
    #: the same as everybody knows them: they don't move while seats answer unseen by each other
    seen_clocks: ClocksDict | None = None
    #: the times that its clocks have skipped, because nobody could play
    downtimes: tuple[Downtime, ...] = ()
    status: Status = "waiting"
    started_ms: int = 0
    ended_ms: int = 0
    #: since when (unix ms) the match has been as everybody knows it: with these seats deciding, at this version
    stands_since_ms: int = 0
    #: seats that owe a decision; who they are is public, what they have answered so far is not
    deciding: tuple[int, ...] = ()
    #: what each seat, and last a spectator, knows the version to be
    versions: tuple[int, ...] = ()
    #: decisions that bots owe
    asks: tuple[Ask, ...] = ()
    ended: str = ""
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    fingerprint: str = ""
    #: the id that its rematch has, or will have
    rematch_id: str = ""
    #: until it begins: marks of the accounts of whose joining its creator was told
    told: tuple[str, ...] = ()

    def to_json(self) -> bytes:
        """Return the stored form."""
        return dump_json(self)

    @classmethod
    def from_json(cls, data: bytes) -> Match:
        """Return the match of a stored form."""
        fields = orjson.loads(data)
        for name in ("deciding", "versions", "scores", "ranks"):
            fields[name] = tuple(fields[name])
        fields["told"] = tuple(fields.get("told", ()))
        fields["downtimes"] = tuple(read_stored(Downtime, each) for each in fields.get("downtimes", ()))
        fields["seats"] = tuple(read_stored(Seat, seat) for seat in fields["seats"])
        fields["asks"] = tuple(read_stored(Ask, ask) for ask in fields["asks"])
        fields["take_back"] = fields["take_back"] and TakeBack.from_dict(fields["take_back"])
        fields["start"] = fields.get("start") and read_stored(Start, fields["start"])
        fields["settings"] = MatchSettings.from_dict(fields["settings"])
        return read_stored(cls, fields)

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.settings.game

    def with_settings(self, **changes: Any) -> Match:  # noqa: ANN401 - of several types
        """Return the match with some settings changed."""
        return replace(self, settings=replace(self.settings, **changes))

    def with_clocks(self, change: Callable[[Clocks], Clocks]) -> Match:
        """Return the match with its clocks changed, for everybody to see."""
        if self.clocks is None:
            return self
        seen = self.seen_clocks and change(Clocks.from_dict(self.seen_clocks)).to_dict()
        return replace(self, clocks=change(Clocks.from_dict(self.clocks)).to_dict(), seen_clocks=seen)

    def with_seat(self, seat: int, held: Seat) -> Match:
        """Return the match with that seat held so."""
        return replace(self, seats=(*self.seats[:seat], held, *self.seats[seat + 1 :]))

    def seats_of(self, account: str) -> tuple[int, ...]:
        """Return the seats that an account holds."""
        return tuple(
            number for number, seat in enumerate(self.seats) if seat.kind == "account" and seat.account == account
        )

    def after_acting(self, seat: int) -> Match:
        """Return the match as it is once the holder of a seat has acted: who plays has agreed to play."""
        held = self.seats[seat]
        acts_unasked = held.is_unasked and held.kind == "account"
        return self.with_seat(seat, replace(held, is_unasked=False)) if acts_unasked else self

    def accounts(self) -> set[str]:
        """Return the accounts that hold a seat."""
        return {seat.account for seat in self.seats if seat.kind == "account"}

    def players(self) -> set[str]:
        """Return who plays or gave up: names of accounts, and of bots as BOT with their level."""
        bots = {BOT + seat.level for seat in self.seats if seat.kind == "bot"}
        gone = {away for seat in self.seats for away in (seat.resigned_by, seat.stands_in_for) if away}
        return self.accounts() | bots | gone

    def winners(self) -> set[str]:
        """Return who holds a seat of the first place at the end, named as in `players`."""
        first = (seat for seat, rank in zip(self.seats, self.ranks, strict=False) if rank == 1)
        return {BOT + seat.level if seat.kind == "bot" else seat.account for seat in first}

    @property
    def length(self) -> int:
        """The number of actions that stand, as everybody knows it; after the end, all of them."""
        return self.version_for(None) - self.versions_ahead

    @property
    def over_ms(self) -> int:
        """The unix ms at which it ended, by which finished matches are ordered."""
        return self.ended_ms or self.started_ms

    def find_concerned(self) -> set[str]:
        """Return the accounts that have the match in their lists: its creator, and those it seats, or did seat."""
        return {self.creator}.union(*({s.account, s.resigned_by, s.stands_in_for} for s in self.seats)) - {""}

    def is_visible_to(self, account: str) -> bool:
        """Whether an account may know of the match: of a private one those whom it concerns."""
        return not self.settings.is_private or account in self.find_concerned()

    def check_visible(self, account: str) -> None:
        """Raise UnknownMatch if the account may not know about the match."""
        if not self.is_visible_to(account):
            raise unknown_match(self.match_id)

    def check_unsealed(self) -> None:
        """Raise MatchSealed while other matches are played of the same deal."""
        if self.is_sealed:
            raise MatchSealed(
                f"this is one of several matches of the deal {self.settings.deal}: until the last of them is over only "
                "its players see it, and nobody its record"
            )

    def due(self) -> list[Due]:
        """Return the decisions that accounts owe now."""
        owing = ((number, self.seats[number]) for number in self.deciding)
        return [
            Due(seat.account, self.match_id, number, self.versions[number])
            for number, seat in owing
            if seat.kind == "account"
        ]

    def seats_left_by(self, account: str) -> tuple[int, ...]:
        """Return the seats that a bot plays for an account."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.stands_in_for == account)

    def open_seats(self) -> tuple[int, ...]:
        """Return the seats that anybody may take."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == "open")

    def free_seats(self) -> tuple[int, ...]:
        """Return the seats that nobody sits on yet, those kept for somebody included."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind in {"open", "invited"})

    def seats_kept_for(self, account: str) -> tuple[int, ...]:
        """Return the seats that are kept for an account."""
        return tuple(n for n, seat in enumerate(self.seats) if seat.kind == "invited" and seat.account == account)

    def open_invitations(self) -> set[str]:
        """Return "match:seat" of the seats that are kept for accounts which have not answered yet."""
        waiting = self.seats if self.status == "waiting" else ()
        kept = (n for n, seat in enumerate(waiting) if seat.kind == "invited" and not seat.cause)
        return {f"{self.match_id}:{number}" for number in kept}

    def version_for(self, seat: int | None) -> int:
        """Return the version as that seat, or a spectator, may know it."""
        return 0 if not self.versions else self.versions[-1 if seat is None else seat]

    def seat_dicts(self) -> list[dict[str, object]]:
        """Return the seats as JSON-able dicts without empty fields."""
        told = [asdict(seat) | {"player": seat.player, "account_kind": None, "is_unasked": None} for seat in self.seats]
        return [{name: value for name, value in seat.items() if value} for seat in told]


@dataclass(frozen=True, slots=True)
class Entry:
    """One action in the log: who, what (notation), when (unix ms).

    With `back_to`, no action: all but the first so many of the actions standing until then are taken back.
    """

    seat: int
    notation: str
    at_ms: int
    back_to: int | None = None

    def to_json(self) -> bytes:
        """Return the stored form."""
        parts = [self.seat, self.notation, self.at_ms]
        return dump_json(parts if self.back_to is None else [*parts, self.back_to])

    @classmethod
    def from_json(cls, data: bytes) -> Entry:
        """Return the entry of a stored form."""
        return cls(*orjson.loads(data))


def drop_taken_back(entries: Iterable[Entry]) -> list[Entry]:
    """Return the actions of a log that were not taken back."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.back_to is None:
            kept.append(entry)
        else:
            del kept[entry.back_to :]
    return kept


@dataclass(slots=True)
class Stored:
    """A match as one consistent read found it, with its log from *start* on."""

    match: Match
    seed: bytes
    token: str
    start: int
    log: list[bytes] = field(default_factory=list)


def refuse_damaged(match_id: str) -> MatchDamaged:
    """Return the refusal of a match whose log is not the one that was written."""
    return MatchDamaged(f"the stored log of the match {match_id} is damaged; only a backup can bring the match back")


def unknown_match(match_id: str) -> UnknownMatch:
    """Return the refusal of a match that there isn't, or that the account may not know of."""
    return UnknownMatch(f"no match has the id {match_id!r}")


def others(seats: int, seat: int) -> Iterable[int]:
    """Return the seats except one."""
    return (number for number in range(seats) if number != seat)
