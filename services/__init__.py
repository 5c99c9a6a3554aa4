"""The processes that make a server of the rules."""
