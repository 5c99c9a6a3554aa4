"""`python -m services.gateway`."""

from services.shared.family import gather_metrics

gather_metrics()

from services.gateway.server import main  # noqa: E402 (metrics are gathered from the first import on)

main()
