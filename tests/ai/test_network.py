"""Networks: the same numbers as the framework that trains them, always the same, and leaves of the search judged."""

import json
import random
import struct
from pathlib import Path

import pytest

from ai import levels
from ai.arena.schedule import Plan
from ai.arena.series import BadSeries, run_series
from ai.evaluate import policy_of
from ai.evaluate.features import ENCODERS, encoder_of, options_of, variant_of
from ai.evaluate.network import BadWeights, Network, numbers_of
from ai.evaluate.weights import FILE_BYTES_MAX, FOLDER, network_of, read_network, write_network
from ai.search.run import NETWORK_SETTINGS, SearchSettings, search
from engine.errors import EngineError
from engine.registry import GAMES, find_game

#: positions of a match by every network of the package, with what torch says of them
MATCHES = json.loads(Path(__file__).with_name("networks.json").read_text("utf-8"))


def random_network(name, seed=1, scale=0.2, variant=""):
    chance = random.Random(seed)
    encoder = encoder_of(name, variant)
    count = numbers_of(encoder)
    weights = struct.pack(f"<{count}f", *(chance.gauss(0, scale) for _ in range(count)))
    return Network(encoder, weights, {"game": name, "weighs": True})


def states(name, seats, seed, every, options=None):
    chance = random.Random(seed)
    state = find_game(name).setup(seats, chance.randbytes(32), options)
    count = 0
    while not state.is_over:
        seat = chance.choice(state.deciding_seats())
        count += 1
        if count % every == 0:
            yield state.clone(), seat
        state.apply(seat, levels.choose(state.information_set(seat), "level2"))


@pytest.mark.parametrize("name", GAMES)
def test_a_network_computes_what_its_weights_say(name):
    """Against the sums written out in Python's double precision."""
    encoder = ENCODERS[name]
    network = random_network(name)
    chance = random.Random(1)
    numbers = [struct.unpack("<f", struct.pack("<f", chance.gauss(0, 0.2)))[0] for _ in range(numbers_of(encoder))]
    rows = 1 + encoder.sparse + encoder.dense
    second, third = rows * 64, rows * 64 + 65 * 32
    positions = list(states(name, 2, 5, 17))
    assert positions
    for state, seat in positions:
        on, dense = encoder.observe(state, seat)
        inputs = [(0, 1.0), *((1 + number, 1.0) for number in on)]
        inputs += [(1 + encoder.sparse + number, value) for number, value in enumerate(dense)]
        one = [max(0.0, sum(value * numbers[row * 64 + unit] for row, value in inputs)) for unit in range(64)]
        two = [
            max(0.0, sum(x * numbers[second + row * 32 + unit] for row, x in enumerate([1.0, *one])))
            for unit in range(32)
        ]
        points = 20 * sum(x * numbers[third + row * 3 + 2] for row, x in enumerate([1.0, *two]))
        assert network.outlook(state, seat)["points"] == pytest.approx(points, rel=1e-4, abs=1e-3)


@pytest.mark.parametrize("name", GAMES)
def test_a_network_says_what_torch_says(name):
    """Within 1e-5, for reward and win, and for points in the unit they are learned in."""
    torch = pytest.importorskip("torch")
    from ai.train.fit import TorchNetwork  # noqa: PLC0415 - needs torch

    torch.manual_seed(4)
    encoder = ENCODERS[name]
    theirs = TorchNetwork(encoder)
    ours = Network(encoder, theirs.weights(), {"weighs": True})
    weighed = 0
    positions = list(states(name, 2, 6, 5))
    assert positions
    for state, seat in positions:
        on, dense = encoder.observe(state, seat)
        with torch.no_grad():
            row = theirs(torch.tensor(on), torch.tensor([0]), torch.tensor([dense]))[0]
        found = ours.outlook(state, seat)
        assert found["reward"] == pytest.approx(float(torch.sigmoid(row[0])), abs=1e-5)
        assert found["win"] == pytest.approx(float(torch.sigmoid(row[1])), abs=1e-5)
        assert found["points"] / 20 == pytest.approx(float(row[2]), abs=1e-5)
        shares = ours.weights_of(state, seat)
        if shares:
            weighed += 1
            logits = [float(row[3 + encoder.choice(state, action)]) for action in state.legal_actions(seat)]
            expected = torch.softmax(torch.tensor(logits), 0).tolist()
            assert list(shares.values()) == pytest.approx(expected, abs=1e-5)
    assert (weighed > 0) == (encoder.choices > 0)


