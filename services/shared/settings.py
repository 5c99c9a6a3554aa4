"""The settings of all processes, from the environment: ASTRARIUM_REDIS_URL, ASTRARIUM_LOG_LEVEL, ...

Secrets should come from files. ASTRARIUM_SECRETS_DIR names a folder with a file per setting; for example,
`astrarium_redis_url` holds the setting `redis_url`. The environment has precedence over these files.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, NonNegativeInt, PositiveInt
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.shared.addresses import check_address


def check_broker(url: str) -> str:
    """Return an address of the broker, or "", as it is; raise BadAddressError."""
    return check_address(url, is_broker=True) if url else url


class Settings(BaseSettings):
    """The settings; each has a default that fits one machine."""

    model_config = SettingsConfigDict(
        env_prefix="ASTRARIUM_",
        secrets_dir=os.environ.get("ASTRARIUM_SECRETS_DIR"),
        frozen=True,
        extra="ignore",
        # Addresses hold passwords.
        hide_input_in_errors=True,
    )

    #: the store that all services of an installation share; a different database number is a different installation
    redis_url: Annotated[str, AfterValidator(check_address)] = "redis://127.0.0.1:6379/0"

    #: the broker of bots' jobs; "": the store. It may lose everything: what is owed is asked again
    broker_url: Annotated[str, AfterValidator(check_broker)] = ""

    #: how many replicas must have a write before it is answered, and where: on their disks, or in their memory if the
    #: store keeps no log (appendonly no)
    replicas_wanted: NonNegativeInt = 0
    replicas_keep: Literal["disk", "memory"] = "disk"

    #: the database to which game_state moves finished matches: `sqlite:////FILE` or `postgresql://…`; without one they
    #: stay in the store
    archive_url: str = Field(default="", pattern="^$|^(sqlite|postgresql)://")

    #: the address where game_state listens, and the gRPC target under which other processes reach it
    game_state_listen: str = "127.0.0.1:50051"
    game_state_target: str = "127.0.0.1:50051"

    #: the address where the director listens, and the gRPC target under which the gateway reaches it
    director_listen: str = "127.0.0.1:50061"
    director_target: str = "127.0.0.1:50061"

    #: after how long a gRPC server closes a client's connection (0: never), so that the next one may reach a new
    #: replica, and how long the calls and streams on the old connection may still take
    grpc_connection_age_s: NonNegativeInt = 600
    grpc_connection_grace_s: PositiveInt = 60

    gateway_host: str = "127.0.0.1"
    gateway_port: int = 8080
    gateway_workers: int = 1
    #: number of proxies in front of the gateway; each adds its caller's address to X-Forwarded-For
    gateway_proxies: NonNegativeInt = 0
    #: whether what is public can be read without a token
    gateway_public: bool = True
    #: origins whose pages may call the interface, comma-separated; * means all, an empty value none. Tokens travel in
    #: headers, so a page can't use credentials that a visitor's browser keeps.
    gateway_origins: str = "*"

    #: queue classes from which a bot worker takes jobs, comma-separated
    bots_queues: str = "instant,think,analysis,series"
    #: number of processes of one bot worker; each carries out one job at a time
    bots_concurrency: int = 1

    #: port of this process's page for Prometheus; 0: no page
    metrics_port: int = 0
    #: host of that page; if replicas share the name, each uses the address that belongs to its own machine
    metrics_host: str = "0.0.0.0"  # noqa: S104 (an own network, or a policy, decides who reaches it)
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["json", "console"] = "json"

    #: what was built, such as a commit
    build: str = "unknown"

    #: level that plays on for an account that resigned at a table of three or more
    substitute_level: str = "greedy"

    @property
    def jobs_url(self) -> str:
        """The address of the broker."""
        return self.broker_url or self.redis_url


@lru_cache(maxsize=1)
def settings() -> Settings:
    """Return this process's settings; raise pydantic's ValidationError, which names the wrong variable."""
    return Settings()
