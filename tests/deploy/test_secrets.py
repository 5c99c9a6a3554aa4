"""Secrets are random, made once, kept from others, and no password stands in Valkey's list of users."""

import stat
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

DEPLOY = Path(__file__).parents[2] / "deploy"


def make(folder):
    subprocess.run([DEPLOY / "secrets.sh", folder], check=True, capture_output=True)
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_two_installations_share_no_secret(tmp_path):
    one, other = make(tmp_path / "one"), make(tmp_path / "other")
    assert (
        one.keys()
        == other.keys()
        >= {"redis_url", "gateway_redis_url", "bots_redis_url", "keda_password", "grafana_password"}
    )
    assert [name for name in one if one[name] == other[name]] == [".gitignore"]


def test_a_second_run_changes_nothing(tmp_path):
    assert make(tmp_path / "secrets") == make(tmp_path / "secrets")


def test_others_cannot_read_them_and_git_does_not_see_them(tmp_path):
    made = make(tmp_path / "secrets")
    assert stat.S_IMODE((tmp_path / "secrets").stat().st_mode) == 0o700
    assert made[".gitignore"] == "*\n"


def test_the_list_of_users_holds_no_password(tmp_path):
    made = make(tmp_path / "secrets")
    urls = ("redis_url", "gateway_redis_url", "bots_redis_url")
    passwords = [*(urlsplit(made[name]).password for name in urls), made["keda_password"]]
    assert len(set(passwords)) == 4
    for password in passwords:
        assert len(password) == 43
        assert password not in made["valkey_users"]
