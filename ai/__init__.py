"""Bots: search, evaluation, levels, arena."""
