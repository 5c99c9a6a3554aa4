"""Event streams over real gRPC: numbered, resumable, the same from every replica, and discreet."""

from __future__ import annotations

import random
import threading
import time

import grpc
import orjson
import pytest

from client import SILENCE_S_MAX
from engine.registry import find_game
from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from services.game_state.rpc.streams import EVENTS_AT_ONCE
from services.shared.limits import limits
from tests.conformance.checks import shown_without_finished
from tests.support.stack import Refused, play_random, until


class Follower(threading.Thread):
    """Reads a stream in the background."""

    def __init__(self, client, match_id, seat=None, since=0):
        super().__init__(daemon=True)
        self.call = client.watch(match_id, seat, since)
        self.items = []
        self.end = None
        self.start()

    def run(self):
        try:
            for item in self.call:
                self.items.append((time.monotonic(), item))
            self.end = "ended"
        except grpc.RpcError as wrong:
            self.end = wrong.code().name

    def events(self):
        return [(item.event.cursor, orjson.loads(item.event.event)) for _, item in self.items if item.HasField("event")]

    def matches(self):
        return [item.match for _, item in self.items if item.HasField("match")]


@pytest.fixture
def match_id(table):
    match_id = table.anna.create(["account:", "account:bert", "bot:random"])
    table.anna.call("StartMatch", match_id=match_id)
    return match_id


def test_a_stream_follows_a_match_from_either_replica_to_its_end(table, match_id):
    followers = [
        Follower(table.anna, match_id),
        Follower(table.anna_elsewhere, match_id),
        Follower(table.bert, match_id),
        Follower(table.spectator, match_id),
    ]
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(3))
    for follower in followers:
        until(lambda follower=follower: follower.end)
        assert follower.end == "ended"
        numbers = [number for number, _ in follower.events()]
        assert numbers == list(range(1, len(numbers) + 1))
        assert follower.matches()[-1].status == match_pb2.MATCH_STATUS_OVER
        assert follower.matches()[-1].ended == "finished"
    anna, anna_elsewhere, bert, spectator = (follower.events() for follower in followers)
    assert anna == anna_elsewhere == table.anna.events(match_id)
    assert bert == table.bert.events(match_id)
    assert spectator == table.spectator.events(match_id)
    assert anna != bert


def test_a_dropped_stream_goes_on_where_it_was(table, match_id):
    rng = random.Random(4)
    play_random({0: table.anna, 1: table.bert}, match_id, rng, 60)
    everything = table.anna.events(match_id)
    assert len(everything) > 20
    for cut in (0, 1, len(everything) // 2, len(everything)):
        client = (table.anna, table.anna_elsewhere)[cut % 2]
        heard = client.events(match_id, since=cut)
        # The bot may have gone on meanwhile.
        assert heard[: len(everything) - cut] == everything[cut:]
        assert [number for number, _ in heard] == list(range(cut + 1, cut + 1 + len(heard)))
    follower = Follower(table.anna, match_id, since=len(everything))
    play_random({0: table.anna, 1: table.bert}, match_id, rng, 40)
    # The bot may go on meanwhile; what comes twice or is left out never fits again.
    until(lambda: everything + follower.events() == table.anna.events(match_id))
    follower.call.cancel()


def test_a_view_names_the_cursor_that_goes_with_it(table, match_id):
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(5), 30)
    # Asked first: while she owes a decision nothing changes for her, before that the bot may act.
    decision = table.anna.decision(match_id)
    view = table.anna.call("GetView", match_id=match_id)
    if decision.is_asked:
        assert view.cursor == len(table.anna.events(match_id))
        assert view.version == decision.version
    later = table.anna_elsewhere.events(match_id, since=view.cursor)
    # The bot may have gone on meanwhile.
    if table.anna.call("GetView", match_id=match_id).cursor == view.cursor:
        assert later == []


