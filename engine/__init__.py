"""The rules of every game: pure, compiled, without dependencies at run time."""
