"""Bots against bots: players, matches, schedules, series, statistics, and the protocol for external programs."""
