"""What the measurements of the server have in common: connections that are kept, and games to be played on them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Self

from medialuna.contract import Move
from medialuna.notation.actions import parse_action
from medialuna.record import UNDO, Game, GameRecord

RECORDS = Path(__file__).parent.parent / "tests" / "data" / "won-records.tsv"


def records(game: str | None = None) -> list[GameRecord]:
    """Whole won games; every fifth of them: enough to differ, quickly prepared."""
    lines = RECORDS.read_text(encoding="utf-8").splitlines()[1:]
    found = [GameRecord.parse(line.split("\t")[0]) for line in lines]
    return [one for one in found if game in (None, one.code.game.name)][::5]


def bodies(record: GameRecord) -> list[bytes]:
    """The requests that play a record."""
    played = Game.begin(record.code.game, record.code.deal())
    found = []
    for step, text in enumerate(record.actions):
        if text == UNDO:
            action: dict[str, object] = {"undo": True}
        else:
            done = parse_action(played.rules, played.state, text)
            action = {"move": done._asdict()} if isinstance(done, Move) else {"press": done.place}
        found.append(json.dumps({"step": step, "action": action, "seconds": step * 1.5}).encode())
        played = played.after_text(text)
    return found


class Player:
    """One connection that is kept, and its player's cookie."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer, self.cookie = reader, writer, ""

    @classmethod
    async def connect(cls, port: int) -> Self:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def close(self) -> None:
        self.writer.close()

    def write(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> None:
        """Sends a request without reading the answer."""
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nAccept-Language: es\r\n"
            f"{self.cookie}Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )

    async def head(self) -> tuple[int, dict[str, str]]:
        """The status and the headers of an answer."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head.split("\r\n")[1:])}
        if "set-cookie" in headers:
            self.cookie = f"Cookie: {headers['set-cookie'].partition(';')[0]}\r\n"
        return int(head.split(" ", 2)[1]), headers

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> tuple[int, bytes]:
        self.write(method, path, body, kind)
        status, headers = await self.head()
        if "content-length" in headers:
            return status, await self.reader.readexactly(int(headers["content-length"]))
        if headers.get("transfer-encoding") == "chunked":
            return status, await self._chunks()
        return status, b""

    async def _chunks(self) -> bytes:
        found = b""
        while size := int(await self.reader.readline(), 16):
            found += await self.reader.readexactly(size)
            await self.reader.readline()
        await self.reader.readline()
        return found

    async def begin(self, code: str) -> dict[str, Any]:
        """Deals a game; its view."""
        status, answer = await self.ask("POST", "/api/games", json.dumps({"code": code}).encode())
        assert status == 201, answer
        found: dict[str, Any] = json.loads(answer)
        return found
