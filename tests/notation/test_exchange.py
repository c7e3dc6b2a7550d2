"""Deals from and to the formats of other programs."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.board_text import write_board
from medialuna.notation.deal_code import NUMBERS, DealCode
from medialuna.notation.exchange import FORMATS, BadDeal, NamedDeal, Rules, Unwritable, read, read_deals, write

# The deal that the readme of MinimalKlondike draws.
MINIMAL = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104132053"
    "133102084041013073063031061043081054113062024021101022032121"
)
MINIMAL_HAND = (
    "7D TH 2H 4D 9S KS JC 9D 5C 3S 4S 7S JS 5D QH AC 8H QD AD KC 9C 8D QS 6S AS 9H 3H JD"
    " 7C TS KD 5H KH TD 8S 4C AH 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC"
)
# A deal that comes with Solvitaire, lower case for cards face down.
EASY = """{
  "tableau piles": [
    [ "9C" ],
    [ "10d", "JH"],
    [ "4h" ,"7c","4C"],
    [ "Kc" ,"5d","Ah" ,"AD"],
    [ "Qh" ,"4s","2d" ,"9d","AS"],
    [ "10h","6d","3d" ,"3c","Ac","2S"],
    [ "Qs" ,"Kh","10s","Ks", "8d","5h","4D"]
  ],
  "stock": ["2C","3S", "JS","6S","8H","2H","8S","7S","3H","9S","6H","JC","10C","5S","7D","8C","KD","5C","7H","QD",
            "9H","6C","QC","JD"]
}"""
# The first of a table of Crescent deals.
CRESCENT = (
    "3H 9S JS 2H TS 5H | 6C TH 3C 9S KH QD | 3S JH QC 4H 3S 6C | JS 7D 6S 3D 3H 8S | 9C 9H 7S 4S KC 6D"
    " | 2C 7D 3C 8S AH 9C | 2S 5D JC 3D 7S 5C | 4H 7H TS 4S JD 8C | 5S 8H 2C 6H KS AC | 2D QS 8H 4C 8C 4D"
    " | QH 2H 9D TC 5H 6H | 5S KD TC 6S 7C 9D | TD 8D QD QC JC JH | 4D 7H 4C 2D AD 5D | 9H QS 5C AS JD QH"
    " | 2S 6D TH 8D 7C TD"
)
CLOSED = Rules(Thoughtful(closed=True))


def one(name: str, text: str, rules: Rules | None = None) -> NamedDeal:
    (deal,) = read(name, text, rules)
    return deal


def fault(name: str, text: str, rules: Rules | None = None) -> str:
    with pytest.raises(BadDeal) as caught:
        read(name, text, rules)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.fault}"
    return str(caught.value)


def walked(code: str, steps: int) -> NamedDeal:
    """A position some random moves into a deal."""
    deal, chance = one("code", code), random.Random(steps)
    state = deal.state
    for _ in range(steps):
        if actions := deal.game.legal_actions(state):
            state = deal.game.apply(state, chance.choice(actions))
    return deal._replace(state=state)


# --- real strings ----------------------------------------------------------------------------------------------


def test_digits_as_the_readme_of_minimal_klondike_draws_them() -> None:
    """Also the order of the stock: the first of its cards is drawn first."""
    deal = one("klondike-solver", MINIMAL)
    assert write("hand", [deal]).strip() == MINIMAL_HAND
    assert [str(column[-1]) for column in deal.state.columns] == ["7D", "9D", "5D", "AD", "QS", "9H", "JD"]
    assert str(deal.state.stock[0]) == "7C"
    assert write("klondike-solver", [deal]).strip() == MINIMAL


def test_the_other_order_of_suits_is_another_deal() -> None:
    ours, theirs = one("klondike-solver", MINIMAL), one("ksolve", MINIMAL)
    swapped = MINIMAL_HAND.translate(str.maketrans("HS", "SH"))
    assert write("hand", [theirs]).strip() == swapped
    assert ours != theirs
    assert write("ksolve", [theirs]).strip() == MINIMAL


def test_a_file_of_solvitaire() -> None:
    """The stock ends with the card that is drawn next; face down matters in the closed game only."""
    deal = one("solvitaire", EASY)
    assert [str(card) for card in deal.state.stock[:4]] == ["JD", "QC", "6C", "9H"]
    assert [str(card) for card in deal.state.columns[1]] == ["TD", "JH"]
    assert deal.state.face_down == (0,) * 7
    closed = one("solvitaire", EASY, CLOSED)
    assert closed.state.face_down == tuple(range(7))
    assert json.loads(write("solvitaire", [closed])) == json.loads(EASY)
    assert one("hand", write("hand", [deal]), CLOSED).state == closed.state


def test_a_crescent_deal_as_piles() -> None:
    deal = one("piles", CRESCENT)
    assert deal.game == Crescent()
    assert [str(card) for card in deal.state.piles[1]] == ["6C", "TH", "3C", "9S", "KH", "QD"]
    assert deal.game.defects(deal.state) == []
    assert write("piles", [deal]).strip() == CRESCENT
    hidden = one("piles", CRESCENT, Rules(crescent=Crescent(face_down=True)))
    assert hidden.state.face_down == (5,) * 16


def test_tables() -> None:
    """With and without ids, quoted or not; the rules are the reader's choice."""
    text = f"id,other,deal\neasy,1,{MINIMAL_HAND}\n,2,{MINIMAL_HAND}\n"
    deals = list(read_deals(text.splitlines(keepends=True), closed=True, draw=3))
    assert [deal.id for deal in deals] == ["easy", "2"]
    assert deals[0].game == Thoughtful(draw=3, closed=True)
    assert deals[0].state.face_down == tuple(range(7))
    assert write("csv", read("csv", text)) == f"id,deal\neasy,{MINIMAL_HAND}\n2,{MINIMAL_HAND}\n"
    (crescent,) = read("csv", f'piles\n"{CRESCENT}"\n')
    assert write("csv", [crescent]) == f"id,piles\n1,{CRESCENT}\n"
    with pytest.raises(ValueError, match="draw"):
        list(read_deals([], draw=2))


