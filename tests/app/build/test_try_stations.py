"""Test walk and test sight in the Build room, by injected input."""

from itertools import product
from pathlib import Path

import numpy as np

from tests.app.build.pieces import WALL_AND_STEP, window_with
from tests.app.build.test_build_room import pixel_on
from tests.app.windows import Made, arrived, click, pixel_of, press, steps, until
from warcry3d.app.build.bench_table import FIGURE, bench_table, bounds_of, origin_of, size_figure
from warcry3d.app.build.intents import PICK, TakeTool
from warcry3d.app.build.sight_station import SIGHT, SightTestState
from warcry3d.app.build.walk_station import BASES_MM, WALK, ChooseBase, StandAt, WalkState
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.geom.solid import Placement
from warcry3d.sight.verdict import Hidden


def test_the_figure_has_the_base_and_the_place_that_it_is_given(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        press(made, "w")
        assert room.model.tool == WALK
        room.do(ChooseBase(50.0))
        large = "figure-of-50-mm"
        assert [one.id for one in room.view.table.models] == [large], "the panel called it a figure of 32 mm"
        assert round(room.view.table.model(large).base.length * 25.4, 3) == 50.0
        room.do(StandAt(Placement((1.0, 1.0, 0.0))))
        assert room.view.table.model(large).placement.at == (1.0, 1.0, 0.0)
        assert room.view.table.terrain is room.scene.view(room.model).table.terrain
        room.do(StandAt(None))
        assert room.view.table.model(large).placement == size_figure(room.model.table.board).placement
        press_control(made, "z")
        assert room.view.table.model(large).placement.at == (1.0, 1.0, 0.0)
        press_control(made, "z")
        press_control(made, "z")
        assert room.model.state(WalkState).placement is None and not made[0].document.past
        press_control(made, "y")
        assert room.view.table.model(large).placement.at == (1.0, 1.0, 0.0)
        steps(made[0], 2)


def press_control(made: Made, key: str) -> None:
    made[1].inputs += [Pressed("control"), Pressed(key), Released(key), Released("control")]
    steps(made[0], 1)


def test_the_largest_figure_has_room_beside_the_piece() -> None:
    table = bench_table(WALL_AND_STEP)
    figure, (low, _) = size_figure(table.board), bounds_of(WALL_AND_STEP) + np.array(origin_of(WALL_AND_STEP, table))
    x, y, _ = figure.placement.at
    reach = max(BASES_MM) / 25.4 / 2
    assert reach < min(x, y)
    assert np.hypot(low[0] - x, low[1] - y) > reach


def test_the_piece_and_its_figure_fill_the_picture(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        window = made[0]
        focus = room.view.focus
        assert focus is not None
        arrived(window)
        places = np.array([pixel_of(window, point) for point in product(*zip(*focus, strict=True))])
        low, high = places.min(axis=0), places.max(axis=0)
        rail, panel = window._covered_left
        assert low[0] >= rail + panel - 2 and high[0] <= window.picture_size[0] + 2
        assert low[1] >= 0 and high[1] <= window.picture_size[1]
        share = (high - low) / (window.picture_size[0] - rail - panel, window.picture_size[1])
        assert 0.5 < share.max() <= 0.85


def test_the_figure_in_hand_is_let_go_with_the_tool(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        arrived(made[0])
        press(made, "w")
        at = size_figure(room.model.table.board).placement.at
        click(made, pixel_of(made[0], (at[0], at[1], 0.3)))
        walking = room._by_tool[WALK]
        assert walking.moves.held is not None  # type: ignore[attr-defined]
        made[1].inputs.append(PointerMoved(pixel_of(made[0], (at[0] + 1.0, at[1], 0.0))))
        steps(made[0], 3)
        room.do(TakeTool(PICK))
        assert walking.moves.held is None  # type: ignore[attr-defined]
        assert room.model.state(WalkState) == WalkState()


def test_two_clicks_ask_who_sees_whom_and_a_drag_asks_anew(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        arrived(made[0])
        press(made, "v")
        assert room.model.tool == SIGHT
        click(made, pixel_on(made, room, (-1.2, -2.6, 0.0)))
        click(made, pixel_on(made, room, (1.4, -2.6, 0.0)))
        state = room.model.state(SightTestState)
        assert state.viewer is not None and state.target is not None
        until(made[0], lambda: room.model.state(SightTestState).answer is not None)
        answer = room.model.state(SightTestState).answer
        assert answer is not None and answer.judgement is not None
        assert not isinstance(answer.judgement.sight, Hidden)
        assert {model.id for model in room.view.table.models} == {"viewer", "target"}
        start, end = pixel_on(made, room, (1.4, -2.6, 0.5)), pixel_on(made, room, (0.6, -2.6, 0.5))
        for event in (PointerMoved(start), Pressed("mouse1"), PointerMoved(end), Released("mouse1")):
            made[1].inputs.append(event)
            steps(made[0], 1)
        assert room.model.state(SightTestState).target != state.target
        until(made[0], lambda: room.model.state(SightTestState).answer is not answer)
        press(made, "escape")
        assert {model.id for model in room.view.table.models} == {FIGURE}
