"""A real server: `medialuna serve` in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from httpx2 import Client


class Served:
    """Use as a context; ``address`` is where it answers."""

    def __init__(self, database: Path | str, *options: str) -> None:
        command = [sys.executable, "-m", "medialuna", "serve", "--database", str(database), *options]
        if "--port" not in options:
            command += ["--port", "0"]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        environment.pop("MEDIALUNA_DATABASE", None)
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+", self.said)
        if found is None:
            self.kill()
            raise AssertionError(f"the server did not start: {self.said}{self.errors}")
        self.address = found[0]

    def client(self, token: str | None = None) -> Client:
        return Client(base_url=self.address, cookies={"medialuna": token} if token else None)

    def kill(self) -> None:
        """As the machine does when memory runs out: no warning, no last wish."""
        if self.process.poll() is None:
            self.process.kill()
        _, self.errors = self.process.communicate(timeout=10)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        _, self.errors = self.process.communicate(timeout=10)
        return self.process.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process.poll() is None:
            self.kill()
