"""The checks of a client: what it has to bear, and how it has to behave meanwhile, each with a verdict in words."""

from __future__ import annotations

import itertools
import json
import time
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from bridge.examiner import ANSWER_S_MAX, OK, ClientAbsent, Episode, Examiner, is_submission
from bridge.proxy import Fault
from client import Client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bridge.proxy import Exchange
    from client.answers import Json
    from client.models import Clock, Match

Outcome = Literal["passes", "fails", "not met"]
RETRY_S = 2.0
#: a client may count from when it asked
EARLY_S = 0.25
SLOW_S = 4.0
CALM_S = 5.0
#: requests in CALM_S seconds that are no hammering
CALM_REQUESTS_MAX = 12
#: for a decision that it owes
SETTLE_S = 2.0
#: a client that has been told to stop may play its matches to their end
STOPPING_S = 300.0
#: answers of 503 in a row
FAILURES = 5
SHORT_CLOCK: Clock = {"kind": "decision", "decision_ms": 1_500}
FORBIDDEN, NOT_FOUND, UNPROCESSABLE = 403, 404, 422
MALFORMED = {400, 405, 406, 413, 415}
SHOWN_MAX = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of one check. `not met`: the client does not do what is checked, or it did not come about."""

    check: str
    outcome: Outcome
    seen: str

    def to_dict(self) -> dict[str, str]:
        """Return it as a JSON-able dict."""
        return {"check": self.check, "outcome": self.outcome, "seen": self.seen}


def judge(check: str, is_good: object, seen: str) -> Verdict:
    """Return a verdict by whether something is true; None: not met."""
    return Verdict(check, "not met" if is_good is None else "passes" if is_good else "fails", seen)


Scenario: TypeAlias = "Callable[[Examiner], Iterator[Verdict]]"


def check_client(examiner: Examiner, scenarios: Sequence[Scenario] = ()) -> Iterator[Verdict]:
    """Examine a client that has come, in all scenarios unless some are named; yield each verdict as it is found."""
    for scenario in scenarios or SCENARIOS:
        try:
            yield from scenario(examiner)
        except ClientAbsent as absent:
            yield Verdict(f"is there to {scenario.__name__.replace('_', ' ')}", "fails", str(absent))
            if scenario is check_meeting:
                return


# -- what is done to which requests, and what to make of it --------------------------------------------


def _submissions(match_id: str) -> Callable[[Exchange], bool]:
    return lambda exchange: is_submission(exchange, match_id)


def _decisions(match_id: str) -> Callable[[Exchange], bool]:
    return lambda exchange: exchange.method == "GET" and exchange.path == f"/matches/{match_id}/decision"


def _problem(error: str, **members: object) -> dict[str, object]:
    return {"error": error, "detail": f"{error}, as the examiner says", **members}


def _goes_on(check: str, episode: Episode) -> Verdict:
    if episode.hit is None:
        return Verdict(check, "not met", "the client did not ask for it")
    seen = f"{len(episode.submissions())} actions sent since" if episode.goes_on else "it acts no more"
    return judge(check, episode.goes_on, seen)


def _repeats_key(check: str, episode: Episode) -> Verdict:
    """Whether the action came again as the same, if it came again."""
    if episode.hit is None:
        return Verdict(check, "not met", "the client sent no action")
    same = [each for each in episode.submissions() if _version_of(each) == _version_of(episode.hit)]
    if not same:
        return Verdict(check, "passes", "it read the decision anew instead of repeating the action")
    is_good = bool(episode.hit.key) and same[0].key == episode.hit.key and same[0].body == episode.hit.body
    return judge(check, is_good, f"sent with the key {episode.hit.key!r}, again with {same[0].key!r}")


def _waits(check: str, episode: Episode) -> Verdict:
    if episode.hit is None:
        return Verdict(check, "not met", "the client did not ask for it")
    if episode.pause_s is None:
        return Verdict(check, "not met", "it did not ask again")
    seen = f"told to wait {RETRY_S:.0f} s, it waited {episode.pause_s:.1f} s"
    return judge(check, episode.pause_s >= RETRY_S - EARLY_S, seen)


def _version_of(exchange: Exchange) -> object:
    return exchange.body.get("version") if isinstance(exchange.body, dict) else None


def _joins(examiner: Examiner, match_id: str) -> list[Exchange]:
    return [each for each in examiner.requests(match_id) if each.path.endswith("/join")]


# -- scenarios -----------------------------------------------------------------------------------------


def check_meeting(examiner: Examiner) -> Iterator[Verdict]:
    """Check how it plays without any fault."""
    began = time.monotonic()
    match_id = examiner.find_table()
    yield Verdict("accepts an invitation", "passes", f"after {time.monotonic() - began:.1f} s")
    yield judge("joins once", len(_joins(examiner, match_id)) <= 1, f"{len(_joins(examiner, match_id))} times")
    began = time.monotonic()
    is_good = examiner.play_on(match_id, 1)
    yield judge("answers its first decision", is_good, f"after {time.monotonic() - began:.1f} s")
    is_good = examiner.play_on(match_id, 5)
    yield judge("plays on", is_good, f"{len(examiner.find_taken(match_id))} actions taken")
    if not is_good:
        raise ClientAbsent("the client does not play")
    # The examiner does not act, so soon there is nothing that the client could do.
    time.sleep(SETTLE_S)
    start = len(examiner.proxy.since(0))
    time.sleep(CALM_S)
    asked = len(examiner.proxy.since(start))
    seen = f"{asked} requests in {CALM_S:.0f} s"
    yield judge("waits for decisions instead of polling", asked <= CALM_REQUESTS_MAX, seen)


def check_lost_answers(examiner: Examiner) -> Iterator[Verdict]:
    """Check what it makes of answers that do not arrive, though what was asked was done."""
    episode = examiner.watch(Fault("lost action", _submissions(examiner.find_table()), is_lost=True))
    yield _goes_on("goes on when the answer to an action is lost", episode)
    yield _repeats_key("repeats an action whose answer is lost with the same key and body", episode)
    episode = examiner.watch(Fault("lost decision", _decisions(examiner.find_table()), is_lost=True, times=2))
    yield _goes_on("goes on when the answer to a question for its decision is lost", episode)
    fault = examiner.proxy.add(Fault("lost join", lambda each: each.path.endswith("/join"), is_lost=True))
    start = len(examiner.proxy.since(0))
    try:
        match_id = examiner.meet()
    finally:
        examiner.proxy.remove(fault)
    is_good = examiner.play_on(match_id, 1, start)
    yield judge("plays a match whose join was not answered", is_good, "it acts there" if is_good else "it does not act")
    joins = _joins(examiner, match_id)
    keys = {each.key for each in joins}
    yield judge("repeats joining under one key when the answer is lost", len(keys) <= 1, f"{len(joins)} times")
    examiner.client.match(match_id).resign()


def check_limits_kept(examiner: Examiner) -> Iterator[Verdict]:
    """Check whether it comes again as 429 tells."""
    problem = _problem("LimitExceeded", limit="requests_per_minute_max", limit_max=1, retry_after_s=RETRY_S)
    for what, fits in (("an action", _submissions), ("a question", _decisions)):
        episode = examiner.watch(Fault(f"429 of {what}", fits(examiner.find_table()), answer=(429, problem)))
        yield _waits(f"waits as told after 429 to {what}", episode)
        yield _goes_on(f"goes on after 429 to {what}", episode)
        if what == "an action":
            yield _repeats_key("sends the action that met 429 again with its key", episode)


def check_absence(examiner: Examiner) -> Iterator[Verdict]:
    """Check what it makes of 503 and of a proxy's pages."""
    problem = _problem("Unavailable", retry_after_s=RETRY_S)
    episode = examiner.watch(Fault("503", _submissions(examiner.find_table()), answer=(503, problem)))
    yield _waits("waits as told after 503 to an action", episode)
    yield _goes_on("goes on after 503 to an action", episode)
    yield _repeats_key("sends the action that met 503 again with its key", episode)
    page = "<html><h1>502 Bad Gateway</h1></html>"
    for what, fits in (("an action", _submissions), ("a question", _decisions)):
        episode = examiner.watch(Fault(f"502 of {what}", fits(examiner.find_table()), answer=(502, page)))
        yield _goes_on(f"goes on after a proxy's page (502) to {what}", episode)
    headers = {"Retry-After": str(int(RETRY_S))}
    fault = Fault("503 page", _decisions(examiner.find_table()), answer=(503, page), headers=headers)
    yield _waits("waits as the header Retry-After says", examiner.watch(fault))
    unavailable = (503, _problem("Unavailable"))
    fault = Fault("503s", _decisions(examiner.find_table()), answer=unavailable, times=FAILURES)
    episode = examiner.watch(fault)
    hits = [each for each in examiner.requests(episode.match_id) if each.fault == "503s"]
    gaps = [later.at - one.ended for one, later in itertools.pairwise(hits)]
    is_good = None if len(gaps) < FAILURES - 1 else gaps[-1] > gaps[0] or min(gaps) >= 1
    yield judge("lets its pauses grow while the server is away", is_good, ", ".join(f"{gap:.1f} s" for gap in gaps))
    yield _goes_on("goes on when the server is back", episode)


