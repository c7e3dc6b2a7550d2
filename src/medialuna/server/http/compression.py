"""Long answers, compressed for whoever understands that."""

from __future__ import annotations

import gzip
import re

from fastapi import Request
from starlette.responses import Response


def packed_answer(request: Request, body: bytes, headers: dict[str, str] | None = None) -> Response:
    """A long answer in JSON; compressed for who understands that."""
    headers = {"Vary": "Accept-Encoding", **(headers or {})}
    if takes_gzip(request.headers.get("accept-encoding", "")):
        body, headers["Content-Encoding"] = gzip.compress(body, 5, mtime=0), "gzip"
    return Response(body, headers=headers, media_type="application/json")


def takes_gzip(accept: str) -> bool:
    """What an Accept-Encoding header says about gzip."""
    for item in accept.lower().split(","):
        match = re.fullmatch(r"\s*(gzip|\*)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?", item)
        if match:
            return match[2] is None or match[2].strip("0.") != ""
    return False
