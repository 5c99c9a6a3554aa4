"""The choices a seat can make, as words; the codes' numbers stand in actions.pxd."""

from engine.contract.action import Action, Kind
from engine.contract.vocabulary import Field
from engine.race.catalog import ACTION_CARDS, CARDS, KINDS, WORLD_IDS
from engine.race.powers import CONSUME_WORDS

ACTIONS = tuple([card.id for card in ACTION_CARDS])
CARD_IDS = tuple([card.id for card in CARDS])
SOURCES = ("bonus", "any", *KINDS[1:])

CARD = Field("card", CARD_IDS)
WORLD = Field("world", WORLD_IDS)
POWER = Field("power", CONSUME_WORDS)
NUMBER = Field("number", range(1, 8))


class RaceAction(Action):
    """One choice in Race for the Galaxy."""

    __slots__ = ()
    KINDS = (
        Kind("discard", (CARD,), "Race R4", "discard a hand card"),
        Kind("choose", (Field("action", ACTIONS),), "Race R11", "pick an action card"),
        Kind(
            "choose_two",
            (Field("first", ACTIONS), Field("second", ACTIONS)),
            "Race R92",
            "pick two action cards, in the order explore_5 to produce",
        ),
        Kind("keep", (CARD,), "Race R25", "keep one of the cards dealt"),
        Kind("place", (CARD,), "Race R27", "select a hand card to be placed"),
        Kind("pass", (), "Race R28", "do nothing here"),
        Kind("pay", (CARD,), "Race R30", "pay with a hand card"),
        Kind("conquer", (), "Race R37", "conquer the world"),
        Kind("buy", (), "Race R35", "pay for the world with hand cards"),
        Kind("discard_from_tableau", (CARD,), "Race R40", "discard a card from the tableau for its power"),
        Kind("sell", (WORLD,), "Race R51", "sell the good on a world"),
        Kind("use", (POWER,), "Race R56", "use a Consume power"),
        Kind("consume", (WORLD,), "Race R58", "use up the good on a world"),
        Kind("call", (NUMBER,), "Race R64", "call a number"),
        Kind("produce", (Field("source", SOURCES), WORLD), "Race R72", "put a good on a windfall world"),
    )
