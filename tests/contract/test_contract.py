"""The gRPC contract: well-formed, complete, and told by one table."""

from __future__ import annotations

import inspect
import shutil
import subprocess
import sys
from pathlib import Path

import grpc
import pytest

import ai.arena.schedule
import engine.errors
import services.shared.errors
import tournaments.errors
from engine.errors import EngineError, IllegalAction, NotYourDecision
from protos.astrarium.v1 import catalog_pb2, error_pb2, match_pb2
from services.game_state.rpc.messages import KINDS, STATUSES
from services.rpc.around import error_status, to_status
from services.shared.errors import STATUS, LimitExceeded, ServiceError, StaleVersion, status_of

ROOT = Path(__file__).resolve().parents[2]
#: raised, but never on their way to a client
INSIDE = {"EngineError", "BadBytes", "BadResult"}


def error_types(module: object, base: type) -> set[str]:
    return {name for name, each in inspect.getmembers(module, inspect.isclass) if issubclass(each, base)}


def detail_of(error: Exception) -> tuple[int, error_pb2.ErrorDetail]:
    status = to_status(error, "test", (EngineError,))
    detail = error_pb2.ErrorDetail()
    assert status.details[1].Unpack(detail)
    return status.code, detail


def test_buf_lint_finds_nothing():
    """The contract keeps to the style that generated clients rely on."""
    buf = shutil.which("buf", path=str(Path(sys.executable).parent)) or shutil.which("buf")
    assert buf, "buf-bin belongs to the development extra"
    done = subprocess.run([buf, "lint"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_error_that_can_reach_a_client_has_a_row_and_every_row_an_error():
    raised = error_types(engine.errors, EngineError) | error_types(services.shared.errors, ServiceError)
    raised |= error_types(tournaments.errors, EngineError) | error_types(ai.arena.schedule, EngineError)
    assert raised - INSIDE - {"ServiceError"} == set(STATUS) - {"Internal"}


@pytest.mark.parametrize("name", STATUS)
def test_every_row_names_real_statuses(name):
    row = status_of(name)
    assert isinstance(getattr(grpc.StatusCode, row.grpc), grpc.StatusCode)
    assert 400 <= row.http < 600
    assert (row.http >= 500) == (row.grpc in {"INTERNAL", "UNAVAILABLE", "UNIMPLEMENTED"})


def test_an_illegal_action_is_told_with_reason_rule_seat_and_what_would_be_legal():
    error = IllegalAction("no_such_die", "there is no such die", rule="Roll R27", seat=2, legal=("a", "b"), index=1)
    code, detail = detail_of(error)
    assert code == grpc.StatusCode.FAILED_PRECONDITION.value[0]
    assert (detail.error, detail.reason, detail.rule) == ("IllegalAction", "no_such_die", "Roll R27")
    assert (detail.seat, list(detail.legal), detail.index) == (2, ["a", "b"], 1)


def test_other_errors_keep_their_details_too():
    assert list(detail_of(NotYourDecision(1, (0, 2)))[1].deciding_seats) == [0, 2]
    assert detail_of(StaleVersion("old", version=7))[1].version == 7
    limit = detail_of(LimitExceeded("much", limit="page_size_max", limit_max=3, retry_after_ms=50))[1]
    assert (limit.limit, limit.limit_max, limit.retry_after_ms) == ("page_size_max", 3, 50)


def test_an_unexpected_error_is_told_without_its_text():
    status = to_status(RuntimeError("the seed is 00ff"), "test")
    assert status.code == grpc.StatusCode.INTERNAL.value[0]
    assert b"00ff" not in status.SerializeToString()


def test_error_info_names_reason_and_domain_for_general_tools():
    status = error_status({"error": "MatchOver", "message": "over"})
    assert status.details[0].type_url.endswith("google.rpc.ErrorInfo")
    assert b"MatchOver" in status.details[0].value
    assert b"astrarium" in status.details[0].value


def test_every_word_of_the_contracts_enumerations_is_used():
    assert set(STATUSES.values()) == set(match_pb2.MatchStatus.values()) - {0}
    assert set(KINDS.values()) == set(match_pb2.SeatKind.values()) - {0}


def test_every_call_has_its_own_request_and_response():
    services = [each for module in (catalog_pb2, match_pb2) for each in module.DESCRIPTOR.services_by_name.values()]
    methods = [method for service in services for method in service.methods]
    assert len(methods) > 20
    for method in methods:
        assert method.input_type.name == f"{method.name}Request"
        assert method.output_type.name == f"{method.name}Response"
