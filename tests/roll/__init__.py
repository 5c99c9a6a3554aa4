"""Roll for the Galaxy, ruling by ruling and piece by piece."""
