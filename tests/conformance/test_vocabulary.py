"""The same files, the same keys and the same kind of ids in every game."""

import json
import re

import pytest

from engine.contract.vocabulary import HIDDEN
from engine.errors import BadDescription, EngineError
from engine.registry import GAMES
from tests.conformance.rulings import ROOT
from tests.support.matches import random_match

FILES = {
    "README.md", "__init__.py", "actions.py", "catalog.py", "completion.py", "decisions.py", "description.py",
    "drawing.py", "events.py", "hidden.py", "phases", "powers.py", "refusals.py", "rules.py", "scoring.py", "state.py",
    "view.py",
}  # fmt: skip
#: what stands below other modules in C, or is compiled because the rules ask it
HEADERS = {
    "actions.pxd", "description.pxd", "events.pxd", "hidden.pxd", "powers.pxd", "refusals.pxd", "rules.pxd",
    "scoring.pxd", "state.pxd", "view.pxd",
}  # fmt: skip
#: what every description says, and of which type it is
DESCRIBED = {"game": str, "rules_version": str, "version": int, "step": str, "seats": list, "randomness": dict}
#: what every description says in a simultaneous step, and in no other
SIMULTANEOUS = {"step_version": int, "own_actions": list}
#: what every view says
VIEWED = {
    "game": str, "rules_version": str, "viewer": (int, type(None)), "version": int, "is_over": bool,
    "deciding_seats": list, "asks": (str, type(None)), "step": str, "player_order": list, "seats": list,
}  # fmt: skip
#: what every view says of a seat
SEAT_VIEWED = {"seat": int, "asks": (str, type(None)), "points": int}
#: keys that mean the same wherever a game has them, in a description or a view, of the table or of a seat
SHARED = {
    "round": int, "vp_pool": int, "vp_chips": int, "turn_place": int, "first_seat": int, "hand": list, "tableau": list,
    "goods": dict, "discards": list, "deck": list, "deck_count": int, "discard_count": int, "bag_count": int,
    "selected": (str, type(None)),
}  # fmt: skip
#: keys that mean the same wherever an entry of a catalogue has them; a mat of the rogue has points for each level
CATALOGUED = {
    "id": str, "number": int, "name": str, "type": str, "text": str, "cost": int, "vp": (int, list), "color": str,
    "phase": str, "powers": list, "effects": list, "copies": int, "kind": str, "amount": int, "dice": (int, list),
}  # fmt: skip
ID = re.compile(r"[a-z][a-z0-9_]*")
games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def assert_typed(words, types):
    for key, kind in types.items():
        assert isinstance(words[key], kind), f"{key} is {words[key]!r}"


def assert_shared(words):
    assert_typed(words, {key: kind for key, kind in SHARED.items() if key in words})


def pieces(tree):
    """Every object of a catalogue with an id, however deep."""
    if isinstance(tree, dict):
        if "id" in tree:
            yield tree
        tree = list(tree.values())
    for each in tree if isinstance(tree, list) else ():
        yield from pieces(each)


def entries(tree):
    """Every object of a catalogue, however deep, but those that say how sure its facts are."""
    if isinstance(tree, dict):
        yield tree
        tree = [value for key, value in tree.items() if key != "status"]
    for each in tree if isinstance(tree, list | tuple) else ():
        yield from entries(each)


def ids(game):
    return {piece["id"] for piece in pieces(game.catalog())}


#: game -> where a description or a view names pieces: paths of keys, `*` being every entry
NAMES = {
    "roll": (
        "bag", "seats.*.home_world", "seats.*.tableau", "seats.*.hand", "seats.*.abandoned", "seats.*.stacks.*",
        "seats.*.start_tiles", "seats.*.building", "seats.*.selector", "spare_face",
    ),
    "race": (
        "deck", "discards", "seats.*.tableau", "seats.*.hand", "seats.*.drawn", "seats.*.set_aside",
        "seats.*.put_away", "seats.*.goods", "seats.*.goods.*", "seats.*.selected", "seats.*.actions",
    ),
    "tiny_epic": (
        "row", "deck", "discards", "seats.*.colonies", "seats.*.surface", "seats.*.orbit", "seats.*.missions",
        "seats.*.used", "seats.*.never", "rogue.colonies", "rogue.surface", "rogue.orbit", "rogue.face",
        "turn.inactive", "turn.bay", "turn.picked", "turn.current", "doing.*.planet", "doing.*.face",
    ),
}  # fmt: skip
#: names that are no pieces: the phases of a die
NO_PIECES = {"explore", "develop", "settle", "produce", "ship"}


def named(tree, path):
    """The names that stand at a path: an entry's own, a list's, an object's keys."""
    if not path:
        return [tree] if isinstance(tree, str) else list(tree or ())
    if path[0] == "*":
        below = tree.values() if isinstance(tree, dict) else tree
        return [name for each in below for name in named(each, path[1:])]
    below = (tree or {}).get(path[0])
    return [] if below is None else named(below, path[1:])


def test_every_game_has_the_same_files():
    """A question about a rule leads to the same file in each; phases are named as the rule book names them."""
    for name in GAMES:
        folder = ROOT / "engine" / name
        sources = {path.name for path in folder.iterdir() if path.suffix in {".py", ".md"} or path.name == "phases"}
        assert sources == FILES
        assert {path.name for path in folder.glob("*.pxd")} == HEADERS


@games
def test_a_decision_is_a_question(game):
    """People read it above their choices."""
    assert game.decisions
    for name, (rule, text) in game.decisions.items():
        assert ID.fullmatch(name)
        assert rule.startswith(f"{game.title.split(' for ')[0].removesuffix(' Galaxies')} ")
        assert text[0].isupper()
        assert text.endswith(("?", "."))
        assert "?" in text