def check_refusals(examiner: Examiner) -> Iterator[Verdict]:
    """Check what it makes of refusals, as they happen when something came in between."""
    answers: tuple[tuple[int, str, dict[str, object]], ...] = (
        (409, "StaleVersion", {"version": 1}),
        (409, "NotYourDecision", {"deciding_seats": [0]}),
        (422, "IllegalAction", {"reason": "examined", "legal": []}),
        (500, "Internal", {}),
    )
    for status, error, members in answers:
        answer = (status, _problem(error, **members))
        episode = examiner.watch(Fault(error, _submissions(examiner.find_table()), answer=answer))
        yield _goes_on(f"goes on after {error}", episode)
        if error == "StaleVersion":
            acted = next((each.place for each in episode.submissions()), None)
            reads = [each for each in episode.after if each.method == "GET" and each.place < (acted or 0)]
            is_good = None if acted is None else bool(reads)
            yield judge("reads the decision again after StaleVersion", is_good, f"{len(reads)} reads before it acted")
    match_id = examiner.find_table()
    with Client(examiner.upstream, examiner.token) as other:

        def act_elsewhere(asked: Json) -> Json:
            if asked["is_asked"]:
                action = asked["legal_actions"][0]["action"]
                other.match(match_id).submit(asked["version"], action, seat=asked["seat"])
            return asked

        fault = Fault("acted elsewhere", _decisions(match_id), change=act_elsewhere, times=2)
        yield _goes_on("goes on when its account has acted elsewhere meanwhile", examiner.watch(fault))


