"""Painting faces in the Build room: strokes that are taken back, and parts made of them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.app.build.pieces import WALL_AND_STEP, window_with
from tests.app.build.test_build_model import opened
from tests.app.build.test_build_room import pixel_on
from tests.app.windows import Made, arrived, click, press, said, steps, until
from warcry3d.app.build.bench_table import bench_table
from warcry3d.app.build.intents import PICK, BuildAction, ShowBench, TakeTool
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.paint_state import (
    PAINT,
    ChoosePaintKind,
    PaintFaces,
    Painting,
    PaintState,
    PaintWay,
    SetBrush,
    StepStroke,
    TakeSurface,
    surface_of,
)
from warcry3d.app.build.painted_faces import FaceTiles
from warcry3d.app.build.room import BuildRoom
from warcry3d.app.scene.overlays import ColourField
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.table.terrain import PartKind
from warcry3d.terrain.editing.selection import FaceMesh, Selection

FRONT = (0.0, 0.0, 2.0)
"""A place on the wall's side that the camera sees (in, in the piece's frame)."""


def fresh() -> BuildModel:
    """Return a model whose surface is ready to be painted."""
    model = opened()
    model = BuildModel(model.table, model.content, tool=PAINT, states={PAINT: PaintState()})
    return model.after(TakeSurface(FaceMesh.of(surface_of(model.piece), finest=0.5)))


def painting_of(model: BuildModel) -> Painting:
    painting = model.state(PaintState).painting
    assert painting is not None
    return painting


def some(model: BuildModel, *faces: int) -> Selection:
    chosen = painting_of(model).mesh.none()
    chosen[list(faces)] = True
    return chosen


def test_strokes_are_taken_back_and_made_again_until_another_one() -> None:
    model = fresh()
    for face in (1, 2):
        model = model.after(PaintFaces(painting_of(model).faces | some(model, face)))
    assert model.after(PaintFaces(painting_of(model).faces)).state(PaintState) is model.state(PaintState)
    model = model.after(StepStroke(-1)).after(StepStroke(-1)).after(StepStroke(-1))
    assert not painting_of(model).faces.any()
    model = model.after(StepStroke(1))
    assert np.flatnonzero(painting_of(model).faces).tolist() == [1]
    model = model.after(PaintFaces(some(model, 5)))
    assert painting_of(model.after(StepStroke(1))).faces.tolist() == painting_of(model).faces.tolist()


def test_a_piece_that_comes_back_has_its_paint_again() -> None:
    model = fresh()
    before, model = model.table, model.after(PaintFaces(some(model, 3)))
    other = replace(WALL_AND_STEP, parts=WALL_AND_STEP.parts[:1])
    model = model.after(ShowBench(bench_table(other), model.content))
    assert model.state(PaintState).painting is None
    model = model.after(ShowBench(before, model.content))
    assert np.flatnonzero(painting_of(model).faces).tolist() == [3]


def test_paint_stays_where_only_kinds_change() -> None:
    model = fresh()
    model = model.after(PaintFaces(some(model, 3)))
    parts = tuple(replace(part, kinds=frozenset({PartKind.DEADLY})) for part in WALL_AND_STEP.parts)
    model = model.after(ShowBench(bench_table(replace(WALL_AND_STEP, parts=parts)), model.content))
    assert painting_of(model).faces.sum() == 1


def test_the_tool_stays_within_its_measures() -> None:
    state = fresh().after(SetBrush(radius=99.0, angle=0.0, depth=99.0, way=PaintWay.LASSO)).state(PaintState)
    assert (state.radius, state.angle, state.depth) == (2.0, 1.0, 3.0)
    assert state.way.is_drawn
    assert fresh().after(ChoosePaintKind(PartKind.LADDER)).state(PaintState).kind is PartKind.LADDER


def test_tiles_that_no_stroke_touches_are_drawn_as_they_were() -> None:
    mesh = FaceMesh.of(surface_of(WALL_AND_STEP), finest=0.3)
    tiles = FaceTiles(mesh, (1.0, 2.0, 0.0))
    all_of_it = tiles.painted(~mesh.none(), (1.0, 0.8, 0.3), 0.6)
    assert sum(len(field.triangles) for field in all_of_it) == len(mesh)
    low = np.concatenate([field.triangles.reshape(-1, 3) for field in all_of_it]).min(axis=0)
    assert low == pytest.approx(mesh.vertices.min(axis=0) + np.array((1.0, 2.0, 0.0)), abs=0.02)
    fewer = ~mesh.none()
    fewer[0] = False
    after = tiles.painted(fewer, (1.0, 0.8, 0.3), 0.6)
    assert len(set(map(id, all_of_it)) - set(map(id, after))) == 1


def drag(made: Made, *pixels: tuple[float, float], control: bool = False) -> None:
    screen = made[1]
    screen.inputs += [PointerMoved(pixels[0]), *([Pressed("control")] if control else []), Pressed("mouse1")]
    steps(made[0], 1)
    for at in pixels[1:]:
        screen.inputs.append(PointerMoved(at))
        steps(made[0], 1)
    screen.inputs += [Released("mouse1"), *([Released("control")] if control else [])]
    steps(made[0], 1)


def painted_area(room: BuildRoom) -> float:
    painting = painting_of(room.model)
    return painting.mesh.area(painting.faces)


def test_faces_are_painted_and_become_a_part_that_can_be_undone(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        window = made[0]
        arrived(window)
        press(made, "x")
        until(window, lambda: room.model.state(PaintState).painting is not None)
        steps(window, 2)
        left, right = (pixel_on(made, room, (x, *FRONT[1:])) for x in (-1.0, 1.0))
        shot = window.camera.goal
        drag(made, left, ((left[0] + right[0]) / 2, left[1]), right)
        assert window.camera.goal == shot, "a stroke does not turn the view"
        assert 0.8 < painted_area(room) < 2.5
        assert [one for one in room.view.overlays if isinstance(one, ColourField)]
        drag(made, right, ((left[0] + right[0]) / 2, left[1]), control=True)
        one_end = painted_area(room)
        assert 0.1 < one_end < 0.7 * 2.5
        made[1].inputs += [Pressed("control"), Pressed("z"), Released("z"), Released("control")]
        steps(window, 2)
        assert painted_area(room) > one_end
        room.do(BuildAction.REDO)
        assert painted_area(room) == pytest.approx(one_end)
        press(made, "4")
        assert room.model.state(PaintState).kind is PartKind.LADDER
        press(made, "enter")
        until(window, lambda: len(room.model.piece.parts) == 3)  # type: ignore[union-attr]
        assert room.model.chosen == ("ladder-1",)
        assert room.model.state(PaintState).painting is None or painted_area(room) == 0
        window.undo()
        assert painted_area(room) == pytest.approx(one_end)
        press(made, "delete")
        assert painted_area(room) == 0
        drag(made, (left[0], 40.0), (left[0] + 60, 44.0))
        assert painted_area(room) == 0
        assert window.camera.goal != shot, "a drag beside the piece turns the view"


def test_flood_box_and_lasso_choose_what_is_seen(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        window = made[0]
        arrived(window)
        press(made, "x")
        until(window, lambda: room.model.state(PaintState).painting is not None)
        steps(window, 2)
        press(made, "y")
        click(made, pixel_on(made, room, FRONT))
        assert painted_area(room) == pytest.approx(12.0), "one side of the wall"
        press(made, "delete")
        for way in (PaintWay.BOX, PaintWay.LASSO):
            press(made, "y")
            assert room.model.state(PaintState).way is way
            corners = [pixel_on(made, room, (x, 0.0, z)) for x, z in ((-1, 1.2), (1, 1.2), (1, 2.8), (-1, 2.8))]
            drag(made, corners[0], *(corners[1:] if way is PaintWay.LASSO else corners[2:3]))
            assert 1.5 < painted_area(room) < 5.0, way
            press(made, "delete")
        press(made, "enter")
        assert len(room.model.piece.parts) == 2, "nothing is painted"  # type: ignore[union-attr]
        room.do(TakeTool(PICK))
        assert not [one for one in room.view.overlays if isinstance(one, ColourField)]


def test_paint_that_cannot_be_cut_out_says_what_to_do(
    graphics: Graphics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        window = made[0]
        arrived(window)
        press(made, "x")
        until(window, lambda: room.model.state(PaintState).painting is not None)
        click(made, pixel_on(made, room, FRONT))
        area = painted_area(room)
        monkeypatch.setattr("warcry3d.terrain.editing.painting._Taken.is_sound", False)
        press(made, "enter")
        until(window, lambda: "another depth" in said(window))
        assert len(room.model.piece.parts) == 2 and painted_area(room) == area  # type: ignore[union-attr]
