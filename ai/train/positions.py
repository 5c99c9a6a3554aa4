"""Chunks of positions in files: written whole or not at all, and read as tensors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable
    from pathlib import Path

    from ai.train.orders import PositionChunk


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Positions as tensors: `on` holds the sparse inputs of all positions, position i those of starts[i] onwards.

    `chosen` holds what shares of a search's visits went into each choice, or zeros. `seconds` of processor went into
    the matches.
    """

    on: torch.Tensor
    starts: torch.Tensor
    counts: torch.Tensor
    dense: torch.Tensor
    outcome: torch.Tensor
    chosen: torch.Tensor
    seconds: float

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.counts)

    def pick(self, rows: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Return sparse inputs, where each position's begin, dense inputs, outcomes and choices of some positions."""
        counts = self.counts[rows]
        begins = torch.cumsum(counts, 0) - counts
        inside = torch.arange(int(counts.sum())) - torch.repeat_interleave(begins, counts)
        on = self.on[torch.repeat_interleave(self.starts[rows], counts) + inside]
        return on.int(), begins.int(), self.dense[rows], self.outcome[rows], self.chosen[rows]


def write_chunk(path: Path, chunk: PositionChunk) -> None:
    """Write a chunk of positions to *path*, all or nothing."""
    outcome = torch.frombuffer(chunk.outcome, dtype=torch.float32).reshape(-1, 3)
    tensors = {
        "on": torch.frombuffer(chunk.on, dtype=torch.int16),
        "counts": torch.frombuffer(chunk.counts, dtype=torch.int16),
        "dense": torch.frombuffer(chunk.dense, dtype=torch.float32).reshape(len(outcome), -1),
        "outcome": outcome,
        "chosen": _floats(chunk.chosen).reshape(len(outcome), -1),
        "matches": chunk.matches,
        "seconds": chunk.seconds,
    }
    save_whole(path, tensors)


def _floats(numbers: array[float]) -> torch.Tensor:
    return torch.frombuffer(numbers, dtype=torch.float32) if numbers else torch.empty(0)


def save_whole(path: Path, content: object) -> None:
    """Save with torch so that *path* never holds half of it, whenever the process ends."""
    part = path.with_suffix(".part")
    torch.save(content, part)
    part.replace(path)


def read_chunks(paths: Iterable[Path]) -> TrainingSet:
    """Return the positions of several files as one chunk."""
    read = [torch.load(path) for path in paths]
    whole = {name: torch.cat([each[name] for each in read]) for name in ("on", "counts", "dense", "outcome", "chosen")}
    counts = whole["counts"].long()
    seconds = sum(each["seconds"] for each in read)
    starts = torch.cumsum(counts, 0) - counts
    return TrainingSet(whole["on"], starts, counts, whole["dense"], whole["outcome"], whole["chosen"], seconds)
