"""The work beside the calls."""
