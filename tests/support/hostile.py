"""Requests with texts in them that no honest client sends: every string of every gRPC and REST request in turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from google.protobuf.descriptor import FieldDescriptor

from protos.astrarium.v1 import analysis_pb2, catalog_pb2, director_pb2, match_pb2, series_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from google.protobuf.message import Message

MODULES = (catalog_pb2, match_pb2, analysis_pb2, director_pb2, series_pb2)
#: what tells one call from another beside its texts: streams end, nothing waits, nothing lasts
SHORT = {"is_snapshot": True}
PARAMETER_CHARS_MAX = 1_000
#: whoever has revoked its own token asks for nothing more, so nothing is deleted
METHODS = {"get", "post", "put", "patch"}
#: bodies that are read but would set a lot of work going
LIGHT = {"pairs": 1, "players": ["random", "random"], "tables": 2, "budget_ms": 1, "iterations": 1}


class Known(NamedTuple):
    """What there is on the server: a match with a log and a chat, a tournament, a series, an account."""

    match_id: str
    tournament_id: str
    series_id: str
    account: str


class Call(NamedTuple):
    """A gRPC call with its request, and where the text stands in it."""

    method: str
    request: Message
    place: str
    is_stream: bool


class Asked(NamedTuple):
    """A REST request, and where the text stands in it."""

    method: str
    path: str
    options: dict[str, Any]
    place: str


def hostile_texts(known: Known) -> list[str]:
    """Return texts like keys, like patterns and like code, huge ones, empty ones, and such as nobody can read."""
    ids, name = known[:3], known.account
    return [
        *(f"{each}{end}" for each in ids for end in (":log", ":chat")),
        *(f"{known.match_id}{end}" for end in (":chat:muted", f":answers:{name}", f":chat:rate:{name}", "\n", "\0")),
        *(f"{name}{end}" for end in (":tokens", ":matches", ":events", ":answers", ":open")),
        *("astrarium:revoked", "running", "~director", "~visitor", "*", "[a-z]*", "a" * 81, "a" * 300, "a" * 20_000),
        *("", " ", "a b", "..", "../../etc/passwd", "%s%n", "{}", "null", "-1", "1e400", "' OR 1=1--", "<b>x</b>"),
        *(
            "müller",
            "ß" * 60,
            "日本語",
            "😀" * 81,
            "\u2028",
            "\u202eabc",
            "\ufeff",
            "\x7f",
            "\x00\x01\x1b[2J",
            "a\r\nb",
        ),
    ]


# -- gRPC ------------------------------------------------------------------------------------------


def _samples(known: Known) -> dict[str, Any]:
    """Return values that make a request good but for the text that is put in."""
    seats = [match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT), match_pb2.Seat(kind=match_pb2.SEAT_KIND_OPEN)]
    plan = {"game": "roll", **LIGHT}
    return {
        "match_id": known.match_id,
        "tournament_id": known.tournament_id,
        "series_id": known.series_id,
        "game": "roll",
        "settings": match_pb2.MatchSettings(game="roll"),
        "tables": [match_pb2.Seats(seats=seats)],
        "player": known.account,
        "form": "csv",
        "text": "well",
        "config": orjson.dumps({"name": "Cup", "game": "roll", "format": "swiss", "seats": 2}),
        "change": orjson.dumps({"kind": "enter"}),
        "plan": orjson.dumps(plan),
        "actions": [orjson.dumps("pass")],
        **SHORT,
    }


def _fill(message: Message, samples: dict[str, Any]) -> Message:
    for field in message.DESCRIPTOR.fields:
        if field.name == "seats" and field.message_type is not None:
            message.seats.extend(samples["tables"][0].seats)
        elif field.name == "seats":
            message.seats = 2
        elif field.name in samples and field.name != "actions":
            _put(message, field, samples[field.name])
        elif field.name == "actions" and field.type == FieldDescriptor.TYPE_BYTES:
            message.actions.extend(samples["actions"])
    return message


def _put(message: Message, field: FieldDescriptor, value: Any) -> None:
    if field.is_repeated:
        getattr(message, field.name).extend(value)
    elif field.message_type is not None:
        getattr(message, field.name).CopyFrom(value)
    else:
        setattr(message, field.name, value)


def _places(message: Message, path: str = "") -> Iterator[tuple[str, Callable[[Message, str], None]]]:
    """Yield each field of a filled request that takes a text (JSON in bytes, too), and what puts one there."""
    for field in message.DESCRIPTOR.fields:
        name = field.name
        if field.type in {FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES}:
            yield f"{path}{name}", _putter(field)
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            inner = getattr(message, name)
            if field.is_repeated:
                if not inner:
                    inner = [inner.add()]
                inner = inner[0]
            for place, put in _places(inner, f"{path}{name}."):
                yield place, _within(name, field.is_repeated, put)


def _within(name: str, is_repeated: bool, put: Callable[[Message, str], None]) -> Callable[[Message, str], None]:
    def put_within(message: Message, text: str) -> None:
        inner = getattr(message, name)
        put(inner[0] if is_repeated else inner, text)

    return put_within


def _putter(field: FieldDescriptor) -> Callable[[Message, str], None]:
    def put(message: Message, text: str) -> None:
        value: Any = text
        if field.type == FieldDescriptor.TYPE_BYTES:
            held = getattr(message, field.name)
            value = orjson.dumps(_spoil(orjson.loads(held) if isinstance(held, bytes) and held else {}, text))
        if field.is_repeated:
            del getattr(message, field.name)[:]
        _put(message, field, [value] if field.is_repeated else value)

    return put


def _spoil(value: Any, text: str) -> Any:
    """Return a JSON value with the text as a member's name and for every text in it but those that name a kind."""
    if isinstance(value, dict):
        kept = {"kind", "format"}
        return {key: each if key in kept else _spoil(each, text) for key, each in value.items()} | {text: text}
    return [_spoil(each, text) for each in value] if isinstance(value, list) else text