def test_choices_are_weighed_where_action_cards_are_chosen_and_nowhere_else():
    """Also by the seat that chooses last; and not by a network that was never fitted to choices."""
    weighing, silent = random_network("race"), Network(ENCODERS["race"], random_network("race").weights, {})
    weighed = others = 0
    for state, seat in states("race", 2, 13, 1):
        shares = weighing.weights_of(state, seat)
        assert bool(shares) == (state.decision_of(seat) == "action")
        assert silent.weights_of(state, seat) == {}
        if shares:
            weighed += 1
            assert list(shares) == [str(action) for action in state.legal_actions(seat)]
            assert sum(shares.values()) == pytest.approx(1.0)
        else:
            others += 1
    assert weighed > 10
    assert others > 10


def test_pairs_of_action_cards_are_weighed_in_the_variant():
    """Each pair has a weight of its own, whichever card is named first; hidden knowledge changes none."""
    network = random_network("race", variant="advanced")
    encoder = network.encoder
    weighed = 0
    for state, seat in states("race", 2, 13, 1, {"advanced": True}):
        shares = network.weights_of(state, seat)
        assert bool(shares) == (state.decision_of(seat) == "two_actions")
        if shares:
            weighed += 1
            legal = state.legal_actions(seat)
            places = [encoder.choice(state, action) for action in legal]
            assert sorted(set(places)) == sorted(places)
            assert 0 <= min(places) <= max(places) < encoder.choices
            assert len(set(shares.values())) == len(legal)
            assert network.weights_of(state.information_set(seat).state, seat) == shares
    assert weighed > 10


def test_a_network_of_the_variant_is_none_of_the_game(tmp_path):
    encoder = encoder_of("race", "advanced")
    card = {"game": "race", "inputs": encoder.version, "variant": "advanced"}
    path = tmp_path / "one.net"
    write_network(path, card, bytes(4 * numbers_of(encoder)))
    assert read_network(path, "race", "advanced").card == card
    with pytest.raises(BadWeights, match=r"this is .*'variant': ''"):
        read_network(path, "race")
    with pytest.raises(BadWeights, match="no networks for roll, advanced"):
        read_network(path, "roll", "advanced")


def test_options_make_a_variant():
    """By what they are, whatever else is chosen; most games have none."""
    assert variant_of("race", {"advanced": True, "preset_hands": True}) == "advanced"
    assert variant_of("race", {"advanced": False}) == ""
    assert variant_of("roll", {"advanced": True}) == ""
    assert options_of("race", "advanced") == {"advanced": True}
    assert options_of("race") == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_network_knows_no_more_than_the_seat(name):
    """Bit by bit the same in the full state, the hidden one and an imagined one."""
    network = random_network(name)
    chance = random.Random(2)
    positions = list(states(name, 2, 7, 11))
    assert positions
    for state, seat in positions:
        info = state.information_set(seat)
        found = network.outlook(state, seat)
        shares = network.weights_of(state, seat)
        for other in (info.state, info.imagine(chance)):
            assert network.outlook(other, seat) == found
            assert network.weights_of(other, seat) == shares


@pytest.mark.parametrize(("name", "seats"), [("roll", 2), ("race", 3), ("tiny_epic", 2), ("tiny_epic", 4)])
def test_a_search_with_a_network_repeats_itself(name, seats):
    """Equal seeds give equal analyses to the last bit; rewards of all candidates lie between 0 and 1."""
    network = random_network(name, scale=0.05)
    positions = list(states(name, seats, 8, 40))
    assert positions
    for state, seat in positions:
        info = state.information_set(seat)
        one, two = (
            search(info, SearchSettings(), iterations=200, seed=3, network=network, stop_early=False) for _ in range(2)
        )
        assert (one.candidates, one.principal_line) == (two.candidates, two.principal_line)
        assert one.iterations == 200
        assert all(0 <= value <= 1 for each in one.candidates for value in each.values)


def test_two_seats_are_promised_one_match_between_them():
    network = random_network("race")
    positions = list(states("race", 2, 9, 10))
    assert positions
    for state, seat in positions:
        assert sum(network.rewards(state, seat)) == pytest.approx(1.0)
        assert network.rewards(state, seat)[seat] == network.outlook(state, seat)["reward"]


