"""The parts of a turn: its dice, one file per die action, following, planet actions, and the solo opponent."""
