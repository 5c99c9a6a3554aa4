"""What can be asked of matches, one file per case."""
