"""nginx on loopback, with the very server blocks that ``docs/hosts.md`` gives; for tests that need a proxy in front."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Self

import pytest
from httpx2 import Client

from tools import nginx

HOST = "cards.example.org"
PAGE = Path(__file__).parents[3] / "docs" / "hosts.md"

# What Debian's nginx.conf says besides, as far as it matters; compressing everything, as many hosts do.
_AROUND = """
daemon off;
{user}
pid {folder}/pid;
error_log stderr warn;
events {{}}
http {{
    access_log {folder}/access.log;
    gzip on;
    gzip_proxied any;
    gzip_types *;
    {paths}
    {blocks}
}}
"""
_PATHS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def needed() -> str:
    """The path of nginx; skips the tests of a file where it, or openssl, is not installed."""
    found = nginx.find()
    if found is None:
        pytest.skip(nginx.why_missing(), allow_module_level=True)
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes a certificate for nginx, is not installed", allow_module_level=True)
    return found


def blocks() -> str:
    """The server blocks of the page."""
    found = re.findall(r"^```nginx\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    return found[0]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Proxy:
    """Use as a context: passes on to a port of this machine."""

    def __init__(self, upstream: int) -> None:
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        self.certificate, key = folder / "certificate.pem", folder / "key.pem"
        _make_certificate(self.certificate, key)
        self.plain, self.port = free_port(), free_port()
        text = blocks()
        for old, new in (
            (r"\n *listen \[::]:[^\n]*", ""),
            (r"\blisten 80;", f"listen 127.0.0.1:{self.plain};"),
            (r"\blisten 443 ", f"listen 127.0.0.1:{self.port} "),
            (r"\bssl_certificate [^;]*", f"ssl_certificate {self.certificate}"),
            (r"\bssl_certificate_key [^;]*", f"ssl_certificate_key {key}"),
            (r"\b127\.0\.0\.1:8000\b", f"127.0.0.1:{upstream}"),
        ):
            text, count = re.subn(old, new, text)
            assert count, old
        # The workers of a server that root has started are another user's, who may not look into this folder.
        user = "user root;" if os.geteuid() == 0 else ""
        paths = " ".join(f"{name}_temp_path {folder / name};" for name in _PATHS)
        settings = folder / "nginx.conf"
        settings.write_text(_AROUND.format(user=user, folder=folder, paths=paths, blocks=text))
        self.log = folder / "access.log"
        command = [needed(), "-e", "stderr", "-p", str(folder), "-c", str(settings)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    self.process.kill()
                    raise AssertionError(f"nginx did not start: {self.process.communicate()[1]}") from None
                time.sleep(0.02)

    def trust(self) -> ssl.SSLContext:
        """What a browser needs to believe in the certificate."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def client(self, **how: Any) -> Client:
        """A browser that asks for the host by its name."""
        return Client(base_url=f"https://127.0.0.1:{self.port}", verify=self.trust(), headers={"host": HOST}, **how)

    def stop(self) -> str:
        """Ends it; what it had to say."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.communicate(timeout=20)[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()
        self._folder.cleanup()


def _make_certificate(certificate: Path, key: Path) -> None:
    names = f"subjectAltName=DNS:{HOST},IP:127.0.0.1"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        + ["-subj", f"/CN={HOST}", "-addext", names, "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
        timeout=60,
    )
