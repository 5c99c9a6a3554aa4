from engine.contract.game import Game

class TinyEpic(Game): ...

TINY_EPIC: TinyEpic
