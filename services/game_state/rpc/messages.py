"""Conversion between stored forms and messages of the contract."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import orjson

from protos.astrarium.v1 import catalog_pb2, match_pb2
from services.game_state.match.absence import claimable_ms
from services.game_state.match.admission import Admission
from services.game_state.match.model import Seat
from services.game_state.match.settings import MatchSettings, TournamentPlace
from services.game_state.table.past import Look
from services.shared.clocks import Clocks
from services.shared.errors import BadRequest
from services.shared.idempotency import SERVER_PREFIX
from services.shared.json import dump_json
from services.shared.now import now_ms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import InformationSet
    from engine.contract.vocabulary import Field
    from services.game_state.cases.chat import Message
    from services.game_state.cases.refusals import RefusedSubmission
    from services.game_state.match.model import Match, Start, TakeBack
    from services.game_state.table.table import Table

STATUSES: dict[str, match_pb2.MatchStatus.ValueType] = {
    "waiting": match_pb2.MATCH_STATUS_WAITING,
    "running": match_pb2.MATCH_STATUS_RUNNING,
    "over": match_pb2.MATCH_STATUS_OVER,
}
STATUS_WORDS = {number: word for word, number in STATUSES.items()}
KINDS: dict[str, match_pb2.SeatKind.ValueType] = {
    "open": match_pb2.SEAT_KIND_OPEN,
    "account": match_pb2.SEAT_KIND_ACCOUNT,
    "bot": match_pb2.SEAT_KIND_BOT,
    "invited": match_pb2.SEAT_KIND_INVITED,
}
#: actions whose JSON is kept: the same ones are legal again and again
LEGAL_ROWS_MAX = 8_192
#: settings that travel as JSON
JSON_SETTINGS = ("options", "clock")
#: What the server makes itself, tournaments' matches above all, is played as it comes.
SERVER_SETTINGS: dict[str, bool] = {"allows_take_back": False, "has_chat": False, "allows_analysis": False}
KIND_WORDS: dict[int, Any] = {  # Any: mypy takes no key of a dict for a literal
    number: word for word, number in KINDS.items()
}


def match_message(match: Match, account: str) -> match_pb2.Match:
    """Return a match as an account may know it."""
    return _with_state(_tell_arrangement(match), match, match.seats_of(account))


def _tell_arrangement(match: Match) -> match_pb2.Match:
    """Return what of a match is arranged before it begins, and stays as its actions come: settings and seats."""
    seats = [
        match_pb2.Seat(
            kind=KINDS[seat.kind],
            account=seat.account,
            level=seat.level,
            resigned_by=seat.resigned_by,
            stands_in_for=seat.stands_in_for,
            cause=seat.cause,
            player=seat.player,
        )
        for seat in match.seats
    ]
    return match_pb2.Match(settings=settings_message(match.settings), seats=seats)


def _with_state(arranged: match_pb2.Match, match: Match, own: tuple[int, ...]) -> match_pb2.Match:
    """Return a whole match for an account that holds the seats *own*."""
    clocks = None if match.clocks is None else Clocks.from_dict(match.clocks)
    return match_pb2.Match(
        match_id=match.match_id,
        settings=arranged.settings,
        rules_version=match.rules_version,
        seats=arranged.seats,
        status=STATUSES[match.status],
        version=match.version_for(own[0] if own else None),
        deciding_seats=match.deciding,
        creator=match.creator,
        commitment=match.commitment,
        created_ms=match.created_ms,
        started_ms=match.started_ms,
        ended_ms=match.ended_ms,
        ended=match.ended,
        scores=match.scores,
        ranks=match.ranks,
        own_seats=own,
        own_deadlines_ms={} if clocks is None else {s: at for s, at in clocks.deadlines().items() if s in own},
        clocks=_clocks(match, own),
        take_back=None if match.take_back is None else take_back_message(match.take_back),
        is_sealed=match.is_sealed,
        claimable_ms=claimable_ms(match),
        start=None if match.start is None else moment_message(match.start),
    )


def _clocks(match: Match, own: tuple[int, ...]) -> list[match_pb2.SeatClock]:
    """Return the clocks of all seats that have one: the own ones as they are, others as everybody knows them."""
    if match.clocks is None or match.seen_clocks is None or match.status != "running":
        return []
    exact, seen = Clocks.from_dict(match.clocks), Clocks.from_dict(match.seen_clocks)
    told = []
    for seat in range(len(match.seats)):
        clocks = exact if seat in own else seen
        if seat not in clocks.untimed:
            told.append(
                match_pb2.SeatClock(seat=seat, left_ms=clocks.left_ms[seat], until_ms=clocks.deadlines().get(seat, 0))
            )
    return told


def moment_message(start: Start) -> match_pb2.MatchMoment:
    """Return the moment that a match goes on from."""
    return match_pb2.MatchMoment(match_id=start.match_id, version=start.version)


def settings_message(settings: MatchSettings) -> match_pb2.MatchSettings:
    """Return settings as the contract has them: by the same names, whom the host lets in among them."""
    named = {each.name: getattr(settings, each.name) for each in fields(settings)}
    admission: Admission = named.pop("admission")
    named |= {each.name: getattr(admission, each.name) for each in fields(admission)}
    named |= {name: dump_json(named[name]) for name in JSON_SETTINGS}
    place = settings.tournament
    named["tournament"] = None if place is None else match_pb2.TournamentPlace(**asdict(place))
    return match_pb2.MatchSettings(**named | {"deal": settings.deal or None})


def settings_from(sent: match_pb2.MatchSettings, account: str) -> MatchSettings:
    """Return the settings that an account wishes, defaults where it says nothing; raise BadRequest."""
    # Any: each field has a type of its own.
    named: dict[str, Any] = {field.name: value for field, value in sent.ListFields()}
    if not named.get("game"):
        raise BadRequest("settings: name the game")
    bounds = {name: named.pop(name, None) for name in ("rating_min", "rating_max")}
    named["admission"] = Admission.of(named.pop("admits", ()), **bounds)
    named |= {name: json_object(named[name], name) for name in JSON_SETTINGS if name in named}
    if place := named.get("tournament"):
        named["tournament"] = TournamentPlace(place.tournament_id, place.round, place.table, place.lane)
    return MatchSettings(**(SERVER_SETTINGS if account.startswith(SERVER_PREFIX) else {}) | named)


class MatchMessages:
    """Matches as messages, made once for all who hold the same seats; not to be changed."""

    def __init__(self) -> None:
        """Begin with none made."""
        self._made: WeakKeyDictionary[Table, _Made] = WeakKeyDictionary()

    def find(self, table: Table, account: str) -> match_pb2.Match:
        """Return the match of a table as an account may know it."""
        match = table.match
        made = self._made.get(table)
        if made is None or made.match is not match:
            # An action leaves settings and seats the very objects that they were.
            is_arranged = made is not None and made.match.settings is match.settings and made.match.seats is match.seats
            arranged = made.arranged if made is not None and is_arranged else _tell_arrangement(match)
            made = self._made[table] = _Made(match, arranged)
        own = match.seats_of(account)
        if own not in made.by_seats:
            made.by_seats[own] = _with_state(made.arranged, match, own)
        return made.by_seats[own]


@dataclass(frozen=True, slots=True)
class _Made:
    """The messages of a match as it stands, by the seats of whoever they are for."""

    match: Match
    arranged: match_pb2.Match
    by_seats: dict[tuple[int, ...], match_pb2.Match] = field(default_factory=dict)


def take_back_message(wish: TakeBack) -> match_pb2.TakeBack:
    """Return a wish to take actions back."""
    return match_pb2.TakeBack(
        seat=wish.seat, take_back_id=wish.take_back_id, actions=wish.actions, agreed_seats=wish.agreed
    )


def look_in(request: match_pb2.GetViewRequest | match_pb2.WatchEventsRequest) -> Look:
    """Return what of a match a request wants to see."""
    return Look(
        request.seat if request.HasField("seat") else None,
        request.version if request.HasField("version") else None,
        request.has_open_hands,
    )


def event_item(cursor: int, event: bytes, version: int | None = None) -> match_pb2.WatchedItem:
    """Return an event of that number as an item of a stream, of the past with its version."""
    return match_pb2.WatchedItem(event=match_pb2.Event(cursor=cursor, event=event, version=version))


def refusal_message(refused: RefusedSubmission) -> match_pb2.RefusedSubmission:
    """Return a refused submission as a message."""
    return match_pb2.RefusedSubmission(**asdict(refused))


def chat_message(said: Message) -> match_pb2.ChatMessage:
    """Return something said."""
    return match_pb2.ChatMessage(
        cursor=said.cursor, account=said.account, seat=said.seat, scope=said.scope, text=said.text, at_ms=said.at_ms
    )


def remaining_ms(match: Match, seat: int) -> int | None:
    """Return what a seat has left of its time, None without a clock."""
    return None if match.clocks is None else Clocks.from_dict(match.clocks).remaining(seat, now_ms())


def seats_from(seats: Iterable[match_pb2.Seat]) -> tuple[Seat, ...]:
    """Return the wished seats; raise BadRequest."""
    wished = []
    for number, seat in enumerate(seats):
        kind = KIND_WORDS.get(seat.kind)
        if kind is None:
            raise BadRequest(f"seat {number}: kind is open, account or bot")
        if kind == "bot" and not seat.level:
            raise BadRequest(f"seat {number}: name the bot's level")
        if kind == "invited" and not seat.account:
            raise BadRequest(f"seat {number}: name the account that is invited")
        wished.append(Seat(kind, account=seat.account, level=seat.level))
    return tuple(wished)


def json_object(data: bytes, name: str) -> dict[str, object]:
    """Return the object of a JSON field ({} if empty); raise BadRequest."""
    try:
        value = orjson.loads(data) if data else {}
    except orjson.JSONDecodeError as wrong:
        raise BadRequest(f"{name} is no JSON: {wrong}") from wrong
    if not isinstance(value, dict):
        raise BadRequest(f"{name} is a JSON object")
    return value


def game_message(game: Game) -> catalog_pb2.Game:
    """Return a game's row of the catalog."""
    return catalog_pb2.Game(
        name=game.name,
        title=game.title,
        seats_min=game.seats_min,
        seats_max=game.seats_max,
        rules_version=game.rules_version,
        options=[
            catalog_pb2.Option(
                name=name,
                text=option.text,
                default_value=dump_json(option.default),
                choices=dump_json(list(option.choices or ())),
                seats=option.seats,
            )
            for name, option in game.options.items()
        ],
    )


