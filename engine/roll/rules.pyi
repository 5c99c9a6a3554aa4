from engine.contract.game import Game

class Roll(Game): ...

ROLL: Roll
