"""Run one game_state process: `python -m services.game_state`."""

from services.game_state.process import main

main()
