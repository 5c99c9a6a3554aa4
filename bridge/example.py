"""The output of `astrarium connect --example`: a file with every field there is.

A line that begins with `# NAME =` says what holds without it, unless it says that it is an example.
"""

EXAMPLE = """\
# A program plays on a server: astrarium connect --config connect.toml
# astrarium connect --config connect.toml --check says what is wrong with this file, and tries the program once.
# Lines that begin with "# NAME =" say what holds without them. docs/connect.md explains every field.

server = "http://127.0.0.1:8080"
# token_file = "token"            # an example: the account's token, for you alone (chmod 600); else ASTRARIUM_TOKEN
# log_folder = "var/connect"      # one file for each match
# has_whole_lines = false         # logs show 400 characters of a line

[engine]                          # one of command, python and level
level = "level4"                  # a level, played on this machine
# command = "python3 my_bot.py"   # an example: a program that speaks the engine protocol
# python = "my_bot:MyBot"         # an example: a class derived from client.Bot
# budget_ms = 1000.0              # most time for a decision of a program
# bank_share = 0.02               # what of a bank of time goes into one decision, its increment on top
# restarts_max = 3                # after so many failures in a match it is started again; after one more it resigns

[play]
# at_once = 4                     # matches at once; those of tournaments come on top
# in_all = 0                      # stop after so many matches; 0: never
# finish_s = 600.0                # after SIGTERM matches go on for so long; then they are resigned

[invitations]                     # what is left empty does not matter
# is_open = true                  # false: decline all
# games = []
# seats = []                      # numbers of seats
# clocks = []                     # kinds of clock: none, decision, bank
# decision_ms_min = 0
# bank_ms_min = 0
# accounts = []                   # who may invite; empty: everybody
# refuses = []                    # who may not
# players = []                    # kinds of the others: person, program, bot
# is_rated = true                 # an example: rated matches alone; without it either

[[seeks]]                         # what is looked for whenever there is room
game = "race"
# seats = 2
level = "level1"                  # an example: bots of a level as opponents; without it accounts are looked for
# options = {}                    # an example, as all that follows: what is left out is as the server has it
# clock = { kind = "bank", bank_ms = 600000, increment_ms = 5000 }    # an example
# absence = "forfeit"             # an example
# admits = ["person", "program"]  # an example
# rating_min = -10.0              # an example
# rating_max = 60.0               # an example
# allows_take_back = false        # an example
# has_chat = false                # an example
# allows_analysis = false         # an example
# is_rated = true                 # an example

[tournaments]
# ids = []                        # tournaments to enter
# is_open = false                 # true: enter all that are open and fit what follows
# hosts = []
# games = []
# seats = []
# formats = []                    # round_robin, swiss, knockout, gauntlet, arena
# is_rated = true                 # an example: rated tournaments alone; without it either
"""
