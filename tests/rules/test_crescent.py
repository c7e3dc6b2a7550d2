"""Crescent, rule by rule, on boards of a few cards."""

from __future__ import annotations

import pytest

from medialuna.cards import SUITS, Card
from medialuna.contract import Move, Press, Reason
from medialuna.games.crescent import Crescent, State
from medialuna.record import Game
from tests.walks import board, dealt

GAME = Crescent()
REDISTRIBUTE = Press("R")


def crescent(text: str) -> State:
    state = board(GAME, text)
    assert isinstance(state, State)
    return state


def refusal(state: State, source: str, target: str, count: int = 1) -> tuple[str, str] | None:
    reason = GAME.why_not(state, Move(source, count, target))
    return (reason.code.removeprefix("crescent."), reason.rule) if reason else None


def run(suit: str, ranks: str) -> str:
    return " ".join(rank + suit for rank in ranks)


def test_cr_1_deal() -> None:
    """CR-1: sixteen piles of six; an ace and a king of each suit are the bases; 104 cards."""
    game, state = dealt("CR1-N-AAAAAAB")
    assert [len(pile) for pile in state.piles] == [6] * 16
    assert [str(f[0]) for f in state.aces] == ["AS", "AH", "AD", "AC"]
    assert [str(f[0]) for f in state.kings] == ["KS", "KH", "KD", "KC"]
    assert game.defects(state) == []
    # one card at a time to piles 1 to 16: the first round is the bottom
    pack = tuple(GAME.pack())
    by_hand = GAME.deal(pack)
    assert by_hand.piles[0][:2] == (pack[0], pack[16])


def test_cr_2_only_top_cards_are_seen() -> None:
    """CR-2: a pile shows its top card and its count; foundations too."""
    view = GAME.view(crescent("1: 2H 9C JD\nAS: AS 2S"))
    assert view["1"].cards == (Card(11, "D"),)
    assert view["1"].count == 3
    assert view["2"].cards == ()
    assert view["AS"].cards == (Card(2, "S"),)


def test_cr_3_one_card_the_top_one() -> None:
    """CR-3: one card at a time, and only a pile's top card."""
    state = crescent("1: 7H 8H\n2: 9H\n3: 6H")
    assert refusal(state, "1", "2") is None
    assert refusal(state, "1", "2", count=2) == ("one-card", "CR-3")
    assert refusal(state, "1", "2", count=0) == ("one-card", "CR-3")
    assert refusal(state, "4", "2") == ("nothing-there", "CR-3")
    assert refusal(state, "1", "1") == ("same-place", "CR-3")
    assert GAME.legal_actions(state) == [Move("1", 1, "2"), Move("2", 1, "1"), REDISTRIBUTE]


@pytest.mark.parametrize(
    ("card", "onto", "allowed"),
    [("8H", "9H", True), ("8H", "7H", True), ("8H", "TH", False), ("AH", "KH", True), ("KH", "AH", True)]
    + [("8H", "8H", False), ("QH", "AH", False), ("2H", "KH", False)],
)
def test_cr_4_same_suit_adjacent_rank(card: str, onto: str, allowed: bool) -> None:
    """CR-4: same suit, adjacent rank, up or down; ranks wrap."""
    assert (refusal(crescent(f"1: {card}\n2: {onto}"), "1", "2") is None) == allowed


def test_cr_5_full_pile() -> None:
    """CR-5: thirteen cards at most."""
    twelve = crescent(f"1: 9D\n2: {run('S', 'KQJT98765432')[:-3]} 8D")
    assert len(twelve.piles[1]) == 12
    assert refusal(twelve, "1", "2") is None
    full = GAME.apply(twelve, Move("1", 1, "2"))
    assert len(full.piles[1]) == 13
    state = crescent(f"1: 8D\n2: {run('S', 'KQJT98765432')} 9D")
    assert len(state.piles[1]) == 13
    assert refusal(state, "1", "2") == ("pile-full", "CR-5")
    assert Crescent(cap=96).why_not(state, Move("1", 1, "2")) is None


def test_cr_6_empty_pile() -> None:
    """CR-6: nothing is ever placed on an emptied pile, not even a king."""
    for card in ("KS", "AS", "7D"):
        assert refusal(crescent(f"1: {card}"), "1", "2") == ("pile-empty", "CR-6")


def test_cr_7_the_first_reason_is_given() -> None:
    """CR-7: of several reasons the first of CR-6, CR-5, suit, rank."""
    full = crescent(f"1: 3H\n2: {run('S', 'KQJT98765432')} 9D")
    assert refusal(full, "1", "2") == ("pile-full", "CR-5")
    state = crescent("1: 3H\n2: 9D\n3: 9H")
    assert refusal(state, "1", "2") == ("suit", "CR-7")
    assert refusal(state, "1", "3") == ("rank", "CR-7")


