"""The calls about matches: each turns a request into one call of a case, and back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal, Protocol

from protos.astrarium.v1 import match_pb2, match_pb2_grpc
from services.game_state.cases.actions import Actions
from services.game_state.cases.making import Creation
from services.game_state.cases.practice import Moment
from services.game_state.cases.seats import Arrival
from services.game_state.match.model import Seat
from services.game_state.match.record import record_of
from services.game_state.rpc import messages
from services.game_state.rpc.account_stream import AccountStreams
from services.game_state.rpc.searching import find_records, read_list
from services.game_state.rpc.streams import Streams
from services.game_state.table.past import OPEN_HANDS
from services.rpc.asked import request_key
from services.rpc.caller import asking
from services.rpc.watching import StreamCount
from services.shared import paging
from services.shared.bells import Bell
from services.shared.clocks import SEATS_MAX
from services.shared.errors import BadRequest, UnknownMatch
from services.shared.idempotency import SERVER_PREFIX
from services.shared.ids import parse_id
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.tokens import PUBLIC
from services.shared.turns import Turns

if TYPE_CHECKING:
    Making = match_pb2.CreateMatchRequest | match_pb2.CreateMatchesRequest | match_pb2.SeekMatchRequest

    from collections.abc import AsyncIterator

    from services.game_state.cases.all import Cases
    from services.game_state.match.settings import MatchSettings
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.past import Look
    from services.game_state.table.table import Table
    from services.shared.tokens import Principal

MS = 1000


class SeatRequest(Protocol):
    """A request that may name a seat."""

    seat: int

    def HasField(self, field_name: Literal["seat"]) -> bool:
        """Whether it does."""


def seat_named_in(request: SeatRequest) -> int | None:
    """Return the seat that a request names, or None."""
    return request.seat if request.HasField("seat") else None


class Matches(match_pb2_grpc.MatchServiceServicer):
    """Matches, from their making to their record."""

    def __init__(self, tables: Tables, cases: Cases) -> None:
        """Read from *tables*, answer by *cases*."""
        self.tables = tables
        self.cases = cases
        self.messages = messages.MatchMessages()
        self.record_turns = Turns()
        count = StreamCount()
        self.streams = Streams(tables, cases, self.messages, count)
        self.account_streams = AccountStreams(cases.finding, tables.bells, count)

    @staticmethod
    def _settings(request: Making, who: Principal) -> MatchSettings:
        return messages.settings_from(request.settings, who.account)

    # -- before the start --------------------------------------------------------------------------

    async def CreateMatch(
        self, request: match_pb2.CreateMatchRequest, _context: object
    ) -> match_pb2.CreateMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        wish = Creation(who.account, self._settings(request, who), messages.seats_from(request.seats))
        if request.HasField("start"):
            match_id = parse_id(request.start.match_id, UnknownMatch, "match")
            wish = await self.cases.practice.begin_at(Moment(match_id, request.start.version), wish)
        match, invitation = await self.cases.making.create(wish, request_key(request, who.account))
        return match_pb2.CreateMatchResponse(match=messages.match_message(match, who.account), invitation=invitation)

    async def CreateMatches(
        self, request: match_pb2.CreateMatchesRequest, _context: object
    ) -> match_pb2.CreateMatchesResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        tables = [messages.seats_from(table.seats) for table in request.tables]
        wish, key = Creation(who.account, self._settings(request, who), ()), request_key(request, who.account)
        return match_pb2.CreateMatchesResponse(match_ids=await self.cases.making.create_many(wish, tables, key))

    async def SeekMatch(self, request: match_pb2.SeekMatchRequest, _context: object) -> match_pb2.SeekMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        if not 1 <= request.seats <= SEATS_MAX:
            raise BadRequest(f"seats is {request.seats}; it is 1 to {SEATS_MAX}")
        seats = (Seat("account", account=who.account), *(Seat("open") for _ in range(request.seats - 1)))
        settings = self._settings(request, who)
        if not request.settings.clock:
            settings = settings.with_default_clock()
        wish, key = Creation(who.account, settings, seats), request_key(request, who.account)
        match, seat = await self.cases.meeting.seek(wish, key)
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
        async for answer in self.account_streams.watch(request):
            yield answer

    async def JoinMatch(self, request: match_pb2.JoinMatchRequest, _context: object) -> match_pb2.JoinMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match, seat = await self.cases.seats.join(
            request.match_id,
            who.account,
            Arrival(seat_named_in(request), request.invitation),
            request_key(request, who.account),
        )
        return match_pb2.JoinMatchResponse(match=messages.match_message(match, who.account), seat=seat)

    async def LeaveMatch(self, request: match_pb2.LeaveMatchRequest, _context: object) -> match_pb2.LeaveMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        await self.cases.seats.leave(
            request.match_id, who.account, seat_named_in(request), request_key(request, who.account)
        )
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
        who.need(PUBLIC)
        match = await self.cases.finding.find(request.match_id, who.account)
        return match_pb2.GetMatchResponse(match=messages.match_message(match, who.account))

    async def ListMatches(
        self, request: match_pb2.ListMatchesRequest, _context: object
    ) -> match_pb2.ListMatchesResponse:
        """See the contract."""
        who = asking()
        who.need("watch" if request.own or request.joinable else PUBLIC)
        wanted = read_list(request)
        found, token = await self.cases.finding.page(wanted, who.account, *paging.read_request(request))
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
                seat = table.acting_seat(who.account, seat_named_in(request))
                if seat in table.match.deciding or table.match.status == "over" or clock() >= until:
                    return self._decision(table, seat)
                await bell.wait(until)

    @staticmethod
    def _decision(table: Table, seat: int) -> match_pb2.GetDecisionResponse:
        match = table.match
        if match.status == "waiting":
            return match_pb2.GetDecisionResponse(
                seat=seat,
                status=messages.STATUSES[match.status],
                remaining_ms=messages.remaining_ms(match, seat),
            )
        return messages.decision_message(match, seat, table.information_set(seat), is_asked=seat in match.deciding)

    async def SubmitActions(
        self, request: match_pb2.SubmitActionsRequest, _context: object
    ) -> match_pb2.SubmitActionsResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        table, answer = await self.cases.play.submit(
            Actions(
                match_id=request.match_id,
                account=who.account,
                seat=seat_named_in(request),
                version=request.expected_version,
                actions=tuple(request.actions),
                key=request_key(request, who.account),
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

    async def PreviewActions(
        self, request: match_pb2.PreviewActionsRequest, _context: object
    ) -> match_pb2.PreviewActionsResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        table, seat, foreseen = await self.cases.play.preview(
            Actions(
                match_id=request.match_id,
                account=who.account,
                seat=seat_named_in(request),
                version=request.expected_version,
                actions=tuple(request.actions),
            )
        )
        info = foreseen.info
        return match_pb2.PreviewActionsResponse(
            foreseen=foreseen.count,
            decision=messages.decision_message(table.match, seat, info, is_asked=seat in info.deciding_seats()),
            view=dump_json(info.view()),
        )

    async def ResignMatch(
        self, request: match_pb2.ResignMatchRequest, _context: object
    ) -> match_pb2.ResignMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match = await self.cases.leaving.resign(request.match_id, who.account, seat_named_in(request))
        return match_pb2.ResignMatchResponse(match=messages.match_message(match, who.account))

    async def ClaimMatch(self, request: match_pb2.ClaimMatchRequest, _context: object) -> match_pb2.ClaimMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match = await self.cases.leaving.claim(request.match_id, who.account)
        return match_pb2.ClaimMatchResponse(match=messages.match_message(match, who.account))

    async def AbortMatch(self, request: match_pb2.AbortMatchRequest, _context: object) -> match_pb2.AbortMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match = await self.cases.leaving.abort(request.match_id, who.account)
        return match_pb2.AbortMatchResponse(match=messages.match_message(match, who.account))

    async def ReturnToMatch(
        self, request: match_pb2.ReturnToMatchRequest, _context: object
    ) -> match_pb2.ReturnToMatchResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match = await self.cases.leaving.come_back(request.match_id, who.account)
        return match_pb2.ReturnToMatchResponse(match=messages.match_message(match, who.account))

    async def ProposeTakeBack(
        self, request: match_pb2.ProposeTakeBackRequest, _context: object
    ) -> match_pb2.ProposeTakeBackResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        match = await self.cases.take_backs.propose(
            request.match_id,
            who.account,
            seat_named_in(request),
            request.actions or 1,
            request_key(request, who.account),
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
            seat_named_in(request),
            request.take_back_id,
            is_accepted=request.is_accepted,
            key=request_key(request, who.account),
        )
        return match_pb2.AnswerTakeBackResponse(match=messages.match_message(match, who.account))

    # -- watching ----------------------------------------------------------------------------------

    async def PostChat(self, request: match_pb2.PostChatRequest, _context: object) -> match_pb2.PostChatResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        said = await self.cases.chat.say(request.match_id, who.account, request.text, request_key(request, who.account))
        return match_pb2.PostChatResponse(message=messages.chat_message(said))

    async def ListChat(self, request: match_pb2.ListChatRequest, _context: object) -> match_pb2.ListChatResponse:
        """See the contract."""
        who = asking()
        who.need(PUBLIC)
        heard, cursor = await self.cases.chat.page(request.match_id, who.account, request.since, request.page_size)
        return match_pb2.ListChatResponse(messages=map(messages.chat_message, heard), cursor=cursor)

    async def ListRefusals(
        self, request: match_pb2.ListRefusalsRequest, _context: object
    ) -> match_pb2.ListRefusalsResponse:
        """See the contract."""
        who = asking()
        who.need("watch")
        found = await self.cases.refusals.list_own(request.match_id, who.account)
        return match_pb2.ListRefusalsResponse(refusals=map(messages.refusal_message, found))

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
        who.need(PUBLIC)
        table = await self.tables.fresh(request.match_id)
        look = messages.look_in(request)
        if look.is_of_past(table, who.account):
            return await self._past_view(look, table, who.account)
        viewer = table.viewer(who.account, seat_named_in(request))
        return match_pb2.GetViewResponse(
            seat=viewer,
            version=table.version(viewer),
            cursor=table.feed.cursor(viewer),
            view=table.view(viewer),
        )

    async def _past_view(self, look: Look, table: Table, account: str) -> match_pb2.GetViewResponse:
        past, eyes, moment = await self.cases.pasts.look(look, table, account, account)
        return match_pb2.GetViewResponse(
            seat=None if eyes == OPEN_HANDS else eyes,
            version=moment,
            cursor=past.cursor(eyes, moment),
            view=past.view(eyes, moment),
            has_open_hands=eyes == OPEN_HANDS,
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
        who.need(PUBLIC)
        stored = await self.tables.store.load(request.match_id)
        stored.match.check_visible(who.account)
        return match_pb2.GetRecordResponse(record=dump_json(record_of(stored)))

    async def StreamRecords(
        self, request: match_pb2.StreamRecordsRequest, _context: object
    ) -> AsyncIterator[match_pb2.StreamRecordsResponse]:
        """See the contract."""
        who = asking()
        who.need(PUBLIC)
        async for answer in find_records(self.cases.finding, request, who.account, self.record_turns):
            yield answer

    async def ReleaseDeal(
        self, request: match_pb2.ReleaseDealRequest, _context: object
    ) -> match_pb2.ReleaseDealResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        if not request.deal:
            raise BadRequest("name the deal")
        if not who.account.startswith(SERVER_PREFIX):
            raise BadRequest("deals are for the server's own tournaments")
        await self.cases.deals.release(request.deal)
        return match_pb2.ReleaseDealResponse()
