"""The arena: matches, duplicate pairs, statistics, and taking a series up after a kill."""

import csv
import json
import random
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from ai.arena.ladder import Climbed, climb, markdown, rungs_of
from ai.arena.match import Abandoned, SoFar, play_match
from ai.arena.players import make_player, name_of, strip_name
from ai.arena.published import BEGIN, END, NoMarks, publish, render_tables, with_tables
from ai.arena.schedule import BadPlan, Plan, matches_of
from ai.arena.series import BadSeries, SeriesStanding, export_csv, read_series, run_series
from ai.arena.statistics import rate_of, sprt_of
from ai.evaluate.weights import fingerprint_of, network_of
from ai.levels import GAME_LEVELS, NoSuchLevel, find_level
from ai.results import BUDGETS, MEASURED, NETWORKS, RESULTS, Budget, Measured
from engine.errors import BadOptions
from engine.registry import GAMES, find_game
from engine.replay import verify

ROOT = Path(__file__).parents[2]
QUICK = Plan("roll", ("level1", "random"), pairs=3, seed=7)


def lines_of(path):
    return [line for line in read_series(path) if "record" in line]


def without_time(line):
    return {name: value for name, value in line.items() if name != "seconds"}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_match_gives_a_record_that_verifies(seats):
    """Anyone can replay what the arena writes."""
    players = [make_player("level1", "roll") for _ in range(seats)]
    result = play_match(find_game("roll"), players, bytes(32), match_id="m")
    state = verify(result.record)
    assert state.is_over
    assert state.scores() == result.scores
    assert state.ranks() == result.ranks
    assert sum(result.win_shares) == pytest.approx(1.0)


@pytest.mark.parametrize("game", ["roll", "race", "tiny_epic"])
def test_a_match_that_is_stopped_again_and_again_is_the_same_match(game):
    """Stopped before any decision, unseen ones included, and played on by other players from what was played."""

    def play(is_wanted, so_far):
        players = [make_player(level, game) for level in ("greedy", "level1")]
        return play_match(find_game(game), players, bytes(32), match_id="m", is_wanted=is_wanted, so_far=so_far)

    whole = play(lambda: True, None)
    so_far, stops, seconds = SoFar(), 0, []
    while True:
        wanted = iter([True] * (1 + stops % 3) + [False])
        try:
            result = play(lambda left=wanted: next(left), so_far)
        except Abandoned:
            stops += 1
            seconds.append(so_far.seconds)
            so_far = SoFar(**json.loads(json.dumps(asdict(so_far))))
        else:
            break
    assert stops > 10
    assert seconds == sorted(seconds)
    assert result.record == whole.record
    assert (result.scores, result.ranks, result.decisions) == (whole.scores, whole.ranks, whole.decisions)


def test_a_set_is_one_seed_in_every_rotation():
    """Every player sits in every seat of the same deal once."""
    plan = Plan("roll", ("random", "greedy", "level1"), tables=3, pairs=2)
    assert plan.groups == (("random", "greedy", "level1"),)
    first, second = (list(matches_of(plan, 0, pair)) for pair in range(2))
    assert len({match.seed for match in first}) == 1
    assert first[0].seed != second[0].seed
    for seat in range(3):
        assert {match.players[seat] for match in first} == set(plan.players)
    assert len({match.match_id for match in first + second}) == 6


