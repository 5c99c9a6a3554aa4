"""Run one bot worker: `python -m services.bots`."""

from services.shared.family import gather_metrics

gather_metrics()

from services.bots.worker import main  # noqa: E402 (metrics are gathered from the first import on)

main()
