"""Version 1 of the contract: catalog, match, error."""
