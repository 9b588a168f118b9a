"""Open surfaces closed: none of their triangles moves, and what comes to them has volumes worked out by hand."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.closing import BASE, THICKNESS, Closings
from warcry3d.geom.double_sheets import one_side
from warcry3d.geom.mend import Mended, mend
from warcry3d.geom.shapes import box

Floats = NDArray[np.float64]


def field(height: Callable[[Floats, Floats], Floats], n: int = 13, side: float = 6.0) -> tuple[Floats, Floats]:
    """Return a square height field of n x n points."""
    x, y = np.meshgrid(np.linspace(0, side, n), np.linspace(0, side, n), indexing="ij")
    i, j = np.meshgrid(np.arange(n - 1), np.arange(n - 1), indexing="ij")
    a = (i * n + j).ravel()
    faces = np.concatenate([np.stack([a, a + n, a + n + 1], 1), np.stack([a, a + n + 1, a + 1], 1)])
    return np.stack([x.ravel(), y.ravel(), height(x, y).ravel()], 1), faces


def closed(vertices: Floats, faces: Floats) -> Mended:
    done = mend(vertices, faces, closes_all=True, drops_sheets=True)
    kept = {tuple(sorted(map(tuple, corners))) for corners in done.solid.triangles.round(9).tolist()}
    given = {tuple(sorted(map(tuple, corners))) for corners in vertices[faces].round(9).tolist()}
    assert given <= kept, "the surface is exact"
    return done


@pytest.mark.parametrize("turned", [False, True])
def test_a_sloping_field_stands_on_a_flat_base(turned: bool) -> None:
    """A wedge of 6 x 6 in that rises from 1 to 2.2 in, on 0.08 in below its lowest point, whichever way it faces."""
    vertices, faces = field(lambda x, y: 1.0 + 0.2 * x + 0.0 * y)
    done = closed(vertices, faces[:, ::-1] if turned else faces)
    assert done.closings == Closings(based=1)
    assert done.solid.volume == pytest.approx(36 * (0.6 + BASE))
    assert done.solid.bounds[0, 2] == pytest.approx(1.0 - BASE)


def test_a_crater_below_its_rim_is_no_hole_in_the_base() -> None:
    vertices, faces = field(lambda x, y: np.abs(x - 3) + np.abs(y - 3))
    done = closed(vertices, faces)
    assert done.closings == Closings(based=1)
    assert done.solid.volume == pytest.approx(36 * (3.0 + BASE), rel=0.02)


def test_holes_inside_a_field_are_spanned() -> None:
    vertices, faces = field(lambda x, y: 1.0 + 0.1 * x + 0.2 * y)
    middle = vertices[faces].mean(axis=1)
    hole = (np.abs(middle[:, 0] - 3) < 1) & (np.abs(middle[:, 1] - 3) < 1)
    done = closed(vertices, faces[~hole])
    assert done.closings == Closings(based=1, patched=1)
    assert done.solid.volume == pytest.approx(36 * (0.9 + BASE))


def test_the_front_of_a_house_gets_a_flat_back() -> None:
    vertices, faces = field(lambda x, y: 1.0 + 0.2 * np.abs(x - 3) + 0.1 * np.abs(y - 3))
    upright = np.stack([vertices[:, 0], -vertices[:, 2], vertices[:, 1]], axis=1)
    done = closed(upright, faces)
    assert done.closings == Closings(based=1)
    assert float(done.solid.bounds[0, 2]) == 0.0
    assert done.solid.volume > 36 * BASE


@pytest.mark.parametrize("side", range(6))
def test_a_box_without_a_side_is_that_box(side: int) -> None:
    solid = box((0, 0, 0), (3, 2, 4))
    axis, sign = side // 2, 1 - 2 * (side % 2)
    faces = solid.faces[solid.normals[:, axis] * sign < 0.5].astype(np.int64)
    done = closed(solid.vertices, faces)
    assert len(faces) == 10
    assert done.solid.volume == pytest.approx(24.0)


def test_a_flat_sheet_becomes_a_millimetre_thick() -> None:
    vertices, faces = field(lambda x, y: 0.0 * x + 0.0 * y)
    done = closed(vertices, faces)
    assert done.closings == Closings(thickened=1)
    assert done.solid.volume == pytest.approx(36 * THICKNESS)
    assert done.solid.bounds[1, 2] == 0.0


@pytest.mark.parametrize("turned", [False, True])
def test_a_wall_with_a_front_and_a_back_in_one_place_becomes_a_millimetre_thick(turned: bool) -> None:
    """By hand: a sheet of 2 x 3 in that stands on a slab; its sides are cut into triangles another way each."""
    slab = box((-1, -1, -0.2), (3, 1, 0))
    points = np.array([(0, 0, 0), (2, 0, 0), (2, 0, 3), (0, 0, 3)], dtype=np.float64)
    sides = np.array([(0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)])
    faces = np.concatenate([slab.faces.astype(np.int64), (sides[:, ::-1] if turned else sides) + len(slab.vertices)])
    done = mend(np.concatenate([slab.vertices, points]), faces, closes_all=True, drops_sheets=True)
    assert done.closings == Closings(thickened=1)
    assert done.sheets == 0
    assert done.solid.volume == pytest.approx(slab.volume + 6 * THICKNESS)


def arched(window: bool) -> tuple[Floats, NDArray[np.int64]]:
    """Return half a tube, 3 in around and 2 in high, as a sheet; with a window in its middle."""
    turns, heights = np.linspace(0, np.pi, 25), np.linspace(0, 2, 9)
    points = np.array([(np.cos(turn), np.sin(turn), high) for turn in turns for high in heights])
    at = np.arange(len(points)).reshape(25, 9)
    a, b, c, d = at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]
    faces = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
    if window:
        faces = faces[np.linalg.norm(points[faces].mean(axis=1) - (0, 1, 1), axis=1) > 0.4]
    return points, faces.astype(np.int64)


@pytest.mark.parametrize("window", [False, True])
@pytest.mark.parametrize("on_slab", [False, True])
def test_a_curved_wall_with_a_front_and_a_back_in_one_place_becomes_a_millimetre_thick(
    window: bool, on_slab: bool
) -> None:
    """It was refused where it stood alone, and left out beside anything else."""
    points, faces = arched(window)
    area = np.linalg.norm(np.cross(*(points[faces[:, k]] - points[faces[:, 0]] for k in (1, 2))), axis=1).sum() / 2
    both = np.concatenate([faces, faces[:, ::-1]])
    slab = box((-2, -1, -0.2), (2, 2, -0.1))
    if on_slab:
        both = np.concatenate([both, slab.faces.astype(np.int64) + len(points)])
        points = np.concatenate([points, slab.vertices])
    done = mend(points, both, closes_all=True, drops_sheets=True)
    assert (done.closings, done.sheets) == (Closings(thickened=1), 0)
    assert done.solid.volume - on_slab * slab.volume == pytest.approx(area * THICKNESS, rel=0.03)


def test_strips_with_one_side_and_sheets_that_are_there_once_have_no_front_to_choose() -> None:
    _, faces = arched(window=False)
    assert one_side(faces) is None
    strip = np.array([(0, 1, 2), (2, 1, 3), (2, 3, 4), (4, 3, 5), (4, 5, 1), (1, 5, 0)])
    assert one_side(np.concatenate([strip, strip[:, ::-1]])) is None


def test_single_triangles_that_cross_everywhere_become_sheets_and_are_not_refused() -> None:
    points = np.random.default_rng(9).uniform(0, 3, (3 * 2_100, 3))
    done = mend(points, np.arange(3 * 2_100).reshape(-1, 3), closes_all=True, unites=False)
    assert done.closings == Closings(thickened=2_100)
    assert len(done.solid.faces) == 8 * 2_100


def test_unless_all_is_to_be_closed_an_open_field_is_refused() -> None:
    with pytest.raises(MeshError, match="the mesh is open"):
        mend(*field(lambda x, y: 1.0 + 0.2 * x + 0.0 * y))
