"""Chat and take-backs by REST on the real stack."""

from __future__ import annotations

import random

from tests.e2e.support import ME, OPEN, WHOLE_MATCH, bot, end, next_decision, play_on, refused, verified


def test_talk_at_a_table(client, other):
    """A line is said once though it was sent twice, and both seats and the stream have it."""
    match_id = client.create_match("roll", [ME, OPEN])["id"]
    other.post(f"/matches/{match_id}/join")
    path = f"/matches/{match_id}/chat"
    said = client.post(path, {"text": "good luck"}, key="a")
    assert client.post(path, {"text": "good luck"}, key="a")["cursor"] == said["cursor"]
    assert other.get(path) == {"messages": [said], "cursor": said["cursor"]}
    assert other.get(path, since=said["cursor"])["messages"] == []
    lines = [line for line in other.match(match_id).events(follow=False) if line["type"] == "chat"]
    assert lines == [{"type": "chat", "chat": said}]
    assert other.match(match_id).mute(0) == {"muted_seats": [0]}
    assert other.get(path)["messages"] == []
    with refused(403, "NotYourMatch"):
        other.match(match_id).switch_chat(has_chat=False)
    assert client.match(match_id).switch_chat(has_chat=False)["has_chat"] is False
    with refused(409, "ChatOff"):
        other.post(path, {"text": "hello?"})
    for text in ("", "x" * 301, "a\nb", 7):
        with refused(400, "BadRequest"):
            client.post(path, {"text": text})
    assert "good luck" not in str(end(client, match_id))


def test_a_take_back_is_asked_and_agreed(client, other):
    """Two accounts play; whatever can be taken back is, ten times at most; the record of it all is verified."""
    match_id = client.create_match("tiny_epic", [ME, OPEN])["id"]
    other.post(f"/matches/{match_id}/join")
    chance, taken_back = random.Random(3), 0
    players = (client, other)
    for _ in range(60):
        deciding = client.match(match_id).read()["deciding_seats"][0]
        player, partner = players[deciding], players[1 - deciding]
        asked = next_decision(player, match_id)
        player.match(match_id).submit(asked["version"], chance.choice(asked["legal_actions"])["action"])
        got = player.http.post(f"/matches/{match_id}/take-back", json={})
        if got.status_code == 409:
            assert got.json()["reason"] == "new_information"
            continue
        wish = got.json()["take_back"]
        assert (wish["seat"], wish["agreed_seats"]) == (deciding, [deciding])
        answer = {"take_back_id": wish["take_back_id"], "is_accepted": True}
        version = client.match(match_id).read()["version"]
        done = partner.post(f"/matches/{match_id}/take-back/answer", answer)
        assert (done["take_back"], done["version"]) == (None, version + 1)
        with refused(409, "NoTakeBack"):
            partner.post(f"/matches/{match_id}/take-back/answer", answer)
        taken_back += 1
        if taken_back == 10:
            break
    assert taken_back
    record = end(client, match_id)
    assert len(record["log"]) - len(record["actions"]) >= 2 * taken_back


@WHOLE_MATCH
def test_a_match_with_take_backs_against_a_bot_is_played_to_its_end(client):
    match_id = client.create_match("tiny_epic", [ME, bot("random")])["id"]
    chance = random.Random(8)
    for _ in range(15):
        asked = next_decision(client, match_id)
        if asked["is_over"]:
            break
        client.match(match_id).submit(asked["version"], chance.choice(asked["legal_actions"])["action"])
        assert client.http.post(f"/matches/{match_id}/take-back", json={}).status_code in {200, 409}
    play_on(client, match_id)
    assert verified(client, match_id)["ended"] == "finished"
