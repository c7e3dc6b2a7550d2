"""Routes that ask the solver: the verdict on a position with its next action, and the deals of the day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, cast

import msgspec
from fastapi import APIRouter
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from medialuna.games import GAMES
from medialuna.server import config
from medialuna.server.http.dependencies import (
    Language,
    OwnGame,
    Solver,
    Tables,
    in_query,
    json_answer,
)
from medialuna.server.http.openapi import answers, asks, streams
from medialuna.server.solver.pool import Question
from medialuna.table import wire
from medialuna.table.judging import Answer, Asked, verdict
from medialuna.table.refusals import OtherStep
from medialuna.table.wire_solver import Daily, DayDeal, ThinkProgress, ThinkQuery, ThinkVerdict

router = APIRouter(prefix="/api")


@router.get(
    "/games/{game}/think",
    response_class=Response,
    responses=streams({"progress": ThinkProgress, "verdict": ThinkVerdict}, 400, 401, 404, 409),
    openapi_extra=asks(ThinkQuery),
    tags=["solver"],
)
def think(
    asked: Annotated[ThinkQuery, in_query(ThinkQuery)],
    row: OwnGame,
    language: Language,
    playing: Tables,
    thinking: Solver,
) -> Response:
    """Asks whether the position can be won, and how; the game is counted as assisted from then on.

    The answer is a stream of server-sent events: some `progress`, then one `verdict`. Closing the connection ends the
    search. "won" has a line behind it that the rules have replayed, "lost" a proof.
    """
    if asked.step != row.step:
        raise OtherStep(playing.view(row))
    played = playing.played(row)
    has_solver = thinking.check_ready(played.rules.name)
    position = Asked(row.player, row.id, row.step, row.record, played)
    answer = thinking.at_once(position) if has_solver else Answer("unknown", why="no-solver")
    question = None if answer else thinking.ask(position, asked.seconds)
    if not row.assisted:
        thinking.findings.mark_assisted(row.id)

    def shown(answer: Answer) -> ThinkVerdict:
        return verdict(language, played, row.step, answer, with_line=bool(asked.line))

    return Thoughts(answer or question, shown)


class Thoughts(Response):
    """A stream of events that ends with the verdict; when the reader goes away, the search ends."""

    def __init__(self, found: Answer | Question | None, shown: Callable[[Answer], ThinkVerdict]) -> None:
        super().__init__(media_type="text/event-stream")
        del self.headers["content-length"]
        # A proxy that gathers bytes would hold the events back.
        self.headers["x-accel-buffering"] = "no"
        self.found, self.shown = found, shown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        if isinstance(self.found, Answer):
            await send(_event("verdict", self.shown(self.found), last=True))
        elif self.found:
            await self._follow(self.found, receive, send)

    async def _follow(self, question: Question, receive: Receive, send: Send) -> None:
        gone = asyncio.create_task(_disconnected(receive))
        done = asyncio.wrap_future(question.future)
        waiting: set[asyncio.Future[Any]] = {gone, done}
        try:
            while not done.done():
                await asyncio.wait(waiting, timeout=config.PROGRESS_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                if gone.done():
                    return
                if not done.done():
                    await send(_event("progress", question.progress()))
            await send(_event("verdict", self.shown(done.result()), last=True))
        finally:
            question.leave()
            gone.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _event(name: str, shape: Any, last: bool = False) -> dict[str, Any]:
    body = b"event: " + name.encode() + b"\ndata: " + msgspec.json.encode(shape) + b"\n\n"
    return {"type": "http.response.body", "body": body, "more_body": not last}


@router.get("/daily", responses=answers(Daily, 200, "Today's deals."), tags=["solver"])
def daily(thinking: Solver) -> Response:
    """The deal of the day of each game, by universal time; the same everywhere."""
    day = datetime.now(UTC).date()
    found: dict[wire.GameName, DayDeal] = {}
    for name in GAMES:
        if thinking.check_ready(name) and (deal := thinking.stock.of_the_day(name, day)):
            found[cast(wire.GameName, name)] = DayDeal(str(deal.code), deal.grade)
    return json_answer(Daily(day.isoformat(), found))
