from typing import Self, final

from ai.playout import Policy

@final
class RacePolicy(Policy):
    def __new__(cls, sharpness: float = 6.0, **changed: float) -> Self: ...
    @property
    def sharpness(self) -> float: ...
