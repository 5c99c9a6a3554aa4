"""Roll for the Galaxy (base game, 2014)."""
