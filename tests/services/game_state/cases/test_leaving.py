"""Matches that the operator ends, whatever state they are in."""

from __future__ import annotations

import pytest

from engine.errors import MatchOver
from services.game_state.cases.making import Creation
from services.game_state.match.model import Seat
from services.game_state.match.settings import MatchSettings
from services.shared import keys
from services.shared.errors import BadRequest, MatchDamaged, RulesVersionGone, UnknownMatch

ANNA, BERT = Seat("account", account="anna"), Seat("account", account="bert")
CLOCK = {"kind": "decision", "decision_ms": 60_000}


async def begun(server, account="anna", **more):
    """A running match of anna and bert."""
    settings = MatchSettings("roll", starts_when_full=True, clock=CLOCK, **more)
    match, _ = await server.making.create(Creation(account, settings, (ANNA, BERT)))
    return (
        match.match_id if match.status == "running" else (await server.seats.join(match.match_id, "bert"))[0].match_id
    )


@pytest.mark.parametrize("is_void", [False, True])
def test_a_match_that_nobody_can_replay_ends_without_scores(run, spoil, is_void):
    """It counts for nobody, no clock runs on, and what is damaged is still known to be."""

    async def do(server):
        match_id = await begun(server)
        spoil(server, match_id)
        match = await server.leaving.end_for_operator(match_id, is_void=is_void)
        assert (match.status, match.ended, match.settings.is_rated) == ("over", "adjudicated", False)
        assert (match.scores, match.ranks, match.deciding) == ((), (), ())
        assert server.redis.zscore(keys.CLOCKS, match_id) is None
        assert not server.redis.zcard(keys.open_index("anna"))
        assert server.redis.zrange(keys.status_index("over"), 0, -1) == [match_id.encode()]
        with pytest.raises((MatchOver, MatchDamaged, RulesVersionGone)) as refused:
            await server.leaving.end_for_operator(match_id, is_void=is_void)
        assert refused.type is MatchOver
        with pytest.raises((MatchDamaged, RulesVersionGone)) as refused:
            await server.leaving.tables.fresh(match_id)
        assert refused.type.__name__ == spoil.cause

    run(do)


def test_a_damaged_match_that_waits_is_removed(run):
    async def do(server):
        match, _ = await server.making.create(Creation("anna", MatchSettings("roll"), (ANNA, Seat("open"))))
        server.redis.rpush(keys.log(match.match_id), b'[0,"x",1]')
        assert await server.leaving.end_for_operator(match.match_id, is_void=False) is None
        await server.seats.discard(match.match_id)
        with pytest.raises(UnknownMatch):
            await server.store.load_unread(match.match_id)

    run(do)


def test_the_operator_voids_no_match_of_a_tournament(run):
    """Its result counts there: the host corrects it."""

    async def do(server):
        place = {"tournament_id": "t1", "round": 1, "table": 0}
        match_id = await begun(server, "~director", tournament=place)
        with pytest.raises(BadRequest, match="the host corrects"):
            await server.leaving.end_for_operator(match_id, is_void=True)
        assert (await server.store.load(match_id)).match.status == "running"
        assert (await server.leaving.end_for_operator(match_id, is_void=False)).status == "over"

    run(do)


def test_a_deal_is_released_though_one_of_its_matches_can_not_be_replayed(run, spoil):
    """The other boards' records must not stay sealed for ever."""

    async def do(server):
        ids = [await begun(server, "~director", deal="t1-1-0") for _ in range(2)]
        spoil(server, ids[0])
        await server.deals.release("t1-1-0")
        found = [(await server.store.load_unread(match_id)).match for match_id in ids]
        assert [(match.status, match.is_sealed, len(match.scores)) for match in found] == [
            ("over", False, 0),
            ("over", False, 2),
        ]

    run(do)
