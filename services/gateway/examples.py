"""Examples for the documentation, one per operation; a test checks each against its schema."""

from __future__ import annotations

from services.gateway.schemas.matches import SettingsFieldsSchema
from services.gateway.schemas.parts import OF_GAMES

MATCH_ID = "k3v9m2x8q7r5"
TOKEN = "mJ0d8mC3v1h5Qx7bU2s9Kp4tYr6NfWzAeLgXiOoDkVc"  # noqa: S105 (an example)

ROLL: dict[str, object] = {
    "name": "roll",
    "title": "Roll for the Galaxy",
    "seats_min": 2,
    "seats_max": 5,
    "rules_version": "roll-3",
    "options": [],
}
GAMES = {"games": [ROLL]}
GAME_WORDS = ROLL | {
    "actions": [
        {
            "kind": "reassign",
            "fields": [{"name": "die", "values": ["military", "genes"]}],
            "rule": "R40",
            "text": "Use a power to move a die.",
        }
    ],
    "decisions": {"assign": {"rule": "R27", "text": "Place your dice."}},
    "events": [
        {
            "kind": "phase_begins",
            "fields": [{"name": "phase", "values": ["explore"]}],
            "text": "A phase begins.",
            "secret": [],
            "is_private": False,
        }
    ],
}
CATALOG = OF_GAMES["examples"]["catalog"]
BOTS = {
    "bots": [
        {
            "level": "level5",
            "text": "casual",
            "chooser": "search",
            "iterations": 400,
            "think_ms_max": 400,
            "measured": {
                "race": {
                    "against": "level4",
                    "matches": 116,
                    "share": 0.642,
                    "low": 0.553,
                    "high": 0.723,
                    "seats": 2,
                    "decision": "better",
                }
            },
        }
    ]
}

NEW_GUEST = {"name": "ada"}
NEW_ACCOUNT = {"name": "ada", "kind": "person"}
ACCOUNT = {"name": "ada", "kind": "person", "scopes": ["play"]}
ACCOUNT_WITH_TOKEN = ACCOUNT | {"token": TOKEN}
NEW_TOKEN = {"scopes": ["watch"], "days": 30, "name": "the screen in the hall"}
HELD_TOKENS = {
    "tokens": [
        {
            "id": "9f2c41d07be83a65",
            "name": "the screen in the hall",
            "scopes": ["watch"],
            "made_ms": 1767225600000,
            "used_ms": None,
            "expires_ms": 1769817600000,
            "made_by": "03ab5c77e19d2f48",
            "is_this": False,
        }
    ]
}
CONSENT = {"accounts": ["bob"], "allows_programs": False}

SEATS = [{"kind": "account"}, {"kind": "bot", "level": "greedy"}]
NEW_MATCH = {"game": "roll", "seats": SEATS, "starts_when_full": True}
MATCH: dict[str, object] = {
    # All settings with their defaults.
    **SettingsFieldsSchema().load({"game": "roll"}),
    "id": MATCH_ID,
    "rules_version": "roll-3",
    "seats": [
        {"kind": "account", "account": "ada", "player": "person"},
        {"kind": "bot", "level": "greedy", "player": "bot"},
    ],
    "status": "running",
    "version": 17,
    "deciding_seats": [0],
    "own_seats": [0],
    "creator": "ada",
    "allows_analysis": True,
    "clock": {"kind": "bank", "bank_ms": 300_000, "increment_ms": 5_000},
    "absence": "substitute",
    "deal": None,
    "tournament": None,
    "pace": "live",
    "is_sealed": False,
    "start": None,
    "take_back": {"seat": 0, "take_back_id": "5b1f0c9e8d7a", "actions": 1, "agreed_seats": [0, 1]},
    "own_deadlines": [{"seat": 0, "at_ms": 1767225912345}],
    "clocks": [{"seat": 0, "left_ms": 900000, "until_ms": 1767225912345}],
    "claimable_ms": None,
    "commitment": "9f2c1c0e6f1a4be1b0a0d6f4f7c1f0d29c55c6f5b8a3e7d4c2b1a09f8e7d6c5b",
    "created_ms": 1767225600000,
    "started_ms": 1767225600040,
    "ended_ms": None,
    "ended": None,
    "scores": None,
    "ranks": None,
}
INVITATION = {"invitation": TOKEN}
MADE_MATCH = MATCH | {"is_private": True, "is_rated": False} | INVITATION
JOIN = {"seat": 1} | INVITATION
NEW_MESSAGE = {"text": "well played"}
MESSAGE = {
    "cursor": "1767225600040-0",
    "account": "ada",
    "seat": 0,
    "scope": "seats",
    "text": "well played",
    "at_ms": 1767225600040,
}
MESSAGES = {"messages": [MESSAGE], "cursor": MESSAGE["cursor"]}
MUTE = {"seat": 1, "is_muted": True}
MUTED_SEATS = {"muted_seats": [1]}
CHAT_SWITCH = {"has_chat": False}
NEW_TAKE_BACK = {"actions": 1}
TAKE_BACK_ANSWER = {"take_back_id": "5b1f0c9e8d7a", "is_accepted": True}
NEW_MATCHES = {"game": "roll", "tables": [SEATS, [{"kind": "account"}, {"kind": "invited", "account": "bob"}]]}
MATCH_IDS = {"match_ids": [MATCH_ID, "h2j4k6m8n9p3"]}
SEEK = {"game": "roll", "seats": 2, "clock": {"kind": "decision", "decision_ms": 60_000}, "admits": ["person"]}
DECLINE = {"reason": "not today"}
ACCOUNT_EVENT = {"type": "event", "cursor": "1767225600040-0", "kind": "decision_due", "match_id": MATCH_ID, "seat": 0}
MATCHES = {"matches": [MATCH], "next_page_token": None}
SEAT = {"seat": 0}
JOINED = {"seat": 0, "match": MATCH}

