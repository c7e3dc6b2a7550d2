"""The page's files: their types, compressed once, and not sent again to whoever has them."""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""The types of the files that are served; no other file is."""

_PACKED = (".png", ".webp", ".woff2", ".ico")


class _Copy(NamedTuple):
    stamp: tuple[int, int]
    plain: bytes
    packed: bytes | None
    tag: str


class Folder:
    """A folder whose files may be asked for by their path in it."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._copies: dict[Path, _Copy] = {}
        self._lock = Lock()

    def response(self, request: Request, name: str) -> Response | None:
        """The answer to a request for a file, None when the folder has no such file.

        304 for a browser that has it; compressed for one that understands gzip.
        """
        copy = self._copy(name)
        if copy is None:
            return None
        headers = {"ETag": copy.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if _has(request.headers.get("if-none-match", ""), copy.tag):
            return Response(status_code=304, headers=headers)
        body = copy.plain
        if copy.packed is not None and takes_gzip(request.headers.get("accept-encoding", "")):
            headers["Content-Encoding"] = "gzip"
            body = copy.packed
        kind = TYPES[Path(name).suffix]
        if request.method == "HEAD":
            headers["Content-Length"] = str(len(body))
            body = b""
        # Set as a header: starlette would add a charset to every text type.
        return Response(body, headers={**headers, "Content-Type": kind})

    def _copy(self, name: str) -> _Copy | None:
        kind = Path(name).suffix
        if kind not in TYPES or "\0" in name or "\\" in name:
            return None
        try:
            path = (self.root / name).resolve()
            if not path.is_relative_to(self.root) or not path.is_file():
                return None
            stat = path.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            copy = self._copies.get(path)
            if copy is None or copy.stamp != stamp:
                plain = path.read_bytes()
                packed = None if kind in _PACKED else gzip.compress(plain, 9, mtime=0)
                tag = f'W/"{hashlib.sha256(plain).hexdigest()[:20]}"'
                copy = _Copy(stamp, plain, packed, tag)
                with self._lock:
                    self._copies[path] = copy
        except (OSError, ValueError):
            return None
        return copy


def _has(tags: str, tag: str) -> bool:
    """Whether an If-None-Match header names the tag; weak or not makes no difference there (RFC 9110, 13.1.2)."""
    return tags.strip() == "*" or tag.removeprefix("W/") in (one.strip().removeprefix("W/") for one in tags.split(","))


def takes_gzip(accept: str) -> bool:
    """What an Accept-Encoding header says about gzip."""
    for item in accept.lower().split(","):
        match = re.fullmatch(r"\s*(gzip|\*)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?", item)
        if match:
            return match[2] is None or match[2].strip("0.") != ""
    return False
