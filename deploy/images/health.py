# ruff: noqa: INP001 (copied into the image, part of no package)
"""Whether the process of this container serves: exit code 0 or 1, with the reason on standard error.

The role is read off the container's first process, so that one image serves for all. Docker and Compose ask this;
Kubernetes asks the processes themselves.
"""

import http.client
import os
import sys
from pathlib import Path

SECONDS_MAX = 3.0


def role() -> str:
    """Return the module that the container runs, `services.gateway` for example."""
    words = Path("/proc/1/cmdline").read_bytes().decode().split("\0")
    return next((word for word in words if word.startswith("services.")), "")


def check_page(port: str, path: str) -> None:
    """Raise unless the page answers with success."""
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=SECONDS_MAX)
    connection.request("GET", path)
    answer = connection.getresponse()
    if answer.status >= http.HTTPStatus.BAD_REQUEST:
        raise RuntimeError(f"{path} answers {answer.status}: {answer.read(500).decode(errors='replace')}")


def check_grpc(port: str) -> None:
    """Raise unless the server says that it serves."""
    import grpc  # noqa: PLC0415 (slow to import, needed for one role)
    from grpc_health.v1 import health_pb2, health_pb2_grpc  # noqa: PLC0415

    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        ask = health_pb2_grpc.HealthStub(channel).Check  # type: ignore[attr-defined]  # set when it is made
        answer = ask(health_pb2.HealthCheckRequest(), timeout=SECONDS_MAX)
    if answer.status != health_pb2.HealthCheckResponse.SERVING:
        raise RuntimeError(f"the server says {health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)}")


def main() -> None:
    """Check the role's own door."""
    if role() == "services.gateway":
        check_page(os.environ.get("ASTRARIUM_GATEWAY_PORT", "8080"), "/healthz")
    elif role() == "services.game_state":
        check_grpc(os.environ.get("ASTRARIUM_GAME_STATE_LISTEN", "127.0.0.1:50051").rpartition(":")[2])
    elif role() == "services.director":
        check_grpc(os.environ.get("ASTRARIUM_DIRECTOR_LISTEN", "127.0.0.1:50061").rpartition(":")[2])
    elif port := int(os.environ.get("ASTRARIUM_METRICS_PORT", "0")):
        check_page(str(port), "/metrics")


if __name__ == "__main__":
    try:
        main()
    except Exception as wrong:  # noqa: BLE001 (whatever is wrong, the answer is no)
        sys.exit(f"{type(wrong).__name__}: {wrong}")