def test_leaves_are_judged_and_ends_of_matches_counted():
    """A network changes what a search finds, except where all its iterations reach the end of the match."""
    network = random_network("race")
    chance = random.Random(9)
    state = find_game("race").setup(2, chance.randbytes(32))
    info = state.information_set(0)
    plain, judged = (search(info, SearchSettings(), iterations=50, seed=1, network=each) for each in (None, network))
    assert judged.values != plain.values
    last = None
    while not state.is_over:
        seat = state.deciding_seats()[0]
        info = state.information_set(seat)
        if len(info.legal_actions()) > 1 and not ENCODERS["race"].quiet(state):
            last = info
        state.apply(seat, levels.choose(info, "greedy"))
    plain, judged = (search(last, SearchSettings(), iterations=50, seed=1, network=each) for each in (None, network))
    assert judged.candidates == plain.candidates


def test_a_file_holds_card_and_weights(tmp_path):
    weights = bytes(4 * numbers_of(ENCODERS["race"]))
    path = tmp_path / "race.net"
    card = {"game": "race", "inputs": ENCODERS["race"].version, "seed": 1}
    write_network(path, card, weights)
    network = read_network(path, "race")
    assert network.card == card
    assert network.outlook(find_game("race").setup(2, bytes(32)), 0) == {"reward": 0.5, "win": 0.5, "points": 0.0}
    assert [each.name for each in tmp_path.iterdir()] == ["race.net"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "model card"),
        (b"no json\n", "model card"),
        (b"[]\n", "this is"),
        (b'{"game": "roll", "inputs": 1}\n', "'roll'"),
        (b'{"game": "race", "inputs": 999}\n', "999"),
        (b'{"game": "race", "inputs": 2}\n1234', "4 bytes of weights"),
        (b"\xff\xfe\n1234", "model card"),
        (b"x" * (FILE_BYTES_MAX + 1), "longer than"),
    ],
)
def test_a_file_that_is_no_network_is_refused(tmp_path, content, said):
    path = tmp_path / "race.net"
    path.write_bytes(content)
    with pytest.raises(BadWeights, match=said):
        read_network(path, "race")


def name_of(match):
    variant = variant_of(match["game"], match.get("options", {}))
    return "-".join(filter(None, (match["game"], str(match["seats"]), variant)))


@pytest.mark.parametrize("match", MATCHES, ids=name_of)
def test_networks_of_the_package_say_what_torch_said(match):
    """Without torch: its words for positions of a match, worked out in double precision, are stored."""
    options = match.get("options", {})
    network = network_of(match["game"], match["seats"], variant_of(match["game"], options))
    game = find_game(match["game"])
    state = game.setup(match["seats"], bytes.fromhex(match["seed"]), options)
    expected = {each["after"]: each for each in match["expected"]}
    assert len(expected) > 5
    for count, line in enumerate(match["actions"]):
        if count in expected:
            each = expected[count]
            found = network.outlook(state, each["seat"])
            assert found["reward"] == pytest.approx(each["reward"], abs=1e-5)
            assert found["win"] == pytest.approx(each["win"], abs=1e-5)
            assert found["points"] / 20 == pytest.approx(each["points"] / 20, abs=1e-5)
            assert network.weights_of(state, each["seat"]) == pytest.approx(each.get("weights", {}), abs=1e-5)
        seat, notation = line.split(" ", 1)
        state.apply(int(seat), game.Action.parse(notation))


def test_every_network_of_the_package_has_stored_words():
    assert {name_of(match) for match in MATCHES} == {path.stem for path in FOLDER.glob("*.net")}


def test_a_level_asks_the_network_where_there_is_one():
    """From level 7 on, in every game with two seats and in Race's variant; not with more seats."""
    for name, seats, options in (
        ("race", 2, {}),
        ("race", 2, {"advanced": True}),
        ("race", 3, {}),
        ("roll", 2, {}),
        ("roll", 3, {}),
        ("tiny_epic", 1, {}),
        ("tiny_epic", 2, {}),
    ):
        info = find_game(name).setup(seats, bytes(32), options).information_set(0)
        for level in ("level7", "level8", "level9"):
            row, network = levels.level_for(level, info)
            plain = levels.find_level(level, name)
            assert (network is not None) == (seats == 2), (name, seats, options)
            assert row.iterations == (plain.network_iterations if network else plain.iterations)
            assert row.settings == (NETWORK_SETTINGS if network else SearchSettings())
            if network is not None:
                assert network.encoder.variant(info.state) == network.card.get("variant", "")
        assert levels.level_for("classic8", info)[1] is None
        assert levels.level_for("level6", info)[1] is None


