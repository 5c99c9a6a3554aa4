"""The facts that steps produce; the indices stand in events.pxd.

In the solo game an event of the rogue has no seat.
"""

from engine.contract.event import EventKind
from engine.contract.vocabulary import Field
from engine.tiny_epic.actions import FACE, MISSION, PLACE, PLANET, RESOURCE
from engine.tiny_epic.catalog import FACE_IDS

COUNT = Field("count", range(32))
LEVEL = Field("level", range(1, 7))
POSITION = Field("position", range(7))
AMOUNT = Field("amount", range(32))
PRICE = Field("price", range(8))

EVENTS = (
    EventKind("mission_kept", (MISSION, Field("returned", MISSION.values)), "keeps a mission, unseen", private=True),
    EventKind("missions_chosen", (), "all have chosen their missions"),
    EventKind("turn_begins", (COUNT,), "begins a turn with so many dice"),
    EventKind("rolled", (FACE, COUNT), "rolls so many dice of a face"),
    EventKind("rerolled", (COUNT, PRICE), "rolls so many dice again, for so much energy"),
    EventKind("die_spent", (FACE,), "spends a die without activating it"),
    EventKind("die_turned", (FACE, Field("to", FACE_IDS)), "turns a die to another face"),
    EventKind("activated", (FACE,), "activates a die"),
    EventKind("ship_moved", (Field("source", PLACE.values), Field("to", PLACE.values)), "a ship moves"),
    EventKind("gained", (RESOURCE, AMOUNT, Field("total", range(32))), "gains a resource"),
    EventKind("lost", (RESOURCE, AMOUNT, Field("total", range(32))), "pays or loses a resource"),
    EventKind("advanced", (PLANET, POSITION), "a ship advances on a colony track"),
    EventKind("regressed", (PLANET, POSITION), "a ship is pushed back on a colony track"),
    EventKind("colonized", (PLANET,), "colonises a planet; all ships there go home"),
    EventKind("discovered", (PLANET, Field("place", range(6))), "a new planet comes into the row"),
    EventKind("discarded", (PLANET,), "discards a planet of the row"),
    EventKind("upgraded", (LEVEL,), "upgrades its empire"),
    EventKind("planet_used", (PLANET,), "uses a planet's action"),
    EventKind("declined", (), "declines"),
    EventKind("followed", (FACE, PRICE), "follows a die, for so much culture"),
    EventKind("passed", (FACE,), "doesn't follow a die"),
    EventKind("free_action", (FACE,), "carries out a face without a die; the others may, too"),
    EventKind("die_repeated", (FACE,), "carries out an activated die once more"),
    EventKind("reward_set", (RESOURCE, AMOUNT), "will gain so much for every follow in this turn"),
    EventKind("follow_price_set", (PRICE,), "makes every follow in this turn cost so much culture"),
    EventKind(
        "standing_answer", (Field("face", (*FACE_IDS, "any")),), "won't follow dice of a face until further notice"
    ),
    EventKind("asks_again", (), "takes its standing answers back"),
    EventKind("dice_lost", (COUNT, Field("turns", range(5))), "will roll so many dice fewer in the next turns"),
    EventKind("end_triggered", (), "has 21 points or more: the last round has begun"),
    EventKind("turn_ends", (), "ends its turn"),
    EventKind("rogue_rolled", (FACE,), "the rogue rolls a die"),
    EventKind("rogue_die_forced", (FACE,), "pays to have the rogue's die rolled again"),
    EventKind("rogue_die_unusable", (FACE,), "the rogue can't use its die"),
    EventKind("rogue_attacks", (Field("level", range(1, 6)),), "the rogue attacks"),
    EventKind("rogue_level", (LEVEL,), "the rogue goes up a level; the sixth is the skull"),
    EventKind("rogue_extra_turn", (), "the rogue takes an extra turn with three dice"),
    EventKind("mission_revealed", (MISSION, Field("points", range(4))), "reveals its mission"),
    EventKind("match_ends", (), "the match ends"),
)
