"""The log is the match: a record verifies, and one that was tampered with does not."""

import copy
import json
import random
from functools import cache

import pytest

from engine.errors import BadOptions, BadRecord, IllegalAction, UnknownGame
from engine.registry import GAMES, find_game
from engine.replay import commitment, describe_start, first_position, replay, verify
from tests.support.matches import Table, played, seed_bytes


@cache
def _record(name):
    table = Table(GAMES[name], GAMES[name].seats_max)
    state, log = played(table, 1)
    return {
        "match_id": "sample-match",
        "game": name,
        "rules_version": table.game.rules_version,
        "seats": table.seats,
        "options": {},
        "seed": seed_bytes(1).hex(),
        "commitment": commitment(seed_bytes(1), "sample-match"),
        "actions": [[seat, str(action)] for seat, action in log],
        "scores": list(state.scores()),
        "ranks": list(state.ranks()),
        "fingerprint": state.fingerprint(),
        "ended": "finished",
    }


@pytest.fixture(params=GAMES)
def record(request):
    return copy.deepcopy(_record(request.param))


@pytest.fixture
def roll_record():
    return copy.deepcopy(_record("roll"))


def test_the_commitment_is_the_hash_of_seed_and_match_id():
    """Known digest: SHA-256 of 32 zero bytes followed by "abc"."""
    assert commitment(bytes(32), "abc") == "365aa7d8f7f9402c4b9434502b4cc89ddb09fe50d7cd95b493b834c62d5a5370"


def test_an_honest_record_verifies(record):
    """A record that went through JSON replays to its own scores."""
    state = verify(json.loads(json.dumps(record)))
    assert state.is_over
    assert list(state.scores()) == record["scores"]


def swap_actions(record):
    """Exchange the first two actions of one seat that differ."""
    entries = record["actions"]
    first = entries[0]
    other = next(i for i, entry in enumerate(entries) if entry[0] == first[0] and entry[1] != first[1])
    entries[0], entries[other] = entries[other], entries[0]