def check_slow_answers(examiner: Examiner) -> Iterator[Verdict]:
    """Check how it waits for answers that take their time."""
    episode = examiner.watch(Fault("slow action", _submissions(examiner.find_table()), delay_s=SLOW_S))
    yield _goes_on("goes on after an action that took long", episode)
    hit = episode.hit
    if hit is not None:
        other = [each for each in episode.submissions() if each.at < hit.ended and each.key != hit.key]
        yield judge("sends nothing else while an action is under way", not other, f"{len(other)} other actions")
    episode = examiner.watch(Fault("slow decision", _decisions(examiner.find_table()), delay_s=2 * SLOW_S))
    yield _goes_on(f"waits for an answer that takes {2 * SLOW_S:.0f} s", episode)

    def ask_nothing(asked: Json) -> Json:
        return {**asked, "is_asked": False, "legal_actions": []}

    fault = Fault("nothing asked", _decisions(examiner.find_table()), change=ask_nothing, times=3)
    yield _goes_on("asks again when nothing was asked of it for a while", examiner.watch(fault))


def check_later_members(examiner: Examiner) -> Iterator[Verdict]:
    """Check whether it bears members that a later version of the server may add."""

    def add(answer: Json) -> Json:
        return {**answer, "a_later_member": {"is": [None]}} if isinstance(answer, dict) else answer

    for what, fits in (("a decision", _decisions), ("an action's answer", _submissions)):
        episode = examiner.watch(Fault(f"later {what}", fits(examiner.find_table()), change=add, times=2))
        yield _goes_on(f"passes over a member of {what} that it does not know", episode)


