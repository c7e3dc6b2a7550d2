"""Text from outside, such as files, arguments and what was pasted: decoded and cleaned once, where it comes in."""

from __future__ import annotations

import re

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What Unicode lets nobody see: marks of byte order and direction, joiners, soft hyphens, fillers, and the selectors
that make a suit sign an emoji. None of them means anything in a deal, a record or a name of a card."""


def cleaned(text: str) -> str:
    """The text without invisible characters.

    >>> cleaned("\\ufeffTF1-D1N-AAA\\u200bAAAB"), cleaned("7♥\\ufe0f")
    ('TF1-D1N-AAAAAAB', '7♥')
    """
    return _INVISIBLE.sub("", text)


def decoded(data: bytes) -> str:
    """The cleaned text of a file: UTF-8, or UTF-16 where a byte order mark says so, as Windows writes it. Raises
    UnicodeDecodeError.

    >>> decoded("7♥".encode("utf-8-sig")), decoded("7♥".encode("utf-16"))
    ('7♥', '7♥')
    """
    utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return cleaned(data.decode("utf-16" if utf_16 else "utf-8"))
