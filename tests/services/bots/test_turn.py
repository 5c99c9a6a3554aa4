"""From a job to its answer."""

from __future__ import annotations

import base64
import random
from dataclasses import replace

import pytest
from celery import Celery

from ai.levels import LEVELS
from engine.errors import BadBytes, UnknownGame
from engine.registry import GAMES, find_game
from services.bots import turn
from services.bots.turn import play_turn
from services.shared import jobs

GAME_NAMES = sorted(GAMES)


def job_for(state, seat, level="random"):
    return {
        "job_id": f"m:{seat}:0",
        "match_id": "m",
        "seat": seat,
        "version": state.information_set(seat).version,
        "game": state.game.name,
        "information_set": base64.b64encode(state.information_set(seat).to_bytes()).decode(),
        "level": level,
        "sent_ms": 0,
        "queue": "instant",
    }


def send_job(redis_url, queue):
    """Send a job as game_state does, for a worker that serves that queue."""
    producer = Celery("test")
    producer.config_from_object(jobs.celery_config(redis_url))
    job = job_for(find_game("roll").setup(seats=2, seed=bytes(32), options={}), 0) | {"queue": queue}
    producer.send_task(jobs.TASK, kwargs={"job": job}, queue=jobs.queue_name(queue), ignore_result=True)


@pytest.fixture
def unhurried(monkeypatch):
    """The random level with time enough for the longest turn on a busy machine."""
    monkeypatch.setitem(turn.LEVELS, "random", replace(LEVELS["random"], think_ms_max=60_000))


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_whole_match_of_turns_is_legal_and_takes_fewer_jobs_than_actions(game, unhurried):
    """Every answer is legal in the real match, whose draws and other seats the bot never saw."""
    state = find_game(game).setup(seats=2, seed=bytes([7]) * 32, options={})
    rng = random.Random(1)
    jobs = actions = 0
    while not state.is_over:
        seat = rng.choice(state.deciding_seats())
        answer = play_turn(job_for(state, seat))
        jobs += 1
        for notation in answer:
            state.submit(seat, state.game.Action.parse(notation))
            actions += 1
    # Between 0.24 (Roll) and 0.77 (Race), as the match goes; every action by itself would be 1.
    assert jobs < actions * 0.9


@pytest.mark.parametrize("game", GAME_NAMES)
def test_without_time_a_turn_is_one_action(game, monkeypatch):
    monkeypatch.setitem(turn.LEVELS, "random", replace(LEVELS["random"], think_ms_max=0))
    state = find_game(game).setup(seats=2, seed=bytes(32), options={})
    assert len(play_turn(job_for(state, state.deciding_seats()[0]))) == 1


def test_a_job_of_another_build_or_game_is_refused():
    state = find_game("roll").setup(seats=2, seed=bytes(32), options={})
    job = job_for(state, 0)
    with pytest.raises(BadBytes):
        play_turn(job | {"information_set": base64.b64encode(b"other bytes").decode()})
    with pytest.raises(BadBytes):
        play_turn(job | {"information_set": base64.b64encode(state.to_bytes()).decode()})
    with pytest.raises(UnknownGame):
        play_turn(job | {"game": "chess"})
