"""Bots: a program that chooses, and what keeps it at its tables."""
