"""The line between two bases, and what it passes through and over; no rule system's kinds in here."""

import math

import numpy as np
import pytest

from tests import zoo
from warcry3d.geom.solid import Solid
from warcry3d.geom.swept_line import SweptLine
from warcry3d.sight.cover import Crossing, cover_line, crossings
from warcry3d.table.models import Base, BaseShape, Model
from warcry3d.table.terrain import Feature, Part
from warcry3d.units import MM

INCH = Base(BaseShape.ROUND, 1.0, 1.0, 0.1)


def fighter(x: float, y: float, z: float = 0.0, facing: float = 0.0) -> Model:
    return zoo.fighter(f"at {x} {y} {z}", (x, y, z), base=INCH, facing=facing)


def line_between(a: Model, b: Model) -> SweptLine:
    line = cover_line(a, b)
    assert line is not None
    return line


def everything(feature: Feature, part: Part) -> bool:
    return True


def met(line: SweptLine, *features: Feature) -> tuple[Crossing, ...]:
    return crossings(zoo.table(*features).terrain, line, everything)


def wall(id: str, x: float, *, y: tuple[float, float] = (-3, 3), height: float = 2.0, thick: float = 0.4) -> Feature:
    return zoo.feature(id, zoo.box_part("stones", (x, y[0], 0), (x + thick, y[1], height)))


def test_line_runs_between_the_nearest_points_and_is_a_millimetre_wide() -> None:
    """rule: WC-COVER-3."""
    line = line_between(fighter(0, 0), fighter(8, 0))
    assert (line.start, line.end) == (pytest.approx((0.5, 0, 0.05)), pytest.approx((7.5, 0, 0.05)))
    assert line.width == pytest.approx(1 * MM)
    assert line.across == pytest.approx((0, 1))


def test_line_up_to_a_platform_is_wide_level_and_square_to_it() -> None:
    """rule: WC-COVER-3."""
    line = line_between(fighter(0, 0), fighter(3, 4, 3))
    assert line.across == pytest.approx((-0.8, 0.6))


def test_line_straight_up_is_wide_across_the_facing_of_the_higher() -> None:
    """rule: WC-COVER-3."""
    high, low = fighter(0, 0, 3, facing=90), fighter(0, 0, 0, facing=20)
    assert line_between(low, high).across == pytest.approx((-1, 0))
    assert line_between(high, low).across == pytest.approx((-1, 0))


def test_bases_that_touch_have_no_line_between_them() -> None:
    """rule: WC-COVER-3."""
    assert cover_line(fighter(0, 0), fighter(1, 0)) is None


def test_crossings_come_in_the_order_in_which_the_line_enters() -> None:
    """rule: WC-COVER-3."""
    a, b = fighter(0, 0), fighter(12, 0)
    walls = wall("near", 3), wall("far", 8), wall("low", 5, height=0.04)
    there = met(line_between(a, b), *walls)
    assert [(c.part, c.through) for c in there] == [("near/stones", True), ("far/stones", True), ("low/stones", False)]
    assert there[0].enters == pytest.approx((3, 0, 0.05))
    back = met(line_between(b, a), *walls)
    assert [c.part for c in back] == ["far/stones", "near/stones", "low/stones"]
    assert back[0].enters == pytest.approx((8.4, 0, 0.05))


def test_wall_touched_by_the_width_of_the_line_alone_is_passed_through() -> None:
    """rule: WC-COVER-3."""
    beside = wall("beside", 4, y=(0.45 * MM, 3))
    assert met(line_between(fighter(0, 0), fighter(8, 0)), beside)[0].enters == pytest.approx((4, 0.45 * MM, 0.05))
    assert not met(line_between(fighter(0, 0), fighter(8, 0)), wall("beyond", 4, y=(0.55 * MM, 3)))


def test_wall_beside_the_line_or_beyond_its_end_is_no_crossing() -> None:
    """rule: WC-COVER-3."""
    line = line_between(fighter(0, 0), fighter(8, 0))
    assert not met(line, wall("behind", 8.6), wall("beside", 4, y=(1, 3)))


def test_only_parts_that_count_are_asked() -> None:
    """rule: WC-COVER-3."""
    terrain = zoo.table(wall("near", 3), wall("far", 6)).terrain
    line = line_between(fighter(0, 0), fighter(8, 0))
    assert [c.part for c in crossings(terrain, line, lambda feature, part: feature.id == "far")] == ["far/stones"]


def test_part_in_two_bodies_has_a_crossing_for_each() -> None:
    """rule: WC-COVER-3."""
    both = zoo.feature("ruin", _two_walls())
    there = met(line_between(fighter(0, 0), fighter(12, 0)), both)
    assert [c.part for c in there] == ["ruin/walls", "ruin/walls"]
    assert [round(c.enters[0], 6) for c in there if c.enters] == [3, 8]


def _two_walls() -> Part:
    one, other = wall("a", 3).solids["stones"], wall("b", 8).solids["stones"]
    solid = Solid(np.concatenate([one.vertices, other.vertices]), np.concatenate([one.faces, other.faces + 8]))
    return zoo.part("walls", solid)


def test_feature_turned_and_moved_is_met_where_it_stands() -> None:
    """rule: WC-COVER-3."""
    plank = zoo.feature("plank", zoo.box_part("p", (0, 0, 0), (2, 0.2, 2)), at=(4, -1, 0), turn=90)
    (crossing,) = met(line_between(fighter(0, 0), fighter(8, 0)), plank)
    assert crossing.enters == pytest.approx((3.8, 0, 0.05))


def test_round_base_starts_the_line_on_its_rim_towards_the_other() -> None:
    """rule: WC-COVER-3."""
    line = line_between(fighter(0, 0), fighter(6, 8))
    assert math.dist(line.start[:2], (0.3, 0.4)) < 1e-12
