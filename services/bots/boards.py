"""Whole matches of tournaments, from a job to all actions of everybody.

Like a chunk of a series a match is played under a lease, and makes way for others that wait: what has been played of
it then goes back to the end of the queue.
"""

from __future__ import annotations

import contextlib
from dataclasses import asdict
from typing import TYPE_CHECKING

from ai.arena.match import Abandoned, SoFar, play_match
from ai.arena.players import BotPlayer
from engine.errors import EngineError
from engine.registry import find_game
from services.bots.series import Lease, Turn
from services.shared.now import now_ms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from services.shared.clients import SyncRedis
    from services.shared.jobs import BoardJob
    from services.shared.queues import SyncQueues

#: how long a match stays taken that was played: whoever asks again after that has not had the answer
KNOWN_S = 1

Actions = list[list[object]]


class OtherRules(EngineError):
    """The match is played by other rules than those that are here."""


def play_board(redis: SyncRedis, job: BoardJob, queues: SyncQueues, served: Sequence[str]) -> Actions | BoardJob | None:
    """Return all actions of a match as [seat, notation], or what is left of it.

    It makes way for jobs in the *queues* that are *served* here. None: another worker plays it. Raises OtherRules.
    """
    game = find_game(job["game"])
    if job["rules_version"] != game.rules_version:
        raise OtherRules(f"the match keeps rules version {job['rules_version']}; here is {game.rules_version}")
    lease = Lease(redis, job["job_id"], KNOWN_S)
    if not lease.is_held:
        return None
    turn, so_far = Turn(lease, queues, served), SoFar(**job.get("so_far", {}))
    players = [BotPlayer(level, game.name) for level in job["levels"]]
    seed = bytes.fromhex(job["seed"])
    with lease:
        with contextlib.suppress(Abandoned):
            played = play_match(game, players, seed, job["options"], job["match_id"], turn.goes_on, so_far)
            actions: Actions = played.record["actions"]
            return actions
        if not (turn.has_made_way and lease.pause()):
            return None
    left: BoardJob = {**job, "so_far": asdict(so_far), "sent_ms": now_ms()}
    return left
