"""The questions to a seat: name, ruling, question. The order is that of `Asked` in state.pxd."""

DECISIONS = {
    "opening_discard": ("Race R4", "Which card of your opening hand do you discard?"),
    "action": ("Race R11", "Which action card do you pick for this round?"),
    "two_actions": ("Race R92", "Which two action cards do you pick for this round?"),
    "keep": ("Race R25", "Which of the cards dealt do you keep?"),
    "development": ("Race R27", "Which development do you place, if any?"),
    "world": ("Race R32", "Which world do you place, if any?"),
    "way": ("Race R33", "How do you place the world: by strength, by payment, by discarding a card of your tableau?"),
    "pay": ("Race R30", "Which card do you pay with?"),
    "sale": ("Race R51", "Which good do you sell?"),
    "power": ("Race R56", "Which Consume power do you use next?"),
    "good": ("Race R58", "Which good does the power take?"),
    "number": ("Race R64", "Which number do you call?"),
    "card_for_vp": ("Race R65", "Which hand card do you discard for VP, or do you stop?"),
    "windfall": ("Race R72", "Which windfall world gets a good, and by what?"),
    "hand_limit": ("Race R80", "Which card do you discard to come down to ten?"),
}
ASKED = ("", *DECISIONS)
