"""A file of records as Parquet (extra `parquet`): columns to study, and each record whole, to verify."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from pathlib import Path

#: records that are in memory at once
AT_ONCE = 1_000
PLAYER = ("kind", "account", "level", "player", "resigned_by", "stands_in_for", "cause")
SCHEMA = pa.schema(
    [
        ("match_id", pa.string()),
        ("game", pa.string()),
        ("rules_version", pa.string()),
        ("seats", pa.int8()),
        ("options", pa.string()),
        ("players", pa.list_(pa.struct([(name, pa.string()) for name in PLAYER]))),
        ("started_ms", pa.int64()),
        ("ended_ms", pa.int64()),
        ("ended", pa.string()),
        ("scores", pa.list_(pa.int32())),
        ("ranks", pa.list_(pa.int8())),
        ("length", pa.int32()),
        ("acting_seats", pa.list_(pa.int8())),
        ("actions", pa.list_(pa.string())),
        ("times_ms", pa.list_(pa.int64())),
        ("seed", pa.string()),
        ("record", pa.string()),
    ]
)


def write_parquet(records: Path, file: Path) -> int:
    """Write all records of a file of JSON lines as Parquet, and return how many; the file is there whole or not at all.

    The column `record` has the whole line, as `astrarium verify` takes it.
    """
    part, count = file.with_name(f"{file.name}.part"), 0
    with records.open("rb") as lines, pq.ParquetWriter(part, SCHEMA, compression="zstd") as writer:
        while rows := [_row_of(line) for line in itertools.islice(lines, AT_ONCE)]:
            writer.write_table(pa.Table.from_pylist(rows, SCHEMA))
            count += len(rows)
    part.replace(file)
    return count


def _row_of(line: bytes) -> dict[str, Any]:  # Any: of all columns' types
    record = json.loads(line)
    same = {name: record.get(name) for name in SCHEMA.names}
    return same | {
        "options": json.dumps(record["options"], ensure_ascii=False, sort_keys=True, separators=(",", ":")),
        "players": [{name: player.get(name) for name in PLAYER} for player in record["players"]],
        "length": len(record["actions"]),
        "acting_seats": [seat for seat, _ in record["actions"]],
        "actions": [notation for _, notation in record["actions"]],
        "record": line.decode().rstrip("\n"),
    }
