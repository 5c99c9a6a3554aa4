"""The calls about one match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import anyio

from client.following import MatchPlace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from client.answers import Json
    from client.awaited.connection import AsyncConnection
    from client.models import (
        Analysis,
        Decision,
        Evaluations,
        GameAction,
        Invitation,
        Joined,
        Match,
        Message,
        Messages,
        MutedSeats,
        Preview,
        Record,
        Refusals,
        RefusedSubmission,
        Submitted,
        View,
    )

#: how long a call waits for a decision
WAIT_S = 20
PAUSE_S = 0.3


class AsyncMatchDoor:
    """A match, by its id. *key*, where a call takes one, is an idempotency key; one is made if none is given."""

    def __init__(self, connection: AsyncConnection, match_id: str) -> None:
        """Ask over a connection."""
        self.id = match_id
        self._connection = connection
        self._path = f"/matches/{quote(match_id, safe='')}"

    async def read(self) -> Match:
        """Return who sits there, how it stands and, once it is over, how it ended."""
        got: Match = await self._connection.get(self._path)
        return got

    async def view(
        self, seat: int | None = None, *, version: int | None = None, has_open_hands: bool | None = None
    ) -> View:
        """Return the table as a seat may see it; of a finished match also as it was at a version."""
        query = {"seat": seat, "version": version, "has_open_hands": has_open_hands}
        got: View = await self._connection.get(f"{self._path}/view", **query)
        return got

    async def decision(self, wait_s: float = WAIT_S, seat: int | None = None) -> Decision:
        """Wait until the seat owes a decision or the match is over, or the time is up."""
        got: Decision = await self._connection.get(f"{self._path}/decision", wait_s=wait_s, seat=seat)
        return got

    async def submit(
        self,
        version: int,
        *actions: GameAction | str | dict[str, Any],
        seat: int | None = None,
        with_decision: bool | None = None,
        key: str | None = None,
    ) -> Submitted:
        """Answer the decision of that version by actions, objects or notations, all or none.

        *with_decision*: the answer holds the seat's next decision, too.
        """
        body = _body(version=version, actions=list(actions), seat=seat, with_decision=with_decision)
        got: Submitted = await self._connection.post_once(f"{self._path}/actions", body, key=key)
        return got

    async def preview(
        self, version: int, *actions: GameAction | str | dict[str, Any], seat: int | None = None
    ) -> Preview:
        """Return what actions would lead to, as far as the seat can say beforehand; nothing is done."""
        body = _body(version=version, actions=list(actions), seat=seat)
        got: Preview = await self._connection.post_again(f"{self._path}/preview", body)
        return got

    async def events(
        self,
        since: int = 0,
        *,
        seat: int | None = None,
        chat_since: str = "",
        follow: bool = True,
        version: int | None = None,
        has_open_hands: bool | None = None,
    ) -> AsyncIterator[Json]:
        """Yield the lines of the match (`client.models.Line`) after a cursor, each once, until it is over.

        A stream that breaks is resumed. If events are counted anew, because seats have changed hands, a line
        `{"type": "gap", "cursor": …, "read_anew": […]}` says where the stream goes on and what to read first. With
        *follow* false it ends with what there is so far.
        """
        place = MatchPlace(since, chat_since)
        query = {
            "seat": seat,
            "version": version,
            "has_open_hands": has_open_hands,
            "follow": None if follow else False,
        }
        while True:
            async for line in self._connection.follow(f"{self._path}/events", place, **query):
                yield line
            if place.is_over or not follow:
                return
            await anyio.sleep(PAUSE_S)
            place.since = (await self.view(seat))["cursor"]
            yield {"type": "gap", "cursor": place.since, "read_anew": [f"/v1{self._path}/view"]}

    async def record(self) -> Record:
        """Return the seed and every action of a finished match."""
        got: Record = await self._connection.get(f"{self._path}/record")
        return got

    async def join(self, seat: int | None = None, *, invitation: str | None = None, key: str | None = None) -> Joined:
        """Take a seat: as one who was invited, or with the *invitation* of a private match, or an open one."""
        body = _body(seat=seat, invitation=invitation)
        got: Joined = await self._connection.post_once(f"{self._path}/join", body, key=key)
        return got

    async def decline(self, reason: str | None = None) -> None:
        """Decline an invitation."""
        await self._connection.post(f"{self._path}/decline", _body(reason=reason))

    async def leave(self, seat: int | None = None, *, key: str | None = None) -> None:
        """Give the seat back before the match begins; its creator cancels it so."""
        await self._connection.post_once(f"{self._path}/leave", _body(seat=seat), key=key)

    async def start(self) -> Match:
        """Begin a match that does not begin by itself."""
        got: Match = await self._connection.post(f"{self._path}/start")
        return got

    async def resign(self, seat: int | None = None) -> Match:
        """Give the seat up."""
        got: Match = await self._connection.post(f"{self._path}/resign", _body(seat=seat))
        return got

    async def claim(self) -> Match:
        """End the seats of players who are gone, in a match without clocks from its `claimable_ms` on."""
        got: Match = await self._connection.post_again(f"{self._path}/claim")
        return got

    async def abort(self) -> Match:
        """End a match that could be claimed, without rating it."""
        got: Match = await self._connection.post_again(f"{self._path}/abort")
        return got

    async def come_back(self) -> Match:
        """Take the seat again that a bot plays meanwhile."""
        got: Match = await self._connection.post_again(f"{self._path}/return")
        return got

    async def rematch(self) -> Match:
        """Offer a rematch, or join the one that is offered."""
        got: Match = await self._connection.post_again(f"{self._path}/rematch")
        return got

    async def renew_invitation(self) -> Invitation:
        """Return a new invitation of a private match; the old one no longer works."""
        got: Invitation = await self._connection.post(f"{self._path}/invitation")
        return got

    async def analyse(
        self,
        *,
        seat: int | None = None,
        version: int | None = None,
        budget_ms: int | None = None,
        iterations: int | None = None,
    ) -> Analysis:
        """Search one's own pending decision, or any decision of a finished match."""
        body = _body(seat=seat, version=version, budget_ms=budget_ms, iterations=iterations)
        got: Analysis = await self._connection.post_again(f"{self._path}/analysis", body)
        return got

    async def evaluations(self) -> Evaluations:
        """Return what a network expects for each seat at every moment of a finished match, without a search."""
        got: Evaluations = await self._connection.get(f"{self._path}/analysis")
        return got

    async def take_back(self, actions: int | None = None, *, seat: int | None = None, key: str | None = None) -> Match:
        """Ask to take back the latest actions."""
        body = _body(actions=actions, seat=seat)
        got: Match = await self._connection.post_once(f"{self._path}/take-back", body, key=key)
        return got

    async def answer_take_back(self, take_back_id: str, *, is_accepted: bool, key: str | None = None) -> Match:
        """Agree to a take-back, or decline it."""
        body = {"take_back_id": take_back_id, "is_accepted": is_accepted}
        got: Match = await self._connection.post_once(f"{self._path}/take-back/answer", body, key=key)
        return got

    async def say(self, text: str, *, key: str | None = None) -> Message:
        """Say a line to the table."""
        got: Message = await self._connection.post_once(f"{self._path}/chat", {"text": text}, key=key)
        return got

    async def messages(self, since: str | None = None) -> Messages:
        """Return what was said after a cursor."""
        got: Messages = await self._connection.get(f"{self._path}/chat", since=since)
        return got

    async def refusals(self) -> list[RefusedSubmission]:
        """Return what was refused of the account's own submissions, oldest first."""
        got: Refusals = await self._connection.get(f"{self._path}/refusals")
        return got["refusals"]

    async def switch_chat(self, *, has_chat: bool) -> Match:
        """Switch the chat off or on, as the match's creator."""
        got: Match = await self._connection.post_again(f"{self._path}/chat/switch", {"has_chat": has_chat})
        return got

    async def mute(self, seat: int, *, is_muted: bool = True) -> MutedSeats:
        """Hide a seat's messages from oneself, or show them again."""
        body = {"seat": seat, "is_muted": is_muted}
        got: MutedSeats = await self._connection.post_again(f"{self._path}/chat/mute", body)
        return got


def _body(**members: object) -> dict[str, object]:
    return {name: value for name, value in members.items() if value is not None}
