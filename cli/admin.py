"""The command `astrarium admin`: what whoever runs an installation does with accounts, matches and tournaments."""

from __future__ import annotations

import json
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import grpc

from cli.operator_access import make_access, read_access, write_access
from cli.stacks import console
from cli.tokens import write_secret
from protos.astrarium.v1 import director_pb2, director_pb2_grpc, operator_pb2, operator_pb2_grpc
from services.shared.limits import limits
from services.shared.settings import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli.operator_access import Access

CALL_S_MAX = 60.0
MS = 1000
#: a page of accounts
PAGE_SIZE = 100


@click.group()
@click.option(
    "--access",
    "path",
    type=click.Path(path_type=Path),
    default=Path("var/operator.json"),
    show_default=True,
    envvar="ASTRARIUM_OPERATOR_ACCESS",
    help="File with the operator's token; - for standard input.",
)
@click.pass_context
def admin(ctx: click.Context, path: Path) -> None:
    """Run an installation: accounts, matches, tournaments."""
    ctx.obj = path


@admin.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--days",
    type=click.IntRange(1, limits().token_days_max),
    default=30,
    show_default=True,
    help="How long the token is valid.",
)
def access(file: Path, days: int) -> None:
    """Make the operator's token and write it to FILE (- for standard output); it replaces the one before.

    Needs the store (ASTRARIUM_REDIS_URL), so anybody who can reach it can be the operator.
    """
    config = settings()
    write_access(make_access(config.redis_url, config.game_state_target, config.director_target, days), file)


@contextmanager
def _calling(target: str) -> Iterator[grpc.Channel]:
    """Lend a channel; say in one line what a call was refused for."""
    with grpc.insecure_channel(target) as channel:
        try:
            yield channel
        except grpc.RpcError as wrong:
            details = wrong.details() if isinstance(wrong, grpc.Call) else wrong
            raise click.ClickException(f"{target}: {details}") from wrong


@contextmanager
def _operating(path: Path) -> Iterator[tuple[operator_pb2_grpc.OperatorServiceStub, tuple[tuple[str, str], ...]]]:
    found = read_access(path)
    with _calling(found.game_state) as channel:
        yield operator_pb2_grpc.OperatorServiceStub(channel), _metadata(found)


def _metadata(found: Access) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {found.token}"),)


@admin.group()
def accounts() -> None:
    """List, disable, enable and delete accounts, and give one a new token."""


@accounts.command("list")
@click.pass_obj
def list_accounts(path: Path) -> None:
    """List accounts, the last active first: name, kind, made, last active, tokens, open matches."""
    with _operating(path) as (stub, metadata):
        request = operator_pb2.ListAccountsRequest(page_size=PAGE_SIZE)
        while True:
            page = stub.ListAccounts(request, metadata=metadata, timeout=CALL_S_MAX)
            for each in page.accounts:
                mark = " disabled" if each.is_disabled else ""
                called = f" (called {each.called})" if each.called else ""
                times = f"{_day(each.created_ms)} {_day(each.active_ms)}"
                console.print(
                    f"{each.name}{called} {each.kind} {times} {each.tokens} {each.open_matches}{mark}", soft_wrap=True
                )
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token


def _day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / MS, UTC).strftime("%Y-%m-%dT%H:%MZ")


@accounts.command()
@click.argument("name")
@click.pass_obj
def disable(path: Path, name: str) -> None:
    """Disable NAME: it can't sign in or be seated; its seeks, series and bots end, its matches go on without it."""
    _set_disabled(path, name, is_disabled=True)


@accounts.command()
@click.argument("name")
@click.pass_obj
def enable(path: Path, name: str) -> None:
    """Enable NAME again; `accounts token` gives it a token."""
    _set_disabled(path, name, is_disabled=False)


def _set_disabled(path: Path, name: str, *, is_disabled: bool) -> None:
    with _operating(path) as (stub, metadata):
        request = operator_pb2.SwitchAccountRequest(account=name, is_disabled=is_disabled)
        stub.SwitchAccount(request, metadata=metadata, timeout=CALL_S_MAX)
    console.print(f"{name} is {'disabled' if is_disabled else 'enabled'}")


@accounts.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def delete(path: Path, name: str, *, yes: bool) -> None:
    """Delete NAME with its data, permanently; repeat the command if it is cut short."""
    if not yes:
        click.confirm(f"delete {name} with its data, for good?", abort=True)
    with _operating(path) as (stub, metadata):
        request = operator_pb2.DeleteAccountRequest(account=name)
        done = stub.DeleteAccount(request, metadata=metadata, timeout=CALL_S_MAX)
    console.print(f"{name} is deleted, and its name gone from {done.matches} matches")
    for match_id in done.stuck_match_ids:
        console.print(f"{match_id} can't be replayed, so nobody plays on there: end it (admin matches end)")


@accounts.command("token")
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def renew_token(path: Path, name: str, file: Path) -> None:
    """Give NAME a new token, in FILE (- for standard output), and revoke all older ones."""
    with _operating(path) as (stub, metadata):
        request = operator_pb2.RenewTokenRequest(account=name)
        token = stub.RenewToken(request, metadata=metadata, timeout=CALL_S_MAX).token
    write_secret(token, file)


@admin.group()
def matches() -> None:
    """End matches."""


@matches.command()
@click.argument("match_id")
@click.pass_obj
def end(path: Path, match_id: str) -> None:
    """End MATCH_ID as it is, without scores if it can't be replayed; a match that has not begun is removed."""
    _end(path, match_id, is_void=False)


@matches.command()
@click.argument("match_id")
@click.pass_obj
def void(path: Path, match_id: str) -> None:
    """End MATCH_ID without rating it; for a tournament's match, the host corrects the result instead."""
    _end(path, match_id, is_void=True)


def _end(path: Path, match_id: str, *, is_void: bool) -> None:
    with _operating(path) as (stub, metadata):
        request = operator_pb2.EndMatchRequest(match_id=match_id, is_void=is_void)
        done = stub.EndMatch(request, metadata=metadata, timeout=CALL_S_MAX)
    scores = f"scores {list(done.match.scores)}" if done.match.scores else "without scores, for it can't be replayed"
    what = f"ended, {scores}" if done.HasField("match") else "removed"
    console.print(f"{match_id} is {what}")


@admin.group()
def tournaments() -> None:
    """Cancel tournaments."""


@tournaments.command()
@click.argument("tournament_id")
@click.option("--reason", default="the operator cancelled it", show_default=True)
@click.pass_obj
def cancel(path: Path, tournament_id: str, reason: str) -> None:
    """End TOURNAMENT_ID now; its log says who did it and why."""
    found = read_access(path)
    with _calling(found.director) as channel:
        stub = director_pb2_grpc.TournamentServiceStub(channel)
        change = json.dumps({"kind": "finish", "reason": reason}).encode()
        request = director_pb2.ChangeTournamentRequest(tournament_id=tournament_id, change=change)
        stub.ChangeTournament(request, metadata=_metadata(found), timeout=CALL_S_MAX)
    console.print(f"{tournament_id} is cancelled")
