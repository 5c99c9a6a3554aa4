"""Secrets are random, made once, kept from others, and no password stands in Valkey's list of users."""

import hashlib
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


def test_a_folder_gets_what_it_lacks_and_keeps_its_passwords(tmp_path):
    """All passwords stay what they were, for the other parts run with them; the list of users is brought up to date."""
    folder = tmp_path / "secrets"
    made = make(folder)
    for name in ("gateway_redis_url", "keda_password"):
        (folder / name).unlink()
    (folder / "valkey_users").chmod(0o644)
    (folder / "valkey_users").write_text("user default on nopass ~* +@all\n")
    again = make(folder)
    assert again.keys() == {*made, "valkey_users.before"}
    assert again["valkey_users.before"].startswith("user default on nopass ~*")
    changed = {name for name in made if made[name] != again[name]}
    assert changed == {"gateway_redis_url", "replicated_gateway_redis_url", "keda_password", "valkey_users"}
    users = dict(line.split()[1:4:2] for line in again["valkey_users"].splitlines())
    digests = {
        name: "#" + hashlib.sha256(urlsplit(again[url]).password.encode()).hexdigest()
        for name, url in (
            ("astrarium", "redis_url"),
            ("gateway", "gateway_redis_url"),
            ("bots", "bots_redis_url"),
        )
    }
    assert {name: users[name] for name in digests} == digests
    assert users["keda"] == "#" + hashlib.sha256(again["keda_password"].encode()).hexdigest()
    assert make(folder) == again


def test_a_secret_that_is_no_secret_of_ours_is_refused_by_its_name(tmp_path):
    """Another's address, with which nobody could sign in, is not silently replaced."""
    folder = tmp_path / "secrets"
    make(folder)
    (folder / "bots_redis_url").chmod(0o644)
    (folder / "bots_redis_url").write_text("redis://elsewhere:6379/0")
    before = {path.name: path.read_text() for path in folder.iterdir()}
    done = subprocess.run([DEPLOY / "secrets.sh", folder], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "bots_redis_url" in done.stderr
    assert {path.name: path.read_text() for path in folder.iterdir()} == before


def test_others_cannot_read_them_and_git_does_not_see_them(tmp_path):
    made = make(tmp_path / "secrets")
    assert stat.S_IMODE((tmp_path / "secrets").stat().st_mode) == 0o700
    assert made[".gitignore"] == "*\n"


def test_the_list_of_users_holds_no_password(tmp_path):
    made = make(tmp_path / "secrets")
    urls = ("redis_url", "gateway_redis_url", "bots_redis_url")
    own = ("keda_password", "replica_password", "sentinel_password")
    passwords = [*(urlsplit(made[name]).password for name in urls), *(made[name] for name in own)]
    assert len(set(passwords)) == 6
    for password in passwords:
        assert len(password) == 43
        assert password not in made["valkey_users"]
