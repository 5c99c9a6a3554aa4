"""A match and what follows from it; no input or output."""
