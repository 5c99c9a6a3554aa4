"""Run one game_state process: `python -m services.game_state`."""

from services.game_state.server import main

main()
