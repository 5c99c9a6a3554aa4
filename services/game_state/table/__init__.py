"""Matches at hand in this process, caught up with their logs."""
