"""Moving in the window, stepped by injected input on an offscreen screen."""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from panda3d.core import GraphicsOutput, Texture

from tests.app.conftest import MakeModel, MakeTable
from tests.app.shell.test_window import Made, Offscreen, answer, click, place_of, press, steps, until
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.ghost import Ghost
from warcry3d.app.scene.overlay import Sign, SignKind
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.displayed import Allowing, Do, MovingFor, Naming, Saving
from warcry3d.app.shell.screen import PointerMoved, Pressed, Released
from warcry3d.app.shell.window import Window
from warcry3d.messages import Words
from warcry3d.rules.move_result import MoveAction
from warcry3d.table.files import load_table
from warcry3d.table.terrain import PartKind

SIZE = (900, 560)
TARGET = (2.0, 6.6, 0.0)


@pytest.fixture
def made(graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path) -> Iterator[Made]:
    """Yield a window on a table with two fighters and a platform."""
    models = (make_model("talon", 2, 2), make_model("brute", 9, 6, side="blue"))
    table = make_table(*models, walls={"block": ((5, 2, 0), (8, 5, 2))}, kind=PartKind.PLATFORM)
    texture = Texture("screen")
    buffer = graphics.buffer("screen", SIZE)
    buffer.addRenderTexture(texture, GraphicsOutput.RTMCopyRam)
    screen = Offscreen(Graphics(graphics.engine, graphics.pipe, buffer), texture)
    window = Window(screen, tmp_path / "small-fight.table.json", table, Words("en"), judge=answer)
    steps(window)
    yield window, screen
    window.close()
    graphics.remove(buffer)


def pixel_of(window: Window, point: tuple[float, float, float]) -> tuple[float, float]:
    x, y, _ = project(window.camera.shot, np.array([point]), window.room)[0]
    return float(x), float(y)


def point_at(made: Made, point: tuple[float, float, float]) -> None:
    made[1].inputs.append(PointerMoved(pixel_of(made[0], point)))
    steps(made[0], 1)


def take(made: Made, id: str = "talon") -> None:
    """Begin moving, click a fighter and wait until its base is prepared."""
    window, _ = made
    press(made, "m")
    click(made, place_of(window, id))
    until(window, lambda: window.moving.hand is not None and window.moving.hand.moved is not None)


def judged(window: Window) -> bool:
    return window.moving.hand is not None and window.moving.hand.spot is not None and window.moving.hand.is_current


def talon(window: Window) -> tuple[float, float, float]:
    return window.dispute.table.model("talon").placement.at


def test_pointing_shows_ghost_cost_and_a_green_way(made: Made) -> None:
    window, _ = made
    take(made)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    hand = window.moving.hand
    assert hand is not None and hand.moved is not None and hand.moved.is_legal
    assert hand.moved.cost == pytest.approx(4.6, abs=0.03)
    ghosts = [one for one in window.moving.overlays if isinstance(one, Ghost)]
    assert [ghost.model for ghost in ghosts] == ["talon"]
    move = window.shown.move
    assert move is not None and [part.text for part in move.inches] == ["4.6 walk"]
    assert talon(window) == (2, 2, 0)


def test_forbidden_way_is_marked_where_it_fails_and_is_not_dropped(made: Made) -> None:
    window, _ = made
    take(made)
    window._grant(Allowing(2.0))
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    signs = [one for one in window.moving.overlays if isinstance(one, Sign) and one.kind is SignKind.CROSS]
    assert [sign.at[:2] for sign in signs] == [pytest.approx((2, 4), abs=0.05)]
    press(made, "enter")
    assert talon(window) == (2, 2, 0)
    assert window.moving.hand is not None and len(window.moving.hand.laid) == 1


def test_dragged_fighter_is_dropped_where_the_button_is_released(made: Made) -> None:
    window, screen = made
    press(made, "m")
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
    assert window.shown.notice == "Talon has moved 4.6 in."
    assert window.moving.overlays == ()
    assert window._stage._overlays == ()


def test_corner_makes_the_way_bend_and_is_taken_away_again(made: Made) -> None:
    window, _ = made
    take(made)
    click(made, pixel_of(window, (3.5, 2.0, 0.0)))
    until(window, lambda: window.moving.hand is not None and len(window.moving.hand.laid) == 1)
    point_at(made, (3.5, 5.0, 0.0))
    until(window, lambda: judged(window))
    hand = window.moving.hand
    assert hand is not None and hand.moved is not None
    assert hand.moved.cost == pytest.approx(4.5, abs=0.05)
    press(made, "backspace")
    assert window.moving.hand is not None and window.moving.hand.laid == ()


