"""Thoughtful, rule by rule, on boards of a few cards."""

from __future__ import annotations

import pytest

from medialuna.cards import Card
from medialuna.contract import Move, Press, Reason
from medialuna.games.thoughtful import State, Thoughtful
from medialuna.record import Game
from tests.walks import board, dealt

GAME = Thoughtful()
THREE = Thoughtful(draw=3)
DRAW, RECYCLE = Press("+"), Press("R")


def thoughtful(text: str) -> State:
    state = board(GAME, text)
    assert isinstance(state, State)
    return state


def refusal(state: State, source: str, target: str, count: int = 1) -> tuple[str, str] | None:
    reason = GAME.why_not(state, Move(source, count, target))
    return (reason.code.removeprefix("thoughtful."), reason.rule) if reason else None


def names(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def test_tf_1_deal() -> None:
    """TF-1: seven columns of one to seven, all open; 24 in the stock; waste and foundations empty."""
    game, state = dealt("TF1-D1N-AAAAAAB")
    assert [len(column) for column in state.columns] == [1, 2, 3, 4, 5, 6, 7]
    assert len(state.stock) == 24
    assert state.waste == ()
    assert state.foundations == ((), (), (), ())
    assert game.defects(state) == []
    assert all(game.view(state)[str(i + 1)].cards == state.columns[i] for i in range(7))
    # row by row: the second round begins at column 2
    by_hand = GAME.deal(GAME.pack())
    assert names(by_hand.columns[1]) == "2S 8S"
    assert names(by_hand.stock[:2]) == "3D 4D"


@pytest.mark.parametrize(
    ("card", "onto", "why"),
    [("7H", "8S", None), ("7H", "8C", None), ("7H", "8D", "colour"), ("7H", "8H", "colour"), ("7H", "9S", "rank")]
    + [("9H", "8S", "rank"), ("QS", "KD", None), ("KD", "AS", "nothing-on-ace"), ("7H", "TD", "colour")],
)
def test_tf_2_other_colour_next_higher_rank(card: str, onto: str, why: str | None) -> None:
    """TF-2: opposite colour, next higher rank; nothing goes on an ace."""
    assert refusal(thoughtful(f"1: {card}\n2: {onto}"), "1", "2") == ((why, "TF-2") if why else None)


def test_tf_2_the_refusal_names_what_is_wanted() -> None:
    reason = GAME.why_not(thoughtful("1: 8S\n2: 9C"), Move("1", 1, "2"))
    assert reason == Reason("thoughtful.colour", "TF-2", {"on": Card(9, "C"), "rank": 8, "colour": "red"})


def test_tf_3_groups() -> None:
    """TF-3: a card moves with all above it that are in sequence with it, dealt so or built so."""
    state = thoughtful("1: 2D 9S 8H 7C\n2: TH\n3: 8D")
    assert refusal(state, "1", "2", count=3) is None
    assert refusal(state, "1", "3", count=1) is None
    assert names(GAME.apply(state, Move("1", 3, "2")).columns[1]) == "TH 9S 8H 7C"
    assert refusal(state, "1", "2", count=4) == ("not-in-sequence", "TF-3")
    assert refusal(state, "1", "2", count=5) == ("nothing-there", "TF-3")
    assert refusal(state, "1", "2", count=0) == ("nothing-there", "TF-3")
    broken = GAME.why_not_lift(state, "1", 4)
    assert broken == Reason("thoughtful.not-in-sequence", "TF-3", {"card": Card(9, "S"), "on": Card(2, "D")})
    assert GAME.view(state)["1"].lift == 3


def test_tf_3_visible_is_not_movable() -> None:
    """TF-3: 8S 7H 7D is no group, and two cards of one colour are none."""
    assert refusal(thoughtful("1: 8S 7H 7D\n2: 9D"), "1", "2", count=3) == ("not-in-sequence", "TF-3")
    assert refusal(thoughtful("1: 8S 7C\n2: 9D"), "1", "2", count=2) == ("not-in-sequence", "TF-3")


def test_tf_4_empty_column() -> None:
    """TF-4: only a king, alone or with its group."""
    state = thoughtful("1: 5D KS QH\n2: QS\n3: 4D")
    assert refusal(state, "1", "7", count=2) is None
    assert refusal(state, "1", "7", count=1) == ("empty-wants-king", "TF-4")
    assert refusal(state, "2", "7") == ("empty-wants-king", "TF-4")
    assert refusal(thoughtful("1: KD"), "1", "2") is None


def test_tf_5_waste() -> None:
    """TF-5: only its top card, to a column or its foundation; nothing is placed on it or on the stock."""
    state = thoughtful("1: 8S\n2: 2H\nW: 7D 7H AS\nstock: 4D")
    assert refusal(state, "W", "S") is None
    assert refusal(state, "W", "2") is None
    assert refusal(state, "W", "1") == ("colour", "TF-2")
    assert refusal(state, "W", "1", count=2) == ("not-top-of-waste", "TF-5")
    assert refusal(state, "1", "W") == ("no-target", "TF-5")
    assert refusal(state, "1", "stock") == ("no-target", "TF-5")
    assert refusal(state, "stock", "1") == ("not-from-stock", "TF-5")
    assert refusal(thoughtful("1: 8S"), "W", "1") == ("nothing-there", "TF-3")


def test_tf_6_foundations() -> None:
    """TF-6: by suit from ace to king, one card at a time, each suit at its fixed place."""
    state = thoughtful("1: AS\n2: 2S\n3: 3D 2C\nS: AS\nW: 2H")
    assert refusal(state, "2", "S") is None
    assert refusal(state, "2", "H") == ("foundation-suit", "TF-6")
    assert refusal(state, "3", "C") == ("foundation-rank", "TF-6")
    assert refusal(state, "3", "C", count=2) == ("one-card-to-foundation", "TF-6")
    assert refusal(state, "W", "H") == ("foundation-rank", "TF-6")
    assert GAME.why_not(state, Move("3", 1, "C")) == Reason(
        "thoughtful.foundation-rank", "TF-6", {"card": Card(1, "C")}
    )
    assert [GAME.zone(state, p, 1) for p in ("1", "3", "W")] == ["S", "C", "H"]
    assert GAME.zone(state, "3", 2) == "D"
    assert refusal(state, "S", "H") == ("foundation-suit", "TF-6")


def test_tf_7_draw_one() -> None:
    """TF-7: draw 1 turns one card."""
    state = GAME.apply(thoughtful("stock: 4D 9S\nW: 2C"), DRAW)
    assert (names(state.stock), names(state.waste)) == ("9S", "2C 4D")
    assert GAME.view(state)["W"].cards == (Card(4, "D"),)


def test_tf_7_draw_three() -> None:
    """TF-7: draw 3 turns up to three; the last is playable, then the next; fewer cards are all drawn."""
    state = THREE.apply(thoughtful("stock: 4D 9S AH 5C\nW: 2C\n1: 2S"), DRAW)
    assert (names(state.stock), names(state.waste)) == ("5C", "2C 4D 9S AH")
    assert names(THREE.view(state)["W"].cards) == "4D 9S AH"
    assert THREE.why_not(state, Move("W", 1, "H")) is None
    played = THREE.apply(state, Move("W", 1, "1"))
    assert names(THREE.view(played)["W"].cards) == "2C 4D 9S"
    assert names(THREE.apply(played, DRAW).waste) == "2C 4D 9S 5C"
    two = THREE.apply(thoughtful("stock: 4D 9S"), DRAW)
    assert (names(two.stock), names(two.waste)) == ("", "4D 9S")


def test_tf_7_nothing_to_draw() -> None:
    """TF-7: stock empty, then stock and waste empty: two reasons, nothing counted."""
    assert GAME.why_not(thoughtful("W: 2C"), DRAW) == Reason("thoughtful.stock-is-empty", "TF-7")
    assert GAME.why_not(thoughtful("1: 2C"), DRAW) == Reason("thoughtful.nothing-to-draw", "TF-7")
    assert GAME.view(thoughtful("1: 2C"))["stock"].press == "+"


def test_tf_8_recycle() -> None:
    """TF-8: the whole waste becomes the stock in the same order, without limit; not with cards in the stock."""
    state = thoughtful("W: 2C 4D 9S")
    for _ in range(20):
        after = GAME.apply(state, RECYCLE)
        assert (names(after.stock), names(after.waste)) == ("2C 4D 9S", "")
        for _ in range(3):
            after = GAME.apply(after, DRAW)
        assert after == state
    assert GAME.view(state)["stock"].press == "R"
    assert GAME.why_not(thoughtful("W: 2C\nstock: 4D"), RECYCLE) == Reason("thoughtful.stock-not-empty", "TF-8")
    assert GAME.why_not(thoughtful("1: 2C"), RECYCLE) == Reason("thoughtful.nothing-to-recycle", "TF-8")


def test_tf_9_won_and_never_lost() -> None:
    """TF-9: won with 52 cards on the foundations; a defeat is never declared."""
    full = "\n".join(f"{s}: {' '.join(r + s for r in 'A23456789TJQK')}" for s in "SHD")
    state = thoughtful(f"{full}\nC: {' '.join(r + 'C' for r in 'A23456789TJQ')}\n4: KC")
    assert not GAME.is_won(state)
    assert GAME.is_won(GAME.apply(state, Move("4", 1, "C")))
    hopeless = thoughtful("1: 2C\n2: 2S")
    assert GAME.legal_actions(hopeless) == []
    assert GAME.is_blocked(hopeless) is None


def test_tf_10_take_back() -> None:
    """TF-10: a foundation's top card may return where TF-2 and TF-4 allow it, even an ace onto a two."""
    state = thoughtful("1: 2H\n2: 4D\n3: 4C\nS: AS 2S 3S\nC: AC")
    assert refusal(state, "S", "2") is None
    assert refusal(state, "S", "3") == ("colour", "TF-2")
    assert refusal(state, "S", "4") == ("empty-wants-king", "TF-4")
    assert refusal(state, "S", "2", count=2) == ("one-card-from-foundation", "TF-10")
    assert refusal(state, "C", "1") is None
    assert refusal(state, "D", "1") == ("nothing-there", "TF-3")


def test_tf_11_nothing_moves_by_itself() -> None:
    """TF-11: an action changes the two places it names and no other, though an ace could go up."""
    state = thoughtful("1: AS\n2: 8S\n3: 7H")
    after = GAME.apply(state, Move("3", 1, "2"))
    assert after.foundations == ((),) * 4
    assert after.columns[0] == state.columns[0]


def test_tf_11_a_finish_may_be_offered_where_only_cards_to_bring_home_are_left() -> None:
    """TF-11: its moves go to the foundations alone, and win; with cards in the stock there is more to do."""
    full = "\n".join(f"{s}: {' '.join(r + s for r in 'A23456789TJQK')}" for s in "SH")
    near = f"{full}\nD: {' '.join(r + 'D' for r in 'A23456789TJQ')}\nC: {' '.join(r + 'C' for r in 'A23456789T')}\n"
    state = thoughtful(f"{near}1: KC JC\n4: KD QC")
    assert GAME.finish(state) == [Move("1", 1, "C"), Move("4", 1, "C"), Move("1", 1, "C"), Move("4", 1, "D")]
    assert GAME.finish(thoughtful(f"{near}1: KC JC\nW: KD QC")) is not None
    assert GAME.finish(thoughtful(f"{near}1: KC JC\nW: QC\nstock: KD")) is None
    assert GAME.finish(thoughtful(f"{near}1: QC KC JC\n4: KD")) is None
    assert GAME.finish(GAME.deal(GAME.pack())) is None


def test_tf_12_tap() -> None:
    """TF-12: a tap sends a column's last card or the waste's top card to its foundation if it fits."""
    state = thoughtful("1: 5C AS\n2: 8S\n3: 7H\nW: 3D AD\nS:")
    assert GAME.tap(state, "1", 1) == "S"
    assert GAME.tap(state, "W", 1) == "D"
    assert GAME.tap(state, "3", 1) is None
    assert GAME.tap(thoughtful("1: 9D\nS: AS"), "S", 1) is None


def test_tf_12_double_tap() -> None:
    """TF-12: else the longest column that accepts it, the leftmost of equal ones; a king to an empty column."""
    state = thoughtful("1: 7H\n2: 8S\n3: 2D 8C\n4: 3D 8S\n5: KD\n6: 5S AS")
    assert GAME.double_tap(state, "1", 1) == "3"
    assert GAME.double_tap(state, "5", 1) == "7"
    assert GAME.double_tap(state, "6", 1) == "S"
    assert GAME.double_tap(state, "2", 1) is None
    group = thoughtful("1: 2S 8H 7C\n2: 9S\n3: KD")
    assert GAME.double_tap(group, "1", 2) == "2"


def test_tf_13_reasons_are_told_apart() -> None:
    """TF-13: colour, rank, empty column, sequence, waste, foundation suit and rank, one card, nothing to draw."""
    state = thoughtful("1: 2D 5S\n2: 6S\n3: 9H\nW: 3H 4H\nH: AH")
    told = [
        refusal(state, "1", "2"),
        refusal(state, "1", "3"),
        refusal(state, "1", "7"),
        refusal(state, "1", "3", count=2),
        refusal(state, "W", "3", count=2),
        refusal(state, "1", "H"),
        refusal(state, "W", "H"),
        refusal(thoughtful("1: 3S 2H\nH: AH"), "1", "H", count=2),
        GAME.why_not(thoughtful("1: 2D"), DRAW),
    ]
    assert all(told)
    assert len({t[0] for t in told if t}) == len(told)


def test_tf_14_score() -> None:
    """TF-14: +10 to a foundation, +5 waste to column, -100 for a recycle, 0 else; never below 0."""
    start = Game.begin(GAME, thoughtful("1: AS\n2: 8S\n3: 9H\nW: 2S 7H\nS:"))
    s = start.after(Move("W", 1, "2"))
    assert s.score == 5
    s = s.after(Move("1", 1, "S")).after(Move("W", 1, "S"))
    assert s.score == 25
    assert s.after(Move("2", 2, "3")).score == 25
    with_three = Game.begin(GAME, thoughtful("1: 3D\n2: 9D\nS: AS 2S"))
    back = with_three.after(Move("S", 1, "1"))
    assert back.score == 0
    # a card that was taken back earns again when it is placed again
    assert back.after(Move("1", 1, "S")).score == 10


def test_tf_14_floor_and_tf_15_undo_of_a_recycle() -> None:
    """TF-14, TF-15: a recycle takes no more than there is, and undoing gives back just that."""
    for score in (0, 30, 100, 130):
        played = Game(GAME, thoughtful("W: 2C"), score=score)
        recycled = played.after(RECYCLE)
        assert recycled.score == max(score - 100, 0)
        assert recycled.undone().score == score


def test_tf_15_the_counter_never_goes_down() -> None:
    """TF-15: every action counts one move, an undo none, and it takes none off."""
    played = Game.begin(GAME, thoughtful("stock: 2C 3C\n1: 2H\n2: 3S"))
    played = played.after(DRAW).after(Move("1", 1, "2")).after(DRAW).after(RECYCLE)
    assert played.moves == 4
    undone = played.undone().undone()
    assert undone.moves == 4
    assert undone.after(DRAW).moves == 5


def test_closed_columns_turn_when_uncovered() -> None:
    """The game of the literature: face-down cards do not move until they are uncovered."""
    game = Thoughtful(closed=True)
    state = board(game, "1: 5D 9S | 8H\n2: 9C")
    assert game.run_length(state, "1") == 1
    assert game.why_not_lift(state, "1", 2) == Reason("thoughtful.face-down", "TF-3")
    after = game.apply(state, Move("1", 1, "2"))
    assert after.face_down[0] == 1
    assert game.view(after)["1"].cards == (Card(9, "S"),)


def test_draw_is_one_or_three() -> None:
    with pytest.raises(ValueError, match="expected 1 or 3"):
        Thoughtful(draw=2)
