"""Test walk and test sight in the Build room, by injected input."""

from pathlib import Path

from tests.app.build.pieces import window_with
from tests.app.build.test_build_room import pixel_on
from tests.app.windows import arrived, click, press, steps, until
from warcry3d.app.build.bench_table import FIGURE, size_figure
from warcry3d.app.build.intents import PICK, TakeTool
from warcry3d.app.build.sight_station import SIGHT, SightTestState
from warcry3d.app.build.walk_station import WALK, ChooseBase, StandAt, WalkState
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.geom.solid import Placement
from warcry3d.sight.verdict import Hidden


def test_the_figure_has_the_base_and_the_place_that_it_is_given(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        press(made, "w")
        assert room.model.tool == WALK
        room.do(ChooseBase(50.0))
        figure = room.view.table.model(FIGURE)
        assert round(figure.base.length * 25.4, 3) == 50.0
        room.do(StandAt(Placement((1.0, 1.0, 0.0))))
        assert room.view.table.model(FIGURE).placement.at == (1.0, 1.0, 0.0)
        assert room.view.table.terrain is room.scene.view(room.model).table.terrain
        room.do(StandAt(None))
        assert room.view.table.model(FIGURE).placement == size_figure(room.model.table.board).placement
        steps(made[0], 2)


def test_the_figure_in_hand_is_let_go_with_the_tool(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        arrived(made[0])
        press(made, "w")
        at = size_figure(room.model.table.board).placement.at
        from tests.app.windows import pixel_of

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