def test_cr_8_ace_foundations_build_up() -> None:
    """CR-8: A to K in suit, no wrap."""
    state = crescent("1: 2S\n2: 3S\n3: 2H\n4: KS")
    assert refusal(state, "1", "AS") is None
    assert refusal(state, "2", "AS") == ("foundation-rank", "CR-8")
    assert refusal(state, "3", "AS") == ("suit", "CR-7")
    assert refusal(state, "4", "AS") == ("foundation-rank", "CR-8")
    done = crescent(f"1: AS\nAS: {run('S', 'A23456789TJQK')}")
    assert refusal(done, "1", "AS") == ("foundation-full", "CR-8")
    waiting = GAME.why_not(state, Move("2", 1, "AS"))
    assert waiting == Reason("crescent.foundation-rank", "CR-8", {"card": Card(2, "S")})


def test_cr_9_king_foundations_build_down() -> None:
    """CR-9: K to A in suit, no wrap."""
    state = crescent("1: QS\n2: AS\n3: QH")
    assert refusal(state, "1", "KS") is None
    assert refusal(state, "2", "KS") == ("foundation-rank", "CR-9")
    assert refusal(state, "3", "KS") == ("suit", "CR-7")
    done = crescent(f"1: KS\nKS: {run('S', 'KQJT98765432A')}")
    assert refusal(done, "1", "KS") == ("foundation-full", "CR-9")


def test_cr_10_no_way_back_but_across() -> None:
    """CR-10: never from a foundation to a pile; to the other foundation of the suit if it follows there."""
    state = crescent("1: 4S\nAS: AS 2S 3S\nKS: KS QS JS TS 9S 8S 7S 6S 5S 4S")
    assert refusal(state, "AS", "1") == ("no-way-back", "CR-10")
    assert refusal(state, "AS", "KS") is None
    assert refusal(state, "KS", "AS") is None
    assert refusal(state, "AS", "KH") == ("suit", "CR-7")
    after = GAME.apply(state, Move("AS", 1, "KS"))
    assert [str(after.aces[0][-1]), str(after.kings[0][-1])] == ["2S", "3S"]


def test_cr_11_the_base_never_moves() -> None:
    """CR-11: not even where the other foundation would take it."""
    state = crescent(f"KS: {run('S', 'KQJT98765432')}")
    assert refusal(state, "AS", "KS") == ("base-locked", "CR-11")
    assert GAME.view(state)["AS"].lift == 0


def test_cr_12_worked_example() -> None:
    """CR-12: 2H 9C JD JD becomes 9C JD JD 2H; piles of fewer than two cards stay as they are."""
    after = GAME.apply(crescent("1: 2H 9C JD JD\n2: 5S"), REDISTRIBUTE)
    assert [str(c) for c in after.piles[0]] == ["9C", "JD", "JD", "2H"]
    assert [str(c) for c in after.piles[1]] == ["5S"]
    assert after.redistributions_left == 2


def test_cr_12_refusals_spend_nothing() -> None:
    """CR-12: three a game; refused unspent when no pile has two cards."""
    none_left = crescent("1: 2H 9C\nredistributions: 0")
    assert GAME.why_not(none_left, REDISTRIBUTE) == Reason("crescent.no-redistribution-left", "CR-12")
    idle = crescent("1: 2H\n2: 9C")
    assert GAME.why_not(idle, REDISTRIBUTE) == Reason("crescent.nothing-to-redistribute", "CR-12")
    state = crescent("1: 2H 9C")
    for left in (2, 1, 0):
        state = GAME.apply(state, REDISTRIBUTE)
        assert state.redistributions_left == left
    assert GAME.why_not(state, REDISTRIBUTE) == Reason("crescent.no-redistribution-left", "CR-12")


def test_cr_13_won() -> None:
    """CR-13: thirteen cards on every foundation."""
    rest = "\n".join(f"A{s}: {run(s, 'A23456789TJQK')}\nK{s}: {run(s, 'KQJT98765432A')}" for s in "HDC")
    state = crescent(f"{rest}\nAS: {run('S', 'A23456789TJQK')}\nKS: {run('S', 'KQJT98765432')}\n1: AS")
    assert not GAME.is_won(state)
    won = GAME.apply(state, Move("1", 1, "KS"))
    assert GAME.is_won(won)
    assert not GAME.is_blocked(won)
    assert GAME.legal_actions(won) == []


