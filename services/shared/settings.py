"""Every setting of every process, from the environment: ASTRARIUM_REDIS_URL, ASTRARIUM_LOG_LEVEL, ...

Secrets better come from files: ASTRARIUM_SECRETS_DIR names a folder in which `astrarium_redis_url`, for
example, holds the setting `redis_url`. The environment goes before it.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Literal

from pydantic import NonNegativeInt, PositiveInt  # noqa: TC002 - pydantic reads the annotations at run time
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The settings; each has a default that fits one machine."""

    model_config = SettingsConfigDict(
        env_prefix="ASTRARIUM_", secrets_dir=os.environ.get("ASTRARIUM_SECRETS_DIR"), frozen=True, extra="ignore"
    )

    #: the one thing the services share; another database number is another installation
    redis_url: str = "redis://127.0.0.1:6379/0"

    #: where game_state listens, and where the others find it (any gRPC target)
    game_state_listen: str = "127.0.0.1:50051"
    game_state_target: str = "127.0.0.1:50051"

    #: where the director listens, and where the gateway finds it
    director_listen: str = "127.0.0.1:50061"
    director_target: str = "127.0.0.1:50061"

    #: how old a connection of a gRPC client gets before the server asks for a new one, which may go to a new replica
    #: (0: as old as it likes), and how long calls and streams on the old one may still take
    grpc_connection_age_s: NonNegativeInt = 600
    grpc_connection_grace_s: PositiveInt = 60

    gateway_host: str = "127.0.0.1"
    gateway_port: int = 8080
    gateway_workers: int = 1
    #: proxies in front of the gateway, each of which adds to X-Forwarded-For the address that it was called from
    gateway_proxies: NonNegativeInt = 0
    #: origins whose pages may call the interface, comma-separated; * stands for all, nothing for none. Tokens travel in
    #: headers, so no page can use what a visitor's browser keeps.
    gateway_origins: str = "*"

    #: queue classes that a bot worker takes jobs of, comma-separated
    bots_queues: str = "instant,think,analysis,series"
    #: processes of one bot worker, each searching on one job at a time
    bots_concurrency: int = 1

    #: port of the Prometheus page of this process; 0: none
    metrics_port: int = 0
    #: where it is served: of a name that replicas share, the address that is this machine's
    metrics_host: str = "0.0.0.0"  # noqa: S104 (an own network, or a policy, decides who reaches it)
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["json", "console"] = "json"

    #: level that takes the seat of an account that resigned at a table of three or more
    substitute_level: str = "greedy"


@lru_cache(maxsize=1)
def settings() -> Settings:
    """Return this process's settings; raises pydantic's ValidationError that names a wrong variable."""
    return Settings()
