"""The requests to a tournament: making it, entering, leaving, and those of its host alone."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ai.arena.schedule import BadPlan
from services.director.series.plan import read_plan
from services.shared.clocks import ABSENCE, Control
from services.shared.errors import BadClock, BadRequest, NotAdmitted, NotYourTournament, UnknownLevel
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.limits import limits
from services.shared.now import now_ms
from tournaments.config import FAST
from tournaments.errors import BadConfig
from tournaments.tournament import Tournament

if TYPE_CHECKING:
    from services.director.news import Entry
    from services.director.store import KeptTournament, TournamentStore
    from tournaments.config import Config

SEED_BYTES = 32
BOT_PREFIX = "bot:"
#: who may play one deal in several seats: those who decide each match by itself, as bots do and programs promise
WITHOUT_MEMORY = ("program", "bot")


async def create(store: TournamentStore, account: str, config: object, key: RequestKey = NO_KEY) -> str:
    """Make a tournament, once per key; return its id. If it names no clock, its game's default holds.

    Raises BadConfig, KeyReused, or UnknownGame, BadOptions where the game can't be played so.
    """
    if not isinstance(config, dict):
        raise BadConfig("a configuration is an object")
    if config.get("pace") == FAST:
        config = {"players": ("bot",), **config}
    elif config.get("is_duplicate"):
        config = {"players": WITHOUT_MEMORY, **config}
    config = {"clock": Control.default(str(config.get("game"))).to_dict(), **config}
    entry = {"kind": "created", "at_ms": now_ms(), "host": account, "config": {"seed": _seed(), **config}}
    settings = Tournament([entry]).settings
    await asyncio.to_thread(_check_table, settings)
    if settings.is_duplicate:
        _check_duplicate(settings)
    if settings.pace == FAST and settings.players != ("bot",):
        raise BadConfig("players: at a fast pace only bots play; leave it out, or name bot alone")
    return await store.create({**entry, "config": settings.to_dict()}, key)


def _check_table(settings: Config) -> None:
    """Raise BadConfig, UnknownGame or BadOptions where no match could be made, or nobody could enter.

    Not part of the fold: a log that was begun under other rules must still be readable.
    """
    if settings.absence not in ABSENCE:
        raise BadConfig(f"absence is {settings.absence!r}; it is one of {', '.join(ABSENCE)}")
    try:
        Control.from_dict(settings.clock.model_dump())
    except BadClock as wrong:
        raise BadConfig(f"clock: {wrong}") from wrong
    low, high = settings.rating_min, settings.rating_max
    if low is not None and high is not None and low > high:
        raise BadConfig(f"rating_min is {low:g} and rating_max {high:g}: nobody could enter")
    tables = {"game": settings.game, "tables": settings.seats, "options": settings.options}
    try:
        read_plan({**tables, "players": ["random", "greedy"], "pairs": 1})
    except BadPlan as wrong:
        raise BadConfig(f"seats: {wrong}") from wrong


def _check_duplicate(settings: Config) -> None:
    """Raise BadConfig if a player would have to forget what the deal brought at the table's other boards.

    All boards of a table have the same players, and people can't forget a deal that they have seen.
    """
    if "person" in settings.players:
        raise BadConfig("players: a person would know the deal from the other boards; program and bot may enter")
    if settings.has_chat:
        raise BadConfig("has_chat: at duplicate tables nobody may tell what a deal brings")


def _seed() -> str:
    return secrets.token_hex(SEED_BYTES)


@dataclass(frozen=True, slots=True)
class Asking:
    """The asking side: the account, its kind (person or program) and its rating; and the levels that bots offer."""

    account: str
    player: str
    rating: float
    levels: frozenset[str]
    is_operator: bool = False


def answer_wish(kept: KeptTournament, asking: Asking, wish: object) -> list[Entry]:
    """Return the log entries that a wish makes; raise BadRequest, NotYourTournament, NotAdmitted, UnknownLevel."""
    if not isinstance(wish, dict) or not isinstance(wish.get("kind"), str) or wish["kind"] not in KINDS:
        raise BadRequest(f"a change is an object whose kind is one of {', '.join(KINDS)}")
    kind, account, at_ms = wish["kind"], asking.account, now_ms()
    if kind not in OPEN and account != kept.host and not asking.is_operator:
        raise NotYourTournament(f"only its host {kept.host!r} may do that")
    if kind == "enter":
        return _enter(kept.tournament, asking, at_ms)
    if kind in {"withdraw", "return", "remove"}:
        who = wish.get("entrant") if kind == "remove" else account
        if not isinstance(who, str):
            raise BadRequest("entrant is the id of who is to be removed")
        by = {"by": account} if kind == "remove" else {}
        return [each | by for each in _come_or_go(kept.tournament, KINDS[kind], who, at_ms)]
    if kind == "add_bots":
        return _bots(kept, wish, asking.levels, at_ms)
    if kind == "correct":
        names = ("round", "table", "board", "ranks", "scores", "cause", "absent", "reason")
        fields = {name: wish[name] for name in names if name in wish}
        return [{"cause": "adjudicated", "board": 0, **fields, "kind": "corrected", "at_ms": at_ms, "by": account}]
    reason = str(wish.get("reason", ""))
    return [{"kind": KINDS[kind], "at_ms": at_ms, "by": account, "reason": reason or "the host ended it"}]


def _enter(tournament: Tournament, asking: Asking, at_ms: int) -> list[Entry]:
    account = asking.account
    if account in tournament.entrants and account not in tournament.withdrawn:
        return []
    # The log keeps every change for ever, and whoever follows the tournament gets it.
    limits().check("entrant_changes_max", tournament.changes[account] + 1)
    objection = tournament.settings.find_objection(asking.player, asking.rating)
    if objection is not None:
        raise NotAdmitted(objection.text, reason=objection.reason)
    entrant = {"id": account, "name": account, "player": asking.player, "rating": asking.rating}
    return [{"kind": "entered", "at_ms": at_ms, "entrant": entrant}]


def _come_or_go(tournament: Tournament, kind: str, who: str, at_ms: int) -> list[Entry]:
    """Return the entry by which somebody is paired no more, or again; none if that is so already."""
    is_so = who in tournament.withdrawn if kind == "withdrawn" else not tournament.is_away(who)
    if is_so:
        return []
    # Going is always possible.
    if kind == "returned":
        limits().check("entrant_changes_max", tournament.changes[who] + 1)
    return [{"kind": kind, "at_ms": at_ms, "entrant": who}]


def _bots(kept: KeptTournament, wish: dict[str, object], levels: frozenset[str], at_ms: int) -> list[Entry]:
    level, count = wish.get("level"), wish.get("count", 1)
    if not isinstance(level, str) or not level:
        raise BadRequest("level names the bots' level")
    if level not in levels:
        known = ", ".join(sorted(levels)) or "none: no bot worker has started yet"
        raise UnknownLevel(f"no bot plays at level {level!r}; there are {known}")
    if type(count) is not int or not 1 <= count <= limits().bots_per_call_max:
        raise BadRequest(f"count is a whole number from 1 to {limits().bots_per_call_max}")
    # Whom the host has removed can't be entered again.
    numbered = {*kept.tournament.entrants, *kept.tournament.removed}
    taken = [each for each in numbered if each.startswith(f"{BOT_PREFIX}{level}:")]
    first = 1 + max((int(each.rpartition(":")[2]) for each in taken), default=0)
    return [
        {
            "kind": "entered",
            "at_ms": at_ms,
            "entrant": {
                "id": f"{BOT_PREFIX}{level}:{number}",
                "name": f"{level} {number}",
                "player": "bot",
                "level": level,
                "rating": wish.get("rating", 0),
                "is_challenger": wish.get("is_challenger", False),
            },
        }
        for number in range(first, first + count)
    ]


#: what can be asked -> the kind of the log entry
KINDS = {
    "enter": "entered",
    "withdraw": "withdrawn",
    "return": "returned",
    "add_bots": "entered",
    "remove": "withdrawn",
    "start": "started",
    "pause": "paused",
    "resume": "resumed",
    "correct": "corrected",
    "finish": "finished",
}
#: what everybody may ask
OPEN = ("enter", "withdraw", "return")
