from typing import Self, final

from ai.evaluate.features.encoder import Encoder

@final
class RollEncoder(Encoder):
    def __new__(cls) -> Self: ...
