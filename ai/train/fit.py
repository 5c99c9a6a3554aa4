"""Fitting a network to positions with torch; the result is what `ai.evaluate.network` computes with."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import torch
from torch import nn

from ai.evaluate.network import OUTPUTS, POINTS_SCALE, UNITS
from ai.train.positions import TrainingSet, save_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ai.evaluate.features.encoder import Encoder

BATCH = 2048
#: the highest rate of learning: from random weights, and from a champion's, which are not to be forgotten
RATE_FIRST = 4e-3
RATE_LATER = 1e-3
#: how much the outputs count: reward, win, points, choices
SHARES = (1.0, 0.25, 0.25, 0.1)
REPORT_EVERY = 50


class TorchNetwork(nn.Module):
    """The network of `ai.evaluate.network` as torch sees it."""

    def __init__(self, encoder: Encoder) -> None:
        """Begin with small random weights."""
        super().__init__()
        self.sparse = nn.EmbeddingBag(encoder.sparse, UNITS[0], mode="sum")
        nn.init.normal_(self.sparse.weight, 0.0, 0.05)
        self.dense = nn.Linear(encoder.dense, UNITS[0])
        self.second = nn.Linear(*UNITS)
        self.third = nn.Linear(UNITS[1], OUTPUTS)
        self.fourth = nn.Linear(UNITS[1], encoder.choices) if encoder.choices else None

    def forward(self, on: torch.Tensor, begins: torch.Tensor, dense: torch.Tensor) -> torch.Tensor:
        """Return a row for each position: reward and win as logits, points in units of 20, and choices as logits."""
        first = torch.relu(self.sparse(on, begins) + self.dense(dense))
        second = torch.relu(self.second(first))
        outputs: torch.Tensor = self.third(second)
        return outputs if self.fourth is None else torch.cat([outputs, self.fourth(second)], 1)

    def _parts(self) -> list[torch.Tensor]:
        """Return views of all weights in the order of `ai.evaluate.network.Network`."""
        parts = [self.dense.bias, self.sparse.weight, self.dense.weight.T]
        for layer in (self.second, self.third, self.fourth):
            if layer is None:
                continue
            parts += [layer.bias, layer.weight.T]
        return [part.detach() for part in parts]

    def weights(self) -> bytes:
        """Return the weights as `ai.evaluate.network.Network` takes them."""
        flat = torch.cat([part.reshape(-1) for part in self._parts()])
        weights: bytes = flat.numpy().astype("<f4").tobytes()
        return weights

    def take(self, weights: bytes) -> None:
        """Go on from the weights of a network."""
        flat = torch.frombuffer(bytearray(weights), dtype=torch.float32)
        for part, numbers in zip(self._parts(), flat.split([part.numel() for part in self._parts()]), strict=True):
            part.copy_(numbers.reshape(part.shape))


def loss_of(outputs: torch.Tensor, outcome: torch.Tensor, chosen: torch.Tensor) -> torch.Tensor:
    """Return the loss of a batch: cross entropy for reward, win and choices, squared error for points."""
    entropy = nn.functional.binary_cross_entropy_with_logits
    loss = SHARES[0] * entropy(outputs[:, 0], outcome[:, 0]) + SHARES[1] * entropy(outputs[:, 1], outcome[:, 1])
    loss = loss + SHARES[2] * nn.functional.mse_loss(outputs[:, 2], outcome[:, 2] / POINTS_SCALE)
    if chosen.shape[1]:
        loss = loss - SHARES[3] * (chosen * nn.functional.log_softmax(outputs[:, OUTPUTS:], 1)).sum(1).mean()
    return loss


def error_of(network: TorchNetwork, held_out: TrainingSet) -> tuple[float, float]:
    """Return the mean squared error of the reward on held-out positions, and the reward's variance there."""
    with torch.no_grad():
        parts = [held_out.pick(rows) for rows in torch.arange(len(held_out)).split(16 * BATCH)]
        found = torch.cat([torch.sigmoid(network(*part[:3])[:, 0]) for part in parts])
    reward = held_out.outcome[:, 0]
    return float(((found - reward) ** 2).mean()), float(reward.var())


def fit(
    network: TorchNetwork,
    chunk: TrainingSet,
    *,
    epochs: int,
    seed: int,
    rate: float,
    checkpoint: Path,
    told: Callable[[int, int, float], None] = lambda _step, _steps, _loss: None,
) -> float:
    """Fit *network* to *chunk*, on one core, learning at *rate* at most; return the seconds of processor in all.

    After each epoch everything is saved in *checkpoint*; the same call goes on from there and gives the same network.
    *told* hears of steps, all steps and the present loss.
    """
    torch.set_num_threads(1)
    batches = max(1, len(chunk) // BATCH)
    optimizer = torch.optim.Adam(network.parameters(), lr=rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=rate, total_steps=epochs * batches)
    done, seconds = 0, 0.0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        schedule.load_state_dict(saved["schedule"])
        done, seconds = saved["epochs"], saved["seconds"]
    for epoch in range(done, epochs):
        started = time.process_time()
        order = torch.randperm(len(chunk), generator=torch.Generator().manual_seed(seed + epoch))
        for batch in range(batches):
            on, begins, dense, outcome, chosen = chunk.pick(order[batch * BATCH : (batch + 1) * BATCH])
            loss = loss_of(network(on, begins, dense), outcome, chosen)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            if batch % REPORT_EVERY == 0:
                told(epoch * batches + batch, epochs * batches, float(loss.detach()))
        seconds += time.process_time() - started
        save_whole(
            checkpoint,
            {
                "network": network.state_dict(),
                "optimizer": optimizer.state_dict(),
                "schedule": schedule.state_dict(),
                "epochs": epoch + 1,
                "seconds": seconds,
            },
        )
    return seconds
