"""The gateway's process: gunicorn with gevent workers, so that an open stream costs a greenlet.

Everything that opens sockets is imported in the worker, after gevent has patched the standard library. gRPC is the
exception: it has a thread of its own (see `services.gateway.grpc_loop`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from prometheus_client.multiprocess import mark_process_dead

from services.shared import telemetry, tracing
from services.shared.descriptors import raise_descriptor_limit
from services.shared.garbage import spare_collector
from services.shared.limits import limits
from services.shared.settings import Settings, settings

if TYPE_CHECKING:
    from flask import Flask
    from gunicorn.config import Config
    from gunicorn.workers.base import Worker

GRACEFUL_S = 5


class Log(Logger):
    """gunicorn's log lines, in the same form as ours."""

    def setup(self, cfg: Config) -> None:
        """Hand everything to the root logger."""
        super().setup(cfg)
        for each in (self.error_log, self.access_log):
            each.handlers.clear()
            each.propagate = True


class Server(BaseApplication):
    """gunicorn, configured from the settings instead of a command line."""

    def __init__(self, own: Settings) -> None:
        """Take the settings."""
        self.own = own
        super().__init__()

    def load_config(self) -> None:
        """Set gunicorn's settings."""
        for name, value in {
            "bind": f"{self.own.gateway_host}:{self.own.gateway_port}",
            "workers": self.own.gateway_workers,
            "worker_class": "services.gateway.worker.Worker",
            "worker_connections": limits().connections_per_process_max,
            "keepalive": 75,
            "limit_request_line": 8190,
            "graceful_timeout": GRACEFUL_S,
            "loglevel": self.own.log_level,
            "logger_class": Log,
            "control_socket_disable": True,
            "post_fork": _begin,
            "child_exit": _forget,
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Make the application in a worker."""
        from services.gateway.app import create_app  # noqa: PLC0415 (after gevent's patching)

        telemetry.setup_logs(self.own, "gateway")
        tracing.setup("gateway")
        app = create_app(self.own)
        spare_collector()
        return app


def _begin(_server: object, _worker: object) -> None:
    """Start a worker's thread for gRPC calls, before gevent patches what asyncio needs."""
    from services.gateway.grpc_loop import calls  # noqa: PLC0415 (gRPC bears no fork)

    calls()


def _forget(_server: object, worker: Worker) -> None:
    """Count a dead worker's open streams no more."""
    mark_process_dead(worker.pid)


def main() -> None:
    """Serve until a signal ends it; one page shows the metrics of all workers."""
    telemetry.setup(settings(), "gateway")
    raise_descriptor_limit("connections_per_process_max")
    Server(settings()).run()