@pytest.mark.parametrize("since", [-1, 10_000])
def test_a_cursor_that_does_not_exist_is_refused(table, match_id, since):
    with pytest.raises(Refused) as refused:
        table.anna.events(match_id, since=since)
    assert refused.value.error == "BadRequest"


def test_a_stream_of_another_seat_is_refused(table, match_id):
    with pytest.raises(Refused) as refused:
        table.anna.events(match_id, seat=1)
    assert refused.value.error == "NotYourSeat"


def test_a_stream_tells_who_joins_and_that_the_match_begins(table):
    match_id = table.anna.create(["account:", "open"])
    follower = Follower(table.anna_elsewhere, match_id)
    until(follower.matches)
    table.bert.call("JoinMatch", match_id=match_id)
    until(lambda: follower.matches()[-1].seats[1].account == "bert")
    table.anna.call("StartMatch", match_id=match_id)
    until(lambda: follower.matches()[-1].status == match_pb2.MATCH_STATUS_RUNNING)
    assert list(follower.matches()[-1].deciding_seats) == [0, 1]
    follower.call.cancel()


def test_a_stream_of_a_match_that_is_given_up_before_its_start_ends(table):
    match_id = table.anna.create(["account:", "open"])
    follower = Follower(table.spectator, match_id)
    until(follower.matches)
    table.anna.call("LeaveMatch", match_id=match_id)
    assert until(lambda: follower.end) == "NOT_FOUND"


def test_in_a_simultaneous_step_others_learn_that_a_seat_has_answered_and_nothing_else(table):
    match_id = table.anna.create(["account:", "account:bert"])
    table.anna.call("StartMatch", match_id=match_id)
    before_view = table.bert.call("GetView", match_id=match_id)
    before_match = table.bert.call("GetMatch", match_id=match_id).match
    spectator_view = table.spectator.call("GetView", match_id=match_id)
    decision = table.anna.decision(match_id)
    while decision.is_asked:
        legal = orjson.loads(decision.legal_actions)
        table.anna.submit(match_id, decision.version, legal[0]["notation"])
        decision = table.anna.decision(match_id)
        for client, before in ((table.bert, before_view), (table.spectator, spectator_view)):
            now = client.call("GetView", match_id=match_id)
            view, first = orjson.loads(now.view), orjson.loads(before.view)
            assert view["deciding_seats"] == ([0, 1] if decision.is_asked else [1])
            assert shown_without_finished(view) == shown_without_finished(first)
            now.view = before.view
            assert now == before
        assert table.bert.events(match_id) == table.spectator.events(match_id) == []
    assert table.anna.events(match_id)
    after = table.bert.call("GetMatch", match_id=match_id).match
    assert list(after.deciding_seats) == [1]
    before_match.deciding_seats[:] = [1]
    # Who has answered may claim once the other is absent: that follows from the deciding seats.
    before_match.claimable_ms = after.claimable_ms
    assert after == before_match


def test_silence_is_broken_by_heartbeats(table):
    match_id = table.anna.create(["account:", "open"])
    begun = time.monotonic()
    follower = Follower(table.anna, match_id)
    until(lambda: any(item.HasField("heartbeat") for _, item in follower.items), 60)
    beat = next(at for at, item in follower.items if item.HasField("heartbeat"))
    # Not long before its time; and long before a client takes the connection for dead.
    assert limits().heartbeat_ms / 1000 - 0.5 < beat - begun < SILENCE_S_MAX
    follower.call.cancel()


