"""Race for the Galaxy (base game, first edition, 2007)."""