def check_streams(examiner: Examiner) -> Iterator[Verdict]:
    """Check the account's stream, if it uses that: breaks, repetitions, gaps, what is unknown."""
    if not any(each.path == "/events" for each in examiner.proxy.since(0)):
        yield Verdict("opens a broken stream again", "not met", "it follows no stream of its account")
        return
    yield from _check_breaks(examiner)
    strange: list[Json] = [
        {"type": "a_later_type"},
        {"type": "event", "kind": "a_later_kind", "match_id": "none", "cursor": "1-0"},
    ]
    told = _meet_by_stream(examiner, lambda line: [*strange, line])
    yield judge("passes over lines of a kind that it does not know", told is not None, _say_met(told))
    told = _meet_by_stream(examiner, lambda line: [line, line, line])
    joins = 0 if told is None else len(_joins(examiner, told))
    yield judge("hears of an invitation three times and joins once", joins == 1, f"{joins} times; {_say_met(told)}")
    start = len(examiner.proxy.since(0))
    gap = {"type": "event", "kind": "gap", "read_anew": ["/v1/matches?own=true"], "cursor": "1-0"}
    told = _meet_by_stream(examiner, lambda line: [] if line.get("kind") == "invited" else [gap, line])
    lists = [each for each in examiner.proxy.since(start) if each.path == "/matches"]
    seen = f"{len(lists)} reads of its matches; {_say_met(told)}"
    yield judge("reads its matches anew after a gap", lists and told, seen)


def _say_met(match_id: str | None) -> str:
    return "it came to the match" if match_id else "it did not come to the match"


def _check_breaks(examiner: Examiner) -> Iterator[Verdict]:
    start = len(examiner.proxy.since(0))
    examiner.proxy.cut_streams()

    def find_opened() -> list[Exchange]:
        return [each for each in examiner.proxy.since(start) if each.path == "/events"]

    is_good = examiner.wait(find_opened)
    yield judge("opens a broken stream again", is_good, "it came back" if is_good else "it did not come back")
    if is_good:
        asked = find_opened()[0].query.get("since", ["nothing"])[0]
        yield judge("goes on in the stream after the last cursor", asked != "nothing", f"since {asked}")
    opened = len(find_opened())
    time.sleep(CALM_S)
    opened = len(find_opened()) - opened
    yield judge("does not open streams over and over", opened <= CALM_REQUESTS_MAX, f"{opened} in {CALM_S:.0f} s")


def _meet_by_stream(examiner: Examiner, change_line: Callable[[Json], list[Json]]) -> str | None:
    """Let the client's stream be opened anew with changed lines, and return the match that it comes to."""
    fault = Fault("changed lines", lambda each: each.path == "/events", times=10_000, change_line=change_line)
    start = len(examiner.proxy.since(0))
    examiner.proxy.add(fault)
    examiner.proxy.cut_streams()
    try:
        examiner.wait(lambda: any(each.fault == fault.name and each.lines for each in examiner.proxy.since(start)))
        match_id = examiner.meet()
    except ClientAbsent:
        return None
    finally:
        examiner.proxy.remove(fault)
        examiner.proxy.cut_streams()
    examiner.client.match(match_id).resign()
    return match_id


def check_take_back(examiner: Examiner) -> Iterator[Verdict]:
    """Check how it plays on after actions were taken back."""
    try:
        # Turns are taken one after the other there, so that there is much to take back.
        match_id = examiner.meet(game="tiny_epic", allows_take_back=True)
    except ClientAbsent:
        match_id = examiner.meet(allows_take_back=True)
    start = len(examiner.proxy.since(0))
    is_met = examiner.take_back(match_id, is_accepted=False)
    is_good = examiner.play_on(match_id, 1, start) if is_met else None
    yield judge("plays on while a take-back is asked for", is_good, _say_taken(is_met=is_met))
    # It agrees by its own token, as its owner might elsewhere.
    is_met = examiner.take_back(match_id, is_accepted=True)
    start = len(examiner.proxy.since(0))
    is_good = examiner.play_on(match_id, 2, start) if is_met else None
    yield judge("plays on from the table as it is after a take-back", is_good, _say_taken(is_met=is_met))
    refused = [each for each in examiner.requests(match_id, start) if each.status == UNPROCESSABLE]
    yield judge("sends nothing illegal after a take-back", not refused, f"{len(refused)} refused")
    examiner.client.match(match_id).resign()


def _say_taken(*, is_met: bool) -> str:
    return "the examiner took an action back" if is_met else "nothing could be taken back"


