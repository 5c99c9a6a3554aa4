"""Bot workers: information set in, actions out. They never see a state, a match's seed or its keys in Redis.

Series are matches of their own: nobody else plays in them.
"""