def test_a_match_through_two_replicas_is_the_match_through_one(table):
    """Alternate between the replicas at every call; the record replays to what every replica showed."""
    match_id = table.anna.create(["account:", "account:"])
    table.anna.call("StartMatch", match_id=match_id)
    rng = random.Random(6)
    clients = [table.anna, table.anna_elsewhere]
    shown = []
    while True:
        seat = rng.randrange(2)
        one, other = rng.sample(clients, 2)
        decision = one.decision(match_id, seat)
        if decision.status == match_pb2.MATCH_STATUS_OVER:
            break
        if not decision.is_asked:
            continue
        assert other.decision(match_id, seat) == decision
        action = rng.choice(orjson.loads(decision.legal_actions))
        other.submit(match_id, decision.version, action["notation"], seat=seat)
        view = one.call("GetView", match_id=match_id, seat=seat)
        assert other.call("GetView", match_id=match_id, seat=seat) == view
        shown.append((seat, view.view))
    record = table.anna.record(match_id)
    assert table.anna_elsewhere.record(match_id) == record
    state = find_game("roll").setup(2, bytes.fromhex(record["seed"]), record["options"])
    for (seat, notation), (shown_to, view) in zip(record["actions"], shown, strict=True):
        state.submit(seat, find_game("roll").Action.parse(notation))
        assert seat == shown_to
        assert orjson.loads(view) == orjson.loads(orjson.dumps(state.view(seat)))
    assert verify(record).scores() == tuple(record["scores"])


def test_the_record_is_secret_until_the_end_and_fits_the_commitment(table, match_id):
    with pytest.raises(Refused) as refused:
        table.anna.record(match_id)
    assert refused.value.error == "MatchNotOver"
    commitment = table.anna.call("GetMatch", match_id=match_id).match.commitment
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(8))
    record = table.spectator.record(match_id)
    assert record["commitment"] == commitment
    final = verify(record)
    match = table.anna.call("GetMatch", match_id=match_id).match
    assert tuple(match.scores) == tuple(final.scores())
    assert tuple(match.ranks) == tuple(final.ranks())
    assert (match.ended, record["ended"]) == ("finished", "finished")
    assert [player["kind"] for player in record["players"]] == ["account", "account", "bot"]


def test_what_came_at_one_moment_comes_in_one_answer(table, match_id):
    """Its events and then the match; a long past comes in answers of bounded size."""
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(8), 150)
    table.anna.call("ResignMatch", match_id=match_id)
    table.bert.call("ResignMatch", match_id=match_id)
    *full, last = [list(answer.items) for answer in table.spectator.watch(match_id).answers]
    assert full
    assert {len(items) for items in full} == {EVENTS_AT_ONCE}
    assert len(last) <= EVENTS_AT_ONCE
    assert last[-1].match.status == match_pb2.MATCH_STATUS_OVER
    items = [item for part in (*full, last) for item in part][:-1]
    assert [item.event.cursor for item in items] == list(range(1, len(items) + 1))


def test_an_action_comes_with_the_match_after_it(table):
    match_id = table.anna.create(["account:", "account:bert"], starts_when_full=True)
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(9), 40)
    answers = table.anna.watch(match_id).answers
    shown = next(answers).items[-1].match
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(10), 10)
    while shown.version < table.anna.call("GetMatch", match_id=match_id).match.version:
        items = next(answers).items
        if items[-1].HasField("heartbeat"):
            continue
        assert [item.WhichOneof("item") for item in items] == ["event"] * (len(items) - 1) + ["match"]
        # Without events it is another that decided, unseen as yet.
        assert items[-1].match.version > shown.version if len(items) > 1 else items[-1].match != shown
        shown = items[-1].match
    answers.cancel()


def test_a_stream_of_who_was_away_ends_when_it_is_back_at_its_seat(table):
    """From then on it would be a seat's stream, whose events have other numbers than a spectator's."""
    match_id = table.anna.create(["account:", "account:bert"], absence="substitute", starts_when_full=True)
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(3), 30)
    table.anna.call("ResignMatch", match_id=match_id)
    numbered = dict(table.spectator.events(match_id))
    stream = iter(table.anna_elsewhere.watch(match_id))
    items = [next(stream) for _ in numbered]
    table.anna.call("ReturnToMatch", match_id=match_id)
    items += stream
    table.anna.call("ResignMatch", match_id=match_id)
    watched = {item.event.cursor: orjson.loads(item.event.event) for item in items if item.HasField("event")}
    assert watched.items() <= dict(table.spectator.events(match_id)).items()
    assert list(items[-1].match.own_seats) == [0]
