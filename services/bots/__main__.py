"""Run one bot worker: `python -m services.bots`."""

from services.bots.worker import main

main()