@games
def test_an_option_is_explained_in_a_sentence(game):
    """And names its ruling in full."""
    assert game.options or game.name == "roll"
    for option in game.options.values():
        assert option.text[0].isupper()
        assert re.search(r"\((Roll|Race|Tiny Epic) [A-Z]\d+\)\.$", option.text)


@games
def test_the_pieces_of_a_catalogue_have_ids_of_one_kind(game):
    """Lower case and underscores, unlike each other, beside a name for people."""
    found = [piece["id"] for piece in pieces(game.catalog())]
    assert found
    assert all(ID.fullmatch(word) for word in found), [word for word in found if not ID.fullmatch(word)]
    tiles = [tile["id"] for tile in game.catalog().get("tiles", [])]
    assert sorted(found) == sorted([*set(found), *tiles]), "only a tile shares its id, with its development"
    json.dumps(game.catalog())


@games
def test_catalogues_speak_one_language(game):
    """What several games have stands under the same key and is of the same type; powers and effects have a kind."""
    catalog = game.catalog()
    catalog.pop("vocabulary", None)
    found = [entry for entry in entries(catalog) if entry is not catalog]
    for entry in found:
        assert_typed(entry, {key: kind for key, kind in CATALOGUED.items() if key in entry})
        for each in (*entry.get("powers", ()), *entry.get("effects", ())):
            assert ID.fullmatch(each["kind"]), each
    told = [entry for entry in found if "name" in entry]
    assert told
    assert all(entry.get("text") for entry in told if "id" in entry and "dice" not in entry)
    # Pieces of a kind, or a number of the rules that no piece bears.
    assert all(isinstance(value, list | dict | int) for value in catalog.values())


def test_descriptions_and_views_speak_one_language(table):
    """The keys that all games share, of the same types, at every point of a match, for every viewer."""
    known = ids(table.game) | {HIDDEN} | NO_PIECES
    looked = 0
    for count, (state, _, _) in enumerate(random_match(table, 5)):
        if count % 23 and not state.is_simultaneous:
            continue
        looked += 1
        words = state.describe()
        assert_typed(words, DESCRIBED)
        assert (words["game"], words["rules_version"]) == (table.game.name, table.game.rules_version)
        assert set(SIMULTANEOUS) & set(words) == (set(SIMULTANEOUS) if state.is_simultaneous else set())
        assert len(words["seats"]) == table.seats
        shown = [words, *(state.view(viewer) for viewer in table.viewers())]
        for each in shown:
            assert_shared(each)
            assert all(isinstance(seat, dict) for seat in each["seats"])
            for seat in each["seats"]:
                assert_shared(seat)
            for path in NAMES[table.game.name]:
                unknown = {name for name in named(each, path.split(".")) if name is not None} - known
                assert unknown == set(), f"{path}: no pieces of the catalogue"
        assert HIDDEN not in json.dumps(words)
        for viewer, view in zip(table.viewers(), shown[1:], strict=True):
            assert_viewed(state, viewer, view)
    assert looked > 0


def assert_viewed(state, viewer, view):
    info = state.information_set(viewer)
    assert_typed(view, VIEWED)
    assert (view["viewer"], view["version"], view["step"]) == (viewer, info.version, state.describe()["step"])
    assert view["deciding_seats"] == list(info.deciding_seats())
    assert sorted(view["player_order"]) == list(range(state.seats))
    assert [seat["points"] for seat in view["seats"]] == list(info.state.scores())
    decision = info.decision()
    for number, seat in enumerate(view["seats"]):
        assert_typed(seat, SEAT_VIEWED)
        assert seat["seat"] == number
        assert (seat["asks"] is not None) == (number in view["deciding_seats"])
    if decision:
        assert view["asks"] == decision["asks"] == view["seats"][viewer]["asks"]
    assert (view["asks"] is None) == view["is_over"]


def test_a_view_has_the_keys_of_the_description(table):
    """What both say stands under the same key, and a view has the same keys for every viewer and every seat."""
    state = next(iter(random_match(table, 6)))[0]
    views = [state.view(viewer) for viewer in table.viewers()]
    assert len({tuple(sorted(view)) for view in views}) == 1
    assert len({tuple(sorted(seat)) for view in views for seat in view["seats"]}) == 1
    described = set(state.describe()["seats"][0])
    assert described <= set(views[0]["seats"][0])


def test_a_hidden_state_has_no_description(table):
    """It is no position that could be read back."""
    state = table.setup(1)
    with pytest.raises(EngineError, match="an information set has a view, not a description"):
        state.information_set(0).state.describe()


@games
def test_a_description_of_other_rules_is_refused(game):
    """It might mean something else."""
    words = game.setup(seats=2, seed=bytes(32)).describe()
    for key in ("game", "rules_version"):
        with pytest.raises(BadDescription, match=f"{key} is 'other'; this is "):
            game.from_description(words | {key: "other"})


@games
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"version": -1}, "version is -1"),
        ({"randomness": 7}, "randomness is an object"),
        ({"randomness": {"x": 1}}, "randomness has 'x'"),
        ({"step_version": 9}, "step_version is 9"),
        ({"own_actions": [0] * 9}, "own_actions has 9 entries"),
        ({"own_actions": [-1]}, r"own_actions\[0\] is -1"),
        ({"seats": {}}, "seats is a list"),
        ({"seats": []}, "seats has 0 entries"),
        ({"x": 1}, "the description has 'x'"),
    ],
)
def test_what_every_description_says_is_checked_alike(game, changes, says):
    """With the place and what would be right."""
    words = game.setup(seats=2, seed=bytes(32)).describe()
    with pytest.raises(BadDescription, match=says):
        game.from_description(words | changes)
