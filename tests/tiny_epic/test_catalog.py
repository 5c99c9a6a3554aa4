"""The pieces: counts, sums and the values on which sources differ."""

import json
from collections import Counter
from pathlib import Path

from engine.tiny_epic import catalog
from engine.tiny_epic.catalog import FACES, MATS, MISSIONS, PLANETS
from engine.tiny_epic.powers import read_mat
from engine.tiny_epic.rules import TINY_EPIC

PLANET = {planet.id: planet for planet in PLANETS}


def test_forty_planets_in_five_classes():
    """D24, R31: eight of each point value, 144 points and 160 advances in all."""
    assert len(PLANET) == 40
    assert Counter(planet.vp for planet in PLANETS) == {1: 8, 2: 8, 3: 8, 5: 8, 7: 8}
    assert sum(planet.vp for planet in PLANETS) == 144
    assert sum(planet.length for planet in PLANETS) == 160
    assert PLANET["andellouxian_6"].vp == 5


def test_half_of_the_planets_each_way():
    """R26, R30."""
    assert Counter(planet.resource for planet in PLANETS) == {"energy": 20, "culture": 20}
    assert Counter(planet.track for planet in PLANETS) == {"diplomacy": 20, "economy": 20}


def test_products_on_which_sources_differ():
    """D08, D19, D20, D22."""
    assert PLANET["birkomius"].resource == "culture"
    assert PLANET["bisschop"].resource == "energy"
    assert PLANET["la_torres"].length == 3
    assert (PLANET["leandra"].vp, PLANET["leandra"].length) == (1, 2)
    assert PLANET["pembertonia_major"].track == "economy"


def test_limits_per_turn():
    """R58, R60, D25, D26, Q4."""
    assert {planet.id for planet in PLANETS if planet.once_per_turn} == {
        "birkomius", "bisschop", "clj_0517", "la_torres", "nagato", "zavodnick",
    }  # fmt: skip
    assert {planet.id for planet in PLANETS if planet.own_turn_only} == {
        "birkomius", "bisschop", "gyore", "maia", "nibiru", "zalax",
    }  # fmt: skip


def test_spellings():
    """D28."""
    assert {"Omicron Fenzi", "Padraigin-3110", "Zavodnick"} <= {planet.name for planet in PLANETS}


def test_twelve_missions():
    """R05, R69."""
    assert len({mission.id for mission in MISSIONS}) == 12
    assert sum(mission.vp for mission in MISSIONS) == 31
    assert sum(mission.vp_tied > 0 for mission in MISSIONS) == 6


def test_what_rests_on_one_source_is_marked():
    """Q1, Q3."""
    data = TINY_EPIC.catalog()
    assert {mission["id"] for mission in data["missions"] if mission["confidence"] == "single_source"} == {
        "equalizer", "explorer", "hermit", "hoarder", "industrialist", "noble", "orbiter", "seeker", "trader",
    }  # fmt: skip
    assert {attack["status"] for mat in data["rogue_mats"] for attack in mat["attacks"]} == {
        "two_sources",
        "one_source",
    }


def test_the_rules_page_shows_the_marks():
    """S30, Q1-Q3: what an owner of a mat could correct stands there as in the catalogue."""
    page = Path(catalog.__file__).with_name("README.md").read_text()
    data = TINY_EPIC.catalog()
    for mat in data["rogue_mats"]:
        parts = [mat["status"][part] for part in ("tier", "dice", "vp", "resource_max", "once_per_turn")]
        attacks = ", ".join(attack["status"] for attack in mat["attacks"])
        assert f"| {mat['name']} | {' | '.join(parts)} | {attacks} |" in page
    doubtful = [mission["name"] for mission in data["missions"] if mission["confidence"] == "single_source"]
    assert f"Missions known from a single source (Q1): {', '.join(doubtful)}." in " ".join(page.split())
    assert {mark for mat in MATS for mark in mat.status.values()} >= {"stand_in", "unknown"}


def test_the_catalogue_is_json_and_explains_its_words():
    """Q5: what is doubtful is said where it stands."""
    data = TINY_EPIC.catalog()
    assert json.loads(json.dumps(data)) == data
    kinds = {effect["kind"] for planet in data["planets"] for effect in planet["effects"]}
    assert kinds == set(data["vocabulary"]["effects"])
    attacks = {effect["kind"] for mat in data["rogue_mats"] for each in mat["attacks"] for effect in each["effects"]}
    assert attacks == set(data["vocabulary"]["attacks"])
    assert {mission["condition"]["kind"] for mission in data["missions"]} == set(data["vocabulary"]["conditions"])
    assert "Q5" in PLANET["gort"].note
    assert [face["id"] for face in data["faces"]] == [face.id for face in FACES]


def test_a_mat_of_the_catalogue_can_be_given_as_ones_own():
    """S30: the form is the same both ways."""
    for mat in MATS:
        own = read_mat(mat.to_dict())
        assert (own.dice, own.vp, own.resource_max) == (mat.dice, mat.vp, mat.resource_max)
        assert [len(attack.effects) for attack in own.attacks] == [len(attack.effects) for attack in mat.attacks]
