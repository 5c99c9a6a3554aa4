"""The addresses of the store and of the broker: one server, or a primary that Sentinels name.

`redis://USER:PASSWORD@HOST:PORT/DB` is one server. `redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME/DB` is the
primary called NAME, as the Sentinels at these addresses know it; user and password are the primary's. Those of the
Sentinels, if they ask for any, follow as `?sentinel_username=…&sentinel_password=…`. `rediss` means TLS, to the
Sentinels as well; parameters such as `ssl_ca_certs` hold for both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, parse_qsl, quote, urlencode, urlsplit

from redis.connection import parse_url

if TYPE_CHECKING:
    from collections.abc import Mapping

SINGLE = ("redis", "rediss", "unix")
SENTINEL = ("redis+sentinel", "rediss+sentinel")
AMQP = ("amqp", "amqps")
SENTINEL_PORT = 26379
FORM = "redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME/0"
_PLACE = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(?::(?P<port>[0-9]{1,5}))?")
_PATH = re.compile(r"/(?P<name>[A-Za-z0-9_.-]+)(?:/(?P<db>[0-9]{1,4}))?/?")
PORT_MAX = 65_535
#: a Sentinel that doesn't answer at once is passed over: there are others
SENTINEL_TIMES = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}
#: parameters of an address that hold for the Sentinels alone
_OF_SENTINELS = {"sentinel_username": "username", "sentinel_password": "password"}


class BadAddressError(ValueError):
    """An address is malformed; the message says where, what would be right, and no password."""


@dataclass(frozen=True, slots=True)
class SentinelAddress:
    """A primary that Sentinels name."""

    sentinels: tuple[tuple[str, int], ...]
    #: the primary's name among the Sentinels
    name: str
    db: int
    #: user, password and TLS, as a client's options: for the primary and for the Sentinels
    options: Mapping[str, object]
    sentinel_options: Mapping[str, object]
    is_tls: bool


def check_address(url: str, *, is_broker: bool = False) -> str:
    """Return an address of the store, or of the broker, as it is; raise BadAddressError."""
    schemes = (*SINGLE, *SENTINEL, *AMQP) if is_broker else (*SINGLE, *SENTINEL)
    scheme = url.partition("://")[0] if "://" in url else ""
    if scheme not in schemes:
        raise BadAddressError(f"an address begins with {', '.join(f'{each}://' for each in schemes)}")
    if scheme in SENTINEL:
        parse_sentinel(url)
    return url


def is_sentinel(url: str) -> bool:
    """Whether an address names Sentinels."""
    return url.partition("://")[0] in SENTINEL


def is_redis(url: str) -> bool:
    """Whether Valkey or Redis speaks at an address."""
    return url.partition("://")[0] in (*SINGLE, *SENTINEL)


def parse_sentinel(url: str) -> SentinelAddress:
    """Return what an address of Sentinels says; raise BadAddressError."""
    try:
        parts = urlsplit(url)
    except ValueError as wrong:
        raise BadAddressError(f"the address is no URL ({wrong}); it has the form {FORM}") from None
    if parts.scheme not in SENTINEL:
        raise BadAddressError(f"an address of Sentinels begins with {SENTINEL[0]}:// or {SENTINEL[1]}://")
    path = _PATH.fullmatch(parts.path)
    if path is None:
        raise BadAddressError(
            f"after the Sentinels comes the primary's name and the database, as in {FORM}; there is {parts.path!r}"
        )
    is_tls = parts.scheme == "rediss+sentinel"
    options, sentinel_options = _options(parts, is_tls=is_tls)
    return SentinelAddress(_places(parts), path["name"], int(path["db"] or 0), options, sentinel_options, is_tls=is_tls)


def _places(parts: SplitResult) -> tuple[tuple[str, int], ...]:
    listed = parts.netloc.rpartition("@")[2].split(",")
    places = []
    for number, text in enumerate(listed, 1):
        place = _PLACE.fullmatch(text)
        port = SENTINEL_PORT if place is None or place["port"] is None else int(place["port"])
        if place is None or not 1 <= port <= PORT_MAX:
            raise BadAddressError(f"Sentinel {number} of {len(listed)} is {text!r}, not HOST:PORT; the form is {FORM}")
        places.append((place["host"].strip("[]"), port))
    return tuple(places)


def _options(parts: SplitResult, *, is_tls: bool) -> tuple[dict[str, object], dict[str, object]]:
    """Return the options of a client of the primary and of the Sentinels, as redis-py reads them from an address."""
    given = parse_qsl(parts.query, keep_blank_values=True)
    shared = urlencode([pair for pair in given if pair[0] not in _OF_SENTINELS])
    asks_as, has_at, _ = parts.netloc.rpartition("@")
    plain = f"{'rediss' if is_tls else 'redis'}://{asks_as}{has_at}unknown/?{shared}"
    try:
        options: dict[str, object] = dict(parse_url(plain))  # type: ignore[no-untyped-call]  # redis-py gives it no types
    except ValueError as wrong:
        raise BadAddressError(f"the address has a bad parameter: {wrong}") from None
    for name in ("host", "port", "db", "connection_class"):
        options.pop(name, None)
    own = {_OF_SENTINELS[name]: value for name, value in given if name in _OF_SENTINELS}
    tls = {name: value for name, value in options.items() if name.startswith("ssl_")}
    return options, tls | ({"ssl": True} if is_tls else {}) | own


def broker_options(url: str) -> dict[str, object]:
    """Return Celery's settings for a broker at an address: where it is, and how its transport finds a primary."""
    if not is_sentinel(url):
        return {"broker_url": url}
    found = parse_sentinel(url)
    name, password = (quote(str(found.options.get(each) or ""), safe="") for each in ("username", "password"))
    asks_as = f"{name}:{password}@" if password else ""
    places = [f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host, port in found.sentinels]
    settings: dict[str, object] = {
        "broker_url": ";".join(f"sentinel://{asks_as}{place}/{found.db}" for place in places),
        "broker_transport_options": {
            "master_name": found.name,
            "sentinel_kwargs": {**found.sentinel_options, **SENTINEL_TIMES},
            # Nothing closes the connections to a primary that fell silent, and there is another one soon.
            "socket_timeout": 3,
        },
    }
    if found.is_tls:
        tls = {name: value for name, value in found.options.items() if name.startswith("ssl_")}
        settings["broker_use_ssl"] = {"ssl_cert_reqs": "required"} | tls
    return settings
