"""The archived form of a match: the whole of it, as compressed lines.

The first line is JSON: the match, its seed, its token, and since when it stands in each account's list. Every other
line is an entry of the log, byte for byte, because the token holds a digest of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import orjson
import zstandard

from services.game_state.match.model import Match, Stored
from services.shared.json import dump_json

#: twice the work of the library's own level for a tenth less of bytes
LEVEL = 10
#: no match comes near it; a damaged length must not take all memory
BYTES_MAX = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Archived:
    """A finished match with all that is needed to bring it back as it was."""

    stored: Stored
    #: the number of its changes since it was over: of two copies the one with more of them is the newer one
    revision: int
    #: account -> unix ms since when the match stands in its list
    listed_ms: dict[str, int] = field(default_factory=dict)

    @property
    def match(self) -> Match:
        """The match itself."""
        return self.stored.match

    def to_bytes(self) -> bytes:
        """Return the stored form."""
        stored = self.stored
        head = {
            "match": orjson.Fragment(stored.match.to_json()),
            "seed": stored.seed.hex(),
            "token": stored.token,
            "revision": self.revision,
            "listed_ms": self.listed_ms,
        }
        return zstandard.ZstdCompressor(level=LEVEL).compress(b"\n".join([dump_json(head), *stored.log]))

    @classmethod
    def from_bytes(cls, content: bytes) -> Archived:
        """Return the match of a stored form; raise zstandard.ZstdError if it is damaged."""
        text = zstandard.ZstdDecompressor().decompress(content, max_output_size=BYTES_MAX)
        first, *log = text.split(b"\n")
        head = orjson.loads(first)
        match = Match.from_json(dump_json(head["match"]))
        stored = Stored(match, bytes.fromhex(head["seed"]), head["token"], 0, log)
        return cls(stored, head["revision"], head["listed_ms"])
