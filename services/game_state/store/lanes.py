"""Bots' jobs take turns between accounts: of each account only so many are out with the workers at once.

A lane is the jobs of one account's matches, or of the tournaments that one account hosts, for one queue. What is asked
goes into its lane; from there it comes to the outbox, and onto the watchdog's list, as soon as there is room. Each
answer makes room for the next. So whatever one account has asked for, a job of another one finds only a few before it,
wherever they wait. In a lane, matches in which somebody waits for a bot come first, then those among bots; each match
has but a few jobs there, so they take turns too.

While somebody plays against bots, fewer jobs of matches among bots are let out of every lane: each of them is
processor time, of game_state too, for which that somebody waits.

What is out counts for a minute at most: jobs that can't be done now, of a match whose rules are gone, must not close
a lane for ever.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from services.shared import jobs, keys, trail
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from services.game_state.match.model import Match
    from services.game_state.store.levels import Levels

#: added to the times, in microseconds, of jobs of matches among bots: they come after all others
AMONG_BOTS = 4 * 10**15
US_NS = 1000
#: how long after a table with people has asked for a bot they count as playing: they think, too
PEOPLE_MS = 60_000
#: lanes that one replica looks after at a time
SWEPT_MAX = 100

#: Lua functions for scripts that ask for jobs or settle them: `lanes` is `to_script()`, `ask` as `describe_job` has it.
LUA = f"""
local function let_out(lane, lanes)
  local out, waiting = '{keys.JOB_LANE}' .. lane .. ':out', '{keys.JOB_LANE}' .. lane .. ':waiting'
  redis.call('ZREMRANGEBYSCORE', out, '-inf', lanes.now_ms)
  local queue = string.match(lane, '[^:]*$')
  local are_out = redis.call('ZCARD', out)
  local room = lanes.most[queue] - are_out
  if redis.call('EXISTS', '{keys.PEOPLE}' .. queue) == 1 then
    local of_people = redis.call('ZCOUNT', waiting, '-inf', '({AMONG_BOTS}')
    room = math.min(room, math.max(of_people, lanes.beside_people - are_out))
  end
  local found = room > 0 and redis.call('ZPOPMIN', waiting, room) or {{}}
  for at = 1, #found, 2 do
    local ask = cjson.decode(found[at])
    redis.call('XADD', '{keys.OUTBOX}', '*', 'job_id', ask.job_id, 'cause', 'asked', unpack(ask.trail))
    redis.call('ZADD', '{keys.DEADLINES}', lanes.now_ms + ask.wait_ms, ask.job_id)
    redis.call('ZADD', out, lanes.now_ms + lanes.out_ms, ask.job_id)
    redis.call('PEXPIRE', out, lanes.out_ms)
  end
  if redis.call('ZCARD', waiting) == 0 then redis.call('SREM', '{keys.JOB_LANES}', lane) end
end
local function ask_for(ask, lanes)
  local queue = string.match(ask.lane, '[^:]*$')
  redis.call('ZADD', '{keys.OWED}' .. queue, 'NX', lanes.now_ms, ask.job_id)
  if not ask.is_among_bots then redis.call('SET', '{keys.PEOPLE}' .. queue, '', 'PX', {PEOPLE_MS}) end
  redis.call('ZADD', '{keys.JOB_LANE}' .. ask.lane .. ':waiting', ask.place, ask.job)
  redis.call('SADD', '{keys.JOB_LANES}', ask.lane)
  let_out(ask.lane, lanes)
end
local function settle(job, lanes)
  redis.call('ZREM', '{keys.DEADLINES}', job.job_id)
  -- Where no worker offers its level, a job is settled in another lane than the one it was asked in.
  for _, queue in ipairs(lanes.queues) do redis.call('ZREM', '{keys.OWED}' .. queue, job.job_id) end
  redis.call('ZREM', '{keys.JOB_LANE}' .. job.lane .. ':out', job.job_id)
  let_out(job.lane, lanes)
end
"""

#: Settle one job.
SETTLE = LUA + "settle(cjson.decode(ARGV[1]), cjson.decode(ARGV[2]))"
#: Let out of every lane what there is room for.
SWEEP = (
    LUA
    + f"""
local lanes = cjson.decode(ARGV[1])
for _, lane in ipairs(redis.call('SRANDMEMBER', '{keys.JOB_LANES}', {SWEPT_MAX})) do let_out(lane, lanes) end
"""
)


def to_script() -> dict[str, object]:
    """Return what the Lua functions need to know about lanes: the present time and the limits."""
    most = {
        "instant": limits().bot_jobs_instant_per_account_max,
        "think": limits().bot_jobs_think_per_account_max,
        jobs.BOARDS: limits().bot_boards_per_account_max,
    }
    return {
        "now_ms": now_ms(),
        "out_ms": limits().bot_backoff_ms_max,
        "most": most,
        "beside_people": limits().bot_jobs_beside_people_max,
        "queues": jobs.LANE_QUEUES,
    }


def lane_of(match: Match, seat: int, levels: Levels) -> str:
    """Return the lane of the jobs of a bot's seat."""
    place = match.settings.tournament
    queue = jobs.BOARDS if match.settings.is_fast else levels.queue(match.seats[seat].level)
    return f"{match.creator if place is None else place.lane or place.tournament_id}:{queue}"


def describe_job(match: Match, seat: int, job_id: str, wait_ms: int, levels: Levels) -> dict[str, object]:
    """Return a job as it waits in its lane; it is overdue *wait_ms* after it was let out."""
    is_among_bots = all(each.kind == "bot" for each in match.seats)
    passed_on = [part for item in trail.carry().items() for part in item]
    return {
        "lane": lane_of(match, seat, levels),
        "job_id": job_id,
        "is_among_bots": is_among_bots,
        "place": time.time_ns() // US_NS + is_among_bots * AMONG_BOTS,
        "job": dump_json({"job_id": job_id, "wait_ms": wait_ms, "trail": passed_on}).decode(),
    }
