"""One game_state process, put together from its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import REGISTRY

from engine.errors import EngineError
from protos.astrarium.v1 import analysis_pb2_grpc, archive_pb2_grpc, catalog_pb2_grpc, match_pb2_grpc, operator_pb2_grpc
from services.game_state.archive.archive import open_archive
from services.game_state.cases.accounts import AccountKeeper
from services.game_state.cases.all import Cases
from services.game_state.cases.analysis import Analyses
from services.game_state.rpc.account_stream import NEWS
from services.game_state.rpc.analyses import Analysing
from services.game_state.rpc.archived import ArchiveCalls
from services.game_state.rpc.catalog import Catalog
from services.game_state.rpc.matches import Matches
from services.game_state.rpc.operator import Operating
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.game_state.store.writer import Writer
from services.game_state.table.at_hand import Tables
from services.game_state.work.all import Work
from services.game_state.work.sender import Sender
from services.game_state.work.totals import Totals
from services.rpc.around import Around
from services.rpc.caller import Callers
from services.rpc.serve import Frame, Service, run_process
from services.rpc.tail import LOOK_S, Revocations, Tail
from services.rpc.work import repeat
from services.shared import keys
from services.shared.connections import connect, connect_sync, connect_tail
from services.shared.queues import Queues
from services.shared.tokens import Accounts

if TYPE_CHECKING:
    from services.rpc.tail import Fields
    from services.shared.settings import Settings

CATALOG, MATCHES, ANALYSES, OPERATOR, ARCHIVE = (
    f"astrarium.v1.{name}Service" for name in ("Catalog", "Match", "Analysis", "Operator", "Archive")
)


async def run_game_state(config: Settings) -> None:
    """Serve until a signal ends it, or a part of the work does."""
    redis, tail_redis = connect(config.redis_url), connect_tail(config.redis_url)
    levels, callers = Levels(redis), Callers(redis, (CATALOG,))
    archive = open_archive(config.archive_url)
    tables = Tables(Writer(Store(redis, archive), levels))
    cases, sender, bells = Cases(tables, levels), Sender(config.jobs_url), tables.bells
    queues = Queues(config.jobs_url)
    work, totals = Work(tail_redis, tables, levels, cases, sender), Totals(redis, queues, archive)
    REGISTRY.register(totals)
    frame = Frame(config, config.game_state_listen, Around("match_id", (EngineError,), callers), bells)
    accounts = Accounts(connect_sync(config.redis_url))
    keeper = AccountKeeper(accounts, cases.seats, cases.leaving)
    frame.add(
        [
            Service(CATALOG, Catalog(levels), catalog_pb2_grpc.add_CatalogServiceServicer_to_server),
            Service(MATCHES, Matches(tables, cases), match_pb2_grpc.add_MatchServiceServicer_to_server),
            Service(
                ANALYSES,
                Analysing(Analyses(tables, cases.pasts, sender), bells),
                analysis_pb2_grpc.add_AnalysisServiceServicer_to_server,
            ),
            Service(ARCHIVE, ArchiveCalls(archive), archive_pb2_grpc.add_ArchiveServiceServicer_to_server),
            Service(OPERATOR, Operating(keeper, cases), operator_pb2_grpc.add_OperatorServiceServicer_to_server),
        ]
    )
    revocations = Revocations(redis, callers, bells)

    def hear_change(fields: Fields) -> None:
        if "match_id" in fields:
            tables.hear(fields["match_id"], fields["token"] or None)
        for account in fields.get("accounts", "").split():
            bells.ring(keys.account_events(account), NEWS)
        for each in fields.get("due", "").split():
            account, _, due = each.partition("/")
            bells.ring(keys.account_events(account), due)

    tail = Tail(
        tail_redis,
        {keys.ADVANCED: hear_change, keys.TOURNAMENTS_ADVANCED: hear_change, keys.REVOKED: revocations.hear},
        bells,
    )
    try:
        await frame.serve(
            redis.ping,
            work.parts()
            | {"totals": totals.keep_reading, "tail": tail.run}
            | {"revoked tokens": lambda: repeat("revoked tokens", revocations.look, LOOK_S)}
            | {"open streams": lambda: repeat("open streams", callers.streams.renew, callers.streams.renewed_s)},
        )
    finally:
        sender.close()
        archive.close()
        await queues.close()
        await redis.aclose()
        await tail_redis.aclose()


def main() -> None:
    """Run with the settings of the environment."""
    run_process("game_state", run_game_state)
