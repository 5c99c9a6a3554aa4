"""Information-set Monte Carlo tree search over the engine's C door: `tree` searches, `run` is its face."""
