"""Moving in the window, stepped by injected input on an offscreen screen."""

import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import (
    Made,
    answer,
    click,
    judge_room,
    pixel_of,
    place_of,
    play_room,
    press,
    said,
    steps,
    until,
    window_on,
)
from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.moves.model import AllowInches, ChooseAction
from warcry3d.app.moves.scene import inches_of
from warcry3d.app.scene.overlays import Ghost, Sign, SignKind
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.gestures import Pointed
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.app.shell.model import SaveTable, ShellAction, SpeakLanguage, TypeName
from warcry3d.app.shell.window import Window
from warcry3d.rules.move_result import MoveAction
from warcry3d.table.files import load_table
from warcry3d.table.terrain import PartKind

TARGET = (2.0, 6.6, 0.0)


@pytest.fixture
def made(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Made]:
    """Yield a window on a table with two fighters and a platform."""
    monkeypatch.setattr("warcry3d.app.judge.room.judge", answer)
    models = (make_model("talon", 2, 2), make_model("brute", 9, 6, side="blue"))
    table = make_table(*models, walls={"block": ((5, 2, 0), (8, 5, 2))}, kind=PartKind.PLATFORM)
    with window_on(graphics, table, tmp_path / "small-fight.table.json") as window:
        steps(window[0])
        until(window[0], lambda: window[0]._baking.is_done and not window[0].is_changing)
        yield window


def held_by(window: Window) -> HeldFighter | None:
    return play_room(window).moves.held


def way_labels(window: Window) -> list[str]:
    held = held_by(window)
    assert held is not None
    return [label.text for label in inches_of(held, window.words, window.camera.shot, window.picture_size)]


def point_at(made: Made, point: tuple[float, float, float]) -> None:
    made[1].inputs.append(PointerMoved(pixel_of(made[0], point)))
    steps(made[0], 1)


def take(made: Made, id: str = "talon") -> None:
    """Begin moving, click a fighter and wait until its base is prepared."""
    window, _ = made
    press(made, "m")
    click(made, place_of(window, id))
    until(window, lambda: held_by(window) is not None and held_by(window).moved is not None)


def judged(window: Window) -> bool:
    return held_by(window) is not None and held_by(window).spot is not None and held_by(window).is_current


def talon(window: Window) -> tuple[float, float, float]:
    return window.document.table.model("talon").placement.at


def test_pointing_shows_ghost_cost_and_a_green_way(made: Made) -> None:
    window, _ = made
    take(made)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    hand = held_by(window)
    assert hand is not None and hand.moved is not None and hand.moved.is_legal
    assert hand.moved.cost == pytest.approx(4.6, abs=0.03)
    ghosts = [one for one in play_room(window).moves.overlays if isinstance(one, Ghost)]
    assert [ghost.model for ghost in ghosts] == ["talon"]
    assert way_labels(window) == ["4.60 walk"]
    assert talon(window) == (2, 2, 0)


def test_forbidden_way_is_marked_where_it_fails_and_is_not_dropped(made: Made) -> None:
    window, _ = made
    take(made)
    play_room(window).moves.do(AllowInches(2.0))
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    signs = [one for one in play_room(window).moves.overlays if isinstance(one, Sign) and one.kind is SignKind.CROSS]
    assert [sign.at[:2] for sign in signs] == [pytest.approx((2, 4), abs=0.05)]
    press(made, "enter")
    assert talon(window) == (2, 2, 0)
    assert held_by(window) is not None and len(held_by(window).laid) == 1


def test_dragged_fighter_is_dropped_where_the_button_is_released(made: Made) -> None:
    window, screen = made
    press(made, "m")
    until(window, lambda: not window.is_changing)
    start, end = place_of(window, "talon"), pixel_of(window, TARGET)
    azimuth = window.camera.orbit.azimuth
    screen.inputs += [
        PointerMoved(start),
        Pressed("mouse1"),
        PointerMoved(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)),
    ]
    steps(window, 2)
    screen.inputs += [PointerMoved(end), Released("mouse1")]
    until(window, lambda: talon(window) != (2, 2, 0))
    assert math.dist(talon(window), TARGET) < 0.05
    assert window.camera.orbit.azimuth == azimuth
    assert said(window) == "Talon has moved 4.60 in."
    assert play_room(window).moves.overlays == ()
    assert window._scene._overlays == ()


