"""Read what people wrote into a typed model; a refusal names each wrong place and what would be right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from tournaments.errors import BadConfig
from tournaments.limits import QUOTED_CHARS_MAX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core import ErrorDetails

    from engine.errors import EngineError

M = TypeVar("M", bound=BaseModel)
#: how pydantic begins a message about a value
SUBJECT = re.compile(r"^[A-Z]\w+ should")
#: instead of pydantic's words, where those are about Python
SENTENCES = {
    "model_type": "it should be an object",
    "dict_type": "it should be an object",
    "int_type": "it should be a whole number",
    "bool_type": "it should be true or false",
    "string_type": "it should be a text",
    "tuple_type": "it should be a list",
    "union_tag_not_found": "it should be an object with a {discriminator}",
    "union_tag_invalid": "its {discriminator} should be one of {expected_tags}",
}


class StrictModel(BaseModel):
    """Settings that people write: no value is converted from another type, and unknown fields are refused."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)


def read(model: type[M], d: object, where: str = "", refusal: type[EngineError] = BadConfig) -> M:
    """Build a *model* from a dict; raise *refusal*, which names every fault by its place (under *where*)."""
    try:
        return model.model_validate(d)
    except ValidationError as wrong:
        # What follows from a fault of another field is not reported.
        faults = [fault for fault in wrong.errors(include_url=False) if fault["type"] != "default_factory_not_called"]
        raise refusal("; ".join(_sentences(faults, where, sorted(model.model_fields)))) from wrong


def _sentences(faults: list[ErrorDetails], where: str, known: list[str]) -> Iterator[str]:
    """Yield what is wrong: the place, the value, and what would be right."""
    for fault in faults:
        place = ".".join(filter(None, (where, *map(str, fault["loc"])))) or "the configuration"
        if fault["type"] == "missing":
            yield f"{place} is missing"
        elif fault["type"] == "value_error":
            yield f"{place} is {quote(fault['input'])}; {fault['ctx']['error']}"
        elif fault["type"] != "extra_forbidden":
            sentence = SENTENCES.get(fault["type"], "").format_map(fault.get("ctx", {}))
            yield f"{place} is {quote(fault['input'])}; {sentence or SUBJECT.sub('it should', fault['msg'])}"
    unknown = [".".join(filter(None, (where, *map(str, f["loc"])))) for f in faults if f["type"] == "extra_forbidden"]
    if unknown:
        yield f"{', '.join(unknown)} is unknown; there are {', '.join(known)}"


def quote(value: object) -> str:
    """Return a value as a refusal shows it, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= QUOTED_CHARS_MAX else f"{text[:QUOTED_CHARS_MAX]}…"