def test_escape_takes_the_move_back_and_then_leaves_moving(made: Made) -> None:
    window, _ = made
    take(made)
    press(made, "escape")
    assert window.moving.hand is None and window.moving.is_on
    press(made, "escape")
    assert not window.moving.is_on
    assert talon(window) == (2, 2, 0)


def test_sight_is_judged_anew_after_a_move_and_undo(made: Made) -> None:
    window, _ = made
    click(made, place_of(window, "talon"))
    click(made, place_of(window, "brute"))
    until(window, lambda: window.judgement is not None)
    before = window.judgement
    take(made)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    press(made, "enter")
    until(window, lambda: window.judgement is not None)
    assert before is not None and window.judgement is not None
    assert window.judgement.distance.direct != pytest.approx(before.distance.direct)
    assert window.dispute.viewer == "talon"
    window._grant(Do.UNDO)
    assert talon(window) == (2, 2, 0)
    until(window, lambda: window.judgement is not None)
    assert window.judgement.distance.direct == pytest.approx(before.distance.direct)
    screen = made[1]
    screen.inputs += [Pressed("control"), Pressed("y"), Released("y"), Released("control")]
    steps(window, 1)
    assert talon(window) != (2, 2, 0)


def test_field_comes_and_is_drawn(made: Made) -> None:
    window, _ = made
    take(made)
    until(window, lambda: window.moving.hand is not None and window.moving.hand.has_field)
    hand = window.moving.hand
    assert hand is not None and hand.reachable is not None
    assert hand.reachable.fields
    until(window, lambda: not window.is_changing)


def test_disengaging_allows_three_inches(made: Made) -> None:
    window, _ = made
    take(made)
    window._grant(MovingFor(MoveAction.DISENGAGE))
    assert window.moving.hand is not None and window.moving.hand.allowed == 3


def test_moved_table_is_saved_under_the_name_that_is_typed(made: Made, tmp_path: Path) -> None:
    window, screen = made
    take(made)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    press(made, "enter")
    press(made, "s")
    assert window.shown.naming == "small-fight-2"
    window._grant(Naming("later"))
    window._grant(Saving("later"))
    saved = tmp_path / "later.table.json"
    assert math.dist(load_table(saved).model("talon").placement.at, talon(window)) < 1e-9
    assert screen.title == "Later - warcry3d"
    assert json.loads(saved.read_text())["format"] == "warcry3d.table/1"
    press(made, "s")
    window._grant(Saving("later"))
    assert window.shown.is_alarming and "already" in window.shown.notice


def test_moving_speaks_chinese_too(made: Made) -> None:
    window, _ = made
    window.speak("zh_CN")
    take(made)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    steps(window)
    move = window.shown.move
    assert move is not None and "4.6" in move.inches[0].text
    assert replace(move).hand is window.moving.hand


def test_what_is_said_of_a_move_is_said_in_the_language_spoken_and_gone_when_it_is_undone(made: Made) -> None:
    window, _ = made
    take(made)
    point_at(made, TARGET)
    until(window, lambda: judged(window))
    press(made, "enter")
    assert window.shown.notice == "Talon has moved 4.6 in."
    window.speak("zh_CN")
    assert "4.6" in window.shown.notice and "has moved" not in window.shown.notice
    window._grant(Do.UNDO)
    assert window.shown.notice == ""
    window._grant(Do.REDO)
    assert window.shown.notice == ""
    assert math.dist(talon(window), TARGET) < 0.05


def test_a_drag_draws_the_things_of_the_table_not_again(made: Made) -> None:
    window, _ = made
    take(made)
    until(window, lambda: window.moving.hand is not None and window.moving.hand.has_field and not window.is_changing)
    drawn: list[tuple[bool, bool]] = []
    for step in range(4):
        point_at(made, (2.0 + 0.2 * step, 6.0, 0.0))
        drawn += [(canvas.things.isActive(), canvas.laid.isActive()) for canvas in window._stage._canvases.values()]
    assert not any(things for things, _ in drawn)
    assert any(laid for _, laid in drawn)
    made[1].inputs += [PointerMoved((300, 300)), Pressed("mouse3"), PointerMoved((340, 310)), Released("mouse3")]
    steps(window, 1)
    assert any(canvas.things.isActive() for canvas in window._stage._canvases.values())
