"""The director: tournaments, ratings and series."""
