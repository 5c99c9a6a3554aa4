"""One fault of the broker's client that would end a worker's work, mended."""

from __future__ import annotations

from kombu.transport.redis import Channel, QoS


class Forgetting(QoS):  # type: ignore[misc]  # kombu ships no types
    """Frees the place of a job whose acknowledgement fails.

    kombu keeps it taken: a worker that holds one job at a time would never take another one, and as it
    does not poll, never notice that its connection is gone. The job itself returns to its queue after the
    visibility timeout, and is known as answered by then.
    """

    def ack(self, delivery_tag: str) -> None:
        """Acknowledge; raises what the connection raises, the place being free."""
        try:
            super().ack(delivery_tag)
        except Exception:
            self._quick_ack(delivery_tag)
            raise


def mend() -> None:
    """Let every channel of this process count its jobs so."""
    Channel.QoS = Forgetting
