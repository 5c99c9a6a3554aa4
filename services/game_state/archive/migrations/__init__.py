"""The steps from one form of the archive's tables to the next."""