def test_an_evaluation_is_the_networks_word_at_quiet_points():
    """Elsewhere it is a mean over worlds played on to one; it never depends on what the viewer can't know."""
    network = network_of("race", 2)
    chance = random.Random(4)
    quiet = 0
    for state, seat in states("race", 2, 12, 4):
        info = state.information_set(seat)
        found = levels.evaluate(info)
        assert found == levels.evaluate(type(info)(info.imagine(chance).information_set(seat).state))
        assert sum(each.win for each in found) == pytest.approx(1.0)
        if ENCODERS["race"].quiet(state):
            quiet += 1
            word = network.outlook(state, seat)
            assert found[seat].win == pytest.approx(word["win"], abs=1e-5)
            assert found[seat].points == pytest.approx(word["points"], abs=1e-3)
    assert quiet
    assert levels.evaluate(find_game("race").setup(3, bytes(32)).information_set(0)) is None
    with pytest.raises(EngineError, match="of a seat"):
        levels.evaluate(find_game("race").setup(2, bytes(32)).information_set(None))


def test_evaluations_close_to_the_end_tell_the_winner():
    """Of the last decisions of matches between greedy bots, nine in ten favour who then wins."""
    right = count = 0
    for seed in range(30):
        state = find_game("race").setup(2, seed.to_bytes(32, "little"))
        last = None
        while not state.is_over:
            seat = state.deciding_seats()[0]
            last = levels.evaluate(state.information_set(seat))
            state.apply(seat, levels.choose(state.information_set(seat), "greedy"))
        ranks = state.ranks()
        if ranks[0] != ranks[1]:
            count += 1
            right += (last[0].win > 0.5) == (ranks[0] < ranks[1])
    assert count > 20
    assert right >= 0.9 * count


def test_a_level_takes_what_the_search_with_its_network_finds():
    """And the search tells as many iterations as the level has."""
    told = []
    for state, seat in list(states("race", 2, 4, 9)):
        info = state.information_set(seat)
        if len(info.legal_actions()) == 1:
            continue
        chosen = levels.choose(info, "level9", iterations=64, seed=5, told=told.append)
        seed = random.Random(5).getrandbits(64)
        found = search(
            info, NETWORK_SETTINGS, iterations=64, budget_ms=10_000, seed=seed, network=network_of("race", 2)
        )
        assert chosen == found.best
        assert told[-1].candidates == found.candidates
    assert told


def test_a_level_with_a_network_keeps_its_lid():
    """Whatever is left of its iterations when the time is up is not searched."""
    late = 0
    for state, seat in list(states("race", 2, 3, 30)):
        info = state.information_set(seat)
        if len(info.legal_actions()) == 1:
            continue
        found = search(info, NETWORK_SETTINGS, iterations=10**8, budget_ms=20, network=network_of("race", 2))
        late += found.think_ms > 20 + 50
    assert late <= 1, "a busy machine may hold one up"


def test_a_series_of_another_network_is_not_mixed_in(tmp_path, monkeypatch):
    plan = Plan("race", ("level9", "greedy"), pairs=1, seed=1, iterations=2)
    path = tmp_path / "series.jsonl"
    run_series(plan, path)
    assert run_series(plan, path).matches == 2
    monkeypatch.setattr("ai.arena.series.fingerprint_of", lambda _network: "another")
    with pytest.raises(BadSeries, match="other budgets"):
        run_series(plan, path)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.net")), ids=lambda path: path.name)
def test_networks_of_the_package_have_a_card(path):
    """They are small, and say what they were made from."""
    game, seats, *variant = path.stem.split("-")
    network = network_of(game, int(seats), "".join(variant))
    assert (network.card["game"], network.card["seats"]) == (game, int(seats))
    assert path.stat().st_size <= FILE_BYTES_MAX
    assert {"game", "inputs", "seed", "matches", "positions", "error", "variance", "commit"} <= set(network.card)
    assert json.dumps(network.card)
    assert network.card["error"] < network.card["variance"]


def test_a_game_without_a_network_has_none():
    assert network_of("chess", 2) is None
    assert network_of("race", 5) is None
    assert policy_of("race") is not None
