"""An account's news: what happened to it and happens seldom, kept for its stream; what it owes now is no news."""

from __future__ import annotations

from services.shared import keys
from services.shared.limits import limits


def tell_account(account: str, fields: list[str]) -> list[list[str]]:
    """Return the commands that put *fields* (names and values in turn) into an account's news."""
    news, kept = keys.account_events(account), limits()
    return [
        ["XADD", news, "MAXLEN", "~", str(kept.account_events_max), "*", *fields],
        ["EXPIRE", news, str(kept.account_events_kept_s)],
    ]
