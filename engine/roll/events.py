"""The facts that steps produce; the indices stand in events.pxd."""

from engine.contract.event import EventKind
from engine.contract.vocabulary import Field
from engine.roll.actions import COLOR, COLUMN, DIE_PLACE, GOOD, PHASE, SHIPPERS, STACK, TILE, WORLD
from engine.roll.catalog import PHASES

AMOUNT = Field("amount", range(-32768, 32768))
COUNT = Field("count", range(256))
TO = Field("to", PHASES)

EVENTS = (
    EventKind(
        "start_tiles", (TILE, Field("world_tile", TILE.values)), "begins with two tiles in the zone", private=True
    ),
    EventKind("rolled", (COLOR, Field("face", (*PHASES, "wild"))), "rolls a die", private=True),
    EventKind("wild_placed", (COLOR, COLUMN), "puts a wild die into a column", private=True),
    EventKind("phase_selected", (PHASE,), "selects a phase, unseen", private=True),
    EventKind("selector_chosen", (COLOR, COLUMN), "lays a die on the strip, unseen", private=True),
    EventKind("die_dictated", (COLOR, COLUMN), "puts a die into the Dictate area, unseen", private=True),
    EventKind("worker_reassigned", (COLOR, COLUMN, TO), "moves a worker, unseen", private=True),
    EventKind("selected", (PHASE, COLOR), "is revealed to have selected a phase with a die"),
    EventKind("workers", (COLUMN, COLOR, COUNT), "is revealed to have workers in a column, selector included"),
    EventKind("spare_die", (Field("face", PHASES),), "the spare die of two players shows a phase"),
    EventKind("phase_begins", (PHASE,), "a phase begins"),
    EventKind("stocked", (AMOUNT,), "Stocks"),
    EventKind("tile_abandoned", (TILE,), "abandons a tile", secret=("tile",)),
    EventKind("tiles_drawn", (COUNT,), "draws tiles"),
    EventKind("tile_seen", (TILE,), "sees a drawn tile", private=True),
    EventKind(
        "tile_placed", (STACK, Field("end", ("bottom", "top")), TILE), "puts a tile on a stack", secret=("tile",)
    ),
    EventKind("top_shown", (STACK, TILE), "a tile comes to the top of a stack"),
    EventKind("zone_rearranged", (COUNT, Field("worlds", range(256))), "rearranges both stacks"),
    EventKind("tile_given_up", (TILE,), "puts a tile into the bag", secret=("tile",)),
    EventKind("die_on_stack", (STACK, COLOR), "puts a worker on a stack"),
    EventKind("development_built", (TILE,), "completes a development"),
    EventKind("world_settled", (TILE,), "completes a world"),
    EventKind("die_saved", (COLOR,), "sends a die used for a tile to the cup"),
    EventKind("die_removed", (COLOR, DIE_PLACE), "returns a die to the supply"),
    EventKind("die_gained", (COLOR, Field("to", ("cup", "citizenry", "world"))), "gains a die"),
    EventKind("credits_gained", (AMOUNT,), "gains credits; what goes above 10 is lost"),
    EventKind("vp_gained", (AMOUNT,), "gains VP chips"),
    EventKind("good_produced", (COLOR, WORLD), "produces a good"),
    EventKind("traded", (WORLD, GOOD, Field("shipper", SHIPPERS), AMOUNT), "Trades"),
    EventKind("consumed", (WORLD, GOOD, Field("shipper", SHIPPERS), AMOUNT), "Consumes"),
    EventKind("vp_bought", (), "pays 1 credit for 1 VP"),
    EventKind("recruited", (COLOR, COUNT), "recruits dice"),
    EventKind("recalled", (COLOR, DIE_PLACE, COUNT), "recalls dice"),
    EventKind("round_ends", (Field("round", range(1, 32768)),), "a round ends"),
    EventKind("match_ends", (), "the match ends"),
)