def grpc_calls(known: Known, texts: list[str]) -> Iterator[Call]:
    """Yield every call of the contract with each of the texts in each of its fields."""
    samples = _samples(known)
    for module in MODULES:
        for service in module.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                kind = getattr(module, method.input_type.name)
                for place, put in _places(_fill(kind(), samples)):
                    for text in texts:
                        request = _fill(kind(), samples)
                        list(_places(request))
                        put(request, text)
                        name = f"/{service.full_name}/{method.name}"
                        yield Call(name, request, f"{place}={text[:40]!r}", method.server_streaming)


# -- REST ------------------------------------------------------------------------------------------


def rest_requests(document: dict[str, Any], known: Known, texts: list[str]) -> Iterator[Asked]:
    """Yield every request of an OpenAPI document with each of the texts in each place that takes one."""
    values = {"name": "roll", "player": known.account, "error": "BadRequest"} | known._asdict()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method not in METHODS:
                continue
            taken = [*operations.get("parameters", ()), *operation.get("parameters", ())]
            named = [_resolve(document, each) for each in taken]
            always = {"params": {each["name"]: "false" for each in named if each["name"] == "follow"}}
            for parameter in named:
                for text in texts:
                    yield _with_parameter(Asked(method, path, always, ""), values, parameter, text)
            for body in _bodies(operation):
                for place, spoilt in _spoilt_bodies(body):
                    for text in texts:
                        sent = {**always, "json": spoilt(text)}
                        yield Asked(method, _path(path, values), sent, f"body {place}={text[:40]!r}")


def _resolve(document: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in found:
        return found
    *_, kind, name = found["$ref"].split("/")
    resolved: dict[str, Any] = document["components"][kind][name]
    return resolved


def _path(path: str, values: dict[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda name: values.get(name[1], "k3v9m2x8q7r5"), path)


def _with_parameter(asked: Asked, values: dict[str, str], parameter: dict[str, Any], text: str) -> Asked:
    """Return a request whose path is a pattern yet with the text in a parameter; a path's length is limited before."""
    name, place = parameter["name"], parameter["in"]
    told, short = f"{place} {name}={text[:40]!r}", text[:PARAMETER_CHARS_MAX]
    path, options = _path(asked.path, values), asked.options
    if place == "path":
        path = _path(asked.path, values | {name: "".join(f"%{byte:02x}" for byte in short.encode())})
    elif place == "query":
        options = options | {"params": options["params"] | {name: short}}
    else:
        # What no header can hold is cut off here: no client of ours would send it.
        held = "".join(letter for letter in short if letter.isprintable()).strip()
        options = options | {"headers": {name: held.encode()}}
    return Asked(asked.method, path, options, told)


def _bodies(operation: dict[str, Any]) -> list[Any]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if "examples" in content:
        return [each["value"] for each in content["examples"].values()]
    found = [content["example"]] if "example" in content else []
    return [each | LIGHT if isinstance(each, dict) and "pairs" in each else each for each in found]


def _spoilt_bodies(body: Any, path: str = "") -> Iterator[tuple[str, Callable[[str], Any]]]:
    """Yield each place of a body where a text stands, or a member's name, and what makes the body with another."""
    if isinstance(body, str):
        yield path, lambda text: text
    elif isinstance(body, dict):
        yield f"{path}.new", lambda text: body | {text: text}
        for key, value in body.items():
            for place, make in _spoilt_bodies(value, f"{path}.{key}"):
                yield place, lambda text, key=key, make=make: body | {key: make(text)}
    elif isinstance(body, list):
        for number, value in enumerate(body):
            for place, make in _spoilt_bodies(value, f"{path}.{number}"):
                yield place, lambda text, n=number, make=make: [*body[:n], make(text), *body[n + 1 :]]