def check_several(examiner: Examiner) -> Iterator[Verdict]:
    """Check two matches at a time."""
    first = examiner.find_table()
    try:
        second = examiner.meet()
    except ClientAbsent:
        yield Verdict("plays two matches at once", "not met", "it accepts one at a time")
        return
    start = len(examiner.proxy.since(0))
    both = [examiner.play_on(each, 2, start) for each in (second, first)]
    yield judge("plays two matches at once", all(both), "both go on" if all(both) else "one stands still")
    fits, sends = _decisions(first), _submissions(first)
    fault = Fault("one slow", lambda each: fits(each) or sends(each), delay_s=3 * SLOW_S)
    examiner.proxy.add(fault)
    start = len(examiner.proxy.since(0))
    began = time.monotonic()
    # Its next request about the first match is under way for long.
    examiner.play_until(first, lambda: fault.times <= 0)
    is_good = examiner.play_on(second, 2, start, 2 * SLOW_S)
    yield judge("is not held up in one match by another", is_good, f"after {time.monotonic() - began:.1f} s")
    examiner.proxy.remove(fault)
    examiner.client.match(second).resign()


def check_end(examiner: Examiner) -> Iterator[Verdict]:
    """Check what it makes of a match that ends by the other's resignation."""
    match_id = examiner.find_table()
    examiner.client.match(match_id).resign()
    time.sleep(CALM_S)
    start = len(examiner.proxy.since(0))
    time.sleep(CALM_S)
    asked = examiner.requests(match_id, start)
    seen = f"{len(asked)} requests in {CALM_S:.0f} s"
    yield judge("asks nothing more of a match that is over", len(asked) <= 1, seen)
    began = time.monotonic()
    examiner.find_table()
    yield Verdict("comes to the next match", "passes", f"after {time.monotonic() - began:.1f} s")


def check_substitute(examiner: Examiner) -> Iterator[Verdict]:
    """Check what it makes of a bot that plays for it when its time has run out."""
    match_id = examiner.meet(clock=SHORT_CLOCK, absence="substitute")
    fault = examiner.proxy.add(Fault("too late", _submissions(match_id), delay_s=SLOW_S, times=3))
    is_met = examiner.play_until(match_id, lambda: examiner.read(match_id)["seats"][1].get("cause") == "timeout")
    examiner.proxy.remove(fault)
    if not is_met:
        yield Verdict("does not hammer a seat that a bot plays for it", "not met", "its time did not run out")
        return
    time.sleep(SLOW_S)
    start = len(examiner.proxy.since(0))
    time.sleep(CALM_S)
    asked = examiner.requests(match_id, start)
    is_back = any(each.path.endswith("/return") and each.status == OK for each in examiner.requests(match_id))
    seen = "it came back" if is_back else f"{len(asked)} requests in {CALM_S:.0f} s"
    is_calm = is_back or len(asked) <= CALM_REQUESTS_MAX
    yield judge("does not hammer a seat that a bot plays for it", is_calm, seen)
    examiner.client.match(match_id).resign()
    examiner.find_table()
    yield Verdict("plays elsewhere after it lost a seat to its clock", "passes", "it came to the next match")


def check_conduct(examiner: Examiner) -> Iterator[Verdict]:
    """Check how it has behaved through all of this."""
    own = [each for each in examiner.proxy.since(0) if not each.fault]
    yield from _check_actions([each for each in own if is_submission(each)])
    wrong = [each for each in own if each.status in MALFORMED]
    yield judge("sends what the interface understands", not wrong, _list(wrong))
    unknown = [each for each in own if each.status == NOT_FOUND and not each.path.startswith("/matches/")]
    yield judge("asks for what there is", not unknown, _list(unknown))
    foreign = [each for each in own if each.status == FORBIDDEN and each.path.endswith(("/view", "/decision"))]
    yield judge("asks for its own seats alone", not foreign, _list(foreign))
    token = examiner.token
    shown = [each for each in examiner.proxy.since(0) if token and token in each.target]
    yield judge("keeps its token out of addresses", not shown, f"{len(shown)} addresses with it")
    bare = [each for each in own if not each.token and each.path.startswith("/matches/")]
    yield judge("sends its token with every request for a match", not bare, _list(bare))


