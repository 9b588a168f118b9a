"""A small painted spot on a large face is found again on other triangles."""

import pytest

from warcry3d.geom import shapes
from warcry3d.table.piece_edits import SurfacePatch
from warcry3d.terrain.editing.coverage import coverage

TOP = 2.0


def square(low: float, high: float) -> SurfacePatch:
    corners = [(low, low, TOP), (high, low, TOP), (high, high, TOP), (low, high, TOP)]
    return SurfacePatch(tuple(corners), ((0, 1, 2), (0, 2, 3)))


@pytest.mark.parametrize("size", [0.25, 0.5, 1.0])
def test_small_spot_on_a_large_face_is_found(size: float) -> None:
    plate = shapes.box((0, 0, 0), (16, 16, TOP))
    found = coverage(plate, square(5.0, 5.0 + size))
    assert found.area == pytest.approx(size**2, rel=1e-6) and not len(found.whole)


def test_small_rest_of_a_large_face_stays_unpainted() -> None:
    plate = shapes.box((0, 0, 0), (16, 16, TOP))
    found = coverage(plate, square(0.25, 15.99))
    assert not len(found.whole) and found.area == pytest.approx(15.74**2, rel=1e-6)
