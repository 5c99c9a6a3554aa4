from typing import Self, final

from ai.evaluate.reasons.reasons import Reasons

@final
class TinyEpicReasons(Reasons):
    def __new__(cls) -> Self: ...
