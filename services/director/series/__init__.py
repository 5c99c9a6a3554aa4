"""Series: whole matches between levels, given to the bots' workers in chunks, until a plan has been played.

The plan, the matches that follow from it and the statistics are the arena's (`ai.arena`). This package makes them
survive: a log per series, chunks that are handed out again, and results that count once.
"""