TAMPERINGS = {
    "scores": lambda r: r["scores"].__setitem__(0, r["scores"][0] + 1),
    "ranks": lambda r: r["ranks"].reverse(),
    "fingerprint": lambda r: r.update(fingerprint="0" * 32),
    "seed": lambda r: r.update(seed="00" * 32),
    "seed in capitals and wrong": lambda r: r.update(seed="FF" * 32),
    "short seed": lambda r: r.update(seed="00" * 31),
    "no seed": lambda r: r.update(seed=None),
    "seed no hex": lambda r: r.update(seed="zz" * 32),
    "match id": lambda r: r.update(match_id="another-match"),
    "match id no text": lambda r: r.update(match_id=7),
    "commitment": lambda r: r.update(commitment="0" * 64),
    "game": lambda r: r.update(game="chess"),
    "game no text": lambda r: r.update(game=["roll"]),
    "rules version": lambda r: r.update(rules_version="roll-0"),
    "seats": lambda r: r.update(seats=2),
    "seats no number": lambda r: r.update(seats="5"),
    "options": lambda r: r.update(options={"no such": 1}),
    "options no object": lambda r: r.update(options=[1]),
    "an action less at the end": lambda r: r["actions"].pop(),
    "an action less at the start": lambda r: r["actions"].pop(0),
    "an action more": lambda r: r["actions"].append(r["actions"][-1]),
    "actions exchanged": swap_actions,
    "another seat": lambda r: r["actions"][0].__setitem__(0, 99),
    "a seat as text": lambda r: r["actions"][0].__setitem__(0, "0"),
    "an action that is none": lambda r: r["actions"][0].__setitem__(1, "fly away"),
    "an action no text": lambda r: r["actions"][0].__setitem__(1, None),
    "an entry of three": lambda r: r["actions"][0].append(1),
    "an entry no list": lambda r: r["actions"].__setitem__(0, 5),
    "no actions": lambda r: r.update(actions=None),
    "actions no list": lambda r: r.update(actions=5),
    "scores no list": lambda r: r.update(scores=5),
    "scores under another ending": lambda r: r.update(ended="resigned", scores=[0] * r["seats"]),
    "ranks none": lambda r: r.update(ranks=None),
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_a_tampered_record_is_refused(roll_record, tampering):
    before = copy.deepcopy(roll_record)
    TAMPERINGS[tampering](roll_record)
    assert roll_record != before
    with pytest.raises(BadRecord) as refused:
        verify(roll_record)
    assert str(refused.value)


@pytest.mark.parametrize(
    "name", ["match_id", "game", "rules_version", "seats", "options", "seed", "commitment", "actions"]
)
def test_a_record_that_lacks_a_part_is_refused(roll_record, name):
    del roll_record[name]
    with pytest.raises(BadRecord, match=name):
        verify(roll_record)


@pytest.mark.parametrize("junk", [None, [], "record", 5])
def test_what_is_no_record_is_refused(junk):
    with pytest.raises(BadRecord):
        verify(junk)


def test_an_abandoned_match_need_not_be_over(roll_record):
    """Its log is checked all the same."""
    roll_record["actions"] = roll_record["actions"][:40]
    roll_record["ended"] = "abandoned"
    state = replay(
        GAMES["roll"],
        roll_record["seats"],
        seed_bytes(1),
        {},
        [(seat, GAMES["roll"].Action.parse(notation)) for seat, notation in roll_record["actions"]],
    )
    roll_record["fingerprint"] = state.fingerprint()
    assert verify(roll_record) == state
    roll_record["fingerprint"] = "0" * 32
    with pytest.raises(BadRecord, match="fingerprint"):
        verify(roll_record)


def test_replay_checks_every_action():
    """A log with an illegal action is refused, not replayed somehow."""
    game = GAMES["roll"]
    with pytest.raises(IllegalAction):
        replay(game, 2, bytes(32), {}, [(0, game.Action.parse("done"))])


def test_games_are_found_by_name():
    assert [find_game(name) for name in GAMES] == list(GAMES.values())
    with pytest.raises(UnknownGame, match="roll"):
        find_game("chess")


def test_options_and_seats_are_those_of_the_record():
    """A match that was set up otherwise is another one."""
    table = Table(GAMES["race"], 3, {"preset_hands": True})
    state, log = played(table, 1)
    record = _record("race") | {
        "seats": 3,
        "options": table.options,
        "actions": [[seat, str(action)] for seat, action in log],
        "scores": list(state.scores()),
        "ranks": list(state.ranks()),
        "fingerprint": state.fingerprint(),
    }
    record["log"] = [*record["actions"][:4], [0, None, 2], *record["actions"][2:]]
    assert verify(record) == state
    assert replay(table.game, 3, seed_bytes(1), table.options, log) == state


def test_results_need_not_be_claimed(roll_record):
    """A record may leave them out; the actions say what they are."""
    for name in ("scores", "ranks", "fingerprint", "ended"):
        del roll_record[name]
    assert verify(roll_record).is_over


@pytest.mark.parametrize("ended", ["finished", None])
def test_a_match_that_was_played_out_has_to_be_over(roll_record, ended):
    """So has one that doesn't say how it ended."""
    del roll_record["actions"][-1], roll_record["fingerprint"], roll_record["ended"]
    if ended is not None:
        roll_record["ended"] = ended
    with pytest.raises(BadRecord, match="not over"):
        verify(roll_record)


def logged(record, *middle, start=6):
    """The record with its first actions, further entries, and all that these leave to do."""
    actions = record["actions"]
    kept = start
    for entry in middle:
        kept = entry[2] if entry[1] is None else kept + 1
    return record | {"log": [*actions[:start], *middle, *actions[kept:]]}


@pytest.mark.parametrize("kept", [0, 1, 3, 5])
def test_a_log_with_what_was_taken_back_verifies(record, kept):
    """Back to any place before, the first one included, and on from there."""
    assert verify(logged(record, [0, None, kept])).is_over
    again = [tuple(entry) for entry in record["actions"][kept:6]]
    assert verify(logged(record, [0, None, kept], *again, [0, None, 2])).is_over


@pytest.mark.parametrize(
    "wrong",
    [
        lambda r: logged(r, [0, None, 6]),
        lambda r: logged(r, [0, None, 7]),
        lambda r: logged(r, [0, None, -1]),
        lambda r: logged(r, [0, None, True]),
        lambda r: r | {"log": [*r["actions"][:6], [0, None], *r["actions"][6:]]},
        lambda r: r | {"log": [*r["actions"][:6], [0, None, 2.0], *r["actions"][2:]]},
        lambda r: r | {"log": [[0, None, 0], *r["actions"]]},
        lambda r: r | {"log": r["actions"][:-1]},
        lambda r: r | {"log": []},
        lambda r: r | {"log": [*r["actions"][:6], [0, "fly away"], *r["actions"][6:]]},
        lambda r: r | {"log": [*r["actions"][:6], [99, r["actions"][6][1]], *r["actions"][7:]]},
        lambda r: r | {"log": 5},
    ],
)
def test_a_log_that_does_not_lead_to_the_actions_is_refused(roll_record, wrong):
    """Every entry of it has to be possible, and what stands in the end has to be what the record says."""
    with pytest.raises(BadRecord, match=r"log|left"):
        verify(wrong(roll_record))


#: early enough for a match that was played by chance; among them moments within simultaneous steps
MOMENTS = (1, 2, 5, 14, 23)


def go_on(record, moment):
    """The record of a match that goes on from a moment of another one, by chance, with a seed of its own."""
    game, chance = find_game(record["game"]), random.Random(moment)
    pairs = [(seat, game.Action.parse(text)) for seat, text in record["actions"][:moment]]
    before = replay(game, record["seats"], bytes.fromhex(record["seed"]), {}, pairs)
    description, seed = json.loads(json.dumps(describe_start(before))), seed_bytes(99)
    state = first_position(game, record["seats"], seed, {}, description)
    for seat in range(record["seats"]):
        known, was = state.view(seat), before.view(seat)
        assert {**known, "version": 0} == {**was, "version": 0}
        assert state.legal_actions(seat) == before.legal_actions(seat)
    actions = []
    while not state.is_over:
        seat = chance.choice(state.deciding_seats())
        action = chance.choice(state.legal_actions(seat))
        state.submit(seat, action)
        actions.append([seat, str(action)])
    return record | {
        "match_id": "practice",
        "seed": seed.hex(),
        "commitment": commitment(seed, "practice"),
        "start": {"match_id": record["match_id"], "version": moment, "description": description},
        "actions": actions,
        "scores": list(state.scores()),
        "ranks": list(state.ranks()),
        "fingerprint": state.fingerprint(),
    }


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_match_goes_on_from_a_moment_of_another_one(record, moment):
    """Everybody knows and may do the same there, what comes is new, and the record of it verifies."""
    practice = go_on(record, moment)
    state = verify(json.loads(json.dumps(practice)))
    assert state.is_over
    assert state.version >= len(practice["actions"])
    first = practice["actions"][0]
    log = [first, [first[0], None, 0], *practice["actions"]]
    assert verify(practice | {"log": log}).fingerprint() == state.fingerprint()


STARTS = {
    "no object": lambda _: "here",
    "no description": lambda _: {},
    "no seats": lambda start: {"description": start["description"] | {"seats": []}},
    "another game": lambda start: {"description": start["description"] | {"game": "chess"}},
    "no start": lambda _: None,
}


@pytest.mark.parametrize("tamper", STARTS.values(), ids=STARTS)
def test_a_record_whose_start_was_tampered_with_does_not_verify(record, tamper):
    practice = go_on(record, MOMENTS[-1])
    with pytest.raises(BadRecord):
        verify(practice | {"start": tamper(practice["start"])})


def test_what_seats_did_unseen_counts_as_done_in_the_new_match(record):
    """A start in the midst of a simultaneous step is as many actions old as were taken there."""
    game, seed = find_game(record["game"]), bytes.fromhex(record["seed"])
    state, unseen = game.setup(record["seats"], seed), set()
    for seat, text in record["actions"]:
        state.submit(seat, game.Action.parse(text))
        start = describe_start(state)
        done = sum(start.get("own_actions", ()))
        assert first_position(game, record["seats"], seed_bytes(99), {}, start).version == done
        unseen.add(done)
    assert record["game"] == "tiny_epic" or max(unseen) > 0


def test_the_options_of_a_start_are_checked(roll_record):
    game = find_game("roll")
    start = describe_start(game.setup(2, bytes(32)))
    with pytest.raises(BadOptions):
        first_position(game, 2, seed_bytes(99), {"nonsense": True}, start)
