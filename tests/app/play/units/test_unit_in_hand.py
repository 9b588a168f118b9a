"""A unit in hand: in formation, laid down, adjusted, taken back. Pure."""

from dataclasses import replace
from typing import Any

import pytest

from tests.rules.warhammer40k.battle.field import RULES, TROOPS, at_step, battle
from warcry3d.app.play.units.unit_in_hand import (
    Adjusted,
    AnswerUnit,
    BackOne,
    ChooseFormation,
    Formed,
    HoldUnit,
    LaidDown,
    LayUnit,
    LeadBy,
    NextFormation,
    TakeSingle,
    TakeSuggested,
    TurnUnit,
    UnitAnswer,
    UnitInHand,
    group_of,
)
from warcry3d.game.group_moves import GroupOrder, JudgedGroup, JudgedMember, UnitGroup
from warcry3d.game.prompts import Go, Option, Placing
from warcry3d.game.reasons import ActionFault
from warcry3d.message import message
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k
from warcry3d.rules.warhammer40k.battle.state import Phase40k

FAULT = ActionFault("RULE-1", message("no"))


def judged(answer: tuple[Placing, ...], *, is_refused: bool = False) -> JudgedGroup:
    members = tuple(JudgedMember(one.item, (one.at,), one.at, one.turn) for one in answer)
    return JudgedGroup(members, faults=(FAULT,) if is_refused else ())


GROUP: UnitGroup[Any] = UnitGroup(
    (Option("as-it-stands", message("As it stands")), Option("line", message("Line"))),
    homes=lambda order: (),
    follow=lambda order: tuple(Placing(id, order.to, order.turn) for id in "ab"),
    adjusted=lambda answer, id, to: tuple(replace(one, at=to) if one.item == id else one for one in answer),
    judge=judged,
)
GO: Any = Go(
    id="move",
    heading=message("Move"),
    action=lambda ways: ways,
    models=("a", "b"),
    budget=5.0,
    ways=frozenset(),
    group=GROUP,
)


def answered(held: UnitInHand, *, is_refused: bool = False) -> UnitInHand:
    """Return the unit once the background has answered what it asks."""
    match held.question:
        case Formed(order=order):
            answer = GROUP.follow(order)
        case Adjusted(answer=laid, model=model, to=to):
            answer = GROUP.adjusted(laid, model, to)
        case LaidDown(answer=answer):
            pass
        case None:
            return held
    return held.after(AnswerUnit(UnitAnswer(held.question, answer, judged(answer, is_refused=is_refused))))


def laid(*at: float) -> UnitInHand:
    """Return a unit laid down with its leader at a place."""
    held = UnitInHand.taking(GO, "a").after(HoldUnit((at[0], at[1], 0.0)))
    return answered(held).after(LayUnit())


def test_units_of_one_model_are_no_group() -> None:
    assert group_of(GO) is GROUP
    assert group_of(replace(GO, models=("a",))) is None
    assert group_of(replace(GO, group=None)) is None


def test_it_is_led_by_a_model_of_its_own_else_by_one_in_the_middle() -> None:
    assert UnitInHand.taking(GO, "a").leader == "a"
    assert UnitInHand.taking(GO, "stranger").leader == "b"
    assert UnitInHand.taking(GO, "a").after(LeadBy("stranger")).leader == "a"


def test_held_somewhere_it_asks_for_its_formation_there() -> None:
    held = UnitInHand.taking(GO, "a")
    assert held.question is None and held.ready == ()
    held = held.after(HoldUnit((1.0, 2.0, 0.0)))
    assert held.question == Formed(GroupOrder("a", (1.0, 2.0, 0.0), "as-it-stands", 0.0))
    assert not held.is_current and held.ready == ()
    assert len(answered(held).ready) == 2


def test_what_is_refused_is_no_answer_but_is_laid_down_to_be_adjusted() -> None:
    held = answered(UnitInHand.taking(GO, "a").after(HoldUnit((1.0, 2.0, 0.0))), is_refused=True)
    assert held.ready == ()
    assert held.after(LayUnit()).laid


def test_it_is_laid_down_as_soon_as_it_is_judged() -> None:
    held = UnitInHand.taking(GO, "a").after(HoldUnit((1.0, 2.0, 0.0))).after(LayUnit())
    assert not held.laid
    assert answered(held).laid and not answered(held).is_due


def test_laid_down_it_follows_the_pointer_no_more() -> None:
    held = laid(1.0, 2.0)
    assert held.ready == held.laid
    assert held.after(HoldUnit((9.0, 9.0, 0.0))) is held


def test_a_single_model_is_adjusted_and_that_is_taken_back() -> None:
    first = laid(1.0, 2.0)
    held = answered(first.after(TakeSingle("b")).after(HoldUnit((2.0, 2.0, 0.0))))
    assert [one.at[0] for one in held.ready] == [1.0, 2.0]
    done = held.after(LayUnit())
    assert not done.single and [one.at[0] for one in done.laid] == [1.0, 2.0]
    assert held.after(BackOne()).single == "", "the model taken is let go first"
    back = done.after(BackOne())
    assert back.laid == first.laid and not back.before
    assert back.after(BackOne()).laid == (), "then the unit is in formation again"
    assert back.after(BackOne()).after(BackOne()).question is None


def test_turned_or_arranged_anew_it_is_in_formation_where_it_was_laid_down() -> None:
    held = laid(1.0, 2.0)
    for change in (TurnUnit(1), NextFormation(), ChooseFormation("line")):
        changed = held.after(change)
        assert changed.order is not None and changed.order.to == (1.0, 2.0, 0.0)
        assert changed.before == (held.laid,)
        assert changed.after(BackOne()).laid == held.laid
    assert held.after(NextFormation()).after(NextFormation()).formation == "as-it-stands"
    assert held.after(TurnUnit(2)).turn == pytest.approx(0.5235987756)


def test_dragged_anew_it_is_in_formation_and_going_back_lays_it_down_as_before() -> None:
    held = laid(1.0, 2.0)
    again = held.after(LeadBy("b"))
    assert again.leader == "b" and not again.laid
    assert again.after(BackOne()).laid == held.laid


def test_what_the_rules_suggest_for_a_move_is_laid_down_at_once() -> None:
    suggested = (Placing("a", (3.0, 3.0, 0.0)), Placing("b", (4.0, 3.0, 0.0)))
    held = UnitInHand.taking(replace(GO, suggested=suggested))
    assert held.laid == suggested
    assert held.after(BackOne()).laid == ()
    assert held.after(BackOne()).after(TakeSuggested()).laid == suggested
    assert UnitInHand.taking(GO).after(TakeSuggested()).laid == ()


def test_a_single_model_that_moves_plainly_is_no_group() -> None:
    state = battle({"u": (TROOPS, [(8, 10)])}, {"foe": (TROOPS, [(40, 10)])}, MovesUnit40k("u", MoveKind40k.NORMAL))
    go = RULES.prompts(at_step(state).state)[0]
    assert isinstance(go, Go) and not go.as_group and group_of(go) is None
    charge = MovesUnit40k("u", MoveKind40k.CHARGE, 8.0, ("foe",))
    state = battle({"u": (TROOPS, [(9, 10)])}, {"foe": (TROOPS, [(16, 10)])}, charge, phase=Phase40k.CHARGE)
    asked = RULES.prompts(at_step(state).state)[0]
    assert isinstance(asked, Go) and group_of(asked) is asked.group
    assert UnitInHand.taking(asked).laid == asked.suggested, "what is suggested is laid down at once"
