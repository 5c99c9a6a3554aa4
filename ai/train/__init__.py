"""Training of networks: positions from matches of the bots, fitting, and the gate."""
