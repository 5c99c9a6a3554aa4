"""Rows that take the place of older ones, by one statement, so that two who write the same for the first time agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import ColumnElement, Connection, Row, Table

DIALECTS: dict[str, type[postgresql.Insert | sqlite.Insert]] = {
    "postgresql": postgresql.Insert,
    "sqlite": sqlite.Insert,
}


def put_newer(
    connection: Connection,
    table: Table,
    rows: Sequence[dict[str, object]],
    is_newer: Callable[[Table, Any], ColumnElement[bool]],  # Any: the columns of a row that is not there yet
) -> list[Row[Any]]:  # Any: the columns of the table's primary key
    """Put *rows*, no two of the same key, each unless *is_newer* is false of it; return the keys of those put.

    *is_newer* compares the table, which has the row that is there, with the columns of the new one.
    """
    keys = list(table.primary_key.columns)
    # In one order, so that two writers never wait for each other.
    ordered = sorted(rows, key=lambda row: [str(row[key.name]) for key in keys])
    put = DIALECTS[connection.dialect.name](table).values(ordered)
    changed = {column.name: put.excluded[column.name] for column in table.columns if column not in keys}
    put = put.on_conflict_do_update(index_elements=keys, set_=changed, where=is_newer(table, put.excluded))
    return list(connection.execute(put.returning(*keys)))
