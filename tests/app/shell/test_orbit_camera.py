"""The camera, worked by hand."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import zoo
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.panels.prompt_line import HEIGHT
from warcry3d.app.scene.camera import Shot, project
from warcry3d.app.scene.orbit import FARTHEST, HIGHEST, LOWEST, NEAREST, PRESETS, Orbit, overlooking, ray
from warcry3d.app.shell.camera import Camera
from warcry3d.app.shell.viewpoint import DEEP, FOOT, HEAD, Viewpoint
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

BOARD = (30.0, 22.0)
ORBIT = Orbit((15.0, 11.0, 1.0), 40.0, math.radians(-90), math.radians(30))


def seen_at(shot: Shot, point: Sequence[float], aspect: float) -> tuple[float, float]:
    """Return where a point is in the picture, -1 to 1 from its left and bottom."""
    x, y, depth = project(shot, np.array([point], dtype=np.float64), (round(2000 * aspect), 2000))[0]
    assert depth > 0
    return x / (1000 * aspect) - 1, 1 - y / 1000


def test_eye_south_of_the_centre_looks_north_with_east_to_the_right() -> None:
    right, up, forward = ORBIT.shot().frame()
    assert right == pytest.approx([1, 0, 0], abs=1e-12)
    assert forward == pytest.approx([0, math.cos(math.radians(30)), -0.5])
    assert up @ forward == pytest.approx(0)


@given(x=st.floats(-1, 1), y=st.floats(-1, 1), depth=st.floats(0.5, 80))
def test_ray_through_a_pixel_passes_what_is_seen_there(x: float, y: float, depth: float) -> None:
    start, direction = ray(ORBIT.shot(), x, y, 1.6)
    assert seen_at(ORBIT.shot(), start + depth * direction, 1.6) == pytest.approx((x, y), abs=1e-6)


def test_drag_to_the_right_turns_the_table_to_the_right() -> None:
    before = seen_at(ORBIT.shot(), (15, 5, 1), 1.0)
    after = seen_at(ORBIT.turned(40, 0).shot(), (15, 5, 1), 1.0)
    assert after[0] > before[0]


@given(dx=st.floats(-1e4, 1e4), dy=st.floats(-1e4, 1e4), steps=st.floats(-100, 100))
def test_no_drag_or_zoom_leaves_the_limits(dx: float, dy: float, steps: float) -> None:
    moved = ORBIT.turned(dx, dy).zoomed(steps).panned(dx, dy, 800, BOARD)
    assert LOWEST <= moved.elevation <= HIGHEST
    assert NEAREST <= moved.distance <= FARTHEST
    assert 0 <= moved.centre[0] <= BOARD[0]
    assert 0 <= moved.centre[1] <= BOARD[1]


def test_panning_carries_the_centre_with_the_pointer() -> None:
    above = Orbit((15, 11, 0), 40, math.radians(-90), HIGHEST)
    moved = above.panned(100, 0, 800, BOARD)
    seen = seen_at(moved.shot(), (15, 11, 0), 1.0)
    assert seen[0] * 400 == pytest.approx(100, abs=1)
    assert seen[1] == pytest.approx(0, abs=1e-6)


def test_zooming_to_a_point_leaves_it_where_it_is_in_the_picture() -> None:
    point = ORBIT.under(0.4, -0.3, 1.5)
    assert point is not None
    assert seen_at(ORBIT.shot(), point, 1.5) == pytest.approx((0.4, -0.3), abs=1e-6)
    assert seen_at(ORBIT.zoomed(3, point).shot(), point, 1.5) == pytest.approx((0.4, -0.3), abs=1e-6)


def test_sky_is_over_no_ground() -> None:
    assert Orbit((15, 11, 0), 40, 0, math.radians(5)).under(0, 0.9, 1.5) is None


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("aspect", [0.6, 1.0, 2.0])
def test_whole_table_fits_every_preset(preset: str, aspect: float) -> None:
    table = zoo.table(zoo.feature("tower", zoo.box_part("stones", (24, 16, 0), (28, 20, 6))))
    shot = overlooking(table, preset, aspect).shot()
    corners = [(x, y, 0) for x in (0, 30) for y in (0, 22)]
    places = [seen_at(shot, corner, aspect) for corner in (*corners, (28, 20, 6), (28, 16, 6))]
    assert all(max(map(abs, place)) <= 1 for place in places)
    assert max(max(map(abs, place)) for place in places) > 0.8


def test_glide_arrives_and_then_rests() -> None:
    camera = Camera(ORBIT)
    assert not camera.glide(1 / 60)
    camera.step_into(Shot((5, 5, 1.2), (20, 11, 4), math.radians(50)))
    frames = 0
    while camera.glide(1 / 60):
        frames += 1
    assert camera.shot == camera.goal
    assert 10 < frames < 200
    camera.step_out()
    assert camera.glide(10.0)
    assert np.allclose(camera.shot.eye, ORBIT.shot().eye, atol=1e-3)


def test_dragging_moves_at_once() -> None:
    camera = Camera(ORBIT)
    camera.orbit_to(ORBIT.turned(10, 10), at_once=True)
    assert camera.shot == ORBIT.turned(10, 10).shot()


def test_view_keeps_room_for_a_rail_only_while_one_is_there() -> None:
    view = Viewpoint(zoo.table(), (600, 560), covered=74.0)
    beside = view.camera.orbit
    view.cover_left(0.0)
    whole = view.camera.orbit
    assert whole.distance < beside.distance
    view.drag("mouse1", 40.0, 0.0)
    turned = view.camera.orbit
    view.cover_left(74.0)
    assert view.camera.orbit == turned, "a look that somebody chose stays"


@pytest.mark.parametrize("size", [(1228, 704), (1280, 680), (1440, 860), (2560, 1400)])
@pytest.mark.parametrize("preset", ["corner", "above", "front", "back", "left"])
def test_panels_over_the_picture_hide_no_edge_of_the_board(size: tuple[int, int], preset: str) -> None:
    scale = 2.0 if size[0] > 2000 else 1.0
    view, table = Viewpoint(zoo.table(), size), zoo.table()
    view.leave_room(True, scale)
    view.look_from(preset, at_once=True)
    width, depth = table.board.width, table.board.depth
    corners = np.array([(x, y, 0.0) for x in (0.0, width) for y in (0.0, depth)])
    (at_left, at_right), down = layout_of(*size, 0.0, scale).rosters, DEEP * size[1]
    for x, y, _ in project(view.camera.shot, corners, size).tolist():
        assert y > down or at_left[0] + at_left[2] <= x <= at_right[0], (x, y)


@pytest.mark.parametrize("size", [(1228, 704), (1280, 680), (1440, 860), (2560, 1400)])
@pytest.mark.parametrize(
    "table", [zoo.table(), load_table(shipped_root() / "terrain" / "field-1-orchard.table.json")], ids=["zoo", "field"]
)
def test_seen_from_above_no_side_of_the_board_lies_under_header_or_prompt(size: tuple[int, int], table: Table) -> None:
    scale = 2.0 if size[0] > 2000 else 1.0
    view = Viewpoint(table, size)
    view.leave_room(True, scale)
    view.look_from("above", at_once=True)
    corners = np.array([(x, y, 0.0) for x in (0.0, table.board.width) for y in (0.0, table.board.depth)])
    layout = layout_of(*size, 30.0 * scale, scale)
    down = project(view.camera.shot, corners, size)[:, 1]
    assert down.min() >= layout.header[1] + layout.header[3]
    assert down.max() <= layout.bar[1] - HEIGHT * scale
    assert np.ptp(down) > 0.4 * size[1], "it is not smaller than need be"


@pytest.mark.parametrize("size", [(1228, 704), (1280, 800)])
@pytest.mark.parametrize("name", ["sample-battle", "field-1-orchard", "field-2-works"])
def test_header_hides_no_more_of_a_boards_far_side_than_the_panels_below_leave_no_room_for(
    size: tuple[int, int], name: str
) -> None:
    view = Viewpoint(load_table(shipped_root() / "terrain" / f"{name}.table.json"), size)
    view.leave_room(True, 1.0)
    board = view._table.board
    corners = np.array([(x, y, 0.0) for x in (0.0, board.width) for y in (0.0, board.depth)])
    down = project(view.camera.shot, corners, size)[:, 1]
    assert down.min() > 100.0
    assert down.max() < size[1] - FOOT + 14
    assert down.min() > HEAD - 10 or down.max() > size[1] - FOOT - 6, "it is about as low as it can be"
