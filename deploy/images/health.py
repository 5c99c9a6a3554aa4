# ruff: noqa: INP001 (copied into the image, part of no package)
"""A check that the process of this container serves: exit code 0 or 1, with the reason on standard error.

The role is known from the container's first process, so that one image serves all roles. Docker and Compose run this
check; Kubernetes asks the processes themselves. Compose restarts a container when it ends, not when it is unhealthy. So
a process that does not answer at all three times in a row is ended here; one that answers but lacks something is not.
"""

import http.client
import os
import signal
import sys
from pathlib import Path

SECONDS_MAX = 3.0
SILENT_TIMES_MAX = 3
#: how often in a row nothing answered; there is no such file before the first answer, as a start may take long
SILENT = Path("/tmp/silent")  # noqa: S108 (the container's own)


class NotReadyError(RuntimeError):
    """The process answers: it can't serve now."""


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
        raise NotReadyError(f"{path} answers {answer.status}: {answer.read(500).decode(errors='replace')}")


def check_gateway(port: str) -> None:
    """Raise unless the gateway serves; it may be alive although what it needs is away."""
    check_page(port, "/livez")
    try:
        check_page(port, "/healthz")
    except OSError as wrong:
        raise NotReadyError(f"/healthz: {wrong}") from wrong


def check_grpc(port: str) -> None:
    """Raise unless the server says that it serves."""
    import grpc  # noqa: PLC0415 (slow to import, needed for one role)
    from grpc_health.v1 import health_pb2, health_pb2_grpc  # noqa: PLC0415

    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        ask = health_pb2_grpc.HealthStub(channel).Check  # type: ignore[attr-defined]  # set when it is made
        answer = ask(health_pb2.HealthCheckRequest(), timeout=SECONDS_MAX)
    if answer.status != health_pb2.HealthCheckResponse.SERVING:
        raise NotReadyError(f"the server says {health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)}")


def check_role() -> None:
    """Check the role's own health address."""
    if role() == "services.gateway":
        check_gateway(os.environ.get("ASTRARIUM_GATEWAY_PORT", "8080"))
    elif role() == "services.game_state":
        check_grpc(os.environ.get("ASTRARIUM_GAME_STATE_LISTEN", "127.0.0.1:50051").rpartition(":")[2])
    elif role() == "services.director":
        check_grpc(os.environ.get("ASTRARIUM_DIRECTOR_LISTEN", "127.0.0.1:50061").rpartition(":")[2])
    elif port := int(os.environ.get("ASTRARIUM_METRICS_PORT", "0")):
        check_page(str(port), "/readyz")


def end_if_silent() -> None:
    """Count that nothing answered; the third time end all processes of the container but the first, which follows."""
    if not SILENT.exists():
        return
    times = 1 + int(SILENT.read_text())
    SILENT.write_text(str(times))
    if times >= SILENT_TIMES_MAX and role():
        sys.stderr.write(f"nothing has answered {times} times in a row: it is ended\n")
        SILENT.unlink()
        os.kill(-1, signal.SIGKILL)


def main() -> str | None:
    """Check, and return what is wrong, if anything."""
    try:
        check_role()
    except NotReadyError as wrong:
        SILENT.write_text("0")
        return str(wrong)
    except Exception as wrong:  # noqa: BLE001 (whatever is wrong, the answer is no)
        end_if_silent()
        return f"{type(wrong).__name__}: {wrong}"
    SILENT.write_text("0")
    return None


if __name__ == "__main__":
    sys.exit(main())
