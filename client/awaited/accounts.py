"""The calls about one's own account."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import anyio

from client.following import AccountPlace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from typing import Literal

    from client.awaited.connection import AsyncConnection
    from client.models import Account, AccountEvent, AccountWithToken, Consent, HeldToken, HeldTokens

PAUSE_S = 0.3


class AsyncAccountDoor:
    """The account of the token in use."""

    def __init__(self, connection: AsyncConnection) -> None:
        """Ask over a connection."""
        self._connection = connection

    async def read(self) -> Account:
        """Return its name, kind and what the token allows."""
        got: Account = await self._connection.get("/accounts/me")
        return got

    async def take_name(self, name: str) -> Account:
        """Take a name, as a guest: the account stays the same, with all that it has."""
        got: Account = await self._connection.post("/accounts/me/name", {"name": name})
        return got

    async def events(
        self, since: str = "", *, matches: Iterable[str] = (), follow: bool = True
    ) -> AsyncIterator[AccountEvent]:
        """Yield the account's news after a cursor, each once, and what it owes (`decision_due`) whenever it is told.

        A `gap` among them says what to read anew, because news are gone. *matches* are followed in the same stream. A
        stream that breaks is resumed. It does not end unless *follow* is false: then with what there is so far.
        """
        place = AccountPlace(since, matches)
        while True:
            async for line in self._connection.follow("/events", place, follow=None if follow else False):
                yield line
            if not follow:
                return
            await anyio.sleep(PAUSE_S)

    async def create_token(
        self, scopes: list[Literal["play", "watch"]], name: str = "", days: int | None = None
    ) -> AccountWithToken:
        """Make another token with fewer rights; it is shown this once."""
        body = {"scopes": scopes, "name": name} | ({} if days is None else {"days": days})
        got: AccountWithToken = await self._connection.post("/accounts/me/tokens", body)
        return got

    async def tokens(self) -> list[HeldToken]:
        """Return the account's tokens, without what is secret."""
        got: HeldTokens = await self._connection.get("/accounts/me/tokens")
        return got["tokens"]

    async def revoke_this_token(self, *, with_made: bool = False) -> None:
        """Revoke the token in use; *with_made*: also those that were made with it."""
        await self._connection.delete("/accounts/me/tokens/this", with_made=with_made)

    async def revoke_token(self, token_id: str, *, with_made: bool = False) -> None:
        """Revoke a token by its id; *with_made*: also those that were made with it."""
        await self._connection.delete(f"/accounts/me/tokens/{quote(token_id, safe='')}", with_made=with_made)

    async def revoke_all_tokens(self) -> None:
        """Revoke every token of the account, also the one in use."""
        await self._connection.delete("/accounts/me/tokens")

    async def consent(self) -> Consent:
        """Return who may seat the account without asking."""
        got: Consent = await self._connection.get("/accounts/me/consent")
        return got

    async def set_consent(self, accounts: list[str], *, allows_programs: bool = False) -> Consent:
        """Say who may seat the account without asking."""
        body = {"accounts": accounts, "allows_programs": allows_programs}
        got: Consent = await self._connection.put("/accounts/me/consent", body)
        return got

    async def delete(self) -> None:
        """Delete the account for good; it gives up its matches, and nobody can take its name again."""
        await self._connection.delete("/accounts/me")
