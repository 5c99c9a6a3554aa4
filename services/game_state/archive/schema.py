"""The tables of the archive. A change of them is a new file in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
)

#: places in lists are compared as bytes, whatever the database's language is
Word = String().with_variant(String(collation="C"), "postgresql")

metadata = MetaData()

#: one row for each match; `content` is the whole of it (see content.py), the other columns are there to find it
matches = Table(
    "matches",
    metadata,
    Column("match_id", Word, primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("token", Word, nullable=False),
    Column("game", Word, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("options", Word, nullable=False, comment="canonical JSON"),
    Column("rules_version", Word, nullable=False),
    Column("clock", Word, nullable=False, comment="the kind of its clock"),
    Column("is_private", Boolean, nullable=False),
    Column("is_rated", Boolean, nullable=False),
    Column("tournament_id", Word, nullable=False, comment="'' outside of tournaments"),
    Column("ended", Word, nullable=False, comment="how: finished, resigned, timeout, adjudicated"),
    Column("length", Integer, nullable=False, comment="actions that stand"),
    Column("started_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Column("digest", Word, nullable=False, comment="orders matches that ended at the same moment (paging.py)"),
    Column("content", LargeBinary, nullable=False),
)
#: what searches look at besides: in the index, for a row has all of its match in it
LOOKED_AT = [matches.c[name] for name in ("is_private", "seats", "clock", "tournament_id", "ended", "length")]
_looked_at = [matches.c.match_id, *LOOKED_AT]
Index("matches_by_end", matches.c.ended_ms, matches.c.digest, matches.c.game, *_looked_at)
Index("matches_by_game", matches.c.game, matches.c.ended_ms, matches.c.digest, *_looked_at)
Index("matches_by_tournament", matches.c.tournament_id, matches.c.ended_ms, matches.c.digest)

#: who played or gave up at which seat; seat -1: the creator, where it held none
players = Table(
    "players",
    metadata,
    Column("match_id", Word, ForeignKey(matches.c.match_id, ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("player", Word, primary_key=True, comment="an account, or bot:LEVEL"),
    Column("kind", Word, nullable=False, comment="person, program or bot"),
    Column("is_away", Boolean, nullable=False, comment="gave the seat up, or a bot stands in"),
    Column("rank", SmallInteger, nullable=False, comment="0: the match ended without ranks"),
    Column("points", Integer, nullable=False),
    Column("listed_ms", BigInteger, nullable=False, comment="since when it stands in the player's list"),
    Column("ended_ms", BigInteger, nullable=False),
    Column("digest", Word, nullable=False),
)
Index("players_by_list", players.c.player, players.c.listed_ms, players.c.digest)
Index("players_by_match", players.c.match_id, players.c.player, players.c.rank, players.c.is_away)
Index("players_by_end", players.c.player, players.c.ended_ms, players.c.digest)

#: logs that are over, each with its entries, compressed
logs = Table(
    "logs",
    metadata,
    Column("kind", Word, primary_key=True, comment="tournament or series"),
    Column("log_id", Word, primary_key=True),
    Column("length", Integer, nullable=False, comment="entries"),
    Column("ended_ms", BigInteger, nullable=False, server_default="0"),
    Column("content", LargeBinary, nullable=False),
)
Index("logs_by_end", logs.c.kind, logs.c.ended_ms, logs.c.log_id)

#: matches of series that are over, each with its record, as the workers have handed them over
series_matches = Table(
    "series_matches",
    metadata,
    Column("series_id", Word, primary_key=True),
    Column("place", Word, primary_key=True, comment="in the series' plan"),
    Column("content", LargeBinary, nullable=False, comment="JSON, compressed by zlib"),
)

#: results that ratings rest on, by their place among all of them; from the ratings after them the director goes on
results = Table(
    "results",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False, comment="JSON, as it was counted"),
)

#: what each result has changed: the course of a player's rating
changes = Table(
    "changes",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("player", Word, primary_key=True, comment="an account, or bot:LEVEL"),
    Column("game", Word, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("source", Word, nullable=False, comment="the match, or the deal of a duplicate table"),
    Column("rank", SmallInteger, nullable=False, comment="the place that counted"),
    Column("mean", Double, nullable=False, comment="after it, as is the deviation"),
    Column("deviation", Double, nullable=False),
)
Index("changes_by_player", changes.c.player, changes.c.game, changes.c.seats, changes.c.number)
