"""Drags that begin on a figure before an order for it is given: they begin its move, or pick it, and turn no camera."""

from pathlib import Path
from typing import Any

import pytest

from tests.app.play.battles import PEOPLE, asked, desk_of
from tests.app.play.units.test_unit_story import before, made, opened
from tests.app.windows import Made, pixel_of, place_of, steps, until
from tests.rules.warhammer40k.battle.field import TROOPS, at_step, battle, row
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.figure_drags import intent_of_drag
from warcry3d.app.play.intents import ClickModel, PickOption
from warcry3d.app.play.model import PlayModel
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.motion.path import Point
from warcry3d.rules.warhammer40k.battle.phases.charge_phase import ChargePhase40k
from warcry3d.rules.warhammer40k.battle.phases.movement_phase import OrdersMoves40k
from warcry3d.rules.warhammer40k.battle.plugin import OFFER
from warcry3d.rules.warhammer40k.battle.state import Deed40k, Phase40k

__all__ = ["made"]


def model_at(step: Any, *, foe: tuple[float, float] = (30, 30), did: tuple[Deed40k, ...] = ()) -> PlayModel:
    """Return the model of a battle of 40K that is at a step of red's turn."""
    reds = {"u": (TROOPS, row(10, 10, 3)), "others": (TROOPS, row(30, 10, 3))}
    state = battle(reds, {"foe": (TROOPS, [foe])}, step, phase=Phase40k.MOVEMENT)
    units = tuple(one.changed(did=did) if one.id == "u" else one for one in state.units)
    return asked(PlayModel.beginning(OFFER, at_step(state.changed(units=units)), PEOPLE, 1, can_go_on=True))


@pytest.mark.parametrize(("foe", "order"), [((30.0, 30.0), "move"), ((10.0, 11.9), "fall-back")])
def test_a_drag_from_a_figure_gives_the_first_order_by_which_its_unit_moves(
    foe: tuple[float, float], order: str
) -> None:
    """An advance would roll a die at once."""
    assert intent_of_drag(model_at(OrdersMoves40k("red"), foe=foe), "u-2") == PickOption(order, "u")


def test_a_drag_from_a_figure_that_has_moved_does_what_a_click_does() -> None:
    model = model_at(OrdersMoves40k("red"), did=(Deed40k.PICKED, Deed40k.MOVED))
    assert intent_of_drag(model, "u-1") == ClickModel("u-1")
    assert [fault.rule for fault in model.after(ClickModel("u-1")).faults] == ["40K-MOVE-3"]


def test_a_drag_from_a_figure_does_nothing_where_a_click_would_give_another_order() -> None:
    """It would charge, and roll."""
    model = model_at(ChargePhase40k("red"), foe=(13, 20))
    assert model.option_on("u-1") == ("charge", "u")
    assert intent_of_drag(model, "u-1") is None


def pull(made: Made, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press and move with the button held."""
    window, screen = made
    for event in (PointerMoved(start), Pressed("mouse1"), PointerMoved(end)):
        screen.inputs.append(event)
        steps(window, 2)


def second_model(desk: BattleDesk) -> tuple[str, Point]:
    """Return the second model of the first unit that can be picked, and where it stands."""
    first = next(option for prompt in desk.model.prompts or () for option in getattr(prompt, "options", ()))
    id = desk.model.moment.mates(first.model)[1]
    return id, desk.model.game.table.model(id).placement.at


def test_a_unit_is_ordered_to_move_and_dragged_in_one_go(made: Made, tmp_path: Path) -> None:
    """Before, the table was turned instead."""
    desk = opened(made, tmp_path / "units.battle.jsonl", "movement")
    window, screen = made
    id, (x, y, z) = second_model(desk)
    there = pixel_of(window, (x, y + (1.5 if y < 18 else -1.5), z))
    eye = window.camera.goal
    pull(made, place_of(window, id), there)
    until(window, lambda: desk._hand.unit is not None)
    assert len(desk.model.game.done) == len(before("movement").done) + 1
    for event in (PointerMoved((there[0] + 1, there[1])), PointerMoved(there), Released("mouse1")):
        screen.inputs.append(event)
        steps(window, 2)
    mover = desk._hand.unit
    assert mover is not None and mover.held.leader == id
    until(window, lambda: mover.held.is_current and not mover.held.is_due)
    assert mover.held.laid and window.camera.goal == eye


def test_a_quick_drag_that_ends_before_the_unit_is_in_hand_moves_it_all_the_same(made: Made, tmp_path: Path) -> None:
    """Before, the unit was only picked: the way was not there yet when the button came up."""
    desk = opened(made, tmp_path / "units.battle.jsonl", "movement")
    window, screen = made
    id, (x, y, z) = second_model(desk)
    start, there = place_of(window, id), pixel_of(window, (x, y + (1.5 if y < 18 else -1.5), z))
    screen.inputs.extend([PointerMoved(start), Pressed("mouse1"), PointerMoved(there), Released("mouse1")])
    until(window, lambda: desk._hand.unit is not None)
    mover = desk._hand.unit
    assert mover is not None
    until(window, lambda: mover.held.laid and mover.held.is_current and not mover.held.is_due)
    ghost = mover.held.place_of(id)
    assert mover.held.leader == id and ghost is not None and abs(ghost.end[1] - y) > 1.0


def test_a_drag_from_a_figure_of_the_other_side_turns_the_camera(made: Made, tmp_path: Path) -> None:
    desk = opened(made, tmp_path / "units.battle.jsonl", "movement")
    window = made[0]
    other = next(one.id for one in desk.model.game.table.models if one.side != desk.model.player)
    eye, (x, y) = window.camera.goal, place_of(window, other)
    pull(made, (x, y), (x + 60, y))
    assert window.camera.goal != eye and desk_of(made)._hand.unit is None