def test_few_players_fill_a_table_by_turns():
    """One player against three of another sort is a group too."""
    assert Plan("roll", ("level2", "level1"), tables=4).groups == (("level2", "level1", "level1", "level1"),)
    assert len(Plan("roll", ("level1", "level2", "greedy"), tables=2).groups) == 3


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"players": ("random",)}, BadPlan, "2 to"),
        ({"tables": 6}, BadPlan, "tables is 6"),
        ({"tables": 1}, BadPlan, "tables is 1"),
        ({"players": ()}, BadPlan, "2 to"),
        ({"game": "tiny_epic", "tables": 1, "players": ()}, BadPlan, "1 to"),
        ({"game": "tiny_epic", "tables": 1, "sprt": True}, BadPlan, "no fair share"),
        ({"game": "tiny_epic", "tables": 1, "options": {"rogue_mat": {"dice": 3}}}, BadOptions, "rogue mat: dice"),
        ({"pairs": 0}, BadPlan, "pairs is 0"),
        ({"players": ("random", "level99")}, NoSuchLevel, "level99"),
        ({"players": ("me=random", "you=level99")}, NoSuchLevel, "level99"),
        ({"players": ("me=random", "me=greedy")}, BadPlan, "two players are called 'me'"),
        ({"players": ("greedy=random", "greedy")}, BadPlan, "two players are called 'greedy'"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(wrong, error, message):
    """Before the first match, with the reason."""
    with pytest.raises(error, match=message):
        Plan(**{"game": "roll", "players": ("random", "greedy"), **wrong})


def test_a_player_goes_by_the_name_it_was_given(tmp_path):
    """Two ways to start one level are told apart, in standing, file and outcomes; what a command says is no name."""
    plan = Plan("roll", ("new=greedy", "old=greedy"), pairs=2)
    standing = run_series(plan, tmp_path / "series.jsonl")
    assert standing.summary()[0].players == ("new", "old")
    assert {name for outcome in standing.outcomes() for name in outcome.players} == {"new", "old"}
    assert [sorted(line["players"]) for line in lines_of(tmp_path / "series.jsonl")] == [["new", "old"]] * 4
    assert run_series(plan, tmp_path / "series.jsonl").matches == 4
    assert name_of("cmd:LEVEL=3 ./bot") == "cmd:LEVEL=3 ./bot"
    assert strip_name("me=cmd:LEVEL=3 ./bot") == "cmd:LEVEL=3 ./bot"


def test_a_player_alone_is_measured_against_the_game(tmp_path):
    """Solo matches: wins are wins over the rogue, sets are single matches, and nothing is tested against a fair share."""
    plan = Plan("tiny_epic", ("random", "greedy"), tables=1, pairs=30, seed=3, options={"rogue_mat": "hades"})
    assert plan.groups == (("random",), ("greedy",))
    weak, strong = run_series(plan, tmp_path / "solo.jsonl").summary()
    assert (weak.matches, strong.matches) == (30, 30)
    assert strong.rates[0].share > weak.rates[0].share + 0.1
    assert weak.sprt.decision is strong.sprt.decision is None
    for line in lines_of(tmp_path / "solo.jsonl"):
        assert line["win_shares"] == [1.0 if line["ranks"] == [1] else 0.0]
        assert verify(line["record"]).ranks() == tuple(line["ranks"])


def test_a_program_that_fails_alone_has_lost(tmp_path):
    """Though the stand-in may win its match."""
    plan = Plan("tiny_epic", ("cmd:false",), tables=1, pairs=2)
    summary = run_series(plan, tmp_path / "solo.jsonl").summary()[0]
    assert (summary.rates[0].share, summary.forfeits) == (0.0, 2)
    assert all(line["ranks"] == [2] for line in lines_of(tmp_path / "solo.jsonl"))


def test_a_series_is_the_same_in_one_process_and_in_two(tmp_path):
    """Matches follow from the plan, whoever plays them."""
    run_series(QUICK, tmp_path / "one.jsonl")
    run_series(QUICK, tmp_path / "two.jsonl", workers=2)
    one, two = (
        {line["match_id"]: without_time(line) for line in lines_of(tmp_path / name)}
        for name in ("one.jsonl", "two.jsonl")
    )
    assert one == two
    assert len(one) == 6


def test_a_torn_line_is_dropped_and_its_match_played_again(tmp_path):
    """As after a kill in the middle of a write."""
    path = tmp_path / "series.jsonl"
    run_series(QUICK, path)
    whole = path.read_bytes()
    before = [without_time(line) for line in lines_of(path)]
    path.write_bytes(whole[: len(whole) - 100])
    standing = run_series(QUICK, path)
    assert standing.matches == 6
    assert [without_time(line) for line in lines_of(path)] == before


def test_a_searching_level_plays_the_same_on_a_busy_machine(tmp_path, monkeypatch):
    """Iterations alone count in the arena, not the time that a level may take at a table."""
    plan = Plan("race", ("level5", "greedy"), pairs=1, seed=3)
    run_series(plan, tmp_path / "idle.jsonl")
    monkeypatch.setitem(GAME_LEVELS["race"], "level5", GAME_LEVELS["race"]["level5"] | {"think_ms_max": 1})
    run_series(plan, tmp_path / "busy.jsonl")
    idle, busy = ([without_time(line) for line in lines_of(tmp_path / name)] for name in ("idle.jsonl", "busy.jsonl"))
    assert idle == busy


def test_another_series_is_not_appended_to_a_file(tmp_path):
    """Nor is a file that is no series."""
    path = tmp_path / "series.jsonl"
    run_series(QUICK, path)
    with pytest.raises(BadSeries, match="seed is 7 there, 8 here"):
        run_series(Plan("roll", ("level1", "random"), pairs=3, seed=8), path)
    path.write_text("hello\n")
    with pytest.raises(BadSeries, match="no series"):
        run_series(QUICK, path)


RUN = """
import sys
from pathlib import Path
from ai.arena.schedule import Plan
from ai.arena.series import run_series
if __name__ == "__main__":
    plan = Plan("roll", ("greedy", "level1"), pairs=150, seed=3)
    run_series(plan, Path(sys.argv[1]), workers=int(sys.argv[2]))
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_any_moment_no_match_is_lost_or_repeated(tmp_path, workers):
    """SIGKILL again and again, each time after some matches more; the finished file has every match once."""
    path = tmp_path / "series.jsonl"
    script = tmp_path / "run.py"
    script.write_text(RUN)
    command = [sys.executable, str(script), str(path), str(workers)]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin", "PYTHONWARNINGS": "ignore"}
    chance = random.Random(1)
    for kill in range(5):
        running = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
        size = path.stat().st_size if path.exists() else 0
        while running.poll() is None and (not path.exists() or path.stat().st_size <= size):
            time.sleep(0.01)
        time.sleep(chance.random() * 0.05)
        assert running.poll() is None, f"the series ended before kill {kill}"
        running.send_signal(signal.SIGKILL)
        running.wait()
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, timeout=200)
    assert done.returncode == 0
    lines = lines_of(path)
    assert len(lines) == 300
    assert len({line["match_id"] for line in lines}) == 300
    for line in lines[::60]:
        verify(line["record"])


def test_csv_holds_every_match_with_its_record(tmp_path):
    """Seed and actions make the record."""
    run_series(QUICK, tmp_path / "series.jsonl")
    assert export_csv(tmp_path / "series.jsonl", tmp_path / "series.csv") == 6
    with (tmp_path / "series.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    line = lines_of(tmp_path / "series.jsonl")[0]
    assert rows[0]["match_id"] == line["match_id"]
    actions = [entry.split(" ", 1) for entry in rows[0]["actions"].split(";")]
    assert [[int(seat), notation] for seat, notation in actions] == line["record"]["actions"]
    assert rows[0]["seed"] == line["record"]["seed"]


def test_standings_count_players_not_seats():
    """In rotation r, seat s holds player s + r."""
    plan = Plan("roll", ("random", "greedy"), pairs=1)
    standing = SeriesStanding(plan)
    for rotation, shares in ((0, [0.0, 1.0]), (1, [1.0, 0.0])):
        line = {
            "group": 0,
            "pair": 0,
            "rotation": rotation,
            "win_shares": shares,
            "scores": [1, 2],
            "ranks": [1, 2],
            "forfeits": [],
        }
        assert standing.add(line)
        assert not standing.add(line)
    (group,) = standing.summary()
    assert [rate.share for rate in group.rates] == [0.0, 1.0]
    assert group.mean_scores == (1.5, 1.5)


def test_an_even_match_ends_the_test_for_equal_and_a_clear_one_for_better():
    """Simulated pairs of known strength; errors stay near the stated 5 %."""
    chance = random.Random(4)

    def decide(strength):
        shares = []
        while True:
            shares.append(sum(chance.random() < strength for _ in range(2)) / 2)
            decision = sprt_of(shares, 0.5).decision
            if decision is not None:
                return decision

    assert sum(decide(0.50) == "better" for _ in range(60)) <= 8
    assert sum(decide(0.55) == "better" for _ in range(60)) >= 52
    assert decide(0.7) == "better"


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 50])
def test_a_test_says_the_same_however_its_sets_come_in(chunk):
    """It is over at its first decision; sets that were played beyond it, being on the way, change nothing."""
    chance = random.Random(6)
    for strength in (0.5, 0.55, 0.6):
        shares = [sum(chance.random() < strength for _ in range(2)) / 2 for _ in range(2_000)]
        alone = next(n for n in range(1, len(shares)) if sprt_of(shares[:n], 0.5).decision)
        known = chunk * -(-alone // chunk)
        assert sprt_of(shares[:known], 0.5) == sprt_of(shares[:alone], 0.5)
        assert sprt_of(shares, 0.5) == sprt_of(shares[:alone], 0.5)


def test_intervals_hold_what_they_promise():
    """Of simulated series about 95 % have the true share inside, also near the edge."""
    chance = random.Random(5)
    for strength in (0.5, 0.9):
        inside = 0
        for _ in range(300):
            rate = rate_of([sum(chance.random() < strength for _ in range(2)) / 2 for _ in range(100)])
            inside += rate.low <= strength <= rate.high
        assert 270 <= inside <= 298
    assert rate_of([1.0] * 100).low > 0.95
    assert rate_of([]).to_dict() == {"share": 0.0, "low": 0.0, "high": 1.0, "sets": 0}


def test_the_ladder_names_claims_that_can_be_played():
    """Each level against the one below, and the strongest against the rest, in short and in full."""
    rungs = rungs_of("roll")
    assert [rung.players for rung in rungs[1:8]] == [(f"level{n + 1}", f"level{n}") for n in range(1, 8)]
    assert {rung.share for rung in rungs} == {0.55, 0.85, 0.99, 1 / 5 + 0.15}
    for rung in rungs:
        assert rung.plan("roll", is_short=False).groups[0][0] == rung.players[0]
        if rung.pairs_short:
            assert rung.plan("roll", is_short=True).matches <= 20


def test_a_climbed_rung_says_whether_its_claim_holds():
    """Yes, no or open; the table shows matches and interval."""
    rung = rungs_of("roll")[0]
    plan = rung.plan("roll", is_short=False)
    for share, verdict in ((1.0, "yes"), (0.0, "no")):
        standing = SeriesStanding(plan)
        for pair in range(40):
            for rotation in range(2):
                shares = [share, 1 - share] if rotation == 0 else [1 - share, share]
                standing.add(
                    {
                        "group": 0,
                        "pair": pair,
                        "rotation": rotation,
                        "win_shares": shares,
                        "scores": [9, 9],
                        "ranks": [1, 1],
                        "forfeits": [],
                    }
                )
        climbed = Climbed(rung, plan, standing.summary()[0])
        assert climbed.verdict == verdict
        assert f"| 80 | {verdict} |" in markdown([(rung, climbed.measured)])
    assert Climbed(rung, plan, SeriesStanding(plan).summary()[0]).verdict == "open"
    fixed = rungs_of("roll")[-2]
    for share, low, high, verdict in (
        (0.995, 0.99, 1.0, "yes"),
        (0.995, 0.9, 1.0, "so far"),
        (0.95, 0.9, 1.0, "open"),
        (0.95, 0.9, 0.98, "no"),
    ):
        assert fixed.verdict(Measured("random", 50, share, low, high)) == verdict


def test_results_of_other_budgets_are_not_mixed_in(tmp_path, monkeypatch):
    """A level that was changed since a series began is another player."""
    path = tmp_path / "series.jsonl"
    run_series(QUICK, path)
    assert run_series(QUICK, path).matches == 6
    monkeypatch.setitem(GAME_LEVELS, "roll", {"level1": {"noise": 0.5}})
    with pytest.raises(BadSeries, match="other budgets"):
        run_series(QUICK, path)


@pytest.mark.parametrize("name", list(GAMES))
def test_the_short_ladder_plays(name, tmp_path, monkeypatch):
    """Rungs up to level 6 with as many sets as the plan says; a second run plays nothing again."""
    monkeypatch.setattr("ai.arena.ladder.PAIRS_SHORT", {"level1": 2, "level4": 1, "level6": 1})
    climbed = climb(name, tmp_path, is_short=True, workers=1)
    assert [(each.rung.players[0], each.summary.matches) for each in climbed] == [
        ("level1", 4), ("level4", 2), ("level6", 2),
    ]  # fmt: skip
    monkeypatch.setattr("ai.arena.series.play_one", None)
    again = climb(name, tmp_path, is_short=True, workers=1)
    assert [each.to_dict() for each in again] == [each.to_dict() for each in climbed]


def test_the_readme_shows_what_was_measured():
    """The table there is made of ai.results; `astrarium ladder --publish README.md` writes it."""
    text = (ROOT / "README.md").read_text()
    assert with_tables(text, "README.md") == text
    for game, levels in RESULTS.items():
        for level, rows in levels.items():
            for row in rows:
                assert f"{row.share:.1%}" in text, (game, level)
    assert "not measured" in markdown([(rungs_of("roll")[0], None)])


def test_the_table_is_written_between_its_marks(tmp_path):
    """What stands around it stays; a file without marks is refused."""
    path = tmp_path / "page.md"
    path.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    publish(path)
    assert path.read_text() == f"before\n{BEGIN}\n{render_tables()}\n{END}\nafter\n"
    path.write_text(f"before\n{BEGIN}\n")
    with pytest.raises(NoMarks, match=r"page\.md"):
        publish(path)


def test_results_belong_to_the_levels_as_they_are():
    """A level whose chance, iterations or network change has to be measured again."""
    for game, levels in RESULTS.items():
        assert set(levels) <= set(BUDGETS[game])
        network = network_of(game, 2)
        assert network is not None
        assert fingerprint_of(network) == NETWORKS[game]
        for name, budget in BUDGETS[game].items():
            level = find_level(name, game)
            assert Budget(level.noise, level.iterations, level.network_iterations) == budget, (game, name)
            for row in levels.get(name, ()):
                assert 0.0 <= row.low <= row.share <= row.high <= 1.0
                assert row.matches % row.seats == 0
                if row.seats == 2 and row.against.startswith("level"):
                    assert row.against in BUDGETS[game], "both sides' budgets are known"
        for level, row in MEASURED[game].items():
            assert row in levels[level]


def test_the_command_line_plays_and_prints(tmp_path):
    """A whole run with JSON on stdout, and a wrong one with a reason and no traceback."""
    base = [
        sys.executable,
        "-m",
        "cli",
        "arena",
        "roll",
        "--pairs",
        "2",
        "--out",
        str(tmp_path / "s.jsonl"),
    ]
    done = subprocess.run(
        [*base, "--players", "greedy,random", "--json", "--csv", str(tmp_path / "s.csv")],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["groups"][0]["matches"] == 4
    assert (tmp_path / "s.csv").exists()
    wrong = subprocess.run([*base, "--players", "greedy,nobody"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "no level is called 'nobody'" in wrong.stderr
    assert "Traceback" not in wrong.stderr
