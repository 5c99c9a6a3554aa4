"""The operator's access to an installation: a token of the scope `operator`, and the address to send it to."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import click

from cli.tokens import STANDARD, write_secret
from services.shared import keys
from services.shared.connections import connect_sync
from services.shared.now import now_ms
from services.shared.tokens import OPERATOR, Accounts

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Access:
    """A token, and the gRPC targets of game_state and director."""

    token: str
    game_state: str
    director: str


def make_access(redis_url: str, game_state: str, director: str, days: int) -> Access:
    """Make a token of the operator's and revoke those before it; whoever reaches the store may do that."""
    with connect_sync(redis_url) as redis:
        accounts = Accounts(redis)
        accounts.revoke_all(OPERATOR)
        redis.hset(keys.account(OPERATOR), "created_ms", now_ms())
        return Access(accounts.create_token(OPERATOR, ["operator"], days), game_state, director)


def write_access(access: Access, path: Path) -> None:
    """Write access to a file."""
    write_secret(json.dumps(asdict(access)), path)


def read_access(path: Path) -> Access:
    """Return the access in a file, or in standard input."""
    try:
        text = sys.stdin.read() if str(path) == STANDARD else path.read_text()
        return Access(**json.loads(text))
    except (OSError, ValueError, TypeError) as wrong:
        made = "`astrarium up` writes one into its data folder, `astrarium admin access FILE` makes one"
        raise click.ClickException(f"{path} gives no access ({wrong}); {made}") from wrong
