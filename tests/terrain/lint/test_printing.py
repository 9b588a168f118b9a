"""Thin walls, overhangs, the print bed; sizes by hand."""

import math

import numpy as np
import pytest

from tests import zoo
from tests.terrain.lint.pieces import found, subject
from warcry3d.geom import shapes
from warcry3d.terrain.lint.printing import fits_turned
from warcry3d.terrain.lint.subject import Limits, spread
from warcry3d.units import MM


def sheet(thick_mm: float) -> zoo.Part:
    """Return a standing sheet of 2 x 2 in."""
    return zoo.box_part("sheet", (0, 0, 0), (2, thick_mm * MM, 2))


@pytest.mark.parametrize("thick_mm", [0.1, 0.5, 0.79])
def test_wall_thinner_than_the_limit_is_told_with_its_thickness_and_area(thick_mm: float) -> None:
    (thin,) = found("T-THIN", sheet(thick_mm))
    assert thin.message.values["thin_mm"] == pytest.approx(thick_mm, abs=1e-6)
    assert thin.message.values["area"] == pytest.approx(8, rel=1e-6)  # both sides of 2 x 2 in
    assert thin.message.values["limit_mm"] == 0.8


@pytest.mark.parametrize("thick_mm", [0.81, 2.0])
def test_wall_thick_enough_is_no_finding_nor_are_its_edges(thick_mm: float) -> None:
    assert found("T-THIN", sheet(thick_mm)) == []


def test_limit_is_the_persons() -> None:
    assert found("T-THIN", sheet(0.5), limits=Limits(wall_mm=0.4)) == []
    assert found("T-THIN", sheet(1.0), limits=Limits(wall_mm=1.2))


def test_sheet_that_lies_on_a_block_is_as_thick_as_both() -> None:
    block = zoo.box_part("block", (0, 0, 0), (2, 2, 1))
    veneer = zoo.box_part("veneer", (0, 0, 1), (2, 2, 1 + 0.3 * MM))
    assert found("T-THIN", block, veneer) == []


def test_edge_of_a_wedge_is_not_a_thin_wall() -> None:
    roof = zoo.part("roof", shapes.prism([(0, 0), (4, 0), (2, 1.5)], (0, 3)))
    assert found("T-THIN", roof) == []


def tee(out: float) -> zoo.Part:
    """Return a wall with a shelf that stands ``out`` of it, all along, 3 in wide, its underside at 1 in."""
    profile = [(0, 0), (0.4, 0), (0.4, 1), (0.4 + out, 1), (0.4 + out, 2), (0, 2)]
    prism = shapes.prism(profile, (0, 3))
    # The prism's outline becomes x and z: carried upright.
    x, y, z = prism.vertices.T
    return zoo.part("shelf", shapes.Solid(np.stack([x, -z, y], axis=1), prism.faces))


def test_shelf_is_an_overhang_of_its_area() -> None:
    (overhang,) = found("T-OVERHANG", tee(0.5))
    assert overhang.message.values["area"] == pytest.approx(1.5)
    assert overhang.places[0][2] == pytest.approx(1)


def leaning(degrees: float) -> zoo.Part:
    """Return a wall that leans out by so many degrees from the vertical."""
    out = math.tan(math.radians(degrees))
    prism = shapes.prism([(0, 0), (1, 0), (1 + out, 1), (out, 1)], (0, 3))
    x, y, z = prism.vertices.T
    return zoo.part("wall", shapes.Solid(np.stack([x, -z, y], axis=1), prism.faces))


def test_wall_that_leans_by_45_degrees_holds_by_itself() -> None:
    assert found("T-OVERHANG", leaning(45)) == []
    assert found("T-OVERHANG", leaning(30)) == []


def test_wall_that_leans_more_hangs_over_with_its_whole_slope() -> None:
    (overhang,) = found("T-OVERHANG", leaning(60))
    assert overhang.message.values["area"] == pytest.approx(3 / math.cos(math.radians(60)))


def test_underside_on_the_bed_is_no_overhang() -> None:
    assert found("T-OVERHANG", zoo.box_part("block", (0, 0, 0), (3, 3, 1))) == []


def test_piece_as_large_as_the_bed_fits() -> None:
    assert found("T-BED", zoo.box_part("a", (0, 0, 0), (220 * MM, 220 * MM, 250 * MM))) == []


def test_piece_taller_than_the_bed_may_lie() -> None:
    assert found("T-BED", zoo.box_part("mast", (0, 0, 0), (1, 1, 260 * MM))) == []  # 260 < 220 sqrt(2) - 25.4
    (bed,) = found("T-BED", zoo.box_part("mast", (0, 0, 0), (1, 1, 300 * MM)))
    assert bed.message.values["z_mm"] == pytest.approx(300)


def test_long_thin_piece_fits_across_the_corner_and_no_longer_one() -> None:
    """A strip of width w and length l fits a square of side s turned by 45 degrees while (l + w) / sqrt(2) <= s."""
    width = 0.5
    longest = 220 * MM * math.sqrt(2) - width
    assert found("T-BED", zoo.box_part("beam", (0, 0, 0), (longest - 1e-4, width, 9.8))) == []
    limits = Limits(bed_mm=(220.0, 220.0, 12.0))
    assert found("T-BED", zoo.box_part("beam", (0, 0, 0), (longest - 1e-4, width, 0.4)), limits=limits) == []
    assert found("T-BED", zoo.box_part("beam", (0, 0, 0), (longest + 1e-2, width, 0.4)), limits=limits)


def test_rectangle_that_fits_at_one_narrow_range_of_turns_only_is_found_to_fit() -> None:
    corners = np.array([(0, 0), (10, 0), (10, 1), (0, 1)], dtype=float)
    turn = math.radians(23.7)
    turned = corners @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    sides = np.ptp(turned, axis=0)
    assert fits_turned(corners, *(sides + 1e-6))
    assert not fits_turned(corners, *(sides - 1e-3))


def test_spread_points_lie_in_their_triangles_and_stand_for_all_of_the_area() -> None:
    solid = shapes.cylinder((0, 0), 1.5, (0, 2))
    samples = spread(solid)
    corners = solid.triangles[samples.face]
    normal = solid.normals[samples.face]
    for k in range(3):
        a, b = corners[:, k], corners[:, (k + 1) % 3]
        assert (np.einsum("ij,ij->i", np.cross(b - a, samples.at - a), normal) >= -1e-12).all()
    whole = subject(zoo.part("drum", solid)).matter
    assert whole is not None
    t = solid.triangles
    area = np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1).sum() / 2
    assert samples.area.sum() == pytest.approx(area)
    assert set(samples.face.tolist()) == set(range(len(solid.faces)))
