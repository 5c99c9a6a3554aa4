"""Tiny Epic Galaxies (base game, 2015 edition) with its solo game."""
