"""Lobby, ratings and tournaments: who plays whom, and what it counted for."""
