"""The choices a seat can make, as words; the codes' numbers stand in actions.pxd."""

from engine.contract.action import Action, Kind
from engine.contract.vocabulary import Field
from engine.tiny_epic.catalog import FACE_IDS, MISSION_IDS, PLANET_IDS, RESOURCES

#: where a ship stands: at home, on a planet's surface, on its colony track
PLACES = (
    "home",
    *[planet + "/surface" for planet in PLANET_IDS],
    *[planet + "/orbit" for planet in PLANET_IDS],
)

FACE = Field("face", FACE_IDS)
MISSION = Field("mission", MISSION_IDS)
PLACE = Field("place", PLACES)
PLANET = Field("planet", PLANET_IDS)
RESOURCE = Field("resource", RESOURCES)
#: in the solo game 1 is the rogue
GALAXY = Field("galaxy", range(5))
ENERGY = Field("energy", range(8))
AMOUNT = Field("amount", range(1, 8))


class TinyEpicAction(Action):
    """One choice in Tiny Epic Galaxies."""

    __slots__ = ()
    KINDS = (
        Kind("keep", (MISSION,), "Tiny Epic R05", "keep this mission and return the other one"),
        Kind("activate", (FACE,), "Tiny Epic R14", "activate an inactive die that shows this face"),
        Kind("pick", (FACE,), "Tiny Epic R09", "choose a die of this face to be rolled again; lower faces come first"),
        Kind("roll", (), "Tiny Epic R09", "roll the chosen dice again"),
        Kind("spend", (FACE,), "Tiny Epic R13", "put a die of this face into the converter; lower faces come first"),
        Kind("turn", (FACE,), "Tiny Epic R13", "choose the die to be turned"),
        Kind("set", (FACE,), "Tiny Epic R13", "turn the chosen die to this face"),
        Kind("end_turn", (), "Tiny Epic R08", "end the turn"),
        Kind("ship", (PLACE,), "Tiny Epic R17", "choose the ship to be moved"),
        Kind("to", (PLACE,), "Tiny Epic R17", "move the chosen ship there"),
        Kind("advance", (PLANET,), "Tiny Epic R30", "push the own ship on this planet's track forward"),
        Kind("upgrade", (RESOURCE,), "Tiny Epic R40", "upgrade the empire and pay with this resource"),
        Kind("mix", (ENERGY,), "Tiny Epic P20", "upgrade the empire, paying so much energy and the rest in culture"),
        Kind("use", (PLANET,), "Tiny Epic R22", "use this planet's action"),
        Kind("decline", (), "Tiny Epic R16", "do nothing"),
        Kind("follow", (), "Tiny Epic R47", "follow the die"),
        Kind("pass", (), "Tiny Epic R47", "don't follow the die"),
        Kind(
            "never",
            (Field("face", (*FACE_IDS, "any")),),
            "Tiny Epic R47",
            "don't follow the die, nor any later one of this face, until `ask` takes the word back",
        ),
        Kind("ask", (), "Tiny Epic R47", "be asked again whether to follow dice of every face"),
        Kind("put_aside", (FACE,), "Tiny Epic P21", "spend a die of this face; lower faces come first"),
        Kind("swap", (AMOUNT,), "Tiny Epic P27", "swap so many units"),
        Kind("steal", (GALAXY,), "Tiny Epic P07", "take from this player"),
        Kind("regress", (GALAXY, PLANET), "Tiny Epic P17", "push this player's ship on the planet's track back"),
        Kind("replace", (PLANET,), "Tiny Epic P12", "discard this planet of the row"),
        Kind("recall", (PLANET,), "Tiny Epic P01", "send the own ship on this planet's track home"),
        Kind("take", (RESOURCE,), "Tiny Epic P01", "take this resource"),
        Kind("jump", (PLANET,), "Tiny Epic P10", "choose the ship on this planet's track to be carried over"),
        Kind("onto", (PLANET,), "Tiny Epic P10", "carry the chosen ship over to this planet's track"),
        Kind("pay", (GALAXY,), "Tiny Epic P31", "pay this player and use one of its colonies"),
        Kind("face", (FACE,), "Tiny Epic P40", "carry out this face without a die"),
        Kind("repeat", (FACE,), "Tiny Epic P30", "carry out an activated die of this face once more"),
        Kind("force", (), "Tiny Epic S05", "pay one energy and one culture to have the rogue's die rolled again"),
        Kind("accept", (), "Tiny Epic S05", "let the rogue carry out its die"),
        Kind("lose", (ENERGY,), "Tiny Epic S18", "lose so much energy and the rest in culture"),
    )