LEGAL = [{"notation": "select explore", "action": {"kind": "select", "phase": "explore"}}]
DECISION = {
    "seat": 0,
    "version": 17,
    "status": "running",
    "is_over": False,
    "is_asked": True,
    "asks": "scout",
    "rule": "R61",
    "text": "Keep a tile that you drew.",
    "legal_actions": LEGAL,
    "remaining_ms": 287_655,
}
NEW_ACTIONS = {
    "object": {"value": {"version": 17, "action": {"kind": "select", "phase": "explore"}}},
    "notation": {"value": {"version": 17, "action": "select explore"}},
    "several": {"value": {"version": 17, "actions": ["select explore", "pass"], "with_decision": True}},
}
PREVIEWED_ACTIONS = {
    "one": {"value": {"version": 17, "action": "select explore"}},
    "several": {"value": {"version": 17, "actions": ["select explore", "pass"]}},
}
EVENT = {"kind": "phase_begins", "seat": None, "phase": "explore"}
REFUSALS = {
    "refusals": [
        {
            "at_ms": 1_767_225_600_040,
            "seat": 0,
            "version": 17,
            "actions": ['"assign explore settle"'],
            "error": "StaleVersion",
            "detail": "seat 0 is at version 18",
            "reason": None,
            "rule": None,
        }
    ]
}
SUBMITTED = {
    "seat": 0,
    "version": 18,
    "cursor": 42,
    "events": [{"cursor": 42, "event": EVENT}],
    "remaining_ms": 292_000,
    "latency_ms": 2,
    "decision": None,
}
VIEW = {"seat": 0, "version": 17, "cursor": 41, "has_open_hands": False, "view": OF_GAMES["examples"]["view"]}
PREVIEW = {"foreseen": 1, "decision": DECISION | {"version": 18}, "view": OF_GAMES["examples"]["view"]}
LINE = {"type": "event", "cursor": 42, "event": EVENT}
SSE = 'id: 42\nevent: event\ndata: {"type":"event","cursor":42,"event":{"kind":"phase_begins","phase":"explore"}}\n\n'
RECORD = {
    "match_id": MATCH_ID,
    "game": "roll",
    "rules_version": "roll-3",
    "seats": 2,
    "options": {},
    "seed": "00" * 32,
    "commitment": MATCH["commitment"],
    "actions": [[0, "select explore"], [1, "pass"]],
    "times_ms": [1767225603100, 1767225604250],
    "scores": [38, 41],
    "ranks": [2, 1],
    "fingerprint": "5b1f0c9e8d7a6b5c4d3e2f1a0b9c8d7e",
    "ended": "finished",
}
RECORD_LINE = {"cursor": "1767225604250-0f4e8d2c6b1a3957e8d2", **RECORD}
RECORD_SSE = 'id: 1767225604250-0f4e8d2c6b1a3957e8d2\nevent: record\ndata: {"match_id":"k3v9m2x8q7r5"}\n\n'
NEW_ANALYSIS = {
    "own decision": {"value": {"budget_ms": 2000}},
    "finished match": {"value": {"version": 42, "seat": 1, "iterations": 5000}},
}
ANALYSIS = {
    "seat": 1,
    "version": 42,
    "played": "select explore",
    "candidates": [
        {
            "action": {"kind": "select", "phase": "explore"},
            "notation": "select explore",
            "visits": 4100,
            "values": [0.41, 0.59],
            "expected_scores": [33.2, 36.8],
            "why": {
                "sources": [
                    {"chips": 8.1, "worlds": 12.4, "developments": 9.6, "bonuses": 3.1},
                    {"chips": 11.9, "worlds": 13.2, "developments": 8.8, "bonuses": 2.9},
                ],
                "phases": {"explore": 1.0, "develop": 0.41, "settle": 0.38, "produce": 0.22, "ship": 0.57},
            },
        }
    ],
    "values": [0.42, 0.58],
    "expected_scores": [33.4, 36.5],
    "principal_line": [{"seat": 1, "action": {"kind": "select", "phase": "explore"}, "notation": "select explore"}],
    "iterations": 5000,
    "threads": 1,
    "think_ms": 184.2,
    "evaluation": None,
}
EVALUATIONS = {
    "evaluations": [
        [{"win": 0.5, "points": 31.2}, {"win": 0.5, "points": 30.9}],
        [{"win": 0.53, "points": 31.8}, {"win": 0.47, "points": 30.7}],
    ]
}
NEW_SERIES = {"game": "roll", "players": ["level3", "greedy", "level1"], "tables": 2, "pairs": 200, "sprt": True}
RATE = {"share": 0.8125, "low": 0.7612, "high": 0.8549, "sets": 64}
SERIES_ROW: dict[str, object] = {
    "id": "q7mx2vhd4tzk",
    "host": "ada",
    "status": "running",
    "reason": "",
    "plan": NEW_SERIES
    | {"seed": 912_345, "budget_ms": None, "iterations": None, "options": {}, "is_duplicate": True, "rotates": True},
    "matches": 1200,
    "played": 128,
    "decisions": 9_216,
    "left_s": 93.5,
    "created_ms": 1767225600000,
    "ended_ms": None,
    "cursor": 129,
}
SERIES = SERIES_ROW | {
    "groups": [
        {
            "players": ["level3", "greedy"],
            "matches": 128,
            "rates": [RATE, RATE],
            "sprt": {"log_ratio": 1.204, "lower": -2.944, "upper": 2.944, "decision": None, "course": [0.31, 1.204]},
            "lead": {"elo": 254.7, "low": 201.4, "high": 306.9, "los": 1.0},
            "mean_scores": [37.21, 31.4],
            "forfeits": 0,
        }
    ],
    "ratings": [
        {"player": "level3", "mean": 29.514, "deviation": 1.022, "low": 27.511, "high": 31.517, "results": 128}
    ],
}
SERIES_PAGE = {"series": [SERIES_ROW], "next_page_token": None}
SERIES_LINE = {
    "type": "entry",
    "cursor": 129,
    "entry": {
        "kind": "match",
        "at_ms": 1767225612345,
        "group": 0,
        "pair": 63,
        "rotation": 1,
        "match_id": "0b5e19c2a7d4-0-63-1",
        "players": ["greedy", "level3"],
        "scores": [31, 37],
        "ranks": [2, 1],
        "win_shares": [0.0, 1.0],
        "forfeits": [],
        "decisions": 72,
        "seconds": 0.0312,
    },
}
SERIES_SSE = 'id: 129\nevent: entry\ndata: {"type":"entry","cursor":129,"entry":{"kind":"match"}}\n\n'
SERIES_JSONL = '{"format":1,"rules_version":"roll-3","plan":{"game":"roll"}}\n{"group":0,"pair":0,"rotation":0}\n'
SERIES_CSV = "match_id,group,pair,rotation,players\r\n0b5e19c2a7d4-0-0-0,0,0,0,level3 greedy\r\n"
TOURNAMENT_ID = "t4wz8kqmh2vd"
NEW_TOURNAMENT = {
    "name": "Autumn cup",
    "game": "roll",
    "format": "swiss",
    "seats": 4,
    "rounds": 7,
    "clock": {"kind": "bank", "bank_ms": 600_000, "increment_ms": 5_000},
}
STANDING = {
    "rank": 1,
    "entrant": "ada",
    "name": "ada",
    "player": "person",
    "level": "",
    "rating": 21.5,
    "points": 3,
    "tables": 1,
    "byes": 0,
    "places": [1, 0, 0, 0],
    "opposition": 1.0,
    "direct": None,
    "margin": 12.3333,
    "is_withdrawn": False,
    "is_set_aside": False,
}
TOURNAMENT_CONFIG = NEW_TOURNAMENT | {
    "options": {},
    "cycles": 1,
    "points": ["3", "2", "1", "0"],
    "bye_points": "3",
    "late_points": "0",
    "late_rounds": 3,
    "tie_breaks": ["opposition", "direct", "places", "margin"],
    "method": "auto",
    "is_duplicate": False,
    "pace": "live",
    "short_tables": False,
    "advance": 2,
    "duration_ms": 60_000,
    "absence": "forfeit",
    "is_rated": True,
    "has_chat": False,
    "entrants_max": 1000,
    "players": ["person", "program", "bot"],
}
TOURNAMENT_TABLE = {
    "seats": ["ada", "bot:level2:1", "bert", "bot:level2:2"],
    "is_done": True,
    "ranks": [1, 3, 2, 4],
    "points": [3, 1, 2, 0],
    "scores": [41.0, 30.0, 38.0, 20.0],
    "boards": [
        {
            "board": 0,
            "seats": ["ada", "bot:level2:1", "bert", "bot:level2:2"],
            "ranks": [1, 3, 2, 4],
            "scores": [41.0, 30.0, 38.0, 20.0],
            "cause": "finished",
            "absent": [],
            "match_id": MATCH_ID,
        }
    ],
    "matches": [MATCH_ID],
}
TOURNAMENT_ROUND = {
    "round": 1,
    "method": "pods",
    "tables": [TOURNAMENT_TABLE],
    "byes": [],
    "walkovers": [],
    "relaxed": [],
}
TOURNAMENT_ROW: dict[str, object] = {
    "id": TOURNAMENT_ID,
    "host": "ada",
    "status": "running",
    "entrants": 64,
    "round": 1,
    "cursor": 140,
    "config": TOURNAMENT_CONFIG,
}
TOURNAMENT = TOURNAMENT_ROW | {
    "standings": [STANDING],
    "rounds": [TOURNAMENT_ROUND],
    "audit": [],
}
TOURNAMENTS = {"tournaments": [TOURNAMENT_ROW], "next_page_token": None}
NEW_BOTS = {"level": "level2", "count": 32}
REMOVAL = {"entrant": "bot:level2:7"}
REASON = {"reason": "lunch"}
CORRECTION = {"round": 1, "table": 3, "ranks": [1, 2, 2, 4], "scores": [41, 38, 38, 20], "reason": "a seat was cut off"}
TOURNAMENT_LINE = {"type": "entry", "cursor": 140, "entry": {"kind": "paired", "at_ms": 1767225912345, "round": 1}}
TOURNAMENT_SSE = 'id: 140\nevent: entry\ndata: {"type":"entry","cursor":140,"entry":{"kind":"paired","round":1}}\n\n'
EXPORT = "rank,entrant,name,points\n1,ada,ada,18\n"
RATING = {"player": "ada", "mean": 27.1, "deviation": 1.9, "results": 31, "shown": 21.4, "opponents": 9}
LEADERBOARD = {"ratings": [RATING], "opponents_min": 5}
CHANGE = {"at_ms": 1767225912345, "match_id": MATCH_ID, "rank": 1, "mean": 27.1, "deviation": 1.9}
HISTORY = {"rating": RATING, "changes": [CHANGE]}
HEALTH = {
    "status": "serving",
    "parts": {"redis": "serving", "game_state": "serving"},
    "version": "0.1.0",
    "build": "4f1c2ab",
}
PROBLEMS = {"problems": [{"error": "StaleVersion", "title": "Stale version", "status": 409, "grpc": "ABORTED"}]}
PROBLEM_KIND = PROBLEMS["problems"][0]
