"""The archive's database: SQLite in a file, or PostgreSQL. Its calls block; `archive.py` keeps them off the loop."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import orjson
import structlog
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Row,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    text,
)
from zstandard import ZstdError

from services.game_state.archive.content import Archived
from services.game_state.archive.logs import ArchivedLog, find_log, find_matches, forget_series, keep_matches
from services.game_state.archive.results import find_changes, keep_results
from services.game_state.archive.schema import matches, players
from services.game_state.archive.search import Found
from services.game_state.archive.upsert import put_newer
from services.game_state.match.model import BOT
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.paging import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

    from services.game_state.archive.results import RatedResult, RatingChange
    from services.game_state.archive.search import ArchiveQuery
    from services.game_state.match.model import Match

MIGRATIONS = Path(__file__).parent / "migrations"
#: seconds until a connection is given up, and until another writer of the same SQLite file is
CONNECT_S_MAX = 5
#: of one statement in PostgreSQL
STATEMENT_MS_MAX = 10_000
#: number of PostgreSQL's advisory lock under which tables are changed
UPGRADE_LOCK = 4_817_052_133
FILE_MODE = 0o600
#: how many rows a search looks through at first
FEW_ROWS = 500
#: the place in `players` of a creator that holds no seat
NO_SEAT = -1
log = structlog.get_logger()


def make_engine(url: str, connections: int) -> Engine:
    """Return an engine for `sqlite:///FILE` or `postgresql://…`; nothing is connected yet."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _make_sqlite(parsed, connections)
    options = {"connect_timeout": CONNECT_S_MAX, "options": f"-c statement_timeout={STATEMENT_MS_MAX}"}
    return create_engine(
        parsed.set(drivername="postgresql+psycopg"),
        pool_size=connections,
        max_overflow=0,
        pool_pre_ping=True,
        connect_args=options,
    )


def _make_sqlite(url: URL, connections: int) -> Engine:
    # Begun by hand (below): the driver's own beginning would leave changes of tables outside of transactions.
    options = {"timeout": CONNECT_S_MAX, "isolation_level": None}
    engine = create_engine(url, pool_size=connections, max_overflow=0, connect_args=options)

    @event.listens_for(engine, "do_connect")
    def make_file(*_: object) -> None:
        if url.database:
            # It holds private matches: for its owner alone, as are the files that SQLite puts beside it.
            os.close(os.open(url.database, os.O_CREAT | os.O_RDWR, FILE_MODE))

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        # A match leaves Valkey once it is here: a commit has to be on the disk.
        # And what is deleted or replaced, an account's name for one, is written over.
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Two readers that both go on to write would refuse each other.
        how = "IMMEDIATE" if connection.get_execution_options().get("is_write") else "DEFERRED"
        connection.exec_driver_sql(f"BEGIN {how}")

    return engine