def test_several_deals_in_one_text() -> None:
    text = f"# two deals\n{MINIMAL_HAND}\n\n{MINIMAL_HAND}\n"
    assert [deal.id for deal in read("hand", text)] == ["1", "2"]
    assert len(read("solvitaire", EASY + "\n" + EASY)) == 2
    boards = write("board", read("code", "TF1-D1N-AAAAAAB\nCR1-4B-AAAAAAB\n"))
    again = read("board", boards)
    assert [deal.game for deal in again] == [Thoughtful(), Crescent(redistributions=4, face_down=True)]
    assert write("board", again) == boards


# --- there and back --------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(0, NUMBERS - 1), st.booleans())
def test_every_thoughtful_deal_goes_through_every_format(number: int, closed: bool) -> None:
    rules = Rules(Thoughtful(closed=closed))
    deal = one("code", str(DealCode(Thoughtful(), number)), rules)
    for name, format in FORMATS.items():
        if format.write and name != "piles":
            text = write(name, [deal])
            again = one(name, text, rules)
            assert (again.game, again.state) == (deal.game, deal.state)
            assert write(name, [again]).replace(f"{again.id},", f"{deal.id},") == text


@settings(max_examples=40)
@given(st.integers(0, NUMBERS - 1), st.sampled_from(["N", "4N", "B", "4B"]))
def test_every_crescent_deal_goes_through_the_formats_that_know_it(number: int, options: str) -> None:
    game = Crescent.variants()[options]
    deal = one("code", str(DealCode(game, number)))
    for name in ("board", "piles", "csv"):
        again = one(name, write(name, [deal]), Rules(crescent=game))
        assert again.game == game
        assert write_board(game, again.state) == write_board(game, deal.state)
    for name in ("hand", "solvitaire", "klondike-solver", "ksolve"):
        with pytest.raises(Unwritable, match="Thoughtful deals only"):
            write(name, [deal])


@settings(max_examples=40)
@given(st.integers(0, 150), st.booleans())
def test_later_positions_go_through_solvitaire_and_boards(steps: int, closed: bool) -> None:
    code, rules = f"TF1-D3N-{'AAAAAAB' if steps % 2 else 'QQQQQQQ'}", Rules(Thoughtful(draw=3, closed=closed))
    deal = walked(code, steps)
    if closed:
        deal = deal._replace(game=rules.thoughtful, state=replace(deal.state, face_down=(0,) * 7))
    for name in ("solvitaire", "board"):
        assert one(name, write(name, [deal]), rules).state == deal.state


