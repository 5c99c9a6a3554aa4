"""Moving ships."""

from tests.tiny_epic.scenario import table


def to(play, seat=0):
    return {word.removeprefix("to ") for word in play.legal(seat) if word.startswith("to ")}


def test_from_home_to_any_surface_or_track():
    """R17, R19: every planet of the row, not home itself."""
    play = table({}, dice="move energy").do(0, "activate move_ship")
    assert to(play) == {f"{planet}/{where}" for planet in play.row for where in ("surface", "orbit")}


def test_from_a_planet_to_another_or_home():
    """R17, R18: never from surface to track of the same planet, nor back onto where it stands."""
    play = table({"surface": ["aughmoore"], "orbit": {"k_widow": 2}}, dice="move energy").do(0, "activate move_ship")
    assert play.legal() == ["ship aughmoore/surface", "ship k_widow/orbit"]
    play.do(0, "ship aughmoore/surface")
    assert to(play) == {"home", "k_widow/surface", "gyore/surface", "gyore/orbit", "gort/surface", "gort/orbit"}


def test_not_from_track_to_surface_of_the_same_planet():
    """R18."""
    play = table({"orbit": {"k_widow": 2}}, dice="move energy").do(0, "activate move_ship", "ship k_widow/orbit")
    assert "k_widow/surface" not in to(play)
    assert "k_widow/orbit" not in to(play)


def test_one_own_ship_on_each_surface_and_track():
    """R19: one of each on the same planet is allowed."""
    play = table({"level": 3, "surface": ["aughmoore"], "orbit": {"k_widow": 0}}, dice="move energy")
    play.do(0, "activate move_ship", "ship home")
    assert "aughmoore/surface" not in to(play)
    assert "aughmoore/orbit" in to(play)
    assert "k_widow/orbit" not in to(play)


def test_ships_of_others_never_block():
    """R20, D12."""
    play = table({}, {"surface": ["aughmoore"], "orbit": {"aughmoore": 0}}, dice="move energy")
    play.do(0, "activate move_ship")
    assert {"aughmoore/surface", "aughmoore/orbit"} <= to(play)
    play.do(0, "to aughmoore/orbit")
    assert play.galaxy(0)["orbit"] == play.galaxy(1)["orbit"] == {"aughmoore": 0}


def test_leaving_a_track_loses_the_progress():
    """R21: arriving always means position 0."""
    play = table({"orbit": {"aughmoore": 4}}, dice="move energy")
    play.do(0, "activate move_ship", "ship aughmoore/orbit", "to k_widow/orbit")
    assert play.galaxy()["orbit"] == {"k_widow": 0}


def test_landing_offers_the_action_once():
    """R22: standing there later gives nothing; leaving and landing again does."""
    play = table({"energy": 0}, row=("jakks",), dice="move move energy").do(0, "activate move_ship", "to jakks/surface")
    assert play.legal() == ["use jakks", "decline"]
    play.do(0, "use jakks")
    assert play.asks() == "turn"
    play.do(0, "activate move_ship", "ship home")
    assert "jakks/surface" not in to(play)


def test_tracks_and_home_give_no_action():
    """R23: any number of own ships may stand at home."""
    play = table({"surface": ["jakks"]}, row=("jakks",), dice="move energy")
    play.do(0, "activate move_ship", "ship jakks/surface", "to home")
    assert play.asks() == "turn"
    assert play.galaxy()["home"] == 2
    orbit = table({}, row=("jakks",), dice="move energy").do(0, "activate move_ship", "to jakks/orbit")
    assert orbit.asks() == "turn"


def test_never_to_a_colony_or_another_mat():
    """R24, R28: the only places are the row and the own mat."""
    play = table({"colonies": ["jakks"]}, {"colonies": ["zalax"]}, dice="move energy").do(0, "activate move_ship")
    assert {place.split("/")[0] for place in to(play)} == set(play.row)


def test_locked_ships_do_not_move():
    """R02, R27: two of the four are unlocked at level 1."""
    play = table({"surface": ["aughmoore", "k_widow"]}, dice="move energy")
    assert play.galaxy()["home"] == 0
    play.do(0, "activate move_ship")
    assert play.legal() == ["ship aughmoore/surface", "ship k_widow/surface"]


def test_ships_in_one_place_are_one_choice():
    """R17: equal choices are asked for once."""
    play = table({"level": 5}, dice="move energy").do(0, "activate move_ship")
    assert play.asks() == "destination", "all four stand at home"
