"""What stands on squares, as pictures show it."""

import numpy as np

from warcry3d.app.scene.grid_scenery import (
    EDGE_HEIGHT,
    WALL_HEIGHT,
    GridThing,
    floor_surface,
    grid_things,
    thing_surface,
)
from warcry3d.table.grid import SquareGrid

GRID = SquareGrid(("a..#", "1o~."), frozenset({((1, 0), (1, 1)), ((2, 1), (3, 1))}))


def test_walls_statues_rubble_and_walls_along_sides_stand_on_their_squares() -> None:
    things = list(grid_things(GRID))
    assert [(one.name, one.at) for one in things] == [
        ("grid/wall@3,1", (3.5, 1.5)),
        ("grid/statue@1,0", (1.5, 0.5)),
        ("grid/rubble@2,0", (2.5, 0.5)),
        ("grid/edge@1,0,1,1", (1.0, 0.5)),
        ("grid/edge@2,1,3,1", (2.5, 1.0)),
    ]
    assert [one.turn for one in things[-2:]] == [90.0, 0.0]
    assert things == list(grid_things(GRID))  # by chance, but always alike


def test_shapes_stay_on_their_square_and_are_as_high_as_they_say() -> None:
    for shape, height in (("wall", WALL_HEIGHT), ("rubble-0", 0.2)):
        points = thing_surface(shape).vertices["position"]
        assert np.abs(points[:, :2]).max() <= 0.5 + 1e-6
        assert points[:, 2].min() >= 0.0 and points[:, 2].max() <= height + 1e-6
    edge = thing_surface("edge").vertices["position"]
    assert abs(edge[:, 2].max() - EDGE_HEIGHT) < 1e-6
    assert np.abs(edge[:, 0]).max() > 0.5 > np.abs(edge[:, 1]).max()


def test_every_square_without_a_wall_has_a_slab_and_exits_an_arrow() -> None:
    floor = floor_surface(GRID)
    slabs = 4 * 5 * 7  # four corners of five faces of seven slabs
    assert len(floor.vertices) == slabs + 4
    arrow = floor.vertices["position"][slabs:]
    assert (arrow[:, 0] < 1).all() and (arrow[:, 1] > 1).all()  # on (0, 1), the exit
    tip = arrow[np.argmin(arrow[:, 0] - arrow[:, 1])]
    assert tip[0] < 0.5 and tip[1] > 1.5  # to the corner of the map, the nearest of both its edges


def test_floor_is_darker_beside_walls() -> None:
    light = floor_surface(SquareGrid(("#..",))).vertices["extra"][:8, 0].reshape(2, 4)
    assert light[0].min() < light[1].min()


def test_a_thing_knows_its_shape() -> None:
    shapes = {one.shape.partition("-")[0] for one in grid_things(GRID)}
    assert shapes == {"wall", "statue", "rubble", "edge"}
    assert GridThing("it", "wall", (0.5, 0.5)).turn == 0.0
