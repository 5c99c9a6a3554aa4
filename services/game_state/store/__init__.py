"""Matches in Redis, and the one writer."""
