"""Bots against bots: players, matches, schedules, series, statistics, and the door for external programs."""