def test_corner_makes_the_way_bend_and_is_taken_away_again(made: Made) -> None:
    window, _ = made
    take(made)
    click(made, pixel_of(window, (3.5, 2.0, 0.0)))
    until(window, lambda: held_by(window) is not None and len(held_by(window).laid) == 1)
    point_at(made, (3.5, 5.0, 0.0))
    until(window, lambda: judged(window))
    hand = held_by(window)
    assert hand is not None and hand.moved is not None
    assert hand.moved.cost == pytest.approx(4.5, abs=0.05)
    press(made, "backspace")
    assert held_by(window) is not None and held_by(window).laid == ()


def test_second_click_on_a_corner_drops_the_fighter_however_late(made: Made) -> None:
    window, _ = made
    take(made)
    click(made, pixel_of(window, (3.5, 2.0, 0.0)))
    press(made, "backspace")
    click(made, pixel_of(window, TARGET))
    until(window, lambda: held_by(window) is not None and len(held_by(window).laid) == 1)
    time.sleep(0.6)
    click(made, pixel_of(window, TARGET))
    until(window, lambda: talon(window) != (2, 2, 0))
    assert math.dist(talon(window), TARGET) < 0.05


def test_corner_taken_away_can_be_clicked_again(made: Made) -> None:
    window, _ = made
    take(made)
    for _ in range(2):
        click(made, pixel_of(window, (3.5, 2.0, 0.0)))
        until(window, lambda: held_by(window) is not None and len(held_by(window).laid) == 1)
        press(made, "backspace")
    assert talon(window) == (2, 2, 0)


def test_escape_takes_the_move_back_and_then_leaves_moving(made: Made) -> None:
    window, _ = made
    take(made)
    press(made, "escape")
    assert held_by(window) is None and window.room_name == "play"
    press(made, "escape")
    assert window.room_name == "judge"
    assert talon(window) == (2, 2, 0)


def test_sight_is_judged_anew_after_a_move_and_undo(made: Made) -> None:
    window, _ = made
    click(made, place_of(window, "talon"))
    click(made, place_of(window, "brute"))
    until(window, lambda: judge_room(window).model.judgement is not None)
    before = judge_room(window).model.judgement
    take(made)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    press(made, "enter")
    until(window, lambda: talon(window) != (2, 2, 0))
    press(made, "j")
    until(window, lambda: judge_room(window).model.judgement is not None)
    assert before is not None and judge_room(window).model.judgement is not None
    assert judge_room(window).model.judgement.distance.direct != pytest.approx(before.distance.direct)
    assert judge_room(window).model.viewer == "talon"
    window.do(ShellAction.UNDO)
    assert talon(window) == (2, 2, 0)
    until(window, lambda: judge_room(window).model.judgement is not None)
    assert judge_room(window).model.judgement.distance.direct == pytest.approx(before.distance.direct)
    screen = made[1]
    screen.inputs += [Pressed("control"), Pressed("y"), Released("y"), Released("control")]
    steps(window, 1)
    assert talon(window) != (2, 2, 0)


def test_field_comes_and_is_drawn(made: Made) -> None:
    window, _ = made
    take(made)
    until(window, lambda: held_by(window) is not None and held_by(window).has_field)
    hand = held_by(window)
    assert hand is not None and hand.reachable is not None
    assert hand.reachable.fields
    until(window, lambda: not window.is_changing)


def test_disengaging_allows_three_inches(made: Made) -> None:
    window, _ = made
    take(made)
    play_room(window).moves.do(ChooseAction(MoveAction.DISENGAGE))
    assert held_by(window) is not None and held_by(window).allowed == 3


