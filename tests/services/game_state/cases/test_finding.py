"""Finding the matches of a player: an account's, whatever became of them, and a bot's."""

from __future__ import annotations

import secrets

import pytest

from protos.astrarium.v1 import match_pb2
from tests.support.stack import Refused


def found(client, **wanted):
    return [match.match_id for match in client.call("ListMatches", page_size=100, **wanted).matches]


def test_a_players_matches_are_found_by_its_name_whatever_became_of_them(table):
    name = f"a{secrets.token_hex(4)}"
    ada = table.stack.client(table.first, name)
    running = ada.create(["account:", "account:bert"], starts_when_full=True)
    over = ada.create(["account:", "bot:random"], starts_when_full=True)
    ada.call("ResignMatch", match_id=over)
    waiting = ada.create(["account:", "open"])
    assert {running, over, waiting} == {*found(table.spectator, player=name)}
    assert found(table.spectator, player=name, status=match_pb2.MATCH_STATUS_RUNNING) == [running]
    assert running in found(table.bert, player=name, own=True)
    assert over not in found(table.bert, player=name, own=True)
    hidden = ada.create(["account:", "bot:random"], is_private=True)
    assert hidden not in found(table.spectator, player=name)
    assert hidden in found(ada, player=name)
    ada.call("ResignMatch", match_id=running)


def test_a_bots_matches_are_found_by_its_level(table):
    match_id = table.anna.create(["account:", "bot:random"])
    waiting = {"status": match_pb2.MATCH_STATUS_WAITING}
    assert match_id in found(table.spectator, player="bot:random", **waiting)
    assert match_id not in found(table.spectator, player="bot:greedy", **waiting)


@pytest.mark.parametrize("player", ["nobody-has-this-name", "anna:tokens", "Ann A", "é"])
def test_a_player_there_is_not_is_refused_by_name(table, player):
    with pytest.raises(Refused) as error:
        table.spectator.call("ListMatches", player=player)
    assert error.value.error == "UnknownAccount"
