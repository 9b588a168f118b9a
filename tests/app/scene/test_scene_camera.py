import math

import numpy as np
import pytest

from warcry3d.app.scene.camera import (
    Shot,
    above,
    along,
    around,
    clip_matrix,
    eye_point,
    from_corner,
    from_eye,
    middle_of,
    model_points,
    near_to,
    project,
    rays_at,
)
from warcry3d.geom.shapes import box
from warcry3d.table.models import Figure, FigurePart, Tag


def test_what_is_looked_at_is_the_middle_of_the_picture():
    shot = Shot((3, -4, 5), (1, 2, 0), 0.6)
    x, y, depth = project(shot, np.array([[1.0, 2.0, 0.0]]), (640, 400))[0]
    assert (x, y) == pytest.approx((320, 200))
    assert depth == pytest.approx(math.dist(shot.eye, shot.target))


def test_picture_is_neither_mirrored_nor_upside_down():
    shot = Shot((0, -10, 0), (0, 0, 0), 0.6)
    right, top = project(shot, np.array([[1.0, 0, 0], [0, 0, 1.0]]), (600, 400))
    assert right[0] > 300
    assert top[1] < 200


def test_clip_space_is_the_picture():
    shot = Shot((3, -4, 5), (1, 2, 0), 0.6, shift=0.17)
    points = np.array([[1.0, 2.0, 0.0], [2.0, 1.0, 0.5], [-1.0, 3.0, 2.0]])
    clip = np.column_stack([points, np.ones(3)]) @ clip_matrix(shot, 1.6).T
    seen = project(shot, points, (640, 400))
    assert (clip[:, 0] / clip[:, 3] + 1) * 320 == pytest.approx(seen[:, 0])
    assert (1 - clip[:, 1] / clip[:, 3]) * 200 == pytest.approx(seen[:, 1])
    assert clip[:, 3] == pytest.approx(seen[:, 2])
    assert (np.abs(clip[:, 2]) < clip[:, 3]).all(), "between near and far"


def test_what_is_behind_has_no_positive_depth():
    shot = Shot((0, 0, 0), (1, 0, 0), 0.6)
    assert project(shot, np.array([[-2.0, 0.1, 0.0]]), (600, 400))[0, 2] < 0


@pytest.mark.parametrize("aspect", [0.6, 1.0, 1.6, 3.0])
@pytest.mark.parametrize("view", [above, from_corner])
def test_whole_board_is_in_the_picture(make_table, make_model, aspect, view):
    table = make_table(make_model("a", 11, 7, z=3), walls={"tower": ((1, 6, 0), (2, 7, 6))})
    shot = view(table, aspect)
    size = (round(500 * aspect), 500)
    corners = np.array([(x, y, 0.0) for x in (0, 12) for y in (0, 8)] + [(1, 6, 6), (2, 7, 6)], float)
    places = project(shot, corners, size)
    assert (places[:, 2] > 0).all()
    assert (places[:, :2] >= 0).all()
    assert (places[:, 0] <= size[0]).all()
    assert (places[:, 1] <= size[1]).all()


@pytest.mark.parametrize("aspect", [0.6, 1.6])
def test_board_fills_the_picture_in_one_direction(make_table, aspect):
    size = (round(500 * aspect), 500)
    corners = np.array([(x, y, 0.0) for x in (0, 12) for y in (0, 8)])
    places = project(above(make_table(), aspect), corners, size)
    share = (np.ptp(places[:, 0]) / size[0], np.ptp(places[:, 1]) / size[1])
    assert max(share) > 0.8


def test_from_above_the_depth_of_the_board_runs_upwards(make_table):
    places = project(
        above(make_table(), 1.5), np.array([[6.0, 1, 0], [6.0, 7, 0], [2.0, 4, 0], [9.0, 4, 0]]), (600, 400)
    )
    assert places[0, 1] > places[1, 1]
    assert places[2, 0] < places[3, 0]


def test_eye_is_at_nine_tenths_of_the_height_above_the_base(make_model):
    model = make_model("a", 3, 4, z=2)
    base = model.base.height
    assert eye_point(model) == pytest.approx([3, 4, 2 + base + 0.9 * (1.5 - base)])


def test_raised_spear_does_not_raise_the_eye(make_model):
    spear = FigurePart("spear", Tag.WEAPON, box((0.2, 0, 0.2), (0.3, 0.1, 4.0)))
    body = FigurePart("body", Tag.BODY, box((-0.2, -0.2, 0.14), (0.2, 0.2, 1.5)))
    armed, bare = (make_model("a", 3, 4, figure=Figure("f", parts)) for parts in ((body, spear), (body,)))
    assert eye_point(armed) == pytest.approx(eye_point(bare))


def test_eye_of_a_model_without_figure_is_above_its_base(make_model):
    assert eye_point(make_model("a", 3, 4, figure=Figure("none", ())))[2] > 0.8


