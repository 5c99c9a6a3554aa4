"""Bot workers: information set in, actions out. They never see a state, a match's seed or its keys in Redis.

In the matches of series only bots play.
"""
