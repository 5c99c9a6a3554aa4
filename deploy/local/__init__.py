"""The whole stack on one machine, one process tree, no Docker; and the command line."""
