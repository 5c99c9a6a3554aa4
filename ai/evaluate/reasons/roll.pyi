from typing import Self, final

from ai.evaluate.reasons.reasons import Reasons

@final
class RollReasons(Reasons):
    def __new__(cls) -> Self: ...
