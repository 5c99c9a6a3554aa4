"""`python -m services.gateway`."""

from services.gateway.server import main

main()
