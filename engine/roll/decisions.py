"""The questions to a seat: name, ruling, question. The order is that of `Asked` in state.pxd."""

DECISIONS = {
    "begin": ("Roll R6", "Which of your two tiles do you begin with as a development? The other one is your world."),
    "wild": ("Roll R19", "Into which column does this wild die go?"),
    "select": ("Roll R20", "Which phase do you select?"),
    "selector": ("Roll R20", "Which worker do you lay on the strip to select it?"),
    "reassign": ("Roll R25", "Do you Dictate or use a Reassign power, or are you done?"),
    "pay": ("Roll R26", "Which worker goes into the Dictate area?"),
    "take": ("Roll R24", "Which worker do you move?"),
    "to": ("Roll R24", "To which column?"),
    "explore": ("Roll R48", "What does your next explorer do?"),
    "abandon": ("Roll R50", "Do you abandon a tile before you draw?"),
    "place": ("Roll R50", "Which drawn tile goes on which stack next?"),
    "arrange": ("Roll R102", "Which tile comes next, from the top down, first on the development stack?"),
    "give_up": ("Roll R57", "Bag and pile are used up: which tile of your zone goes into the bag?"),
    "worker": ("Roll R63", "Which worker goes on the top tile next?"),
    "use_up": ("Roll R62", "More dice lie there than the tile costs: which one is used up?"),
    "save": ("Roll R71", "Which of the dice used goes to your cup?"),
    "remove": ("Roll R73", "Which of your dice goes back to the supply?"),
    "produce": ("Roll R80", "Which producer becomes a good on which world?"),
    "ship": ("Roll R84", "Which good do you ship, and do you Trade or Consume it?"),
    "shipper": ("Roll R84", "Which shipper takes it?"),
    "bank": ("Roll R88", "Do you pay 1 credit for 1 VP?"),
    "recruit": ("Roll R92", "How many dice of this colour do you recruit?"),
    "recall": ("Roll R94", "Which die do you recall, or are you done?"),
}
ASKED = ("", *DECISIONS)
