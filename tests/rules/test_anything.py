"""Whatever is asked of the rules: a reason or a bad position, never another exception, never a legal move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medialuna import words
from medialuna.cards import Card
from medialuna.contract import Action, AnyRules, BadPosition, IllegalAction, Move, Press, UnknownPlace
from medialuna.notation.actions import BadAction, parse_action
from medialuna.record import Game
from tests.test_contract import every_action
from tests.walks import SMALL, VARIANTS, name_of, walk

RULES = [*VARIANTS, *SMALL]
POSITIONS: list[tuple[AnyRules, Any]] = [
    (rules, state) for number, rules in enumerate(RULES) for state, _ in list(walk(rules, number, 50))[::4][:4]
]
LEGAL = {id(state): set(rules.legal_actions(state)) for rules, state in POSITIONS}
NAMES = sorted({name for rules in RULES for name in (*rules.places, *rules.presses)})

positions = st.sampled_from(POSITIONS)
anything = (
    st.text(max_size=5)
    | st.integers()
    | st.integers(-3, 15)
    | st.booleans()
    | st.floats()
    | st.none()
    | st.binary(max_size=3)
    | st.lists(st.integers(), max_size=2)
)
near_names = st.sampled_from(
    [*NAMES, "0", "00", "17", "-1", "１", "²", "AX", "A", "F", "U", "w", "Stock", " 1", "1 ", ""]
)
places = st.sampled_from(NAMES) | near_names | anything
counts = st.integers(-2, 14) | st.sampled_from([2**70, -(2**70), True, False, "1", "12", 1.0, None]) | anything


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_there_are_positions(rules: AnyRules) -> None:
    assert sum(one is rules for one, _ in POSITIONS) > 1


@given(positions, places, counts, places)
def test_any_move_is_a_legal_one_or_has_a_reason(where: tuple[AnyRules, Any], source: Any, count: Any, to: Any) -> None:
    judge(*where, Move(source, count, to))


@given(positions, places)
def test_any_press_is_a_legal_one_or_has_a_reason(where: tuple[AnyRules, Any], place: Any) -> None:
    judge(*where, Press(place))


@given(positions, anything | st.tuples(places, counts, places) | st.tuples(places))
def test_what_is_no_action_has_a_reason(where: tuple[AnyRules, Any], action: Any) -> None:
    assert judge(*where, action)


def judge(rules: AnyRules, state: Any, action: Any) -> bool:
    """Whether an action is refused; what is not is one that the rules list, of just these types."""
    reason = rules.why_not(state, action)
    played = Game.begin(rules, state)
    assert played.why_not(action) == reason
    if reason is None:
        assert action in LEGAL[id(state)]
        assert type(action) is Press or type(action.count) is int
        rules.apply(state, action)
        return False
    assert reason.rule.startswith(rules.letters)
    for language in words.LANGUAGES:
        assert words.catalogue(language)[reason.code]
    for verb in (lambda: rules.apply(state, action), lambda: played.after(action)):
        with pytest.raises(IllegalAction) as caught:
            verb()
        assert caught.value.reason == reason
        assert caught.value.state is state
    return True


@given(positions, places, counts)
def test_any_gesture_is_answered(where: tuple[AnyRules, Any], source: Any, count: Any) -> None:
    """What cannot be taken up goes nowhere; what can goes where a move is legal."""
    rules, state = where
    takers = rules.takers(state, source, count)
    tapped, twice = rules.tap(state, source, count), rules.double_tap(state, source, count)
    zone = rules.zone(state, source, count)
    if rules.why_not_lift(state, source, count):
        assert (takers, tapped, twice, zone) == ([], None, None, None)
        return
    assert zone in rules.places
    for target in filter(None, (*takers, tapped, twice)):
        assert Move(source, count, target) in LEGAL[id(state)]


@given(positions, places, places)
def test_any_name_means_a_move_or_is_unknown(where: tuple[AnyRules, Any], source: Any, target: Any) -> None:
    rules, state = where
    try:
        move = rules.named_move(state, source, target)
    except UnknownPlace:
        return
    judge(rules, state, move)


@given(positions, st.text(max_size=12) | st.tuples(near_names, near_names).map("-".join) | anything)
def test_any_text_is_an_action_or_none(where: tuple[AnyRules, Any], text: Any) -> None:
    rules, state = where
    try:
        action = parse_action(rules, state, text)
    except BadAction:
        return
    judge(rules, state, action)


# --- objects that are no state ---------------------------------------------------------------------------------

values = (
    anything
    | st.tuples(anything)
    | st.tuples(st.tuples(anything))
    | st.builds(Card, st.integers(-1, 14), st.sampled_from(["S", "X", ""]), st.integers(-1, 3)).map(lambda c: ((c,),))
)


def verbs(rules: AnyRules, state: Any) -> list[Callable[[], Any]]:
    """Every verb that takes a state and may be given any."""
    action: Action = every_action(rules)[1]
    place = rules.places[0]
    return [
        lambda: rules.check(state),
        lambda: rules.why_not(state, action),
        lambda: rules.apply(state, action),
        lambda: rules.legal_actions(state),
        lambda: rules.why_not_lift(state, place, 1),
        lambda: rules.takers(state, place, 1),
        lambda: rules.tap(state, place, 1),
        lambda: rules.double_tap(state, place, 1),
        lambda: rules.zone(state, place, 1),
        lambda: rules.named_move(state, place, place),
        lambda: Game.begin(rules, state),
    ]


def refused_by_all(rules: AnyRules, state: Any) -> list[str]:
    """The defects with which every verb refuses what is no state."""
    said = set()
    for verb in verbs(rules, state):
        with pytest.raises(BadPosition) as caught:
            verb()
        assert caught.value.defects == rules.defects(state)
        said.add(str(caught.value))
    assert len(said) == 1
    return rules.defects(state)


@given(positions, st.data())
def test_a_state_with_anything_in_a_field_is_a_bad_position_or_a_state(
    where: tuple[AnyRules, Any], data: st.DataObject
) -> None:
    rules, state = where
    field = data.draw(st.sampled_from([field.name for field in fields(state)]))
    value = data.draw(values)
    changed = replace(state, **{field: value})
    if rules.shape.fits(changed):
        assert rules.shape.faults(changed)[1] == []
        for action in rules.legal_actions(changed):
            rules.apply(changed, action)
    else:
        assert refused_by_all(rules, changed)


@given(positions, st.data())
def test_a_state_with_a_pile_too_many_or_too_few_or_with_anything_in_it_is_a_bad_position(
    where: tuple[AnyRules, Any], data: st.DataObject
) -> None:
    rules, state = where
    field = data.draw(st.sampled_from([name for name, row in rules.shape.rows.items() if row.piles]))
    row = getattr(state, field)
    at = data.draw(st.integers(0, len(row) - 1))
    bad = data.draw(anything)
    for changed in (
        row[:-1],
        (*row, ()),
        (*row[:at], (*row[at], bad), *row[at + 1 :]),
        (*row[:at], bad, *row[at + 1 :]),
    ):
        defects = refused_by_all(rules, replace(state, **{field: changed}))
        assert any(defect.startswith(field) for defect in defects)


@given(positions, anything)
def test_what_is_no_state_at_all_is_a_bad_position(where: tuple[AnyRules, Any], state: Any) -> None:
    rules, ours = where
    other = next(state for rules_, state in POSITIONS if rules_.name != rules.name)
    for wrong in (state, other, (ours,)):
        assert "expected a medialuna.games." in refused_by_all(rules, wrong)[0]


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_all_defects_are_told_not_only_the_first(rules: AnyRules) -> None:
    state = next(state for one, state in POSITIONS if one is rules)
    field = next(iter(rules.shape.rows))
    row = getattr(state, field)
    wrong = replace(state, **{field: ((*row[0], "7Z"), list(row[1]), *row[2:])}, face_down=(-1,) * len(row))
    defects = refused_by_all(rules, wrong)
    assert f"{field} 1: '7Z' is no card of this game" in defects
    assert sum(defect.startswith(f"{field} 2: expected a tuple") for defect in defects) == 1
    assert sum(defect.startswith("face_down") for defect in defects) == len(row)
    assert {f"{card}: expected" for card in row[1]} <= {
        defect.rpartition(" ")[0][: len("AS: expected")] for defect in defects
    }
