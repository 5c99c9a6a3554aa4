from engine.contract.game import Game

class Race(Game): ...

RACE: Race