def test_formats_of_deals_refuse_later_positions() -> None:
    for name in ("hand", "csv", "klondike-solver"):
        with pytest.raises(Unwritable, match="fresh deals only"):
            write(name, [walked("TF1-D1N-AAAAAAB", 3)])
    played = one("code", "CR1-N-AAAAAAB")
    played = played._replace(state=replace(played.state, redistributions_left=2))
    with pytest.raises(Unwritable, match="fresh deals only"):
        write("piles", [played])
    with pytest.raises(Unwritable, match="Crescent deals only"):
        write("piles", [one("hand", MINIMAL_HAND)])
    with pytest.raises(Unwritable, match="2: a table holds the deals of one game"):
        write("csv", [one("hand", MINIMAL_HAND), played._replace(id="2")])
    with pytest.raises(ValueError, match="only be read"):
        write("code", [])


def test_foundations_of_solvitaire_in_one_list_or_in_several() -> None:
    deal = walked("TF1-D1N-AAAAAAB", 400)
    data: dict[str, Any] = json.loads(write("solvitaire", [deal]))
    assert data["foundations"]
    nested = [[name for name in data["foundations"] if name[-1] == suit] for suit in "CDHS"]
    assert one("solvitaire", json.dumps(data | {"foundations": nested})).state == deal.state


# --- faults ----------------------------------------------------------------------------------------------------


def test_unknown_doubled_and_missing_cards_are_all_named() -> None:
    told = fault("hand", "# a remark\n\n" + MINIMAL_HAND.replace("7D TH", "7X 2H").replace("QC", "zz"))
    assert told == "line 3: card 1: '7X' is no card; card 52: 'zz' is no card; too often: 2H; missing: TH, 7D, QC"
    told = fault("klondike-solver", "152" + "103" + MINIMAL[6:-3] + "103")
    assert told == "line 1: card 1: '152' is no card; too often: TH; missing: 7D, QC"
    told = fault("solvitaire", "\n" + EASY.replace('"9C"', '"TC"').replace('"2C","3S"', '"3S", 4'))
    assert told == ("line 2: tableau pile 1, card 1: 'TC' is no card; stock, card 2: 4 is no card; missing: 2C, 9C")
    told = fault("piles", CRESCENT.replace("3H 9S", "9H 9X"))
    assert told == "line 1: pile 1, card 2: '9X' is no card; 9H in piles 1, 5, 15; too often: 9H; missing: 9S, 3H"
    told = fault("csv", f"deal\n{MINIMAL_HAND}\n{MINIMAL_HAND.replace('7D', '17D')}\n")
    assert told == "line 3: card 1: '17D' is no card; missing: 7D"
    board = write("board", [one("hand", MINIMAL_HAND)])
    told = fault("board", "\n" + board.replace("1: 7D", "1: 7E").replace("9D", "5D"))
    assert told == "line 2: line 2, card 1: '7E' is no card; too often: 5D; missing: 7D, 9D"
    told = fault("board", board + "\n" + board.replace("1: 7D", "1: 8D"))
    assert told == "line 10: too often: 8D; missing: 7D"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("hand", "7D TH", "line 1: missing: AS, 2S, "),
        ("klondike-solver", MINIMAL + "012", "expected 156 digits, found 159 characters"),
        ("klondike-solver", "Game: 37547", "expected 156 digits, found 11 characters; card 1: 'Gam' is no card"),
        ("klondike-solver", "٠٧٢" + MINIMAL[3:], "card 1: '٠٧٢' is no card"),
        ("piles", CRESCENT + " |", "expected 16 piles, found 17"),
        ("piles", CRESCENT.replace(" |", "", 2), "expected 16 piles, found 14"),
        ("csv", "", "line 1: expected a header"),
        ("csv", "deal,piles\n", "line 1: expected a header"),
        ("csv", "id,deal\n1\n", "line 2: expected 2 columns"),
        ("csv", f"deal\n{MINIMAL_HAND},x\n", "line 2: expected 1 columns"),
        ("code", "TF1-D1N-AAAAAAB\n\nTF1-D2N-AAAAAAB\n", "line 3: "),
        ("board", "", "line 1: expected a board"),
        ("board", "\n1: 7C\nhello\n", "line 3: expected a place"),
        ("board", "\n1: 7C\nstock: AS\n9: 2S\n", "line 4: '9' is no place"),
        ("solvitaire", "", "line 1: expected an object"),
        ("solvitaire", "\n[]", "line 2: expected an object"),
        ("solvitaire", EASY + "\n{", "line 14: column 2: no JSON"),
        ("solvitaire", "[" * 100_000, "line 1: no JSON of a deal"),
        ("solvitaire", "1" * 10_000, "line 1: no JSON of a deal"),
        ("solvitaire", '{"stock": [], "stock": []}', "a name stands twice"),
        ("solvitaire", EASY.replace("stock", "reserve"), "'reserve' is no part of such a deal; missing: "),
        ("solvitaire", '{"tableau piles": {"a": 1}}', "expected 7 tableau piles"),
        ("solvitaire", '{"tableau piles": [[], [], 3]}', "expected 7 tableau piles; tableau pile 3: expected a list"),
        ("solvitaire", EASY.replace('"9C"', '["9C"]'), "tableau pile 1, card 1: ['9C'] is no card; missing: 9C"),
        ("solvitaire", EASY.replace('["2C"', '["2C", "2C"'), "too often: 2C"),
        ("solvitaire", EASY.replace('"stock": ["2C",', '"foundations": ["2C"], "stock": ['), "foundation C: not built"),
    ],
)
def test_faults_name_the_line_or_the_place(name: str, text: str, told: str) -> None:
    assert told in fault(name, text)