def test_cr_14_blocked() -> None:
    """CR-14: no move and no redistribution that changes anything; a move between foundations is a move."""
    assert GAME.is_blocked(crescent("1: 5H\n2: 9S\nredistributions: 0"))
    assert GAME.is_blocked(crescent("1: 5H\n2: 9S\nredistributions: 3"))
    assert not GAME.is_blocked(crescent("1: 5H 9H\n2: 9S\nredistributions: 1"))
    assert not GAME.is_blocked(crescent("1: 5H\n2: 6H\nredistributions: 0"))
    between = "1: 5H\nredistributions: 0\nAS: AS 2S\nKS: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S"
    assert not GAME.is_blocked(crescent(between))


def test_cr_15_tap() -> None:
    """CR-15: a top card that one place only accepts goes there; else it is selected."""
    one = crescent("1: 8H\n2: 9H\n3: 5C")
    assert GAME.tap(one, "1", 1) == "2"
    two = crescent("1: 8H\n2: 9H\n3: 7H")
    assert GAME.tap(two, "1", 1) is None
    assert GAME.tap(one, "3", 1) is None
    both = crescent("1: 7S\nAS: AS 2S 3S 4S 5S 6S\nKS: KS QS JS TS 9S 8S")
    assert GAME.tap(both, "1", 1) is None
    assert GAME.tap(crescent("1: 2S"), "1", 1) == "AS"


def test_cr_15_double_tap() -> None:
    """CR-15: to a foundation where one accepts the card, else to the first accepting pile by number."""
    state = crescent("1: 5C\n4: 8H\n7: 9H\n6: 7H")
    assert GAME.double_tap(state, "4", 1) == "6"
    assert GAME.double_tap(state, "1", 1) is None
    assert GAME.double_tap(crescent("1: QS\n2: JS"), "1", 1) == "KS"
    both = crescent("1: 7S\n2: 8S\nAS: AS 2S 3S 4S 5S 6S\nKS: KS QS JS TS 9S 8S")
    assert GAME.double_tap(both, "1", 1) == "AS"


def test_cr_16_foundation_zone() -> None:
    """CR-16: the foundation of its suit that accepts it; the ace foundation where both do."""
    state = crescent("1: QS\n2: 2S\n3: 9H")
    assert [GAME.zone(state, p, 1) for p in "123"] == ["KS", "AS", "AH"]
    both = crescent("1: 7S\nAS: AS 2S 3S 4S 5S 6S\nKS: KS QS JS TS 9S 8S")
    assert GAME.zone(both, "1", 1) == "AS"
    assert GAME.zone(both, "AS", 1) == "KS"


def test_cr_17_redistribution_empties_the_history() -> None:
    """CR-17, CR-12: neither the moves before a redistribution nor itself can be undone; the counter stands."""
    played = Game.begin(GAME, crescent("1: 8H 7H\n2: 8H\n3: 9C TC"))
    played = played.after(Move("1", 1, "2"))
    assert played.moves == 1
    assert played.undone().moves == 0
    played = played.after(REDISTRIBUTE)
    assert played.moves == 1
    assert played.why_not_undo() == Reason("undo.redistributed", "CR-17")


def test_cr_18_no_score() -> None:
    """CR-18: time and moves only."""
    assert not GAME.has_score
    assert all(GAME.points(crescent("1: 2S"), a) == 0 for a in (Move("1", 1, "AS"), REDISTRIBUTE))


def test_cr_19_variants() -> None:
    """CR-19: Crescent Four has a fourth redistribution; the options never change the cards."""
    classic, four, down = (dealt(f"CR1-{o}-AAAAAAB")[1] for o in ("N", "4N", "4B"))
    assert [s.redistributions_left for s in (classic, four, down)] == [3, 4, 4]
    assert classic.piles == four.piles == down.piles


def test_cr_19_face_down() -> None:
    """CR-19: all but the top cards lie face down, and are turned when they come to the top."""
    game = Crescent(face_down=True)
    _, state = dealt("CR1-B-AAAAAAB")
    assert state.face_down == (5,) * 16
    after = game.apply(state, REDISTRIBUTE)
    assert after.face_down == (4,) * 16
    small = board(game, "1: 2H 9C | JD\n2: TD\n3: 9H | 8S")
    moved = game.apply(small, Move("1", 1, "2"))
    assert moved.face_down[:3] == (1, 0, 1)
    assert game.view(moved)["1"].face_down == 1
    assert Crescent().deal(Crescent().pack()).face_down == (0,) * 16


def test_foundations_are_in_the_order_of_suits() -> None:
    assert [p for p in GAME.places if p[0] in "AK"] == [f + s for f in "AK" for s in SUITS]
