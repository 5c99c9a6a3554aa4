"""Practice: a match that goes on from a moment of a finished one, against bots and for nobody else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.replay import describe_start
from services.game_state.match.model import Start
from services.shared.errors import BadRequest

if TYPE_CHECKING:
    from services.game_state.cases.making import Creation
    from services.game_state.match.model import Match
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.past import Pasts


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a finished match: its id, and how many of its actions had been taken."""

    match_id: str
    version: int


class Practice:
    """Turns wishes for practice into wishes for matches."""

    def __init__(self, tables: Tables, pasts: Pasts) -> None:
        """Read from *tables* and *pasts*."""
        self.tables = tables
        self.pasts = pasts

    async def begin_at(self, moment: Moment, wish: Creation) -> Creation:
        """Return the wish with the start that is meant: private, not rated, with the options of the finished match.

        Raises UnknownMatch, MatchNotOver, MatchSealed, RulesVersionGone, and BadRequest if the wish doesn't fit.
        """
        table = await self.tables.fresh(moment.match_id)
        past = await self.pasts.find(table, wish.account, wish.account)
        _check_fit(wish, table.match)
        position = past.position(past.find_moment(moment.version))
        if position.is_over:
            raise BadRequest(f"start: the match is over at version {moment.version}; name an earlier one")
        start = Start(moment.match_id, moment.version, describe_start(position))
        settings = replace(wish.settings, options=table.match.settings.options, is_private=True, is_rated=False)
        return replace(wish, settings=settings, start=start)


def _check_fit(wish: Creation, original: Match) -> None:
    """Raise BadRequest unless the wish is for the same game and table, with nobody but its account and bots."""
    if wish.settings.game != original.game:
        raise BadRequest(f"start: that match is of {original.game}, not of {wish.settings.game}")
    if wish.settings.options and wish.settings.options != original.settings.options:
        raise BadRequest("start: the options are those of that match; leave them out")
    if len(wish.seats) != len(original.seats):
        raise BadRequest(f"start: that match has {len(original.seats)} seats, not {len(wish.seats)}")
    for number, seat in enumerate(wish.seats):
        is_own = seat.kind == "account" and seat.account in {"", wish.account}
        if not is_own and seat.kind != "bot":
            raise BadRequest(f"seat {number}: only you and bots go on from a finished match")
