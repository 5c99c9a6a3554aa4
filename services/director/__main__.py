"""Run one director process: `python -m services.director`."""

from services.director.process import main

main()
