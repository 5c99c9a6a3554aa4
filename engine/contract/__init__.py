"""The promises of every game: positions (`state`), rule sets (`game`), choices (`action`), facts (`event`)."""
