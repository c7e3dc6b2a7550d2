"""Boards as text, as :mod:`medialuna.notation.board_text` writes them, with an empty line between two; and deal codes.

A board says itself which game it is of, by its places; a bar in a column asks for the closed Thoughtful.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from medialuna.cards import Card
from medialuna.contract import AnyRules
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.board_text import BadBoard, read_board, write_board
from medialuna.notation.deal_code import BadCode, DealCode
from medialuna.notation.exchange.deals import BadDeal, Format, NamedDeal, Rules, lines_of, pack_faults, read_cards


def _read(text: str, rules: Rules) -> Iterator[NamedDeal]:
    number, block, began = 0, list[str](), 0
    for line, content in enumerate([*text.splitlines(), ""], start=1):
        if content.strip():
            began = began or line
            block.append(content)
        elif block:
            number += 1
            yield _board(began, block, str(number), rules)
            block, began = [], 0
    if not number:
        raise BadDeal(1, "expected a board, one place a line, such as 1: 7C")


def _board(began: int, block: list[str], name: str, rules: Rules) -> NamedDeal:
    game = game_of(block, rules)
    cards: list[Card] = []
    unknown: list[str] = []
    for line, content in enumerate(block, start=began):
        place, _, rest = content.partition(":")
        if place.strip() in game.places:
            found, faults = read_cards(rest.replace("|", " ").split(), f"line {line}, card")
            cards += found
            unknown += faults
    if unknown:
        raise BadDeal(began, "; ".join(unknown + pack_faults(game, [*cards, *_unnamed_bases(game, block)])))
    try:
        state = read_board(game, "\n".join(block))
    except BadBoard as error:
        raise BadDeal(began + error.line - 1, str(error).partition(": ")[2]) from None
    present = [card for pile in game.layout(state).values() for card in pile]
    # the cards in plain words, once; the rest as the game says it
    if faults := pack_faults(game, present) or game.defects(state):
        raise BadDeal(began, "; ".join(faults))
    return NamedDeal(name, game, state)


def game_of(block: list[str], rules: Rules) -> AnyRules:
    """The game of which a board is, by the names of its places."""
    names = {line.partition(":")[0].strip() for line in block}
    barred = any("|" in line for line in block)
    crescent, thoughtful = rules.crescent, rules.thoughtful
    if names & ({*crescent.places, "redistributions"} - {*thoughtful.places}) and not names & {"stock", "W"}:
        four = any(line.replace(" ", "") == "redistributions:4" for line in block)
        return replace(
            crescent,
            redistributions=max(crescent.redistributions, 4 * four),
            face_down=crescent.face_down or barred,
        )
    return replace(thoughtful, closed=thoughtful.closed or barred)


def _unnamed_bases(game: AnyRules, block: list[str]) -> list[Card]:
    named = {line.partition(":")[0].strip() for line in block}
    empty = game.layout(game.assemble({}, {}))
    return [card for place, cards in empty.items() if place not in named for card in cards]


def _write(deals: Sequence[NamedDeal]) -> str:
    return "\n".join(write_board(deal.game, deal.state) + "\n" for deal in deals)


def _read_codes(text: str, rules: Rules) -> Iterator[NamedDeal]:
    for line, content in lines_of(text):
        try:
            code = DealCode.parse(content)
        except BadCode as error:
            raise BadDeal(line, str(error)) from None
        game, state = code.game, code.deal()
        if isinstance(game, Thoughtful) and rules.thoughtful.closed:
            game = replace(game, closed=True)
            state = replace(state, face_down=tuple(range(game.column_count)))
        yield NamedDeal(str(code), game, state)


BOARD = Format(
    "board", "both games: a place a line, cards bottom to top; an empty line between two boards", _read, _write
)
CODE = Format("code", "both games: deal codes, one a line; they can only be read", _read_codes, None)
