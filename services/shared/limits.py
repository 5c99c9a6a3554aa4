"""The limits of the services by name. ASTRARIUM_LIMIT_<NAME> in the environment overrides a limit."""

from __future__ import annotations

from functools import lru_cache

from pydantic import Field, PositiveInt
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.shared.errors import LimitExceeded


class Limits(BaseSettings):
    """The limits; a name ends with the unit (`_ms`, `_s`, `_bytes_max`), and a limit without a unit is a count."""

    model_config = SettingsConfigDict(env_prefix="ASTRARIUM_LIMIT_", frozen=True, extra="ignore")

    # Sizes of requests.
    request_bytes_max: PositiveInt = 64 * 1024
    actions_per_submission_max: PositiveInt = 64
    actions_taken_back_max: PositiveInt = 16
    idempotency_key_chars_max: PositiveInt = 80
    account_name_chars_max: PositiveInt = 30
    reason_chars_max: PositiveInt = 200
    # Boards of tournaments: a decision where the host sets no clock, and the rest of a match that all have left.
    silent_board_ms: PositiveInt = 24 * 3_600_000
    left_board_ms: PositiveInt = 10 * 60_000
    bots_per_call_max: PositiveInt = 500
    entrant_changes_max: PositiveInt = 50
    page_size_max: PositiveInt = 100

    # What one account may have.
    matches_open_per_account_max: PositiveInt = 1_000
    invitations_open_per_account_max: PositiveInt = 200
    tournaments_open_per_account_max: PositiveInt = 100
    matches_per_call_max: PositiveInt = 500
    account_events_max: PositiveInt = 10_000
    joined_told_max: PositiveInt = 100
    account_events_kept_s: PositiveInt = 30 * 24 * 3600
    tokens_per_account_max: PositiveInt = 20
    token_name_chars_max: PositiveInt = 60
    consent_accounts_max: PositiveInt = 100
    # Remembered idempotency keys: of an account itself, and of an account at each match, tournament and series.
    idempotency_keys_max: PositiveInt = 1_000
    idempotency_keys_of_server_max: PositiveInt = 100_000

    # Chat at one table.
    chat_chars_max: PositiveInt = 300
    chat_messages_per_minute_max: PositiveInt = 20
    chat_entries_max: PositiveInt = 500
    chat_kept_s: PositiveInt = 7 * 24 * 3600

    # What is kept of an account's refused submissions at one match.
    refusals_max: PositiveInt = 200
    refused_action_chars_max: PositiveInt = 500
    refusals_kept_s: PositiveInt = 7 * 24 * 3600

    # What one account may ask for, and one address with bad tokens or for new accounts.
    requests_per_minute_max: PositiveInt = 6000
    accounts_per_hour_per_address_max: PositiveInt = 100
    streams_per_account_max: PositiveInt = 300
    matches_per_stream_max: PositiveInt = 100
    # What one address may do without a token.
    visitor_requests_per_minute_max: PositiveInt = 600
    visitor_streams_per_address_max: PositiveInt = 150

    # Different opponents whom a player has met before a leaderboard lists it.
    leaderboard_opponents_min: PositiveInt = 5

    # How much one search of a list examines.
    pages_scanned_max: PositiveInt = 20
    seeks_scanned_max: PositiveInt = 100

    # Time.
    wait_ms_max: PositiveInt = 30_000
    heartbeat_ms: PositiveInt = 5_000
    body_ms_max: PositiveInt = 10_000
    token_days_max: PositiveInt = 365
    token_use_noted_s: PositiveInt = 60
    idempotency_key_s: PositiveInt = 24 * 3600
    # The clock of a match: a decision or a bank; an increment may be less.
    clock_ms_min: PositiveInt = 1_000
    clock_ms_max: PositiveInt = 30 * 24 * 3_600_000
    # How long an account may owe a decision in a match without clocks before the others may claim or abort it.
    claim_after_ms: PositiveInt = 24 * 3_600_000
    # From how long on nobody's serving counts as downtime, and how long after it no loss by time is rated.
    downtime_ms_min: PositiveInt = 5_000
    unrated_after_downtime_ms: PositiveInt = 60_000
    # The clock of rated seeks and of tournaments that name none: each seat's bank by game, and what a decision adds.
    bank_roll_ms: PositiveInt = 30 * 60_000
    bank_race_ms: PositiveInt = 20 * 60_000
    bank_tiny_epic_ms: PositiveInt = 30 * 60_000
    bank_increment_ms: PositiveInt = 10_000
    waiting_match_s: PositiveInt = 24 * 3600
    clean_ms: PositiveInt = 60_000
    # The archive: when a finished match moves there, how often it is looked for some, and how long a call may take.
    finished_match_s: PositiveInt = 3600
    archiving_ms: PositiveInt = 10_000
    archive_ms_max: PositiveInt = 10_000
    archive_rows_scanned_max: PositiveInt = 10_000

    # What one process keeps at once.
    cached_matches_bytes_max: PositiveInt = 400 * 1024 * 1024
    cached_pasts_bytes_max: PositiveInt = 64 * 1024 * 1024
    cached_tournaments_max: PositiveInt = 1_000
    cached_series_max: PositiveInt = 64
    cached_principals_max: PositiveInt = 10_000
    cached_counts_max: PositiveInt = 10_000
    streams_per_process_max: PositiveInt = 5_000
    # Lines that wait for a slow client; more than come in one answer.
    stream_lines_waiting_max: PositiveInt = 256
    connections_per_process_max: PositiveInt = 10_000
    writes_retried_max: PositiveInt = 20

    # How long an answer waits for the replicas that are wanted; a command takes three seconds at most.
    replicas_wait_ms: PositiveInt = Field(default=1_000, le=2_500)

    # Bots: when a decision counts as overdue, beyond the level's own thinking time.
    bot_grace_ms: PositiveInt = 2_000
    bot_backoff_ms_max: PositiveInt = 60_000
    bot_actions_per_job_max: PositiveInt = 64
    bot_jobs_per_task_max: PositiveInt = 4
    # How many jobs of one account's matches are out with the workers at once; the others wait for their turn. The last
    # limit, of either queue, is of matches among bots while somebody plays against bots.
    bot_jobs_instant_per_account_max: PositiveInt = 8
    bot_jobs_think_per_account_max: PositiveInt = 8
    bot_jobs_beside_people_max: PositiveInt = 2
    bot_boards_per_account_max: PositiveInt = 8

    # Finished matches of which one reader has the moments made anew, by each process.
    pasts_per_minute_max: PositiveInt = 30

    # Analyses, and how long an analysis waits for a worker.
    analyses_per_minute_max: PositiveInt = 60
    analyses_at_once_max: PositiveInt = 1
    analysis_budget_ms_max: PositiveInt = 10_000
    analysis_iterations_max: PositiveInt = 200_000
    analysis_wait_ms_max: PositiveInt = 10_000

    # Series: their size, and how many of their matches wait for workers.
    series_matches_max: PositiveInt = 20_000
    series_groups_max: PositiveInt = 500
    series_players_max: PositiveInt = 32
    series_running_per_account_max: PositiveInt = 5
    series_kept_s: PositiveInt = 30 * 24 * 3600
    series_budget_ms_max: PositiveInt = 10_000
    series_iterations_max: PositiveInt = 100_000
    series_chunks_waiting_max: PositiveInt = 4
    series_chunk_ms: PositiveInt = 1_000
    series_chunk_matches_max: PositiveInt = 256

    # Redis streams are trimmed to about this many entries; readers catch up on trimmed entries in other ways.
    advanced_entries_max: PositiveInt = 10_000
    revocations_entries_max: PositiveInt = 10_000
    answers_entries_max: PositiveInt = 100_000

    def check(self, name: str, value: int) -> None:
        """Raise LimitExceeded if *value* is over the limit of that name."""
        most = getattr(self, name)
        if value > most:
            raise LimitExceeded(f"{value} is over the limit {name} of {most}", limit=name, limit_max=most)


@lru_cache(maxsize=1)
def limits() -> Limits:
    """Return this process's limits."""
    return Limits()
