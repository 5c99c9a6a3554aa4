"""The facts that steps produce; the indices stand in events.pxd."""

from engine.contract.event import EventKind
from engine.contract.vocabulary import Field
from engine.race.actions import ACTIONS, CARD, NUMBER, POWER, WORLD

COUNT = Field("count", range(256))
AMOUNT = Field("amount", range(-128, 128))
STEPS = ("setup", "choose", "explore", "develop", "settle", "consume", "produce", "round_end", "over")
FIRST = Field("first", ACTIONS)
SECOND = Field("second", (*ACTIONS, "none"))

EVENTS = (
    EventKind("round_begins", (Field("round", range(1, 32768)),), "a round begins"),
    EventKind("phase_begins", (Field("phase", STEPS),), "a phase begins"),
    EventKind("actions_chosen", (FIRST, SECOND), "picks action cards, unseen", private=True),
    EventKind("actions_revealed", (FIRST, SECOND), "reveals its action cards"),
    EventKind("card_drawn", (CARD,), "draws a card", secret=("card",)),
    EventKind("cards_dealt", (COUNT, Field("keep", range(256))), "is dealt cards to choose from"),
    EventKind("card_dealt", (CARD,), "sees a dealt card", private=True),
    EventKind("card_kept", (CARD,), "keeps a dealt card", private=True),
    EventKind("card_put_aside", (CARD,), "puts a hand card aside to be discarded", private=True),
    EventKind("cards_discarded", (COUNT,), "discards cards face down"),
    EventKind("card_selected", (CARD,), "selects a card to place, unseen", private=True),
    EventKind("nothing_selected", (), "selects no card to place, unseen", private=True),
    EventKind("card_placed", (CARD,), "reveals and places a card"),
    EventKind("passed", (), "reveals that it places nothing"),
    EventKind("price_set", (CARD, COUNT), "buys a card for so many cards"),
    EventKind("card_paid", (CARD,), "pays with a hand card", secret=("card",)),
    EventKind("conquered", (WORLD, AMOUNT), "conquers a world with so much strength"),
    EventKind("tableau_discarded", (CARD,), "discards a card from its tableau"),
    EventKind("good_placed", (WORLD,), "a windfall world gets its good"),
    EventKind("good_sold", (WORLD, COUNT), "sells a good for so many cards"),
    EventKind("power_used", (POWER,), "uses a Consume power"),
    EventKind("good_consumed", (WORLD,), "uses up a good"),
    EventKind("card_discarded", (CARD,), "discards a hand card for VP", secret=("card",)),
    EventKind("number_called", (NUMBER,), "calls a number"),
    EventKind("card_turned", (CARD, Field("is_hit", range(2))), "turns over the deck's top card"),
    EventKind("vp_gained", (AMOUNT,), "gains VP chips"),
    EventKind("good_produced", (WORLD,), "produces a good"),
    EventKind("deck_reshuffled", (COUNT,), "the discards become the deck"),
    EventKind("match_ends", (), "the match ends"),
)
