"""Run one director process: `python -m services.director`."""

from services.director.server import main

main()