def _check_actions(actions: list[Exchange]) -> Iterator[Verdict]:
    versions = [each for each in actions if isinstance(_version_of(each), int)]
    seen = f"{len(versions)} of {len(actions)}"
    yield judge("names the version in every action", len(versions) == len(actions), seen)
    keyed = [each for each in actions if each.key]
    seen = f"{len(keyed)} of {len(actions)}"
    yield judge("sends an idempotency key with every action", len(keyed) == len(actions), seen)
    bodies: dict[str, set[str]] = defaultdict(set)
    for each in keyed:
        bodies[each.key].add(f"{each.path} {json.dumps(each.body, sort_keys=True)}")
    doubled = [key for key, said in bodies.items() if len(said) > 1]
    yield judge("uses a key for one action alone", not doubled, f"{len(bodies)} keys, {len(doubled)} used twice")
    illegal = [each for each in actions if each.status == UNPROCESSABLE]
    yield judge("chooses among what is legal", not illegal, f"{len(illegal)} of {len(actions)} refused")


def _list(wrong: list[Exchange]) -> str:
    return "; ".join(f"{each.method} {each.path}: {each.status}" for each in wrong[:SHOWN_MAX]) or "nothing of that"


def check_bad_token(examiner: Examiner) -> Iterator[Verdict]:
    """Check what it does when there is nothing more to be done: its token is not good."""
    answer = (401, _problem("Unauthenticated"))
    fault = examiner.proxy.add(Fault("401", lambda _: True, answer=answer, times=1_000_000))
    examiner.proxy.cut_streams()
    try:
        is_met = examiner.wait(lambda: examiner.proxy.since(0)[-1].fault == "401")
        time.sleep(1)
        start = len(examiner.proxy.since(0))
        time.sleep(CALM_S)
        asked = examiner.proxy.since(start)
    finally:
        examiner.proxy.remove(fault)
    is_calm = len(asked) <= CALM_REQUESTS_MAX if is_met else None
    seen = f"{len(asked)} requests in {CALM_S:.0f} s"
    yield judge("does not hammer when its token is no longer good", is_calm, seen)


def check_stopping(examiner: Examiner) -> Iterator[Verdict]:
    """Check how it ends on SIGTERM in the middle of a match; this is the last check, for it has to be started anew."""
    program = examiner.program
    if program is None:
        yield Verdict("leaves no match behind after SIGTERM", "not met", "it was not started by --run")
        return
    program.stop()
    examiner.leave_all()
    program.start()
    match_id = examiner.meet()
    if not examiner.play_on(match_id, 1):
        raise ClientAbsent("the client does not play after it was started again")
    start = len(examiner.proxy.since(0))
    program.ask_to_stop()
    examiner.wait(lambda: program.status is not None, SETTLE_S)
    offered = examiner.invite(examiner.game)
    began = time.monotonic()
    examiner.play_until(match_id, lambda: program.status is not None, STOPPING_S)
    match = examiner.read(match_id)
    is_left = match["status"] == "running"
    how = "it is still running" if is_left else _say_end(match)
    yield judge("leaves no match behind after SIGTERM", not is_left, f"{how}, after {time.monotonic() - began:.1f} s")
    joins = [each for each in examiner.requests(offered, start) if each.path.endswith("/join") and each.status == OK]
    seen = "it joined" if joins else "it did not join"
    yield judge("accepts no more invitations after SIGTERM", not joins, seen)
    is_ended = examiner.wait(lambda: program.status is not None)
    seen = f"with status {program.status}" if is_ended else f"it runs on for {ANSWER_S_MAX:.0f} s"
    yield judge("ends soon after its last match", is_ended, seen)


def _say_end(match: Match) -> str:
    cause = match["seats"][1].get("cause")
    return "it was played to its end" if match["ended"] == "finished" else f"it ended by {cause or match['ended']}"


SCENARIOS: tuple[Scenario, ...] = (
    check_meeting,
    check_lost_answers,
    check_limits_kept,
    check_absence,
    check_refusals,
    check_slow_answers,
    check_later_members,
    check_streams,
    check_take_back,
    check_several,
    check_end,
    check_substitute,
    check_conduct,
    check_bad_token,
    check_stopping,
)
