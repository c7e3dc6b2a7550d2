"""Tables as HTML: what lies where after some actions of a game, drawn with small cards and told in words.

The drawing is hidden from screen readers, which find the list of places beside it. Positions are classes, since the
pages allow no style attributes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from medialuna import words
from medialuna.cards import SUITS, Card
from medialuna.contract import Move, Pile, Place
from medialuna.record import Game
from medialuna.server.site.illustrations import BadMoment, Moment, Refused, told
from medialuna.table.in_words import place_name, told_action

# Must agree with page/art/cards.js: the shapes of the suits in a box of 100 x 100.
SUIT_PATHS = {
    "S": "M50 3C57 19 93 39 93 64 93 77 84 86 72 86 64 86 58 82 54 76 55 85 59 92 66 97H34C41 92 45 85 46 76 "
    "42 82 36 86 28 86 16 86 7 77 7 64 7 39 43 19 50 3Z",
    "H": "M50 95C42 78 5 59 5 32 5 17 16 6 30 6 39 6 47 11 50 20 53 11 61 6 70 6 84 6 95 17 95 32 95 59 58 78 50 95Z",
    "D": "M50 1C59 20 72 36 89 50 72 64 59 80 50 99 41 80 28 64 11 50 28 36 41 20 50 1Z",
    "C": "M50 3A22 22 0 0 1 67 39 22 22 0 1 1 54 72C55 84 59 92 66 97H34C41 92 45 84 46 72A22 22 0 1 1 33 39 "
    "22 22 0 0 1 50 3Z",
}

SPRITE = (
    '<svg class="sprite" width="0" height="0" aria-hidden="true">'
    + "".join(f'<symbol id="suit-{s}" viewBox="0 0 100 100"><path d="{SUIT_PATHS[s]}"/></symbol>' for s in SUITS)
    + "</svg>"
)
"""Once on every page that has a diagram."""

Marks = Mapping[Place, tuple[str, int]]
"""What is to be marked: a place, how (``from``, ``to``, ``no``), and how many of its top cards."""


def figure(language: str, here: Moment, caption: str) -> str:
    """A table with its last action marked; ``caption`` is HTML."""
    action = here.action
    marks: dict[Place, tuple[str, int]] = {}
    if isinstance(action, Move):
        marks = {action.source: ("from", 1), action.target: ("to", action.count)}
    elif here.before and here.text == "+":
        marks = {"W": ("to", len(here.before.state.stock) - len(here.played.state.stock))}
    title = told(language, here)
    if here.step:
        title = words.sentence(language, "handbook.step", step=here.step, what=title)
    return _figure(language, here, table(language, here.played, marks), title, caption)


def refused_figure(language: str, attempt: Refused, rule_link: str, caption: str) -> str:
    """A table with a refused action marked, and the reason; ``rule_link`` and ``caption`` are HTML."""
    here, action = attempt.moment, attempt.action
    marks: dict[Place, tuple[str, int]] = {}
    if isinstance(action, Move):
        marks = {action.source: ("from", action.count), action.target: ("no", 1)}
    title = told_action(language, here.game, here.played, action)
    title = words.sentence(language, "handbook.refused", what=title)
    reason = escape(words.explain(language, attempt.reason))
    said = f'<p class="bubble"><q>{reason}</q> {rule_link}</p>'
    return _figure(language, here, table(language, here.played, marks) + said, title, caption, "refusal")


def turned_figure(language: str, here: Moment, piles: Sequence[Place], caption: str) -> str:
    """Some piles of Crescent with all their cards, before and after the redistribution that led here.

    Raises :class:`BadMoment` when the last action was another.
    """
    if here.before is None or here.text != "R" or here.game.name != "crescent":
        raise BadMoment(f"{here.code}: action {here.step} is no redistribution")
    before, after = (here.game.layout(s.state) for s in (here.before, here.played))
    heads = [escape(words.sentence(language, f"handbook.{name}")) for name in ("before", "after")]
    rows = "".join(
        f'<tr><th scope="row">{escape(place_name(language, here.game, p))}</th>'
        f'<td data-label="{heads[0]}">{_spread(language, before[p], 0)}</td>'
        f'<td data-label="{heads[1]}">{_spread(language, after[p], len(after[p]) - 1)}</td></tr>'
        for p in piles
    )
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    drawing = (
        f'<div class="felt spread"><table><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )
    title = words.sentence(language, "handbook.step", step=here.step, what=told(language, here))
    return _figure(language, here, drawing, title, caption)


def _spread(language: str, cards: Sequence[Card], marked: int) -> str:
    """All cards of a pile, from the bottom up; the one that goes up is marked."""
    marked = marked if len(cards) > 1 else -1
    drawn = "".join(_card(language, card, "to" if i == marked else "") for i, card in enumerate(cards))
    heard = ", ".join(words.card_in_words(language, card) for card in cards)
    return f'<span class="line" aria-hidden="true">{drawn}</span><span class="aloud">{escape(heard)}</span>'


def _figure(language: str, here: Moment, drawing: str, title: str, caption: str, kind: str = "") -> str:
    code = str(here.code)
    play = escape(words.sentence(language, "handbook.play-code", code=code))
    facts = "".join(f"<li>{escape(text)}</li>" for text in counters(language, here.played))
    caption = f"<p>{caption}</p>" if caption else ""
    return (
        f'<figure class="board {kind or "shown"}">{drawing}<figcaption><p class="what">{escape(title)}</p>{caption}'
        f'<ul class="facts">{facts}<li><a href="/{code}">{play}</a></li></ul></figcaption></figure>\n'
    )


def counters(language: str, played: Game) -> list[str]:
    """What the table counts, as texts."""
    said = [words.sentence(language, "cli.moves", count=played.moves)]
    if played.rules.has_score:
        said.append(words.sentence(language, "cli.score", score=played.score))
    left = played.rules.redeals_left(played.state)
    if left is not None:
        said.append(words.sentence(language, "cli.redeals", count=left))
    if played.is_won:
        said.append(words.sentence(language, "cli.won"))
    return said


def table(language: str, played: Game, marks: Marks) -> str:
    """The table of either game, drawn and in words."""
    game, view = played.rules, played.rules.view(played.state)
    drawn = (_crescent if game.name == "crescent" else _thoughtful)(language, view, marks)
    heard = "".join(f"<li>{escape(text)}</li>" for text in _heard(language, played, view))
    return f'<div class="felt {game.name}" aria-hidden="true">{drawn}</div><ul class="aloud">{heard}</ul>'


def _heard(language: str, played: Game, view: Mapping[Place, Pile]) -> list[str]:
    """CR-2, TF-1: what the player sees, place by place."""
    said = []
    for place, pile in view.items():
        name = place_name(language, played.rules, place)
        if not pile.count:
            said.append(words.sentence(language, "page.say.empty", place=name))
        elif not pile.cards:
            said.append(words.sentence(language, "page.say.covered", place=name, n=pile.count))
        else:
            cards = ", ".join(words.card_in_words(language, card) for card in pile.cards)
            code = "handbook.lies" if pile.count == len(pile.cards) else "handbook.lies-on"
            said.append(words.sentence(language, code, place=name, cards=cards, count=pile.count))
    return said


# --- drawings --------------------------------------------------------------------------------------------------


def _crescent(language: str, view: Mapping[Place, Pile], marks: Marks) -> str:
    """CR-2: the horseshoe, the ace foundations over the king foundations."""
    cells = []
    for place, pile in view.items():
        how, _ = marks.get(place, ("", 0))
        card = _card(language, pile.cards[-1], how) if pile.cards else _slot("dead", how)
        if place.isdecimal():
            tag = f'<span class="tag"><b>{place}</b><i>{f"×{pile.count}" if pile.count else "–"}</i></span>'
            where = f"pile p{place}"
        else:
            letter = words.rank_name(language, 1 if place[0] == "A" else 13)
            tag = f'<span class="tag sign">{letter}{"↑" if place[0] == "A" else "↓"}</span>'
            where = f"found {place[0].lower()}{SUITS.index(place[1]) + 1}"
        cells.append(f'<div class="{where}{" thick" if pile.count > 1 else ""}">{card}{tag}</div>')
    return "".join(cells)


def _thoughtful(language: str, view: Mapping[Place, Pile], marks: Marks) -> str:
    """TF-1: stock, waste and foundations in a row, the columns below."""
    stock, waste = view["stock"], view["W"]
    back = '<span class="card back"></span>' if stock.count else _slot("again" if waste.count else "", "")
    cells = [
        f'<div class="stock">{back}<span class="tag"><i>×{stock.count}</i></span></div>',
        f'<div class="waste">{_cards(language, waste, marks.get("W")) or _slot("", "")}</div>',
    ]
    for suit in SUITS:
        how, _ = marks.get(suit, ("", 0))
        pile = view[suit]
        card = _card(language, pile.cards[-1], how) if pile.cards else _slot("ghost", how, suit)
        cells.append(f'<div class="found f{SUITS.index(suit) + 1}">{card}</div>')
    for place, pile in view.items():
        if place.isdecimal():
            how, _ = marks.get(place, ("", 0))
            cards = _cards(language, pile, marks.get(place)) or _slot("", how)
            cells.append(f'<div class="column c{place}">{cards}<span class="tag"><b>{place}</b></span></div>')
    return "".join(cells)


def _cards(language: str, pile: Pile, mark: tuple[str, int] | None) -> str:
    how, count = mark or ("", 0)
    first = len(pile.cards) - count
    return "".join(_card(language, card, how if i >= first else "") for i, card in enumerate(pile.cards))


def _card(language: str, card: Card, how: str) -> str:
    suit = f'<svg><use href="#suit-{card.suit}"/></svg>'
    index = f'<span class="ix"><b>{words.rank_name(language, card.rank)}</b>{suit}</span>'
    ten = " ten" if card.rank == 10 else ""
    return f'<span class="card su-{card.suit.lower()}{ten}{" " + how if how else ""}">{index}{suit}</span>'


def _slot(kind: str, how: str, suit: str = "") -> str:
    sign = f'<svg><use href="#suit-{suit}"/></svg>' if suit else ""
    return f'<span class="slot{" " + kind if kind else ""}{" " + how if how else ""}">{sign}</span>'
