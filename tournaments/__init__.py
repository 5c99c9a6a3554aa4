"""Tournaments as a library: configurations, pairings, standings, ratings, exports. No I/O, no clock."""
