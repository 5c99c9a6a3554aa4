"""What a seat can be asked: name, ruling, and the question; by number as in state.Asked."""

ASKED = (
    ("nothing", "Tiny Epic R08", "nothing"),
    ("mission", "Tiny Epic R05", "which mission to keep"),
    ("turn", "Tiny Epic R08", "activate a die, reroll, convert, or end the turn"),
    ("reroll", "Tiny Epic R09", "further dice to roll again, or roll"),
    ("converter", "Tiny Epic R13", "the second die for the converter"),
    ("die", "Tiny Epic R13", "which die to turn"),
    ("face", "Tiny Epic R13", "the face to turn the die to"),
    ("ship", "Tiny Epic R17", "which ship to move"),
    ("destination", "Tiny Epic R17", "where the ship goes"),
    ("advance", "Tiny Epic R30", "which ship to push forward"),
    ("colony", "Tiny Epic R39", "upgrade the empire, or which colony to use"),
    ("planet", "Tiny Epic R22", "whether to use the planet's action"),
    ("follow", "Tiny Epic R47", "whether to follow the die for culture"),
    ("free_follow", "Tiny Epic P40", "whether to carry out the same action for nothing"),
    ("put_aside", "Tiny Epic P21", "which dice to spend"),
    ("swap", "Tiny Epic P27", "how many units to swap"),
    ("steal", "Tiny Epic P07", "whom to take from"),
    ("regress", "Tiny Epic P17", "which ship to push back"),
    ("others_advance", "Tiny Epic P33", "which own ship to push forward, or none"),
    ("upgrade", "Tiny Epic P20", "how to pay for the upgrade"),
    ("replace", "Tiny Epic P12", "which planet to discard"),
    ("recall", "Tiny Epic P01", "which ship to send home"),
    ("resource", "Tiny Epic P01", "which resource to take"),
    ("jump", "Tiny Epic P10", "which ship to carry over"),
    ("onto", "Tiny Epic P10", "onto which planet's track"),
    ("use", "Tiny Epic P35", "which planet's action to use"),
    ("pay", "Tiny Epic P31", "whom to pay"),
    ("action", "Tiny Epic P40", "which face to carry out"),
    ("repeat", "Tiny Epic P30", "which activated die to carry out once more"),
    ("force", "Tiny Epic S05", "whether to pay for having the rogue's die rolled again"),
    ("lose", "Tiny Epic S18", "which units to lose"),
    ("retreat", "Tiny Epic S18", "which of the own ships is pushed back"),
)

#: name -> (ruling, question)
DECISIONS = {name: (rule, text) for name, rule, text in ASKED[1:]}
