"""The page behind nginx as it comes, which keeps answers back and compresses them: streams are passed on as they are."""

from __future__ import annotations

import shutil
import subprocess
from urllib.parse import urlsplit

import httpx
import pytest

from deploy.local.stack import HOST, free_port
from tests.support.stack import until
from tests.web.support import MOVED_ON, SHOWS, first

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
CONFIG = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    gzip on;
    gzip_proxied any;
    gzip_types *;
    upstream gateways {{ {servers} }}
    server {{
        listen {host}:{port};
        location / {{
            proxy_pass http://gateways;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
        }}
    }}
}}
"""
pytestmark = pytest.mark.skipif(NGINX is None, reason="no nginx here (apt-get install nginx-light)")


@pytest.fixture
def proxied(stack, tmp_path):
    """The address of nginx before both gateways."""
    port = free_port()
    servers = " ".join(f"server {urlsplit(url).netloc};" for url in stack.gateway_urls)
    config = tmp_path / "nginx.conf"
    config.write_text(CONFIG.format(folder=tmp_path, servers=servers, host=HOST, port=port))
    command = [NGINX, "-c", str(config), "-p", str(tmp_path), "-e", str(tmp_path / "error.log")]
    process = subprocess.Popen(command)
    url = f"http://{HOST}:{port}"

    def serves():
        assert process.poll() is None, (tmp_path / "error.log").read_text()
        try:
            return httpx.get(url).is_success
        except httpx.TransportError:
            return False

    try:
        until(serves)
        yield url
    finally:
        process.terminate()
        process.wait()


def act(player, spectator, match_id):
    """Answer, and wait until the spectator's page shows what came of it."""
    player.play(first, decisions_max=1)
    version = spectator.get(f"/matches/{match_id}/view")["version"]
    spectator.page.wait_for_function(SHOWS, arg=version)
    return version


def test_what_happens_is_passed_on_at_once(people, proxied):
    """All of it by one stream, which nobody had to ask for again."""
    player, spectator = people(proxied), people(proxied)
    match_id = player.begin("race")
    spectator.open(f"/matches/{match_id}")
    spectator.page.wait_for_selector(".board")
    seen = {act(player, spectator, match_id) for _ in range(8)}
    assert len(seen) > 1
    assert sum("/v1/events" in url for url in spectator.requests) == 1


def test_play_goes_on_while_one_gateway_makes_way_for_another(people, proxied, stack):
    """Each in its turn, as in a rolling update; no click is lost, and no page is loaded anew."""
    player, spectator = people(proxied), people(proxied)
    match_id = player.begin("race")
    spectator.open(f"/matches/{match_id}")
    spectator.page.wait_for_selector(".board")
    for one in (player, spectator):
        one.page.evaluate("() => { window.isTheSame = true; }")
    for process in stack.select("gateway"):
        process.terminate()
        version = player.page.locator(".choices").get_attribute("data-version")
        first(player.page)
        player.pay(version)
        player.page.wait_for_function(MOVED_ON, arg=version)
        process.wait_ended(60)
        stack.start_role(process.name)
        act(player, spectator, match_id)
    for one in (player, spectator):
        one.page.locator(".told").wait_for(state="detached")
        assert one.page.evaluate("() => window.isTheSame")