def test_eye_looks_at_the_targets_middle_from_behind_the_viewer(make_model):
    viewer, target = make_model("a", 2, 4), make_model("b", 9, 5)
    shot = from_eye(viewer, target, lambda a, b: True)
    assert project(shot, middle_of(target)[None], (600, 400))[0, :2] == pytest.approx([300, 200])
    assert shot.eye[0] < 2
    assert math.dist(shot.eye, eye_point(viewer)) < 1.5


def test_with_a_wall_behind_it_the_eye_keeps_in_front_of_the_wall(make_model):
    viewer, target = make_model("a", 2, 4), make_model("b", 9, 4)
    shot = from_eye(viewer, target, lambda a, b: b[0] > 1.8)
    assert shot.eye[0] > 1.75


def test_eye_looking_straight_down_still_has_an_up(make_model):
    shot = from_eye(make_model("a", 4, 4, z=6), make_model("b", 4, 4), lambda a, b: True)
    assert all(np.isfinite(v).all() for v in shot.frame())


def test_near_target_is_seen_whole(make_model):
    viewer, target = make_model("a", 2, 4), make_model("b", 4, 4)
    places = project(from_eye(viewer, target), model_points(target), (800, 500))
    assert (places[:, 0] > 0).all()
    assert (places[:, 0] < 800).all()


def test_pair_is_framed_whole():
    points = np.array([[2.0, 2, 0], [9, 6, 0], [2, 2, 2], [9, 6, 2]])
    places = project(around(points, 1.3), points, (650, 500))
    assert (places[:, :2] > 0).all()
    assert (places[:, 0] < 650).all()
    assert (places[:, 1] < 500).all()


def test_camera_goes_to_the_side_from_where_nothing_is_hidden():
    points = np.array([[2.0, 4, 0], [9, 4, 0], [2, 4, 1.5], [9, 4, 1.5]])
    behind = around(points, 1.3, hidden=lambda eye: 1.0 if eye[1] < 4 else 0.0)
    front = around(points, 1.3, hidden=lambda eye: 0.0 if eye[1] < 4 else 1.0)
    assert behind.eye[1] > 4
    assert front.eye[1] < 4


def test_look_along_a_line_puts_its_whole_length_on_one_point(make_model):
    line = ((2.2, 3.9, 0.3), (8.8, 5.1, 1.2))
    shot = along(line, make_model("b", 9, 5), lambda a, b: True)
    places = project(shot, np.array([line[0], np.mean(line, axis=0), line[1]]), (600, 400))
    assert (places[:, 2] > 0).all()
    assert places[:, :2] == pytest.approx(np.tile([300, 200], (3, 1)), abs=1e-6)


def test_look_along_a_line_starts_at_its_start_where_nothing_lets_it_back(make_model):
    line = ((2.2, 3.9, 0.3), (8.8, 5.1, 1.2))
    assert along(line, make_model("b", 9, 5), lambda a, b: False).eye == pytest.approx(line[0])


def test_from_above_a_pair_can_be_looked_at_more_closely(make_table):
    points = np.array([[2.0, 2.0, 0.0], [3.0, 3.0, 1.0]])
    size = (600, 400)
    near, far = (project(above(make_table(), 1.5, p), points, size) for p in (points, None))
    assert np.ptp(near[:, 0]) > 1.1 * np.ptp(far[:, 0])
    assert (near[:, :2] > 0).all()
    assert (near[:, :2] < size).all()


def test_longer_lens_looks_from_the_same_place_at_less():
    shot = Shot((0, 0, 1), (9, 0, 1), math.radians(40))
    near = near_to(shot, (8.0, 0.5, 1.2), 0.4)
    assert near.eye == shot.eye
    assert near.target == (8.0, 0.5, 1.2)
    across = project(near, np.array([[8.0, 0.5, 0.8], [8.0, 0.5, 1.6]]), (100, 100))
    assert across[0, 1] - across[1, 1] == pytest.approx(100, rel=0.01)


def test_longer_lens_is_never_wider_than_the_picture_it_is_laid_into():
    shot = Shot((0, 0, 1), (9, 0, 1), math.radians(40))
    assert near_to(shot, (0.1, 0, 1), 3.0).field == shot.field


def test_rays_cover_what_the_points_cover_and_no_more():
    shot = Shot((0, 0, 0), (10, 0, 0), 0.6)
    points = np.array([[10.0, -2.0, 1.0], [10.0, 3.0, 1.5], [-5.0, 40.0, 0.0]])
    rays = rays_at(shot, points, across=10)
    assert rays.shape == (100, 3)
    assert np.linalg.norm(rays, axis=1) == pytest.approx(1)
    ends = rays / rays[:, :1] * 10
    assert (ends.min(axis=0), ends.max(axis=0)) == (
        pytest.approx([10, -1.75, 1.025]),
        pytest.approx([10, 2.75, 1.475]),
    )


def test_nothing_before_the_camera_needs_no_rays():
    assert rays_at(Shot((0, 0, 0), (10, 0, 0), 0.6), np.array([[-1.0, 0, 0]])).shape == (0, 3)
