"""The archive of finished matches: a database in which they stay, for as long as its operator wants."""