def test_what_lies_face_down_must_make_sense_in_the_closed_game() -> None:
    assert "tableau pile 2: a card face down lies above one face up" in fault(
        "solvitaire", EASY.replace('"10d", "JH"', '"10D", "Jh"'), CLOSED
    )
    assert "column 1: 1 cards face down" in fault("solvitaire", EASY.replace("9C", "9c"), CLOSED)


@given(
    st.sampled_from(sorted(FORMATS)), st.text() | st.text(alphabet='0123456789{}[]":,|ASHDCKQJT \nstock', max_size=200)
)
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    try:
        deals = read(name, text)
    except BadDeal:
        return
    for deal in deals:
        assert deal.game.defects(deal.state) == []


@given(st.sampled_from(["hand", "klondike-solver", "solvitaire", "piles", "board"]), st.data())
def test_a_deal_with_a_few_letters_changed_is_read_or_refused(name: str, data: st.DataObject) -> None:
    deal = one("piles", CRESCENT) if name == "piles" else one("hand", MINIMAL_HAND)
    text = list(write(name, [deal]))
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.characters())
    try:
        deals = read(name, "".join(text))
    except BadDeal:
        return
    for found in deals:
        assert found.game.defects(found.state) == []


def test_formats_say_what_they_are() -> None:
    assert all(format.name == name and format.about for name, format in FORMATS.items())
    with pytest.raises(KeyError):
        read("pysol", "")


def test_cards_and_texts_as_others_write_them() -> None:
    """Tens with two digits, suit signs, a mark of byte order, characters that nobody sees."""
    plain = one("hand", MINIMAL_HAND)
    for text in (
        "\ufeff" + MINIMAL_HAND,
        MINIMAL_HAND.replace("T", "10"),
        MINIMAL_HAND.translate(str.maketrans("SHDC", "♠♥♦♣")),
        MINIMAL_HAND.translate(str.maketrans("SHDC", "♠♥♦♣")).replace("♥", "♥\ufe0f").replace("T", "10"),
        MINIMAL_HAND.replace(" ", "\u200b \u2060"),
    ):
        assert one("hand", text).state == plain.state
    (deal,) = read("csv", f"\ufeffid,deal\nmine,{MINIMAL_HAND}\n")
    assert (deal.id, deal.state) == ("mine", plain.state)
    told = fault("piles", CRESCENT.replace("3H 9S", "9♥ 9X").replace("T", "10"))
    assert told == "line 1: pile 1, card 2: '9X' is no card; 9H in piles 1, 5, 15; too often: 9H; missing: 9S, 3H"
