"""What every game promises: positions (`state`), rule sets (`game`), choices (`action`), facts (`event`)."""
