"""A solid taken apart into bodies that stand free of each other."""

import numpy as np

from warcry3d.geom import shapes
from warcry3d.geom.bodies import bodies
from warcry3d.geom.solid import Placement, Solid


def together(*solids: Solid) -> Solid:
    offsets = np.cumsum([0, *(len(solid.vertices) for solid in solids)])
    faces = np.concatenate([solid.faces + offset for solid, offset in zip(solids, offsets, strict=False)])
    return Solid(np.concatenate([solid.vertices for solid in solids]), faces)


def cube(x: float, size: float = 1.0) -> Solid:
    return shapes.box((x, 0, 0), (x + size, size, size))


def test_solid_in_one_body_is_itself() -> None:
    solid = cube(0)
    assert bodies(solid) == (solid,)


def test_two_walls_apart_are_two_bodies() -> None:
    found = bodies(together(cube(0), cube(5)))
    assert [body.bounds[:, 0].tolist() for body in found] == [[0, 1], [5, 6]]


def test_stones_that_touch_or_overlap_are_one_body() -> None:
    found = bodies(together(cube(0), cube(7), cube(1), cube(1.5), cube(2.51)))
    assert [body.bounds[:, 0].tolist() for body in found] == [[0, 3.51], [7, 8]]


def test_stones_whose_boxes_meet_but_not_they_are_two_bodies() -> None:
    wedge = shapes.prism([(0, 0), (4, 0), (0, 4)], (0, 1))
    stone = shapes.box((3, 3, 0), (4, 4, 1))
    assert len(bodies(together(wedge, stone))) == 2


def test_cavity_belongs_to_the_body_around_it() -> None:
    outer, inner = cube(0), shapes.box((0.2, 0.2, 0.2), (0.8, 0.8, 0.8))
    hollow = Solid(
        np.concatenate([outer.vertices, inner.vertices]), np.concatenate([outer.faces, inner.faces[:, ::-1] + 8])
    )
    assert bodies(hollow) == (hollow,)


def test_bodies_stay_the_same_when_the_solid_is_turned() -> None:
    solid = together(cube(0), cube(1.01), cube(5))
    placement = Placement((3, 4, 5), 0.7)
    before, after = bodies(solid), bodies(solid.placed(placement))
    assert len(before) == len(after) == 2
    for one, other in zip(before, after, strict=True):
        assert np.array_equal(one.faces, other.faces)
