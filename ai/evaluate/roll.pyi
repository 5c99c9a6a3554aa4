from typing import Self, final

from ai.playout import Policy

@final
class RollPolicy(Policy):
    def __new__(cls, sharpness: float = 3.0, **changed: float) -> Self: ...
    @property
    def sharpness(self) -> float: ...
