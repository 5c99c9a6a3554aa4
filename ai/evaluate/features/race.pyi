from typing import Self, final

from ai.evaluate.features.encoder import Encoder

class RaceEncoder(Encoder):
    def __new__(cls) -> Self: ...

@final
class AdvancedRaceEncoder(RaceEncoder):
    def __new__(cls) -> Self: ...