def test_moved_table_is_saved_under_the_name_that_is_typed(made: Made, tmp_path: Path) -> None:
    window, screen = made
    take(made)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    press(made, "enter")
    press(made, "s")
    assert window.model.naming == "small-fight-2"
    window.do(TypeName("later"))
    window.do(SaveTable("later"))
    saved = tmp_path / "later.table.json"
    assert math.dist(load_table(saved).model("talon").placement.at, talon(window)) < 1e-9
    assert screen.title == "Later - warcry3d"
    assert json.loads(saved.read_text())["format"] == "warcry3d.table/1"
    press(made, "s")
    window.do(SaveTable("later"))
    assert "already" in said(window)


def test_moving_speaks_chinese_too(made: Made) -> None:
    window, _ = made
    window.do(SpeakLanguage("zh_CN"))
    take(made)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    steps(window)
    (label,) = way_labels(window)
    assert "4.6" in label and "walk" not in label


def test_what_is_said_of_a_move_is_said_in_the_language_spoken_and_gone_when_it_is_undone(made: Made) -> None:
    window, _ = made
    take(made)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    press(made, "enter")
    assert said(window) == "Talon has moved 4.60 in."
    window.do(SpeakLanguage("zh_CN"))
    assert "4.6" in said(window) and "has moved" not in said(window)
    window.do(ShellAction.UNDO)
    assert said(window) == ""
    window.do(ShellAction.REDO)
    assert said(window) == ""
    assert math.dist(talon(window), TARGET) < 0.05


def test_a_drag_draws_the_things_of_the_table_not_again(made: Made) -> None:
    window, _ = made
    take(made)
    until(window, lambda: held_by(window) is not None and held_by(window).has_field and not window.is_changing)
    drawn: list[tuple[bool, bool]] = []
    for step in range(4):
        point_at(made, (2.0 + 0.2 * step, 6.0, 0.0))
        drawn += [(canvas.things.isActive(), canvas.laid.isActive()) for canvas in window._scene._canvases.values()]
    assert not any(things for things, _ in drawn)
    assert any(laid for _, laid in drawn)
    made[1].inputs += [PointerMoved((300, 300)), Pressed("mouse3"), PointerMoved((340, 310)), Released("mouse3")]
    steps(window, 1)
    assert any(canvas.things.isActive() for canvas in window._scene._canvases.values())


@pytest.mark.parametrize("begins", [False, True])
def test_what_was_clicked_stays_marked_while_the_pointer_is_there_or_over_a_panel(made: Made, begins: bool) -> None:
    """Seen with newcomers: after the first click on a place nothing told them that another one goes there."""
    window, _ = made
    take(made)
    moves, table, at = play_room(window).moves, window.document.table, pixel_of(window, TARGET)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    assert not moves.is_marked
    if begins:
        moves.begin_at(at)
    else:
        click(made, at)
    assert moves.is_marked
    moves.take(Pointed((at[0] + 40, at[1])), table)
    assert not moves.is_marked
    moves.take(Pointed(None), table)
    assert moves.is_marked
    until(window, lambda: held_by(window) is not None and held_by(window).is_current)
    assert held_by(window).at[:2] == pytest.approx(TARGET[:2], abs=0.05)
    press(made, "enter")
    until(window, lambda: talon(window) != (2, 2, 0))
    assert math.dist(talon(window), TARGET) < 0.05


def test_second_click_drops_also_where_the_first_came_to_hold_another_place(made: Made) -> None:
    """A click on an enemy or a treasure holds the place of approach once that is known."""
    window, _ = made
    take(made)
    moves, table, at = play_room(window).moves, window.document.table, pixel_of(window, TARGET)
    moves.begin_at(at)
    with patch.object(moves._pointing, "ray", lambda at: (np.array([3.0, 6.0, 0.5]), np.array([0.0, 0.0, -1.0]))):
        moves.take(Pointed(at), table)
        until(window, lambda: judged(window))
        assert held_by(window).at[:2] == pytest.approx((3.0, 6.0), abs=0.05)
        click(made, at)
        until(window, lambda: talon(window) != (2, 2, 0))
    assert math.dist(talon(window)[:2], (3.0, 6.0)) < 0.05
