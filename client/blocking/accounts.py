# Made by `python -m deploy.client`; do not edit.
"""The calls about one's own account."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING
from urllib.parse import quote

from client.following import AccountPlace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Literal

    from client.blocking.connection import Connection
    from client.models import Account, AccountEvent, AccountWithToken, Consent, HeldToken, HeldTokens

PAUSE_S = 0.3


class AccountDoor:
    """The account of the token in use."""

    def __init__(self, connection: Connection) -> None:
        """Ask over a connection."""
        self._connection = connection

    def read(self) -> Account:
        """Return its name, kind and what the token allows."""
        got: Account = self._connection.get("/accounts/me")
        return got

    def take_name(self, name: str) -> Account:
        """Take a name, as a guest: the account stays the same, with all that it has."""
        got: Account = self._connection.post("/accounts/me/name", {"name": name})
        return got

    def events(self, since: str = "", *, matches: Iterable[str] = (), follow: bool = True) -> Iterator[AccountEvent]:
        """Yield the account's news after a cursor, each once, and what it owes (`decision_due`) whenever it is told.

        A `gap` among them says what to read anew, because news are gone. *matches* are followed in the same stream. A
        stream that breaks is resumed. It does not end unless *follow* is false: then with what there is so far.
        """
        place = AccountPlace(since, matches)
        while True:
            yield from self._connection.follow("/events", place, follow=None if follow else False)
            if not follow:
                return
            time.sleep(PAUSE_S)

    def create_token(
        self, scopes: list[Literal["play", "watch"]], name: str = "", days: int | None = None
    ) -> AccountWithToken:
        """Make another token with fewer rights; it is shown this once."""
        body = {"scopes": scopes, "name": name} | ({} if days is None else {"days": days})
        got: AccountWithToken = self._connection.post("/accounts/me/tokens", body)
        return got

    def tokens(self) -> list[HeldToken]:
        """Return the account's tokens, without what is secret."""
        got: HeldTokens = self._connection.get("/accounts/me/tokens")
        return got["tokens"]

    def revoke_this_token(self, *, with_made: bool = False) -> None:
        """Revoke the token in use; *with_made*: also those that were made with it."""
        self._connection.delete("/accounts/me/tokens/this", with_made=with_made)

    def revoke_token(self, token_id: str, *, with_made: bool = False) -> None:
        """Revoke a token by its id; *with_made*: also those that were made with it."""
        self._connection.delete(f"/accounts/me/tokens/{quote(token_id, safe='')}", with_made=with_made)

    def revoke_all_tokens(self) -> None:
        """Revoke every token of the account, also the one in use."""
        self._connection.delete("/accounts/me/tokens")

    def consent(self) -> Consent:
        """Return who may seat the account without asking."""
        got: Consent = self._connection.get("/accounts/me/consent")
        return got

    def set_consent(self, accounts: list[str], *, allows_programs: bool = False) -> Consent:
        """Say who may seat the account without asking."""
        body = {"accounts": accounts, "allows_programs": allows_programs}
        got: Consent = self._connection.put("/accounts/me/consent", body)
        return got

    def delete(self) -> None:
        """Delete the account for good; it gives up its matches, and nobody can take its name again."""
        self._connection.delete("/accounts/me")
