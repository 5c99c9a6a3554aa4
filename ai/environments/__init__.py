"""Environments for reinforcement learning: the games as PettingZoo, Gymnasium and OpenSpiel know games.

They need the extra `rl` (`pip install 'astrarium[rl]'`); nothing else needs them.
"""
