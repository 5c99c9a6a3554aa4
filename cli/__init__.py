"""The command `astrarium`: one file per command."""
