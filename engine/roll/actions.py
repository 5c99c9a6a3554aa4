"""The choices a seat can make, as words; the codes' numbers stand in actions.pxd."""

from engine.contract.action import Action, Kind
from engine.contract.vocabulary import Field
from engine.roll.catalog import COLORS, PHASES, TILE_IDS, WORLD_COLORS
from engine.roll.powers import POWER_WORDS

STACKS = ("development", "world")
ENDS = ("bottom", "top")
EXPLORERS = ("any", "alien_technology", "other")
GOODS_COLORS = WORLD_COLORS[:4]
#: where a die can lie; "goods_COLOR" is a good on one of the seat's worlds of that colour
PLACES = (
    "cup",
    "citizenry",
    *PHASES,
    "development_stack",
    "world_stack",
    *("goods_" + color for color in GOODS_COLORS),
)
SHIPPERS = (*COLORS, *("virtual_" + color for color in COLORS))

COLOR = Field("color", COLORS)
COLUMN = Field("column", PHASES)
PHASE = Field("phase", PHASES)
TILE = Field("tile", TILE_IDS)
STACK = Field("stack", STACKS)
DIE_PLACE = Field("place", PLACES)
WORLD = Field("world", GOODS_COLORS)
GOOD = Field("good", COLORS)
EXPLORER = Field("explorer", EXPLORERS)


class RollAction(Action):
    """One choice in Roll for the Galaxy."""

    __slots__ = ()
    KINDS = (
        Kind("begin", (TILE,), "Roll R6", "begin with this tile as development, the other one as world"),
        Kind("wild", (COLOR, COLUMN), "Roll R19", "put the wild die into a column"),
        Kind("select", (PHASE,), "Roll R20", "select a phase"),
        Kind("selector", (COLOR, COLUMN), "Roll R20", "lay this die on the strip"),
        Kind("use", (Field("power", POWER_WORDS),), "Roll R25", "use a Reassign power"),
        Kind("dictate", (), "Roll R26", "use Dictate"),
        Kind("pay", (COLOR, COLUMN), "Roll R26", "put this worker into the Dictate area"),
        Kind("take", (COLOR, COLUMN), "Roll R24", "take this worker to move it"),
        Kind("to", (COLUMN,), "Roll R24", "move the taken worker to a column"),
        Kind("stop", (), "Roll R29", "move no more workers by this power"),
        Kind("done", (), "Roll R25", "be done with this step"),
        Kind("stock", (EXPLORER,), "Roll R49", "let an explorer Stock"),
        Kind("scout", (EXPLORER,), "Roll R50", "let an explorer Scout"),
        Kind("rearrange", (), "Roll R102", "rearrange both stacks"),
        Kind("end_explore", (), "Roll R102", "leave both stacks as they are"),
        Kind(
            "abandon",
            (TILE,),
            "Roll R50",
            "abandon a tile of the construction zone; from the bottom up, developments first",
        ),
        Kind("draw", (), "Roll R50", "draw the tiles"),
        Kind(
            "place",
            (TILE, STACK, Field("end", ENDS)),
            "Roll R50",
            "put a drawn tile underneath a stack, or on top and beneath those just put there",
        ),
        Kind("arrange", (TILE, STACK), "Roll R102", "put the next tile, from the top down, on a stack"),
        Kind("give_up", (TILE,), "Roll R57", "put a tile of the construction zone into the bag"),
        Kind("worker", (COLOR,), "Roll R63", "put this worker on the top tile next"),
        Kind("use_up", (COLOR,), "Roll R62", "use up this die for the finished tile"),
        Kind("save", (COLOR,), "Roll R71", "send one of the dice used to the cup"),
        Kind("save_no_more", (), "Roll R71", "send no further die to the cup"),
        Kind("remove", (COLOR, DIE_PLACE), "Roll R73", "return this die to the supply"),
        Kind("produce", (COLOR, WORLD), "Roll R80", "lay this producer on a world of that colour as a good"),
        Kind("trade", (WORLD, GOOD), "Roll R85", "Trade a good from a world of that colour"),
        Kind("consume", (WORLD, GOOD), "Roll R86", "Consume a good from a world of that colour"),
        Kind("shipper", (Field("shipper", SHIPPERS),), "Roll R84", "ship it with this shipper"),
        Kind("buy_vp", (), "Roll R88", "pay 1 credit for 1 VP"),
        Kind("keep_credit", (), "Roll R88", "pay nothing"),
        Kind("recruit", (COLOR, Field("count", range(26))), "Roll R92", "recruit that many dice of the colour"),
        Kind("recall", (COLOR, DIE_PLACE), "Roll R94", "recall a die into the cup"),
    )
