"""The output of `astrarium tournament --example`: a file that plays, with every field there is.

A line that begins with `# NAME =` says what holds without it.
"""

EXAMPLE = """\
# A tournament of bots and programs on this machine: astrarium tournament cup.toml
# Lines that begin with "# NAME =" say what holds without them. docs/tournaments.md explains every field.

game = "roll"               # roll, race or tiny_epic
format = "swiss"            # round_robin, swiss, knockout, gauntlet or arena
seats = 2                   # of a full table, 2 to 5
name = "Friday cup"         # else the file's name
seed = 7                    # chance comes from it: a whole number, or 64 hex digits; else 1

# What is played
# options = {}
# rounds = 0
# cycles = 1
# duration_ms = 60000
# advance = 1
# short_tables = false
# method = "auto"
# is_duplicate = false

# What it counts for
# points = [1, 0]
# bye_points = 1
# late_points = 0
# tie_breaks = ["opposition", "direct", "places", "margin"]

# What matters on a server alone
# pace = "live"
# clock = { kind = "none" }  # left out on a server: a bank by game
# absence = "forfeit"
# has_chat = false
# is_rated = true
# late_rounds = 0
# entrants_max = 1000
# players = ["person", "program", "bot"]
# rating_min = -1000.0      # an example: without it there is no bound
# rating_max = 1000.0       # the same

[[entrants]]
level = "random"            # a level of bots, or:
# command = "python3 my_bot.py"
name = "Dice"               # else the level's name; numbered if there are several
count = 3
# rating = 0
# challenger = false

[[entrants]]
level = "greedy"
"""
