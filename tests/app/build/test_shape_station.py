"""Handles and numbers of simple pieces: pulled on the piece by injected input, seen at once, kept when let go."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from tests.app.build.pieces import open_in, plain_table, window_with
from tests.app.windows import Made, arrived, pixel_of, press, steps, until, window_on
from warcry3d.app.build.handles import Pull, along_axis, value_in_words
from warcry3d.app.build.intents import PICK, SHAPING, STARTING, NewPiece, TakeTool
from warcry3d.app.build.room import BuildRoom
from warcry3d.app.scene.overlays import Tint
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.messages import Words
from warcry3d.table.pieces import save_piece
from warcry3d.terrain.making.fields import FieldHandle, FieldValue
from warcry3d.terrain.making.simple_pieces import made_from, simple_kind

Place = tuple[float, float, float]


@contextmanager
def window_with_made(graphics: Graphics, folder: Path, kind: str) -> Iterator[tuple[Made, BuildRoom]]:
    """Yield a window on a simple piece, its handles on show."""
    save_piece(simple_kind(kind).piece(name=kind), folder / f"{kind}.glb")
    with window_on(graphics, plain_table(), folder / "other.table.json") as made:
        room = open_in(made, folder / f"{kind}.glb")
        press(made, "h")
        arrived(made[0])
        steps(made[0], 2)
        yield made, room


def values_of(room: BuildRoom) -> dict[str, FieldValue]:
    """Return the numbers of what is seen."""
    piece = room.model.trial or room.model.piece
    known = made_from(piece) if piece is not None else None
    assert known is not None
    return known[1]


def handle_of(room: BuildRoom, field: str) -> FieldHandle:
    piece = room.model.piece
    known = made_from(piece) if piece is not None else None
    assert known is not None
    return next(one for one in known[0].handles(known[1]) if one.field == field)


def placed(room: BuildRoom, handle: FieldHandle, along: float = 0.0) -> Place:
    x, y, z = (a + o + along * d for a, o, d in zip(handle.at, room.model.origin, handle.axis, strict=True))
    return x, y, z


def pull(made: Made, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Take hold at a pixel and move to another, without letting go."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    for event in (PointerMoved(start), Pressed("mouse1"), PointerMoved(middle), PointerMoved(end)):
        made[1].inputs.append(event)
        steps(made[0], 1)


def let_go(made: Made) -> None:
    made[1].inputs.append(Released("mouse1"))
    steps(made[0], 1)


def test_a_handle_pulled_an_inch_makes_the_number_follow_and_the_piece_seen(graphics: Graphics, tmp_path: Path) -> None:
    with window_with_made(graphics, tmp_path, "wall") as (made, room):
        before, opened = room.model.piece, made[0].document
        handle = handle_of(room, "height")
        start, end = (pixel_of(made[0], placed(room, handle, along)) for along in (0.0, 1.0))
        pull(made, start, end)
        assert values_of(room)["height"] == pytest.approx(4.0, abs=0.26)
        assert room.model.piece is before and room.view.is_passing
        shown = room.view.table.terrain.features[0].piece
        assert max(part.solid.bounds[1, 2] for part in shown.parts) == pytest.approx(values_of(room)["height"])
        assert made[0].document is opened
        let_go(made)
        assert room.model.trial is None and room.model.piece is not before
        assert values_of(room)["height"] == pytest.approx(4.0, abs=0.26)
        made[0].undo()
        assert room.model.piece is before and values_of(room)["height"] == 3.0


def test_a_piece_that_grows_to_both_sides_grows_twice_as_far(graphics: Graphics, tmp_path: Path) -> None:
    with window_with_made(graphics, tmp_path, "box") as (made, room):
        handle = handle_of(room, "length")
        assert handle.gain == 2.0
        pull(made, *(pixel_of(made[0], placed(room, handle, along)) for along in (0.0, 1.0)))
        assert values_of(room)["length"] == pytest.approx(4.0, abs=0.26)
        seen = placed(room, handle_of(room, "width"))
        at = pixel_of(made[0], seen)
        let_go(made)
        after = placed(room, handle_of(room, "width"))
        assert after != seen, "the board around it is larger"
        assert pixel_of(made[0], after) == pytest.approx(at, abs=0.6)
        made[0].undo()
        assert pixel_of(made[0], placed(room, handle_of(room, "width"))) == pytest.approx(at, abs=0.6)


def test_escape_lets_the_handle_go_and_the_piece_is_as_it_was(graphics: Graphics, tmp_path: Path) -> None:
    with window_with_made(graphics, tmp_path, "box") as (made, room):
        before, handle = room.model.piece, handle_of(room, "height")
        pull(made, *(pixel_of(made[0], placed(room, handle, along)) for along in (0.0, 1.0)))
        assert room.model.trial is not None
        press(made, "escape")
        assert room.model.trial is None and room.model.tool == SHAPING
        made[1].inputs.append(PointerMoved(pixel_of(made[0], placed(room, handle, 2.0))))
        steps(made[0], 1)
        let_go(made)
        assert room.model.piece is before and not made[0].document.is_changed


def test_a_drag_beside_the_handles_turns_the_view(graphics: Graphics, tmp_path: Path) -> None:
    with window_with_made(graphics, tmp_path, "box") as (made, room):
        shot = made[0].camera.shot
        corner = pixel_of(made[0], (0.1, 0.1, 0.0))
        pull(made, corner, (corner[0] + 40, corner[1]))
        let_go(made)
        assert made[0].camera.shot != shot and room.model.trial is None


def test_numbers_are_chosen_and_changed_by_keys(graphics: Graphics, tmp_path: Path) -> None:
    with window_with_made(graphics, tmp_path, "ruin") as (made, room):
        press(made, "tab")
        press(made, "]")
        assert values_of(room)["length"] == 6.25
        press(made, "[")
        press(made, "[")
        assert values_of(room)["length"] == 5.75
        made[1].inputs += [Pressed("shift"), Pressed("tab"), Released("tab"), Released("shift")]
        steps(made[0], 1)
        press(made, "]")
        assert values_of(room)["seed"] == 2
        while room.model.piece is not None and values_of(room)["way"] == "open":
            press(made, "tab")
            press(made, "]")
        assert values_of(room)["way"] != "open"


def test_tints_stay_on_a_piece_that_is_made_anew(graphics: Graphics, tmp_path: Path) -> None:
    with window_with_made(graphics, tmp_path, "ruin") as (made, room):
        tints = [one for one in room.view.overlays if isinstance(one, Tint)]
        press(made, "tab")
        press(made, "]")
        steps(made[0], 2)
        assert [one for one in room.view.overlays if isinstance(one, Tint)] == tints
        world = made[0]._scene.world
        nodes = [world.node(tint.name) for tint in tints]
        marks = [node.get_shader_input("mark") for node in nodes if node is not None]  # kept: they own their vectors
        assert tints and len(marks) == len(nodes) and all(mark.get_vector().w > 0 for mark in marks)


def test_only_a_simple_piece_has_handles(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        press(made, "h")
        assert room.model.tool == PICK and not room.model.can_take(SHAPING)


def test_a_new_simple_piece_comes_with_its_handles(
    graphics: Graphics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "data"))
    with window_with(graphics, tmp_path) as (made, room):
        room.do(TakeTool(STARTING))
        room.do(NewPiece("stairs"))
        until(made[0], lambda: room.model.piece is not None and room.model.piece.made is not None)
        assert room.model.tool == SHAPING


def ray_at(eye: Place, target: Place) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    direction = np.subtract(target, eye)
    return np.array(eye, float), direction / np.linalg.norm(direction)


def test_a_line_of_sight_is_nearest_to_an_axis_where_it_meets_it() -> None:
    assert along_axis(ray_at((0, -10, 5), (0, 0, 2)), (0, 0, 0), (0, 0, 1)) == pytest.approx(2.0)
    # Past the axis by 1 in: nearest where the two lines have a common perpendicular.
    assert along_axis(ray_at((1, -10, 3), (1, 0, 3)), (0, 0, 0), (0, 0, 1)) == pytest.approx(3.0)
    assert along_axis(ray_at((0, 0, 10), (0, 0, 0)), (0, 0, 0), (0, 0, 1)) is None


def test_a_pulled_value_keeps_to_its_steps_and_its_range() -> None:
    wall = simple_kind("wall")
    field = next(one for one in wall.fields if one.name == "height")
    handle = next(one for one in wall.handles({}) if one.field == "height")
    at = handle.at
    eye = (at[0], at[1] - 10, at[2])
    taken = Pull.taken(handle, field, 3.0, (0, 0, 0), ray_at(eye, at))
    assert taken is not None
    assert taken.value_at(ray_at(eye, (at[0], at[1], at[2] + 0.6))) == 3.5
    assert taken.value_at(ray_at(eye, (at[0], at[1], at[2] + 50))) == field.most
    assert taken.value_at(ray_at(eye, (at[0], at[1], at[2] - 50))) == field.least


def test_values_are_said_in_their_unit() -> None:
    ruin = simple_kind("ruin")
    said = {one.name: value_in_words(one, one.default, Words("en")) for one in ruin.fields}
    assert said["length"] == "length 6.00 in"
    assert said["broken"] == "break 70%"
    assert said["windows"] == "windows 1"
