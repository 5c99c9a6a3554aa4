"""Ways to run the services."""
