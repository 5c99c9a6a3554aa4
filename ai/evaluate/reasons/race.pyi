from typing import Self, final

from ai.evaluate.reasons.reasons import Reasons

@final
class RaceReasons(Reasons):
    def __new__(cls) -> Self: ...