class ArchiveDatabase:
    """Archived matches in a database, whose tables are made and changed when it is first used."""

    def __init__(self, url: str, connections: int = 1) -> None:
        """Use at most so many *connections* to the database at *url*."""
        self._engine = make_engine(url, connections)
        self._writing = self._engine.execution_options(is_write=True)
        self._is_open = False
        self._opening = threading.Lock()

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    def open(self) -> None:
        """Bring the tables up to date, in one transaction, whoever else does so at the same time."""
        with self._opening:
            if self._is_open:
                return
            with self._writing.begin() as connection:
                if connection.dialect.name == "postgresql":
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
                config = Config()
                config.set_main_option("script_location", str(MIGRATIONS))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
            self._is_open = True

    def look(self) -> None:
        """Look whether the database answers; its tables are up to date then."""
        self.open()
        with self._engine.connect() as connection:
            connection.execute(select(1))

    # -- writing -----------------------------------------------------------------------------------

    def keep(self, archived: Sequence[Archived]) -> dict[str, int]:
        """Keep matches, all in one transaction, in the place of older copies; doing it again changes nothing.

        Return the matches of which a newer copy is there, with its revision: they stay as they are.
        """
        self.open()
        match_ids = [each.match.match_id for each in archived]
        with self._writing.begin() as connection:
            rows = [_row_of(each) for each in archived]
            put = put_newer(connection, matches, rows, lambda there, row: row.revision >= there.c.revision)
            kept = {row.match_id for row in put}
            # The rows of matches that were put are locked until the end: nobody else writes their players meanwhile.
            connection.execute(delete(players).where(players.c.match_id.in_(kept)))
            seated = [row for each in archived if each.match.match_id in kept for row in _player_rows(each)]
            if seated:
                connection.execute(insert(players), seated)
            return self._find_revisions(connection, [each for each in match_ids if each not in kept])

    @staticmethod
    def _find_revisions(connection: Connection, match_ids: Sequence[str]) -> dict[str, int]:
        """Return the revisions of the copies that are there, by id."""
        found = select(matches.c.match_id, matches.c.revision).where(matches.c.match_id.in_(match_ids))
        return {row.match_id: row.revision for row in connection.execute(found)}

    def keep_log(self, archived: ArchivedLog) -> None:
        """See ArchivedLog.keep; doing it again changes nothing."""
        self.open()
        with self._writing.begin() as connection:
            archived.keep(connection)

    def keep_matches(self, series_id: str, lines: Mapping[str, bytes]) -> None:
        """See logs.keep_matches; doing it again changes nothing."""
        self.open()
        with self._writing.begin() as connection:
            keep_matches(connection, series_id, lines)

    def forget_series(self, before_ms: int, most: int) -> list[str]:
        """See logs.forget_series."""
        self.open()
        with self._writing.begin() as connection:
            return forget_series(connection, before_ms, most)

    def keep_results(self, kept: Sequence[RatedResult]) -> None:
        """See results.keep_results; doing it again changes nothing."""
        self.open()
        with self._writing.begin() as connection:
            keep_results(connection, kept)

    # -- reading -----------------------------------------------------------------------------------

    def token(self, match_id: str) -> str | None:
        """Return the token of a match; None: it is not here."""
        self.open()
        with self._engine.connect() as connection:
            token: str | None = connection.execute(
                select(matches.c.token).where(matches.c.match_id == match_id)
            ).scalar()
            return token

    def find(self, match_id: str) -> Archived | None:
        """Return a match; None: it is not here. Raises zstandard.ZstdError if it is damaged."""
        content = self._read([match_id]).get(match_id)
        return None if content is None else Archived.from_bytes(content)

    def find_all(self, match_ids: Sequence[str]) -> dict[str, Archived]:
        """Return those of the matches that are here and whole, by id."""
        found = {}
        for match_id, content in self._read(match_ids).items():
            try:
                found[match_id] = Archived.from_bytes(content)
            except ZstdError:
                log.warning("a match in the archive is damaged", match_id=match_id)
        return found

    def _read(self, match_ids: Sequence[str]) -> dict[str, bytes]:
        self.open()
        with self._engine.connect() as connection:
            wanted = select(matches.c.match_id, matches.c.content).where(matches.c.match_id.in_(match_ids))
            return {row.match_id: row.content for row in connection.execute(wanted)}

    def page(self, search: ArchiveQuery, after: Place | None, count: int) -> Found:
        """Return up to *count* places of matches that are wanted, in their order, that follow the place *after*.

        It looks through no more than so many rows, whatever is wanted: others wait meanwhile.
        """
        self.open()
        places: list[Place] = []
        until = after
        with self._engine.connect() as connection:
            # Most searches find enough among a few rows, and all that are looked through are sorted.
            for rows in (FEW_ROWS, limits().archive_rows_scanned_max):
                found = connection.execute(search.to_select(until, rows, count - len(places)))
                places += _places(found)
                if len(places) == count:
                    return Found(places, places[-1])
                last = _places(connection.execute(search.to_last(until, rows)))
                if not last:
                    return Found(places, None)
                until = last[0]
        return Found(places, until)

    def find_log(self, kind: str, log_id: str) -> list[bytes]:
        """See logs.find_log."""
        self.open()
        with self._engine.connect() as connection:
            return find_log(connection, kind, log_id)

    def find_matches(self, series_id: str, places: Sequence[str]) -> dict[str, bytes]:
        """See logs.find_matches."""
        self.open()
        with self._engine.connect() as connection:
            return find_matches(connection, series_id, places)

    def find_changes(self, player: str, game: str, seats: int, before: int) -> list[RatingChange]:
        """See results.find_changes."""
        self.open()
        with self._engine.connect() as connection:
            return find_changes(connection, player, game, seats, before)

    def count(self) -> int:
        """Return how many matches are here."""
        self.open()
        with self._engine.connect() as connection:
            return connection.execute(select(func.count()).select_from(matches)).scalar_one()


def _places(rows: Iterable[Row[str, int, str]]) -> list[Place]:
    return [Place(at_ms, digest, match_id) for match_id, at_ms, digest in rows]


def _row_of(archived: Archived) -> dict[str, object]:
    match = archived.match
    settings, place = match.settings, _place_of(match)
    return {
        "match_id": match.match_id,
        "revision": archived.revision,
        "token": archived.stored.token,
        "game": match.game,
        "seats": len(match.seats),
        "options": dump_json(settings.options, option=orjson.OPT_SORT_KEYS).decode(),
        "rules_version": match.rules_version,
        "clock": settings.clock["kind"],
        "is_private": settings.is_private,
        "is_rated": settings.is_rated,
        "tournament_id": "" if settings.tournament is None else settings.tournament.tournament_id,
        "ended": match.ended,
        "length": match.length,
        "started_ms": match.started_ms,
        "ended_ms": place.at_ms,
        "digest": place.digest,
        "content": archived.to_bytes(),
    }


def _player_rows(archived: Archived) -> Iterator[dict[str, object]]:
    match = archived.match
    place = _place_of(match)
    for number, player, kind, is_away in _list_players(match):
        has_result = bool(match.ranks) and number != NO_SEAT
        yield {
            "match_id": match.match_id,
            "seat": number,
            "player": player,
            "kind": kind,
            "is_away": is_away,
            "rank": match.ranks[number] if has_result else 0,
            "points": match.scores[number] if has_result and match.scores else 0,
            "listed_ms": archived.listed_ms.get(player, match.created_ms),
            "ended_ms": place.at_ms,
            "digest": place.digest,
        }


def _list_players(match: Match) -> Iterator[tuple[int, str, str, bool]]:
    """Yield seat, player, kind, and whether it is away, of all who may find the match."""
    seated: set[str] = set()
    for number, seat in enumerate(match.seats):
        here = BOT + seat.level if seat.kind == "bot" else seat.account
        yield number, here, seat.player, False
        gone = {away for away in (seat.resigned_by, seat.stands_in_for) if away} - {here}
        for away in sorted(gone):
            yield number, away, seat.account_kind, True
        seated |= {here, *gone}
    if match.creator not in seated:
        yield NO_SEAT, match.creator, "", True


def _place_of(match: Match) -> Place:
    """Return the place of a match in the list of those that are over."""
    return Place.of(match.match_id.encode(), match.over_ms)
