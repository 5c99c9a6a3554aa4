"""The calls of whoever runs the installation."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from protos.astrarium.v1 import operator_pb2, operator_pb2_grpc
from services.game_state.rpc import messages
from services.rpc.caller import asking
from services.shared import paging
from services.shared.guests import find_id

if TYPE_CHECKING:
    from services.game_state.cases.accounts import AccountKeeper, Held
    from services.game_state.cases.all import Cases

SCOPE = "operator"


class Operating(operator_pb2_grpc.OperatorServiceServicer):
    """Accounts and matches, for the operator."""

    def __init__(self, keeper: AccountKeeper, cases: Cases) -> None:
        """Answer by these."""
        self._keeper = keeper
        self._cases = cases

    async def ListAccounts(
        self, request: operator_pb2.ListAccountsRequest, _context: object
    ) -> operator_pb2.ListAccountsResponse:
        """See the contract."""
        asking().need(SCOPE)
        held, token = await self._keeper.page(*paging.read_request(request))
        return operator_pb2.ListAccountsResponse(accounts=map(_message, held), next_page_token=token)

    async def SwitchAccount(
        self, request: operator_pb2.SwitchAccountRequest, _context: object
    ) -> operator_pb2.SwitchAccountResponse:
        """See the contract."""
        asking().need(SCOPE)
        account = await find_id(self._keeper.redis, request.account)
        await self._keeper.set_disabled(account, is_disabled=request.is_disabled)
        return operator_pb2.SwitchAccountResponse()

    async def DeleteAccount(
        self, request: operator_pb2.DeleteAccountRequest, _context: object
    ) -> operator_pb2.DeleteAccountResponse:
        """See the contract."""
        who, account = asking(), await find_id(self._keeper.redis, request.account)
        who.need("play" if account == who.account else SCOPE)
        done = await self._keeper.delete(account, who.digest)
        return operator_pb2.DeleteAccountResponse(matches=done.matches, stuck_match_ids=done.stuck)

    async def RenewToken(
        self, request: operator_pb2.RenewTokenRequest, _context: object
    ) -> operator_pb2.RenewTokenResponse:
        """See the contract."""
        asking().need(SCOPE)
        account = await find_id(self._keeper.redis, request.account)
        return operator_pb2.RenewTokenResponse(token=await self._keeper.renew_token(account))

    async def EndMatch(self, request: operator_pb2.EndMatchRequest, _context: object) -> operator_pb2.EndMatchResponse:
        """See the contract."""
        who = asking()
        who.need(SCOPE)
        match = await self._cases.leaving.end_for_operator(request.match_id, is_void=request.is_void)
        if match is None:
            await self._cases.seats.discard(request.match_id)
            return operator_pb2.EndMatchResponse()
        return operator_pb2.EndMatchResponse(match=messages.match_message(match, who.account))


def _message(held: Held) -> operator_pb2.Account:
    return operator_pb2.Account(**{each.name: getattr(held, each.name) for each in fields(held)})
