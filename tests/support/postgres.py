"""A PostgreSQL server of the machine's own packages, for as long as it is wanted; nothing in it outlives it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from deploy.local.stack import free_port

#: PostgreSQL refuses to run as root; this is the user that its package makes
USER = "postgres"
READY_S_MAX = 60


def find_programs() -> Path | None:
    """Where the newest server's programs are, if there is one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


class PostgresServer:
    """A server on a free port, without a password, whose files are in a temporary folder."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        # setpriv and not subprocess's user=: for that one Python forks, and a fork beside gRPC's threads may crash.
        self.as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if os.geteuid() == 0 else []
        self.folder = Path(tempfile.mkdtemp(prefix="astrarium-postgres-"))
        if self.as_user:
            owner = pwd.getpwnam(USER)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self.port = free_port()
        self._databases = 0
        self._run("initdb", "--pgdata", "data", "--auth", "trust", "--username", "test", "--no-sync")
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.as_user, str(self.programs / program), *arguments]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True)

    def start(self) -> None:
        options = ["-D", "data", "-p", str(self.port), "-k", str(self.folder), "-c", "fsync=off", "-h", "127.0.0.1"]
        with (self.folder / "log").open("ab") as log:
            command = [*self.as_user, str(self.programs / "postgres"), *options]
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)
        until = time.monotonic() + READY_S_MAX
        ready = [str(self.programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready, capture_output=True, check=False).returncode:
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.1)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs on this server."""
        self._run(program, "-h", "127.0.0.1", "-p", str(self.port), "-U", "test", *arguments)

    def make_database(self) -> str:
        """Make an empty database and return its URL."""
        self._databases += 1
        name = f"archive{self._databases}"
        self.run("createdb", name)
        return f"postgresql://test@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        """End at once: whoever is connected finds the connection broken."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(30)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)
