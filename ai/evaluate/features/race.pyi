from typing import Self, final

from ai.evaluate.features.encoder import Encoder

@final
class RaceEncoder(Encoder):
    def __new__(cls) -> Self: ...