def _fields(fields: Iterable[Field]) -> list[dict[str, object]]:
    described: list[dict[str, object]] = []
    for each in fields:
        values = each.values
        known: dict[str, object] = (
            {"values": list(values)} if isinstance(values, tuple) else {"min": values[0], "max": values[-1]}
        )
        described.append({"name": each.name} | known)
    return described


def game_details(game: Game) -> catalog_pb2.GetGameResponse:
    """Return everything that a client may want to know about a game before it plays."""
    actions = [
        {"kind": kind.name, "fields": _fields(kind.fields), "rule": kind.rule, "text": kind.text}
        for kind in game.Action.KINDS
    ]
    events = [
        {
            "kind": kind.name,
            "fields": _fields(kind.fields),
            "text": kind.text,
            "secret": list(kind.secret),
            "is_private": kind.private,
        }
        for kind in game.events
    ]
    decisions = {name: {"rule": rule, "text": text} for name, (rule, text) in game.decisions.items()}
    return catalog_pb2.GetGameResponse(
        game=game_message(game),
        catalog=dump_json(game.catalog()),
        actions=dump_json(actions),
        decisions=dump_json(decisions),
        events=dump_json(events),
    )


def decision_message(match: Match, seat: int, info: InformationSet, *, is_asked: bool) -> match_pb2.GetDecisionResponse:
    """Return what a seat is asked by what it knows of a match that has begun."""
    answer = match_pb2.GetDecisionResponse(
        seat=seat,
        version=info.version + match.versions_ahead,
        status=STATUSES["over" if info.is_over else match.status],
        remaining_ms=remaining_ms(match, seat),
    )
    asked = info.decision() if is_asked else None
    if asked is None:
        return answer
    answer.is_asked = True
    answer.asks, answer.rule, answer.text = asked["asks"], asked["rule"], asked["text"]
    answer.legal_actions = legal_json(info.legal_actions())
    return answer


def legal_json(actions: Iterable[Action]) -> bytes:
    """Return legal actions as JSON: notation and dict of each."""
    return b"[%b]" % b",".join(map(_legal_row, actions))


@lru_cache(maxsize=LEGAL_ROWS_MAX)
def _legal_row(action: Action) -> bytes:
    return dump_json({"notation": str(action), "action": action.to_dict()})
