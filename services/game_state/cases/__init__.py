"""The requests to matches, one file per case."""
