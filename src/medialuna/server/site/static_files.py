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

from medialuna.server.http.compression import takes_gzip

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

_LINKED = (".css", ".js", ".mjs")
"""What pages are made of, and link to."""

_COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)$", re.MULTILINE)
"""A comment that has its lines to itself, in a script or a style sheet."""

_PACKED = (".png", ".webp", ".woff2", ".ico")


class _Copy(NamedTuple):
    stamp: tuple[int, int, str]
    plain: bytes
    packed: bytes | None
    tag: str


class Folder:
    """A folder whose files may be asked for by their path in it.

    ``address`` is where they are asked for. The links to scripts and styles in the folder's pages then carry the
    fingerprint of them all, so that a browser may keep what it has; scripts name each other by relative paths.
    """

    def __init__(self, root: Path, address: str = "") -> None:
        self.root, self.address = root.resolve(), address
        self._copies: dict[Path, _Copy] = {}
        self._fingerprint: tuple[tuple[tuple[Path, tuple[int, int]], ...], str] | None = None
        self._lock = Lock()

    def fingerprint(self) -> str:
        """Stands for all that scripts and styles hold now: another as soon as one of them changes."""
        paths = sorted(path for path in self.root.rglob("*") if path.suffix in _LINKED)
        stamps = tuple((path, _stamp(path)) for path in paths)
        known = self._fingerprint
        if known is None or known[0] != stamps:
            hashes = (hashlib.sha256(path.read_bytes()).hexdigest() for path in paths)
            known = stamps, hashlib.sha256(" ".join(hashes).encode()).hexdigest()[:12]
            self._fingerprint = known
        return known[1]

    def named(self, path: str) -> tuple[str, bool]:
        """The name of a file in an address below the folder's, and whether that never leads to anything else.

        ``~fingerprint/`` may stand before the name, as it does in the folder's own pages.
        """
        match = re.fullmatch(r"~([0-9a-f]{12})/(.*)", path, re.DOTALL)
        return (match[2], match[1] == self.fingerprint()) if match else (path, False)

    def response(self, request: Request, name: str, *, for_ever: bool = False) -> Response | None:
        """The answer to a request for a file, None when the folder has no such file.

        304 for a browser that has it; compressed for one that understands gzip. ``for_ever``: the address will never
        lead to anything else.
        """
        copy = self._copy(name)
        if copy is None:
            return None
        kept = "public, max-age=31536000, immutable" if for_ever else "no-cache"
        headers = {"ETag": copy.tag, "Cache-Control": kept, "Vary": "Accept-Encoding"}
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
            links = self.fingerprint() if kind == ".html" and self.address else ""
            stamp = (*_stamp(path), links)
            copy = self._copies.get(path)
            if copy is None or copy.stamp != stamp:
                plain = path.read_bytes()
                if self.address and kind in _LINKED:  # our own, not a library with its licence
                    plain = _without_comments(plain)
                if links:
                    plain = self._with_fingerprint(plain, links)
                packed = None if kind in _PACKED else gzip.compress(plain, 9, mtime=0)
                tag = f'W/"{hashlib.sha256(plain).hexdigest()[:20]}"'
                copy = _Copy(stamp, plain, packed, tag)
                with self._lock:
                    self._copies[path] = copy
        except (OSError, ValueError):
            return None
        return copy

    def _with_fingerprint(self, page: bytes, fingerprint: str) -> bytes:
        kinds = "|".join(kind.removeprefix(".") for kind in _LINKED)
        link = rf'"{re.escape(self.address)}([\w./-]+\.(?:{kinds}))"'
        return re.sub(link.encode(), rf'"{self.address}~{fingerprint}/\1"'.encode(), page)


def _without_comments(source: bytes) -> bytes:
    """A script or a style sheet without what only its authors read. Every line keeps its number.

    >>> _without_comments(b"// why\\nlet url = 'http://x'; // here\\n/**\\n * Doc.\\n */\\nf();\\n")
    b"\\nlet url = 'http://x'; // here\\n\\n\\n\\nf();\\n"
    """
    return _COMMENT.sub(lambda match: b"\n" * match[0].count(b"\n"), source)


def _stamp(path: Path) -> tuple[int, int]:
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size


def _has(tags: str, tag: str) -> bool:
    """Whether an If-None-Match header names the tag; weak or not makes no difference there (RFC 9110, 13.1.2)."""
    return tags.strip() == "*" or tag.removeprefix("W/") in (one.strip().removeprefix("W/") for one in tags.split(","))
