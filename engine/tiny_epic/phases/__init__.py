"""What happens in a turn: its dice, one file per die action, following, planet actions, and the solo opponent."""
