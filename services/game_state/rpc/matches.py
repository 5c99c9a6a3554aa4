"""The calls about matches: each turns a request into one call of a case, and back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

import orjson

from protos.astrarium.v1 import match_pb2, match_pb2_grpc
from services.game_state.cases.finding import Wanted
from services.game_state.cases.making import SERVER_PREFIX, Creation
from services.game_state.cases.play import Request
from services.game_state.match.model import Seat
from services.game_state.match.record import record_of
from services.game_state.rpc import messages
from services.game_state.rpc.streams import Streams
from services.rpc.caller import asking
from services.shared import paging
from services.shared.bells import Bell
from services.shared.errors import BadRequest
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.game_state.cases.all import Cases
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.table import Table

MS = 1000
SEATS_MAX = 5


class SeatRequest(Protocol):
    """A request that may name a seat."""

    seat: int

    def HasField(self, field_name: Literal["seat"]) -> bool:
        """Whether it does."""


def seat_of(request: SeatRequest) -> int | None:
    """Return the seat that a request names, or None."""
    return request.seat if request.HasField("seat") else None


def wish_of(request: Any, account: str, seats: tuple[Seat, ...]) -> Creation:  # noqa: ANN401 - of several messages
    """Return the wish that a CreateMatchRequest states."""
    return Creation(
        account=account,
        game=request.game,
        seats=seats,
        options=messages.json_object(request.options, "options"),
        starts_when_full=request.starts_when_full,
        key=request.idempotency_key,
        clock=messages.json_object(request.clock or b'{"kind":"none"}', "clock"),
        absence=request.absence or "forfeit",
        admission=messages.admission_from(request),
        is_private=request.is_private,
        # What the server makes itself, tournaments' matches above all, is played as it comes.
        allows_take_back=option(request, "allows_take_back", default=not account.startswith(SERVER_PREFIX)),
        has_chat=option(request, "has_chat", default=not account.startswith(SERVER_PREFIX)),
        allows_analysis=option(request, "allows_analysis", default=not account.startswith(SERVER_PREFIX)),
        is_rated=option(request, "is_rated", default=True),
        deal=own_deal(request, account),
    )


def own_deal(request: Any, account: str) -> str:  # noqa: ANN401 - of the same
    """Return the deal that a request names; raise BadRequest unless the server itself asks."""
    if request.deal and not account.startswith(SERVER_PREFIX):
        raise BadRequest("deals are for the server's own tournaments")
    return str(request.deal)


def option(request: Any, name: str, *, default: bool) -> bool:  # noqa: ANN401 - of the same
    """Return a flag of a request, or what holds where it is left out."""
    return bool(getattr(request, name)) if request.HasField(name) else default


class Matches(match_pb2_grpc.MatchServiceServicer):
    """Matches, from their making to their record."""

    def __init__(self, tables: Tables, cases: Cases) -> None:
        """Read from *tables*, answer by *cases*."""
        self.tables = tables
        self.cases = cases
        self.messages = messages.MatchMessages()
        self.streams = Streams(tables, cases.chat, self.messages)

    # -- before the start --------------------------------------------------------------------------

    async def CreateMatch(
        self, request: match_pb2.CreateMatchRequest, _context: object
    ) -> match_pb2.CreateMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        wish = wish_of(request, who.account, messages.seats_from(request.seats))
        match, invitation = await self.cases.making.create(wish)
        return match_pb2.CreateMatchResponse(match=messages.match_message(match, who.account), invitation=invitation)

    async def CreateMatches(
        self, request: match_pb2.CreateMatchesRequest, _context: object
    ) -> match_pb2.CreateMatchesResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        tables = [messages.seats_from(table.seats) for table in request.tables]
        return match_pb2.CreateMatchesResponse(
            match_ids=await self.cases.making.create_many(wish_of(request.common, who.account, ()), tables)
        )

    async def SeekMatch(self, request: match_pb2.SeekMatchRequest, _context: object) -> match_pb2.SeekMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        if not 1 <= request.seats <= SEATS_MAX:
            raise BadRequest(f"seats is {request.seats}; it is 1 to {SEATS_MAX}")
        seats = (Seat("account", account=who.account), *(Seat("open") for _ in range(request.seats - 1)))
        common = match_pb2.CreateMatchRequest(
            game=request.game,
            options=request.options,
            clock=request.clock,
            absence=request.absence,
            starts_when_full=True,
            admits=request.admits,
            idempotency_key=request.idempotency_key,
        )
        for name, bound in zip(("rating_min", "rating_max"), messages.bounds_from(request), strict=True):
            if bound is not None:
                setattr(common, name, bound)
        match, seat = await self.cases.meeting.seek(wish_of(common, who.account, seats))
        return match_pb2.SeekMatchResponse(match=messages.match_message(match, who.account), seat=seat)

    async def RenewInvitation(
        self, request: match_pb2.RenewInvitationRequest, _context: object
    ) -> match_pb2.RenewInvitationResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        return match_pb2.RenewInvitationResponse(
            invitation=await self.cases.seats.renew_invitation(request.match_id, who.account)
        )

    async def RematchMatch(
        self, request: match_pb2.RematchMatchRequest, _context: object
    ) -> match_pb2.RematchMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match = await self.cases.meeting.rematch(request.match_id, who.account)
        return match_pb2.RematchMatchResponse(match=messages.match_message(match, who.account))

    async def DeclineMatch(
        self, request: match_pb2.DeclineMatchRequest, _context: object
    ) -> match_pb2.DeclineMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        await self.cases.seats.decline(request.match_id, who.account, request.reason)
        return match_pb2.DeclineMatchResponse()

    async def WatchAccount(
        self, request: match_pb2.WatchAccountRequest, _context: object
    ) -> AsyncIterator[match_pb2.WatchAccountResponse]:
        """See the contract."""
        async for answer in self.streams.watch_account(request):
            yield answer

    async def JoinMatch(self, request: match_pb2.JoinMatchRequest, _context: object) -> match_pb2.JoinMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match, seat = await self.cases.seats.join(request.match_id, who.account, seat_of(request), request.invitation)
        return match_pb2.JoinMatchResponse(match=messages.match_message(match, who.account), seat=seat)

    async def LeaveMatch(self, request: match_pb2.LeaveMatchRequest, _context: object) -> match_pb2.LeaveMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        await self.cases.seats.leave(request.match_id, who.account, seat_of(request), request.idempotency_key)
        return match_pb2.LeaveMatchResponse()

    async def StartMatch(self, request: match_pb2.StartMatchRequest, _context: object) -> match_pb2.StartMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match = await self.cases.seats.start(request.match_id, who.account)
        return match_pb2.StartMatchResponse(match=messages.match_message(match, who.account))

    async def GetMatch(self, request: match_pb2.GetMatchRequest, _context: object) -> match_pb2.GetMatchResponse:
        """See the contract."""
        who = asking()
        who.need("watch")
        match = await self.cases.finding.find(request.match_id, who.account)
        return match_pb2.GetMatchResponse(match=messages.match_message(match, who.account))

    async def ListMatches(
        self, request: match_pb2.ListMatchesRequest, _context: object
    ) -> match_pb2.ListMatchesResponse:
        """See the contract."""
        who = asking()
        who.need("watch")
        admission = replace(messages.admission_from(request), admits=tuple(request.admits))
        wanted = Wanted(
            status=messages.STATUS_WORDS.get(request.status, ""),
            game=request.game,
            own=request.own,
            seats=request.seats,
            clock=request.clock,
            admission=admission,
            joinable=request.joinable,
        )
        found, token = await self.cases.finding.page(wanted, who.account, *paging.asked(request))
        return match_pb2.ListMatchesResponse(
            matches=[messages.match_message(match, who.account) for match in found], next_page_token=token
        )

    # -- playing -----------------------------------------------------------------------------------

    async def GetDecision(
        self, request: match_pb2.GetDecisionRequest, _context: object
    ) -> match_pb2.GetDecisionResponse:
        """See the contract."""
        who = asking()
        who.need("watch")
        limits().check("wait_ms_max", request.wait_ms)
        clock = asyncio.get_running_loop().time
        until = clock() + request.wait_ms / MS
        with self.tables.bells.lend(request.match_id, Bell(who.digest)) as bell:
            while True:
                table = await self.tables.fresh(request.match_id, bell.token)
                seat = table.acting_seat(who.account, seat_of(request))
                if seat in table.match.deciding or table.match.status == "over" or clock() >= until:
                    return self._decision(table, seat)
                await bell.wait(until)

    @staticmethod
    def _decision(table: Table, seat: int) -> match_pb2.GetDecisionResponse:
        answer = match_pb2.GetDecisionResponse(
            seat=seat,
            status=messages.STATUSES[table.match.status],
            remaining_ms=messages.remaining_ms(table.match, seat),
        )
        if table.match.status == "waiting":
            return answer
        info = table.information_set(seat)
        answer.version = table.version(seat)
        asked = info.decision() if seat in table.match.deciding else None
        if asked is None:
            return answer
        answer.is_asked = True
        answer.asks, answer.rule, answer.text = asked["asks"], asked["rule"], asked["text"]
        answer.legal_actions = messages.legal_json(info.legal_actions())
        return answer

    async def SubmitActions(
        self, request: match_pb2.SubmitActionsRequest, _context: object
    ) -> match_pb2.SubmitActionsResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        table, answer = await self.cases.play.submit(
            Request(
                match_id=request.match_id,
                account=who.account,
                seat=seat_of(request),
                version=request.expected_version,
                actions=tuple(request.actions),
                key=request.idempotency_key,
            )
        )
        return match_pb2.SubmitActionsResponse(
            seat=answer.seat,
            version=answer.version,
            cursor=answer.cursor,
            events=table.feed.since(answer.seat, answer.start)[: answer.cursor - answer.start],
            remaining_ms=answer.remaining_ms,
            latency_ms=answer.latency_ms,
            # A repetition may come from an account that has given the seat up: what it is asked now is another's.
            decision=self._decision(table, answer.seat)
            if request.with_decision and answer.seat in table.match.seats_of(who.account)
            else None,
        )

    async def ResignMatch(
        self, request: match_pb2.ResignMatchRequest, _context: object
    ) -> match_pb2.ResignMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        table = await self.cases.leaving.resign(request.match_id, who.account, seat_of(request))
        return match_pb2.ResignMatchResponse(match=messages.match_message(table.match, who.account))

    async def ReturnToMatch(
        self, request: match_pb2.ReturnToMatchRequest, _context: object
    ) -> match_pb2.ReturnToMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        table = await self.cases.leaving.come_back(request.match_id, who.account)
        return match_pb2.ReturnToMatchResponse(match=messages.match_message(table.match, who.account))

    async def ProposeTakeBack(
        self, request: match_pb2.ProposeTakeBackRequest, _context: object
    ) -> match_pb2.ProposeTakeBackResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match = await self.cases.take_backs.propose(
            request.match_id, who.account, seat_of(request), request.actions or 1, request.idempotency_key
        )
        return match_pb2.ProposeTakeBackResponse(match=messages.match_message(match, who.account))

    async def AnswerTakeBack(
        self, request: match_pb2.AnswerTakeBackRequest, _context: object
    ) -> match_pb2.AnswerTakeBackResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match = await self.cases.take_backs.answer(
            request.match_id,
            who.account,
            seat_of(request),
            request.take_back_id,
            is_accepted=request.is_accepted,
            key=request.idempotency_key,
        )
        return match_pb2.AnswerTakeBackResponse(match=messages.match_message(match, who.account))

    # -- watching ----------------------------------------------------------------------------------

    async def PostChat(self, request: match_pb2.PostChatRequest, _context: object) -> match_pb2.PostChatResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        said = await self.cases.chat.say(request.match_id, who.account, request.text, request.idempotency_key)
        return match_pb2.PostChatResponse(message=messages.chat_message(said))

    async def ListChat(self, request: match_pb2.ListChatRequest, _context: object) -> match_pb2.ListChatResponse:
        """See the contract."""
        who = asking()
        who.need("watch")
        heard, cursor = await self.cases.chat.page(request.match_id, who.account, request.since, request.page_size)
        return match_pb2.ListChatResponse(messages=map(messages.chat_message, heard), cursor=cursor)

    async def MuteSeat(self, request: match_pb2.MuteSeatRequest, _context: object) -> match_pb2.MuteSeatResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        muted = await self.cases.chat.mute(request.match_id, who.account, request.seat, is_muted=request.is_muted)
        return match_pb2.MuteSeatResponse(muted_seats=muted)

    async def SwitchChat(self, request: match_pb2.SwitchChatRequest, _context: object) -> match_pb2.SwitchChatResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match = await self.cases.chat.switch(request.match_id, who.account, has_chat=request.has_chat)
        return match_pb2.SwitchChatResponse(match=messages.match_message(match, who.account))

    async def GetView(self, request: match_pb2.GetViewRequest, _context: object) -> match_pb2.GetViewResponse:
        """See the contract."""
        who = asking()
        who.need("watch")
        table = await self.tables.fresh(request.match_id)
        viewer = table.viewer(who.account, seat_of(request))
        return match_pb2.GetViewResponse(
            seat=viewer,
            version=table.version(viewer),
            cursor=table.feed.cursor(viewer),
            view=table.view(viewer),
        )

    async def WatchEvents(
        self, request: match_pb2.WatchEventsRequest, _context: object
    ) -> AsyncIterator[match_pb2.WatchEventsResponse]:
        """See the contract."""
        async for answer in self.streams.watch_match(request):
            yield answer

    async def GetRecord(self, request: match_pb2.GetRecordRequest, _context: object) -> match_pb2.GetRecordResponse:
        """See the contract."""
        who = asking()
        who.need("watch")
        stored = await self.tables.store.load(request.match_id)
        stored.match.check_visible(who.account)
        return match_pb2.GetRecordResponse(record=orjson.dumps(record_of(stored)))

    async def ReleaseDeal(
        self, request: match_pb2.ReleaseDealRequest, _context: object
    ) -> match_pb2.ReleaseDealResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        if not request.deal:
            raise BadRequest("name the deal")
        await self.cases.deals.release(own_deal(request, who.account))
        return match_pb2.ReleaseDealResponse()
